"""Games by lot of every edition, and the bytes of what their seats see."""

from __future__ import annotations

import random
from collections.abc import Iterator

from properties.kit import rules
from rulewright import Game
from rulewright.runtime.session.native_backend import EngineName
from rulewright.runtime.session.seat.projection import as_bytes

MOST_MADE = 400
"""So many decisions of a game are made by lot; then it is played to its end."""


def shown(game: Game, seat: int | None, since: int = 0) -> bytes:
    """What a seat sees, as bytes."""
    return as_bytes(game.seat(seat, since))


def new(edition: str, seed: int, engine: EngineName = "python") -> Game:
    """A game of an edition, with more players for greater seeds."""
    low, high = rules(edition).players
    return rules(edition).new_game(low + seed % (high - low + 1), seed, engine=engine)


def played(game: Game, seed: int, step: int) -> Iterator[Game]:
    """A game by lot, at every so-and-so-manyth of its decisions, and at its end."""
    lot = random.Random(seed)
    for number in range(MOST_MADE):
        if game.decision is None:
            break
        if number % step == 0:
            yield game
        game.choose(lot.randrange(len(game.decision.options)))
    game.playout(seed)
    yield game


def seats_of(game: Game) -> list[int | None]:
    """All that can look at a game: its seats, and who looks on."""
    return [*range(game.players), None]
