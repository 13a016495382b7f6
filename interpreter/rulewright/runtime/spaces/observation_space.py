"""The observation space: the layout of a seat's observation as a row of numbers, for machine learning.

The columns follow from declarations: numbers, pointers and marks, the number of cards in each place, and how many
of each design the seat knows to be there. Values of players begin with the seat itself and go on clockwise.
Values hidden from the seat are 0. Zones have columns for the kinds of cards that may be in them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, Literal

from rulewright.base.records import Record
from rulewright.runtime.ir.module import Module, Subject, VariableEntry, ZoneEntry
from rulewright.runtime.ir.nodes.ir_types import NO_NUMBER, Kind
from rulewright.runtime.spaces.interval_protocol import Ranges

LEAST, MOST = -(2**7 - 1), 2**7 - 1
"""Range of a column, which is a signed byte."""

FARTHEST: Final = 128 * MOST + MOST
"""Larger absolute values are clipped to this."""

UNKNOWN: Final = -1
"""Value for a card that a phase is played for and that the seat does not know."""

Sort = Literal["number", "player", "card", "label"]
"""Meaning of a column; the last three are shifted by one, so that 0 is NOTHING."""


class NumberColumns(Record):
    """Columns of a number, pointer or mark: from `first` on, `each` columns for each of `seats` owners."""

    variable: str
    first: int
    seats: int
    each: int
    sort: Sort


class ZoneColumns(Record):
    """Columns of a zone: number of cards in each place, and known cards in each place by design.

    The numbers of cards begin at column `first`. From `cards` on, each place has a column for every one of
    `designs` designs, the lowest being `low`.
    """

    zone: str
    first: int
    seats: int
    each: int
    cards: int
    low: int
    designs: int


class MarkColumns(Record):
    """Columns of a variable on cards: for each design from `low` on, the maximum over its copies."""

    variable: str
    first: int
    low: int
    designs: int
    each: int
    sort: Sort


class SubjectColumn(Record):
    """Column of a parameter of a phase, while the phase is played."""

    first: int
    sort: Sort


class ObservationSpace(Record):
    """Layout of an observation: all columns with their names; the first is the decision's number.

    A value that may exceed the range of a column has two columns: the remainder (in `wide`), and the quotient by
    128.
    """

    numbers: tuple[NumberColumns, ...]
    zones: tuple[ZoneColumns, ...]
    marks: tuple[MarkColumns, ...]
    subjects: tuple[SubjectColumn, ...]
    names: tuple[str, ...]
    wide: frozenset[int]

    @classmethod
    def of(cls, module: Module, ranges: Ranges) -> ObservationSpace:
        """Return the layout for `module`; `ranges` bounds the cards that can be in a zone."""
        making = _ColumnLayout(module, ranges)
        numbers = tuple(making.numbers())
        subjects = tuple(map(making.subject, module.subjects()))
        zones = tuple(making.zones())
        marks = tuple(making.marks())
        return cls(numbers, zones, marks, subjects, tuple(making.names), frozenset(making.wide))

    def step(self, first: int) -> int:
        """Return the number of columns that each value takes in the columns from `first` on: 1 or 2."""
        return 1 + (first in self.wide)

    def write_value(self, row: list[int], column: int, value: int) -> None:
        """Write `value` (absolute value at most FARTHEST) into its column, or its two columns, of `row`."""
        if column in self.wide:
            whole = abs(value) >> 7
            row[column + 1] = whole if value >= 0 else -whole
            value -= row[column + 1] << 7
        row[column] = value


def column_kind(variable: VariableEntry) -> Sort:
    """Return what a variable's column holds: number, player, card or label."""
    match variable.type.kind:
        case Kind.PLAYER:
            return "player"
        case Kind.PIECE:
            return "card"
        case Kind.NUMBER | Kind.TRUTH:
            return "number"
    return "label"


def column_of(sort: Sort, value: int, seat: int, players: int, design_of: Sequence[int]) -> int:
    """Return the number that an observation of `seat` holds for a value of this sort; 0 for nothing."""
    if sort == "number":
        return 0 if value == NO_NUMBER else min(max(value, -FARTHEST), FARTHEST)
    if value < 0:
        return 0
    if sort == "player":
        return 1 + (value - seat) % players
    return 1 + (design_of[value] if sort == "card" else value)


