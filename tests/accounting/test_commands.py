"""`dpsym account`, the files that it saves, and the sessions of docs/accounting.md."""

from __future__ import annotations

import doctest
import json
import re
import shlex
from pathlib import Path

import pytest
from typer.testing import CliRunner

from dpsym.accounting import Composition, approx, fixed, gauss, laplace, poisson, pure, renyi, response, zcdp
from dpsym.cli.accounting import _account
from dpsym.cli.app import app
from dpsym.cli.replay import read_certificates, replayed
from dpsym.objects.errors import ObjectError

PAGE = (Path(__file__).parents[2] / "docs" / "accounting.md").read_text("utf-8")
NOTHING_ASKED = {
    "delta": None, "eps": None, "alpha": None, "profile": False, "neighbours": None, "route": None, "check": False, "digits": 8,
    "as_json": False, "save": None,
}  # fmt: skip


def account(*parts, **options):
    """The command in this process; the exit code."""
    try:
        return _account(list(parts), **(NOTHING_ASKED | options))
    except SystemExit as ended:
        return ended.code


def sessions():
    for block in re.findall(r"^```console\n(.*?)^```", PAGE, re.M | re.S):
        for part in re.split(r"^\$ ", block, flags=re.M)[1:]:
            command, _, output = part.partition("\n")
            yield pytest.param(command, output, id=command[:40])


@pytest.mark.parametrize(("command", "output"), list(sessions()))
def test_the_sessions_print_what_the_page_says(command, output, capsys):
    program, name, *arguments = shlex.split(command)
    assert (program, name) == ("dpsym", "account")
    options: dict[str, object] = {}
    parts: list[str] = []
    while arguments:
        one = arguments.pop(0)
        if one == "--check":
            options["check"] = True
        elif one.startswith("--"):
            options[one[2:]] = arguments.pop(0)
        else:
            parts.append(one)
    assert account(*parts, **options) == 0
    assert capsys.readouterr().out == output


def test_the_python_sessions_print_what_the_page_says():
    text = "\n".join(re.findall(r"^```python\n(.*?)^```", PAGE, re.M | re.S))
    test = doctest.DocTestParser().get_doctest(text, {}, "accounting", "accounting.md", 0)
    assert len(test.examples) > 3
    assert doctest.DocTestRunner(verbose=False).run(test).failed == 0


def test_the_command_is_there():
    told = CliRunner().invoke(app, ["account", "--help"])
    assert told.exit_code == 0
    assert all(option in told.stdout for option in ("--delta", "--eps", "--alpha", "--neighbours", "--save"))


@pytest.mark.parametrize(
    ("parts", "options", "message"),
    [
        (["pure(1)"], {}, "found no question, expected one of --delta"),
        (["pure(1)"], {"delta": "0.1", "eps": "1"}, "found --delta and --eps"),
        (["pure(1)"], {"delta": "0"}, "delta: found 0, expected delta > 0 and < 1"),
        (["pure(1)"], {"delta": "nan"}, "delta: found 'nan'"),
        (["pur(1)"], {"delta": "0.1"}, "did you mean pure"),
        (["pure(1)", "gauss(0)"], {"delta": "0.1"}, "gauss: sigma: found 0"),
        (["pure(1)"], {"delta": "0.1", "neighbours": "bounded"}, "neighbours: found 'bounded', expected add/remove or change-one"),
        (["poisson(pure(1), 0.1)", "pure(1)"], {"delta": "0.1"}, "names no neighbouring relation"),
        (["poisson(pure(1), 0.1)", "pure(1)"], {"delta": "0.1"}, "--neighbours add/remove (in Python neighbours=...)"),
        (["poisson(pure(1), 0.1)"], {"delta": "0.1", "neighbours": "change-one"}, "and the question for change-one ones"),
        (["pure(1)"], {"delta": "0.1", "route": "magic"}, "found no route 'magic'"),
        (["pure(1)"], {"profile": True, "check": True, "route": "basic"}, "found --route and --check with --profile"),
        (["approx(1, 0.5)"], {"delta": "0.1"}, "the parts may lose 0.5, more than delta = 0.1"),
    ],
)  # fmt: skip
def test_bad_input_is_told_and_the_code_is_2(parts, options, message, capsys):
    assert account(*parts, **options) == 2
    out, err = capsys.readouterr()
    assert message in err
    assert out == ""
    assert "Traceback" not in err


