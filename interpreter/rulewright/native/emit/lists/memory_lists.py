"""Emits lists in memory, and lists that become bit sets because only membership is tested."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cached_property
from typing import cast

from rulewright.base.records import evolve
from rulewright.native.ast import wasm_ast as wasm
from rulewright.native.builder.code import LocalVar
from rulewright.native.builder.structs import I32, NumberArray
from rulewright.native.emit.emit_context import EmitScope, Emitter, InMemory
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

    def each_of_snapshot(self, source: ir.Node, body: ir.Body) -> Iterator[wasm.Expr]:
        """Yield the elements of a list, copied first if the body may change them."""
        if self._is_evaluated_once(source, body) or not self.effects.may_change_list(body, source):
            return self.each(source)
        held = self.new_list(source)
        self.gather(held, source)
        return self.lists.each_in_memory(held)

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
                with self.writer.recording():
                    return self.sets.set_of(source) is not None
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

    def gather(self, held: InMemory, source: ir.Node) -> None:
        """Record the copy of the list `source` to `held` in memory; trap if it does not fit."""
        code = self.writer
        count = code.var(0, "gathered", low=0, high=held.slot.capacity)
        for element in self.each(source):
            code.trap_if(count >= held.slot.capacity)
            self._put_item(held, count, element)
            count += 1
        self._set_count(held, count)

    def gather_set(
        self, held: InMemory, words: list[wasm.Expr], piece: wasm.Expr, rank: LocalVar
    ) -> None:
        """Record the copy of a bit set of pieces to `held` in memory; set `rank` to the index of `piece` in it."""
        code = self.writer
        count = code.var(0, "gathered", low=0, high=held.slot.capacity)
        with code.each_in_set(words) as element:
            with code.when(element == piece):
                rank.set(count)
            self._put_item(held, count, element)
            count += 1
        self._set_count(held, count)

    def _set_count(self, held: InMemory, count: wasm.Expr) -> None:
        """Record the write of a list's item count and of its start, which is 0: 16 bits each."""
        self.writer.store(held.address, held.slot.offset + LIST_COUNT, 4, count)

    def sort(self, held: InMemory, options: ir.OptionList) -> None:
        """Record a stable sort of the options in `held` by the keys of their list."""
        # Stable sorts from the least significant key on, as in a radix sort: each pass needs one number per item.
        if options.order:
            keys = NumberArray(self.writer, I32, 0, self.writer.reserve(4 * held.slot.capacity))
            for key in reversed(options.order):
                self._sort_by(held, options, key, keys)

    def _sort_by(
        self, held: InMemory, options: ir.OptionList, key: ir.Node, keys: NumberArray
    ) -> None:
        """Record a stable insertion sort of the options in `held` by one key."""
        assert options.source is not None
        code, capacity = self.writer, held.slot.capacity
        low, high = self._span_of(options.source)
        at = code.var(0, "sorted", low=0, high=capacity)
        to = code.var(hint="to", low=0, high=capacity)
        with code.loop() as loop:
            loop.leave(at >= held.count())
            item = code.let(evolve(held.item(at), low=low, high=high), "item")
            with self.scope.element(options.var, options.source, item):
                own = code.let(self.number(key), "key")
            to.set(at)
            with code.loop() as shift:
                shift.leave(to < 1)
                shift.leave(keys[to - 1] <= own)
                keys[to] = keys[to - 1]
                self._put_item(held, to, held.item(to - 1))
                to -= 1
            keys[to] = own
            self._put_item(held, to, item)
            at += 1

    def _span_of(self, source: ir.Node) -> Span:
        """Return the lowest and highest piece that may be in the list `source`."""
        return self.sets.element_span(source) or (0, self.builder.pieces - 1)

    def _put_item(self, held: InMemory, at: wasm.Expr, value: wasm.Expr) -> None:
        """Record the write of `value` to the index `at` of a list in memory."""
        slot, code = held.slot, self.writer
        address, offset = held.address + at * slot.item, slot.offset + LIST_ITEMS
        if slot.kind == "captures":
            code.copy(address + offset, value, slot.item)
        else:
            fitting = self.check_fits(value, slot.span)
            code.store(address, offset, cast(wasm.Size, slot.item), fitting)

    def append(self, held: InMemory, item: ir.Node) -> None:
        """Record the append of `item` to a list in memory; trap if it is full."""
        code = self.writer
        count = code.let(held.count(), "count")
        code.trap_if(count >= held.slot.capacity)
        self._put_item(held, count, self.number(item))
        code.store(held.address, held.slot.offset + LIST_COUNT, 2, count + 1)

    @cached_property
    def membership_lists(self) -> frozenset[str]:
        """The lists of this procedure that are kept as bit sets, as their order never matters."""
        procedure = self.module.code.procedures.get(self.writer.ir_name)
        return membership_only_lists(procedure.body) if procedure is not None else frozenset()

    def assign_set(self, stmt: ir.Assign) -> None:
        """Record an assignment to a list kept as a bit set: clear it, or add an element."""
        if stmt.name not in self.scope.among:
            words = range(self.builder.words)
            self.scope.among[stmt.name] = [self.function.local("among", "i64") for _ in words]
        among = [each for each in self.scope.among[stmt.name] if isinstance(each, wasm.Get)]
        if not isinstance(stmt.value, ir.Append):
            return self.writer.clear(*among)
        item = self.within(self.number(stmt.value.item), 0, self.builder.pieces - 1)
        bits = self.sets.bits_of(self.writer.let(item), len(among))
        for each, bit in zip(among, bits, strict=True):
            self.writer.assign(each, each | bit)
        return None


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