class _ColumnLayout:
    """Builder of an observation space."""

    def __init__(self, module: Module, ranges: Ranges) -> None:
        self.module, self.names, self.wide = module, list[str](), set[int]()
        self._add_column("decision", len(module.decisions) > MOST)
        self.kinds = frozenset(piece.kind for piece in module.pieces)
        self._ranges = ranges
        number = {name: at for at, name in enumerate(module.designs)}
        self._designs: dict[str, tuple[int, int]] = {}
        for piece in module.pieces:
            at = number[piece.name]
            low, high = self._designs.get(piece.kind, (at, at))
            self._designs[piece.kind] = min(low, at), max(high, at)

    def numbers(self) -> Iterator[NumberColumns]:
        """Lay out the columns of variables that a seat may see and that are not on cards; yield them."""
        for each in self.module.variables.values():
            is_mine = each.seen == "owner"
            if each.owner in self.kinds or each.seen == "nobody":
                continue
            if is_mine and each.owner != "player":
                continue
            seats = self.module.players if each.owner == "player" and not is_mine else 1
            width = each.run.each if each.owner == "player" else each.run.count
            owners = seats if each.owner == "player" else 0
            first = self._add_columns(each.name, owners, width, self._is_wide(each))
            yield NumberColumns(each.name, first, seats, width, column_kind(each))

    def _is_wide(self, variable: VariableEntry) -> bool:
        """Return whether a variable needs two columns; decided by its declaration, so rules move no column."""
        words = self.module.labels.get(variable.type.of or "", self.module.designs)
        is_named = column_kind(variable) in ("card", "label")
        return variable.type.kind is Kind.NUMBER or (is_named and len(words) > MOST)

    def subject(self, subject: Subject) -> SubjectColumn:
        """Lay out the column of a phase's parameter and return it."""
        name, variable = f"{subject.phase}/{subject.parameter}", subject.variable
        first = self._add_column(name, self._is_wide(variable))
        return SubjectColumn(first, column_kind(variable))

    def zones(self) -> Iterator[ZoneColumns]:
        """Lay out the columns of zones that are not on cards; yield them."""
        zones = [each for each in self.module.zones.values() if each.owner not in self.kinds]
        firsts = list(map(self._add_count_columns, zones))
        for zone, first in zip(zones, firsts, strict=True):
            seats = self.module.players if zone.owner == "player" else 1
            each = zone.run.count // seats
            low, high = self._designs_in(zone)
            cards = len(self.names)
            designs = self.module.designs[low : high + 1]
            step = 1 + (first in self.wide)
            for place in self.names[first : first + zone.run.count * step : step]:
                name = place.removeprefix("number of ")
                self.names += [f"{name}/{design}" for design in designs]
            yield ZoneColumns(zone.name, first, seats, each, cards, low, high - low + 1)

    def _add_count_columns(self, zone: ZoneEntry) -> int:
        """Add the columns for the numbers of cards in a zone's places, and return the first column."""
        seats = self.module.players if zone.owner == "player" else 0
        name, is_wide = f"number of {zone.name}", len(self.module.pieces) > MOST
        return self._add_columns(name, seats, zone.run.count // max(seats, 1), is_wide)

    def marks(self) -> Iterator[MarkColumns]:
        """Lay out the columns of variables on cards that all, or a named player, may see; yield them."""
        for each in self.module.variables.values():
            if each.owner in self.kinds and each.seen in ("everyone", "expression"):
                low, high = self._designs[each.owner or ""]
                first, width, is_wide = len(self.names), each.run.each, self._is_wide(each)
                for design in self.module.designs[low : high + 1]:
                    self._add_columns(f"{each.name}/{design}", 0, width, is_wide)
                yield MarkColumns(each.name, first, low, high - low + 1, width, column_kind(each))

    def _designs_in(self, zone: ZoneEntry) -> tuple[int, int]:
        """Return the lowest and highest design number that a card in `zone` can have."""
        low, high = self._ranges.pieces_in(zone.run.base, zone.run.base + zone.run.count - 1)
        kinds = {piece.kind for piece in self.module.pieces[max(low, 0) : high + 1]}
        spans = [self._designs[kind] for kind in kinds]
        return min((one for one, _ in spans), default=0), max((two for _, two in spans), default=-1)

    def _add_columns(self, name: str, seats: int, width: int, is_wide: bool) -> int:
        """Add `width` columns for each of `seats` (0: for no seat), and return the first column."""
        first = len(self.names)
        owned = [f"{name}/seat +{seat}" if seat else f"{name}/me" for seat in range(seats)]
        for one in owned or [name]:
            for each in [f"{one}/{at}" for at in range(width)] if width > 1 else [one]:
                self.wide |= {len(self.names)} if is_wide else set()
                self.names += [each, f"{each}/128s"] if is_wide else [each]
        return first

    def _add_column(self, name: str, is_wide: bool) -> int:
        """Add the columns of a single value, and return the first column."""
        return self._add_columns(name, 0, 1, is_wide)
