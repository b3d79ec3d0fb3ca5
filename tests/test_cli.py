"""The command line's contract: what goes to stdout, what to stderr, and the exit codes."""

from __future__ import annotations

import json
import os
import pty
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from dpsym.cli import main as cli
from dpsym.encoding.reals import certificate_to_json
from dpsym.kernel.reals.rules.logic import Sign
from dpsym.kernel.statements import Certificate, Claim, Have
from dpsym.kernel.terms import num
from dpsym.kernel.verdicts import Evidence, Open, Proved, Refuted, Undefined, Verdict
from dpsym.reading.text.claims import read_claims
from dpsym.running.answer import Answer
from dpsym.search.outcome import Budget, Sampled

Run = Callable[..., tuple[int, str, str]]


def fake_decide(claim: Claim) -> Answer:
    """The verdict depends on the right-hand side: 1 proved, 2 refuted, 3 undefined, anything else open."""
    point = tuple((name, num(1, 2)) for name in claim.domain.names)
    known: dict[str, Verdict] = {
        "1": Proved(claim, (Evidence("sign", "exact"),), Certificate(claim, (), point)),
        "2": Refuted(claim, point),
        "3": Undefined(claim, point, claim.lhs, "division by zero"),
    }
    result = known.get(str(claim.rhs.value), Open(claim, reason="budget ended"))
    return Answer(result, Sampled(10, 50, "0.25", point, "agrees"), 0.01)


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Run:
    """Runs the command line in this process, with the verdicts of `fake_decide`: exit code, stdout, stderr."""

    def decide_all(claims, budget, jobs=None, on_done=None):
        answers = {}
        for index in reversed(range(len(claims))):  # the last one is ready first
            answers[index] = fake_decide(claims[index])
            on_done(index, answers[index])
        return [answers[index] for index in range(len(claims))]

    monkeypatch.setattr("dpsym.running.checking.decide_all", decide_all)

    def call(*arguments: str) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as ended:
            cli.main(arguments)
        out, err = capfd.readouterr()
        return int(ended.value.code or 0), out, err

    return call


def dpsym(*arguments: str, **options) -> subprocess.CompletedProcess[str]:
    """Runs the command line for real."""
    command = [sys.executable, "-m", "dpsym", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, **options)


# -- one claim ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rhs", "verdict", "code"), [(1, "proved", 0), (2, "refuted", 1), (3, "undefined", 1), (4, "open", 3)]
)
def test_one_claim(run: Run, rhs: int, verdict: str, code: int) -> None:
    found, out, err = run("check", f"x <= {rhs}", "--where", "x > 0")
    assert (found, err) == (code, "")
    assert out.startswith(f"{verdict:<9} x <= {rhs}   for x > 0")
    assert "\x1b" not in out


@pytest.mark.parametrize(
    ("rhs", "verdict", "code"), [(1, "proved", 0), (2, "refuted", 1), (3, "undefined", 1), (4, "open", 3)]
)
def test_one_claim_as_json(run: Run, rhs: int, verdict: str, code: int) -> None:
    found, out, err = run("check", f"x <= {rhs}", "--where", "x > 0", "--json")
    assert (found, err, out.count("\n")) == (code, "", 1)
    answer = json.loads(out)
    assert (answer["verdict"], answer["claim"], answer["where"]) == (verdict, f"x <= {rhs}", ["x > 0"])


@pytest.mark.parametrize(
    ("rhs", "verdict", "code"), [(1, "Proved", 0), (2, "Refuted", 1), (3, "Undefined", 1), (4, "Open", 3)]
)
def test_one_claim_as_latex(run: Run, rhs: int, verdict: str, code: int) -> None:
    found, out, err = run("check", f"x <= {rhs}", "--where", "x > 0", "--latex", "--explain")
    assert (found, err) == (code, "")
    packages, head, claim, *_ = out.splitlines()
    assert packages == r"% needs \usepackage{amsmath, amssymb, amsthm}"
    assert head == rf"\noindent\textbf{{{verdict}.}} For $x > 0$:"
    assert claim == rf"\[ x \le {rhs} \]"
    assert "tried" not in out


def test_a_chain_is_as_good_as_its_worst_link(run: Run) -> None:
    code, out, _ = run("check", "x <= 1 <= 2")
    assert code == 1
    assert [line.split()[0] for line in out.splitlines()] == ["proved", "refuted"]
    assert run("check", "4 >= x == 1")[0] == 3


