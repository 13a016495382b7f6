"""Two games that look the same to a seat, now and as they go on."""

from __future__ import annotations

import random
from typing import Any

from properties.every import check_cards
from properties.kit import put_row, row_of, seen_options, state_of, told
from properties.resampling import knows
from rulewright import Game
from rulewright.game.state import GameState
from rulewright.ir.ir_types import PIECE
from rulewright.ir.layout import RANDOM
from rulewright.ir.playing import LIST, element_of, list_of


def check(game: Game, seat: int, seed: int) -> None:
    """View, options, story and who decides; what is known has not moved; and it goes on like the other."""
    other = game.determinize(seat, seed)
    assert game.decision is not None
    assert other.view(seat) == game.view(seat)
    assert [text for text in told(other, seat) if text] == [t for t in told(game, seat) if t]
    if game.decision.player == seat:
        assert seen_options(other) == seen_options(game)
    check_known(state_of(game), state_of(other), seat)
    check_going_on(game.copy(), other, seat, random.Random(seed))


def check_known(one: GameState, two: GameState, seat: int) -> None:
    """Cards are in order, and none has moved of those that the seat knows."""
    check_cards(two)
    for card in range(len(one.game.module.pieces)):
        if knows(one, seat, card):
            assert knows(two, seat, card)
            assert one.seen.place(card) == two.seen.place(card)


def check_going_on(game: Game, other: Game, seat: int, lot: random.Random) -> None:
    """Until something shows that was hidden the seat sees the same, if all choose the same under other names.

    Chance to come is made the same too.
    """
    one, two = state_of(game), state_of(other)
    row = row_of(two)
    row[RANDOM] = row_of(one)[RANDOM]
    put_row(two, row)
    hidden = unknown(one, seat)
    names, before = mirrored(one, two, hidden), str(shown(game, seat))
    while game.decision is not None and other.decision is not None:
        assert game.view(seat) == other.view(seat)
        values, choices = one.option_values(), two.option_values()
        value = lot.choice(values)
        mapped = (
            value if value in choices and game.decision.player == seat else like(one, value, names)
        )
        if mapped not in choices:
            return  # what nobody else can know keeps it from being chosen
        told_before = len(game.events), len(other.events)
        game.choose(values.index(value))
        other.choose(choices.index(mapped))
        if news(game, seat, told_before[0]) != news(other, seat, told_before[1]):
            return
        if {str(shown(each, seat)) for each in (game, other)} != {before}:
            return
        if decides(game) != decides(other):
            return  # others learn something from who is asked, and so does the seat


def decides(game: Game) -> Any:
    return game.decision and (game.decision.kind, game.decision.player)


def shown(game: Game, seat: int) -> Any:
    """What shows of hidden cards: which they are, what lies openly on one that is being moved."""
    return unknown(state_of(game), seat), game.view(seat)["marked"]


def news(game: Game, seat: int, since: int) -> list[str]:
    """What the seat was told since then, also of numbers of cards that it does not see."""
    return [text for event in game.events_since(since) if (text := event.text(seat))]


def unknown(state: GameState, seat: int) -> set[int]:
    return {n for n in range(len(state.game.module.pieces)) if not knows(state, seat, n)}


def mirrored(one: GameState, two: GameState, hidden: set[int]) -> dict[int, int]:
    """For each card the one that lies in its place in the other game; what is known is the same in both."""
    names = {card: card for card in range(len(one.game.module.pieces))}
    for cell in (cell for zone in one.game.module.zones.values() for cell in zone.run.cells):
        mine, others = ([c for c in at.seen.pieces(cell) if c in hidden] for at in (one, two))
        names.update(zip(mine, others, strict=True))
    return names


def like(state: GameState, value: int, names: dict[int, int]) -> int:
    """The same option under other names: of a card that its seat knows that card."""
    asked = state.game.module.decisions[state.seen.decision]
    if list_of(value) < 0 or asked.options[list_of(value)].type != PIECE:
        return value
    card = element_of(value)
    return list_of(value) * LIST + names[card] if knows(state, state.decider, card) else value
