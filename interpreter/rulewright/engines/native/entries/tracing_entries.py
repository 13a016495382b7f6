"""Decisions that are made again: what is shuffled is noted, and cards come to lie where they are named."""

from __future__ import annotations

from rulewright.engines.native.entries.entry import Entry
from rulewright.engines.native.form import native_form as wasm
from rulewright.engines.native.form.making import either, is_zero
from rulewright.engines.native.layout.trace_layout import (
    NAME_CARD,
    NAME_OTHER,
    NAME_SIZE,
    TraceMemory,
)
from rulewright.engines.native.write.tables import Tables


def add_tracing(tables: Tables) -> None:
    """Put what makes decisions again into the module."""
    memory = tables.trace
    assert memory is not None
    _NoteShuffle(tables, "note_shuffle", ("S", "count")).add(memory)
    _Retrace(tables, "retrace", ("S", "begins", "names"), "i32", option=True).add(memory)


class _NoteShuffle(Entry):
    """Notes the first of the list of pieces as shuffled, and puts those into it that are named in their place."""

    def add(self, memory: TraceMemory) -> None:
        at, piece = self.function.local("at", low=0), self.function.local("piece", low=0)
        noted, order = wasm.Global("noted", low=0), self.tables.order
        self.put([
            wasm.If(noted.at_least(memory.sets_end), [wasm.Trap()]),
            *(wasm.Store(noted, 8 * word, 8, wasm.number(0, "i64")) for word in range(memory.words)),
            *self.counted(at, wasm.Get("count"), [
                wasm.Set(piece.name, wasm.Load(at * 2, order, 2)),
                wasm.Store(piece * 2, memory.where, 2, at),
                wasm.Store(self._word(piece), 0, 8, self._set(piece) | self._bit(piece)),
            ]),
            *self._named(memory, piece),
            wasm.SetGlobal("noted", noted + 8 * memory.words),
            wasm.SetGlobal("shuffle", wasm.Global("shuffle") + 1),
        ], exported=False)  # fmt: skip

    def _named(self, memory: TraceMemory, piece: wasm.Get) -> wasm.Body:
        """The names of this shuffle; the engine gives up on one for a piece that was not shuffled."""
        names, order = wasm.Global("names", low=0), self.tables.order
        place = wasm.Load(piece * 2, memory.where, 2) * 2
        over = either(
            names.at_least(wasm.Global("names_end")),
            wasm.Load(names, 0, 2).differs(wasm.Global("shuffle")),
        )
        missing = is_zero(self._set(piece) & self._bit(piece))
        return self.until(over, [
            wasm.Set(piece.name, wasm.Load(names, NAME_CARD, 2)),
            wasm.If(missing, [wasm.Trap()]),
            wasm.Store(place, order, 2, wasm.Load(names, NAME_OTHER, 2)),
            wasm.SetGlobal("names", names + NAME_SIZE),
        ])  # fmt: skip

    def _word(self, piece: wasm.Expr) -> wasm.Expr:
        """The address of the word of the noted set in which a piece has its bit."""
        return wasm.Global("noted", low=0) + (piece >> 6) * 8

    def _set(self, piece: wasm.Expr) -> wasm.Expr:
        return wasm.Load(self._word(piece), 0, 8, type="i64")

    def _bit(self, piece: wasm.Expr) -> wasm.Expr:
        return wasm.number(1, "i64") << wasm.Unary("i64.extend_i32_u", piece, type="i64")


class _Retrace(Entry):
    """Chooses an option, or `begins`, with so many names; how many options there are then."""

    def add(self, memory: TraceMemory) -> None:
        option = wasm.Get("option", type="i64")
        names = wasm.number(memory.names)
        self.state = wasm.number(self.tables.state)
        self.put([
            wasm.SetGlobal("names", names),
            wasm.SetGlobal("names_end", names + wasm.Get("names") * NAME_SIZE),
            wasm.SetGlobal("noted", wasm.number(memory.sets)),
            wasm.SetGlobal("shuffle", wasm.number(0)),
            wasm.If(
                wasm.Get("begins"),
                [wasm.Drop(wasm.Called("run", (self.state,)))],
                [wasm.Drop(wasm.Called("choose", (self.state, option)))],
            ),
            wasm.Store(wasm.number(memory.shuffles), 0, 4, wasm.Global("shuffle")),
            wasm.Return(wasm.Global("count")),
        ])  # fmt: skip
