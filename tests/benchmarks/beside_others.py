"""Decisions per CPU second of random play, beside OpenSpiel and RLCard; with --page it writes docs/speeds.md.

    python tests/benchmarks/beside_others.py [--seconds 2] [--rounds 3] [--page] [--other "python3 path/to/it.py"]

All run in this one process, on one core, in turns; of each the best round counts, as what disturbs only slows. What
is not installed (`pip install open_spiel rlcard`) is left out and named. Another program takes --players, --games
and --seed and prints a line of JSON with games_per_cpu_s and decisions_per_game; it is measured in the same turns,
against `classic` for five, and not written to the page.
"""

from __future__ import annotations

import argparse
import json
import random
import shlex
import subprocess
import sys
from collections.abc import Callable, Iterator
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from os import getloadavg
from pathlib import Path
from time import process_time
from typing import Any, Final, NamedTuple

import numpy as np

import rulewright

PAGE: Final = Path(__file__).parents[2] / "docs" / "speeds.md"
GAMES: Final = 1024
TABLES: Final = (("classic", 5), ("modern", 5), ("caravan", 4), ("oh-hell", 4), ("expeditions", 2))
SPIEL: Final = ("hearts", "leduc_poker", "gin_rummy")
CARDS: Final = ("leduc-holdem", "uno", "doudizhu")

OTHER: Final = "other"

Play = Callable[[float], float]
"""Plays for about so many seconds; returns decisions per CPU second."""


class Row(NamedTuple):
    """A way to play: which program, which game, and with what at each decision."""

    program: str
    game: str
    given: str
    play: Play


def timed(step: Callable[[], int], seconds: float) -> float:
    """Do a step, which says how many decisions it made, until the time is over."""
    made, begun = 0, process_time()
    while process_time() - begun < seconds:
        made += step()
    return made / (process_time() - begun)


def by_index(batch: Any, generator: np.random.Generator) -> None:
    """Choose by a random part of the number of options."""
    batch.choose((generator.random(GAMES, np.float32) * batch.count).astype(np.int32))


def by_sample(batch: Any, generator: np.random.Generator) -> None:
    """Choose by the batch's own way over the mask."""
    batch.step(batch.sample(generator))


def by_mask(batch: Any, generator: np.random.Generator) -> None:
    """Choose by a usual line of NumPy over the mask."""
    batch.step((generator.random(batch.mask.shape) * batch.mask).argmax(1))


WAYS: Final = {
    "mask, seen": by_index,
    "mask, seen, `sample`": by_sample,
    "mask, seen, NumPy": by_mask,
}
"""How a choice is made where a batch gives mask and observation."""


def in_batches(
    edition: str,
    players: int,
    *,
    seen: bool,
    choose: Callable[[Any, np.random.Generator], None] = by_index,
) -> Play:
    """Return how to play many of our games side by side."""

    def play(seconds: float) -> float:
        batch = rulewright.load(edition).batch(GAMES, players, mask=seen, observation=seen)
        generator = np.random.default_rng(1)

        def step() -> int:
            choose(batch, generator)
            return GAMES

        return timed(step, seconds)

    return play


def of_other(command: str) -> Play:
    """Return how to play 1,000 games of five in another program."""

    def play(seconds: float) -> float:
        given = ["--players", "5", "--games", "1000", "--seed", "1"]
        run = [*shlex.split(command), *given]
        done = subprocess.run(run, capture_output=True, text=True, check=True)
        result = json.loads(done.stdout.strip().splitlines()[-1])
        return float(result["games_per_cpu_s"] * result["decisions_per_game"])

    return play


def move_by_move(edition: str, players: int) -> Play:
    """Ours, one game after the other, a choice at a time from Python."""

    def play(seconds: float) -> float:
        rules, lot = rulewright.load(edition), random.Random(1)

        def step() -> int:
            game = rules.new_game(players, seed=lot.getrandbits(32), engine="native", told=False)
            while (decision := game.decision) is not None:
                game.choose(lot.randrange(len(decision.options)))
            return len(game.decisions)

        return timed(step, seconds)

    return play


def of_spiel(name: str, *, seen: bool) -> Play:
    """A game of OpenSpiel; `seen`: the tensor of what the player knows at each decision."""

    def play(seconds: float) -> float:
        import pyspiel

        game, lot = pyspiel.load_game(name), random.Random(1)
        recalls = game.get_type().provides_information_state_tensor

        def step() -> int:
            state, made = game.new_initial_state(), 0
            while not state.is_terminal():
                if state.is_chance_node():
                    outcomes, odds = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(lot.choices(outcomes, odds)[0])
                    continue
                if seen and recalls:
                    state.information_state_tensor(state.current_player())
                elif seen:
                    state.observation_tensor(state.current_player())
                state.apply_action(lot.choice(state.legal_actions()))
                made += 1
            return made

        return timed(step, seconds)

    return play


