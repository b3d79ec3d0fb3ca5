"""The audit of peers, on an accountant made up for it: no peer is needed here."""

from __future__ import annotations

import ast
import doctest
import importlib
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from dpsym.objects.errors import ObjectError
from dpsym.peers.auditing import Audit, audit, installed
from dpsym.peers.base import Peer
from dpsym.peers.report import page, summary, text
from dpsym.peers.table import PEERS, peer_of
from dpsym.testing.sound import told

ACCOUNTANT = '''
import os, signal

def renyi(sigma, alpha):
    return alpha / (2 * sigma**2) * (1 + 1e-14)

def epsilon(scale, count=1):
    """Forgets how often."""
    return 1 / scale * (1 + 1e-14)

def delta(eps, level):
    if eps > 1.5:
        os.kill(os.getpid(), signal.SIGKILL)
    if level > 3:
        return None
    return 0.0

def busy(eps):
    while True:
        pass
'''

ADAPTER = """
from dpsym.peers.base import Audited, Monotone, Peer, Same
from dpsym.testing import truths

def renyi(sigma, alpha):
    import made_up
    return made_up.renyi(sigma, alpha)

def epsilon(scale, count):
    import made_up
    return made_up.epsilon(scale, count=count)

def looped(scale, count):
    import made_up
    return sum(made_up.epsilon(scale) for _ in range(count))

def basic(scale, count, digits):
    return count / scale

def delta(eps, level):
    import made_up
    return made_up.delta(eps, level)

def pair_delta(eps, level, digits):
    return truths.kov_delta(eps, 1, level, digits=digits)

def busy(eps):
    import made_up
    return made_up.busy(eps)

def same(eps, digits):
    return eps

PEER = Peer("made_up", "made-up", (
    Audited("renyi", renyi, truths.gaussian_renyi, {"sigma": (0.1, 10.0), "alpha": (1.0, 9.0)}, "a bound",
            properties=(Monotone("alpha", True), Monotone("sigma", False))),
    Audited("epsilon", epsilon, basic, {"scale": (0.5, 2.0), "count": [1, 2, 50]}, "a bound",
            properties=(Same("count=k as k steps", looped), Monotone("scale", True))),
    Audited("delta", delta, pair_delta, {"eps": (1.0, 2.0), "level": (2.5, 5.0)}, "a bound"),
    Audited("rough", epsilon, basic, {"scale": (0.5, 2.0), "count": [50]}, "an estimate", "estimate"),
    Audited("busy", busy, same, {"eps": [1.0]}, "a bound"),
))
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("peers")
    (made / "made_up.py").write_text(ACCOUNTANT, "utf-8")
    (made / "adapter.py").write_text(ADAPTER, "utf-8")
    return made


@pytest.fixture(scope="module")
def audited(folder: Path) -> Audit:
    sys.path.insert(0, str(folder))
    try:
        return audit(peer_of(str(folder / "adapter.py")), points=6, seconds=0.1)
    finally:
        sys.path.remove(str(folder))


def found(audited: Audit, name: str):
    return next(f for f in audited.found if f.report.name == name)


def test_a_bound_is_safe(audited):
    assert (found(audited, "renyi").verdict, found(audited, "renyi").broken) == ("safe", ())


def test_an_accountant_that_forgets_the_count_is_unsafe(audited):
    forgets = found(audited, "epsilon")
    assert forgets.words == "unsafe"
    assert forgets.ratio == "50.00"
    assert forgets.worst.point == {"scale": 1.0, "count": 2}  # made simple, and off by a factor of 2
    assert [b.wanted.name for b in forgets.broken] == ["count=k as k steps", "rises in scale"]
    loop = forgets.broken[0]
    assert loop.points[0]["count"] == 2


def test_crashes_and_what_is_no_number_are_findings(audited):
    failed = found(audited, "delta")
    reasons = {c.reason for c in failed.report.errors}
    assert reasons == {"Stopped: worker crashed: signal 9", "None, expected a number"}
    assert all(c.point["eps"] > 1.5 for c in failed.report.errors if "signal" in c.reason)
    assert failed.verdict == "safe" if not reasons else "failed"


def test_a_loop_without_end_is_a_finding(audited):
    (case,) = {c.reason for c in found(audited, "busy").report.errors}
    assert case == "Stopped: time limit of 0.1 s reached"


def test_an_estimate_is_not_called_unsafe(audited):
    assert found(audited, "rough").verdict == "estimate"


def test_a_reproducer_runs_and_prints_both_numbers(audited, folder):
    title, code = next(found(audited, "epsilon").reproducers())
    assert title == "unsound"
    done = _python(folder, "-c", code)
    assert done.stdout.splitlines() == ["peer  1.00000000000001", "truth 2.00000000000000"]
    _, loop = list(found(audited, "epsilon").reproducers())[1]
    assert len(_python(folder, "-c", loop).stdout.splitlines()) == 2


def test_the_report_tells_all(audited):
    printed = text(audited.to_json())
    assert summary(audited.to_json()) in printed
    for line in (
        "unsafe    epsilon",
        "count=k as k steps: 1.00000000000001 and 2.00000000000002",
        "# no number (None, expected a number)",
    ):
        assert line in printed
    assert "| epsilon | unsafe | 6 |" in page([audited.to_json()], "dpsym audit-peer adapter.py")


def _python(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    path = os.pathsep.join((str(folder), str(Path(__file__).parent.parent)))
    return subprocess.run(
        [sys.executable, *arguments],
        capture_output=True,
        text=True,
        timeout=60,
        cwd=folder,
        env={**os.environ, "PYTHONPATH": path},
    )


def test_the_command_prints_json(folder):
    done = _python(
        folder, "-m", "dpsym", "audit-peer", "adapter.py", "--function", "epsilon", "--points", "6", "--format", "json"
    )
    assert done.returncode == 1, done.stderr
    (peer,) = json.loads(done.stdout)
    (function,) = peer["functions"]
    assert (peer["peer"], function["words"], function["points"]) == ("made-up", "unsafe", 6)
    assert "made_up.epsilon" in function["reproducers"][0]["code"]


def test_the_command_says_that_all_is_safe(folder):
    done = _python(folder, "-m", "dpsym", "audit-peer", "adapter.py", "--function", "renyi", "--points", "4")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith("1 functions of made-up of no version: 1 safe\n")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("nobody",), "found the peer 'nobody', expected one of dp_accounting, autodp, prv_accountant, opacus"),
        (("absent.py",), "found no file absent.py"),
        (("made_up.py",), "made_up.py: found PEER = None, expected a dpsym.peers.base.Peer"),
        (
            ("adapter.py", "--function", "nothing"),
            "found no function with 'nothing' in its name, expected one of: renyi; epsilon",
        ),
    ],
)
def test_bad_input_is_one_message(folder, arguments, said):
    done = _python(folder, "-m", "dpsym", "audit-peer", *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr
    assert len(done.stderr.splitlines()) == 1


PAGE = Path(__file__).parent.parent / "docs" / "peers.md"


def truth_of(code: str):
    ((module, name),) = re.findall(r"^from (dpsym\.\S+) import (\w+) as truth$", code, re.M)
    return getattr(importlib.import_module(module), name)


def test_the_page_shows_unsound_answers_with_code_for_each():
    """It was made with the peers; here it is read: eight unsound answers at least, and a program for each."""
    shown = PAGE.read_text("utf-8")
    programs = re.findall(r"<summary>unsound</summary>\n\n```py\n(.*?)^```", shown, re.M | re.S)
    assert len(programs) == len(re.findall("^- unsound: ", shown, re.M)) >= 8
    for code in programs:
        ast.parse(code)
        assert callable(truth_of(code))
        assert 'print("peer "' in code
        assert 'print("truth"' in code


def test_the_truths_on_the_page_are_told_again():
    """The lines that print a truth, without the peer."""
    told_there = re.findall(r"^- unsound: .*?, truth (\S+?)(?:,|$)", PAGE.read_text("utf-8"), re.M)
    programs = re.findall(r"<summary>unsound</summary>\n\n```py\n(.*?)^```", PAGE.read_text("utf-8"), re.M | re.S)
    for shown, code in zip(told_there, programs):
        call = ast.parse(code).body[-1].value.args[1]
        point = {k.arg: ast.literal_eval(k.value) for k in call.keywords}
        assert told(truth_of(code), **point)[:10] == shown[:10], code


def test_the_session_on_the_page_prints_what_it_says():
    failed, tried = doctest.testfile(str(PAGE), module_relative=False)
    assert (failed, tried > 5) == (0, True)


def test_a_peer_that_is_not_there_is_named():
    with pytest.raises(
        ObjectError, match="no-such-peer is not installed here, expected a peer that is: pip install no-such-peer"
    ):
        installed(Peer("no_such_peer", "no-such-peer", ()))


@pytest.mark.parametrize("name", PEERS)
def test_the_table_asks_for_what_the_truths_take(name):
    """Each truth is told at the corners of the domain of each function."""
    from dpsym.testing.domains import domain_of
    from dpsym.testing.sound import as_ball

    for function in PEERS[name].functions:
        count, untold = 0, []
        for point in domain_of(function.domain).points(6, 0):
            try:
                count += as_ball(function.truth(**point, digits=20), 20).is_nan() is False
            except ObjectError as error:
                untold.append(str(error))
        assert count >= 3, function.name
        assert all("do not decide" in said for said in untold), (function.name, untold)
    assert peer_of(name.replace("_", "-")) is PEERS[name]
