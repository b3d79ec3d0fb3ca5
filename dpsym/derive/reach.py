"""How far a failure spreads: asked before anything is proved."""

from __future__ import annotations

from ..kernel.reals.findings import Fails, Region, spread_over
from ..kernel.verdicts import Rejected, refusal


def out_of_reach(region: Region, p: Fails) -> Rejected | None:
    """None if failure at the values of p, once it is shown, spreads over its whole piece."""
    return refusal("", lambda: spread_over("piece", region, p))
