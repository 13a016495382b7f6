"""Base classes of the emitters, and the scope of the code at hand: locals, types and lists."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeAlias, cast

from rulewright.base.records import Record
from rulewright.native.ast import wasm_ast as wasm
from rulewright.native.emit.module_builder import ModuleBuilder
from rulewright.native.emit.moves.card_knowledge import KnowledgeWriter
from rulewright.native.layout.memory_forms import LIST_COUNT, LIST_ITEMS, LIST_START, FrameSlot
from rulewright.runtime.ir import terms as ir
from rulewright.runtime.ir.dataflow.interval_arithmetic import Span


class InMemory(Record):
    """The value of a local that is stored in memory: in a stack frame or in a function's scratch memory.

    A list is stored as its item count, the index of its first remaining item, and the items.
    """

    address: wasm.Expr
    slot: FrameSlot

    def item(self, at: wasm.Expr) -> wasm.Expr:
        """Emit the read of the list item at index `at`; for captures, the address of that item."""
        slot, address = self.slot, self.address + at * self.slot.item
        if slot.kind == "captures":
            return address + (slot.offset + LIST_ITEMS)
        low, high = slot.span
        size = cast(wasm.Size, slot.item)
        return wasm.Load(address, slot.offset + LIST_ITEMS, size, low=low, high=high)

    def count(self) -> wasm.Expr:
        """Emit the number of all items of the list, including those already removed from its front."""
        return self._number(LIST_COUNT)

    def start(self) -> wasm.Expr:
        """Emit the index of the list's first remaining item."""
        return self._number(LIST_START)

    def _number(self, at: int) -> wasm.Expr:
        """Emit the read of the list's 16 bit count or start at the offset `at`."""
        return wasm.Load(self.address, self.slot.offset + at, 2, low=0, high=self.slot.capacity)


Words: TypeAlias = "list[wasm.Expr]"
"""A bit set as 64 bit words."""
MustMay: TypeAlias = "tuple[Words, Words]"
"""The elements that are surely in a set (must) and those that may be (may)."""
Held: TypeAlias = "wasm.Expr | InMemory"
"""Where a local is; a capture outside of frames is the address of its numbers."""


class Unsupported(Exception):
    """The error for a module that contains something the native engine cannot compile."""


class EmitterBase:
    """Base of emitters and scopes, with short names for the function writer and its methods."""

    def __init__(self, writer: KnowledgeWriter) -> None:
        self.writer, self.builder, self.function = writer, writer.builder, writer.function
        self.module, self.layout, self.spans = writer.module, writer.layout, writer.spans
        self.label, self.within = writer.label, writer.within
        self.check_fits, self.exact, self.spend = writer.check_fits, writer.exact, writer.spend
        self.game = writer.game

    @property
    def state(self) -> wasm.Expr:
        """The address of the game state."""
        return self.writer.state


class Emitter(EmitterBase):
    """Base of the emitters of one kind of code; they call each other through their shared `scope`."""

    def __init__(self, scope: EmitScope) -> None:
        super().__init__(scope.writer)
        self.scope = scope

    def number(self, node: ir.Node) -> wasm.Expr:
        """Emit the value of an expression of any kind."""
        return self.scope.number(node)

    def each(self, source: ir.Node) -> Iterator[wasm.Expr]:
        """Yield each element of the list `source`; use it in a `for`, whose body is recorded inside of a loop."""
        return self.scope.each(source)


class EmitScope(EmitterBase):
    """The locals visible at one point of the code, and the emitters' methods that call each other."""

    number: Callable[[ir.Node], wasm.Expr]
    """Emit the value of an expression."""
    each: Callable[[ir.Node], Iterator[wasm.Expr]]
    """Yield the elements of a list."""
    filtered: Callable[[ir.Filtered], Iterator[wasm.Expr]]
    """Yield the elements of a list that pass a condition."""
    new_list: Callable[[ir.Node], InMemory]
    """Reserve scratch memory for a list."""
    gather: Callable[[InMemory, ir.Node], None]
    """Record the copy of a list into memory."""
    mask: Callable[[ir.Node, str, int], Words | None]
    """Record the mask of elements that satisfy a condition on a local, and return its words."""
    bounds: Callable[[ir.Node, str, Words], MustMay]
    """Return the must and may sets of a condition over a set."""
    join_mask: Callable[[ir.Filtered, str, int], Words | None]
    """Return the mask of elements that match some element of another set."""

    def __init__(self, builder: ModuleBuilder, function: wasm.Function, code: str) -> None:
        super().__init__(KnowledgeWriter(builder, function, code))
        self.names: dict[str, Held] = {}
        self.among: dict[str, list[wasm.Expr]] = {}  # lists that have become bit sets
        self.element_spans: dict[str, Span] = {}  # spans of the elements that a local stands for
        self.types: dict[str, ir.Type] = {}

    def body(self, body: ir.Body) -> None:
        """Record a sequence of statements; subclasses implement it."""
        raise NotImplementedError

    @contextmanager
    def naming(self, name: str, held: Held) -> Iterator[None]:
        """Bind the local `name` to the value `held` within the context."""
        before = self.names.get(name)
        self.names[name] = held
        yield
        if before is None:
            del self.names[name]
        else:
            self.names[name] = before

    @contextmanager
    def element(self, name: str, source: ir.Node, value: wasm.Expr) -> Iterator[None]:
        """Bind the local `name` to `value`, an element of the list `source`, within the context."""
        before = self.types.get(name)
        rule = self.captured_rule(source)
        if rule:
            self.types[name] = ir.Type(ir.Kind.CAPTURE, rule)
        with self.naming(name, value):
            yield
        if before is not None:
            self.types[name] = before

    def captured_rule(self, source: ir.Node) -> str:
        """Return the number of the delayed rule whose captures the list holds; empty for other lists."""
        match source:
            case ir.Captured():
                return str(source.rule)
            case ir.Local() if source.name in self.types:
                type_ = self.types[source.name]
                return type_.of if type_.kind is ir.Kind.CAPTURE else ""
            case ir.Filtered() | ir.Kept() | ir.Rest():
                return self.captured_rule(source.source)
            case ir.Backwards() | ir.Taken():
                return self.captured_rule(source.source)
            case ir.Head():
                return self.captured_rule(source.source)
            case ir.Cond():
                return self.captured_rule(source.yes) or self.captured_rule(source.no)
        return ""
