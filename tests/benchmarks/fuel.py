"""What the steps cost that a decision takes: the same games with and without them, in turns in one process.

`python tests/benchmarks/fuel.py [EDITION] [PLAYERS] [PAIRS]`
"""

from __future__ import annotations

import sys
import time
from statistics import median
from unittest.mock import patch

from rulewright.runtime.game.playing_out import played_out
from rulewright.runtime.lower import passes
from rulewright.runtime.lower.passes.fuel import metered
from rulewright.runtime.lower.passes.overflow_bounds import bounded
from rulewright.runtime.python.python_engine import PythonEngine
from rulewright.runtime.session.rules.rulebook import load_rulebook

GAMES = 10
"""Games in a turn; the engines take turns so often that a slow moment of the machine meets both."""


def engine_without(edition: str, players: int, left_out: tuple[object, ...]) -> PythonEngine:
    """The Python engine of a game that was made without some of the passes."""
    kept = tuple(each for each in passes.CUTTING if each not in left_out)
    with patch.object(passes, "CUTTING", kept):
        return PythonEngine(load_rulebook(edition).module(players))


def seconds(engine: PythonEngine, first: int) -> float:
    """What some games take, of processor time."""
    begun = time.process_time()
    for seed in range(first, first + GAMES):
        played_out(engine, seed, seed + 1)
    return time.process_time() - begun


def main(edition: str = "classic", players: str = "5", pairs: str = "150") -> None:
    """Print the middle of the ratios."""
    plain = engine_without(edition, int(players), (metered, bounded))
    for name, left_out in (("steps", (bounded,)), ("bounds", (metered,)), ("both", ())):
        engine = engine_without(edition, int(players), left_out)
        ratios = []
        for turn in range(int(pairs)):
            first = turn * GAMES
            if turn % 2:
                with_it, without = seconds(engine, first), seconds(plain, first)
            else:
                without, with_it = seconds(plain, first), seconds(engine, first)
            ratios.append(with_it / without)
        print(f"{edition}, {players} players, {name}: {median(ratios):.3f}")


if __name__ == "__main__":
    main(*sys.argv[1:])
