"""Builds one function: locals, labels, scratch memory, and the checks that make the engine trap."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright.native.ast import wasm_ast as wasm
from rulewright.native.ast.folding import is_outside, narrowed, sequenced, widened
from rulewright.native.builder.code import Code
from rulewright.native.builder.structs import I32, NumberArray
from rulewright.native.emit.module_builder import ModuleBuilder
from rulewright.native.layout.state_layout import Cells
from rulewright.runtime.ir.dataflow.interval_arithmetic import Span
from rulewright.runtime.ir.engine_contract import MAX_DECISIONS
from rulewright.runtime.ir.nodes.ir_types import MOST_STEPS


class GameCells:
    """The engine's own cells of a function's state as attributes, such as `decision`."""

    if TYPE_CHECKING:  # __getattr__ would cover it
        _code: FunctionWriter

    def __init__(self, code: FunctionWriter) -> None:
        self.__dict__["_code"] = code

    def __getattr__(self, name: str) -> wasm.Expr:
        cell: Cells = getattr(self._code.layout.own, name)
        return cell.load(self._code.state)

    def __setattr__(self, name: str, value: wasm.Operand) -> None:
        cell: Cells = getattr(self._code.layout.own, name)
        type_: wasm.Type = "i64" if cell.size == 8 else "i32"
        self._code.emit(cell.store(self._code.state, wasm.operand(value, type_)))


class FunctionWriter(Code):
    """A WebAssembly function under construction, with the address of its state and its name in the IR."""

    def __init__(self, builder: ModuleBuilder, function: wasm.Function, ir_name: str) -> None:
        super().__init__(function)
        self.builder, self.ir_name = builder, ir_name
        self.module, self.layout, self.spans = builder.module, builder.layout, builder.spans
        self.state: wasm.Expr = wasm.number(builder.state)
        if function.parameters:
            self.state = wasm.Get(function.parameters[0][0])
        self.game = GameCells(self)
        self.scratch_size = 0  # bytes of scratch memory that the function needs

    # ------------------------------------------------------------------ run-time checks

    def within(self, value: wasm.Expr, low: int, high: int) -> wasm.Expr:
        """Return `value` with a check that traps unless it is from `low` to `high`; unchecked where proved."""
        if low <= value.low and value.high <= high:
            return value
        with self.recording() as lines:
            value = self.let(value)
            self.trap_if(is_outside(value, low, high))
        if isinstance(value, wasm.Get):
            value = wasm.Get(value.name, low=max(low, value.low), high=min(high, value.high))
        return sequenced(lines, value)

    def check_fits(self, value: wasm.Expr, span_: Span) -> wasm.Expr:
        """Return `value` with a check that traps unless it is within the bounds `span_`."""
        return self.within(value, *span_)

    def exact(self, name: str, left: wasm.Expr, right: wasm.Expr) -> wasm.Expr:
        """Emit a sum, difference or product (`name` add, sub, mul) that traps on 32 bit overflow."""
        low, high = wasm.span(name, left, right)
        if low >= wasm.LOWEST and high <= wasm.HIGHEST:
            return {"add": left + right, "sub": left - right, "mul": left * right}[name]
        # Overflow test: the 64 bit result must equal its lower 32 bits, sign-extended.
        with self.recording() as lines:
            wide = wasm.Binary(name, widened(left), widened(right), type="i64")
            exact = self.let(wide, "wide")
            result = self.let(narrowed(exact), "sum")
            self.trap_if(widened(result) != exact)
        return sequenced(lines, result)

    def spend(self, steps: int | wasm.Expr) -> None:
        """Record the consumption of `steps` of fuel; without fuel left, trap or (in whole games) refuel."""
        fuel = NumberArray(self, I32, 0, self.builder.steps)
        fuel[0] -= steps
        with self.when(fuel[0] < 0):
            if self.builder.suspends:
                self.trap()
            else:
                self.run("refuel", self.builder.state)

    def refuel(self, steps: int | None = None) -> None:
        """Record setting the fuel to `steps`, by default to that of one decision (half in whole games)."""
        full = MOST_STEPS if self.builder.suspends else MOST_STEPS // 2
        NumberArray(self, I32, 0, self.builder.steps)[0] = full if steps is None else steps
        if not self.builder.suspends:
            decisions = self.layout.own.made.load(wasm.number(self.builder.state))
            self.set_global("refuelled_at", -1 if steps is None else decisions)

    def limit_decisions(self) -> None:
        """Record a trap if the game has had more than MAX_DECISIONS decisions, as it may never end."""
        self.trap_if(self.game.made > MAX_DECISIONS)

    # ------------------------------------------------------------------ scratch memory

    def reserve(self, size: int) -> wasm.Expr:
        """Return the address of `size` bytes of scratch memory that belong to this function."""
        # Code that is never re-entered on a trial copy needs no stack: its scratch memory is static.
        if self.ir_name in self.builder.never_on_copies:
            return wasm.number(self.builder.wasm.reserve(size))
        offset, self.scratch_size = self.scratch_size, self.scratch_size + (size + 7) // 8 * 8
        self.function.locals.setdefault(self._base.name, "i32")
        return self._base + offset

    @property
    def _base(self) -> wasm.Get:
        """The local that holds the address of the function's scratch memory."""
        return wasm.Get(f"{self.function.name}:base", low=0, high=wasm.HIGHEST)

    def finish(self, value: wasm.Expr | None = None) -> None:
        """Record the end of the function, which returns `value` and frees scratch memory allocated on entry."""
        if self.scratch_size:
            with self.recording() as entry:
                self.assign(self._base, wasm.Global("scratch", low=0, high=wasm.HIGHEST))
                self.trap_if(self._base > self.builder.scratch_end - self.scratch_size)
                self.set_global("scratch", self._base + self.scratch_size)
            self.function.body[:0] = entry
            value = None if value is None else self.var(value, "result")
            self.set_global("scratch", self._base)
        if value is not None:
            self.give(value)
        self.builder.wasm.add(self.function)
