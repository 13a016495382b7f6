"""States by names, so that those of rules that number cells, cards and words differently can be compared."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rulewright.runtime.game.outcome import ranks_of, scores_with_lines
from rulewright.runtime.game.state import GameState
from rulewright.runtime.game.value_words import seat_letters
from rulewright.runtime.ir.layout import DELAYED, RANDOM
from rulewright.runtime.ir.module import Module, VariableEntry, ZoneEntry
from rulewright.runtime.ir.nodes.ir_types import Kind, Type

Facts = dict[str, object]
"""The values of a state by what each is called: places, numbers, marks, knowledge and chance."""


def first_other_fact(old: GameState, new: GameState) -> str:
    """Return in words the first fact in which two states differ; empty if they are alike.

    A fact that only one side has differs if the game has changed it.
    """
    before, now = (_facts(at, at.seen.row) for at in (old, new))
    start: Facts = {}
    if before.keys() != now.keys():
        start = _facts(old, _opening(old)) | _facts(new, _opening(new))
    for name in dict.fromkeys((*before, *now)):
        was, becomes = (facts[name] if name in facts else start[name] for facts in (before, now))
        if was != becomes:
            return f"{name}: {_text(was)} becomes {_text(becomes)}"
    return _first_other_score(old, new) if old.seen.over and new.seen.over else ""


def _first_other_score(old: GameState, new: GameState) -> str:
    """Return in words the first line in which two players' scores differ; empty if players rank alike."""
    if ranks_of(old) == ranks_of(new):
        return ""
    seats = seat_letters(old.game.module.players)
    before, now = (
        {
            (seat, line): points
            for seat, (_, lines) in zip(seats, scores_with_lines(at), strict=True)
            for line, points in lines
        }
        for at in (old, new)
    )
    for seat, line in dict.fromkeys((*before, *now)):
        was, becomes = (lines.get((seat, line), 0) for lines in (before, now))
        if was != becomes:
            return f"{seat}'s score, {line}: {was} becomes {becomes}"
    return "the ranking of the players"


def _opening(at: GameState) -> Sequence[Any]:
    """Return the row of the state before anything happened."""
    assert at.opening is not None
    return at.engine.pack(at.opening)


def _text(value: object) -> str:
    """Return a value in words."""
    return ", ".join(map(str, value)) or "nothing" if isinstance(value, tuple) else str(value)


def _facts(at: GameState, row: Sequence[Any]) -> Facts:
    """Return the facts of a state, given as a row; the random generator is the last one."""
    module = at.game.module
    names = _Names(module)
    facts: Facts = {}
    for variable in module.variables.values():
        if variable.type.kind not in (Kind.CAPTURE, Kind.CAUSE):
            for cell in variable.run.cells:
                facts[names.of(variable, cell)] = names.value(row[cell], variable.type)
    for zone in module.zones.values():
        for cell in zone.run.cells:
            cards = [names.cards[piece] for piece in row[cell]]
            facts[names.of(zone, cell)] = tuple(cards if zone.ordered else sorted(cards))
    for piece, card in enumerate(names.cards):
        facts[f"who knows {card}"] = row[module.layout.known + piece]
    return facts | {"delayed rules": len(row[DELAYED]), "the random generator": row[RANDOM]}


class _Names:
    """The names of cells, cards and values of a module; copies of a card are numbered."""

    def __init__(self, module: Module) -> None:
        self.module, self.seats = module, seat_letters(module.players)
        self.cards: list[str] = []
        copies: dict[str, int] = {}
        for piece in module.pieces:
            copies[piece.name] = number = copies.get(piece.name, 0) + 1
            self.cards.append(f"{piece.name} {number}" if number > 1 else piece.name)

    def of(self, entry: ZoneEntry | VariableEntry, cell: int) -> str:
        """Return the name of a cell of a zone or variable."""
        owner, label = divmod(cell - entry.run.base, entry.run.each)
        word = f" for {self.module.labels[entry.each][label]}" if entry.each else ""
        if entry.owner is None:
            return f"the {entry.name}{word}"
        owners = self.seats if entry.owner == Kind.PLAYER.value else self.cards
        return f"{owners[entry.run.first_owner + owner]}'s {entry.name}{word}"

    def value(self, value: int, type_: Type) -> object:
        """Return the value of a variable by name."""
        if type_.kind in (Kind.NUMBER, Kind.TRUTH):
            return value
        if value < 0:
            return "nobody" if type_.kind is Kind.PLAYER else "nothing"
        if type_.kind is Kind.PLAYER:
            return self.seats[value]
        if type_.kind is Kind.LABEL:
            return self.module.labels[type_.of][value]
        if type_.kind is Kind.PLACE:
            zones = self.module.zones.values()
            return next((self.of(each, value) for each in zones if value in each.run.cells), value)
        return self.cards[value]
