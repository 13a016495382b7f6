"""A function in the making: its locals, labels and room; what must hold, or the engine gives up."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from rulewright.native.ast import wasm_ast as wasm
from rulewright.native.ast.folding import done, narrowed, outside, widened
from rulewright.native.emit.tables import Tables
from rulewright.native.layout.state_layout import Cells, OwnCells
from rulewright.runtime.ir.dataflow.interval_arithmetic import Span
from rulewright.runtime.ir.engine_contract import MOST_DECISIONS
from rulewright.runtime.ir.nodes.ir_types import MOST_STEPS

Each: TypeAlias = "Callable[[wasm.Expr], wasm.Body]"
"""What is done with each element of a list."""


class Writer:
    """A function in the making, and the state that it works on; `code` is what of the module it is made of."""

    def __init__(self, tables: Tables, function: wasm.Function, code: str) -> None:
        self.tables, self.function, self.code = tables, function, code
        self.module, self.layout, self.spans = tables.module, tables.layout, tables.spans
        self.state: wasm.Expr = wasm.Get(function.parameters[0][0])
        self.room = 0  # what the function keeps in scratch memory while it runs
        self.labels = 0

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

    @property
    def cells(self) -> OwnCells:
        """The state's own cells."""
        return self.layout.own

    def own(self, cell: Cells) -> wasm.Expr:
        """One of the state's own cells."""
        return cell.load(self.state)

    def set_own(self, cell: Cells, value: wasm.Expr) -> wasm.Body:
        """One of the state's own cells becomes this."""
        return [cell.store(self.state, value)]

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
        # Whether 64 bits and the lower 32 of them, widened again, are equal is the test for overflow.
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
        refuel = wasm.Run("refuel", (wasm.number(self.tables.state),))
        none: wasm.Body = [wasm.Trap() if self.tables.stops else refuel]
        return [wasm.Store(at, 0, 4, left - steps), wasm.If(left.less(0), none)]

    def new_steps(self, steps: int | None = None) -> wasm.Body:
        """Fill up the fuel, by default with that of a decision; in games that do not stop see `Refuel`."""
        found = MOST_STEPS if self.tables.stops else MOST_STEPS // 2
        fuel = wasm.number(found if steps is None else steps)
        lines: wasm.Body = [wasm.Store(wasm.number(self.tables.steps), 0, 4, fuel)]
        if not self.tables.stops:
            made = self.layout.own.made.load(wasm.number(self.tables.state))
            lines.append(wasm.SetGlobal("refuelled", wasm.number(-1) if steps is None else made))
        return lines

    def decided_often(self) -> wasm.Body:
        """The engine gives up on a game with so many decisions that it may never end."""
        return [
            wasm.If(wasm.compared("gt_s", self.own(self.cells.made), MOST_DECISIONS), [wasm.Trap()])
        ]

    # ------------------------------------------------------------------ room while a function runs

    def reserve(self, size: int) -> wasm.Expr:
        """The address of so many bytes that the function has for itself."""
        # What is never begun while it is at work needs no stack: its room can lie at one place, known now.
        if self.code in self.tables.at_home:
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