def test_conditions_may_be_repeated(run: Run) -> None:
    conditions = ["--where", "x > 0", "--where", "y > 0", "--given", "x <= y", "--given", "y <= 1", "--let", "s = x*y"]
    _, out, _ = run("check", "x + y <= s + 1", *conditions, "--json")
    answer = json.loads(out)
    assert answer["where"] == ["x > 0", "y > 0"]
    assert answer["given"] == ["x <= y", "y <= 1"]
    assert answer["claim"] == "x + y <= x*y + 1"


def test_a_condition_on_a_symbol_that_is_not_there_draws_a_note(run: Run) -> None:
    assert run("check", "esp <= 1", "--where", "eps > 0")[2] == (
        "note: eps has a condition, but does not occur in the claim; did you mean esp?\n"
    )
    assert run("check", "eps <= 1", "--where", "eps > 0")[2] == ""


@pytest.mark.parametrize(
    ("claim", "line"),
    [
        ("x <= 2*x", "no condition was given on x: the claim holds for x >= 0"),
        ("exp(-x*y) <= 1/(x*y)", "no condition was given on x and y: the claim holds for x > 0, y > 0"),
        ("sqrt(x) <= x + 1", "no condition was given on x: the claim holds for x >= 0"),
    ],
)
def test_what_fails_for_want_of_a_condition_says_so(claim: str, line: str) -> None:
    done = dpsym("check", claim)
    assert done.returncode == 1
    assert line in done.stdout


def test_what_fails_with_its_conditions_has_no_such_line() -> None:
    assert "no condition" not in dpsym("check", "x >= 2*x", "--where", "x > 0").stdout
    assert "no condition" not in dpsym("check", "x >= x + 1").stdout


def test_a_claim_between_dollar_signs_is_latex() -> None:
    assert dpsym("check", r"$x \le \exp(x)$").stdout.startswith("proved    x <= exp(x)")


def test_a_claim_that_starts_with_a_minus_is_no_option(run: Run) -> None:
    assert run("check", "-x <= 1", "--where", "-1 < x")[:2] == run("check", "--where", "-1 < x", "--", "-x <= 1")[:2]
    assert run("check", "-x <= 1", "--where", "-1 < x")[0] == 0


def test_a_claim_from_stdin() -> None:
    assert dpsym("check", "-", input="(x <= 1").returncode == 2
    done = subprocess.run([sys.executable, "-m", "dpsym", "check", "-"], input=b"\xff", capture_output=True)
    assert done.returncode == 2
    assert b"UTF-8" in done.stderr


# -- bad input ---------------------------------------------------------------------------------------------------------

