"""Emits functions that canonicalize states, so that equal games have equal bytes, and that compare and hash them.

Frames contain dead locals, and tables contain remains of removed entries. Both are zeroed. The rows of the Python
engine have no such remains and define which games are equal.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from rulewright.native.ast import wasm_ast as wasm
from rulewright.native.emit.module_builder import ModuleBuilder
from rulewright.native.exports.exported_function import ExportedFunction
from rulewright.native.layout import memory_forms as memory
from rulewright.runtime.ir.dataflow.control_flow import blocks_with_function

PRIME = 0x100000001B3
"""The multiplier of FNV-1a (Fowler, Noll and Vo, http://www.isthe.com/chongo/tech/comp/fnv/), here on 64 bit words.

A rotation after each word carries the high bits back to the low ones, which multiplication never does."""
OFFSET = 0xCBF29CE484222325
"""The initial value of FNV-1a."""


def add_clean_functions(builder: ModuleBuilder) -> None:
    """Add the function `clean`, which brings a state into canonical form."""
    zeros = builder.wasm.reserve(builder.layout.size)
    _CleanCaptureFunction(builder, zeros, "clean_entry", ("S",)).add()
    _CleanListFunction(builder, zeros, "clean_list", ("S", "item", "room")).add()
    _CleanFrameFunction(builder, zeros, "clean_frame", ("S", "block"), "i32").add()
    _CleanStateFunction(builder, zeros, "clean", ("S",)).add()


def add_compare_functions(builder: ModuleBuilder) -> None:
    """Add the functions `same` and `hash`, which compare and hash the canonical form of states."""
    add_clean_functions(builder)
    _add_clean_copy(builder)
    _add_same(builder)
    _add_hash(builder)


class _CleaningFunction(ExportedFunction):
    """A function that zeroes unused bytes of a state, so that equal games have equal bytes."""

    def __init__(
        self, builder: ModuleBuilder, zeros: int, *signature: str | tuple[str, ...]
    ) -> None:
        super().__init__(builder, *signature)  # type: ignore[arg-type]
        self.zeros = wasm.number(zeros)

    def zeroed(self, at: wasm.Expr, size: wasm.Expr) -> wasm.Body:
        """Emit zeroing `size` bytes from the address `at` on."""
        return [wasm.CopyBytes(at, self.zeros, size)]

    def finish(self, body: wasm.Body) -> None:
        """Add the function to the module, for internal calls; it is never inlined."""
        self.function.never_inlined = True
        self.put(body, exported=False)


class _CleanCaptureFunction(_CleaningFunction):
    """Wasm function: zero the unused numbers of a delayed rule's record."""

    def add(self) -> None:
        """Add the function to the module."""
        size, entry = self.layout.captured, self.layout.entry
        rule = wasm.Load(self.state, 0, size)
        lines: wasm.Body = []
        for known, types in self.module.code.captures.items():
            used = size * (1 + len(types))
            if used < entry:
                rest = self.zeroed(self.state + used, wasm.number(entry - used))
                lines.append(wasm.If(rule.equals(known), rest))
        self.finish(lines)


class _CleanListFunction(_CleaningFunction):
    """Wasm function: move the remaining items of a list to its start and zero the rest."""

    def add(self) -> None:
        """Add the function to the module."""
        count = self.function.local("count", low=0, high=2**15)
        start = self.function.local("start", low=0, high=2**15)
        item, items = wasm.Get("item", low=0, high=2**15), self.state + memory.LIST_ITEMS
        self.finish([
            wasm.Set(start.name, wasm.Load(self.state, memory.LIST_START, 2)),
            wasm.Set(count.name, wasm.Load(self.state, memory.LIST_COUNT, 2) - start),
            wasm.CopyBytes(items, items + start * item, count * item),
            wasm.Store(self.state, memory.LIST_COUNT, 2, count),
            wasm.Store(self.state, memory.LIST_START, 2, wasm.number(0)),
            *self.zeroed(items + count * item, (wasm.Get("room") - count) * item),
        ])  # fmt: skip


class _CleanFrameFunction(_CleaningFunction):
    """Wasm function: zero the locals of a frame that its block no longer needs; return the frame's size."""

    def add(self) -> None:
        """Add the function to the module."""
        graph, sizes = self.layout.frames.graph, self.layout.frames.sizes
        bodies: dict[int, wasm.Body] = {}
        for block in map(graph.blocks.__getitem__, sorted(blocks_with_function(graph))):
            slots, live = self.layout.frames.slots[block.procedure], block.live or frozenset()
            ends = [*(slot.offset for slot in slots.values()), sizes[block.procedure]]
            lines: wasm.Body = []
            for (name, slot), (at, after) in zip(slots.items(), pairwise(ends), strict=True):
                lines += self._slot(slot, at, after - at, name in live)
            bodies[block.number] = [*lines, wasm.Return(wasm.number(sizes[block.procedure]))]
        highest = max(bodies, default=-1)
        labels = tuple(f"f{at}" if at in bodies else "none" for at in range(highest + 1))
        body: wasm.Body = [wasm.Switch(wasm.Get("block"), (*labels, "none"))]
        for at, cleaning in bodies.items():
            body = [wasm.Block(f"f{at}", body), *cleaning]
        self.finish([wasm.Block("none", body), wasm.Return(wasm.number(memory.LOCALS))])

    def _slot(self, slot: memory.FrameSlot, at: int, size: int, live: bool) -> wasm.Body:
        """Emit bringing one local of a frame into canonical form; a dead one is zeroed."""
        where = self.state + at
        if not live:
            return self.zeroed(where, wasm.number(size))
        if slot.kind == "number":
            return []
        if slot.kind == "capture":
            return [wasm.CallStmt("clean_entry", (where,))]
        # The capacity includes the padding up to whole words.
        sizes = wasm.number(slot.item), wasm.number((size - memory.LIST_ITEMS) // slot.item)
        entries = self._entries(where) if slot.kind == "captures" else []
        return [wasm.CallStmt("clean_list", (where, *sizes)), *entries]

    def _entries(self, where: wasm.Expr) -> wasm.Body:
        """Emit bringing each capture of a list of captures into canonical form."""
        at, items = self.function.local("at", low=0), where + memory.LIST_ITEMS
        clean = wasm.CallStmt("clean_entry", (items + at * self.layout.entry,))
        return self.for_range(at, wasm.Load(where, memory.LIST_COUNT, 2), [clean])


class _CleanStateFunction(_CleaningFunction):
    """Wasm function: bring a state into canonical form in place."""

    def add(self) -> None:
        """Add the function to the module."""
        at = self.function.local("at", low=0)
        table, entry = self.state + self.layout.delayed_table, self.layout.entry
        waiting = self.own(self.cells.delayed)
        rest = (wasm.number(self.layout.capacity.delayed) - waiting) * entry
        self.finish([
            *self.for_range(at, waiting, [wasm.CallStmt("clean_entry", (table + at * entry,))]),
            *self.zeroed(table + waiting * entry, rest),
            *self._links(),
            *self._frames(),
        ])  # fmt: skip

    def _links(self) -> wasm.Body:
        """Emit the reset of `next` for pieces that are in no ordered place."""
        piece = self.function.local("piece", low=0, high=max(self.builder.pieces - 1, 0))
        place = self.layout.place.load(self.state, piece)
        lines = self.if_ordered_else(
            place, [], [self.layout.next.store(self.state, wasm.number(-1), piece)]
        )
        return self.for_range(piece, wasm.number(self.builder.pieces), lines)

    def _frames(self) -> wasm.Body:
        """Emit bringing all frames into canonical form from the top down, and zeroing what is above."""
        stack, room = self.layout.frame_stack, self.layout.size - self.layout.frame_stack
        frame, block = self.function.local("frame", low=0), self.function.local("block")
        size = self.function.local("size", low=0)
        above = self.own(self.cells.frames) + size
        return [
            wasm.Set(frame.name, self.state + self.own(self.cells.frames) + stack),
            wasm.Set(size.name, wasm.Call("clean_frame", (frame, wasm.Load(frame, memory.BLOCK, 2)), low=0)),
            *self.zeroed(self.state + above + stack, wasm.number(room) - above),
            wasm.Block("below", [wasm.Loop("next", [
                wasm.Set(block.name, wasm.Load(frame, memory.BLOCK, 2)),
                wasm.Jump("below", block.equals(memory.END)),
                wasm.Set(size.name, wasm.Call("clean_frame", (frame, block), low=0)),
                wasm.Set(frame.name, self.state + wasm.Load(frame, memory.BELOW, 2, False) + stack),
                wasm.Jump("next"),
            ])]),
        ]  # fmt: skip


def _add_clean_copy(builder: ModuleBuilder) -> None:
    """Add the function `cleaned`, which returns the address of a canonical copy of a state."""
    entry = ExportedFunction(builder, "cleaned", ("S",), "i32")
    copy = entry.function.local("copy", low=0)
    entry.function.never_inlined = True
    entry.put([
        wasm.Set(copy.name, wasm.Call("copy_state", (entry.state,))),
        wasm.CallStmt("clean", (copy,)),
        wasm.Return(copy),
    ], exported=False)  # fmt: skip


def _words(
    entry: ExportedFunction, addresses: list[wasm.Expr], at: wasm.Get
) -> Iterator[wasm.Expr]:
    """Yield, for each state, the read of the 64 bit word at the index `at`."""
    yield from (wasm.Load(address + at * 8, 0, 8, type="i64") for address in addresses)


def _add_same(builder: ModuleBuilder) -> None:
    """Add the exported function that returns 1 if two states are equal games, else 0."""
    entry = ExportedFunction(builder, "game.same", ("S", "other"), "i32")
    at = entry.function.local("at", low=0)
    both: list[wasm.Expr] = [entry.function.local(name, low=0) for name in ("one", "two")]
    one, two = _words(entry, both, at)
    differ = wasm.If(wasm.compared("ne", one, two), [wasm.Return(wasm.number(0))])
    entry.put([
        *entry.begin(),
        wasm.Set(both[0].name, wasm.Call("cleaned", (entry.state,))),  # type: ignore[union-attr]
        wasm.Set(both[1].name, wasm.Call("cleaned", (wasm.Get("other"),))),  # type: ignore[union-attr]
        *entry.for_range(at, wasm.number(builder.layout.size // 8), [differ]),
        wasm.Return(wasm.number(1)),
    ])  # fmt: skip


def _add_hash(builder: ModuleBuilder) -> None:
    """Add the exported function that returns a 64 bit hash of a state; equal games have equal hashes."""
    entry = ExportedFunction(builder, "game.hash", ("S",), None)
    entry.function.result = "i64"
    at, copy = entry.function.local("at", low=0), entry.function.local("copy", low=0)
    digest = entry.function.local("hash", "i64")
    (word,) = _words(entry, [copy], at)
    mixed = (digest ^ word) * wasm.number(PRIME, "i64")
    turned = wasm.Binary("rotl", mixed, wasm.number(23, "i64"), type="i64")
    entry.put([
        *entry.begin(),
        wasm.Set(copy.name, wasm.Call("cleaned", (entry.state,))),
        wasm.Set(digest.name, wasm.number(OFFSET, "i64")),
        *entry.for_range(at, wasm.number(builder.layout.size // 8), [wasm.Set(digest.name, turned)]),
        wasm.Return(digest),
    ])  # fmt: skip
