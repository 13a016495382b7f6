"""Another game that looks the same to one seat: what it cannot know is dealt anew."""

from __future__ import annotations

import random

from properties.kit import cards_at, put_row, row_of, state_of
from rulewright import Game
from rulewright.runtime.game.state import GameState

Slot = tuple[int, int]


def knows(state: GameState, seat: int | None, card: int) -> bool:
    """Whether a seat (None: a spectator, whose bit is the last) knows where a card lies."""
    knowing = state.engine.knowers(state.state, card)
    return bool(knowing >> (state.game.module.players if seat is None else seat) & 1)


def resampled(game: Game, seat: int | None, chance: random.Random) -> Game:
    """A copy in which the cards that the seat does not know have changed places, each kind among itself.

    What others know goes with the place: who knew the card that lay there knows the one that lies there now.
    """
    other = game.copy()
    state = state_of(other)
    for kind in {piece.kind for piece in state.game.module.pieces}:
        _deal(state, _hidden(state, seat, kind), chance)
    row = row_of(state)
    for zone in state.game.module.zones.values():
        for cell in zone.run.cells if not zone.ordered else ():
            row[cell] = tuple(sorted(row[cell]))
    put_row(state, row)
    return other


def _hidden(state: GameState, seat: int | None, kind: str) -> dict[Slot, int]:
    """Cards of a kind that the seat does not know, by cell and place in the cell."""
    return {
        (cell, place): card
        for _, _, cell, cards in cards_at(state)
        for place, card in enumerate(cards)
        if state.game.module.pieces[card].kind == kind and not knows(state, seat, card)
    }


def _deal(state: GameState, hidden: dict[Slot, int], chance: random.Random) -> None:
    row, layout = row_of(state), state.game.module.layout
    known = {slot: row[layout.known + card] for slot, card in hidden.items()}
    cards = list(hidden.values())
    chance.shuffle(cards)
    for (slot, _), card in zip(hidden.items(), cards, strict=True):
        cell, place = slot
        row[cell] = (*row[cell][:place], card, *row[cell][place + 1 :])
        row[layout.place + card] = cell
        row[layout.known + card] = known[slot]
    put_row(state, row)


def told_otherwise(game: Game, seat: int | None, chance: random.Random) -> Game:
    """A copy whose story is of other cards wherever the seat was not to know which."""
    other = game.copy()
    state = state_of(other)
    count, players = len(state.game.module.pieces), state.game.module.players

    def changed(value: object) -> object:
        if not isinstance(value, tuple):
            return value
        if value and isinstance(value[0], tuple):
            return tuple(changed(card) for card in value)
        if len(value) != 2:
            return value
        _, knowing = value
        known = knowing >> (players if seat is None else seat) & 1
        return value if known else (chance.randrange(count), knowing)

    state.log = [
        (telling, why, tuple(changed(value) for value in values), to)
        for telling, why, values, to in state.log or []
    ]
    return other