BAD = {
    "syntax": (["check", "x <= (1"], "^"),
    "unknown function": (["check", "foo(x) <= 1"], "foo"),
    "empty": (["check", ""], "error"),
    "no relation": (["check", "x + 1"], "relation"),
    "assignment": (["check", "x = 1"], "=="),
    "empty domain": (["check", "x <= 1", "--where", "x > 1, x < 0"], "error"),
    "tower": (["check", "x <= 10**10**10"], "error"),
    "nested": (["check", "(" * 10_000 + "x" + ")" * 10_000 + " <= 1"], "error"),
    "import": (["check", "__import__('os') <= 1"], "error"),
    "attribute": (["check", "x.__class__ <= 1"], "error"),
    "where": (["check", "x <= 1", "--where", "x >"], "where"),
    "given": (["check", "x <= 1", "--given", "x"], "given"),
    "let": (["check", "x <= 1", "--let", "x"], "let"),
    "negative time": (["check", "x <= 1", "--timeout", "-1"], "positive"),
    "no time": (["check", "x <= 1", "--timeout", "0"], "positive"),
    "nan": (["check", "x <= 1", "--timeout", "nan"], "positive"),
    "infinite time": (["check", "x <= 1", "--timeout", "inf"], "positive"),
    "no number": (["check", "x <= 1", "--timeout", "soon"], "--timeout"),
    "jobs": (["check", "x <= 1", "--jobs", "0"], "jobs"),
    "missing file": (["check", "missing.toml"], "missing.toml: cannot read it"),
    "latex": (["check", "proof.tex"], "proof.tex: No such file"),
    "two styles": (["check", "x <= 1", "--json", "--latex"], "expected one of them"),
    "option": (["check", "x <= 1", "--wher", "x > 0"], "--wher"),
    "command": (["chek", "x <= 1"], "chek"),
    "nothing": (["check"], "CLAIM"),
    "save to nowhere": (["check", "x <= 1", "--save", "no/such/place.json"], "no/such/place.json"),
    "save to a directory": (["check", "x <= 1", "--save", "."], "expected the name of a file"),
    "missing certificate": (["replay", "missing.json"], "missing.json: cannot read it"),
    "trust in nothing": (["trust"], "--kernel"),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_input_is_one_message_and_exit_code_2(run: Run, name: str) -> None:
    arguments, expected = BAD[name]
    code, out, err = run(*arguments)
    assert (code, out) == (2, "")
    assert expected in err
    assert "Traceback" not in err
    assert len(err.splitlines()) <= 5
    assert max(map(len, err.splitlines())) < 500


def test_errors_as_json_leave_stdout_empty(run: Run) -> None:
    code, out, err = run("check", "x <= (", "--json")
    assert (code, out) == (2, "")
    assert "error: " in err


# -- files -------------------------------------------------------------------------------------------------------------


def write_claims(tmp_path: Path, *claims: tuple[str, str, str]) -> str:
    path = tmp_path / "claims.toml"
    tables = [
        f'[[claim]]\nid = "{id}"\nclaim = "{claim}"\n' + (f'expect = "{expect}"\n' if expect else "")
        for id, claim, expect in claims
    ]
    path.write_text("\n".join(tables))
    return str(path)


def test_a_file_is_answered_in_its_order_with_a_summary(run: Run, tmp_path: Path) -> None:
    claims = [("a", "x <= 1", "proved"), ("b", "x <= 2", "refuted"), ("c", "x <= 4", "proved"), ("d", "x <= 3", "")]
    code, out, err = run("check", write_claims(tmp_path, *claims))
    assert (code, err) == (1, "")
    lines = [line for line in out.splitlines() if not line.startswith("   ")]
    assert [line.split()[:2] for line in lines[:4]] == [
        ["a:", "proved"], ["b:", "refuted"], ["c:", "open"], ["d:", "undefined"],
    ]  # fmt: skip
    assert out.endswith(
        "\n4 claims: 1 proved, 1 refuted, 1 undefined, 1 open; 2 of 3 as expected\n  c  expected proved, got open\n"
    )


def test_a_file_as_json_is_one_object_a_line_in_its_order(run: Run, tmp_path: Path) -> None:
    claims = [(f"n{n}", f"x <= {n}", "open") for n in range(20)]
    _, out, err = run("check", write_claims(tmp_path, *claims), "--json")
    answers = [json.loads(line) for line in out.splitlines()]
    assert [answer["id"] for answer in answers] == [f"n{n}" for n in range(20)]
    assert {answer["expect"] for answer in answers} == {"open"}
    assert err == ""


def test_a_file_as_latex_has_everything_else_in_comments(run: Run, tmp_path: Path) -> None:
    claims = [("a", "x <= 1", "proved"), ("b", "x <= 2", "refuted"), ("c", "x <= 4", "")]
    _, out, err = run("check", write_claims(tmp_path, *claims), "--latex")
    assert err == ""
    assert [line for line in out.splitlines() if line.startswith("% ") and "needs" not in line] == [
        "% a",
        "% b",
        "% c",
        "% 3 claims: 1 proved, 1 refuted, 1 open; 2 of 2 as expected",
    ]
    assert out.count("\\textbf{") == 3


@pytest.mark.parametrize(
    ("verdicts", "code"),
    [
        ([(1, ""), (1, "proved")], 0),
        ([(2, "refuted"), (3, "undefined"), (4, "open"), (1, "proved")], 0),
        ([(4, ""), (1, "")], 3),
        ([(4, "proved")], 3),
        ([(4, "refuted")], 3),
        ([(4, ""), (2, "")], 1),
        ([(4, ""), (3, "")], 1),
        ([(1, "refuted")], 1),
        ([(1, "open")], 1),
        ([(2, "undefined"), (4, "proved")], 1),
    ],
)
def test_exit_codes_of_files(run: Run, tmp_path: Path, verdicts: list[tuple[int, str]], code: int) -> None:
    claims = [(f"c{k}", f"x <= {n}", expect) for k, (n, expect) in enumerate(verdicts)]
    assert run("check", write_claims(tmp_path, *claims))[0] == code


def test_a_file_states_its_own_conditions(run: Run, tmp_path: Path) -> None:
    code, out, err = run("check", write_claims(tmp_path, ("a", "x <= 1", "")), "--where", "x > 0")
    assert (code, out) == (2, "")
    assert "--where" in err


# -- certificates ------------------------------------------------------------------------------------------------------


def test_certificates_are_saved_for_what_is_proved(run: Run, tmp_path: Path) -> None:
    target = tmp_path / "cert.json"
    assert run("check", "x <= 1", "--save", str(target)) == (0, run("check", "x <= 1")[1], "")
    assert isinstance(json.loads(target.read_text()), dict)
    saved = target.read_text()
    code, _, err = run("check", "1 >= x == 1", "--save", str(target))  # the first link is open
    assert (code, "no certificate" in err, target.read_text() == saved) == (3, True, True)
    other = tmp_path / "other.json"
    code, _, err = run("check", "x <= 2", "--save", str(other))
    assert (code, "no certificate" in err, other.exists()) == (1, True, False)


def test_certificates_of_a_file_go_to_a_directory(run: Run, tmp_path: Path) -> None:
    path = write_claims(tmp_path, ("a", "x <= 1", ""), ("b", "x <= 2", "refuted"), ("c", "y <= 1", ""))
    code, _, err = run("check", path, "--save", str(tmp_path / "certs"))
    assert code == 0
    assert err == f"saved 2 of 3 certificates in {tmp_path / 'certs'}\n"
    assert sorted(p.name for p in (tmp_path / "certs").iterdir()) == ["a.json", "c.json"]


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"", "not JSON"),
        (b"{", "line 1, column 2"),
        (b"\xff\xfe{", "UTF"),
        (b"[]", "empty list"),
        (b"3", "not a certificate"),
        (b"{}", "not a certificate"),
        (b"[{}, 1]", "not a certificate"),
        (b"[" * 100_000, "cert.json"),
        (b"9" * 10_000, "not a certificate"),
        (b"NaN", "not a certificate"),
    ],
)
def test_replay_refuses_what_is_no_certificate(run: Run, tmp_path: Path, data: bytes, expected: str) -> None:
    path = tmp_path / "cert.json"
    path.write_bytes(data)
    code, out, err = run("replay", str(path))
    assert (code, out) == (2, "")
    assert expected in err
    assert "Traceback" not in err


