"""Copies of a state in which only what counts is left, so that equal games are equal bytes.

Frames keep what nobody reads any more, tables what once was in them; where a game is a row these things are gone,
and games are compared and hashed as such.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from rulewright.engines.native.entries.entry import Entry
from rulewright.engines.native.form.native_form import (
    Binary,
    Block,
    Body,
    Called,
    CopyBytes,
    Expr,
    Get,
    If,
    Jump,
    Load,
    Loop,
    Return,
    Run,
    Set,
    Store,
    Switch,
    compared,
    number,
)
from rulewright.engines.native.layout.memory_forms import (
    BELOW,
    BLOCK,
    END,
    LIST_COUNT,
    LIST_ITEMS,
    LIST_START,
    LOCALS,
    Slot,
)
from rulewright.engines.native.translating.tables import Tables
from rulewright.ir.control_flow import with_own_function

PRIME = 0x100000001B3
"""What a hash is multiplied by (Fowler, Noll and Vo, FNV-1a, here of words of 64 bits)."""
OFFSET = 0xCBF29CE484222325


def add_comparing(tables: Tables) -> None:
    """Put `same` and `hash` into the module."""
    zeros = tables.wasm.reserve(tables.layout.size)
    _CleanEntry(tables, zeros, "clean_entry", ("S",)).add()
    _CleanList(tables, zeros, "clean_list", ("S", "item", "room")).add()
    _CleanFrame(tables, zeros, "clean_frame", ("S", "block"), "i32").add()
    _Cleaned(tables, zeros, "cleaned", ("S",), "i32").add()
    _add_same(tables)
    _add_hash(tables)


class _Cleaning(Entry):
    """Works on the bytes at an address; what is not to be read becomes zeros."""

    def __init__(self, tables: Tables, zeros: int, *named: str | tuple[str, ...]) -> None:
        super().__init__(tables, *named)  # type: ignore[arg-type]
        self.zeros = number(zeros)

    def cleared(self, at: Expr, size: Expr) -> Body:
        """So many bytes become zeros."""
        return [CopyBytes(at, self.zeros, size)]

    def finish(self, body: Body) -> None:
        """Put it into the module, for itself alone."""
        self.function.apart = True
        self.put(body, exported=False)


class _CleanEntry(_Cleaning):
    """Of what a delayed rule captured: the numbers behind those of its rule."""

    def add(self) -> None:
        size, entry = self.layout.captured, self.layout.entry
        rule = Load(self.state, 0, size)
        lines: Body = []
        for known, types in self.module.code.captures.items():
            used = size * (1 + len(types))
            if used < entry:
                rest = self.cleared(self.state + used, number(entry - used))
                lines.append(If(rule.equals(known), rest))
        self.finish(lines)


class _CleanList(_Cleaning):
    """Of a list in a frame: what was taken from its front, and what is behind its end."""

    def add(self) -> None:
        count = self.function.local("count", low=0, high=2**15)
        start = self.function.local("start", low=0, high=2**15)
        item, items = Get("item", low=0, high=2**15), self.state + LIST_ITEMS
        self.finish([
            Set(start.name, Load(self.state, LIST_START, 2)),
            Set(count.name, Load(self.state, LIST_COUNT, 2) - start),
            CopyBytes(items, items + start * item, count * item),
            Store(self.state, LIST_COUNT, 2, count),
            Store(self.state, LIST_START, 2, number(0)),
            *self.cleared(items + count * item, (Get("room") - count) * item),
        ])  # fmt: skip


class _CleanFrame(_Cleaning):
    """Of a frame at a block: the locals that do not count there; gives how many bytes the frame has."""

    def add(self) -> None:
        graph, sizes = self.layout.frames.graph, self.layout.frames.sizes
        ways: dict[int, Body] = {}
        for block in map(graph.blocks.__getitem__, sorted(with_own_function(graph))):
            slots, live = self.layout.frames.slots[block.procedure], block.live or frozenset()
            ends = [*(slot.offset for slot in slots.values()), sizes[block.procedure]]
            lines: Body = []
            for (name, slot), (at, after) in zip(slots.items(), pairwise(ends), strict=True):
                lines += self._slot(slot, at, after - at, name in live)
            ways[block.number] = [*lines, Return(number(sizes[block.procedure]))]
        highest = max(ways, default=-1)
        labels = tuple(f"f{at}" if at in ways else "none" for at in range(highest + 1))
        body: Body = [Switch(Get("block"), (*labels, "none"))]
        for at, way in ways.items():
            body = [Block(f"f{at}", body), *way]
        self.finish([Block("none", body), Return(number(LOCALS))])

    def _slot(self, slot: Slot, at: int, size: int, live: bool) -> Body:
        where = self.state + at
        if not live:
            return self.cleared(where, number(size))
        if slot.kind == "number":
            return []
        if slot.kind == "capture":
            return [Run("clean_entry", (where,))]
        # With what fills the list up to whole words.
        given = number(slot.item), number((size - LIST_ITEMS) // slot.item)
        entries = self._entries(where) if slot.kind == "captures" else []
        return [Run("clean_list", (where, *given)), *entries]

    def _entries(self, where: Expr) -> Body:
        at, items = self.function.local("at", low=0), where + LIST_ITEMS
        return self.counted(
            at, Load(where, LIST_COUNT, 2), [Run("clean_entry", (items + at * self.layout.entry,))]
        )  # fmt: skip


class _Cleaned(_Cleaning):
    """The address of such a copy, in scratch memory."""

    def add(self) -> None:
        copy = self.function.local("copy", low=0)
        lines: Body = [Set(copy.name, Called("try_out", (self.state,)))]
        self.state = copy
        at = self.function.local("at", low=0)
        table, entry = copy + self.layout.delayed_table, self.layout.entry
        waiting = self.own("delayed")
        rest = (number(self.layout.capacity.delayed) - waiting) * entry
        self.finish([
            *lines,
            *self.counted(at, waiting, [Run("clean_entry", (table + at * entry,))]),
            *self.cleared(table + waiting * entry, rest),
            *self._links(),
            *self._frames(),
            Return(copy),
        ])  # fmt: skip

    def _links(self) -> Body:
        """After a piece that lies in no order comes none."""
        piece = self.function.local("piece", low=0, high=max(self.tables.pieces - 1, 0))
        place = self.layout.place.load(self.state, piece)
        lines = self.by_order(place, [], [self.layout.next.store(self.state, number(-1), piece)])
        return self.counted(piece, number(self.tables.pieces), lines)

    def _frames(self) -> Body:
        """From the top frame down; what lies above it was taken away."""
        stack, room = self.layout.frame_stack, self.layout.size - self.layout.frame_stack
        frame, block = self.function.local("frame", low=0), self.function.local("block")
        size = self.function.local("size", low=0)
        above = self.own("frames") + size
        return [
            Set(frame.name, self.state + self.own("frames") + stack),
            Set(size.name, Called("clean_frame", (frame, Load(frame, BLOCK, 2)), low=0)),
            *self.cleared(self.state + above + stack, number(room) - above),
            Block("below", [Loop("next", [
                Set(block.name, Load(frame, BLOCK, 2)),
                Jump("below", block.equals(END)),
                Set(size.name, Called("clean_frame", (frame, block), low=0)),
                Set(frame.name, self.state + Load(frame, BELOW, 2, False) + stack),
                Jump("next"),
            ])]),
        ]  # fmt: skip


def _words(entry: Entry, addresses: list[Expr], at: Get) -> Iterator[Expr]:
    """The word with an index in each of some states."""
    yield from (Load(address + at * 8, 0, 8, type="i64") for address in addresses)


def _add_same(tables: Tables) -> None:
    """1 if two states are of equal games, else 0."""
    entry = Entry(tables, "game.same", ("S", "other"), "i32")
    at = entry.function.local("at", low=0)
    both: list[Expr] = [entry.function.local(name, low=0) for name in ("one", "two")]
    one, two = _words(entry, both, at)
    differ = If(compared("ne", one, two), [Return(number(0))])
    entry.put([
        *entry.begin(),
        Set(both[0].name, Called("cleaned", (entry.state,))),  # type: ignore[union-attr]
        Set(both[1].name, Called("cleaned", (Get("other"),))),  # type: ignore[union-attr]
        *entry.counted(at, number(tables.layout.size // 8), [differ]),
        Return(number(1)),
    ])  # fmt: skip


def _add_hash(tables: Tables) -> None:
    """A number of 64 bits that equal games have in common."""
    entry = Entry(tables, "game.hash", ("S",), None)
    entry.function.result = "i64"
    at, copy = entry.function.local("at", low=0), entry.function.local("copy", low=0)
    found = entry.function.local("hash", "i64")
    (word,) = _words(entry, [copy], at)
    mixed = (found ^ word) * number(PRIME, "i64")
    turned = Binary("rotl", mixed, number(23, "i64"), type="i64")
    entry.put([
        *entry.begin(),
        Set(copy.name, Called("cleaned", (entry.state,))),
        Set(found.name, number(OFFSET, "i64")),
        *entry.counted(at, number(tables.layout.size // 8), [Set(found.name, turned)]),
        Return(found),
    ])  # fmt: skip