def of_cards(name: str) -> Play:
    """A game of RLCard, which always makes what the player sees."""

    def play(seconds: float) -> float:
        import rlcard

        table, lot = rlcard.make(name), random.Random(1)

        def step() -> int:
            state, _ = table.reset()
            made = 0
            while not table.is_over():
                state, _ = table.step(lot.choice([*state["legal_actions"]]))
                made += 1
            return made

        return timed(step, seconds)

    return play


def rows(other: str | None = None) -> Iterator[Row]:
    """Yield all ways that can be played here."""
    if other is not None:
        yield Row(OTHER, "5 players", "options", of_other(other))
    for edition, players in TABLES:
        game = f"{edition}, {players} players"
        yield Row("Rulewright, batch", game, "nothing", in_batches(edition, players, seen=False))
        for given, choose in WAYS.items():
            play = in_batches(edition, players, seen=True, choose=choose)
            yield Row("Rulewright, batch", game, given, play)
        yield Row("Rulewright, one game", game, "options", move_by_move(edition, players))
    for name in SPIEL if find_spec("pyspiel") else ():
        yield Row("OpenSpiel", name, "legal actions", of_spiel(name, seen=False))
        yield Row("OpenSpiel", name, "and its tensor", of_spiel(name, seen=True))
    for name in CARDS if find_spec("rlcard") else ():
        yield Row("RLCard", name, "what it sees", of_cards(name))


def measured(seconds: float, rounds: int, other: str | None = None) -> list[tuple[Row, float]]:
    """Return the best round of each way, after one that warms up."""
    found = [*rows(other)]
    best = dict.fromkeys(range(len(found)), 0.0)
    for turn in range(rounds + 1):
        for at, row in enumerate(found):
            speed = row.play(seconds if turn else seconds / 10)
            best[at] = max(best[at], speed if turn else 0)
    return [(row, best[at]) for at, row in enumerate(found)]


def page(found: list[tuple[Row, float]]) -> str:
    """The page as Markdown."""
    hearts = {row.given: speed for row, speed in found if row.game == "hearts"}
    bare, seen = hearts.get("legal actions"), hearts.get("and its tensor")
    lines = [
        "# Speeds",
        "",
        "This page compares decisions per CPU second of random play. All programs ran on one core, in one run "
        f"({', '.join(versions())}; Python {sys.version.split()[0]}; load {getloadavg()[0]:.1f}). "
        "`python tests/benchmarks/beside_others.py --page` measures again and writes this page.",
        "The games differ, so compare orders of magnitude. *Times hearts* divides by OpenSpiel's hearts: "
        "with its tensor where Rulewright computes mask and observation, else without.",
        "",
        "- A decision is a choice of a player. Rulewright takes single options without asking and does not count "
        "them; OpenSpiel and RLCard ask for them and count them.",
        "- Random events take time everywhere and count nowhere.",
        f"- A batch has {GAMES:,} games. It chooses an index below `count`, with *sample* an action by "
        "`batch.sample(generator)`, and with *NumPy* by "
        "`(generator.random(batch.mask.shape) * batch.mask).argmax(1)`.",
        "",
        "| program | game | at each decision | decisions/s | times hearts |",
        "|---|---|---|--:|--:|",
    ]
    for row, speed in found:
        if row.program == OTHER:
            continue
        against = seen if row.given in (*WAYS, "and its tensor", "what it sees") else bare
        times = f"{speed / against:.3g}" if against else ""
        lines.append(f"| {row.program} | {row.game} | {row.given} | {speed:,.0f} | {times} |")
    return "\n".join(lines) + "\n"


def versions() -> Iterator[str]:
    """What took part, and what is not installed."""
    for name in ("rulewright", "numpy", "open_spiel", "rlcard"):
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
    found = measured(given.seconds, given.rounds, given.other)
    text = page(found)
    print(text)
    for _, base in [each for each in found if each[0].program == OTHER]:
        print(f"other program: {base:,.0f} decisions/s; classic in a batch:")
        for row, speed in found:
            if (row.program, row.game) == ("Rulewright, batch", "classic, 5 players"):
                print(f"  {row.given}: {speed / base:.2f} times")
    if given.page:
        PAGE.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
