"""Theorems outside the library: files, modules and packages, with certificates beside them."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from dpsym.cli import main as cli
from dpsym.library.base import LibraryError
from dpsym.library.outside import is_outside, opened
from dpsym.library.upkeep import Outcome, Upkeep
from dpsym.library.verifying import Verifier

Run = Callable[..., tuple[int, str, str]]

BASE = """
from dpsym.library.theorem import Integrate, Pointwise, Real, Theorem, forall, have
from dpsym.objects.language import Ge, Int, Law, Le, Point, Symbol, exp, pos

x = Point("x")
P, Q = Law("P", x), Law("Q", x)
p, q = P.density, Q.density
eps = Symbol("eps")
over = Int(pos(p - q), x)
excess = Theorem(
    title="Laws within e^ε differ by at most e^ε − 1", about=[P, Q], where=[Ge(eps, 0)],
    given={"near": forall(x, Le(p, exp(eps) * q))}, claim=Le(over, exp(eps) - 1),
    proof=[
        have("cut", forall(x, Le(pos(p - q), (exp(eps) - 1) * q)), by=Pointwise(["near"], cases=[Ge(p, q)])),
        have("sum", Le(over, (exp(eps) - 1) * Int(q, x)), by=Integrate(x, "cut")),
        have("goal", by=Real(["sum", "Q.mass"])),
    ],
    witness=({"eps": 1}, {P: [1], Q: [1]}),
)
"""
CITING = """
from dpsym.library.entries import Formula
from dpsym.library.theorem import Cite, Theorem, have
from BASE import P, Q, eps, excess
from theorems.total_variation import bound as of_the_library

