"""Whether the truth is a deal like others: its rank among what is dealt, in many games by lot.

If deals have the odds that the truth has, a number of the truth is as likely to be the lowest of them as of any
other rank. That is exact for any game in which others choose by lot, and needs no list of worlds; but it says only
that deals are right on the whole. A dealer that always deals the truth passes; games that look alike find it.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from functools import cache
from typing import Any

from attrs import define, field

from dealing.chances import even
from dealing.kit import Dealer, decides, determinized, playing
from properties.kit import row_of, state_of
from rulewright import Game
from rulewright.runtime.game.state import GameState

BINS = 10
"""Ranks are counted in so many sorts."""

New = Callable[[int], Game]
"""A game at its beginning, from a seed."""


@cache
def weight(name: str) -> float:
    """A number for a card, by which sums of cards differ."""
    return random.Random(name).random()


def next_seat(game: Game, seat: int) -> float:
    """What the next seat has that this one does not know, as a number."""
    other = (seat + 1) % game.players
    return _unknown(game, seat, lambda zone, number: zone.owner == "player" and number == other)


def on_table(game: Game, seat: int) -> float:
    """What lies in places that belong to nobody and is not known: what is on top in those with order."""
    return _unknown(game, seat, lambda zone, number: zone.owner is None)


STATISTICS = {"next seat": next_seat, "table": on_table}


def _unknown(game: Game, seat: int, wanted: Callable[[Any, int], bool]) -> float:
    """The weights of cards in some places that a seat does not know there."""
    state = state_of(game)
    row, total = row_of(state), 0.0
    for zone in state.game.module.zones.values():
        for number, cell in enumerate(zone.run.cells):
            if wanted(zone, number):
                cards = row[cell][:1] if zone.ordered else row[cell]
                total += sum(_weight(state, card, seat) for card in cards)
    return round(total, 9)


def _weight(state: GameState, card: int, seat: int) -> float:
    known = state.seen.knowers(card) >> seat & 1
    return 0.0 if known else weight(state.game.module.pieces[card].name)


def position(new: New, seed: int, number: int) -> tuple[Game, int] | None:
    """A game by lot where a seat has to choose for the so-and-so-manyth time; None if it is over before.

    That hangs on nothing that the seat cannot know.
    """
    game, chosen = new(seed), 0
    seat = seed % game.players
    for each in playing(game, seed):
        if decides(each, seat):
            if chosen == number:
                return each, seat
            chosen += 1
    return None


@define
class Ranks:
    """How often the truth had which rank, by statistic; and how many games that were."""

    games: int = 0
    of: dict[str, Counter[int]] = field(factory=lambda: {name: Counter() for name in STATISTICS})

    def look_at(self, game: Game, seat: int, deals: int, dealer: Dealer = determinized) -> None:
        """The ranks of one game among so many deals."""
        first = (
            game.seed * deals
        )  # other seeds in each game: else draws would be alike in all of them
        others = [dealer(game, seat, seed) for seed in range(first, first + deals)]
        lot = random.Random(game.seed)
        self.games += 1
        for name, statistic in STATISTICS.items():
            truth, dealt = statistic(game, seat), [statistic(other, seat) for other in others]
            rank = sum(each < truth for each in dealt)
            rank += lot.randint(0, sum(each == truth for each in dealt))
            self.of[name][rank * BINS // (deals + 1)] += 1

    def chance(self, name: str) -> float:
        """How likely ranks are so uneven where all is right."""
        return even(self.of[name], BINS)


def ranks(new: New, games: int, deals: int, number: int, dealer: Dealer = determinized) -> Ranks:
    """Of so many games, the ranks of the truth among so many deals, at the seat's choice of this number."""
    found = Ranks()
    for seed in range(1, 20 * games):
        at = position(new, seed, number)
        if at is not None:
            found.look_at(*at, deals, dealer)
        if found.games == games:
            return found
    raise ValueError(f"hardly any game has a choice of number {number}")
