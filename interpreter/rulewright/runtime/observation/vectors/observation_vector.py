"""The observation of a seat as a vector: the columns of `spaces.observation_space`, computed in Python.

The native engine computes the same vector (`observe.observation_vector`); tests compare the two.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.runtime.game.engine import Engine, State
from rulewright.runtime.ir.layout import DECISION
from rulewright.runtime.ir.module import VariableEntry
from rulewright.runtime.observation.observer import Observer
from rulewright.runtime.observation.visibility import VisibleState
from rulewright.runtime.spaces.observation_space import (
    MOST,
    UNKNOWN,
    ObservationSpace,
    Sort,
    column_of,
)


class VectorObserver:
    """An observer that gives observation vectors of an engine's states, for the deciding seat or any other."""

    def __init__(self, engine: Engine, space: ObservationSpace) -> None:
        self.space, self.module = space, engine.module
        self.observers = [Observer(engine, seat) for seat in range(engine.module.players)]
        self._spectator = Observer(engine, None)

    def public(self, state: State) -> list[int]:
        """Return the observation vector of a spectator, whose columns begin with seat 0."""
        return _Row(self.space, self._spectator, 0, self._spectator.visible(state)).columns()

    def of(self, state: State, seat: int | None = None) -> list[int]:
        """Return the observation vector of `state` for `seat`; None means the deciding seat."""
        if seat is None:
            seat = max(self.observers[0].engine.snapshot(state).decider, 0)
        return _Row(
            self.space, self.observers[seat], seat, self.observers[seat].visible(state)
        ).columns()


class _Row:
    """The observation vector of one state, under construction."""

    def __init__(
        self, space: ObservationSpace, observer: Observer, seat: int, visible: VisibleState
    ) -> None:
        self.space, self.observers, self.seat, self.visible = space, observer, seat, visible
        self.module, self.players = observer.module, observer.module.players
        self._best: dict[int, int] = {}

    def columns(self) -> list[int]:
        """Return all columns of the vector."""
        found = [0] * len(self.space.names)
        decision = 0, self.visible.row[DECISION]
        for at, value in (decision, *self._numbers(), *self._subjects(), *self._marks()):
            self.space.write_value(found, at, value)
        self._places(found)
        return found

    def _column(self, sort: Sort, value: int) -> int:
        """Return a state's value as a column of kind `sort`, relative to the seat."""
        return column_of(sort, value, self.seat, self.players, self.observers.design_of)

    def _numbers(self) -> Iterator[tuple[int, int]]:
        """Yield (column, value) for visible variables not on cards; players in order of play from the seat."""
        for each in self.space.numbers:
            base = self.module.variables[each.variable].run.base
            is_owned = self.module.variables[each.variable].owner == "player"
            step = self.space.step(each.first)
            for after in range(each.seats):
                owner = (self.seat + after) % self.players if is_owned else 0
                for at in range(each.each):
                    cell = base + owner * each.each + at
                    if self.visible.open[cell]:
                        value = self._column(each.sort, self.visible.row[cell])
                        yield each.first + (after * each.each + at) * step, value

    def _subjects(self) -> Iterator[tuple[int, int]]:
        """Yield (column, value) for the subject of each phase; `UNKNOWN` if the seat may not read it."""
        for column, subject in zip(self.space.subjects, self.observers.subjects, strict=True):
            value = self.visible.row[subject.variable.run.base]
            reads = self.observers.may_read_subject(self.visible, subject)
            yield column.first, self._column(column.sort, value) if reads else UNKNOWN

    def _marks(self) -> Iterator[tuple[int, int]]:
        """Yield (column, value) for visible marks on cards: the largest value of each design."""
        for each in self.space.marks:
            variable, step = self.module.variables[each.variable], self.space.step(each.first)
            if not self.visible.open[variable.run.base]:
                continue
            for card, at, value in self._on_cards(variable):
                column = self._column(each.sort, value)
                to = (
                    each.first
                    + ((self.observers.design_of[card] - each.low) * each.each + at) * step
                )
                if column > self._best.get(to, 0):
                    self._best[to] = column
        yield from self._best.items()

    def _on_cards(self, variable: VariableEntry) -> Iterator[tuple[int, int, int]]:
        """Yield (card, label, value) for each cell of a variable on cards."""
        run = variable.run
        for at, cell in enumerate(run.cells):
            yield run.first_owner + at // run.each, at % run.each, self.visible.row[cell]

    def _places(self, found: list[int]) -> None:
        """Write the number of cards in each place, and its known cards by design, into the columns."""
        for each in self.space.zones:
            zone, step = self.module.zones[each.zone], self.space.step(each.first)
            for after in range(each.seats):
                owner = (self.seat + after) % self.players if each.seats > 1 else 0
                for at in range(each.each):
                    cards = self.visible.row[zone.run.base + owner * each.each + at]
                    place = after * each.each + at
                    self.space.write_value(found, each.first + place * step, len(cards))
                    first = each.cards + place * each.designs - each.low
                    for card in cards:
                        if self.visible.known[card]:
                            to = first + self.observers.design_of[card]
                            found[to] = min(found[to] + 1, MOST)
