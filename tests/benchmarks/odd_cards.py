"""How many times as fast as the Python engine drawn editions with house cards are, and how many games are given up.

    python tests/benchmarks/odd_cards.py [EDITIONS] [GAMES]

Random games, CPU time, both engines in one run, nothing compiled before counted. The aim is 60 times, and less than
one game in a thousand given up.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from itertools import islice
from pathlib import Path
from time import process_time

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from engines.kit import native
from engines.odd_editions import drawn_editions
from rulewright.runtime.game.engine import GameEngine
from rulewright.runtime.game.random_playouts import play_random_games
from rulewright.runtime.ir.random_stream import seed_of_choices
from rulewright.runtime.python.python_engine import PythonEngine

ENOUGH = 20
"""So many times fewer games are played in Python, which is so much slower."""


def games_a_second(engine: GameEngine, seeds: Iterable[int]) -> float:
    """Random games in a second of CPU time."""
    pairs = [(seed, seed_of_choices(seed)) for seed in seeds]
    list(play_random_games(engine, pairs[:1]))  # what plays is compiled when it is first wanted
    begun = process_time()
    played = sum(1 for _ in play_random_games(engine, pairs))
    return played / (process_time() - begun)


def main() -> None:
    """Print a line for each edition."""
    editions = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    games = int(sys.argv[2]) if len(sys.argv) > 2 else 4000
    for module, cast in islice(drawn_editions(1), editions):
        quick, plain = native(module), PythonEngine(module)
        natively = games_a_second(quick, range(games))
        in_python = games_a_second(plain, range(games // ENOUGH))
        told = f"{module.players} players, {len(cast)} cards drawn: {natively:,.0f} games a second"
        times = f"{natively / in_python:.0f} times the Python engine"
        print(f"{told}, {times}, given up {quick.fallback_games} of {games:,}", flush=True)


if __name__ == "__main__":
    main()
