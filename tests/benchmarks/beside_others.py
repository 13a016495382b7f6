"""Random games per CPU second beside OpenSpiel, RLCard and PettingZoo; with --page it writes docs/speeds.md.

    python tests/benchmarks/beside_others.py [--seconds 2] [--rounds 3] [--page] [--other "python3 path/to/it.py"]

All run in this one process, on one core, in turns; of each the best round counts, as what disturbs only slows. What
is not installed (`pip install open_spiel rlcard pygame`) is named. Another program takes --players, --games and
--seed and prints a line of JSON with games_per_cpu_s; it plays `classic` for five, and is not written to the page.
"""

from __future__ import annotations

import argparse
import json
import random
import shlex
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from os import cpu_count, getloadavg
from pathlib import Path
from time import process_time
from typing import Any, Final, NamedTuple

import numpy as np

import rulewright

PAGE: Final = Path(__file__).parents[2] / "docs" / "speeds.md"
GAMES: Final = 1024
CLASSIC: Final = "classic"

Play = Callable[[float], float]
"""Plays for about so many seconds; returns games per CPU second."""


class Same(NamedTuple):
    """A game that several programs have: our edition, and the others' names for it, if they have it."""

    edition: str
    players: int
    spiel: str
    cards: str = ""
    zoo: str = ""


SAME: Final = (
    Same("kuhn", 2, "kuhn_poker"),
    Same("leduc", 2, "leduc_poker", "leduc-holdem", "leduc_holdem_v4"),
    Same("goofspiel", 2, "goofspiel(imp_info=True)"),
    Same("hearts", 4, "hearts"),
)

LOOP: Final = "OpenSpiel, state loop"
BOTS: Final = "OpenSpiel, C++ bots"
SEEN: Final = "batch, mask and observation"
WAYS: Final = (
    SEEN, "the same, NumPy over the mask", "`totals`", "adapter, state loop", LOOP, BOTS, "RLCard",
    "PettingZoo classic",
)  # fmt: skip
"""The columns of the page, ours first."""


def timed(step: Callable[[], int], seconds: float) -> float:
    """Do a step, which says how many games it ended, until the time is over."""
    ended, begun = 0, process_time()
    while process_time() - begun < seconds:
        ended += step()
    return ended / (process_time() - begun)


def by_index(batch: Any, generator: np.random.Generator) -> None:
    """Choose by a random part of the number of options."""
    batch.choose((generator.random(GAMES, np.float32) * batch.count).astype(np.int32))


def by_mask(batch: Any, generator: np.random.Generator) -> None:
    """Choose by a usual line of NumPy over the mask."""
    batch.step((generator.random(batch.mask.shape, np.float32) * batch.mask).argmax(1))


def in_batches(
    edition: str, players: int, choose: Callable[[Any, np.random.Generator], None] = by_index
) -> Play:
    """Return how to play many of our games side by side, with mask and observation at each decision."""

    def play(seconds: float) -> float:
        batch, generator = rulewright.load(edition).batch(GAMES, players), np.random.default_rng(1)

        def step() -> int:
            choose(batch, generator)
            return int(batch.done.sum())

        return timed(step, seconds)

    return play


def in_totals(edition: str, players: int) -> Play:
    """Return how to play whole random games of ours for their sums."""

    def play(seconds: float) -> float:
        rules, seed = rulewright.load(edition), iter(range(1, 2**62, GAMES))
        return timed(lambda: rules.totals(GAMES, players, next(seed)).games, seconds)

    return play


def of_other(command: str) -> Play:
    """Return how to play 1,000 games of five in another program."""

    def play(seconds: float) -> float:
        given = ["--players", "5", "--games", "1000", "--seed", "1"]
        run = [*shlex.split(command), *given]
        done = subprocess.run(run, capture_output=True, text=True, check=True)
        return float(json.loads(done.stdout.strip().splitlines()[-1])["games_per_cpu_s"])

    return play


def state_loop(game_of: Callable[[], Any]) -> Play:
    """Return how to play a game of OpenSpiel, or ours as one, from Python; it is made once."""
    game_of = cache(game_of)

    def play(seconds: float) -> float:
        game, lot = game_of(), random.Random(1)

        def step() -> int:
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    outcomes, odds = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(lot.choices(outcomes, odds)[0])
                else:
                    state.apply_action(lot.choice(state.legal_actions()))
            return 1

        return timed(step, seconds)

    return play


def of_bots(name: str, players: int) -> Play:
    """Return how to play a game of OpenSpiel by its uniform bots in C++."""

    def play(seconds: float) -> float:
        import pyspiel

        game, seeds = pyspiel.load_game(name), iter(range(2**31))
        bots = [pyspiel.make_uniform_random_bot(seat, seat) for seat in range(players)]

        def step() -> int:
            pyspiel.evaluate_bots(game.new_initial_state(), bots, next(seeds))
            return 1

        return timed(step, seconds)

    return play


