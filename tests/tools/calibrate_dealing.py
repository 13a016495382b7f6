"""How the truth ranks among what is dealt, in many games of an edition.

    python tests/tools/calibrate_dealing.py [EDITION …] [--games 500] [--deals 99] [--choice 4] [--engine native]

Prints a table in Markdown, a line for each edition: how likely ranks are so uneven if all is right. Exit code 1 if
one of these is below 1 in 10,000.
"""

from __future__ import annotations

import argparse
import sys
from functools import partial
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from dealing.calibration import BINS, STATISTICS, Ranks, ranks
from properties.every import shipped
from properties.kit import rules
from rulewright.runtime.session.native_backend import EngineName

LEVEL = 1e-4


def calibrated(edition: str, games: int, deals: int, choice: int, engine: EngineName) -> Ranks:
    """The ranks in games of an edition with some number of players; the native engine tells no stories."""
    low, high = rules(edition).players
    players, told = max(low, min(4, high)), engine == "python"
    begun = partial(rules(edition).new_game, players, told=told, ask_forced=True, engine=engine)
    return ranks(begun, games, deals, choice)


def main() -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("editions", nargs="*", metavar="EDITION", help="all that are shipped")
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--deals", type=int, default=99)
    parser.add_argument("--choice", type=int, default=4, help="of the seat, before which is dealt")
    parser.add_argument("--engine", choices=("python", "native"), default="python")
    given = parser.parse_args()
    print(
        "| edition | games | " + " | ".join(f"{name}: chance, ranks" for name in STATISTICS) + " |"
    )
    print("|---" * (2 + len(STATISTICS)) + "|")
    worst = 1.0
    for edition in given.editions or shipped():
        found = calibrated(edition, given.games, given.deals, given.choice, given.engine)
        told = [
            f"{found.chance(name):.4f}, {' '.join(str(found.of[name][n]) for n in range(BINS))}"
            for name in STATISTICS
        ]
        print(f"| `{edition}` | {found.games} | {' | '.join(told)} |", flush=True)
        worst = min(worst, *(found.chance(name) for name in STATISTICS))
    return int(worst < LEVEL)


if __name__ == "__main__":
    sys.exit(main())
