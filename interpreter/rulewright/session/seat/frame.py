"""What the code of a game says of its frame: in which phases what is asked, what counts them, if scores are open.

It is found out once for a module, so that nothing of it hangs on how a game stands.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulewright.ir import terms as ir
from rulewright.ir.module import Module, Variable, Zone
from rulewright.ir.walk import inside, statements_in
from rulewright.records import Record, field


class Frame(Record):
    """The frame of a game.

    `phases` are by decisions: those that are being played whenever it is asked, the outermost first. `counted` says
    by which number, open to all, a phase counts how often it was played. `open_score` if the score hangs on what
    everybody sees alone, `open_parts` the same of its lines.
    """

    phases: tuple[tuple[str, ...], ...]
    counted: dict[str, str]
    open_score: bool
    open_parts: tuple[bool, ...]

    @classmethod
    def of(cls, module: Module) -> Frame:
        """The frame of a module with its code."""
        outcome = module.outcome
        scored = outcome.values[outcome.scored : outcome.scored + 1]
        return cls(
            tuple(_phases(module)),
            dict(_counters(module)),
            all(_is_open(module, function) for function in scored),
            tuple(_is_open(module, part.function) for part in outcome.parts),
        )


def _is_open(module: Module, function: str) -> bool:
    """Whether what a function comes to hangs on what everybody sees at all times."""
    written = {
        stmt.variable
        for procedure in module.code.procedures.values()
        for stmt in statements_in(procedure.body)
        if isinstance(stmt, ir.Write)
    }
    changing = frozenset(written | module.zones.keys())
    return _Open(module, changing).sees(module.code.functions[function].result, frozenset())


Lying = frozenset[Any]
"""Cards, as expressions, of which all know where they lie."""


class _Open(Record):
    """What everybody sees of a game, however it stands; rather less than more."""

    module: Module
    changing: frozenset[str]
    """The places, and what else is written at some time."""
    begun: set[str] = field(factory=set)

    def sees(self, node: Any, lying: Lying) -> bool:
        """Whether all that an expression looks at is open."""
        match node:
            case ir.Read(variable=name):
                return self._shows(self.module.variables[name]) and self._all(node, lying)
            case ir.Reduce(how="count" | "some", source=ir.Pieces() | ir.AllPieces() as source):
                return self._all(source, lying)  # how many lie somewhere is open to all
            case ir.Pieces(zone=zone) | ir.AllPieces(zone=zone):
                return self._shows(self.module.zones[zone]) and self._all(node, lying)
            case ir.PlaceOf(piece=piece):
                return piece in lying
            case ir.InZone(place=ir.PlaceOf(piece=piece), zone=zone, owner=index) | ir.Binary(
                "==", ir.PlaceOf(piece=piece), ir.Place(zone=zone, index=index)
            ):
                is_open = piece in lying or self._shows(self.module.zones[zone])
                owner = index is None or self.sees(index, lying)
                return is_open and owner and self.sees(piece, lying)
            case ir.All(parts=parts):
                return all(self.sees(p, self._then(parts[:n], lying)) for n, p in enumerate(parts))
            case ir.Cond(condition=condition, yes=yes, no=no):
                met = self._then((condition,), lying)
                return self.sees(condition, lying) and self.sees(yes, met) and self.sees(no, lying)
            case ir.Filtered(source=source, var=var) | ir.Reduce(source=source, var=var):
                inner = lying | {ir.Local(var)} if isinstance(source, ir.Pieces) else lying
                return all(self.sees(each, inner) for each in inside(node))
            case ir.Call(function=function, arguments=arguments):
                return self._all(node, lying) and self._sees_call(function, arguments, lying)
            case ir.Trial() | ir.Captured() | ir.Sees():
                return False
        return self._all(node, lying)

    def _all(self, node: Any, lying: Lying) -> bool:
        return all(self.sees(each, lying) for each in inside(node))

    def _shows(self, kept: Zone | Variable) -> bool:
        return kept.seen == "everyone" or kept.name not in self.changing

    def _then(self, conditions: tuple[Any, ...], lying: Lying) -> Lying:
        """The cards of which all know where they lie if these conditions hold."""
        for condition in conditions:
            match condition:
                case ir.InZone(place=ir.PlaceOf(piece=piece), zone=zone) | ir.Binary(
                    "==", ir.PlaceOf(piece=piece), ir.Place(zone=zone)
                ) if self._shows(self.module.zones[zone]):
                    lying |= {piece}
                case ir.All(parts=parts):
                    lying |= self._then(parts, lying)
        return lying

    def _sees_call(self, function: str, arguments: tuple[Any, ...], lying: Lying) -> bool:
        if function in self.begun:
            return False
        called = self.module.code.functions[function]
        given = zip(called.parameters, arguments, strict=True)
        parameters = {ir.Local(name) for (name, _), argument in given if argument in lying}
        everywhere = {piece for piece in lying if isinstance(piece, ir.Const)}
        self.begun.add(function)
        seen = self.sees(called.result, frozenset(everywhere | parameters))
        self.begun.discard(function)
        return seen


def _phases(module: Module) -> Iterator[tuple[str, ...]]:
    """Of each decision the phases in which it is always asked."""
    found: dict[int, tuple[str, ...]] = {}
    phase_of = dict(_procedures(module))
    seen = set[tuple[str, tuple[str, ...]]]()
    left: list[tuple[str, tuple[str, ...]]] = [(module.code.flow, ())]
    while left:
        name, path = left.pop()
        if (name, path) in seen:
            continue
        seen.add((name, path))
        procedure = module.code.procedures[name]
        if name in phase_of:
            path = (*path, phase_of[name])
        for stmt in statements_in(procedure.body):
            if isinstance(stmt, ir.Perform):
                left.append((stmt.procedure, path))
            elif isinstance(stmt, ir.Ask):
                number = stmt.decision
                found[number] = _common(found[number], path) if number in found else path
    return (found.get(number, ()) for number in range(len(module.decisions)))


def _common(one: tuple[str, ...], other: tuple[str, ...]) -> tuple[str, ...]:
    """What both begin with."""
    pairs = enumerate(zip(one, other, strict=False))
    least = min(len(one), len(other))
    return one[: next((at for at, (a, b) in pairs if a != b), least)]


def _counters(module: Module) -> Iterator[tuple[str, str]]:
    """Phases, each with the number open to all that it makes greater by 1, on its own and always."""
    for name, phase in _procedures(module):
        for stmt in module.code.procedures[name].body:
            if isinstance(stmt, ir.Write) and _counts(stmt):
                kept = module.variables[stmt.variable]
                if kept.owner is None and kept.seen == "everyone":
                    yield phase, stmt.variable


def _procedures(module: Module) -> Iterator[tuple[str, str]]:
    """The procedures that are phases, each with the phase: it counts how often it was played."""
    counts = {phase.played: name for name, phase in module.phases.items()}
    for name, procedure in module.code.procedures.items():
        for stmt in procedure.body:
            if isinstance(stmt, ir.Write) and stmt.variable in counts:
                yield name, counts[stmt.variable]
                break


def _counts(stmt: ir.Write) -> bool:
    value = stmt.value.what if isinstance(stmt.value, ir.Bounded) else stmt.value
    one_more = ir.Binary("+", ir.Read(stmt.variable), ir.Const(1))
    return value == one_more
