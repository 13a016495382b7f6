"""Base of exported functions."""

from __future__ import annotations

from rulewright.native.ast import wasm_ast as wasm
from rulewright.native.ast.folding import sequenced
from rulewright.native.emit.module_builder import ModuleBuilder
from rulewright.native.emit.moves.zones import PlaceWriter
from rulewright.runtime.ir.dataflow.effects import consumes_fuel
from rulewright.runtime.ir.nodes.ir_types import READING_STEPS


class ExportedFunction(PlaceWriter):
    """A function (usually exported) whose first parameter is the address of a state."""

    uses_own_state = False
    """Whether the function works on the module's own state, regardless of the address passed."""

    def __init__(
        self,
        builder: ModuleBuilder,
        name: str,
        parameters: tuple[str, ...],
        result: str | None = None,
        **wide: bool,
    ) -> None:
        typed = [*((each, "i32") for each in parameters), *((each, "i64") for each in wide)]
        function = wasm.Function(name, tuple(typed), result)  # type: ignore[arg-type]
        super().__init__(builder, function, name)
        self.own_state = wasm.number(builder.state)
        if self.uses_own_state:
            self.state = self.own_state

    def put(self, body: wasm.Body, exported: bool = True) -> None:
        """Set the function's body and add the function to the module."""
        self.function.body, self.function.exported = body, exported
        self.builder.wasm.add(self.function)

    def begin(self) -> wasm.Body:
        """Emit the reset of fuel and of globals, which an earlier trap may have left in any state."""
        return [
            wasm.SetGlobal("scratch", wasm.number(self.builder.scratch)),
            wasm.SetGlobal("plays_randomly", wasm.number(0)),
            wasm.SetGlobal("ignores_knowledge", wasm.number(0)),
            *(self._switch_story() if self.builder.records_story else []),
            *self.refuel(),
        ]

    def _switch_story(self) -> wasm.Body:
        """Emit switching the story on if it was requested for this call, else off."""
        return [
            wasm.SetGlobal("records_story", wasm.Global("story_requested")),
            wasm.SetGlobal("story_requested", wasm.number(0)),
        ]

    def until(self, condition: wasm.Expr, do: wasm.Body) -> wasm.Body:
        """Emit a loop that repeats statements until a condition holds."""
        label, out = self.label("again"), self.label("out")
        return [
            wasm.Block(out, [wasm.Loop(label, [wasm.Jump(out, condition), *do, wasm.Jump(label)])])
        ]

    def for_range(self, at: wasm.Get, count: wasm.Expr, do: wasm.Body) -> wasm.Body:
        """Emit a loop over the numbers from 0 to `count` - 1 in the local `at`."""
        return [
            wasm.Set(at.name, wasm.number(0)),
            *self.until(at.at_least(count), [*do, wasm.Set(at.name, at + 1)]),
        ]

    def ranks(self) -> list[wasm.Expr]:
        """Emit the rank of each seat in turn: the values of the outcome's functions for it."""
        ranks: list[wasm.Expr] = []
        for seat in range(self.module.players):
            for function in self.module.outcome.values:
                low, high = self.spans.result(function)
                arguments = (self.state, wasm.number(seat))
                ranks.append(self.read_call(function, arguments, low, high))
        return ranks

    def read_call(
        self,
        function: str,
        arguments: tuple[wasm.Expr, ...],
        low: int = wasm.LOWEST,
        high: int = wasm.HIGHEST,
    ) -> wasm.Expr:
        """Emit the call of a rule function outside of a move, with fuel of its own."""
        called = wasm.Call(f"f_{function}", arguments, low=low, high=high)
        metered = consumes_fuel(self.module.code, function)
        return sequenced(self.refuel(READING_STEPS) if metered else [], called)


class CopyStateFunction(ExportedFunction):
    """Wasm function: return the address of a copy of the state in scratch memory; the caller frees it."""

    def add(self) -> None:
        """Add the function to the module."""
        copy, size = self.function.local("copy", low=0), self.layout.size
        limit = self.builder.scratch_end - size
        self.put([
            wasm.Set(copy.name, wasm.Global("scratch", low=0)),
            wasm.If(wasm.compared("gt_s", copy, limit), [wasm.Trap()]),
            wasm.SetGlobal("scratch", copy + size),
            wasm.CopyBytes(copy, self.state, wasm.number(size)),
            wasm.Return(copy),
        ], exported=False)  # fmt: skip
