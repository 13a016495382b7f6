"""Plays many random games of every edition, for every number of players and with every option, and looks at them.

    python tests/tools/play_all.py [EDITION …] [--games N] [--option-games N] [--casts N] [--output FILE]

With the revised edition so many casts are drawn by lot for each number of players, too. Every game has to end with
cards, coins and scores in order; one of five hundred is looked at all along, with options, saves and secrets.
Prints a table in Markdown, a line for each way to play. Exit code 1 if something was wrong: the table says with
which seed.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from random import Random
from time import perf_counter

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from attrs import define, field

from properties.every import check_end, check_game, shipped, ways
from properties.kit import Table
from rulewright import RulesError, load

GAMES, OPTION_GAMES, CASTS = 1000, 100, 20
DRAWN = "modern"
"""The edition whose casts are drawn by lot: it has a choice of characters for every rank."""

ONE_OF = 500
"""One game of so many is looked at all along."""

OFTEN, SELDOM = 0.1, 0.05
MOST_PROBLEMS = 3
HEADS = (
    "edition", "players", "option or cast", "games", "decisions: fewest", "mean", "most", "shared wins",
    "highest score", "lowest", "seconds", "wrong",
)  # fmt: skip


@define
class Played:
    """What came of the games of one way to play."""

    table: Table
    decisions: list[int] = field(factory=list)
    scores: list[int] = field(factory=list)
    shared: int = 0
    seconds: float = 0
    wrong: list[str] = field(factory=list)

    def line(self) -> tuple[object, ...]:
        """Its line of the table."""
        made, scores = self.decisions or [0], self.scores or [0]
        options = ", ".join([*self.table.options, *self.table.cast]) or "–"
        return (
            self.table.edition, self.table.players, options, len(self.decisions), min(made),
            f"{sum(made) / len(made):.0f}", max(made), self.shared, max(scores), min(scores),
            f"{self.seconds:.0f}", "; ".join(self.wrong) or "nothing",
        )  # fmt: skip


def play(table: Table, games: int) -> Played:
    """Play one way so often; give up after a few things that are wrong."""
    played = Played(table)
    begun = perf_counter()
    for seed in range(games):
        try:
            _play(played, seed)
        except Exception as error:
            first = str(error).split("\n")[0]
            played.wrong.append(f"seed {seed}: {type(error).__name__} {first}".strip())
            if len(played.wrong) == MOST_PROBLEMS:
                break
    played.seconds = perf_counter() - begun
    return played


def _play(played: Played, seed: int) -> None:
    if seed % ONE_OF == 0:
        game = check_game(played.table, seed, OFTEN, SELDOM)
    else:
        game = played.table.new(seed)
        game.playout(seed)
        check_end(game)
    outcome = game.outcome
    assert outcome is not None
    played.decisions.append(game.made)
    played.scores += outcome.scores
    played.shared += len(outcome.winners) > 1


def drawn(casts: int) -> Iterator[Table]:
    """Ways to play with a character by lot for every rank, those of rank 9 only where they may play."""
    rules, lot = load(DRAWN), Random(0)
    by_rank: dict[int, list[str]] = {}
    whole = rules.with_cast(rules.castable)
    for name in rules.castable:
        card = whole.card(name)
        if card.kind == "character":
            by_rank.setdefault(int(str(card.fields["rank"])), []).append(name)
    low, high = rules.players
    made = 0
    while made < casts * (high - low + 1):
        cast = tuple(lot.choice(sorted(by_rank[rank])) for rank in sorted(by_rank))
        table = Table(DRAWN, low + made // casts, (), cast[: 8 + lot.randrange(2)])
        try:
            table.new(0)
        except RulesError:
            continue  # Some need more players than there are, or a ninth.
        yield table
        made += 1


def recording_setup(lines: Iterable[tuple[object, ...]]) -> Iterator[str]:
    """The table in Markdown."""
    yield f"| {' | '.join(HEADS)} |"
    yield "|" + "---|" * len(HEADS)
    for line in lines:
        yield f"| {' | '.join(str(cell).replace('|', ' ') for cell in line)} |"


def main() -> int:
    """Play all that was asked for, with two processes."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("editions", nargs="*", metavar="EDITION", help="all that are shipped")
    parser.add_argument("--games", type=int, default=GAMES, help="for each number of players")
    parser.add_argument(
        "--option-games", type=int, default=OPTION_GAMES, help="with each option or cast"
    )
    parser.add_argument(
        "--casts", type=int, default=CASTS, help="by lot, for each number of players"
    )
    parser.add_argument("--output", type=Path, help="write the table into this file")
    given = parser.parse_args()
    editions = given.editions or shipped()
    tables = [table for edition in editions for table in ways(edition)]
    if DRAWN in editions:
        tables += drawn(given.casts)
    games = [given.option_games if t.options or t.cast else given.games for t in tables]
    with ProcessPoolExecutor(2) as pool:
        played = list(pool.map(play, tables, games))
    text = "\n".join(recording_setup(each.line() for each in played)) + "\n"
    if given.output is not None:
        given.output.write_text(text, encoding="utf-8")
    print(text, end="")
    return int(any(each.wrong for each in played))


if __name__ == "__main__":
    sys.exit(main())
