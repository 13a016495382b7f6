"""A function that is called from outside: what such functions have in common."""

from __future__ import annotations

from rulewright.native.ast import wasm_ast as wasm
from rulewright.native.ast.folding import done
from rulewright.native.emit.moves.zones import Places
from rulewright.native.emit.tables import Tables
from rulewright.runtime.ir.dataflow.effects import takes_fuel
from rulewright.runtime.ir.nodes.ir_types import READING_STEPS


class Entry(Places):
    """A function that is called from outside, with a state that its first parameter is the address of."""

    at_home = False
    """Whether the state lies at home, whatever the address that is given."""

    def __init__(
        self,
        tables: Tables,
        name: str,
        parameters: tuple[str, ...],
        result: str | None = None,
        **wide: bool,
    ) -> None:
        given = [*((each, "i32") for each in parameters), *((each, "i64") for each in wide)]
        function = wasm.Function(name, tuple(given), result)  # type: ignore[arg-type]
        super().__init__(tables, function, name)
        self.home = wasm.number(tables.state)
        if self.at_home:
            self.state = self.home

    def put(self, body: wasm.Body, exported: bool = True) -> None:
        """Put the function into the module."""
        self.function.body, self.function.exported = body, exported
        self.tables.wasm.add(self.function)

    def begin(self) -> wasm.Body:
        """No scratch memory is in use, nothing goes by lot: what was so when the engine gave up is gone."""
        return [
            wasm.SetGlobal("scratch", wasm.number(self.tables.scratch)),
            wasm.SetGlobal("lot", wasm.number(0)),
            wasm.SetGlobal("blind", wasm.number(0)),
            *(self._listening() if self.tables.tells else []),
            *self.new_steps(),
        ]

    def _listening(self) -> wasm.Body:
        """What is done from here on is told if a story was asked for, and the next thing is not."""
        return [
            wasm.SetGlobal("listens", wasm.Global("story_asked")),
            wasm.SetGlobal("story_asked", wasm.number(0)),
        ]

    def until(self, condition: wasm.Expr, do: wasm.Body) -> wasm.Body:
        """Something done again and again until a condition holds."""
        label, out = self.label("again"), self.label("out")
        return [
            wasm.Block(out, [wasm.Loop(label, [wasm.Jump(out, condition), *do, wasm.Jump(label)])])
        ]

    def counted(self, at: wasm.Get, count: wasm.Expr, do: wasm.Body) -> wasm.Body:
        """Something done for each number from 0 on, below a count."""
        return [
            wasm.Set(at.name, wasm.number(0)),
            *self.until(at.at_least(count), [*do, wasm.Set(at.name, at + 1)]),
        ]

    def ranks(self) -> list[wasm.Expr]:
        """What the functions of the outcome give, for one seat after the other."""
        found: list[wasm.Expr] = []
        for seat in range(self.module.players):
            for function in self.module.outcome.values:
                low, high = self.spans.result(function)
                given = (self.state, wasm.number(seat))
                found.append(self.reading(function, given, low, high))
        return found

    def reading(
        self,
        function: str,
        given: tuple[wasm.Expr, ...],
        low: int = wasm.LOWEST,
        high: int = wasm.HIGHEST,
    ) -> wasm.Expr:
        """Call a function of the rules with the fuel of a reading, as the Python engine does."""
        called = wasm.Called(f"f_{function}", given, low=low, high=high)
        metered = takes_fuel(self.module.code, function)
        return done(self.new_steps(READING_STEPS) if metered else [], called)


class TryOut(Entry):
    """The address of a copy of the state, in scratch memory; who asked for it gives it back."""

    def add(self) -> None:
        """Put it into the module."""
        copy, size = self.function.local("copy", low=0), self.layout.size
        limit = self.tables.scratch_end - size
        self.put([
            wasm.Set(copy.name, wasm.Global("scratch", low=0)),
            wasm.If(wasm.compared("gt_s", copy, limit), [wasm.Trap()]),
            wasm.SetGlobal("scratch", copy + size),
            wasm.CopyBytes(copy, self.state, wasm.number(size)),
            wasm.Return(copy),
        ], exported=False)  # fmt: skip
