"""All rules of the kernel as one table, from their own declarations: `dpsym trust --rules`, and docs/kernel.md.

A rule's docstring begins with its inference figure, `premises ⊢ conclusion`; lines that begin with "- " are its side conditions.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from inspect import cleandoc

from ..kernel.laws.rules import RULES as LAW_RULES
from ..kernel.reals.rules import RULES as REAL_RULES


def declaration(rule: type) -> tuple[str, tuple[str, ...]]:
    """The inference figure of a rule and its side conditions."""
    figure, *paragraphs = cleandoc(rule.__doc__ or "").split("\n\n")
    listed = next((p for p in paragraphs if p.startswith("- ")), "")
    items = listed.replace("\n  ", " ").split("\n") if listed else []
    return " ".join(figure.split()), tuple(" ".join(item.removeprefix("- ").split()) for item in items)


def rules_table() -> str:
    """Markdown: one row for each rule, those for real numbers first."""
    rows: Iterable[tuple[str, Mapping[str, tuple[type, object]]]] = (
        ("Real numbers", REAL_RULES),
        ("All laws", LAW_RULES),
    )
    lines = []
    for title, rules in rows:
        lines += [f"**{title}**", "", "| rule | premises ⊢ conclusion | side conditions |", "|---|---|---|"]
        for name, (rule, _) in rules.items():
            figure, conditions = declaration(rule)
            lines.append(f"| `{name}` | {_cell(figure)} | {_cell('; '.join(conditions))} |")
        lines.append("")
    return "\n".join(lines)


def _cell(text: str) -> str:
    return text.replace("|", "\\|")
