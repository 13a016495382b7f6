"""Interval analysis of a whole module: the bounds of every slot, so that needless run-time checks are omitted.

The analysis is flow-insensitive: a worklist applies all constraints until a fixpoint. It shows which seats,
pieces and places a slot may hold, and which pieces may enter a zone. Results of arithmetic are clamped to
MAX_NUMBER, so that sums do not overflow; on larger numbers the engine gives up, and the Python engine plays that
move. Constants named by rules may be larger and are followed exactly. Precision affects speed only: every write
is checked against its span unless the span of the value already fits.
"""

from __future__ import annotations

from collections import Counter, defaultdict, deque

from rulewright.native.analysis.constraints import Constraint, Slot, constraints_of
from rulewright.native.analysis.intervals import (
    NUMBERS,
    Interval,
    TransferFunctions,
    join,
    place_range,
)
from rulewright.runtime.ir import terms as ir
from rulewright.runtime.ir.dataflow.interval_arithmetic import Span
from rulewright.runtime.ir.module import Module

GROWTHS_BEFORE_WIDENING = 8
"""An interval that has grown more often is widened: the slot is a counter, or bits are set in it."""


class Spans:
    """The bounds (least and greatest value) of all slots of a module, found by interval analysis."""

    def __init__(self, module: Module) -> None:
        self.module = module
        self.known: dict[Slot, Interval] = {}
        self._all_pieces = Interval(0, max(len(module.pieces) - 1, 0))
        self._read: set[Slot] = set()
        self._intervals = TransferFunctions(module, self._read_slot)
        self._solve()

    # ------------------------------------------------------------------ queries

    def of_type(self, type_: ir.Type, slot: Slot = ()) -> Span:
        """Return the bounds of a slot's values within its type; those of the type if nothing is ever assigned."""
        low, high = self._type_span(type_)
        interval = self.known.get(slot)
        if interval is None:
            return low, high
        one, other = interval.span
        if type_.kind is ir.Kind.NUMBER:
            return one, other
        return (max(low, one), min(high, other)) if one <= high and low <= other else (low, high)

    def _type_span(self, type_: ir.Type) -> Span:
        """Return the least and greatest value of a type, with -1 (NOTHING) where the type has it."""
        module = self.module
        match type_.kind:
            case ir.Kind.TRUTH:
                return (0, 1)
            case ir.Kind.PLAYER:
                return (-1, module.players - 1)
            case ir.Kind.PIECE:
                return (-1, len(module.pieces) - 1)
            case ir.Kind.DESIGN:
                return (-1, len(module.designs) - 1)
            case ir.Kind.PLACE:
                return (-1, module.layout.size - 1)
            case ir.Kind.CAUSE:
                return (-1, max(len(module.sites), 1) - 1)
            case ir.Kind.LABEL if type_.of in module.labels:
                return (-1, len(module.labels[type_.of]) - 1)
        return NUMBERS.span

    def variable(self, name: str) -> Span:
        """Return the least and greatest value of a variable."""
        return self.of_type(self.module.variables[name].type, ("variable", name))

    def local(self, code: str, name: str, type_: ir.Type) -> Span:
        """Return the least and greatest value of a local of the function or procedure `code`."""
        return self.of_type(type_, ("local", code, name))

    def result(self, function: str) -> Span:
        """Return the least and greatest value that a function returns."""
        return self.of_type(self.module.code.functions[function].type, ("result", function))

    def captured(self, rule: int, number: int) -> Span:
        """Return the least and greatest value of the capture `number` (from 1) of the delayed rule `rule`."""
        type_ = self.module.code.captures[rule][number - 1]
        return self.of_type(type_, ("capture", str(rule), str(number)))

    def pieces_in(self, low: int, high: int) -> Span:
        """Return the lowest and highest piece that may be in the places `low` to `high`."""
        return (self._intervals.pieces_in(Interval(low, high)) or self._all_pieces).span

    def places_of(self, low: int, high: int) -> Span:
        """Return the lowest and highest place where the pieces `low` to `high` may be."""
        places = self._intervals.places_of(Interval(low, high))
        return places.span if places is not None else (0, self.module.layout.size - 1)

    # ------------------------------------------------------------------ fixpoint

    def _read_slot(self, slot: Slot) -> Interval | None:
        """Return a slot's interval so far, and record that the constraint at work depends on the slot."""
        self._read.add(slot)
        return self.known.get(slot)

    def _solve(self) -> None:
        """Compute the fixpoint: apply each constraint, and again whenever a slot that it reads has grown."""
        self._initialize()
        constraints = list(constraints_of(self.module))
        readers: dict[Slot, set[int]] = defaultdict(set)
        grown, worklist = Counter[Slot](), deque(range(len(constraints)))
        queued = set(worklist)
        while worklist:
            number = worklist.popleft()
            queued.discard(number)
            constraint = constraints[number]
            self._read.clear()
            assigned = self._assigned_interval(constraint)
            # The edges of the dependence graph are discovered on the way: every read is recorded.
            for slot in self._read:
                readers[slot].add(number)
            wider = join(self.known.get(constraint.slot), assigned)
            if wider is None or wider == self.known.get(constraint.slot):
                continue
            grown[constraint.slot] += 1
            if grown[constraint.slot] > GROWTHS_BEFORE_WIDENING:
                wider = (
                    join(wider, self._all_pieces)
                    if constraint.slot[0] == "zone"
                    else _widen(wider, constraint)
                )
                assert wider is not None
            self.known[constraint.slot] = wider
            worklist += readers[constraint.slot] - queued
            queued |= readers[constraint.slot]

    def _initialize(self) -> None:
        """Set the start values: each zone's first pieces, and the full range of exported code's parameters."""
        code = self.module.code
        for number, card in enumerate(self.module.pieces):
            zone = self.known.get(("zone", card.zone))
            self.known["zone", card.zone] = Interval(zone.low if zone else number, number)
        every: list[ir.Function | ir.Procedure] = [*code.functions.values()]
        for called in (*every, *code.procedures.values()):
            if called.exported:
                for name, type_ in called.parameters:
                    low, high = self._type_span(type_)
                    self.known["local", called.name, name] = Interval(0 if low == -1 else low, high)

    def _assigned_interval(self, constraint: Constraint) -> Interval | None:
        """Return the interval that a constraint assigns to its slot; None if it assigns no value."""
        self._intervals.present = constraint.present
        interval = self._intervals.of(constraint.node, constraint.code)
        if interval is None:
            return None
        if constraint.most is not None:
            interval = interval._replace(
                high=max(interval.low, min(interval.high, constraint.most))
            )
        if constraint.place is None:
            return interval
        if constraint.takes_contents:
            interval = self._intervals.pieces_in(interval)
        zone = self.module.zones[constraint.slot[1]]
        to = self._intervals.of(constraint.place, constraint.code)
        if interval is None or to is None or not to.overlaps(*place_range(zone)):
            return None
        return Interval(interval.low, interval.high) if interval.low <= interval.high else None


def _widen(interval: Interval, constraint: Constraint) -> Interval:
    """Return `interval` with its growing upper bound raised to twice the bits, so that the analysis ends soon."""
    # Cousot and Cousot 1977: extrapolate instead of climbing an infinite (here: long) chain step by step.
    low = interval.low if interval.low >= 0 else min(interval.low, NUMBERS.low)
    bits = max(interval.high, 0).bit_length()
    full = interval.high == (1 << bits) - 1  # a bit set: it will not grow
    most = NUMBERS.high if constraint.most is None else constraint.most
    high = interval.high if full else max(interval.high, min((1 << 2 * bits) - 1, most))
    return Interval(low, high, interval.nothing)
