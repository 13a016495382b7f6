"""Emitters for procedures whose locals are in stack frames."""

from __future__ import annotations

from rulewright.base.records import evolve
from rulewright.native.ast import wasm_ast as wasm
from rulewright.native.emit.emit_context import Held, InMemory
from rulewright.native.emit.module_builder import ModuleBuilder
from rulewright.native.emit.statements import StatementScope
from rulewright.native.layout.memory_forms import FrameSlot
from rulewright.runtime.ir import terms as ir


class FramesScope(StatementScope):
    """An emitter for procedures whose frames are at constant offsets from one address."""

    def __init__(
        self, builder: ModuleBuilder, function: wasm.Function, code: str, frame: wasm.Expr
    ) -> None:
        super().__init__(builder, function, code)
        self.frame = frame
        self._known: dict[tuple[str, int], tuple[dict[str, Held], dict[str, ir.Type]]] = {}

    def enter_procedure(self, procedure: str, offset: int) -> None:
        """Switch to the locals of `procedure`, whose frame is at `offset` from the address."""
        self.writer.ir_name, self.offset = procedure, offset
        slots = self.layout.frames.slots[procedure]
        self.slots: dict[str, FrameSlot] = {
            name: evolve(slot, offset=slot.offset + offset) for name, slot in slots.items()
        }
        held: dict[str, Held] = {n: InMemory(self.frame, slot) for n, slot in self.slots.items()}
        types = {name: slot.type for name, slot in slots.items()}
        self.names, self.types = self._known.setdefault((procedure, offset), (held, types))


class FrameScope(FramesScope):
    """An emitter for one procedure, whose frame is the top of the stack."""

    def __init__(self, builder: ModuleBuilder, function: wasm.Function, procedure: str) -> None:
        self.top = function.local("frame", low=0)
        super().__init__(builder, function, procedure, self.top)
        self.enter_procedure(procedure, 0)

    def begin(self) -> None:
        """Record the computation of the top frame's address."""
        frames = self.state + self.game.frames
        self.writer.assign(self.top, frames + self.layout.frame_stack)
