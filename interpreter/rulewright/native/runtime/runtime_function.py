"""Base of the runtime functions, and the registry that maps changes of the table to them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from rulewright.base.records import evolve
from rulewright.native.analysis.intervals import place_range
from rulewright.native.ast import wasm_ast as wasm
from rulewright.native.builder.structs import I32, NumberArray
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
        """Record the function and add it to the module."""
        self._record()
        self.builder.wasm.add(self.function)

    def _record(self) -> None:
        """Record the statements of the function; subclasses implement it."""
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

    def checked_place(self) -> wasm.Get:
        """Record a trap if the parameter `place` is no place; return it."""
        self.trap_if(wasm.Get("place") < self.layout.first_place)
        return self.place_parameter("place")

    def place_of(self, piece: wasm.Expr) -> wasm.Expr:
        """Return the place where a piece is; every piece is in one."""
        return evolve(self.layout.place.load(self.state, piece), low=0)

    def forget_pieces(self, place: wasm.Expr, viewers: wasm.Expr) -> None:
        """Record that all players but `viewers` forget the pieces of a place."""
        with self.each_piece(place) as piece:
            self.forget_piece(piece, viewers)

    def forget_unseen(self, place: wasm.Expr) -> None:
        """Record that players who do not see into a place forget its pieces, where knowledge is tracked."""
        if self.builder.knowledge:
            with self.when(self.is_tracked):
                self.forget_pieces(place, self.let(self.viewers(place), "seen"))

    def set_parameter(self) -> list[wasm.Expr]:
        """Return the words of the parameter that is a set of pieces."""
        return [wasm.Get(name, type="i64") for name in self.sets]


class RefuelFunction(RuntimeFunction):
    """Wasm function: add half of a decision's fuel, once per decision; trap if that is used up, too.

    So drawing a choice need not reset the fuel. A decision never takes more than its full fuel: at most half of
    it was left when the decision was made, and half is added only once afterwards.
    """

    def _record(self) -> None:
        decisions, fuel = self.game.made, NumberArray(self, I32, 0, self.builder.steps)
        self.function.never_inlined = True
        self.trap_if(decisions == wasm.Global("refuelled_at"))
        self.limit_decisions()
        self.set_global("refuelled_at", decisions)
        fuel[0] += MOST_STEPS // 2
        self.trap_if(fuel[0] < 0)
