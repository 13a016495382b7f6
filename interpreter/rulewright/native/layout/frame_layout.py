"""Layout of the stack frames of procedures that may suspend: resume block, link to the frame below, locals.

A local is a number, a bounded list with the index of its first remaining item, or the captures of a delayed rule.

A procedure with a single call site is compiled into the function of its caller. So its frame is at a fixed offset
from the first frame of that function, and at a fixed address if that is the main flow of the game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from rulewright.base.records import Record
from rulewright.native.analysis.spans import Spans
from rulewright.native.ast import wasm_ast as wasm
from rulewright.native.layout.memory_forms import LIST_ITEMS, LOCALS, FrameSlot, ListOf
from rulewright.runtime.ir import terms as ir
from rulewright.runtime.ir.dataflow.control_flow import CallThen, ControlFlowGraph, is_bare_return
from rulewright.runtime.ir.dataflow.interval_arithmetic import Span
from rulewright.runtime.ir.module import Module
from rulewright.runtime.ir.walk import called_procedures


class GroupMember(Record):
    """A procedure that is compiled into the function of the procedure `first`, with its frame's offset.

    `offset` counts from the frame of the procedure `first`.

    `then` is the block that follows it; None if the function ends with it.
    """

    first: str
    offset: int = 0
    then: int | None = None


def group_procedures(
    graph: ControlFlowGraph, flow: str, sizes: Mapping[str, int]
) -> dict[str, GroupMember]:
    """Return, for each procedure of a graph, the function that it is compiled into; `sizes` are frame sizes."""
    calls = [block for block in graph.blocks if isinstance(block.end, CallThen)]
    counts = Counter(block.end.procedure for block in calls if isinstance(block.end, CallThen))
    sites = {block.end.procedure: block for block in calls if isinstance(block.end, CallThen)}
    groups: dict[str, GroupMember] = {}

    # With a single call site the caller is known, so the callee's frame offset follows from the caller's.
    def member_of(name: str) -> GroupMember:
        """Return which procedure's function `name` is compiled into, and its frame's offset there."""
        if name not in groups:
            groups[name] = GroupMember(name)
            if name != flow and counts[name] == 1:
                site = sites[name]
                assert isinstance(site.end, CallThen)
                caller = member_of(site.procedure)
                # A tail call: the callee's frame replaces that of the caller.
                ends = is_bare_return(graph.blocks[site.end.then])
                offset = caller.offset if ends else caller.offset + sizes[site.procedure]
                groups[name] = GroupMember(
                    caller.first, offset, caller.then if ends else site.end.then
                )
        return groups[name]

    for name in graph.entries:
        member_of(name)
    return groups


class Capacity(Record):
    """The maximum sizes of the lists in a state; the Python engine plays states that exceed them."""

    delayed: int = 16
    numbers: int = 40
    captures: int = 12


class FrameLayout:
    """The layout of the frames of all procedures that may suspend, and of the stack."""

    def __init__(self, module: Module, spans: Spans, capacity: Capacity) -> None:
        self.module, self.spans, self.capacity = module, spans, capacity
        self.captured = self._capture_size()
        self.entry = self.captured * (1 + max(map(len, module.code.captures.values()), default=0))
        graph = module.code.graph
        assert graph is not None
        self.graph = graph
        self.slots: dict[str, dict[str, FrameSlot]] = {}
        self.sizes: dict[str, int] = {}
        for name in graph.entries:
            self._lay_out(name)
        self.groups = group_procedures(graph, module.code.flow, self.sizes)
        self._depths: dict[str, int] = {}
        self.stack_bytes = LOCALS + max(map(self._stack_size, graph.entries), default=0)

    def _capture_size(self) -> wasm.Size:
        """Return how many bytes each number in the record of a delayed rule has."""
        captures = self.module.code.captures
        spans = [(0, rule) for rule in captures]
        spans += [
            self.spans.captured(r, at + 1) for r in captures for at in range(len(captures[r]))
        ]
        return max(map(item_size, spans), default=4)

    def _lay_out(self, name: str) -> None:
        """Record the slots and the size of the frame of the procedure `name`."""
        offset, slots = LOCALS, dict[str, FrameSlot]()
        types = self.module.frames[self.graph.entries[name]]
        for local, type_ in zip(self.graph.slots[name], types, strict=True):
            slots[local] = self._slot(type_, offset, self.spans.local(name, local, type_.one()))
            offset += self._slot_size(slots[local])
        self.slots[name], self.sizes[name] = slots, offset

    def _slot(self, type_: ir.Type, offset: int, span: Span) -> FrameSlot:
        """Return the slot in a frame for a local of the given type, offset and bounds."""
        captured = type_.kind is ir.Kind.CAPTURE
        if not type_.many:
            kind: ListOf = "capture" if captured else "number"
            return FrameSlot(kind, type_, offset, span, item=item_size(span))
        if captured:
            return FrameSlot("captures", type_, offset, span, self.capacity.captures, self.entry)
        is_of_pieces = type_.kind is ir.Kind.PIECE  # a list holds each piece at most once
        longest = span[1] - span[0] + 1 if is_of_pieces else self.capacity.numbers
        return FrameSlot("list", type_, offset, span, longest, item_size(span))

    def _slot_size(self, slot: FrameSlot) -> int:
        """Return how many bytes a slot takes."""
        if slot.kind == "number":
            return slot.item
        if slot.kind == "capture":
            return self.entry
        return LIST_ITEMS + slot.capacity * slot.item

    def known_offset(self, name: str) -> int | None:
        """Return the offset of a procedure's frame in the stack if it is constant, else None."""
        group = self.groups[name]
        return LOCALS + group.offset if group.first == self.module.code.flow else None

    def _stack_size(self, name: str) -> int:
        """Return how many stack bytes a procedure and all that it calls can need at most."""
        if name not in self._depths:
            inner = called_procedures(self.module.code.procedures[name].body) & set(
                self.graph.entries
            )
            self._depths[name] = self.sizes[name] + max(map(self._stack_size, inner), default=0)
        return self._depths[name]


def item_size(span: Span) -> wasm.Size:
    """Return how many bytes (1, 2 or 4) hold every signed number in a span."""
    size: wasm.Size
    for size in (1, 2):
        if span[0] >= -(2 ** (8 * size - 1)) and span[1] < 2 ** (8 * size - 1):
            return size
    return 4
