"""Random games, and what lies where in them: what the property tests share.

--long plays many more games, and other ones every time.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

from attrs import frozen
from hypothesis import HealthCheck, Phase, settings, strategies as st

import rulewright
from rulewright import Game
from rulewright.runtime.game.state import GameState
from rulewright.runtime.session.games import Rules
from tiers import LONG

FACTOR = 25 if LONG else 1

SEEDS = st.integers(0, 2**64 - 1)


def few(examples: int) -> settings:
    """Draw a third as many examples with the seed of the day; many more in the long tier.

    A failing game is not made simpler: no seed is simpler than another, and it takes long.
    """
    return settings(
        max_examples=examples * FACTOR if LONG else (examples + 2) // 3,
        database=None,
        deadline=None,
        phases=[Phase.explicit, Phase.reuse, Phase.generate],
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
    )


@cache
def rules(edition: str) -> Rules:
    return rulewright.load(edition)


@frozen
class Table:
    """A way to set up a game: edition, number of players, options, cards besides those of the edition."""

    edition: str
    players: int
    options: tuple[str, ...]
    cast: tuple[str, ...] = ()

    def new(self, seed: int) -> Game:
        return rules(self.edition).new_game(self.players, seed, self.options, cast=self.cast)

    def __str__(self) -> str:
        return "-".join([self.edition, str(self.players), *self.options, *self.cast])


OPTIONS = ((), ("shorter-game",), ("gather-first",), ("shorter-game", "gather-first"))
EDITIONS = {"classic": range(2, 8), "first-edition": range(3, 8)}
ALL_TABLES = [
    Table(edition, players, options)
    for edition, counts in EDITIONS.items()
    for players in counts
    for options in OPTIONS
]
TABLES = st.sampled_from(ALL_TABLES)
#: The other game, for what holds in every game; half of the tables are its own.
EXPEDITIONS = [Table("expeditions", 2, ("single-game", *more)) for more in ((), ("take-back",))]
ANY_TABLES = st.one_of(TABLES, st.sampled_from(EXPEDITIONS))


def walk(game: Game, seed: int) -> Iterator[random.Random]:
    """Play a game by random choices; stops before each of them.

    What is yielded is the stream that choices are drawn from, for tests that want to draw too.
    """
    chance = random.Random(seed)
    while (decision := game.decision) is not None:
        yield chance
        game.choose(chance.randrange(len(decision.options)))


def some(game: Game, seed: int, share: float) -> Iterator[random.Random]:
    """Play a game by random choices; stops before this share of them."""
    for chance in walk(game, seed):
        if chance.random() < share:
            yield chance


def play_to_end(game: Game, seed: int) -> Game:
    for _ in walk(game, seed):
        pass
    return game


def position(table: Table, seed: int, play: int, part: float) -> Game:
    """A position somewhere in a random game: at its first decision for 0, at its end for 1."""
    whole = play_to_end(table.new(seed), play).decisions
    game = table.new(seed)
    for index in whole[: round(part * len(whole))]:
        game.choose(index)
    return game


POSITIONS = st.builds(position, ANY_TABLES, SEEDS, SEEDS, st.floats(0, 1))


# ------------------------------------------------------------------ looking into games


# All that the tests know of a game from within, whatever engine keeps its state.


def state_of(game: Game) -> GameState:
    """The state of a game; it goes on with it."""
    return game._at


def zone_cells(state: GameState) -> Iterator[tuple[str, int, int]]:
    """Every place: its name, its number among those of this name, its cell."""
    for zone in state.game.module.zones.values():
        for number, cell in enumerate(zone.run.cells):
            yield zone.name, number, cell


def cards_at(state: GameState) -> list[tuple[str, int, int, tuple[int, ...]]]:
    """Every place as above, and what lies in it."""
    seen = state.seen
    return [(*place, seen.pieces(place[-1])) for place in zone_cells(state)]


def cards_in(state: GameState, name: str, number: int = 0) -> tuple[int, ...]:
    return state.seen.pieces(state.game.module.zones[name].run.base + number)


def variable(state: GameState, name: str, number: int = 0) -> int:
    return state.seen.value(name, number)


def row_of(state: GameState) -> list[Any]:
    """All of the state, laid out as the module says; it stays as it is when the game goes on."""
    return state.engine.pack(state.state)


def put_row(state: GameState, row: Sequence[Any]) -> None:
    """Make the state of a game another one."""
    state.engine.restore(state.state, state.engine.unpack(row))
    state.options = None


def seen_options(game: Game) -> list[tuple[str, dict[str, Any]]]:
    decision = game.decision
    return [] if decision is None else [(o.label, o.data) for o in decision.options]


def told(game: Game, player: int | None) -> list[str]:
    return [event.text(player) for event in game.events]


def everything(game: Game) -> dict[str, Any]:
    """All that a game shows to anybody."""
    lookers: Sequence[int | None] = [None, *range(game.players)]
    return {
        "views": [game.view(player) for player in lookers],
        "story": [[event.data(player) for event in game.events] for player in lookers],
        "options": seen_options(game),
        "decisions": game.decisions,
        "forced": game.forced,
        "outcome": game.outcome,
    }
