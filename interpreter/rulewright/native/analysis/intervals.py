"""Intervals and the abstract interpretation of expressions over them.

An interval is a lattice element with a separate flag for -1, which means nothing or nobody in the IR. So "a
player or nothing" is 0 to 4 plus the flag, not -1 to 4. None is the bottom element: no value is ever assigned.

See Cousot and Cousot, "Abstract interpretation", POPL 1977, https://doi.org/10.1145/512950.512973.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from rulewright.native.analysis.constraints import Slot
from rulewright.runtime.ir import terms as ir
from rulewright.runtime.ir.dataflow.interval_arithmetic import Span, span_of
from rulewright.runtime.ir.module import Module, ZoneEntry
from rulewright.runtime.ir.nodes.ir_types import MOST_NUMBERS

MAX_NUMBER = 2**24
"""Bound of the absolute value of arithmetic results; beyond it the engine gives up."""


class Interval(NamedTuple):
    """The bounds of a number, with a flag for the value -1 (NOTHING), which the bounds leave out."""

    low: int
    high: int
    nothing: bool = False

    @property
    def span(self) -> Span:
        """The least and greatest value, -1 included if the value may be NOTHING."""
        if self.low > self.high:
            return (-1, -1)
        return (min(self.low, -1), max(self.high, -1)) if self.nothing else (self.low, self.high)

    def overlaps(self, low: int, high: int) -> bool:
        """Return whether a value other than NOTHING may be from `low` to `high`."""
        return self.low <= high and low <= self.high


NOTHING = Interval(2**40, -(2**40), True)
TRUTH = Interval(0, 1)
NUMBERS = Interval(-MAX_NUMBER, MAX_NUMBER)


def join(*intervals: Interval | None) -> Interval | None:
    """Return the join: the smallest interval that contains all of `intervals`."""
    known = [each for each in intervals if each is not None]
    if not known:
        return None
    low, high = min(each.low for each in known), max(each.high for each in known)
    return Interval(low, high, any(each.nothing for each in known))


class TransferFunctions:
    """The rules that give the interval of an expression; `known` returns the interval of a slot.

    The interval of a list is the join of its elements.
    """

    def __init__(self, module: Module, known: Callable[[Slot], Interval | None]) -> None:
        self.module, self.known = module, known
        self.present: tuple[ir.Node, ...] = ()  # nodes known not to be nothing at this point
        self.owners = [-1] * (module.layout.size + 1)
        for zone in module.zones.values():
            for at, cell in enumerate(zone.run.cells):
                if zone.owner == "player":
                    self.owners[cell] = at // zone.run.each

    def of(self, node: ir.Node, code: str) -> Interval | None:
        """Return the interval of the values of `node` in the function or procedure `code`; None for no value."""
        interval = self._transfer(node, code)
        if interval is not None and interval.nothing and node in self.present:
            return Interval(interval.low, interval.high) if interval.low <= interval.high else None
        return interval

    def _transfer(self, node: ir.Node, code: str) -> Interval | None:
        """Return the interval of the values of `node`, not narrowed by the nodes in `present`."""
        match node:
            case ir.Const():
                return _interval_of_values([node.value])
            case ir.Local():
                return self.known(("local", code, node.name))
            case ir.Read():
                held = self.known(("variable", node.variable))
                return join(held, self.of(node.default, code)) if node.guarded else held
            case ir.Cond():
                return join(self.of(node.yes, code), self.of(node.no, code))
            case ir.Binary():
                return _binary_interval(
                    node.operator, self.of(node.left, code), self.of(node.right, code)
                )
            case ir.Call():
                return self.known(("result", node.function))
            case ir.Metered() | ir.Bounded():
                return self.of(node.what, code)
            case ir.Lookup():
                values = self.module.code.arrays[node.array].values
                return _interval_of_entries(values, self.of(node.index, code))
            case ir.Part():
                rules = self.module.code.captures
                part = str(node.index)
                return join(*(self.known(("capture", str(rule), part)) for rule in rules))
            case ir.Reduce():
                return self._reduction_interval(node, code)
            case (
                ir.InZone() | ir.Not() | ir.All() | ir.Any() | ir.Member() | ir.Trial()
                | ir.Watched() | ir.Sees()
            ):  # fmt: skip
                return TRUTH
            case ir.Slot():
                return NUMBERS
            case ir.PlaceOf():
                which = self.of(node.piece, code)
                return None if which is None else self.places_of(which)
            case ir.Position():
                return Interval(0, len(self.module.pieces))
            case ir.Place():
                return self._place_interval(node, code)
            case ir.OwnerOf():
                return _interval_of_entries(self.owners, self.of(node.place, code))
            case _:
                return self._list_interval(node, code)

    def _reduction_interval(self, node: ir.Reduce, code: str) -> Interval | None:
        """Return the interval of a list's count, sum, extremum or other reduction."""
        of = self.of(node.of if node.of is not None else node.source, code)
        match node.how:
            case "count":
                return Interval(0, MOST_NUMBERS)
            case "some":
                return TRUTH
            case "total":
                return NUMBERS if of is not None else Interval(0, 0)
        return join(of, self.of(node.default, code))

    def _list_interval(self, node: ir.Node, code: str) -> Interval | None:
        """Return the interval that contains all elements of the list `node`; None if it has none."""
        match node:
            case ir.Sequence():
                return _interval_of_values(node.items)
            case ir.Around():
                return Interval(0, self.module.players - 1)
            case ir.Numbers():
                return join(self.of(node.low, code), self.of(node.high, code))
            case ir.Pieces() | ir.AllPieces():
                return self.known(("zone", node.zone))
            case ir.End():
                return join(NOTHING, self.of(node.pieces, code))
            case ir.Append():
                return join(self.of(node.source, code), self.of(node.item, code))
            case ir.Filtered() | ir.Kept() | ir.Rest():
                return self.of(node.source, code)
            case ir.Head() | ir.Backwards() | ir.Taken():
                return self.of(node.source, code)
        return None

    # ------------------------------------------------------------------ places

    def _place_interval(self, node: ir.Place, code: str) -> Interval | None:
        """Return the interval of the place numbers that `node` can denote in its zone."""
        zone = self.module.zones[node.zone]
        first, last = place_range(zone)
        if node.index is None:
            return Interval(first, last)
        owner = self.of(node.index, code)
        if owner is None:
            return None
        first, last = max(first, zone.run.start + owner.low), min(last, zone.run.start + owner.high)
        places = Interval(first, last) if first <= last else None
        return join(places, NOTHING if node.guarded and owner.nothing else None)

    def places_of(self, pieces: Interval) -> Interval | None:
        """Return the interval of the places of all zones that may hold a piece in the interval `pieces`."""
        places: Interval | None = NOTHING if pieces.nothing else None
        for zone in self.module.zones.values():
            held = self.known(("zone", zone.name))
            if held is not None and held.overlaps(pieces.low, pieces.high):
                places = join(places, Interval(*place_range(zone)))
        return places

    def pieces_in(self, places: Interval) -> Interval | None:
        """Return the interval of the pieces that may be in a place in the interval `places`."""
        inside = [
            zone for zone in self.module.zones.values() if places.overlaps(*place_range(zone))
        ]
        return join(*(self.known(("zone", zone.name)) for zone in inside))