def test_replay_rejects_a_certificate_without_a_proof(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "cert.json"
    run("check", "x <= 1", "--save", str(path))
    code, out, err = run("replay", str(path))
    assert (code, err) == (1, "")
    assert out.startswith("rejected  x <= 1")
    assert [line.split()[0] for line in out.splitlines()[1:]] == ["step", "found", "expected"]
    code, out, _ = run("replay", str(path), "--json")
    assert (code, json.loads(out)["replay"]) == (1, "rejected")


@pytest.fixture
def certificate(tmp_path: Path) -> str:
    """A certificate by hand, of exp(x) + x >= 0 for x > 0: the sign of each term shows it."""
    (claim,) = read_claims("exp(x) + x >= 0", where=["x > 0"])
    proof = (Have("goal", claim.fact, Sign()),)
    path = tmp_path / "by-hand.json"
    path.write_text(json.dumps(certificate_to_json(Certificate(claim, proof, (("x", num(1)),)))))
    return str(path)


def test_replay_of_a_certificate(run: Run, certificate: str) -> None:
    assert run("replay", certificate) == (0, "proved    exp(x) + x >= 0   for x > 0   replayed 1 step\n", "")
    code, out, _ = run("replay", "--json", certificate)
    assert (code, json.loads(out)["replay"], json.loads(out)["steps"]) == (0, "proved", 1)


def test_replay_of_several_certificates_rejects_if_one_is_wrong(run: Run, certificate: str) -> None:
    good = json.loads(Path(certificate).read_text())
    bad = json.loads(json.dumps(good))
    bad["claim"]["relation"] = "<"
    Path(certificate).write_text(json.dumps([good, bad]))
    code, out, err = run("replay", certificate)
    assert (code, err) == (1, "")
    assert [line.split()[0] for line in out.splitlines()] == ["proved", "rejected", "step", "found", "expected"]


def test_replay_loads_neither_search_nor_sympy(certificate: str) -> None:
    """That is what makes it start fast; benchmarks/startup.py has the times."""
    code = (
        "import sys\nfrom dpsym.cli.main import main\n"
        "try:\n    main(sys.argv[1:])\nfinally:\n"
        "    print(sorted({m.split('.')[0] for m in sys.modules} & {'sympy', 'mpmath', 'matplotlib', 'theorems'}),\n"
        "          [m for m in sys.modules if m.startswith(('dpsym.search', 'dpsym.objects', 'dpsym.derive'))])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, "replay", certificate], capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1] == "[] []"


def test_a_real_certificate_is_found_saved_and_replayed(tmp_path: Path) -> None:
    path = str(tmp_path / "cert.json")
    found = dpsym("check", "tanh(eps/2) <= eps/2", "--where", "eps > 0", "--save", path)
    assert (found.returncode, found.stderr) == (0, "")
    replayed = dpsym("replay", path)
    assert (replayed.returncode, replayed.stderr) == (0, "")
    assert replayed.stdout.startswith("proved    tanh(eps/2) <= eps/2   for eps > 0   replayed ")
    answer = json.loads(dpsym("replay", path, "--json").stdout)
    assert (answer["replay"], answer["claim"]) == ("proved", "tanh(eps/2) <= eps/2   for eps > 0")


# -- processes ---------------------------------------------------------------------------------------------------------

STUCK = """
import sys
import signal
signal.signal(signal.SIGINT, signal.default_int_handler)  # who starts the tests may have it ignored
import dpsym.search.deciding as search
from dpsym.cli.main import main
search.decide = lambda claim, budget: sum(range(10**12))
main(sys.argv[1:])
"""


def test_the_time_limit_holds() -> None:
    """What is stuck would be so for hours; how soon after the limit it ends is not asked of a busy machine."""
    command = [sys.executable, "-c", STUCK, "check", "x <= 1", "--timeout", "0.1"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert done.returncode == 3
    assert done.stdout.startswith("open      x <= 1   for x in reals   time limit of 0.8 s of processor time reached")


def test_ctrl_c_ends_with_130_and_no_traceback() -> None:
    command = [sys.executable, "-c", STUCK, "check", "x <= 1"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
    end = time.monotonic() + 60
    while not children.read_text() and time.monotonic() < end:
        time.sleep(0.02)
    workers = children.read_text().split()
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out, err) == (130, "", "interrupted\n")
    assert workers
    assert not any(Path(f"/proc/{worker}").exists() for worker in workers)


def test_an_internal_error_is_loud() -> None:
    broken = STUCK.replace("sum(range(10**12))", "1 // 0")
    done = subprocess.run([sys.executable, "-c", broken, "check", "x <= 1"], capture_output=True, text=True, timeout=30)
    assert done.returncode == 4
    assert "internal error" in done.stdout
    assert "internal error" in done.stderr
    assert "ZeroDivisionError" in done.stderr


def test_a_reader_that_goes_away_is_no_error() -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "dpsym", "trust", "--kernel"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    err = process.stderr.read()
    process.stderr.close()
    assert (process.wait(timeout=30), err) == (141, b"")


def test_an_output_that_cannot_show_a_character_gets_an_escape(tmp_path: Path) -> None:
    path = tmp_path / "claims.toml"
    path.write_text('[[claim]]\nid = "ε"\nclaim = "x <="\n', "utf-8")
    done = dpsym("check", str(path), env={**os.environ, "PYTHONIOENCODING": "ascii"})
    assert done.returncode == 2
    assert "claim '\\u03b5'" in done.stderr


def test_colour_and_progress_on_a_terminal_only(tmp_path: Path) -> None:
    quick = STUCK.replace(
        "sum(range(10**12))",
        "Outcome(Open(claim, reason='budget ended'), Sampled(0, 50, '', (), 'inconclusive'), 0.0)",
    ).replace(
        "import sys",
        "import sys\nfrom dpsym.search.outcome import *\nfrom dpsym.kernel.verdicts import Open",
    )
    path = write_claims(tmp_path, *[(f"c{n}", f"x <= {n}", "") for n in range(4)])
    leader, follower = pty.openpty()
    env = {k: v for k, v in os.environ.items() if k != "NO_COLOR"} | {"TERM": "xterm-256color", "COLUMNS": "200"}
    process = subprocess.Popen([sys.executable, "-c", quick, "check", path], stdout=follower, stderr=follower, env=env)
    os.close(follower)
    shown = b""
    while True:
        try:
            chunk = os.read(leader, 4096)
        except OSError:
            break
        shown += chunk
    os.close(leader)
    assert process.wait(timeout=30) == 3
    assert b"\x1b[1;33mopen\x1b[0m" in shown
    assert b"deciding" in shown
    assert b"4 claims: 4 open" in shown


def test_version(run: Run) -> None:
    from dpsym import __version__

    assert run("--version") == (0, f"dpsym {__version__}\n", "")


def test_trust_prints_the_size_of_the_kernel(run: Run) -> None:
    code, out, err = run("trust", "--kernel")
    assert (code, err) == (0, "")
    assert out.startswith("the kernel: ")


def test_a_budget_reaches_the_workers(monkeypatch: pytest.MonkeyPatch, run: Run) -> None:
    seen: list[tuple[Budget, int | None]] = []

    def decide_all(claims, budget, jobs=None, on_done=None):
        seen.append((budget, jobs))
        return [fake_decide(claim) for claim in claims]

    monkeypatch.setattr("dpsym.running.checking.decide_all", decide_all)
    run("check", "x <= 1", "--timeout", "2.5", "--jobs", "3")
    assert seen == [(Budget(seconds=2.5), 3)]
