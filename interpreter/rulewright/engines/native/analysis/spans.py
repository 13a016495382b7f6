"""Between which numbers every number of a module lies: what needs no check in play follows from it.

It is found out by going after what is given to what, until nothing is new: which seats, pieces and places something
may be, which pieces may come to lie in a zone. Numbers of a game are small, as a rule: what is worked out is held
to MOST, so that sums do not overflow; where one is written that is larger the engine gives up, and another plays
that move. But what the rules themselves name may lie wherever it comes to lie by being handed on. No answer hangs
on how near the spans come: what is written is checked against them, unless its own span lies within.
"""

from __future__ import annotations

from collections import Counter, defaultdict, deque

from rulewright.engines.native.analysis.flows import Flow, Slot, flows_of
from rulewright.engines.native.analysis.reach import NUMBERS, Reach, Reaches, Span, cells, joined
from rulewright.ir import terms as ir
from rulewright.ir.module import Module

OFTEN = 8
"""What grows more often is a number that is counted up, or has bits put into it: it grows by leaps from then on."""


class Spans:
    """The spans of all that holds numbers in one module."""

    def __init__(self, module: Module) -> None:
        self.module = module
        self.known: dict[Slot, Reach] = {}
        self._any = Reach(0, max(len(module.pieces) - 1, 0))
        self._read: set[Slot] = set()
        self._reaches = Reaches(module, self._look)
        self._find_out()

    # ------------------------------------------------------------------ asking

    def of_type(self, type_: ir.Type, slot: Slot = ()) -> Span:
        """The span of what holds something of a type; of what nothing is given to, that of the type."""
        low, high = self._whole(type_)
        found = self.known.get(slot)
        if found is None:
            return low, high
        one, other = found.whole
        if type_.kind is ir.Kind.NUMBER:
            return one, other
        return (max(low, one), min(high, other)) if one <= high and low <= other else (low, high)

    def _whole(self, type_: ir.Type) -> Span:
        """All that a type has."""
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
        return NUMBERS.whole

    def variable(self, name: str) -> Span:
        """The span of a variable."""
        return self.of_type(self.module.variables[name].type, ("variable", name))

    def local(self, code: str, name: str, type_: ir.Type) -> Span:
        """The span of a local of a function or procedure."""
        return self.of_type(type_, ("local", code, name))

    def result(self, function: str) -> Span:
        """The span of what a function gives."""
        return self.of_type(self.module.code.functions[function].type, ("result", function))

    def captured(self, rule: int, number: int) -> Span:
        """The span of one thing that a delayed rule captured; the first has number 1."""
        type_ = self.module.code.captures[rule][number - 1]
        return self.of_type(type_, ("capture", str(rule), str(number)))

    def lying_in(self, low: int, high: int) -> Span:
        """The pieces that may come to lie in places from one to another."""
        return (self._reaches.lying_in(Reach(low, high)) or self._any).whole

    def places_of(self, low: int, high: int) -> Span:
        """The places that pieces from one to another may come to lie in."""
        found = self._reaches.places_of(Reach(low, high))
        return found.whole if found is not None else (0, self.module.layout.size - 1)

    # ------------------------------------------------------------------ finding out

    def _look(self, slot: Slot) -> Reach | None:
        self._read.add(slot)
        return self.known.get(slot)

    def _find_out(self) -> None:
        """Every flow, and again where something that it reads has grown."""
        self._given_before()
        flows = list(flows_of(self.module))
        readers: dict[Slot, set[int]] = defaultdict(set)
        grown, waiting, left = Counter[Slot](), set(range(len(flows))), deque(range(len(flows)))
        while left:
            number = left.popleft()
            waiting.discard(number)
            flow = flows[number]
            self._read.clear()
            given = self._given(flow)
            for slot in self._read:
                readers[slot].add(number)
            wider = joined(self.known.get(flow.slot), given)
            if wider is None or wider == self.known.get(flow.slot):
                continue
            grown[flow.slot] += 1
            if grown[flow.slot] > OFTEN:
                wider = joined(wider, self._any) if flow.slot[0] == "zone" else _leap(wider, flow)
                assert wider is not None
            self.known[flow.slot] = wider
            left += readers[flow.slot] - waiting
            waiting |= readers[flow.slot]

    def _given_before(self) -> None:
        """Where pieces lie at first. What is asked from outside may be asked of everybody and everything."""
        code = self.module.code
        for number, card in enumerate(self.module.pieces):
            zone = self.known.get(("zone", card.zone))
            self.known["zone", card.zone] = Reach(zone.low if zone else number, number)
        every: list[ir.Function | ir.Procedure] = [*code.functions.values()]
        for called in (*every, *code.procedures.values()):
            if called.exported:
                for name, type_ in called.parameters:
                    low, high = self._whole(type_)
                    self.known["local", called.name, name] = Reach(0 if low == -1 else low, high)

    def _given(self, flow: Flow) -> Reach | None:
        """What a flow gives."""
        self._reaches.there = flow.there
        found = self._reaches.of(flow.node, flow.code)
        if found is None:
            return None
        if flow.most is not None:
            found = found._replace(high=max(found.low, min(found.high, flow.most)))
        if flow.place is None:
            return found
        if flow.lying:
            found = self._reaches.lying_in(found)
        zone = self.module.zones[flow.slot[1]]
        to = self._reaches.of(flow.place, flow.code)
        if found is None or to is None or not to.meets(*cells(zone)):
            return None
        return Reach(found.low, found.high) if found.low <= found.high else None


def _leap(reach: Reach, flow: Flow) -> Reach:
    """A reach that has grown often, and what it may come to soon: all numbers with twice as many bits."""
    low = reach.low if reach.low >= 0 else min(reach.low, NUMBERS.low)
    bits = max(reach.high, 0).bit_length()
    full = reach.high == (1 << bits) - 1  # as where bits are put into it, one by one
    most = NUMBERS.high if flow.most is None else flow.most
    high = reach.high if full else max(reach.high, min((1 << 2 * bits) - 1, most))
    return Reach(low, high, reach.nothing)
