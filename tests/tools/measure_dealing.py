"""Measure determinizations in every small game and edition, and write docs/dealing.md.

    python tests/tools/measure_dealing.py [--deals 2000] [--positions 10]

For each position of a small game: the worlds that the seat cannot rule out, whether look-alike games get equal
results, and the distance of results from the enumerated probabilities. For each edition: pairs of look-alike games.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterator
from math import pi, sqrt
from pathlib import Path
from typing import Any

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from dealing.alike import Line, alike
from dealing.cases import CASES
from dealing.chances import chance_of, distance
from dealing.checks import dealt, ways
from dealing.kit import determinized, log_of
from dealing.reference import Case, counted, look_alikes
from dealing.test_wrong_dealers import WRONG
from properties.every import shipped
from properties.kit import row_of, state_of
from rulewright import Game

DOCUMENT = Path(__file__).resolve().parents[2] / "docs" / "dealing.md"
SEEDS = 20
HEAD = """# What a determinization contains

Written by `{command}`. `Game.determinize` returns a game that its seat cannot tell from the real one, computed from
the seat's log alone ([decision 0026](decisions/0026-determinization-from-logs.md)). This page compares its results
with enumerated worlds. Does it depend on anything the seat cannot know? Does each possible world come as often as
it should?

"""
SMALL = """## Small games

Positions of [small games](../tests/dealing/games). All worlds that the seat cannot rule out are enumerated, with
their probabilities if opponents choose at random ([reference.py](../tests/dealing/reference.py)).

- *Alike*: games with other deals and other choices of opponents in which the seat saw the same. *Logs*: how many
  different logs they have. *Results*: how many different series of determinizations they get ({seeds} seeds). Both
  should be 1.
- *Reached*: worlds that came in {deals} determinizations; *impossible*: results that are no such world.
- *TV*: total variation distance from the enumerated probabilities, and the expected distance of a fair sample of
  that size; *p*: probability of a larger distance (Pearson).

| position | worlds | probability | alike | logs | results | reached | impossible | TV (fair) | p |
|---|--:|---|--:|--:|--:|--:|--:|---|--:|
"""
EDITIONS = """
## Editions

Random games in which two cards that the seat never saw are exchanged in the deal, or an opponent chose differently,
and the seat saw the same ([alike.py](../tests/dealing/alike.py)). Each pair is determinized with {seeds} seeds.

| edition | pairs | different logs | different results |
|---|--:|--:|--:|
"""
OTHERS = "\n## Following a log\n"
"""The heading of the first section that other programs measure; from there on the page is kept as it is."""

WRONG_HEAD = """
## Dealers with planted mistakes

Each fails the tests that are named ([test_wrong_dealers.py](../tests/dealing/test_wrong_dealers.py)). A fair
dealer, which draws from the enumerated worlds, passes all.

| dealer | result | fails |
|---|---|---|
"""


def logs(games: list[Game], seat: int) -> int:
    """Return how many different logs `games` have for `seat`."""
    found = [log_of(game, seat) for game in games]
    return sum(all(log != other for other in found[:n]) for n, log in enumerate(found))


def line_of(case: Case, deals: int) -> str:
    """Return the row of a position."""
    odds, games = counted(case).odds, look_alikes(case)
    found = dealt(case, determinized, deals)
    fair = sum(sqrt(2 * each * (1 - each) / (pi * deals)) for each in odds.values()) / 2
    cells = (
        f"`{case}`",
        len(odds),
        f"{min(odds.values()):.3f}–{max(odds.values()):.3f}",
        len(games),
        logs(games, case.seat),
        len(ways(case, determinized, SEEDS)),
        f"{len(set(found) & set(odds))} of {len(odds)}",
        sum(count for world, count in found.items() if world not in odds),
        f"{distance(found, odds):.3f} ({fair:.3f})",
        f"{chance_of(found, odds):.2g}",
    )
    return f"| {' | '.join(map(str, cells))} |"


def line_of_edition(edition: str, positions: int) -> str:
    """Return the row of an edition."""
    count = other_logs = otherwise = 0
    for number in range(1, positions + 1):
        line = Line.numbered(edition, number)
        for _, other in alike(line, random.Random(number)):
            count += 1
            other_logs += logs([line.position, other], line.seat) == 2
            otherwise += any(
                row(line.position, line.seat, seed) != row(other, line.seat, seed)
                for seed in range(SEEDS)
            )
    return f"| `{edition}` | {count} | {other_logs} | {otherwise} |"


def row(game: Game, seat: int, seed: int) -> list[object]:
    """Return the state of a determinization as a row."""
    return row_of(state_of(determinized(game, seat, seed)))


def page(deals: int, positions: int, command: str) -> Iterator[str]:
    """Yield the page in parts, up to the sections that other programs measure."""
    yield HEAD.format(command=command) + SMALL.format(seeds=SEEDS, deals=f"{deals:,}")
    for case in CASES:
        yield line_of(case, deals) + "\n"
    yield EDITIONS.format(seeds=SEEDS)
    for edition in shipped():
        yield line_of_edition(edition, positions) + "\n"
    yield WRONG_HEAD
    fails: dict[Any, list[str]] = {}
    for dealer, test, case in WRONG:
        fails.setdefault(dealer, []).append(f"{test.__name__} at `{case}`")
    for dealer, tests in fails.items():
        about = (dealer.__doc__ or "").split("\n")[0].removeprefix("Return ").rstrip(".")
        yield f"| `{dealer.__name__}` | {about} | {', '.join(tests)} |\n"


def main() -> None:
    """Write the page, except for the sections that other programs measure."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--deals", type=int, default=2000)
    parser.add_argument("--positions", type=int, default=10, help="of each edition")
    given = parser.parse_args()
    parts = []
    command = (
        f"python tests/tools/measure_dealing.py --deals {given.deals} --positions {given.positions}"
    )
    for part in page(given.deals, given.positions, command):
        parts.append(part)
        print(part, end="", flush=True)
    old = DOCUMENT.read_text(encoding="utf-8")
    DOCUMENT.write_text("".join(parts) + old[old.index(OTHERS) :], encoding="utf-8")


if __name__ == "__main__":
    main()
