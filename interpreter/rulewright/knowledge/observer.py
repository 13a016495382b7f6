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
        self.kinds = kinds = frozenset(piece.kind for piece in pieces)
        self.zone_of = {cell: zone for zone in zones for cell in zone.run.cells}
        self.on_table = [cell for cell, zone in self.zone_of.items() if zone.owner not in kinds]
        self.orders = [self.zone_of[cell].ordered for cell in self.on_table]
        self._parameters = [
            self.module.variables[name]
            for phase in self.module.phases.values()
            for _, name in phase.parameters
        ]
        running = {each.name for each in self._parameters}
        running |= {phase.played for phase in self.module.phases.values()}
        self._kept = [
            each for each in variables if each.owner not in kinds and each.name not in running
        ]
        self._on_cards = [
            (number, each) for number, each in enumerate(variables) if each.owner in kinds
        ]
        self._belongings = [self._belonging_to(card) for card in range(len(pieces))]
        self.orders_on = {
            design: [self.zone_of[cell].ordered for cell in places]
            for design, (_, places) in zip(self.design_of, self._belongings, strict=True)
        }
        self._prepare_sight()

    def _belonging_to(self, card: int) -> tuple[list[tuple[Variable, int]], list[int]]:
        """The cells of all that is kept on a card, with what that is; and those of its places."""
        kind = self.module.pieces[card].kind
        variables = [each for each in self.module.variables.values() if each.owner == kind]
        zones = [each for each in self.module.zones.values() if each.owner == kind]
        kept = [(each, cell) for each in variables for cell in _cells_of(each, card)]
        return kept, [cell for zone in zones for cell in _cells_of(zone, card)]

    def _prepare_sight(self) -> None:
        """What may be looked into whatever happens, and what hangs on the state."""
        layout, cards = self.module.layout, len(self.module.pieces)
        zones, variables = self.module.zones.values(), self.module.variables.values()
        self._open = [False] * layout.size
        for zone in zones:
            is_own = zone.seen == "owner" and zone.owner == "player"
            cells = zone.run.cells if zone.seen == "everyone" else range(0)
            for cell in self._own(zone) if is_own else cells:
                self._open[cell] = True
        self._open_variables = {each.name: each.seen == "everyone" for each in variables}
        self._zones_by_rule = [each for each in zones if each.seen == "expression"]
        self._variables_by_rule = [each for each in variables if each.seen == "expression"]
        self._places_of = slice(layout.place, layout.place + cards)
        self._knowers = slice(layout.known, layout.known + cards)

    def _own(self, kept: Zone | Variable) -> range:
        """The cells that belong to this seat, of what each player has."""
        first = kept.run.base + kept.run.each * self.seat
        return range(first, first + kept.run.each)

    # ------------------------------------------------------------------ what may be looked into

    def sees(self, state: State) -> Sees:
        """What the seat may look into, and which cards it knows where they lie."""
        row, places, variables = self.engine.pack(state), self._open, self._open_variables
        if self._zones_by_rule:
            places = places[:]
            for zone in self._zones_by_rule:
                for cell in zone.run.cells if self._is_shown(state, zone) else ():
                    places[cell] = True
        if self._variables_by_rule:
            by_rule = {each.name: self._is_shown(state, each) for each in self._variables_by_rule}
            variables = variables | by_rule
        knowers = zip(row[self._places_of], row[self._knowers], strict=True)
        bit = 1 << self.seat
        known = [places[place] or bits & bit != 0 for place, bits in knowers]
        return Sees(row, places, variables, known)

    def _is_shown(self, state: State, kept: Zone | Variable) -> bool:
        """Whether the player who sees it now is this seat."""
        return bool(self.engine.call(state, kept.sight) == self.seat)

    # ------------------------------------------------------------------ looking

    def look(self, state: State, sees: Sees | None = None) -> Look:
        """All that the seat sees."""
        sees = sees or self.sees(state)
        row = sees.row
        return Look(
            row[DECISION],
            row[DECIDER],
            self._options(state, sees),
            self.places(sees),
            tuple(self._numbers(sees)),
            tuple(sorted(self._marked(sees))),
            tuple(self._acting(sees)),
        )

    def is_seen(self, state: State, sees: Sees, look: Look) -> bool:
        """Whether `look` is just what the seat sees; what is quickly found to be otherwise comes first."""
        row = sees.row
        places = list(zip(self.on_table, look.places, strict=True))
        return (
            (row[DECISION], row[DECIDER]) == look[:2]
            and all(len(row[cell]) == shown[0] for cell, shown in places)
            and tuple(self._numbers(sees)) == look.kept
            and tuple(self._acting(sees)) == look.acting
            and all(self._place(sees, cell) == shown for cell, shown in places)
            and tuple(sorted(self._marked(sees))) == look.marked
            and self._options(state, sees) == look.options
        )

    def _options(self, state: State, sees: Sees) -> tuple[Shown, ...]:
        """The options of a decision of its own, in the order of what they look like."""
        if sees.row[DECISION] < 0 or sees.row[DECIDER] != self.seat:
            return ()
        options = self.engine.options(state)
        return tuple(sorted(self.described(sees, option) for option in options))

    def places(self, sees: Sees) -> tuple[Shown, ...]:
        """What the seat sees of every place on the table; those of cards are told with the cards."""
        return tuple(self._place(sees, cell) for cell in self.on_table)

    def _place(self, sees: Sees, cell: int) -> Shown:
        """How many cards lie there, and those that are known, in their order if it counts."""
        cards, known = sees.row[cell], sees.known
        if self.zone_of[cell].ordered:
            shown = [self.card(sees, card) if known[card] else HIDDEN for card in cards]
        else:
            shown = sorted([self.card(sees, card) for card in cards if known[card]])
        return len(cards), tuple(shown)

    def card(self, sees: Sees, card: int) -> Shown:
        """A known card: its design, and what is kept on it and lies on it, unless it may be another copy."""
        design = self.design_of[card]
        if not any(self._belongings[card]) or not self._is_sure(sees, card):
            return (design,)
        kept = tuple(self.open_marks(sees, card))
        lying = tuple([self._place(sees, cell) for cell in self._belongings[card][1]])
        return design, kept, lying

    def open_marks(self, sees: Sees, card: int) -> list[int]:
        """What is kept openly on a card, wherever it is."""
        return [
            self._value(variable, sees.row[cell])
            for variable, cell in self._belongings[card][0]
            if sees.variables[variable.name]
        ]

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

    def _numbers(self, sees: Sees) -> list[int]:
        """The numbers, pointers and marks that the seat sees, but those on cards."""
        found = list[int]()
        for variable in self._kept:
            cells = variable.run.cells
            if variable.seen == "owner" and variable.owner == "player":
                cells = self._own(variable)
            elif not sees.variables[variable.name]:
                continue
            values = sees.row[cells.start : cells.stop]
            is_card = variable.type.kind is Kind.PIECE
            found += [self._value(variable, each) for each in values] if is_card else values
        return found

    def _marked(self, sees: Sees) -> Iterator[Shown]:
        """What is kept openly on cards of which the seat cannot tell where they are."""
        for number, variable in self._on_cards:
            run = variable.run
            values = sees.row[run.base : run.base + run.count]
            # Most often there is nothing; then nothing more is looked at.
            something = {value for value in set(values) if _is_something(variable, value)}
            if not something or not sees.variables[variable.name]:
                continue
            for at, value in enumerate(values):
                card, place = run.first_owner + at // run.each, at % run.each
                if value in something and not self._is_sure(sees, card):
                    yield number, place, self.design_of[card], self._value(variable, value)

    def _acting(self, sees: Sees) -> Iterator[int]:
        """For what phases are played; for a card that is not known, for nothing in particular."""
        for variable in self._parameters:
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
