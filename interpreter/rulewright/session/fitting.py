"""Whether saved data can be the state of a game: what was edited by hand may be anything."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, assert_never

from rulewright.game.compiled_game import CompiledGame
from rulewright.game.engine import State
from rulewright.ir.ir_types import LARGEST, NO_NUMBER, Kind, Type
from rulewright.ir.layout import (
    ASKING,
    ASKS_CHANCE,
    ASKS_FORCED,
    DECIDER,
    DECISION,
    DELAYED,
    RANDOM,
)
from rulewright.ir.module import Module, Variable

Row = Sequence[Any]


def misfit(game: CompiledGame, state: State, log: list[Any] | None) -> str | None:
    """What of it is impossible, in a few words; None if nothing is."""
    for what, fits in _tests(game, state, log or []):
        if not fits:
            return what
    return None


def _tests(game: CompiledGame, state: State, log: list[Any]) -> Iterator[tuple[str, bool]]:
    """One after the other: each relies on those before it."""
    module, row = game.module, game.engine.pack(state)
    first = game.engine.pack(game.engine.start(0))
    yield "the state", len(row) == len(first) and all(map(_same_sort, row[1:], first[1:]))
    yield "the stream of chance", 0 <= row[RANDOM] < 1 << 64
    yield "who is asked", 0 <= row[ASKING] <= ASKS_CHANCE | ASKS_FORCED
    yield "the place in the rules", game.engine.is_placed(state)
    yield "what is delayed", all(_is_tuple(rule) and len(rule) > 0 for rule in row[DELAYED])
    yield "the cards", _cards_fit(module, row)
    variables = module.variables.values()
    yield "a number or pointer", all(_variable_fits(module, row, each) for each in variables)
    yield "the decision", _decision_fits(module, row) and game.engine.goes_on(state)
    yield "the story", all(_entry_fits(module, entry) for entry in log)


def _same_sort(cell: Any, first: Any) -> bool:
    """A cell holds a whole number, or a tuple, from the first to the last."""
    return isinstance(cell, tuple if isinstance(first, tuple) else int)


def _cards_fit(module: Module, row: Row) -> bool:
    """Every card lies in one place, and no seat knows it that is not there."""
    cells = [cell for zone in module.zones.values() for cell in zone.run.cells]
    found = [(card, cell) for cell in cells for card in row[cell]]
    place, known, count = module.layout.place, module.layout.known, len(module.pieces)
    everybody = 1 << (module.players + 1)
    return (
        all(isinstance(card, int) for card, _ in found)
        and sorted(found) == list(enumerate(row[place : place + count]))
        and all(0 <= mask < everybody for mask in row[known : known + count])
    )


def _in_limit(module: Module, value: int, type_: Type) -> bool:
    """Whether a number can be of a type."""
    match type_.kind:
        case Kind.NUMBER | Kind.CAPTURE:
            return NO_NUMBER <= value <= LARGEST
        case Kind.TRUTH:
            return value in (0, 1, -1)
        case Kind.PLAYER:
            return -1 <= value < module.players
        case Kind.LABEL:
            return -1 <= value < len(module.labels[type_.of])
        case Kind.PIECE | Kind.DESIGN:
            return -1 <= value < len(module.pieces)
        case Kind.PLACE:
            return -1 <= value < module.layout.size
        case Kind.CAUSE:
            return 0 <= value < len(module.sites)
        case _:
            assert_never(type_.kind)


def _variable_fits(module: Module, row: Row, variable: Variable) -> bool:
    return all(_in_limit(module, row[cell], variable.type) for cell in variable.run.cells)


def _decision_fits(module: Module, row: Row) -> bool:
    """Somebody is asked something that there is, or nobody anything."""
    decision, decider = int(row[DECISION]), int(row[DECIDER])
    return decision == -1 or (
        decision in range(len(module.decisions)) and -1 <= decider < module.players
    )


def _entry_fits(module: Module, entry: Any) -> bool:
    """Something told: which telling, the rule behind it, the values in it, and to whom."""
    if not (_is_tuple(entry) and len(entry) == 4):
        return False
    telling, why, values, to = entry
    if not (all(isinstance(number, int) for number in (telling, why, to)) and _is_tuple(values)):
        return False
    if not (0 <= telling < len(module.tellings) and 0 <= why < len(module.sites)):
        return False
    types = module.tellings[telling].types
    return (
        -1 <= to < module.players
        and len(values) == len(types)
        and all(_told(module, *pair) for pair in zip(values, types, strict=True))
    )


def _is_tuple(value: Any) -> bool:
    return isinstance(value, tuple)


def _told(module: Module, value: Any, type_: Type) -> bool:
    """A number, a card with those who may know it, or several of them."""
    if isinstance(value, int):
        return _in_limit(module, value, type_)
    if not _is_tuple(value):
        return False
    if all(map(_is_tuple, value)):
        return all(len(card) == 2 and _told(module, card, type_) for card in value)
    return len(value) == 2 and all(
        isinstance(number, int) and low <= number < high
        for number, low, high in zip(
            value, (-1, 0), (len(module.pieces), 1 << (module.players + 1)), strict=True
        )
    )
