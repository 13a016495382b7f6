"""Whether an expression depends only on information a seat can see, so that its value may be shown to it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from rulewright.base.records import Record, field
from rulewright.runtime.ir import terms as ir
from rulewright.runtime.ir.module import Module, Subject, VariableEntry, ZoneEntry
from rulewright.runtime.ir.terms import Local, Node
from rulewright.runtime.ir.walk import direct_children
from rulewright.runtime.observation.visibility import may_read, open_cells

KnownLocals = Mapping[str, Any]
"""The values of locals, as far as known: the loop variables of lists have none."""


class DisclosureCheck(Record):
    """A check whether expressions read only information that one seat can see in one state.

    `evaluate` evaluates an expression in that state.
    """

    module: Module
    seat: int
    evaluate: Callable[[Node, KnownLocals], Any]
    known: Sequence[bool]
    """For each card, whether the seat knows it."""
    begun: set[str] = field(factory=set)
    called: dict[str, bool] = field(factory=dict)
    """Whether the seat sees what a function reads, by name and arguments: a memo, as paths can be exponentially
    many."""

    def can_see(self, node: Node, names: KnownLocals) -> bool:
        """Return whether the seat can see everything that `node` reads, given locals `names`. In doubt, False."""
        match node:
            case ir.Read() if node.variable in self._of_phases:
                phase = self._of_phases[node.variable]
                return may_read(phase, self.seat, self._value_of, self.known)
            case ir.Read():
                return self._can_see_entry(self.module.variables[node.variable], node.index, names)
            case ir.Reduce(how="count" | "some", source=ir.Pieces() | ir.AllPieces() as source):
                return self._can_see_all(
                    direct_children(source), names
                )  # the number of cards in a place is public
            case ir.Pieces():
                return self._can_see_entry(self.module.zones[node.zone], node.index, names)
            case ir.AllPieces():
                others = node.without is None or self.can_see(node.without, names)
                return others and self._is_open(self.module.zones[node.zone])
            case ir.PlaceOf():
                return self._can_see_place(node.piece, names)
            case ir.InZone(place=ir.PlaceOf(piece=piece), zone=zone, owner=index) | ir.Binary(
                "==", ir.PlaceOf(piece=piece), ir.Place(zone=zone, index=index)
            ):
                return self._can_see_if_in(piece, self.module.zones[zone], index, names)
            case ir.Filtered(source=source, var=var, condition=condition):
                return self.can_see(source, names) and self.can_see(condition, _without(names, var))
            case ir.Reduce():
                each = node.of is None or self.can_see(node.of, _without(names, node.var))
                return (
                    self.can_see(node.source, names) and each and self.can_see(node.default, names)
                )
            case ir.Call():
                return self._can_see_call(node, names)
            case ir.All() | ir.Any():
                return self._can_see_parts(node.parts, int(isinstance(node, ir.Any)), names)
            case ir.Cond() if _is_known(node.condition, names):
                if not self.can_see(node.condition, names):
                    return False
                holds = self.evaluate(node.condition, names)
                return self.can_see(node.yes if holds else node.no, names)
            case ir.Trial() | ir.Captured() | ir.Sees() | ir.Position():
                return False
        return self._can_see_all(direct_children(node), names)

    @property
    def _of_phases(self) -> dict[str, Subject]:
        """The subjects of phases, by the name of the variable that holds each."""
        return {each.variable.name: each for each in self.module.subjects()}

    def _value_of(self, variable: VariableEntry) -> int:
        """Return the value of an unindexed variable in the state."""
        return int(self.evaluate(ir.Read(variable.name), {}))

    def _can_see_all(self, nodes: Iterable[Any], names: KnownLocals) -> bool:
        """Return whether the seat can see everything that all of `nodes` read."""
        return all(self.can_see(node, names) for node in nodes)

    def _can_see_parts(self, parts: Iterable[Node], end: int, names: KnownLocals) -> bool:
        """Return whether the seat sees all `parts`, or a part before the first hidden one has the value `end`.

        A part of that value decides the result of the conjunction or disjunction, whatever the others are.
        """
        visible: list[Node] = []
        for part in parts:
            if not self.can_see(part, names):
                return any(
                    _is_known(each, names) and self.evaluate(each, names) == end for each in visible
                )
            visible.append(part)
        return True

    def _can_see_entry(
        self, thing: ZoneEntry | VariableEntry, index: Node | None, names: KnownLocals
    ) -> bool:
        """Return whether the seat sees the cell that `index` selects in a zone or variable."""
        if index is not None and not self.can_see(index, names):
            return False
        if self._is_open(thing):
            return True
        if index is None or not _is_known(index, names):
            return False
        cell: int = thing.run.base + self.evaluate(index, names)
        return cell in self._open_cells(thing)

    def _is_open(self, thing: ZoneEntry | VariableEntry) -> bool:
        """Return whether the seat sees every cell of a zone or variable."""
        return self._open_cells(thing) == thing.run.cells

    def _open_cells(self, thing: ZoneEntry | VariableEntry) -> range:
        """Return the cells of a zone or variable that the seat may see."""
        return open_cells(thing, self.seat, lambda sight: self.evaluate(ir.Call(sight, ()), {}))

    def _can_see_place(self, piece: Node, names: KnownLocals) -> bool:
        """Return whether the seat knows the position of card `piece`, not only its name; True for no card."""
        if not self.can_see(piece, names) or not _is_known(piece, names):
            return False
        value = self.evaluate(piece, names)
        return bool(value < 0 or self.known[value])

    def _can_see_if_in(
        self, piece: Node, zone: ZoneEntry, index: Node | None, names: KnownLocals
    ) -> bool:
        """Return whether the seat knows if card `piece` is in a place: it sees the place or the card's position."""
        if self._can_see_entry(zone, index, names):
            return self.can_see(piece, names)
        shown = index is None or self.can_see(index, names)
        return shown and self._can_see_place(piece, names)

    def _can_see_call(self, call: ir.Call, names: KnownLocals) -> bool:
        """Return whether the seat can see everything that a called function reads; False for a recursive call."""
        function = call.function
        if function in self.begun or not self._can_see_all(call.arguments, names):
            return False
        called = self.module.code.functions[function]
        known_arguments = {
            name: self.evaluate(argument, names)
            for (name, _), argument in zip(called.parameters, call.arguments, strict=True)
            if _is_known(argument, names)
        }
        key = f"{function} {known_arguments}"
        if key not in self.called:
            self.begun.add(function)
            self.called[key] = self.can_see(called.result, known_arguments)
            self.begun.discard(function)
        return self.called[key]


def _without(names: KnownLocals, var: str) -> KnownLocals:
    """Return `names` without the local `var`."""
    return {name: value for name, value in names.items() if name != var}


def _is_known(node: Node, names: KnownLocals) -> bool:
    """Return whether every local in `node` has a value in `names`; False if it filters or reduces a list."""
    if isinstance(node, Local):
        return node.name in names
    if isinstance(node, ir.Filtered | ir.Reduce):
        return False
    return all(_is_known(child, names) for child in direct_children(node))  # type: ignore[arg-type]
