"""Builds one function: locals, labels, scratch memory, and the checks that make the engine trap."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from rulewright.native.ast import wasm_ast as wasm
from rulewright.native.ast.folding import is_outside, narrowed, sequenced, widened
from rulewright.native.builder.code import Code
from rulewright.native.emit.module_builder import ModuleBuilder
from rulewright.native.layout.state_layout import Cells, StateCells
from rulewright.runtime.ir.dataflow.interval_arithmetic import Span
from rulewright.runtime.ir.engine_contract import MAX_DECISIONS
from rulewright.runtime.ir.nodes.ir_types import MOST_STEPS

Each: TypeAlias = "Callable[[wasm.Expr], wasm.Body]"
"""Emits the body of a loop for one element."""


class FunctionWriter(Code):
    """A WebAssembly function under construction, with the address of its state and its name `code` in the IR."""

    def __init__(self, builder: ModuleBuilder, function: wasm.Function, code: str) -> None:
        super().__init__(function)
        self.builder, self.code = builder, code
        self.module, self.layout, self.spans = builder.module, builder.layout, builder.spans
        self.state: wasm.Expr = wasm.number(builder.state)
        if function.parameters:
            self.state = wasm.Get(function.parameters[0][0])
        self.scratch_size = 0  # bytes of scratch memory that the function needs

    # ------------------------------------------------------------------ small helpers

    def to_local(self, value: wasm.Expr, body: wasm.Body, hint: str = "t") -> wasm.Expr:
        """Return `value` as an expression to use repeatedly; `body` gets the assignment to a local if needed."""
        if isinstance(value, wasm.Const | wasm.Get):
            return value
        local = self.function.local(hint, value.type, value.low, value.high)
        body.append(wasm.Set(local.name, value))
        return local

    @property
    def cells(self) -> StateCells:
        """The layout of the state's own cells (decision, decider, random stream, counters, …)."""
        return self.layout.own

    def own(self, cell: Cells) -> wasm.Expr:
        """Emit the read of one of the state's own cells, such as the decision or the decider."""
        return cell.load(self.state)

    def set_own(self, cell: Cells, value: wasm.Expr) -> wasm.Body:
        """Emit the write of one of the state's own cells, such as the decision or the decider."""
        return [cell.store(self.state, value)]

    # ------------------------------------------------------------------ run-time checks

    def within(self, value: wasm.Expr, low: int, high: int) -> wasm.Expr:
        """Return `value` with a check that traps unless it is from `low` to `high`; unchecked where proved."""
        if low <= value.low and value.high <= high:
            return value
        body: wasm.Body = []
        value = self.to_local(value, body)
        assert isinstance(value, wasm.Get | wasm.Const)
        body.append(wasm.If(is_outside(value, low, high), [wasm.Trap()]))
        known: wasm.Expr = (
            wasm.Get(value.name, low=max(low, value.low), high=min(high, value.high))
            if isinstance(value, wasm.Get)
            else value
        )
        return sequenced(body, known)

    def check_fits(self, value: wasm.Expr, span_: Span) -> wasm.Expr:
        """Return `value` with a check that traps unless it is within the bounds `span_`."""
        return self.within(value, *span_)

    def exact(self, name: str, left: wasm.Expr, right: wasm.Expr) -> wasm.Expr:
        """Emit a sum, difference or product (`name` add, sub, mul) that traps on 32 bit overflow."""
        low, high = wasm.span(name, left, right)
        if low >= wasm.LOWEST and high <= wasm.HIGHEST:
            return {"add": left + right, "sub": left - right, "mul": left * right}[name]
        # Overflow test: the 64 bit result must equal its lower 32 bits, sign-extended.
        body: wasm.Body = []
        wide = wasm.Binary(name, widened(left), widened(right), type="i64")
        exact = self.to_local(wide, body, "wide")
        result = self.to_local(narrowed(exact), body, "sum")
        body.append(wasm.If(wasm.compared("ne", widened(result), exact), [wasm.Trap()]))
        return sequenced(body, result)

    def spend(self, steps: int | wasm.Expr) -> wasm.Body:
        """Emit the consumption of `steps` of fuel; without fuel left, trap or (in whole games) refuel."""
        at = wasm.number(self.builder.steps)
        remaining = wasm.Load(at, 0, 4)
        refuel = wasm.CallStmt("refuel", (wasm.number(self.builder.state),))
        none: wasm.Body = [wasm.Trap() if self.builder.suspends else refuel]
        return [wasm.Store(at, 0, 4, remaining - steps), wasm.If(remaining.less(0), none)]

    def refuel(self, steps: int | None = None) -> wasm.Body:
        """Emit setting the fuel to `steps`, by default to that of one decision (half in whole games)."""
        full = MOST_STEPS if self.builder.suspends else MOST_STEPS // 2
        fuel = wasm.number(full if steps is None else steps)
        lines: wasm.Body = [wasm.Store(wasm.number(self.builder.steps), 0, 4, fuel)]
        if not self.builder.suspends:
            decisions = self.layout.own.made.load(wasm.number(self.builder.state))
            lines.append(
                wasm.SetGlobal("refuelled_at", wasm.number(-1) if steps is None else decisions)
            )
        return lines

    def limit_decisions(self) -> wasm.Body:
        """Emit a trap if the game has had more than MAX_DECISIONS decisions, as it may never end."""
        return [
            wasm.If(wasm.compared("gt_s", self.own(self.cells.made), MAX_DECISIONS), [wasm.Trap()])
        ]

    # ------------------------------------------------------------------ scratch memory

    def reserve(self, size: int) -> wasm.Expr:
        """Return the address of `size` bytes of scratch memory that belong to this function."""
        # Code that is never re-entered on a trial copy needs no stack: its scratch memory is static.
        if self.code in self.builder.never_on_copies:
            return wasm.number(self.builder.wasm.reserve(size))
        offset, self.scratch_size = self.scratch_size, self.scratch_size + (size + 7) // 8 * 8
        self.function.locals.setdefault(self._base.name, "i32")
        return self._base + offset

    @property
    def _base(self) -> wasm.Get:
        """The local that holds the address of the function's scratch memory."""
        return wasm.Get(f"{self.function.name}:base", low=0, high=wasm.HIGHEST)

    def allocate_scratch(self) -> wasm.Body:
        """Emit the allocation of scratch memory on entry; the caller frees it."""
        if not self.scratch_size:
            return []
        base = self._base
        return [
            wasm.Set(base.name, wasm.Global("scratch", low=0, high=wasm.HIGHEST)),
            wasm.If(
                wasm.compared("gt_s", base, self.builder.scratch_end - self.scratch_size),
                [wasm.Trap()],
            ),
            wasm.SetGlobal("scratch", base + self.scratch_size),
        ]

    def with_scratch(
        self, body: wasm.Body, value: wasm.Expr | None
    ) -> tuple[wasm.Body, wasm.Expr | None]:
        """Return `body` and its result `value`, wrapped in allocating and freeing scratch memory."""
        if not self.scratch_size:
            return body, value
        before = self.allocate_scratch()
        after: wasm.Body = [wasm.SetGlobal("scratch", self._base)]
        if value is None:
            return [*before, *body, *after], None
        result = self.function.local("result", value.type)
        return [*before, *body, wasm.Set(result.name, value), *after], result
