"""What the steps cost that a decision takes: the same games with and without them, in turns in one process.

`python tests/benchmarks/fuel.py [EDITION] [PLAYERS] [PAIRS]`
"""

from __future__ import annotations

import sys
import time
from statistics import median
from unittest.mock import patch

from rulewright.runtime.game.random_playouts import play_random_game
from rulewright.runtime.lower import passes
from rulewright.runtime.lower.passes.fuel import insert_fuel
from rulewright.runtime.lower.passes.overflow_bounds import insert_overflow_checks
from rulewright.runtime.python.python_engine import PythonEngine
from rulewright.runtime.session.rules.rulebook import load_rulebook

GAMES = 10
"""Games in a turn; the engines take turns so often that a slow moment of the machine meets both."""


def engine_without(edition: str, players: int, left_out: tuple[object, ...]) -> PythonEngine:
    """The Python engine of a game that was made without some of the passes."""
    kept = tuple(each for each in passes.ENGINE_PASSES if each not in left_out)
    with patch.object(passes, "ENGINE_PASSES", kept):
        return PythonEngine(load_rulebook(edition).module(players))


def seconds(engine: PythonEngine, first: int) -> float:
    """What some games take, of processor time."""
    begun = time.process_time()
    for seed in range(first, first + GAMES):
        play_random_game(engine, seed, seed + 1)
    return time.process_time() - begun


def main(edition: str = "classic", players: str = "5", pairs: str = "150") -> None:
    """Print the middle of the ratios."""
    plain = engine_without(edition, int(players), (insert_fuel, insert_overflow_checks))
    for name, left_out in (
        ("steps", (insert_overflow_checks,)),
        ("bounds", (insert_fuel,)),
        ("both", ()),
    ):
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
