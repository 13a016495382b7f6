"""Base of the runtime functions, and the registry that maps changes of the table to them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from rulewright.native.analysis.intervals import place_range
from rulewright.native.ast import wasm_ast as wasm
from rulewright.native.emit.module_builder import ModuleBuilder
from rulewright.native.emit.moves.card_knowledge import KnowledgeWriter
from rulewright.runtime.ir.nodes.ir_types import MOST_STEPS
from rulewright.runtime.ir.terms import Change

R = TypeVar("R", bound="type[RuntimeFunction]")

ROUTINES: dict[Change, tuple[type[RuntimeFunction], tuple[str, ...]]] = {}
"""The routine and its parameter names, by the change of the table that it implements.

A module with a change that is neither here nor emitted inline by `emit.moves.changes` is left to the Python engine.
"""


def implements(change: Change, *takes: str) -> Callable[[R], R]:
    """Return a decorator that registers a runtime function for `change`, with its parameters' names."""

    def note(routine: R) -> R:
        """Register the runtime function."""
        ROUTINES[change] = (routine, takes)
        return routine

    return note


class RuntimeFunction(KnowledgeWriter):
    """Base of Wasm helper functions that game code calls; a set of pieces is the last parameter.

    `zones` maps parameters that are places to the zones they are known to be in.
    """

    def __init__(
        self,
        builder: ModuleBuilder,
        name: str,
        parameters: tuple[str, ...],
        result: wasm.Type | None = None,
        sets: int = 0,
        **zones: str,
    ) -> None:
        self.sets = [f"set{word}" for word in range(builder.words)] if sets else []
        typed: list[tuple[str, wasm.Type]] = [(each, "i32") for each in parameters]
        typed += [(each, "i64") for each in self.sets]
        super().__init__(builder, wasm.Function(name, tuple(typed), result), name)
        self.everybody, self.zones = builder.everybody, zones

    def put(self) -> None:
        """Emit the function's body and add the function to the module."""
        self.function.body = self._emit_body()
        self.builder.wasm.add(self.function)

    def _emit_body(self) -> wasm.Body:
        """Emit the body of the function; subclasses implement it."""
        raise NotImplementedError

    def piece(self, name: str) -> wasm.Get:
        """Return the parameter `name`, which is a piece and not NOTHING."""
        return wasm.Get(name, low=0, high=self.builder.pieces - 1)

    def place_parameter(self, name: str) -> wasm.Get:
        """Return the parameter `name`, which is a place and not NOTHING."""
        if name in self.zones:
            low, high = place_range(self.module.zones[self.zones[name]])
            return wasm.Get(name, low=low, high=high)
        return wasm.Get(name, low=0, high=self.module.layout.size - 1)

    def set_parameter(self) -> list[wasm.Expr]:
        """Return the words of the parameter that is a set of pieces."""
        return [wasm.Get(name, type="i64") for name in self.sets]


class RefuelFunction(RuntimeFunction):
    """Wasm function: add half of a decision's fuel, once per decision; trap if that is used up, too.

    So drawing a choice need not reset the fuel. A decision never takes more than its full fuel: at most half of
    it was left when the decision was made, and half is added only once afterwards.
    """

    def _emit_body(self) -> wasm.Body:
        decisions, at = self.own(self.cells.made), wasm.number(self.builder.steps)
        steps = wasm.Load(at, 0, 4)
        self.function.never_inlined = True
        return [
            wasm.If(decisions.equals(wasm.Global("refuelled_at")), [wasm.Trap()]),
            *self.limit_decisions(),
            wasm.SetGlobal("refuelled_at", decisions),
            wasm.Store(at, 0, 4, steps + MOST_STEPS // 2),
            wasm.If(steps.less(0), [wasm.Trap()]),
        ]