def of_cards(name: str) -> Play:
    """Return how to play a game of RLCard, which always makes what the player sees."""

    def play(seconds: float) -> float:
        import rlcard

        table, lot = rlcard.make(name), random.Random(1)

        def step() -> int:
            state, _ = table.reset()
            while not table.is_over():
                state, _ = table.step(lot.choice([*state["legal_actions"]]))
            return 1

        return timed(step, seconds)

    return play


def of_zoo(name: str) -> Play:
    """Return how to play a classic game of PettingZoo, with observation and mask at each decision."""

    def play(seconds: float) -> float:
        env, seeds = import_module(f"pettingzoo.classic.{name}").env(), iter(range(2**31))

        def step() -> int:
            seed = next(seeds)
            env.reset(seed=seed)
            lot = np.random.default_rng(seed)
            for _ in env.agent_iter():
                seen, _, ended, cut, _ = env.last()
                mask = None if ended or cut else seen["action_mask"]
                env.step(None if mask is None else int((lot.random(mask.shape) * mask).argmax()))
            return 1

        return timed(step, seconds)

    return play


def ways_of(same: Same) -> dict[str, Play]:
    """Return the ways to play a game."""

    def theirs() -> Any:
        import pyspiel

        return pyspiel.load_game(same.spiel)

    def ours() -> Any:
        return rulewright.envs.open_spiel(same.edition, same.players)

    plays = {
        SEEN: in_batches(same.edition, same.players),
        WAYS[1]: in_batches(same.edition, same.players, by_mask),
        WAYS[2]: in_totals(same.edition, same.players),
        WAYS[3]: state_loop(ours),
        LOOP: state_loop(theirs),
        BOTS: of_bots(same.spiel, same.players),
    }
    if same.cards:
        plays["RLCard"] = of_cards(same.cards)
    if same.zoo:
        plays["PettingZoo classic"] = of_zoo(same.zoo)
    return plays


def measured(games: Sequence[Same], seconds: float, rounds: int) -> dict[tuple[str, str], float]:
    """Return the best round of each way to play each game, after one that warms up; nothing if not installed."""
    plays = {(same.edition, way): play for same in games for way, play in ways_of(same).items()}
    best = dict.fromkeys(plays, 0.0)
    for turn in range(rounds + 1):
        for key, play in plays.items():
            try:
                best[key] = max(best[key], play(seconds) if turn else 0 * play(seconds / 2))
            except ImportError:
                best.pop(key)
        plays = {key: play for key, play in plays.items() if key in best}
    return best


def page(games: Sequence[Same], best: dict[tuple[str, str], float]) -> str:
    """Return the page as Markdown: a table, and how it was measured."""
    lines = [
        "# Speeds",
        "",
        "Random games per CPU second, on one core, in one run; *×* divides by OpenSpiel's state loop from Python.",
        "",
        f"| | {' | '.join(f'{same.edition}, {same.players} players | ×' for same in games)} |",
        "|---" + "|--:|--:" * len(games) + "|",
    ]
    for way in WAYS:
        cells = []
        for same in games:
            speed, base = best.get((same.edition, way)), best.get((same.edition, LOOP))
            cells.append(f"{speed:,.0f}" if speed else "–")
            cells.append(f"{speed / base:.3g}" if speed and base else "–")
        ours = "" if way in WAYS[4:] else "Rulewright, "
        lines.append(f"| {ours}{way} | {' | '.join(cells)} |")
    lines += [
        "",
        f"{'; '.join(versions())}; Python {sys.version.split()[0]}; "
        f"{cpu_count()} cores, load {getloadavg()[0]:.1f}. "
        f"A batch has {GAMES:,} games. `python tests/benchmarks/beside_others.py --page` measures again.",
    ]
    return "\n".join(lines) + "\n"


def versions() -> Iterator[str]:
    """Yield what took part, and what is not installed."""
    for name in ("rulewright", "numpy", "open_spiel", "rlcard", "pettingzoo"):
        try:
            yield f"{name} {version(name)}"
        except PackageNotFoundError:
            yield f"{name} is not installed"


def main(arguments: list[str] | None = None) -> Any:
    """Measure, print, and write the page if that is wanted."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--page", action="store_true")
    parser.add_argument("--other", help="the command of another program")
    given = parser.parse_args(arguments)
    best = measured(SAME, given.seconds, given.rounds)
    text = page(SAME, best)
    print(text)
    if given.other:
        base, ours = of_other(given.other)(0), in_batches(CLASSIC, 5)(given.seconds)
        print(
            f"classic: other program {base:,.0f} games/s, batch {ours:,.0f}: {ours / base:.2f} times"
        )
    if given.page:
        PAGE.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
