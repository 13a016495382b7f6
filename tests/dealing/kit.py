"""The small games, what a seat sees of a game, and which world a game is: what the tests of dealing share."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

from attrs import frozen

import rulewright
from properties.kit import row_of, state_of
from rulewright import Game, Rules
from rulewright.runtime.game.state import GameState
from rulewright.runtime.ir.nodes.ir_types import Kind
from rulewright.runtime.session.native_backend import EngineName

GAMES = Path(__file__).parent / "games"

World = tuple[Any, ...]
"""What lies where, with what is kept on it, and all numbers: for who hosts the game, without names of copies."""

Dealer = Callable[[Game, int, int], Game]
"""Deals a game anew for a seat, by a seed, as `Game.determinize` does."""


@cache
def rules(name: str) -> Rules:
    """A small game, by its name."""
    return rulewright.load(GAMES / f"{name}.yaml")


def new(name: str, seed: int) -> Game:
    """A small game at its first decision; what has one option is asked too."""
    return rules(name).new_game(rules(name).players[0], seed, ask_forced=True)


def again(game: Game, engine: EngineName) -> Game:
    """A game from its seed and by its choices, played by an engine, without a story: the native one tells none."""
    other = game.rules.new_game(game.players, game.seed, told=False, ask_forced=True, engine=engine)
    for index in game.decisions:
        other.choose(index)
    return other


def log_of(game: Game, seat: int) -> Any:
    """What a seat was asked, saw, was told and chose: plain values that can be compared."""
    return game.log(seat)


def determinized(game: Game, seat: int, seed: int) -> Game:
    """The dealer that everybody uses."""
    return game.determinize(seat, seed)


# ------------------------------------------------------------------ what a seat sees


def seen(game: Game, seat: int, told: int) -> tuple[Any, ...]:
    """All that a seat is shown at a decision, and what it was told since there were so many events.

    What kind of question somebody answers counts as seen by all.
    """
    news = [data for event in game.events_since(told) if (data := event.data(seat))]
    decision = game.decision
    return game.view(seat), news, decision and decision.kind


def after(game: Game, index: int, seat: int) -> tuple[Game, tuple[Any, ...]]:
    """A copy of a game in which an option is chosen, and what a seat sees then."""
    other, told = game.copy(), len(game.events)
    other.choose(index)
    return other, seen(other, seat, told)


@frozen
class History:
    """What a seat saw from the beginning on, and at each decision what it chose itself, or None."""

    seat: int
    seen: list[tuple[Any, ...]]
    own: list[int | None]

    @classmethod
    def of(cls, game: Game, choices: list[int], seat: int) -> History:
        """The history of a seat in a game from its beginning, if these are chosen."""
        saw, own = [seen(game, seat, 0)], list[int | None]()
        for index in choices:
            own.append(index if decides(game, seat) else None)
            game, sight = after(game, index, seat)
            saw.append(sight)
        return cls(seat, saw, own)

    def tried(self, game: Game, step: int) -> range:
        """What may have been chosen at a decision: by the seat what it chose, by others anything."""
        index = self.own[step]
        if game.decision is None:
            return range(0)
        return range(len(game.decision.options)) if index is None else range(index, index + 1)


def decides(game: Game, seat: int) -> bool:
    """Whether it is this seat's turn to choose."""
    return game.decision is not None and game.decision.player == seat


def playing(game: Game, seed: int) -> Iterator[Game]:
    """A game by lot, at each of its decisions."""
    lot = random.Random(seed)
    while game.decision is not None:
        yield game
        game.choose(lot.randrange(len(game.decision.options)))


# ------------------------------------------------------------------ which world it is


def world_of(game: Game) -> World:
    """What is there to be known of a game by who sees everything."""
    state = state_of(game)
    row = row_of(state)
    module = state.game.module
    lying = [
        (zone.name, [_cell(state, row, cell, zone.ordered) for cell in zone.run.cells])
        for zone in module.zones.values()
        if zone.owner not in _kinds(state)
    ]
    kept = [
        (variable.name, [_kept(state, row, cell, variable) for cell in variable.run.cells])
        for variable in module.variables.values()
        if variable.owner not in _kinds(state)
    ]
    return _frozen(lying), _frozen(kept)


def _kinds(state: GameState) -> set[str]:
    return {piece.kind for piece in state.game.module.pieces}


def _cell(state: GameState, row: list[Any], cell: int, ordered: bool) -> list[Any]:
    """The cards of a place, each with what is kept and lies on it; in order, where that counts."""
    cards = [_card(state, row, card) for card in row[cell]]
    return cards if ordered else sorted(cards, key=str)


def _card(state: GameState, row: list[Any], card: int) -> list[Any]:
    module = state.game.module
    piece = module.pieces[card]
    found: list[Any] = [piece.name]
    for variable in module.variables.values():
        if variable.owner == piece.kind:
            found += [
                (variable.name, _kept(state, row, cell, variable))
                for cell in _own(variable.run, card)
            ]
    for zone in module.zones.values():
        if zone.owner == piece.kind:
            cells = _own(zone.run, card)
            found += [(zone.name, _cell(state, row, cell, zone.ordered)) for cell in cells]
    return found


def _own(run: Any, card: int) -> range:
    """The cells of a card among those of its kind."""
    first = run.base + (card - run.first_owner) * run.each
    return range(first, first + run.each)


def _kept(state: GameState, row: list[Any], cell: int, variable: Any) -> Any:
    """A number, or the name of a card that is pointed at."""
    value = row[cell]
    if variable.type.kind is Kind.PIECE and value >= 0:
        return state.game.module.pieces[value].name
    return value


def _frozen(value: Any) -> Any:
    return tuple(map(_frozen, value)) if isinstance(value, list | tuple) else value
