"""Between which numbers every number of a module lies: what needs no check in play follows from it.

Numbers of a game are small, as a rule. Here they are held to MOST, so that sums of them do not overflow; where one
is written that is larger the engine gives up, and another plays that move. But what the rules themselves name, a
number beyond MOST or the one that means none, may lie wherever it comes to lie by being handed on.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from rulewright.ir import terms as ir
from rulewright.ir.control_flow import Block
from rulewright.ir.module import Module
from rulewright.ir.walk import everything, everything_in

MOST = 2**24
"""Numbers lie between this and its opposite, if the rules name no others."""

Span: TypeAlias = "tuple[int, int]"
SMALL: Span = (-MOST, MOST)

Slot: TypeAlias = "tuple[str, ...]"
"""What holds numbers: `local` code name, `variable` name, `result` function, `capture` rule number."""


class Spans:
    """The spans of all that holds numbers in one module."""

    def __init__(self, module: Module) -> None:
        self.module = module
        self.known: dict[Slot, Span] = {}
        self._handed = list(self._hands_on())
        while any([self._widen(slot, node, code) for slot, node, code in self._handed]):
            pass
        self._handed.clear()

    # ------------------------------------------------------------------ asking

    def of_type(self, type_: ir.Type, slot: Slot = ()) -> Span:
        """The span of what is of a type; of a number, of what holds it."""
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
            case _:
                return self.known.get(slot, SMALL)

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

    # ------------------------------------------------------------------ finding out

    def _hands_on(self) -> Iterator[tuple[Slot, ir.Node, str]]:
        """What is given to what, in which code."""
        code = self.module.code
        for variable in self.module.variables.values():
            yield ("variable", variable.name), ir.Const(variable.start), ""
        for function in code.functions.values():
            yield ("result", function.name), function.result, function.name
            yield from self._in_terms(function.name, everything(function.result))
        for procedure in code.procedures.values():
            yield from self._in_terms(procedure.name, everything_in(procedure.body))
        for block in code.graph.blocks if code.graph is not None else ():
            yield from self._in_block(block)

    def _in_block(self, block: Block) -> Iterator[tuple[Slot, ir.Node, str]]:
        """What only blocks say: how loops that may stop go through their lists."""
        yield from self._in_terms(block.procedure, everything_in(block.body))

    def _in_terms(self, code: str, terms: Iterator[object]) -> Iterator[tuple[Slot, ir.Node, str]]:
        for term in terms:
            match term:
                case ir.Assign(name=name, value=value):
                    yield ("local", code, name), value, code
                case ir.For(var=var, source=source) | ir.Filtered(var=var, source=source):
                    yield ("local", code, var), source, code
                case ir.Reduce(var=var, source=source):
                    yield ("local", code, var), source, code
                case ir.OptionList(var=var, source=source) if source is not None:
                    yield ("local", code, var), source, code
                case ir.Write(variable=name, value=value):
                    yield ("variable", name), value, code
                case ir.Perform(procedure=name, arguments=arguments):
                    yield from self._given(name, arguments, code)
                case ir.Call(function=name, arguments=arguments):
                    yield from self._given(name, arguments, code)
                case ir.Trial(procedure=name, arguments=arguments, function=asked, asked=given):
                    yield from self._given(name, arguments, code)
                    yield from self._given(asked, given, code)
                case ir.Delay(rule=rule, captured=captured):
                    for number, value in enumerate(captured, 1):
                        yield ("capture", str(rule), str(number)), value, code

    def _given(
        self, name: str, arguments: tuple[ir.Node, ...], code: str
    ) -> Iterator[tuple[Slot, ir.Node, str]]:
        called = self.module.code.functions.get(name) or self.module.code.procedures[name]
        for (parameter, _), argument in zip(called.parameters, arguments, strict=True):
            yield ("local", name, parameter), argument, code

    def _widen(self, slot: Slot, node: ir.Node, code: str) -> bool:
        low, high = self.known.get(slot, SMALL)
        for one, other in self._leaves(node, code):
            low, high = min(low, one), max(high, other)
        changed = (low, high) != self.known.get(slot, SMALL)
        if changed:
            self.known[slot] = (low, high)
        return changed

    def _leaves(self, node: ir.Node, code: str) -> Iterator[Span]:
        """The spans of what an expression may hand on as it is; what is worked out is checked where it is kept."""
        match node:
            case ir.Const(value=value):
                yield (value, value)
            case ir.Sequence(items=items):
                yield from ((item, item) for item in items)
            case ir.Local(name=name):
                yield self.known.get(("local", code, name), SMALL)
            case ir.Read(variable=name, default=default):
                yield self.known.get(("variable", name), SMALL)
                yield from self._leaves(default, code)
            case ir.Lookup(array=array):
                values = self.module.code.arrays[array].values
                yield (min(values), max(values))
            case ir.Cond(yes=yes, no=no):
                yield from self._leaves(yes, code)
                yield from self._leaves(no, code)
            case ir.Binary(operator="max" | "min", left=left, right=right):
                yield from self._leaves(left, code)
                yield from self._leaves(right, code)
            case ir.Call(function=name):
                yield self.known.get(("result", name), SMALL)
            case ir.Reduce(source=source, of=of, default=default):
                yield from self._leaves(of if of is not None else source, code)
                yield from self._leaves(default, code)
            case ir.Append(source=source, item=item):
                yield from self._leaves(source, code)
                yield from self._leaves(item, code)
            case ir.Filtered(source=source) | ir.Kept(source=source) | ir.Rest(source=source):
                yield from self._leaves(source, code)
            case ir.Head(source=source) | ir.Backwards(source=source) | ir.Taken(source=source):
                yield from self._leaves(source, code)
            case ir.Metered(what=what) | ir.Bounded(what=what):
                yield from self._leaves(what, code)
            case ir.Part(index=index):
                yield from (
                    self.known.get(("capture", str(rule), str(index)), SMALL)
                    for rule in self.module.code.captures
                )
            case _:
                return
