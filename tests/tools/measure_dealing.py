"""What the dealer does in every small game and edition: docs/dealing.md.

    python tests/tools/measure_dealing.py [--deals 2000] [--positions 10]

Of each position of a small game: how many worlds the seat cannot rule out, in how many ways games that look alike
to it are dealt, and how far what is dealt is from the counted odds. Of each edition: pairs that look alike.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterator
from math import pi, sqrt
from pathlib import Path

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
the seat's log alone ([decision 0026](decisions/0026-determinization-from-logs.md)). Here its results are compared
with worlds that are enumerated: does it depend on anything the seat cannot know, and does each possible world come
as often as it should?

"""
SMALL = """## Small games

Positions of [small games](../tests/dealing/games) in which every world that the seat cannot rule out is counted,
with its odds if others choose by lot ([reference.py](../tests/dealing/reference.py)).

- *Alike*: games by other deals and other choices of others in which the seat saw and was told the same; *logs*: how
  many logs they have; *ways*: in how many ways they are dealt, by {seeds} seeds each. Both should be 1.
- *Dealt*: worlds that came in {deals} deals; *impossible*: deals that cannot be.
- *TV*: total variation of what is dealt from the odds, and how much a fair sample of that size has; *p*: how likely
  a fair dealer is as far off (Pearson).

| position | worlds | odds | alike | logs | ways | dealt | impossible | TV (fair) | p |
|---|--:|---|--:|--:|--:|--:|--:|---|--:|
"""
EDITIONS = """
## Editions

Games by lot in which two cards that the seat never saw are exchanged in the deal, or somebody else chose otherwise,
and the seat saw and was told the same ([alike.py](../tests/dealing/alike.py)); each pair is dealt by {seeds} seeds.

| edition | pairs | with other logs | dealt otherwise |
|---|--:|--:|--:|
"""
OTHERS = "\n## Keeping up with a log\n"
"""With this begins what other programs print for the page; it stays as it is."""

WRONG_HEAD = """
## Dealers that are wrong on purpose

Each fails the test that is named ([test_wrong_dealers.py](../tests/dealing/test_wrong_dealers.py)); a fair one,
that draws from the counted worlds, passes all.

| dealer | what it does | fails | at |
|---|---|---|---|
"""


def logs(games: list[Game], seat: int) -> int:
    """How many different logs games have for a seat."""
    found = [log_of(game, seat) for game in games]
    return sum(all(log != other for other in found[:n]) for n, log in enumerate(found))


def line_of(case: Case, deals: int) -> str:
    """The line of a position."""
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
    """The line of an edition."""
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
    """All of what is dealt."""
    return row_of(state_of(determinized(game, seat, seed)))


def page(deals: int, positions: int, command: str) -> Iterator[str]:
    """The page up to what other programs print, in parts."""
    yield HEAD.format(command=command) + SMALL.format(seeds=SEEDS, deals=f"{deals:,}")
    for case in CASES:
        yield line_of(case, deals) + "\n"
    yield EDITIONS.format(seeds=SEEDS)
    for edition in shipped():
        yield line_of_edition(edition, positions) + "\n"
    yield WRONG_HEAD
    for dealer, test, case in WRONG:
        about = (dealer.__doc__ or "").split("\n")[0].rstrip(".")
        yield f"| `{dealer.__name__}` | {about} | {test.__name__} | `{case}` |\n"


def main() -> None:
    """Write the page anew, but what other programs print for it."""
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
