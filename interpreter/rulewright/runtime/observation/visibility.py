"""Visibility: the cells of a state that a seat may read, and the cards it knows.

Every view, log and determinization depends on this module alone. (Rules that ask which players see a card are
answered by the engines, `Engine.knowers`; tests compare the two.)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from rulewright.runtime.game.engine import Engine, State
from rulewright.runtime.game.game_complaints import reading_error
from rulewright.runtime.ir.engine_contract import Fault
from rulewright.runtime.ir.module import Subject, VariableEntry, ZoneEntry

Row = Sequence[Any]


def open_cells(
    entry: ZoneEntry | VariableEntry, seat: int | None, evaluate: Callable[[str], Any]
) -> range:
    """Return the cells of a zone or variable that `seat` (None: a spectator) may see.

    `evaluate` evaluates an expression of the rules, which names the player allowed to see it now.
    """
    run = entry.run
    match entry.seen:
        case "everyone":
            return run.cells
        case "owner" if entry.owner == "player" and seat is not None:
            first = run.base + run.each * seat
            return range(first, first + run.each)
        case "expression" if evaluate(entry.sight) == seat:
            return run.cells
    return range(0)


def may_read(
    subject: Subject,
    seat: int | None,
    value_of: Callable[[VariableEntry], int],
    known: Sequence[bool],
) -> bool:
    """Return whether `seat` may read the subject of a running phase.

    Everyone may, except for a card: only a seat that knows it or the player for whom the phase is played.
    """
    value = value_of(subject.variable)
    if value < 0 or not subject.is_card or known[value]:
        return True
    return subject.player is not None and value_of(subject.player) == seat


class VisibleState(NamedTuple):
    """The parts of one state that a seat may see: its open cells and its known cards."""

    row: Row
    open: Sequence[bool]
    known: Sequence[bool]

    @property
    def known_bits(self) -> int:
        """The known cards as a bit set."""
        return sum(1 << card for card, known in enumerate(self.known) if known)


class SeatVisibility:
    """The visibility rules of one seat (None: a spectator) for the states of an engine."""

    def __init__(self, engine: Engine, seat: int | None) -> None:
        self.engine, self.seat, self.module = engine, seat, engine.module
        zones, variables = self.module.zones.values(), self.module.variables.values()
        kept: list[ZoneEntry | VariableEntry] = [*zones, *variables]
        self._dynamic = [each for each in kept if each.seen == "expression"]
        self._open = [False] * self.module.layout.size
        for each in kept:
            self._mark_open(each, self._open, lambda _: -1)
        layout, cards = self.module.layout, len(self.module.pieces)
        self._places = slice(layout.place, layout.place + cards)
        self._knowers = slice(layout.known, layout.known + cards)
        names = [piece.name for piece in self.module.pieces]
        copies = Counter(names)
        self.copied, self.names = [copies[name] > 1 for name in names], names
        self.first_copies = {name: number for number, name in reversed([*enumerate(names)])}
        self._bit = 1 << (self.module.players if seat is None else seat)
        self.subjects = tuple(self.module.subjects())
        self.holding = dict(self._holding())

    def _holding(self) -> Iterator[tuple[int, list[int]]]:
        """Yield each card that has places of its own, with the cells of these places."""
        for card, piece in enumerate(self.module.pieces):
            runs = [z.run for z in self.module.zones.values() if z.owner == piece.kind]
            if runs:
                at = [(run.base + (card - run.first_owner) * run.each, run.each) for run in runs]
                yield card, [cell for start, each in at for cell in range(start, start + each)]

    def ever_open_cells(self, entry: ZoneEntry | VariableEntry) -> range:
        """Return the cells of a zone or variable that are open to the seat at least some of the time."""
        return open_cells(entry, self.seat, lambda _: self.seat)

    def visible(self, state: State, row: Row | None = None) -> VisibleState:
        """Return the visible part of `state`; the seat knows cards in open places and those it has learnt.

        Pass `row`, the packed state, to avoid packing it again.
        """
        row = self.engine.pack(state) if row is None else row
        cells, bit = self.open(state), self._bit
        learnt = zip(row[self._places], row[self._knowers], strict=True)
        return VisibleState(row, cells, [cells[place] or bits & bit != 0 for place, bits in learnt])

    def knows(self, cells: Sequence[bool], row: Row, card: int) -> bool:
        """Return whether the seat knows `card`, given the open `cells`: faster than `visible` for few cards."""
        place, bits = row[self._places.start + card], row[self._knowers.start + card]
        return cells[place] or bits & self._bit != 0

    def open(self, state: State) -> list[bool]:
        """Return for each cell of `state` if it is open to the seat; callers must not change the list."""
        cells = self._open
        if self._dynamic:
            cells = cells[:]
            try:
                for each in self._dynamic:
                    self._mark_open(each, cells, lambda sight: self.engine.call(state, sight))
            except Fault as fault:
                raise reading_error(self.module, fault) from fault
        return cells

    def everything_visible(self, state: State) -> VisibleState:
        """Return a visible state of `state` in which all cells are open and all cards known."""
        row = self.engine.pack(state)
        return VisibleState(row, [True] * len(row), [True] * len(self.copied))

    def may_read_subject(self, visible: VisibleState, subject: Subject) -> bool:
        """Return whether the seat may read the subject of a running phase."""
        row = visible.row
        return may_read(subject, self.seat, lambda each: row[each.run.base], visible.known)

    def is_sure(self, visible: VisibleState, card: int) -> bool:
        """Return whether the seat knows that `card` is this very copy, not only that some copy is there."""
        if not visible.known[card]:
            return False
        return not self.copied[card] or visible.open[visible.row[self._places.start + card]]

    def _mark_open(
        self, entry: ZoneEntry | VariableEntry, cells: list[bool], evaluate: Callable[[str], Any]
    ) -> None:
        """Set `cells` to True where the seat may see a zone or variable; `evaluate` evaluates expressions."""
        for cell in open_cells(entry, self.seat, evaluate):
            cells[cell] = True
