"""Whether an expression depends only on information a seat can see, so that its value may be shown to it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from rulewright.base.records import Record, field
from rulewright.runtime.ir import terms as ir
from rulewright.runtime.ir.module import Module, Subject, Variable, Zone
from rulewright.runtime.ir.terms import Local, Node
from rulewright.runtime.ir.walk import inside
from rulewright.runtime.observation.visibility import may_read, open_cells

KnownLocals = Mapping[str, Any]
"""The values of locals, as far as known: the loop variables of lists have none."""


class DisclosureCheck(Record):
    """A check of expressions against the visibility of one seat in one state.

    `work_out` evaluates an expression in that state.
    """

    module: Module
    seat: int
    work_out: Callable[[Node, KnownLocals], Any]
    known: Sequence[bool]
    """For each card, whether the seat knows it."""
    begun: set[str] = field(factory=set)
    called: dict[str, bool] = field(factory=dict)
    """Whether the seat sees what a function reads, by name and arguments: a memo, as paths can be exponentially
    many."""

    def sees(self, node: Node, names: KnownLocals) -> bool:
        """Return whether the seat can see everything that `node` reads; conservative: False when in doubt."""
        match node:
            case ir.Read() if node.variable in self._of_phases:
                phase = self._of_phases[node.variable]
                return may_read(phase, self.seat, self._value_of, self.known)
            case ir.Read():
                return self._sees_of(self.module.variables[node.variable], node.index, names)
            case ir.Reduce(how="count" | "some", source=ir.Pieces() | ir.AllPieces() as source):
                return self._all(inside(source), names)  # the number of cards in a place is public
            case ir.Pieces():
                return self._sees_of(self.module.zones[node.zone], node.index, names)
            case ir.AllPieces():
                others = node.without is None or self.sees(node.without, names)
                return others and self._is_open(self.module.zones[node.zone])
            case ir.PlaceOf():
                return self._sees_where(node.piece, names)
            case ir.InZone(place=ir.PlaceOf(piece=piece), zone=zone, owner=index) | ir.Binary(
                "==", ir.PlaceOf(piece=piece), ir.Place(zone=zone, index=index)
            ):
                return self._sees_whether_in(piece, self.module.zones[zone], index, names)
            case ir.Filtered(source=source, var=var, condition=condition):
                return self.sees(source, names) and self.sees(condition, _without(names, var))
            case ir.Reduce():
                each = node.of is None or self.sees(node.of, _without(names, node.var))
                return self.sees(node.source, names) and each and self.sees(node.default, names)
            case ir.Call():
                return self._sees_call(node, names)
            case ir.All() | ir.Any():
                return self._sees_up_to(node.parts, int(isinstance(node, ir.Any)), names)
            case ir.Cond() if _is_known(node.condition, names):
                if not self.sees(node.condition, names):
                    return False
                holds = self.work_out(node.condition, names)
                return self.sees(node.yes if holds else node.no, names)
            case ir.Trial() | ir.Captured() | ir.Sees():
                return False
        return self._all(inside(node), names)

    @property
    def _of_phases(self) -> dict[str, Subject]:
        return {each.variable.name: each for each in self.module.subjects()}

    def _value_of(self, variable: Variable) -> int:
        return int(self.work_out(ir.Read(variable.name), {}))

    def _all(self, nodes: Iterable[Any], names: KnownLocals) -> bool:
        return all(self.sees(node, names) for node in nodes)

    def _sees_up_to(self, parts: Iterable[Node], end: int, names: KnownLocals) -> bool:
        """Return whether the seat sees all `parts`, or those up to one whose value already decides the result."""
        seen: list[Node] = []
        for part in parts:
            if not self.sees(part, names):
                return any(
                    _is_known(each, names) and self.work_out(each, names) == end for each in seen
                )
            seen.append(part)
        return True

    def _sees_of(self, thing: Zone | Variable, index: Node | None, names: KnownLocals) -> bool:
        """Return whether the seat sees the entry of `thing` at `index`."""
        if index is not None and not self.sees(index, names):
            return False
        if self._is_open(thing):
            return True
        if index is None or not _is_known(index, names):
            return False
        cell: int = thing.run.base + self.work_out(index, names)
        return cell in self._open_cells(thing)

    def _is_open(self, thing: Zone | Variable) -> bool:
        """Return whether the seat sees every cell of `thing`."""
        return self._open_cells(thing) == thing.run.cells

    def _open_cells(self, thing: Zone | Variable) -> range:
        return open_cells(thing, self.seat, lambda sight: self.work_out(ir.Call(sight, ()), {}))

    def _sees_where(self, piece: Node, names: KnownLocals) -> bool:
        """Return whether the seat knows where a card is; knowing which card is meant is not enough."""
        if not self.sees(piece, names) or not _is_known(piece, names):
            return False
        value = self.work_out(piece, names)
        return bool(value < 0 or self.known[value])

    def _sees_whether_in(
        self, piece: Node, zone: Zone, index: Node | None, names: KnownLocals
    ) -> bool:
        """Return whether the seat knows if a card is in a place: it sees the whole place or knows the card."""
        if self._sees_of(zone, index, names):
            return self.sees(piece, names)
        shown = index is None or self.sees(index, names)
        return shown and self._sees_where(piece, names)

    def _sees_call(self, call: ir.Call, names: KnownLocals) -> bool:
        function = call.function
        if function in self.begun or not self._all(call.arguments, names):
            return False
        called = self.module.code.functions[function]
        given = {
            name: self.work_out(argument, names)
            for (name, _), argument in zip(called.parameters, call.arguments, strict=True)
            if _is_known(argument, names)
        }
        key = f"{function} {given}"
        if key not in self.called:
            self.begun.add(function)
            self.called[key] = self.sees(called.result, given)
            self.begun.discard(function)
        return self.called[key]


def _without(names: KnownLocals, var: str) -> KnownLocals:
    return {name: value for name, value in names.items() if name != var}


def _is_known(node: Node, names: KnownLocals) -> bool:
    """Return whether `node` can be evaluated: every local it reads has a value in `names`."""
    if isinstance(node, Local):
        return node.name in names
    if isinstance(node, ir.Filtered | ir.Reduce):
        return False
    return all(_is_known(child, names) for child in inside(node))  # type: ignore[arg-type]
