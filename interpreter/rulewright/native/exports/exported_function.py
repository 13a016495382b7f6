"""Base of exported functions."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TypeVar

from rulewright.native.ast import wasm_ast as wasm
from rulewright.native.ast.folding import sequenced
from rulewright.native.ast.wasm_ast import Expr
from rulewright.native.builder.code import call
from rulewright.native.builder.structs import I64, NumberArray
from rulewright.native.emit.module_builder import ModuleBuilder
from rulewright.native.emit.moves.zones import PlaceWriter
from rulewright.runtime.ir.dataflow.effects import consumes_fuel
from rulewright.runtime.ir.nodes.ir_types import READING_STEPS

F = TypeVar("F", bound="ExportedFunction")


class ExportedFunction(PlaceWriter):
    """A function (usually exported) whose first parameter is the address of a state."""

    def __init__(
        self,
        builder: ModuleBuilder,
        name: str,
        parameters: tuple[str, ...],
        result: wasm.Type | None = None,
        **typed: wasm.Type,
    ) -> None:
        names: dict[str, wasm.Type] = {**dict.fromkeys(parameters, "i32"), **typed}
        function = wasm.Function(name, tuple(names.items()), result)
        super().__init__(builder, function, name)
        self.own_state = wasm.number(builder.state)
        self.options = NumberArray(self, I64, builder.options)

    @property
    def is_over(self) -> Expr:
        """Whether the game is over; else a decision is awaited."""
        return self.game.decision < 0

    @property
    def option_count(self) -> Expr:
        """How many options are listed."""
        return wasm.Global("option_count", low=0, high=2**16)

    def list_options(self, function: str = "list_options") -> None:
        """Record listing the options of the awaited decision."""
        self.set_global("option_count", call(function, self.state))

    def run_game(self, further: int = 0) -> None:
        """Record playing until a decision is awaited or the game is over."""
        self.run("go", further)

    def play_randomly(self) -> None:
        """Record choosing one of the listed options at random, and playing to the next decision."""
        index = self.let(call("draw_choice", self.state, self.option_count, low=0), "index")
        self.limit_decisions()
        self.game.answer = self.options[index]
        self.run_game()

    def reset(self) -> None:
        """Record the reset of fuel and of globals, which an earlier trap may have left in any state."""
        self.set_global("scratch", self.builder.scratch)
        self.set_global("plays_randomly", 0)
        self.set_global("ignores_knowledge", 0)
        if self.builder.records_story:  # it is switched on if it was requested for this call
            self.set_global("records_story", wasm.Global("story_requested"))
            self.set_global("story_requested", 0)
        self.refuel()

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
        with self.recording() as lines:
            if metered:
                self.refuel(READING_STEPS)
        return sequenced(lines, called)


@contextmanager
def recorded(code: F) -> Iterator[F]:
    """Record a function, and add it to the module."""
    yield code
    code.builder.wasm.add(code.function)


@contextmanager
def define(
    builder: ModuleBuilder,
    name: str,
    *parameters: str,
    result: wasm.Type | None = None,
    exported: bool = True,
    own_state: bool = False,
    **typed: wasm.Type,
) -> Iterator[ExportedFunction]:
    """Record a function of the module; `typed` are parameters that are no 32 bit numbers.

    With `own_state` it works on the module's own state, else on that whose address is the first parameter.
    """
    with recorded(ExportedFunction(builder, name, parameters, result, **typed)) as code:
        if own_state:
            code.state = code.own_state
        yield code
    code.function.exported = exported


def add_copy_state(builder: ModuleBuilder) -> None:
    """Add the function that returns the address of a copy of a state in scratch memory; the caller frees it."""
    with define(builder, "copy_state", "S", result="i32", exported=False) as code:
        size = code.layout.size
        copy = code.let(wasm.Global("scratch", low=0), "copy")
        code.trap_if(copy > builder.scratch_end - size)
        code.set_global("scratch", copy + size)
        code.copy(copy, code.state, size)
        code.give(copy)
