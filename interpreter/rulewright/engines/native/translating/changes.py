"""Changes of the table: the calls of what the runtime does."""

from __future__ import annotations

from functools import cached_property
from typing import cast

from rulewright.engines.native.analysis.all_terms import lists_only_asked
from rulewright.engines.native.form import native_form as wasm
from rulewright.engines.native.form.making import choose
from rulewright.engines.native.layout.memory_forms import LIST_COUNT, LIST_ITEMS, Slot
from rulewright.engines.native.translating.moves import MoveScope
from rulewright.engines.native.translating.scope import Each, InMemory, Unsupported
from rulewright.engines.native.translating.tables import Tables
from rulewright.ir import terms as ir
from rulewright.ir.dataflow import free
from rulewright.ir.effects import Effects
from rulewright.ir.terms import Change
from rulewright.ir.walk import everything_in


class ChangeScope(MoveScope):
    """Writes changes of the table, and lists that are kept."""

    def __init__(self, tables: Tables, function: wasm.Function, code: str) -> None:
        super().__init__(tables, function, code)
        self.effects = Effects(self.module)

    def change(self, stmt: ir.Effect) -> wasm.Body:
        """A change of the table."""
        given = stmt.arguments
        match stmt.change:
            case Change.MOVE_ALL:
                return self._move_all(given)
            case Change.SHOW | Change.SHOW_ALL:
                return self._show(stmt)
            case Change.MOVE if isinstance(given[1], ir.Place):
                return self.written_move(stmt, given[1])
            case Change.MOVE:
                return [wasm.Run("move", (self.state, *map(self.number, given)))]
            case Change.LEARN:
                if not self.tables.knowledge:
                    return []
                return self.unless_blind([wasm.Run("learn", (self.state, self.number(given[0])))])
            case _ if stmt.change.verb not in self.tables.wasm.functions:
                raise Unsupported(f"{stmt.change.verb}: it has no routine")
            case _:
                return [wasm.Run(stmt.change.verb, (self.state, *map(self.number, given)))]

    def _move_all(self, given: tuple[ir.Node, ...]) -> wasm.Body:
        """All that is in a list is moved, one piece after the other."""
        source, to = given[0], given[1]
        written = (
            self.written_move_all(source, to, *given[2:]) if isinstance(to, ir.Place) else None
        )
        if written is not None:
            return written
        body: wasm.Body = []
        place, on_top = self.kept(self.number(to), body), self.kept(self.number(given[2]), body)
        clear = self.kept(self.clear_to(given[3]), body)

        def move(piece: wasm.Expr) -> wasm.Body:
            return [wasm.Run("move", (self.state, piece, place, on_top, clear))]

        return [*body, *self.steadily(source, (ir.Effect(Change.MOVE, ()),), move)]

    def _show(self, stmt: ir.Effect) -> wasm.Body:
        """Let a player know pieces, which he sees side by side."""
        return self.unless_blind(self._shown(stmt)) if self.tables.knowledge else []

    def _shown(self, stmt: ir.Effect) -> wasm.Body:
        shown = stmt.arguments[0]
        lines: wasm.Body = []
        player = self.kept(self.number(stmt.arguments[1]), lines)
        if stmt.change is Change.SHOW:
            piece = self.kept(self.number(shown), lines)
            bits = self._set_of_piece(piece)
            return [
                *lines,
                wasm.If(piece.at_least(0), [wasm.Run("show", (self.state, piece, player, *bits))]),
            ]
        words = [self.function.local("shown", "i64") for _ in range(self.tables.words)]
        lines += [wasm.Set(word.name, wasm.number(0, "i64")) for word in words]

        def add(piece: wasm.Expr) -> wasm.Body:
            before: wasm.Body = []
            piece = self.kept(piece, before)
            bits = self._set_of_piece(piece)
            return [
                *before,
                *(wasm.Set(w.name, w | bit) for w, bit in zip(words, bits, strict=True)),
            ]

        lines += self.each(shown, add)
        return lines + self.steadily(
            shown, (stmt,), lambda piece: [wasm.Run("show", (self.state, piece, player, *words))]
        )

    def _set_of_piece(self, piece: wasm.Expr) -> list[wasm.Expr]:
        bit = wasm.number(1, "i64") << wasm.Unary("i64.extend_i32_u", piece, type="i64")
        if self.tables.words == 1:
            return [bit]
        return [
            choose((piece >> 6).equals(word), bit, wasm.number(0, "i64"))
            for word in range(self.tables.words)
        ]

    # ------------------------------------------------------------------ lists that are kept

    def steadily(self, source: ir.Node, body: ir.Body, do: Each) -> wasm.Body:
        """Something done with each element of a list as it is now, though it may change the table."""
        if self._is_steady(source, body) or not self.effects.disturbs(body, source):
            return self.each(source, do)
        held = self.new_list(source)
        return [*self.gather(held, source), *self.each_kept(held, do)]

    def _is_steady(self, source: ir.Node, body: ir.Body) -> bool:
        """Whether the loop itself takes the list as it is at first."""
        match source:
            case ir.Pieces(zone=zone):
                return not self.module.zones[zone].ordered
            case ir.Around() | ir.Numbers():
                # What these begin and end with is worked out once, but a local is read where it is.
                given = {each.name for each in everything_in(body) if isinstance(each, ir.Assign)}
                return not given & free(source)
            case ir.Kept(source=inner):
                return self._is_steady(inner, body)
            case ir.Filtered():
                return self.set_of(source, []) is not None
        return False

    def new_list(self, source: ir.Node) -> InMemory:
        """Room for a list, while the function runs."""
        rule = self.captured_rule(source)
        if rule:
            capacity, item = self.layout.capacity.delayed, self.layout.entry
            type_ = ir.Type(ir.Kind.CAPTURE, rule, True)
            slot = Slot("captures", type_, 0, (0, 0), capacity, item)
        else:
            capacity = max(self.tables.pieces, 64)
            low, high = -(2**31), 2**31 - 1
            slot = Slot("list", ir.NUMBER.list(), 0, (low, high), capacity, 4)
        return InMemory(self.reserve(LIST_ITEMS + capacity * slot.item), slot)

    def gather(self, held: InMemory, source: ir.Node) -> wasm.Body:
        """A list in memory becomes what another is now. It must have room."""
        count = self.function.local("gathered", low=0, high=held.slot.capacity)

        def add(element: wasm.Expr) -> wasm.Body:
            lines: wasm.Body = [wasm.If(count.at_least(held.slot.capacity), [wasm.Trap()])]
            return [*lines, *self._put_item(held, count, element), wasm.Set(count.name, count + 1)]

        lines = self.each(source, add)
        # Both numbers at once: none of what is gathered is gone.
        ends = wasm.Store(held.address, held.slot.offset + LIST_COUNT, 4, count)
        return [wasm.Set(count.name, wasm.number(0)), *lines, ends]

    def _put_item(self, held: InMemory, at: wasm.Expr, value: wasm.Expr) -> wasm.Body:
        slot = held.slot
        address = held.address + at * slot.item
        if slot.kind == "captures":
            return [
                wasm.CopyBytes(address + (slot.offset + LIST_ITEMS), value, wasm.number(slot.item))
            ]
        fitting = self.fitting(value, slot.span)
        return [wasm.Store(address, slot.offset + LIST_ITEMS, cast(wasm.Size, slot.item), fitting)]

    def append(self, held: InMemory, item: ir.Node) -> wasm.Body:
        """A list in memory gets one thing more."""
        lines: wasm.Body = []
        count = self.kept(self.list_count(held), lines, "count")
        lines.append(wasm.If(count.at_least(held.slot.capacity), [wasm.Trap()]))
        lines += self._put_item(held, count, self.number(item))
        return [*lines, wasm.Store(held.address, held.slot.offset + LIST_COUNT, 2, count + 1)]

    @cached_property
    def only_asked(self) -> frozenset[str]:
        """The lists that can be sets, as it is all the same in which order things were put into them."""
        procedure = self.module.code.procedures.get(self.code)
        return lists_only_asked(procedure.body) if procedure is not None else frozenset()

    def assign_set(self, stmt: ir.Assign) -> wasm.Body:
        """A list that is a set is empty, or has one thing more."""
        if stmt.name not in self.among:
            words = range(self.tables.words)
            self.among[stmt.name] = [self.function.local("among", "i64") for _ in words]
        among = [each for each in self.among[stmt.name] if isinstance(each, wasm.Get)]
        if not isinstance(stmt.value, ir.Append):
            return [wasm.Set(each.name, wasm.number(0, "i64")) for each in among]
        lines: wasm.Body = []
        item = self.within(self.number(stmt.value.item), 0, self.tables.pieces - 1)
        bits = self.bits_of(self.kept(item, lines), len(among))
        pairs = zip(among, bits, strict=True)
        return [*lines, *(wasm.Set(each.name, each | bit) for each, bit in pairs)]
