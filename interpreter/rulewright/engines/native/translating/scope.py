"""Where code is written: a function in the making, the state that it works on, what its locals are.

What larger pages need of each other stands here without a body, so that each page imports only those before it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeAlias

from rulewright.engines.native.analysis.reach import Span
from rulewright.engines.native.form import native_form as wasm
from rulewright.engines.native.form.making import done, narrowed, outside, widened
from rulewright.engines.native.layout.memory_forms import Slot
from rulewright.engines.native.translating.tables import MOST_DECISIONS, Tables
from rulewright.ir import terms as ir
from rulewright.ir.ir_types import MOST_STEPS
from rulewright.records import Record

Each: TypeAlias = "Callable[[wasm.Expr], wasm.Body]"
"""What is done with each element of a list."""


class InMemory(Record):
    """A local that lies in memory: in a frame, or among what a function keeps while it runs."""

    address: wasm.Expr
    slot: Slot


Held: TypeAlias = "wasm.Expr | InMemory"
"""Where a local is; a capture that is no longer in a frame is the address of its numbers."""


class Unsupported(Exception):
    """A module has something in it that this engine does not play."""


class Scope:
    """A function in the making."""

    def __init__(self, tables: Tables, function: wasm.Function, code: str) -> None:
        self.tables, self.function, self.code = tables, function, code
        self.module, self.layout, self.spans = tables.module, tables.layout, tables.spans
        self.state: wasm.Expr = wasm.Get(function.parameters[0][0])
        self.names: dict[str, Held] = {}
        self.lowest_of: dict[
            str, wasm.Get
        ] = {}  # native local of a piece -> a word of which its bit is the lowest
        self.among: dict[str, list[wasm.Expr]] = {}  # lists of which only is asked what is in them
        self.types: dict[str, ir.Type] = {}
        self.room = 0  # what the function keeps in scratch memory while it runs
        self.labels = 0

    # ------------------------------------------------------------------ what later pages do

    def number(self, node: ir.Node) -> wasm.Expr:
        """The number that an expression comes to."""
        raise NotImplementedError

    def each(self, source: ir.Node, do: Each) -> wasm.Body:
        """Something done with each element of a list."""
        raise NotImplementedError

    def new_list(self, source: ir.Node) -> InMemory:
        """Room for a list, while the function runs."""
        raise NotImplementedError

    def gather(self, held: InMemory, source: ir.Node) -> wasm.Body:
        """A list in memory becomes what another is now."""
        raise NotImplementedError

    def set_of(self, source: ir.Node, body: wasm.Body) -> list[wasm.Expr] | None:
        """The words of a list that is a set; see `set_scope`."""
        return None

    # ------------------------------------------------------------------ small helpers

    def label(self, hint: str) -> str:
        """A new label."""
        self.labels += 1
        return f"{self.function.name}:{hint}.{self.labels}"

    def kept(self, value: wasm.Expr, body: wasm.Body, hint: str = "t") -> wasm.Expr:
        """A value that can be used several times; if need be the body puts it into a local."""
        if isinstance(value, wasm.Const | wasm.Get):
            return value
        found = self.function.local(hint, value.type, value.low, value.high)
        body.append(wasm.Set(found.name, value))
        return found

    @contextmanager
    def naming(self, name: str, held: Held) -> Iterator[None]:
        """A local that is known in what is written inside."""
        before = self.names.get(name)
        self.names[name] = held
        yield
        if before is None:
            del self.names[name]
        else:
            self.names[name] = before

    @contextmanager
    def element(self, name: str, source: ir.Node, value: wasm.Expr) -> Iterator[None]:
        """An element of a list, known by a name in what is written inside."""
        before = self.types.get(name)
        rule = self.captured_rule(source)
        if rule:
            self.types[name] = ir.Type(ir.Kind.CAPTURE, rule)
        with self.naming(name, value):
            yield
        if before is not None:
            self.types[name] = before

    def captured_rule(self, source: ir.Node) -> str:
        """The rule whose captures are in a list; nothing for other lists."""
        match source:
            case ir.Captured(rule=rule):
                return str(rule)
            case ir.Local(name=name) if name in self.types:
                type_ = self.types[name]
                return type_.of if type_.kind is ir.Kind.CAPTURE else ""
            case ir.Filtered(source=inner) | ir.Kept(source=inner) | ir.Rest(source=inner):
                return self.captured_rule(inner)
            case ir.Backwards(source=inner) | ir.Taken(source=inner):
                return self.captured_rule(inner)
            case ir.Head(source=inner):
                return self.captured_rule(inner)
            case ir.Cond(yes=yes, no=no):
                return self.captured_rule(yes) or self.captured_rule(no)
        return ""

    def own(self, name: str) -> wasm.Expr:
        """One of the state's own cells."""
        return self.layout.own[name].load(self.state)

    def set_own(self, name: str, value: wasm.Expr) -> wasm.Body:
        """One of the state's own cells becomes this."""
        return [self.layout.own[name].store(self.state, value)]

    # ------------------------------------------------------------------ what must hold, or the engine gives up

    def within(self, value: wasm.Expr, low: int, high: int) -> wasm.Expr:
        """A number that lies between two others: the engine gives up where it does not."""
        if low <= value.low and value.high <= high:
            return value
        body: wasm.Body = []
        value = self.kept(value, body)
        assert isinstance(value, wasm.Get | wasm.Const)
        body.append(wasm.If(outside(value, low, high), [wasm.Trap()]))
        known: wasm.Expr = (
            wasm.Get(value.name, low=max(low, value.low), high=min(high, value.high))
            if isinstance(value, wasm.Get)
            else value
        )
        return done(body, known)

    def fitting(self, value: wasm.Expr, span_: Span) -> wasm.Expr:
        """A number that what keeps it can hold."""
        return self.within(value, *span_)

    def exact(self, name: str, left: wasm.Expr, right: wasm.Expr) -> wasm.Expr:
        """A sum, difference or product that is what it should be, or the engine gives up."""
        low, high = wasm.span(name, left, right)
        if low >= wasm.LOWEST and high <= wasm.HIGHEST:
            return {"add": left + right, "sub": left - right, "mul": left * right}[name]
        body: wasm.Body = []
        wide = wasm.Binary(name, widened(left), widened(right), type="i64")
        kept = self.kept(wide, body, "wide")
        result = self.kept(narrowed(kept), body, "sum")
        body.append(wasm.If(wasm.compared("ne", widened(result), kept), [wasm.Trap()]))
        return done(body, result)

    def spend(self, steps: int | wasm.Expr) -> wasm.Body:
        """Steps are taken of those that a decision has; the engine gives up when none are left."""
        at = wasm.number(self.tables.steps)
        left = wasm.Load(at, 0, 4)
        return [wasm.Store(at, 0, 4, left - steps), wasm.If(left.less(0), [wasm.Trap()])]

    def new_steps(self) -> wasm.Body:
        """A decision has all its steps again."""
        return [wasm.Store(wasm.number(self.tables.steps), 0, 4, wasm.number(MOST_STEPS))]

    def decided_often(self) -> wasm.Body:
        """The engine gives up on a game with so many decisions that it may never end."""
        return [wasm.If(wasm.compared("gt_s", self.own("made"), MOST_DECISIONS), [wasm.Trap()])]

    # ------------------------------------------------------------------ room while a function runs

    def reserve(self, size: int) -> wasm.Expr:
        """The address of so many bytes that the function has for itself."""
        if (
            self.code in self.tables.at_home
        ):  # it is not begun while it is at work, so they can stay where they are
            return wasm.number(self.tables.wasm.reserve(size))
        offset, self.room = self.room, self.room + (size + 7) // 8 * 8
        self.function.locals.setdefault(self._base.name, "i32")
        return self._base + offset

    @property
    def _base(self) -> wasm.Get:
        return wasm.Get(f"{self.function.name}:base", low=0, high=wasm.HIGHEST)

    def take_room(self) -> wasm.Body:
        """Room is made at the beginning; who calls gives it back."""
        if not self.room:
            return []
        base = self._base
        return [
            wasm.Set(base.name, wasm.Global("scratch", low=0, high=wasm.HIGHEST)),
            wasm.If(
                wasm.compared("gt_s", base, self.tables.scratch_end - self.room), [wasm.Trap()]
            ),
            wasm.SetGlobal("scratch", base + self.room),
        ]

    def with_room(
        self, body: wasm.Body, value: wasm.Expr | None
    ) -> tuple[wasm.Body, wasm.Expr | None]:
        """A whole function with its room made at the beginning and given back at the end."""
        if not self.room:
            return body, value
        before = self.take_room()
        after: wasm.Body = [wasm.SetGlobal("scratch", self._base)]
        if value is None:
            return [*before, *body, *after], None
        result = self.function.local("result", value.type)
        return [*before, *body, wasm.Set(result.name, value), *after], result
