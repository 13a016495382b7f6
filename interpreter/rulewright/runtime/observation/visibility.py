"""What lies open to a seat: which cells of a state it may look into, and which cards it knows where they lie.

Here alone this is decided; whatever else a seat is shown, told or dealt hangs on it. (Rules that ask who sees a
card are answered by the engines, `Engine.knowers`, which tests hold against this.)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from rulewright.runtime.game.engine import Engine, State
from rulewright.runtime.game.game_complaints import unreadable
from rulewright.runtime.ir.engine_contract import Fault
from rulewright.runtime.ir.module import Subject, Variable, Zone

Row = Sequence[Any]


def open_cells(kept: Zone | Variable, seat: int | None, asked: Callable[[str], Any]) -> range:
    """The cells of what is kept under one name into which a seat (None: a spectator) may look.

    `asked` says what an expression of the rules comes to: the player who may look now.
    """
    run = kept.run
    match kept.seen:
        case "everyone":
            return run.cells
        case "owner" if kept.owner == "player" and seat is not None:
            first = run.base + run.each * seat
            return range(first, first + run.each)
        case "expression" if asked(kept.sight) == seat:
            return run.cells
    return range(0)


def may_read(
    subject: Subject, seat: int | None, value_of: Callable[[Variable], int], known: Sequence[bool]
) -> bool:
    """Whether a seat may read for whom or what a phase is played, with what variables hold.

    All may; but a card only who knows it, and the player for whom the phase is played, wherever it lies.
    """
    value = value_of(subject.variable)
    if value < 0 or not subject.is_card or known[value]:
        return True
    return subject.player is not None and value_of(subject.player) == seat


class Sees(NamedTuple):
    """What a seat may look into in one state: its cells, and the cards that it knows."""

    row: Row
    open: Sequence[bool]
    known: Sequence[bool]

    @property
    def known_bits(self) -> int:
        """The known cards as bits."""
        return sum(1 << card for card, known in enumerate(self.known) if known)


class Eyes:
    """The eyes of a seat (None: of a spectator), for states of an engine."""

    def __init__(self, engine: Engine, seat: int | None) -> None:
        self.engine, self.seat, self.module = engine, seat, engine.module
        zones, variables = self.module.zones.values(), self.module.variables.values()
        kept: list[Zone | Variable] = [*zones, *variables]
        self._hanging = [each for each in kept if each.seen == "expression"]
        self._open = [False] * self.module.layout.size
        for each in kept:
            self._look_into(each, self._open, lambda _: -1)
        layout, cards = self.module.layout, len(self.module.pieces)
        self._places = slice(layout.place, layout.place + cards)
        self._knowers = slice(layout.known, layout.known + cards)
        names = [piece.name for piece in self.module.pieces]
        copies = Counter(names)
        self.copied, self.names = [copies[name] > 1 for name in names], names
        self.firsts = {name: number for number, name in reversed([*enumerate(names)])}
        self._bit = 1 << (self.module.players if seat is None else seat)
        self.subjects = tuple(self.module.subjects())
        self.holding = dict(self._holding())

    def _holding(self) -> Iterator[tuple[int, list[int]]]:
        """The cells of the places that cards have, of those that have some."""
        for card, piece in enumerate(self.module.pieces):
            runs = [z.run for z in self.module.zones.values() if z.owner == piece.kind]
            if runs:
                at = [(run.base + (card - run.first_owner) * run.each, run.each) for run in runs]
                yield card, [cell for start, each in at for cell in range(start, start + each)]

    def most(self, kept: Zone | Variable) -> range:
        """The cells of what is kept under one name that are open to the seat at some time."""
        return open_cells(kept, self.seat, lambda _: self.seat)

    def sees(self, state: State, row: Row | None = None) -> Sees:
        """What the seat may look into; it knows cards that lie open to it, and those that it has learnt of.

        A `row` of that state that stays as it is need not be made.
        """
        row = self.engine.pack(state) if row is None else row
        cells, bit = self.open(state), self._bit
        learnt = zip(row[self._places], row[self._knowers], strict=True)
        return Sees(row, cells, [cells[place] or bits & bit != 0 for place, bits in learnt])

    def knows(self, cells: Sequence[bool], row: Row, card: int) -> bool:
        """The same of one card, where these cells are open: quicker where few are asked about."""
        place, bits = row[self._places.start + card], row[self._knowers.start + card]
        return cells[place] or bits & self._bit != 0

    def open(self, state: State) -> list[bool]:
        """Which cells of a state are open to the seat; not to be changed."""
        cells = self._open
        if self._hanging:
            cells = cells[:]
            try:
                for each in self._hanging:
                    self._look_into(each, cells, lambda sight: self.engine.call(state, sight))
            except Fault as fault:
                raise unreadable(self.module, fault) from fault
        return cells

    def everything(self, state: State) -> Sees:
        """What they would see if all lay open."""
        row = self.engine.pack(state)
        return Sees(row, [True] * len(row), [True] * len(self.copied))

    def reads(self, sees: Sees, subject: Subject) -> bool:
        """Whether the seat may read for whom or what a phase is played."""
        row = sees.row
        return may_read(subject, self.seat, lambda each: row[each.run.base], sees.known)

    def is_sure(self, sees: Sees, card: int) -> bool:
        """Whether the seat knows of a card not only where a copy of it lies, but that it is this one."""
        if not sees.known[card]:
            return False
        return not self.copied[card] or sees.open[sees.row[self._places.start + card]]

    def _look_into(
        self, kept: Zone | Variable, cells: list[bool], asked: Callable[[str], Any]
    ) -> None:
        for cell in open_cells(kept, self.seat, asked):
            cells[cell] = True
