"""Emits lists in memory, and lists that become bit sets because only membership is tested."""

from __future__ import annotations

from collections import Counter
from functools import cached_property
from typing import cast

from rulewright.native.ast import wasm_ast as wasm
from rulewright.native.emit.emit_context import EmitScope, Emitter, InMemory
from rulewright.native.emit.function_writer import Each
from rulewright.native.emit.lists.lists import ListEmitter
from rulewright.native.emit.lists.sets import SetEmitter
from rulewright.native.layout.memory_forms import LIST_COUNT, LIST_ITEMS, FrameSlot
from rulewright.runtime.ir import terms as ir
from rulewright.runtime.ir.dataflow.effects import Effects
from rulewright.runtime.ir.dataflow.interval_arithmetic import Span
from rulewright.runtime.ir.dataflow.uses import free_locals
from rulewright.runtime.ir.walk import walk_body


class MemoryListEmitter(Emitter):
    """An emitter of lists in memory, and of lists kept as bit sets."""

    def __init__(self, scope: EmitScope, lists: ListEmitter, sets: SetEmitter) -> None:
        super().__init__(scope)
        self.lists, self.sets = lists, sets
        self.effects = Effects(self.module)

    # ------------------------------------------------------------------ lists in scratch memory

    def each_of_snapshot(self, source: ir.Node, body: ir.Body, do: Each) -> wasm.Body:
        """Emit a loop over a list, copied first if the body may change its elements."""
        if self._is_evaluated_once(source, body) or not self.effects.may_change_list(body, source):
            return self.each(source, do)
        held = self.new_list(source)
        return [*self.gather(held, source), *self.lists.each_in_memory(held, do)]

    def _is_evaluated_once(self, source: ir.Node, body: ir.Body) -> bool:
        """Return whether a loop over `source` reads the whole list before its first iteration."""
        match source:
            case ir.Pieces():
                return not self.module.zones[source.zone].ordered
            case ir.Around() | ir.Numbers():
                # Their bounds are evaluated once, but a local is read in place, so the body must not assign it.
                assigned = {each.name for each in walk_body(body) if isinstance(each, ir.Assign)}
                return not assigned & free_locals(source)
            case ir.Kept():
                return self._is_evaluated_once(source.source, body)
            case ir.Filtered():
                return self.sets.set_of(source, []) is not None
        return False

    def new_list(self, source: ir.Node) -> InMemory:
        """Return a new list in scratch memory, with room for the elements of `source`."""
        rule = self.scope.captured_rule(source)
        if rule:
            capacity, item = self.layout.capacity.delayed, self.layout.entry
            type_ = ir.Type(ir.Kind.CAPTURE, rule, True)
            slot = FrameSlot("captures", type_, 0, (0, 0), capacity, item)
        else:
            capacity = max(self.builder.pieces, 64)
            low, high = -(2**31), 2**31 - 1
            slot = FrameSlot("list", ir.NUMBER.list(), 0, (low, high), capacity, 4)
        return InMemory(self.writer.reserve(LIST_ITEMS + capacity * slot.item), slot)

    def gather(self, held: InMemory, source: ir.Node) -> wasm.Body:
        """Emit the copy of the list `source` to `held` in memory; trap if it does not fit."""
        count = self.function.local("gathered", low=0, high=held.slot.capacity)

        def add(element: wasm.Expr) -> wasm.Body:
            """Emit the append of one element to the list in memory."""
            lines: wasm.Body = [wasm.If(count.at_least(held.slot.capacity), [wasm.Trap()])]
            return [*lines, *self._put_item(held, count, element), wasm.Set(count.name, count + 1)]

        lines = self.each(source, add)
        # Store count and start (16 bits each, start 0) at once.
        ends = wasm.Store(held.address, held.slot.offset + LIST_COUNT, 4, count)
        return [wasm.Set(count.name, wasm.number(0)), *lines, ends]

    def gather_set(
        self, held: InMemory, words: list[wasm.Expr], piece: wasm.Expr, rank: wasm.Get
    ) -> wasm.Body:
        """Emit the copy of a bit set of pieces to `held` in memory; set `rank` to the index of `piece` in it."""
        count = self.function.local("gathered", low=0, high=held.slot.capacity)

        def add(element: wasm.Expr) -> wasm.Body:
            """Emit the append of one element to the list in memory."""
            return [
                wasm.If(element.equals(piece), [wasm.Set(rank.name, count)]),
                *self._put_item(held, count, element),
                wasm.Set(count.name, count + 1),
            ]

        ends = wasm.Store(held.address, held.slot.offset + LIST_COUNT, 4, count)
        start = wasm.Set(count.name, wasm.number(0))
        return [start, *self.writer.in_set(words, add), ends]

    def sort(self, held: InMemory, options: ir.OptionList) -> wasm.Body:
        """Emit a stable sort of the options in `held` by the keys of their list."""
        # Stable sorts from the least significant key on, as in a radix sort: each pass needs one number per item.
        lines: wasm.Body = []
        if options.order:
            keys = self.writer.reserve(4 * held.slot.capacity)
            for key in reversed(options.order):
                lines += self._sort_by(held, options, key, keys)
        return lines

    def _sort_by(
        self, held: InMemory, options: ir.OptionList, key: ir.Node, keys: wasm.Expr
    ) -> wasm.Body:
        """Emit a stable insertion sort of the options in `held` by one key."""
        assert options.source is not None
        at = self.function.local("sorted", low=0, high=held.slot.capacity)
        to = self.function.local("to", low=0, high=held.slot.capacity)
        low, high = self._span_of(options.source)
        item, own = self.function.local("item", low=low, high=high), self.function.local("key")
        loop, shift, put, out = map(self.label, ("sort", "shift", "put", "out"))
        turn: wasm.Body = [wasm.Set(item.name, held.item(at))]
        with self.scope.element(options.var, options.source, item):
            turn.append(wasm.Set(own.name, self.number(key)))
        before, last = keys + to * 4, to - 1
        turn += [
            wasm.Set(to.name, at),
            wasm.Block(put, [wasm.Loop(shift, [
                wasm.Jump(put, to.less(1)),
                wasm.Jump(put, wasm.compared("le_s", wasm.Load(keys + last * 4, 0, 4), own)),
                wasm.Store(before, 0, 4, wasm.Load(keys + last * 4, 0, 4)),
                *self._put_item(held, to, held.item(last)),
                wasm.Set(to.name, last),
                wasm.Jump(shift),
            ])]),
            wasm.Store(before, 0, 4, own),
            *self._put_item(held, to, item),
            wasm.Set(at.name, at + 1),
            wasm.Jump(loop),
        ]  # fmt: skip
        body = [wasm.Jump(out, at.at_least(held.count())), *turn]
        return [wasm.Set(at.name, wasm.number(0)), wasm.Block(out, [wasm.Loop(loop, body)])]

    def _span_of(self, source: ir.Node) -> Span:
        """Return the lowest and highest piece that may be in the list `source`."""
        return self.sets.element_span(source) or (0, self.builder.pieces - 1)

    def _put_item(self, held: InMemory, at: wasm.Expr, value: wasm.Expr) -> wasm.Body:
        """Emit the write of `value` to the index `at` of a list in memory."""
        slot = held.slot
        address = held.address + at * slot.item
        if slot.kind == "captures":
            return [
                wasm.CopyBytes(address + (slot.offset + LIST_ITEMS), value, wasm.number(slot.item))
            ]
        fitting = self.check_fits(value, slot.span)
        return [wasm.Store(address, slot.offset + LIST_ITEMS, cast(wasm.Size, slot.item), fitting)]

    def append(self, held: InMemory, item: ir.Node) -> wasm.Body:
        """Emit the append of `item` to a list in memory; trap if it is full."""
        lines: wasm.Body = []
        count = self.to_local(held.count(), lines, "count")
        lines.append(wasm.If(count.at_least(held.slot.capacity), [wasm.Trap()]))
        lines += self._put_item(held, count, self.number(item))
        return [*lines, wasm.Store(held.address, held.slot.offset + LIST_COUNT, 2, count + 1)]

    @cached_property
    def membership_lists(self) -> frozenset[str]:
        """The lists of this procedure that are kept as bit sets, as their order never matters."""
        procedure = self.module.code.procedures.get(self.writer.code)
        return membership_only_lists(procedure.body) if procedure is not None else frozenset()

    def assign_set(self, stmt: ir.Assign) -> wasm.Body:
        """Emit an assignment to a list kept as a bit set: clear it, or add an element."""
        if stmt.name not in self.scope.among:
            words = range(self.builder.words)
            self.scope.among[stmt.name] = [self.function.local("among", "i64") for _ in words]
        among = [each for each in self.scope.among[stmt.name] if isinstance(each, wasm.Get)]
        if not isinstance(stmt.value, ir.Append):
            return [wasm.Set(each.name, wasm.number(0, "i64")) for each in among]
        lines: wasm.Body = []
        item = self.within(self.number(stmt.value.item), 0, self.builder.pieces - 1)
        bits = self.sets.bits_of(self.to_local(item, lines), len(among))
        pairs = zip(among, bits, strict=True)
        return [*lines, *(wasm.Set(each.name, each | bit) for each, bit in pairs)]


def membership_only_lists(body: ir.Body) -> frozenset[str]:
    """Return the lists of pieces that begin empty and are only appended to and tested for membership."""
    terms = list(walk_body(body))
    read = Counter(term.name for term in terms if isinstance(term, ir.Local))
    harmless, lists, others = Counter[str](), set[str](), set[str]()
    for term in terms:
        match term:
            case ir.Member(source=ir.Local(name=name)):
                harmless[name] += 1
            case ir.Assign(name=name, value=ir.Sequence(items=()), type=type_):
                (lists if type_ == ir.PIECE.list() else others).add(name)
            case ir.Assign(name=name, value=ir.Append(source=ir.Local(name=own))) if name == own:
                harmless[name] += 1
            case ir.Assign(name=name):
                others.add(name)
    return frozenset(name for name in lists - others if harmless[name] == read[name])
