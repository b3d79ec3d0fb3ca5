"""`dpsym check` with LaTeX: documents, standard input, a claim on the command line."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import dpsym

ROOT = Path(dpsym.__file__).parent.parent
PROOF = (
    "# A lemma\n\nLet $x > 0$.\n\n$$x \\le e^{x} \\quad (1)$$\n\n$$\\le x + 1 \\quad (2)$$\n\n$$\\sigma(x + 1) = 1$$\n"
)


def run(*arguments: str, stdin: str = "", cwd: Path | None = None) -> tuple[int, str, str]:
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-m", "dpsym", *arguments],
        input=stdin, capture_output=True, text=True, encoding="utf-8", cwd=cwd, env=environment, timeout=120,
    )  # fmt: skip
    return done.returncode, done.stdout, done.stderr


def test_a_markdown_file(tmp_path: Path) -> None:
    (tmp_path / "proof.md").write_text(PROOF, "utf-8")
    code, out, err = run("check", "proof.md", "--timeout", "5", cwd=tmp_path)
    assert code == 1, err
    assert "proof.md:7:3: refuted [(2)] \\le x + 1   at x = 1/2" in out
    assert "proof.md:9:3: refused \\sigma(x + 1) = 1   sigma(...) may be a function or a product" in out
    assert "x \\le e^{x}" not in out
    assert "proof.md: 3 displays, 2 read, 1 refused; 2 steps: 1 proved, 1 refuted" in out


def test_json(tmp_path: Path) -> None:
    (tmp_path / "proof.tex").write_text(PROOF, "utf-8")
    code, out, _ = run("check", "proof.tex", "--json", "--timeout", "5", cwd=tmp_path)
    assert code == 1
    assert [json.loads(line)["verdict"] for line in out.splitlines()] == ["proved", "refuted", "refused"]


def test_readings_alone(tmp_path: Path) -> None:
    (tmp_path / "proof.txt").write_text(PROOF, "utf-8")
    code, out, _ = run("check", "proof.txt", "--reading", cwd=tmp_path)
    assert code == 0
    assert "x <= exp(x)" in out
    assert "refused: line 9, column 3" in out


def test_standard_input() -> None:
    code, out, _ = run("check", "-", stdin="$$x^2 \\ge 0$$")
    assert (code, "proved" in out) == (0, True)
    code, out, _ = run("check", "-", stdin="x**2 >= 0")
    assert (code, out.startswith("proved")) == (0, True)


def test_a_claim_in_latex() -> None:
    code, out, _ = run("check", r"\tanh(\varepsilon/2) \le \varepsilon/2", "--where", r"\varepsilon > 0")
    assert (code, out.startswith("proved    tanh(eps/2) <= eps/2")) == (0, True)
    code, _, err = run("check", r"1/2\varepsilon \le 1")
    assert code == 2
    assert "line 1, column 1: ambiguous" in err


def test_a_claim_about_probabilities_says_what_a_refutation_rests_on() -> None:
    code, out, _ = run("check", r"e^{\epsilon}\Pr[A] \le (1+\epsilon)\Pr[A]", "--where", r"\epsilon > 0")
    assert code == 1
    assert "this rests on Pr[A]" in out
    code, out, _ = run("check", r"\sum_{i=1}^k \varepsilon_i \le k\varepsilon")
    assert code == 3
    assert "different quantities" in out


def test_a_document_without_displays(tmp_path: Path) -> None:
    (tmp_path / "empty.tex").write_text("no formula", "utf-8")
    code, _, err = run("check", "empty.tex", cwd=tmp_path)
    assert code == 2
    assert "found no displayed formula" in err


SOFT = "Let $x \\ge 0$. Since $x \\le 1$, $$x^2 \\le x.$$\n"


def test_conditions_from_outside_and_what_counts_as_a_failure(tmp_path: Path) -> None:
    (tmp_path / "soft.md").write_text(SOFT, "utf-8")
    code, out, _ = run("check", "soft.md", cwd=tmp_path)
    assert (code, "follows x^2 \\le x   from what is not proved: x \\le 1 (line 1, open)" in out) == (3, True)
    code, out, _ = run("check", "soft.md", "--where", "x <= 1", cwd=tmp_path)
    assert (code, "x <= 1 (--where)" in out) == (0, True)
    assert [run("check", "soft.md", "--fail-on", word, cwd=tmp_path)[0] for word in ("refuted", "follows")] == [0, 3]
    code, _, err = run("check", "soft.md", "--given", "x <= 1", cwd=tmp_path)
    assert (code, "--where adds conditions on symbols" in err) == (2, True)


def test_json_names_lines(tmp_path: Path) -> None:
    text = "Let $x > 0$.\nSet $y = x + 1$.\nThen $$y > x.$$\n"
    (tmp_path / "p.md").write_text(text, "utf-8")
    _, out, _ = run("check", "p.md", "--json", cwd=tmp_path)
    row = json.loads(out)
    assert [(c["line"], c["text"]) for c in row["conditions"]] == [(1, "x > 0")]
    assert [(c["line"], c["text"]) for c in row["substitutions"]] == [(2, "y = x + 1")]
