"""The rules of the real kernel: every inference that a certificate may use, by name."""

from __future__ import annotations

from ...statements import Rule
from .boxes import Balls
from .integers import Induct, Whole
from .integrals import Antiderivative, Dominated, Join, Pointwise
from .logic import (
    Absurd,
    Cases,
    Chain,
    Combine,
    Follows,
    Given,
    Identity,
    Instance,
    Replace,
    Rounding,
    Sign,
    Split,
)
from .patterns import Close, FromPattern, Glue, Ladder, OneSign, Polynomial, Scaled, Sturm
from .sums import Binomial, Cut, Linear, Pascal, Telescope, Termwise

_FIELDS: dict[type[Rule], dict[str, str]] = {
    Given: {},
    Identity: {},
    Rounding: {},
    Sign: {"form": "term?"},
    Follows: {"of": "name"},
    Chain: {"of": "names"},
    Combine: {"using": "pairs", "rest": "term", "signs": "names"},
    Instance: {"of": "name", "at": "pairs", "inside": "names"},
    Replace: {"equal": "name", "of": "name"},
    Cases: {"condition": "term", "yes": "name", "no": "name"},
    Absurd: {"of": "name"},
    Split: {"symbol": "symbol", "of": "names"},
    OneSign: {"of": "name"},
    Polynomial: {},
    Sturm: {"symbol": "symbol"},
    Scaled: {"of": "name", "factor": "term", "signs": "names"},
    Ladder: {"of": "name", "left": "name?", "right": "name?", "order": "int"},
    Close: {"of": "name"},
    Glue: {"of": "names"},
    FromPattern: {"of": "name"},
    Induct: {"symbol": "symbol", "base": "name", "step": "name", "closed": "names"},
    Whole: {"of": "name"},
    Cut: {},
    Termwise: {"of": "name", "nonnegative": "name?"},
    Linear: {"of": "name"},
    Telescope: {"form": "term", "low": "term?", "high": "term?"},
    Binomial: {"x": "term", "y": "term", "factor": "term", "order": "int"},
    Pascal: {"form": "term"},
    Antiderivative: {"of": "term", "low": "term", "high": "term", "order": "int"},
    Pointwise: {"of": "name"},
    Dominated: {"of": "name"},
    Join: {"at": "term"},
    Balls: {"tree": "tree", "prec": "int"},
}

#: Every rule by name, with the kinds of its fields, in order.
RULES = {rule.__name__: (rule, kinds) for rule, kinds in _FIELDS.items()}
