"""All worlds that the history of a seat allows, counted one by one, with their odds if others choose by lot.

Nothing of dealing anew is used. Games are begun with many seeds until every beginning has come up; from each,
every choice of others is tried, and where chance draws, everything that it can draw. What the seat would have seen
or heard otherwise is thrown out at the first decision at which it differs. Beginnings are equally likely, so are
the draws of chance after one choice: that holds in the small games, and tests compare it with frequencies.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import count
from typing import Any, NamedTuple

from dealing.kit import History, World, after, decides, new, playing, seen, world_of
from properties.kit import put_row, row_of, state_of
from rulewright import Game
from rulewright.runtime.ir.layout import RANDOM
from rulewright.runtime.ir.random_stream import generator_state
from tiers import LONG

Key = tuple[Any, ...]

MOST = 12 if LONG else 5
"""Games that look alike are compared, if there are so many."""

FIRST_SEED = 10_000_000
"""Of the games that are counted, far from those that are looked at."""

ENOUGH = 9
"""Times as many tries as were found, and some: after so many none is missed, but once in 8,000 times."""

FAMILIES = {"stirred": 3}
"""How many games of each beginning are tried for games that look alike, where chance goes on otherwise in each."""


class Case(NamedTuple):
    """A position: a small game by lot from a seed, up to where this seat answers for the so-and-so-manyth time."""

    game: str
    seat: int
    answer: int
    seed: int

    def __str__(self) -> str:
        return f"{self.game}-{'ABCD'[self.seat]}{self.answer}-{self.seed}"

    def played(self) -> Game:
        """The position itself."""
        answers = 0
        for game in playing(new(self.game, self.seed), self.seed):
            assert game.decision is not None
            if decides(game, self.seat) and game.decision.kind.startswith("answers"):
                if answers == self.answer:
                    return game
                answers += 1
        raise AssertionError(f"no such answer in {self}")

    @property
    def history(self) -> History:
        """What its seat saw and chose."""
        return History.of(new(self.game, self.seed), self.played().decisions, self.seat)


class Counted(NamedTuple):
    """What a history allows: the odds of each world, and in how many ways one comes there."""

    odds: dict[World, float]
    courses: int
    games: dict[World, Game]
    """One game of each world, that came by these looks."""


def counted(case: Case) -> Counted:
    """The worlds that the seat of a case cannot rule out."""
    return counted_for(case.game, case.seed, tuple(case.played().decisions), case.seat)


@cache
def counted_for(name: str, seed: int, choices: tuple[int, ...], seat: int) -> Counted:
    """The worlds that a seat cannot rule out in the game from a seed in which these were chosen."""
    return worlds(name, History.of(new(name, seed), list(choices), seat))


def worlds(name: str, history: History) -> Counted:
    """The worlds that a history allows, if others choose by lot."""
    shares, courses, games = weighed(name, history, by_lot)
    total = sum(shares.values())
    odds_of = {world: float(share / total) for world, share in sorted(shares.items())}
    return Counted(odds_of, courses, games)


Odds = Callable[[Game, int], Fraction]
"""How likely an option is chosen in a game, by its index."""


def by_lot(game: Game, index: int) -> Fraction:
    """Every option is as likely as any other."""
    assert game.decision is not None
    return Fraction(1, len(game.decision.options))


def weighed(
    name: str, history: History, odds_of: Odds
) -> tuple[dict[World, Fraction], int, dict[World, Game]]:
    """How likely a history leads to each world, if others choose with such odds; how many courses; a game of each.

    States that have become the same are gone on with once.
    """
    now = {
        key: (game, Fraction(1), 1)
        for key, game in beginnings(name).items()
        if seen(game, history.seat, 0) == history.seen[0]
    }
    for step in range(len(history.own)):
        found: dict[Key, tuple[Game, Fraction, int]] = {}
        for game, odds, courses in now.values():
            for key, other, share in _onward(game, history, step, odds_of):
                _, other_odds, other_courses = found.get(key, (other, Fraction(0), 0))
                found[key] = (other, other_odds + odds * share, other_courses + courses)
        now = found
    shares, games = dict[World, Fraction](), dict[World, Game]()
    for game, odds, _ in now.values():
        world = world_of(game)
        shares[world] = shares.get(world, Fraction(0)) + odds
        games.setdefault(world, game)
    return shares, sum(courses for *_, courses in now.values()), games


def _onward(
    game: Game, history: History, step: int, odds_of: Odds
) -> Iterator[tuple[Key, Game, Fraction]]:
    """Where a game may stand after a decision, as far as its seat saw and chose that, and how likely."""
    for index in history.tried(game, step):
        drawn = draws(game, index)
        odds = odds_of(game, index) if history.own[step] is None else 1
        for other in drawn:
            if seen(other, history.seat, len(game.events)) == history.seen[step + 1]:
                yield key_of(other), other, Fraction(odds, len(drawn))


def key_of(game: Game) -> Key:
    """All of a state but chance to come."""
    row = row_of(state_of(game))
    row[RANDOM] = 0
    return tuple(row)


@cache
def beginnings(name: str, many: int = 0) -> dict[Key, Game]:
    """Every way a small game may begin, each as likely as any other; from other seeds if it is one of `many`."""
    return _all(new(name, seed) for seed in count((1 + many) * FIRST_SEED))


def draws(game: Game, index: int) -> list[Game]:
    """Every game that comes of choosing an option, by what chance draws after it."""
    other = game.copy()
    other.choose(index)
    if row_of(state_of(other))[RANDOM] == row_of(state_of(game))[RANDOM]:
        return [other]
    return list(_all(chosen_by_chance(game, index, seed) for seed in count()).values())


def _all(games: Iterator[Game]) -> dict[Key, Game]:
    """All different games among these, of which each comes up as often as any other."""
    found: dict[Key, Game] = {}
    idle = 0
    while idle < 60 + ENOUGH * len(found):
        game = next(games)
        idle += 1
        if found.setdefault(key_of(game), game) is game:
            idle = 0
    return found


def chosen_by_chance(game: Game, index: int, seed: int) -> Game:
    """A copy in which an option is chosen, and chance is that of a seed."""
    other = game.copy()
    row = row_of(state_of(other))
    row[RANDOM] = generator_state(seed)
    put_row(state_of(other), row)
    other.choose(index)
    return other


# ------------------------------------------------------------------ games that look alike


@cache
def look_alikes(case: Case, most: int = MOST) -> list[Game]:
    """Real games, by other deals and other choices of others, in which the seat has the same history.

    Each is as it came from its seed; the position itself is the first. If there are many, these are some by lot.
    """
    history, position = case.history, case.played()
    found = {_course(position): position}
    for many in range(FAMILIES.get(case.game, 1)):
        for game in beginnings(case.game, many).values():
            if seen(game, case.seat, 0) == history.seen[0]:
                for other in _alike(game, history, 0):
                    found.setdefault(_course(other), other)
    others = list(found.values())[1:]
    return [position, *random.Random(1).sample(others, min(most - 1, len(others)))]


def _course(game: Game) -> tuple[Any, ...]:
    """Where a game stands, and by which choices it came there."""
    return key_of(game), tuple(game.decisions)


def _alike(game: Game, history: History, step: int) -> Iterator[Game]:
    """All that a game may become, so that its seat sees and chooses what it did."""
    if step == len(history.own):
        yield game
        return
    for index in history.tried(game, step):
        other, sight = after(game, index, history.seat)
        if sight == history.seen[step + 1]:
            yield from _alike(other, history, step + 1)
