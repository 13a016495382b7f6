"""What one seat sees of a state, as plain values: two states that look the same to it give the same.

The same is shown by a view (`view`): a number of a card says nothing there, and copies look alike.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from rulewright.game.engine import Engine, State
from rulewright.ir.ir_types import NO_NUMBER, PIECE, Kind
from rulewright.ir.layout import DECIDER, DECISION
from rulewright.ir.module import Module, Variable, Zone
from rulewright.ir.playing import element_of, list_of
from rulewright.knowledge.log import HIDDEN, Look, Shown

Row = Sequence[Any]


class Tape:
    """What runs along with a game; `log` is what is told, if somebody listens."""

    def __init__(self, log: list[Any] | None = None) -> None:
        self.log = log
        self.options: list[int] | None = None


class _Kind(NamedTuple):
    """What is kept on each card of a kind, and which places each has."""

    variables: tuple[Variable, ...]
    zones: tuple[Zone, ...]


class Sees(NamedTuple):
    """What a seat may look into in one state: places, variables by their names, and which cards it knows."""

    row: Row
    places: list[bool]
    variables: dict[str, bool]
    known: list[bool]

    @property
    def known_bits(self) -> int:
        """The known cards as bits."""
        return sum(1 << card for card, known in enumerate(self.known) if known)


class Observer:
    """Looks at states of an engine with the eyes of a seat.

    `orders` says of each place on the table whether its order counts, `orders_on` of those on cards of a design.
    """

    def __init__(self, engine: Engine, seat: int) -> None:
        self.engine, self.seat = engine, seat
        self.module: Module = engine.module
        pieces, designs = self.module.pieces, self.module.designs
        number = {name: at for at, name in enumerate(designs)}
        self.design_of = tuple(number[piece.name] for piece in pieces)
        self.copy_of = tuple(self.design_of.index(design) for design in self.design_of)
        copied = {d for d in self.design_of if self.design_of.count(d) > 1}
        self.is_copied = tuple(design in copied for design in self.design_of)
        zones, variables = self.module.zones.values(), self.module.variables.values()
        kinds = {piece.kind for piece in pieces}
        self.kinds = {
            kind: _Kind(
                tuple(each for each in variables if each.owner == kind),
                tuple(each for each in zones if each.owner == kind),
            )
            for kind in kinds
        }
        self.zone_of = {cell: zone for zone in zones for cell in zone.run.cells}
        self.on_table = [cell for cell, zone in self.zone_of.items() if zone.owner not in kinds]
        self.orders = [self.zone_of[cell].ordered for cell in self.on_table]
        running = set(self._parameters()) | {p.played for p in self.module.phases.values()}
        self.orders_on = {
            number[piece.name]: [
                zone.ordered for zone in self.kinds[piece.kind].zones for _ in range(zone.run.each)
            ]
            for piece in pieces
        }
        self._kept = [
            each for each in variables if each.owner not in kinds and each.name not in running
        ]

    def _parameters(self) -> Iterator[str]:
        """The variables that say what phases are played for."""
        for phase in self.module.phases.values():
            yield from (name for _, name in phase.parameters)

    # ------------------------------------------------------------------ what may be looked into

    def sees(self, state: State) -> Sees:
        """What the seat may look into, and which cards it knows where they lie."""
        row = self.engine.pack(state)
        places = [False] * self.module.layout.size
        for zone in self.module.zones.values():
            for cell in self._open_cells(state, zone):
                places[cell] = True
        variables = {
            name: self._is_open(state, each) for name, each in self.module.variables.items()
        }
        place, bits = self.module.layout.place, self.module.layout.known
        known = [
            places[row[place + card]] or bool(row[bits + card] >> self.seat & 1)
            for card in range(len(self.module.pieces))
        ]
        return Sees(row, places, variables, known)

    def _open_cells(self, state: State, zone: Zone) -> Iterator[int]:
        """The places of a zone into which the seat sees."""
        if zone.seen == "owner" and zone.owner == "player":
            first = zone.run.base + zone.run.each * self.seat
            yield from range(first, first + zone.run.each)
        elif self._is_open(state, zone):
            yield from zone.run.cells

    def _is_open(self, state: State, kept: Zone | Variable) -> bool:
        """Whether all see it, or the player who does is this seat."""
        if kept.seen == "expression":
            return bool(self.engine.call(state, kept.sight) == self.seat)
        return kept.seen == "everyone"

    # ------------------------------------------------------------------ looking

    def look(self, state: State, sees: Sees | None = None) -> Look:
        """All that the seat sees."""
        sees = sees or self.sees(state)
        row = sees.row
        asked = row[DECISION] >= 0 and row[DECIDER] == self.seat
        options = self.engine.options(state) if asked else []
        return Look(
            row[DECISION],
            row[DECIDER],
            tuple(sorted(self.described(sees, option) for option in options)),
            self.places(sees),
            tuple(self._numbers(sees)),
            tuple(sorted(self._marked(sees))),
            tuple(self._acting(sees)),
        )

    def places(self, sees: Sees) -> tuple[Shown, ...]:
        """What the seat sees of every place on the table; those of cards are told with the cards."""
        return tuple(self._place(sees, cell) for cell in self.on_table)

    def _place(self, sees: Sees, cell: int) -> Shown:
        """How many cards lie there, and those that are known, in their order if it counts."""
        cards = sees.row[cell]
        shown = tuple(self.card(sees, card) if sees.known[card] else HIDDEN for card in cards)
        if not self.zone_of[cell].ordered:
            shown = tuple(sorted(each for each in shown if each))
        return len(cards), shown

    def card(self, sees: Sees, card: int) -> Shown:
        """A known card: its design, and what is kept on it and lies on it, unless it may be another copy."""
        design, kind = self.design_of[card], self.kinds[self.module.pieces[card].kind]
        if not (kind.variables or kind.zones) or not self._is_sure(sees, card):
            return (design,)
        kept = tuple(
            self._value(variable, sees.row[cell])
            for variable in kind.variables
            if sees.variables[variable.name]
            for cell in _cells_of(variable, card)
        )
        lying = tuple(
            self._place(sees, cell) for zone in kind.zones for cell in _cells_of(zone, card)
        )
        return design, kept, lying

    def _is_sure(self, sees: Sees, card: int) -> bool:
        """Whether the seat knows of a card not only where a copy of it lies, but that this is the one."""
        if not sees.known[card]:
            return False
        return not self.is_copied[card] or sees.places[sees.row[self.module.layout.place + card]]

    def _value(self, variable: Variable, value: int) -> int:
        """What a variable holds; of a card its design."""
        if variable.type.kind is Kind.PIECE and value >= 0:
            return self.design_of[value]
        return value

    def _numbers(self, sees: Sees) -> Iterator[int]:
        """The numbers, pointers and marks that the seat sees, but those on cards."""
        for variable in self._kept:
            cells: Sequence[int] = variable.run.cells
            if variable.seen == "owner" and variable.owner == "player":
                first = variable.run.base + variable.run.each * self.seat
                cells = range(first, first + variable.run.each)
            elif not sees.variables[variable.name]:
                continue
            for cell in cells:
                yield self._value(variable, sees.row[cell])

    def _marked(self, sees: Sees) -> Iterator[Shown]:
        """What is kept openly on cards of which the seat cannot tell where they are."""
        for number, variable in enumerate(self.module.variables.values()):
            if variable.owner in self.kinds and sees.variables[variable.name]:
                for card, piece in enumerate(self.module.pieces):
                    if piece.kind == variable.owner and not self._is_sure(sees, card):
                        for place, cell in enumerate(_cells_of(variable, card)):
                            if _is_something(variable, value := sees.row[cell]):
                                design = self.design_of[card]
                                yield number, place, design, self._value(variable, value)

    def _acting(self, sees: Sees) -> Iterator[int]:
        """For what phases are played; for a card that is not known, for nothing in particular."""
        for name in self._parameters():
            variable = self.module.variables[name]
            value = sees.row[variable.run.base]
            if variable.type.kind is Kind.PIECE and value >= 0:
                value = self.design_of[value] if sees.known[value] else -2
            yield value

    # ------------------------------------------------------------------ options

    def described(self, sees: Sees, option: int) -> Shown:
        """What an option looks like to the seat: of a card what it is and where it lies, as far as it knows."""
        row = sees.row
        number, element = list_of(option), element_of(option)
        asked = self.module.decisions[row[DECISION]]
        if number < 0 or asked.options[number].type != PIECE:
            return number, (element,), -1, -1
        place = row[self.module.layout.place + element]
        zone = self.zone_of[place]
        known = sees.known[element]
        at = row[place].index(element) if zone.ordered and known else -1
        if not known:
            # One of all cards of a kind, wherever they lie, is named; of others only the place in the list is told.
            is_named = asked.options[number].of_all
            return number, (self.design_of[element],) if is_named else HIDDEN, -1, -1
        return number, self.card(sees, element), place, at


def _cells_of(kept: Zone | Variable, card: int) -> range:
    """The cells of what belongs to a card."""
    first = kept.run.base + (card - kept.run.first_owner) * kept.run.each
    return range(first, first + kept.run.each)


def _is_something(variable: Variable, value: int) -> bool:
    """Whether anything is kept there: not nothing, nobody or 0."""
    match variable.type.kind:
        case Kind.TRUTH:
            return value != 0
        case Kind.NUMBER:
            return value not in (0, NO_NUMBER)
    return value >= 0
