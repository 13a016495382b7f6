"""What functions of the runtime have in common: their state, pieces and places, and who knows what."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from rulewright.native.analysis.intervals import cells
from rulewright.native.ast import wasm_ast as wasm
from rulewright.native.emit.moves.card_knowledge import Table
from rulewright.native.emit.tables import Tables
from rulewright.runtime.ir.nodes.ir_types import MOST_STEPS
from rulewright.runtime.ir.terms import Change

R = TypeVar("R", bound="type[Routine]")

MAKING: dict[Change, tuple[type[Routine], tuple[str, ...]]] = {}
"""By each change of the table that code just calls: what makes it, and what its parameters are called.

A change that is neither here nor written out by `write.changes` is left to the other engine.
"""


def makes(change: Change, *takes: str) -> Callable[[R], R]:
    """Say of a routine which change it makes, and how what the change takes is called in it."""

    def note(routine: R) -> R:
        MAKING[change] = (routine, takes)
        return routine

    return note


class Routine(Table):
    """A function of the runtime; sets of pieces that it takes come last. `zones`: those of places, where known."""

    def __init__(
        self,
        tables: Tables,
        name: str,
        parameters: tuple[str, ...],
        result: wasm.Type | None = None,
        sets: int = 0,
        **zones: str,
    ) -> None:
        self.sets = [f"set{word}" for word in range(tables.words)] if sets else []
        given: list[tuple[str, wasm.Type]] = [(each, "i32") for each in parameters]
        given += [(each, "i64") for each in self.sets]
        super().__init__(tables, wasm.Function(name, tuple(given), result), name)
        self.everybody, self.zones = tables.everybody, zones

    def put(self) -> None:
        """Put the function into the module."""
        self.function.body = self._body()
        self.tables.wasm.add(self.function)

    def _body(self) -> wasm.Body:
        """What it does."""
        raise NotImplementedError

    def piece(self, name: str) -> wasm.Get:
        """A parameter that is a piece, and is there."""
        return wasm.Get(name, low=0, high=self.tables.pieces - 1)

    def place_named(self, name: str) -> wasm.Get:
        """A parameter that is a place, and is there."""
        if name in self.zones:
            low, high = cells(self.module.zones[self.zones[name]])
            return wasm.Get(name, low=low, high=high)
        return wasm.Get(name, low=0, high=self.module.layout.size - 1)

    def given_set(self) -> list[wasm.Expr]:
        """The set of pieces that it takes."""
        return [wasm.Get(name, type="i64") for name in self.sets]


class Refuel(Routine):
    """Where steps run out, half of those that a decision has are added, if one was made since the last time.

    So a drawn choice need not set the steps. The engine gives up before a decision has taken more than it may:
    half of that at most was left when it was made, and steps are added only once after it.
    """

    def _body(self) -> wasm.Body:
        made, at = self.own(self.cells.made), wasm.number(self.tables.steps)
        steps = wasm.Load(at, 0, 4)
        self.function.apart = True
        return [
            wasm.If(made.equals(wasm.Global("refuelled")), [wasm.Trap()]),
            *self.decided_often(),
            wasm.SetGlobal("refuelled", made),
            wasm.Store(at, 0, 4, steps + MOST_STEPS // 2),
            wasm.If(steps.less(0), [wasm.Trap()]),
        ]
