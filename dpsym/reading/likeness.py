"""Names and words that are alike: for searching, and to suggest what was meant by a name that is not there."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from difflib import get_close_matches

from ..notation import unicode_name

NEAREST = 3  # suggestions


def folded(text: str) -> str:
    """The text for comparisons: no accents, no capitals, `eps` for ε and epsilon, spaces for underscores and dots in names."""
    text = "".join(unicode_name(c) or c for c in text)
    plain = "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))
    plain = re.sub(r"(?<=[^\W\d])[_.](?=\w)", " ", plain.casefold())  # not in 0.5
    return plain.replace("varepsilon", "eps").replace("epsilon", "eps")


def nearest(name: str, known: Iterable[str]) -> list[str]:
    """The names that are most like this one, the nearest first; none if none is like it."""
    written = {folded(k): k for k in known}
    return [written[found] for found in get_close_matches(folded(name), written, NEAREST, 0.6)]


def perhaps(names: Iterable[str]) -> str:
    """`; did you mean a, b or c?`, empty without names."""
    *others, last = [*names] or [""]
    return f"; did you mean {', '.join(others)}{' or ' if others else ''}{last}?" if last else ""
