"""That a look is the one that was noted is found out without making it; both say the same of every state."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from dealing.cases import FEW
from dealing.reference import Case
from properties.every import shipped
from properties.kit import rules, state_of
from rulewright import Game
from rulewright.runtime.observation.history import GameHistory
from rulewright.runtime.observation.observer import Observer
from rulewright.runtime.observation.seat_log import Observation
from tiers import sample

EVERY = 5
"""So many stops lie between two that are looked at."""


def played(game: Game, seed: int) -> Game:
    """A game played by lot to its end."""
    lot = random.Random(seed)
    while game.decision is not None:
        game.choose(lot.randrange(len(game.decision.options)))
    return game


def mixed(look: Observation, other: Observation) -> Iterator[Observation]:
    """Another look, and the first one with each of its parts as the other has it."""
    yield other
    for part in Observation._fields:
        yield look._replace(**{part: getattr(other, part)})


def check(game: Game) -> None:
    """Of all seats, at stops of a game: a look is seen just where it is the same as the one that is made."""
    state = state_of(game)
    for seat in range(game.players):
        eyes = Observer(state.engine, seat)
        stops = GameHistory.current(state).stops
        noted = [eyes.observe(stop.state) for stop in stops]
        for number in range(seat, len(stops), EVERY):
            at, look = stops[number].state, noted[number]
            assert eyes.matches(at, eyes.visible(at), look)
            for other in mixed(look, noted[number - 1]):
                assert eyes.matches(at, eyes.visible(at), other) == (other == look)


@pytest.mark.parametrize("edition", sample(shipped(), every=6))
@pytest.mark.rotating
def test_a_look_is_seen_where_it_is_what_would_be_noted(edition: str) -> None:
    low, high = rules(edition).players
    check(played(rules(edition).new_game(min(high, low + 1), 5, ask_forced=True), 5))


@pytest.mark.parametrize("case", FEW, ids=str)
def test_in_small_games_too(case: Case) -> None:
    check(played(case.played(), 5))
