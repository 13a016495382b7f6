"""Code of a procedure whose locals lie in a frame."""

from __future__ import annotations

from rulewright.engines.native.form.native_form import Body, Function, Get, Set
from rulewright.engines.native.translating.scope import InMemory
from rulewright.engines.native.translating.statements import StatementScope
from rulewright.engines.native.translating.tables import Tables


class FrameScope(StatementScope):
    """Works on the frame at an address; by default that is the top one."""

    def __init__(
        self, tables: Tables, function: Function, procedure: str, frame: Get | None = None
    ) -> None:
        super().__init__(tables, function, procedure)
        self.frame = frame or function.local("frame", low=0)
        self.slots = tables.layout.frames.slots[procedure]
        self.names.update({name: InMemory(self.frame, slot) for name, slot in self.slots.items()})
        self.types.update({name: slot.type for name, slot in self.slots.items()})

    def begin(self) -> Body:
        """Where the top frame lies."""
        return [Set(self.frame.name, self.state + self.own("frames") + self.layout.frame_stack)]