def place_range(zone: ZoneEntry) -> Span:
    """Return the numbers of the first and the last place of a zone."""
    return zone.run.base, zone.run.base + zone.run.count - 1


def _interval_of_values(values: Sequence[int]) -> Interval | None:
    """Return the interval of constants, where -1 is NOTHING; None if there are none."""
    present = [value for value in values if value != -1]
    interval = Interval(min(present), max(present)) if present else None
    return join(interval, NOTHING if -1 in values else None)


def _interval_of_entries(values: Sequence[int], index: Interval | None) -> Interval | None:
    """Return the interval of an array's entries at `index`; index -1 (NOTHING) reads the last entry."""
    if index is None:
        return None
    low, high = index.span
    among = [*values[max(low, 0) : max(high + 1, 0)], *(values[-1:] if low < 0 else ())]
    return _interval_of_values(among)


def _binary_interval(
    operator: ir.Operator, left: Interval | None, right: Interval | None
) -> Interval | None:
    """Return the interval of a binary operation on numbers; arithmetic is clamped to MAX_NUMBER."""
    if left is None or right is None:
        return None
    span = span_of(operator, left.span, right.span)
    return Interval(*span) if operator in ("max", "min") else _clamp(*span)


def _clamp(low: int, high: int) -> Interval:
    """Return the interval from `low` to `high`, clamped to the range of arithmetic results."""
    low, high = max(low, NUMBERS.low), min(high, NUMBERS.high)
    return Interval(low, high) if low <= high else NUMBERS
