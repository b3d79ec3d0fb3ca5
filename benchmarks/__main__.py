"""`python -m benchmarks [PART ...] [--save]` with the parts listed below, `python -m benchmarks claims|compare [FILE ...]`"""

from __future__ import annotations

import argparse
import sys
from importlib import import_module

from .tables import Part, save, show

PARTS = (
    "evaluator", "prover", "profiles", "replay", "derivations", "sampling", "composition", "accounting", "numbers_loss", "startup",
    "documents",
)  # fmt: skip


def main() -> int:
    """Runs the parts that are asked for, all by default; the exit code is 1 if a goal is missed."""
    if sys.argv[1:2] == ["compare"]:
        from .compare.command import main as compare

        return compare(sys.argv[2:])
    if sys.argv[1:2] == ["claims"]:
        from .certify import main as claims

        return claims(sys.argv[2:])
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks",
        description="Measures dpsym.",
        epilog="claims and compare have options of their own: see claims --help, compare --help.",
    )
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"one of {', '.join(PARTS)}; all of them by default")
    parser.add_argument("--save", action="store_true", help="write results/*.json and the tables of README.md")
    arguments = parser.parse_args()
    unknown = [part for part in arguments.parts if part not in PARTS]
    if unknown:
        parser.error(f"found the part {unknown[0]!r}, expected one of {', '.join(PARTS)}")
    met = True
    for name in arguments.parts or PARTS:
        part: Part = import_module(f".{name}", __package__).measure()
        show(part)
        if arguments.save:
            save(part)
        met = met and part.met
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main())
