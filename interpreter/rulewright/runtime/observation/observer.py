"""Observations of one seat as plain values: indistinguishable states give equal observations.

A view (`view`) shows the same information. Card numbers never occur here, and copies of a card are equal.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, Final

from rulewright.runtime.game.engine import Engine, State
from rulewright.runtime.ir.engine_contract import element_of, list_of
from rulewright.runtime.ir.layout import DECIDER, DECISION
from rulewright.runtime.ir.module import Module, VariableEntry, ZoneEntry
from rulewright.runtime.ir.nodes.ir_types import NO_NUMBER, PIECE, Kind
from rulewright.runtime.observation.seat_log import HIDDEN, Observation, Shown
from rulewright.runtime.observation.visibility import SeatVisibility, VisibleState


class EngineTape:
    """The side channel of a running engine: `log` collects its messages, None discards them."""

    def __init__(self, log: list[Any] | None = None) -> None:
        self.log = log
        self.options: list[int] | None = None


def pending_decision(row: Sequence[Any]) -> tuple[int, int]:
    """Return decision and deciding seat of the packed state `row`; `OVER` when the game is over.

    The last decision depends on whether forced decisions stop the engine, so a finished game must not show it.
    """
    return (row[DECISION], row[DECIDER]) if row[DECISION] >= 0 else OVER


OVER: Final = (-1, -1)
"""The decision and the decider of a game that is over."""


class Observer(SeatVisibility):
    """An observer for one seat: describes an engine's states as plain values without hidden information.

    `unlike` are the variables that may differ between indistinguishable states. `belongings` lists the variables
    and places on each card. `orders` gives for each place on the table if its order counts, `orders_on` the same
    for the places on cards of a design.
    """

    seat: int  # None for a spectator, who has no log to be dealt for

    def __init__(self, engine: Engine, seat: int | None) -> None:
        super().__init__(engine, seat)
        pieces, designs = self.module.pieces, self.module.designs
        number = {name: at for at, name in enumerate(designs)}
        self.design_of = tuple(number[piece.name] for piece in pieces)
        self.copies: dict[int, list[int]] = {}
        for card, design in enumerate(self.design_of):
            self.copies.setdefault(design, []).append(card)
        self.copy_of = tuple(self.design_of.index(design) for design in self.design_of)
        zones, variables = self.module.zones.values(), self.module.variables.values()
        self.kinds = kinds = frozenset(piece.kind for piece in pieces)
        self.zone_of = {cell: zone for zone in zones for cell in zone.run.cells}
        self.on_table = [cell for cell, zone in self.zone_of.items() if zone.owner not in kinds]
        self.orders = [self.zone_of[cell].ordered for cell in self.on_table]
        self._told_place = canonical_places(self.module)
        self._kept = [
            (each, cells)
            for each in variables
            if each.owner not in kinds and (cells := self.ever_open_cells(each))
        ]
        counters = {phase.played for phase in self.module.phases.values()}
        self.unlike = [
            each
            for each in variables
            if (each.seen != "everyone" and each.name not in counters)
            or each.type.kind is Kind.PIECE
            or each.owner in kinds
        ]
        self._on_cards = [
            (number, each)
            for number, each in enumerate(variables)
            if each.owner in kinds and self.ever_open_cells(each)
        ]
        self.belongings = [self._belonging_to(card) for card in range(len(pieces))]
        self.orders_on = {
            design: [self.zone_of[cell].ordered for cell in places]
            for design, (_, places) in zip(self.design_of, self.belongings, strict=True)
        }

    def _belonging_to(self, card: int) -> tuple[list[tuple[VariableEntry, int]], list[int]]:
        """Return what belongs to a card: its variables as (variable, cell), and the cells of its places."""
        kind = self.module.pieces[card].kind
        variables = [each for each in self.module.variables.values() if each.owner == kind]
        zones = [each for each in self.module.zones.values() if each.owner == kind]
        variables_of_card = [(each, cell) for each in variables for cell in _cells_of(each, card)]
        return variables_of_card, [cell for zone in zones for cell in _cells_of(zone, card)]

    # ------------------------------------------------------------------ observations

    def observe(self, state: State, visible: VisibleState | None = None) -> Observation:
        """Return the complete observation of `state`."""
        visible = visible or self.visible(state)
        row = visible.row
        return Observation(
            *pending_decision(row),
            self._options(state, visible),
            self.places(visible),
            tuple(self.numbers(visible)),
            tuple(sorted(self._marked(visible))),
            tuple(self._acting(visible)),
        )

    def matches(self, state: State, visible: VisibleState, look: Observation) -> bool:
        """Return whether `look` is exactly the observation of `state`; cheap comparisons come first."""
        row = visible.row
        places = list(zip(self.on_table, look.places, strict=True))
        return (
            pending_decision(row) == look[:2]
            and all(len(row[cell]) == shown[0] for cell, shown in places)
            and tuple(self.numbers(visible)) == look.kept
            and tuple(self._acting(visible)) == look.acting
            and all(self._place(visible, cell) == shown for cell, shown in places)
            and tuple(sorted(self._marked(visible))) == look.marked
            and self._options(state, visible) == look.options
        )

    def _options(self, state: State, visible: VisibleState) -> tuple[Shown, ...]:
        """Return the options of the seat's own decision as the seat sees them, sorted; none if another decides."""
        return self.describe_options(visible, self.options(state, visible))

    def options(self, state: State, visible: VisibleState) -> list[int]:
        """Return the options of the seat's own decision as the engine encodes them; none if another decides."""
        if visible.row[DECISION] < 0 or visible.row[DECIDER] != self.seat:
            return []
        return self.engine.options(state)

    def describe_options(self, visible: VisibleState, options: Sequence[int]) -> tuple[Shown, ...]:
        """Return `options` as the seat sees them, sorted by appearance."""
        return tuple(sorted(self.describe_option(visible, option) for option in options))

    def places(self, visible: VisibleState) -> tuple[Shown, ...]:
        """Return the observation of every place on the table; places on cards are part of their cards."""
        return tuple(self._place(visible, cell) for cell in self.on_table)

    def _place(self, visible: VisibleState, cell: int, on: tuple[int, ...] = ()) -> Shown:
        """Return (number of cards, known cards) of a place, in order if the order counts.

        `on` are the cards that it is on.
        """
        cards, known = visible.row[cell], visible.known
        if self.zone_of[cell].ordered:
            shown = [self.card(visible, card, on) if known[card] else HIDDEN for card in cards]
        else:
            shown = sorted([self.card(visible, card, on) for card in cards if known[card]])
        return len(cards), tuple(shown)

    def card(self, visible: VisibleState, card: int, on: tuple[int, ...] = ()) -> Shown:
        """Return the observation of a known card: its design, then its marks and held cards if the copy is certain.

        `on` are the cards below it. A card that is below itself, directly or not, ends the recursion.
        """
        design, belongings = self.design_of[card], self.belongings[card]
        if not any(belongings) or card in on or not self.is_sure(visible, card):
            return (design,)
        marks = tuple(self.open_marks(visible, card))
        held = tuple([self._place(visible, cell, (*on, card)) for cell in belongings[1]])
        return design, marks, held

    def open_marks(self, visible: VisibleState, card: int) -> list[int]:
        """Return the values of the visible variables on a card, wherever the card is."""
        return [
            self._value(variable, visible.row[cell])
            for variable, cell in self.belongings[card][0]
            if visible.open[cell]
        ]

    def _value(self, variable: VariableEntry, value: int) -> int:
        """Return the value of a variable as observed: a card becomes its design."""
        if variable.type.kind is Kind.PIECE and value >= 0:
            return self.design_of[value]
        return value

    def numbers(self, visible: VisibleState) -> list[int]:
        """Return the visible values of all variables that are not on cards."""
        found = list[int]()
        for variable, cells in self._kept:
            if not visible.open[cells.start]:
                continue
            values = visible.row[cells.start : cells.stop]
            is_card = variable.type.kind is Kind.PIECE
            found += [self._value(variable, each) for each in values] if is_card else values
        return found

    def _marked(self, visible: VisibleState) -> Iterator[Shown]:
        """Yield visible marks on cards of uncertain position or copy: (variable, index, design, value)."""
        for number, variable in self._on_cards:
            run = variable.run
            values = visible.row[run.base : run.base + run.count]
            # Marks are rare: skip the loop over cards if there are none.
            something = {value for value in set(values) if _is_something(variable, value)}
            if not something or not visible.open[run.base]:
                continue
            for at, value in enumerate(values):
                card, place = run.first_owner + at // run.each, at % run.each
                if value in something and not self.is_sure(visible, card):
                    yield number, place, self.design_of[card], self._value(variable, value)

    def _acting(self, visible: VisibleState) -> Iterator[int]:
        """Yield the subject of each phase, below 0 if none; -2 for a subject the seat may not read."""
        for subject in self.subjects:
            value = visible.row[subject.variable.run.base]
            may_read = self.may_read_subject(visible, subject)
            yield self._value(subject.variable, value) if may_read else -2

    # ------------------------------------------------------------------ options

    def describe_option(self, visible: VisibleState, option: int) -> Shown:
        """Return an option as (list, element, place, index); a card and its place only if the seat knows it."""
        row = visible.row
        number, element = list_of(option), element_of(option)
        decision = self.module.decisions[row[DECISION]]
        if number < 0 or decision.options[number].type != PIECE:
            return number, (element,), -1, -1
        place = row[self.module.layout.place + element]
        zone = self.zone_of[place]
        known = visible.known[element]
        at = row[place].index(element) if zone.ordered and known else -1
        if not known:
            # An option for any card of a kind names its design; others reveal only their list.
            is_named = decision.options[number].of_all
            return number, (self.design_of[element],) if is_named else HIDDEN, -1, -1
        return number, self.card(visible, element), self._told_place[place], at