def test_json(capsys):
    assert account("pure(0.1) ** 3", "gauss(4)", delta="1e-6", as_json=True, check=True) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["certified"] is True
    assert told["kind"] == "exact optimum"
    assert told["upper"] == told["routes"][0]["upper"]
    assert account("pure(1)", profile=True, as_json=True) == 0
    assert len(json.loads(capsys.readouterr().out)) == 9


CERTIFIED = [
    (pure("0.1") ** 30, "exact optimum"),
    (pure("0.1") ** 30, "Renyi"),
    (Composition([approx("0.1", "1e-8") ** 9, pure("log(2)") ** 2]), "advanced"),
    (Composition([approx("0.1", "1e-8") ** 9, pure("0.2") ** 2]), "exact optimum"),
    (Composition([gauss(4) ** 9, pure("0.2") ** 2]), "exact optimum"),
    (Composition([approx("0.1", "1e-8") ** 9, zcdp("0.1")]), "zCDP"),
    (gauss(4) ** 9, "GDP"),
    (poisson(gauss(1), "0.01") ** 100, "Renyi"),
    (fixed(response(1, 3), "0.01") ** 100, "basic"),
    (renyi(8, "0.1") ** 3, "Renyi"),
]


@pytest.mark.parametrize(("whole", "route"), CERTIFIED, ids=str)
def test_the_kernel_proves_the_final_inequality(whole, route):
    found = whole.epsilon("1e-4")
    certified = found.certificate(route)
    assert certified.accepted, certified.why
    assert certified.proved
    assert certified.entries == found[route].entries
    assert whole.delta(found[route].upper.fraction).certificate(route).accepted


def replays(whole, route, path):
    whole.epsilon("1e-4").save(path, route)
    told = list(replayed(read_certificates(path)))
    assert all(one.accepted for one in told)
    assert len(told) > 1  # the theorem, and the inequality


def test_a_saved_answer_is_replayed(tmp_path):
    replays(pure("0.1") ** 30, "basic", tmp_path / "answer.json")


@pytest.mark.campaign
@pytest.mark.parametrize(("whole", "route"), CERTIFIED, ids=str)
def test_every_saved_answer_is_replayed(whole, route, tmp_path):
    replays(whole, route, tmp_path / "answer.json")


def test_what_is_told_too_low_is_not_proved():
    """The claims hold for what is told, and the same claim for less does not."""
    from dataclasses import replace

    from dpsym.accounting import claims
    from dpsym.accounting.figures import Figure, Value

    found = (gauss(4) ** 9).epsilon("1e-4")
    low = Figure(found.upper.mantissa - 10, found.upper.exponent)
    from dpsym.kernel.terms import num

    wrong = replace(
        found.best,
        value=Value(low, low),
        claims=lambda: claims.gaussian(
            found.composition, [(found.composition.parts[0][0].mu, 9)], "epsilon", num(1) / 10000, low
        ),
    )
    refused = found.desk.certify(found, wrong)
    assert not refused.accepted
    with pytest.raises(ObjectError, match="no certificate"):
        refused.saved()


@pytest.mark.parametrize(
    ("whole", "route", "why"),
    [
        (pure("0.01") ** 10000, "exact optimum", "too long for the kernel: 4756 terms, more than 1500"),
        (laplace(10) ** 3, "privacy loss", "the kernel knows no law of a sum"),
        (
            Composition([pure(f"1/{n}") for n in range(50, 150)]),
            "basic",
            "too long for the kernel: 100 different parts",
        ),
    ],
)
def test_what_the_kernel_cannot_check_is_said(whole, route, why, tmp_path):
    found = whole.epsilon("1e-6")
    certified = found.certificate(route)
    assert not certified.accepted
    assert why in str(certified)
    with pytest.raises(ObjectError, match="no certificate"):
        found.save(tmp_path / "none.json", route)
    assert not (tmp_path / "none.json").exists()


def test_a_file_that_is_not_written_is_told(tmp_path, capsys):
    path = tmp_path / "none.json"
    assert account("laplace(10) ** 3", delta="1e-5", save=path) == 3
    told = capsys.readouterr()
    assert "no file was written" in told.err
    named = re.search('the best route with an inequality for it is "(.*)", ', told.err)
    assert named, told.err
    assert not path.exists()
    assert account("laplace(10) ** 3", delta="1e-5", save=path, route=named[1].upper()) == 0
    assert path.exists()
    path.unlink()
    assert account("pure(1) ** 3", delta="1e-5", save=path) == 0
    assert path.exists()
