"""Deals games anew for a seat, in every edition, and looks whether the seat could tell them from the real ones.

    python tests/long/try_twins.py [EDITION …] [--pairs N] [--processes N]

Of each pair the seat's view, options, story and who decides have to be equal, now and as both go on alike until
something hidden shows; what is known must not have moved. Where the seat decides, the player that searches thinks
about both: its answers have to be the same. Prints a table in Markdown, a line for each edition. Exit code 1 if a
seat could tell a pair apart, or answered otherwise: the table says with which seed.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from itertools import count
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from attrs import define, field

from long.all_editions import try_all
from properties.kit import rules, some
from properties.twins import check
from rulewright import Game
from rulewright.players.portions import Budget
from rulewright.players.searching import think

SHARE = 0.03
"""Of the decisions of a game, at how many pairs are made."""

THOUGHT = Budget(64)
MOST_PROBLEMS = 3
HEADS = ("edition", "pairs", "answers compared", "the same", "wrong")


@define
class Tried:
    """What came of the pairs of an edition."""

    edition: str
    pairs: int = 0
    compared: int = 0
    same: int = 0
    wrong: list[str] = field(factory=list)

    def line(self) -> tuple[object, ...]:
        """Its line of the table."""
        told = "; ".join(self.wrong) or "nothing"
        return self.edition, self.pairs, self.compared, self.same, told

    def look_at(self, game: Game, seat: int, seed: int) -> None:
        """One pair."""
        self.pairs += 1
        try:
            check(game, seat, seed)
        except AssertionError as error:
            self.wrong.append(f"seed {seed}, seat {seat}: {str(error).splitlines()[:1]}")
        decision = game.decision
        if decision is not None and decision.player == seat and len(decision.options) > 1:
            twin = game.determinize(seat, seed)
            self.compared += 1
            if think(game, THOUGHT, 1).index == think(twin, THOUGHT, 1).index:
                self.same += 1
            else:
                self.wrong.append(f"seed {seed}, seat {seat}: another answer")


def games(edition: str) -> Iterator[tuple[Game, int]]:
    """Positions of games by lot with any number of players, with their seeds."""
    low, high = rules(edition).players
    for seed in count(1000):
        players = low + seed % (high - low + 1)
        game = rules(edition).new_game(players, seed, ask_forced=seed % 2 == 0)
        for _ in some(game, seed, SHARE):
            yield game, seed


def tried(edition: str, pairs: int) -> Tried:
    """So many pairs of an edition: for the seat that decides, and for one by lot."""
    found = Tried(edition)
    for game, seed in games(edition):
        assert game.decision is not None
        for seat in (game.decision.player, random.Random(seed).randrange(game.players)):
            if found.pairs == pairs or len(found.wrong) == MOST_PROBLEMS:
                return found
            found.look_at(game, seat, seed)
    raise AssertionError("games have no end")


if __name__ == "__main__":
    sys.exit(try_all(__doc__.split("\n")[0], HEADS, tried))