again = Theorem(
    title="It cites", about=[P, Q], where=excess.where, given=excess.given, claim=excess.claim,
    proof=[have("goal", by=Cite(excess))], witness=excess.witness,
)
library = Theorem(
    title="It cites the library", about=of_the_library.about, where=of_the_library.where, given=of_the_library.given,
    claim=of_the_library.claim, proof=[have("goal", by=Cite(of_the_library))], witness=({"eps": 1, "delta": 0}, {P: [1], Q: [1]}),
)
line = Formula(title="A line", claim="1 + eps <= exp(eps)")
"""


@pytest.fixture(autouse=True)
def forgotten() -> Iterator[None]:
    """Modules of a test are not there in the next one."""
    modules, path = dict(sys.modules), list(sys.path)
    yield
    sys.path[:] = path
    for name in [n for n in sys.modules if n not in modules and not n.startswith(("dpsym", "theorems"))]:
        del sys.modules[name]


@pytest.fixture
def run(capfd: pytest.CaptureFixture[str]) -> Run:
    def call(*arguments: str) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as ended:
            cli.main(arguments)
        out, err = capfd.readouterr()
        return int(ended.value.code or 0), out, err

    return call


def two_files(folder: Path, names: tuple[str, str] = ("own_base", "own_bounds")) -> Path:
    base, citing = names
    (folder / f"{base}.py").write_text(BASE, "utf-8")
    (folder / f"{citing}.py").write_text(CITING.replace("BASE", base), "utf-8")
    return folder / f"{citing}.py"


def test_a_file_is_certified_verified_shown_and_replayed(tmp_path: Path, run: Run) -> None:
    """What it cites of another file comes first; the file that is saved replays with the kernel alone, without the library."""
    file, saved = two_files(tmp_path), tmp_path / "all.json"
    assert run("verify", str(file))[0] == 1  # there are no certificates yet
    code, out, _ = run("certify", str(file), "--save", str(saved))
    assert code == 0
    assert [line.split()[:2] for line in out.splitlines()] == [
        ["made", "own_base.excess"],
        ["made", "own_bounds.again"],
        ["made", "own_bounds.library"],
        ["made", "own_bounds.line"],
    ]
    stored = sorted(p.name for p in (tmp_path / "certificates").iterdir())
    assert stored == [f"own_{n}.json" for n in ("base.excess", "bounds.again", "bounds.library", "bounds.line")]
    code, out, _ = run("verify", str(file), "total_variation.bound")
    assert code == 0
    assert out.splitlines()[:4] == [
        "proved    own_bounds.again", "proved    own_bounds.library", "proved    own_bounds.line", "proved    total_variation.bound"
    ]  # fmt: skip
    code, out, _ = run("show", f"{file}:again")
    assert code == 0
    assert "by the theorem own_base.excess" in out
    code, out, _ = run("show", str(file))
    assert code == 0
    assert out.endswith("3 entries\n")
    code, out, _ = run("replay", str(saved))
    assert code == 0
    assert [line.split()[1] for line in out.splitlines() if line.startswith("proved")] == [
        "own_base.excess", "own_bounds.again", "total_variation.bound", "own_bounds.library", "1"
    ]  # fmt: skip
    code, out, _ = run("sample", f"{file}:again", "--grid", "eps=1,2")
    assert code == 0
    assert "own_bounds.again" in out


def test_an_entry_that_an_edit_makes_false_is_rejected_and_refuted(tmp_path: Path, run: Run) -> None:
    file = tmp_path / "own_false.py"
    file.write_text(BASE, "utf-8")
    assert run("certify", str(file))[0] == 0
    file.write_text(BASE.replace("claim=Le(over, exp(eps) - 1)", "claim=Le(over, (exp(eps) - 1) / 4)"), "utf-8")
    del sys.modules["own_false"]
    code, out, _ = run("verify", str(file))
    assert code == 1
    assert "found a certificate of another statement" in out
    found = opened([str(file)])
    upkeep = Upkeep(Verifier(found.known, found.shelf), seconds=0.5)
    assert [one.outcome for one in upkeep(found.names)] == [Outcome.FAILED, Outcome.REFUTED]


def test_a_package_and_its_modules(tmp_path: Path) -> None:
    """Relative imports, a module in a folder below, entries that the package hands on: each has the name of its own module."""
    package = tmp_path / "own_package"
    (package / "below").mkdir(parents=True)
    (package / "__init__.py").write_text("from .own_first import excess\n", "utf-8")
    (package / "own_first.py").write_text(BASE, "utf-8")
    (package / "below" / "__init__.py").write_text("", "utf-8")
    text = CITING.replace("from BASE", "from ..own_first")
    (package / "below" / "own_second.py").write_text(text, "utf-8")
    every = ["own_first.excess", "own_second.again", "own_second.library", "own_second.line"]
    found = opened([str(package)])
    assert sorted(found.names) == every
    assert opened([str(package / "below" / "own_second.py") + ":again"]).names == ("own_second.again",)
    made = list(Upkeep(Verifier(found.known, found.shelf))(found.names))
    assert {m.name: m.outcome for m in made if m.name in every} == dict.fromkeys(every, Outcome.MADE)
    assert sorted(p.name for p in package.rglob("own_*.json")) == [f"{n}.json" for n in every]
    assert (package / "below" / "certificates").is_dir()


def test_a_module_that_python_finds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    two_files(tmp_path, ("own_found", "own_finding"))
    (tmp_path / "own_other.py").write_text("raise SystemExit\n", "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    assert is_outside("own_finding")
    assert opened(["own_finding"]).names == ("own_finding.again", "own_finding.library", "own_finding.line")
    assert opened(["own_finding:line"]).names == opened(["own_finding.line"]).names == ("own_finding.line",)
    with pytest.raises(LibraryError, match=r"no entry 'lin'.*line"):
        opened(["own_finding.lin"])
    assert not is_outside("own_other")  # it has nothing to do with theorems, and is not run to find out
    assert not is_outside("json")
    assert not is_outside("laplace.tail")
    assert not is_outside("nothing.of_this_name")


WRONG = {
    "laplace.py": (BASE, "a module called laplace, as a chapter of the library is"),
    "json.py": (BASE, "found another module json"),
    "own-bounds.py": (BASE, "expected a name of letters"),
    "own_empty.py": ("", "found no entry, expected a variable that holds a theorem"),
    "own_slip.py": ("\n\nnothing_here\n", "own_slip.py, line 3: found NameError"),
    "own_syntax.py": ("x = (\n", "own_syntax.py, line 1: found SyntaxError"),
    "own_exit.py": ("import sys\nsys.exit(3)\n", "own_exit.py, line 2: found SystemExit"),
    "own_claim.py": (
        "from dpsym.library.entries import Formula\nbad = Formula(title='', claim='1 <= ')\n",
        "own_claim.py, own_claim.bad: found",
    ),
    "own_field.py": (
        BASE.replace("about=[P, Q]", "about=[P]"),
        "own_field.py, own_field.excess: found",
    ),
    "own_named.py": (
        "from dpsym.library.entries import Formula\nline = Formula(name='made_up.line', title='', claim='1 <= 2')\n",
        "found the name 'made_up.line' written in line, expected none",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", WRONG)
def test_what_cannot_be_read_is_said_with_its_place(name: str, tmp_path: Path, run: Run) -> None:
    text, said = WRONG[name]
    (tmp_path / name).write_text(text, "utf-8")
    for command in ("certify", "verify", "show"):
        code, _, err = run(command, str(tmp_path / name))
        assert code == 2
        assert said in err


def test_names_that_are_not_there(tmp_path: Path) -> None:
    file = tmp_path / "own_near.py"
    file.write_text(BASE, "utf-8")
    with pytest.raises(LibraryError, match=r"no entry 'exces'.*excess"):
        opened([f"{file}:exces"])
    with pytest.raises(LibraryError, match="no such file"):
        opened([str(tmp_path / "nothing.py")])
    with pytest.raises(LibraryError, match=r"a folder without __init__\.py"):
        opened([f"{tmp_path}/"])
    with pytest.raises(LibraryError, match=r"laplace\.tail"):
        opened(["laplace.tial"])


def test_an_entry_without_a_certificate_of_its_own_is_left_out_of_a_file_and_refused_by_name(
    tmp_path: Path, run: Run
) -> None:
    text = "from dpsym.library.entries import Unsettled\nnobody_knows = Unsettled(title='', reason='nobody knows')\n"
    file = tmp_path / "own_open.py"
    file.write_text(BASE + text, "utf-8")
    assert run("certify", str(file))[0] == 0
    code, _, err = run("certify", f"{file}:nobody_knows")
    assert code == 2
    assert "others have no certificate" in err
