"""Batches in lockstep with games of their own, to the last digit, in all editions: native code against `Game`.

    nice -n 15 python tests/tools/lockstep_batches.py [EDITION …] --decisions 100000 --players 5

Actions are drawn by lot, so that rows of choices are taken at once; after each the mask, who decides and how many
options there are is compared, and of games that end rewards, scores and the next seed; at every tenth step what the
decider sees, with what Python works out. Prints a line for each edition, and stops at the first difference.
"""

from __future__ import annotations

import argparse
import random
import sys
from pathlib import Path
from time import process_time

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from engines.batch_kit import Beside, drawn, numbers
from properties.every import shipped
from properties.kit import rules

GAMES, SEEN_EVERY = 16, 10


def in_lockstep(edition: str, players: int, decisions: int, seed: int = 1) -> tuple[int, int, int]:
    """So many decisions of a batch beside games; how many, how many games were over, and what was given up."""
    loaded, lot = rules(edition), random.Random(seed)
    low, high = loaded.players
    players = min(max(players, low), high)
    batch = loaded.batch(GAMES, players, seed)
    beside, made, ended, apart = Beside(loaded, players, batch), 0, 0, 0
    while made < decisions:
        beside.compared()
        if made // GAMES % SEEN_EVERY == 0:
            seen = [batch.observe(game) for game in beside.games]
            assert numbers(batch, "observation") == seen, edition
        actions = drawn(batch, lot)
        beside.chosen(actions)
        batch.step(actions)
        ended += beside.ended()
        apart += len(batch.apart)
        made += GAMES
    return made, ended, apart


def main() -> None:
    """All that was asked for, a line for each."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("editions", nargs="*", metavar="EDITION", help="all that are shipped")
    parser.add_argument("--decisions", type=int, default=100_000, help="of each edition")
    parser.add_argument(
        "--players", type=int, default=5, help="or as near to it as an edition lets"
    )
    given = parser.parse_args()
    print(
        "| edition | decisions | games over | given up by native code | CPU s |\n|---|--:|--:|--:|--:|"
    )
    for edition in given.editions or shipped():
        begun = process_time()
        told = in_lockstep(edition, given.players, given.decisions)
        print(
            f"| {edition} |",
            *(f"{each:,} |" for each in told),
            f"{process_time() - begun:.0f} |",
            flush=True,
        )


if __name__ == "__main__":
    main()