def canonical_places(module: Module) -> dict[int, int]:
    """Return the cell that represents each place in observations: places on cards of one kind share one."""
    kinds, canonical = {piece.kind for piece in module.pieces}, dict[int, int]()
    for zone in module.zones.values():
        for number, cell in enumerate(zone.run.cells):
            canonical[cell] = zone.run.base + (
                number % zone.run.each if zone.owner in kinds else number
            )
    return canonical


def observer_of(engine: Engine, seat: int) -> Observer:
    """Return the observer of `seat`, cached because building it takes longer than observing a state."""
    its: Any = engine
    return _observer(its, seat)


@lru_cache(maxsize=64)
def _observer(engine: Any, seat: int) -> Observer:
    """Return a new observer of `seat`; results are cached."""
    return Observer(engine, seat)


def _cells_of(entry: ZoneEntry | VariableEntry, card: int) -> range:
    """Return the cells of a variable or zone that belong to `card`."""
    first = entry.run.base + (card - entry.run.first_owner) * entry.run.each
    return range(first, first + entry.run.each)


def _is_something(variable: VariableEntry, value: int) -> bool:
    """Return whether a variable's `value` is not empty; empty are 0 and none for numbers, else negative values."""
    match variable.type.kind:
        case Kind.TRUTH:
            return value != 0
        case Kind.NUMBER:
            return value not in (0, NO_NUMBER)
    return value >= 0
