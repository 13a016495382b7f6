"""Emits functions that canonicalize states, so that equal games have equal bytes, and that compare and hash them.

Frames contain dead locals, and tables contain remains of removed entries. Both are zeroed. The rows of the Python
engine have no such remains and define which games are equal.
"""

from __future__ import annotations

from itertools import pairwise

from rulewright.native.ast import wasm_ast as wasm
from rulewright.native.ast.folding import negated
from rulewright.native.ast.wasm_ast import Expr
from rulewright.native.builder.code import call
from rulewright.native.builder.structs import I16, I64, U16, NumberArray
from rulewright.native.emit.module_builder import ModuleBuilder
from rulewright.native.exports.exported_function import ExportedFunction, define
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
    for name, parameters, result, record in (
        ("clean_entry", ("S",), None, _clean_capture),
        ("clean_list", ("S", "item", "room"), None, _clean_list),
        ("clean_frame", ("S", "block"), "i32", _clean_frame),
        ("clean", ("S",), None, _clean_state),
    ):
        with define(builder, name, *parameters, exported=False) as code:
            code.function.result, code.function.never_inlined = result, True  # type: ignore[assignment]
            record(code, zeros)


def _clean_capture(code: ExportedFunction, zeros: int) -> None:
    """Record zeroing the unused numbers of a delayed rule's record."""
    size, entry = code.layout.captured, code.layout.entry
    rule = wasm.Load(code.state, 0, size)
    for known, types in code.module.code.captures.items():
        used = size * (1 + len(types))
        if used < entry:
            with code.when(rule == known):
                code.copy(code.state + used, zeros, entry - used)


def _clean_list(code: ExportedFunction, zeros: int) -> None:
    """Record moving the remaining items of a list to its start and zeroing the rest."""
    head, items = NumberArray(code, U16, 0, code.state), code.state + memory.LIST_ITEMS
    item, room = code.parameter("item", 0, 2**15), code.parameter("room")
    start = code.let(head[memory.LIST_START // 2], "start")
    count = code.let(head[memory.LIST_COUNT // 2] - start, "count")
    code.copy(items, items + start * item, count * item)
    head[memory.LIST_COUNT // 2] = count
    head[memory.LIST_START // 2] = 0
    code.copy(items + count * item, zeros, (room - count) * item)


def _clean_frame(code: ExportedFunction, zeros: int) -> None:
    """Record zeroing the locals of a frame that its block no longer needs, and returning the frame's size."""
    frames = code.layout.frames
    with code.switch(wasm.Get("block")) as switch:
        for block in map(
            frames.graph.blocks.__getitem__, sorted(blocks_with_function(frames.graph))
        ):
            slots, live = frames.slots[block.procedure], block.live or frozenset()
            size = frames.sizes[block.procedure]
            ends = [*(slot.offset for slot in slots.values()), size]
            with switch.case(block.number):
                for (name, slot), (at, after) in zip(slots.items(), pairwise(ends), strict=True):
                    _clean_slot(code, zeros, slot, at, after - at, name in live)
                code.give(size)
    code.give(memory.LOCALS)


def _clean_slot(
    code: ExportedFunction, zeros: int, slot: memory.FrameSlot, at: int, size: int, live: bool
) -> None:
    """Record bringing one local of a frame into canonical form; a dead one is zeroed."""
    where = code.state + at
    if not live:
        code.copy(where, zeros, size)
    elif slot.kind == "capture":
        code.run("clean_entry", where)
    elif slot.kind != "number":
        # The capacity includes the padding up to whole words.
        code.run("clean_list", where, slot.item, (size - memory.LIST_ITEMS) // slot.item)
        if slot.kind == "captures":
            with code.range(NumberArray(code, U16, 0, where)[memory.LIST_COUNT // 2]) as number:
                code.run("clean_entry", where + memory.LIST_ITEMS + number * code.layout.entry)


def _clean_state(code: ExportedFunction, zeros: int) -> None:
    """Record bringing a state into canonical form in place."""
    layout, entry = code.layout, code.layout.entry
    table, waiting = code.state + layout.delayed_table, code.game.delayed
    with code.range(waiting) as at:
        code.run("clean_entry", table + at * entry)
    code.copy(table + waiting * entry, zeros, (layout.capacity.delayed - waiting) * entry)
    with code.range(code.builder.pieces, hint="piece") as piece:
        # Pieces in no ordered place have no next one.
        ordered = code.is_ordered(layout.place.load(code.state, piece))
        with code.when(negated(ordered)):
            code.set_next(piece, -1)
    _clean_frames(code, zeros)


def _clean_frames(code: ExportedFunction, zeros: int) -> None:
    """Record bringing all frames into canonical form from the top down, and zeroing what is above."""
    stack = code.layout.frame_stack
    frame = code.var(code.state + code.game.frames + stack, "frame", low=0)
    head = NumberArray(code, I16, 0, frame)
    size = code.let(call("clean_frame", frame, head[memory.BLOCK // 2], low=0), "size")
    above = code.game.frames + size
    code.copy(code.state + above + stack, zeros, code.layout.size - stack - above)
    with code.loop() as frames:
        block = code.let(head[memory.BLOCK // 2], "block")
        frames.leave(block == memory.END)
        code.drop(call("clean_frame", frame, block))
        frame.set(code.state + NumberArray(code, U16, 0, frame)[memory.BELOW // 2] + stack)


def add_compare_functions(builder: ModuleBuilder) -> None:
    """Add the functions `same` and `hash`, which compare and hash the canonical form of states."""
    add_clean_functions(builder)
    with define(builder, "cleaned", "S", result="i32", exported=False) as code:
        code.function.never_inlined = True
        copy = code.let(call("copy_state", code.state), "copy")
        code.run("clean", copy)
        code.give(copy)
    with define(builder, "game.same", "S", "other", result="i32") as code:
        code.reset()
        one, other = (_cleaned_words(code, code.parameter(name)) for name in ("S", "other"))
        with code.range(code.layout.size // 8) as at:
            code.give_if(one[at] != other[at], 0)
        code.give(1)
    with define(builder, "game.hash", "S", result="i64") as code:
        code.reset()
        words, digest = (
            _cleaned_words(code, code.state),
            code.var(wasm.number(OFFSET, "i64"), "hash"),
        )
        with code.range(code.layout.size // 8) as at:
            mixed = (digest ^ words[at]) * PRIME
            digest.set(wasm.Binary("rotl", mixed, wasm.number(23, "i64"), type="i64"))
        code.give(digest)


def _cleaned_words(code: ExportedFunction, state: Expr) -> NumberArray:
    """Return the 64 bit words of a canonical copy of a state."""
    return NumberArray(code, I64, 0, code.let(call("cleaned", state, low=0), "words"))
