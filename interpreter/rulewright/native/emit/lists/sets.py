"""Emits lists as bit sets, where the order of a list is that of its elements; conditions become masks.

A set of pieces has as many 64 bit words as a place without order; a set of other small numbers has one.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from rulewright.base.records import evolve
from rulewright.native.analysis.intervals import place_range
from rulewright.native.ast import wasm_ast as wasm
from rulewright.native.ast.folding import (
    any_of_words,
    both,
    choose,
    fold_comparison,
    is_straight,
    negated,
)
from rulewright.native.emit.accesses import AccessEmitter
from rulewright.native.emit.emit_context import EmitScope, Emitter, Words
from rulewright.native.emit.traps import may_fail
from rulewright.runtime.ir import terms as ir
from rulewright.runtime.ir.dataflow.interval_arithmetic import Span
from rulewright.runtime.ir.dataflow.uses import free_locals
from rulewright.runtime.ir.nodes.constructors import conjuncts
from rulewright.runtime.ir.walk import map_children

ALL = 2**64 - 1
OWNER = "the owner"
"""The local that holds the owner in a loop over owners; rules have no local with a space in its name."""


class SetEmitter(Emitter):
    """An emitter of lists as bit sets and of loops over their elements."""

    def __init__(self, scope: EmitScope, access: AccessEmitter) -> None:
        super().__init__(scope)
        self.access = access

    def set_of(self, source: ir.Node) -> Words | None:
        """Record the bit set of a list whose order is ascending, and return its words; None for other lists.

        If it is None, what was recorded has no effect.
        """
        match source:
            case ir.Sequence() if self._is_ascending(source.items):
                wide = max(source.items, default=0) >= 64
                bits = sum(1 << item for item in source.items)
                return self.builder.words_of(bits) if wide else [wasm.number(bits, "i64")]
            case ir.Pieces() if not self.module.zones[source.zone].ordered:
                place = self.writer.let(self.access.zone_place(source.zone, source.index))
                return [self.writer.let(word, "set") for word in self.writer.used_words(place)]
            case ir.Kept():
                return self.set_of(source.source)
            case ir.Filtered(source=ir.Cond(no=ir.Sequence(items=())) as inner):
                # Compute masks only on the branch that has elements; a popcount of 0 costs nothing.
                passing = evolve(source, source=inner.yes)
                return self._set_if(inner.condition, passing)
            case ir.Filtered():
                return self._filtered_set(source)
            case ir.Cond(no=ir.Sequence(items=())):
                return self._set_if(source.condition, source.yes)
        return None

    def _is_ascending(self, items: tuple[int, ...]) -> bool:
        """Return whether constants are in ascending order and fit into a bit set of pieces."""
        ascending = all(one < other for one, other in pairwise(items))
        return ascending and all(0 <= item < 64 * self.builder.words for item in items)

    def _set_if(self, condition: ir.Node, yes: ir.Node) -> Words | None:
        """Return the bit set of the list `yes` if a condition holds, else an empty one; None if it is no set."""
        code, test = self.writer, self.number(condition)
        with code.recording() as inside:
            words = self.set_of(yes)
        if words is None:
            return None
        selected = [self.function.local("set", "i64") for _ in words]
        with code.when(test):
            code.emit(*inside)
            for each, word in zip(selected, words, strict=True):
                code.assign(each, word)
        with code.else_():
            code.clear(*selected)
        return list(selected)

    def _filtered_set(self, source: ir.Filtered) -> Words | None:
        """Return the bit set of a filtered list, by masks where possible, else by testing elements."""
        words, code = self.set_of(source.source), self.writer
        if words is None:
            return None
        self.record_span(source.var, source.source)
        filtered = [code.var(word, "set").fixed for word in words]
        parts = conjuncts(self._condition_for_owner(source))
        untested = self._apply_masks(parts, source.var, filtered)
        for part in self._element_independent(untested, source.var):
            untested.remove(part)
            with code.when(both(any_of_words(filtered), negated(self.number(part)))):
                code.clear(*filtered)
        if untested:
            self._test_each(source, untested, filtered)
        return list(filtered)

    def _apply_masks(
        self, parts: tuple[ir.Node, ...], var: str, filtered: list[wasm.Get]
    ) -> list[ir.Node]:
        """Remove elements by the masks of conditions, trap-free ones first; return conditions left over."""
        unmasked: list[ir.Node] = []
        may_trap: list[tuple[ir.Node, wasm.Body, Words]] = []
        for part in parts:
            with self.writer.recording() as lines:
                mask = self.scope.mask(part, var, len(filtered))
            if mask is None:
                unmasked.append(part)
            elif may_fail(lines):
                may_trap.append((part, lines, mask))
            else:
                self._apply_mask(lines, mask, filtered)
        for part, lines, mask in may_trap:
            if unmasked:  # remaining conditions may exclude all elements
                unmasked.append(part)
            else:
                self._apply_mask(lines, mask, filtered)
        return [part for part in parts if part in unmasked]

    def _apply_mask(self, lines: wasm.Body, mask: Words, filtered: list[wasm.Get]) -> None:
        """Record removing elements that are not in `mask`; `lines` compute it, and an empty set skips them."""
        code = self.writer
        with code.when(1 if all(map(is_straight, lines)) else any_of_words(filtered)):
            code.emit(*lines)
            for each, word in zip(filtered, mask, strict=True):
                code.assign(each, each & word)

    def _element_independent(self, conditions: list[ir.Node], var: str) -> list[ir.Node]:
        """Return the conditions that are the same for all elements and safe to test first."""
        once: list[ir.Node] = []
        for part in conditions:
            if var in free_locals(part):
                continue
            if len(once) == conditions.index(part) or not may_fail(self.number(part)):
                once.append(part)
        return once

    def _condition_for_owner(self, source: ir.Filtered) -> ir.Node:
        """Return a filter's condition, with a piece's owner replaced if all pieces share one."""
        match source.source:
            case ir.Pieces(zone=zone, index=ir.Local() | ir.Const() as owner):
                zone_ = self.module.zones[zone]
                if zone_.owner == "player" and zone_.run.each == 1 and zone_.run.first_owner == 0:
                    return _with_owner(source.condition, source.var, owner)
        return source.condition

    def _test_each(
        self, source: ir.Filtered, conditions: list[ir.Node], filtered: list[wasm.Get]
    ) -> None:
        """Record the removal of elements that fail `conditions`; only undecided ones are tested singly."""
        condition = ir.All(tuple(conditions)) if len(conditions) > 1 else conditions[0]
        code = self.writer
        sure, maybe = self.scope.bounds(condition, source.var, list(filtered))
        for each, word in zip(filtered, maybe, strict=True):
            code.assign(each, each & word)
        pairs = zip(filtered, sure, strict=True)
        unclear = [each & (word ^ wasm.number(ALL, "i64")) for each, word in pairs]
        with code.each_in_set(unclear, self.element_span(source)) as element:
            with self.scope.element(source.var, source.source, element):
                holds = self.number(condition)
            bits = self.bits_of(element, len(filtered))
            with code.when(negated(holds)):
                for each, bit in zip(filtered, bits, strict=True):
                    code.assign(each, each ^ bit)

    def record_span(self, var: str, source: ir.Node) -> None:
        """Record the lowest and highest element of a list, for masks of conditions on its local `var`."""
        span = self.element_span(source)
        if span is not None:
            self.scope.element_spans[var] = span

    def element_span(self, source: ir.Node) -> Span | None:
        """Return the lowest and highest element of a list; None if unknown or empty."""
        match source:
            case ir.Sequence() if source.items:
                return min(source.items), max(source.items)
            case ir.Pieces() | ir.AllPieces():
                return self.spans.pieces_in(*place_range(self.module.zones[source.zone]))
            case ir.Filtered(source=inner) | ir.Kept(source=inner) | ir.Cond(yes=inner):
                return self.element_span(inner)
        return None

    def bits_of(self, element: wasm.Expr, words: int) -> Words:
        """Emit the bit set of one element, which must not be NOTHING, in `words` words."""
        bit = wasm.number(1, "i64") << wasm.Unary("i64.extend_i32_u", element, type="i64")
        if words == 1:
            return [bit]
        which = element >> 6
        return [
            choose(fold_comparison(which.equals(word)), bit, wasm.number(0, "i64"))
            for word in range(words)
        ]

    # ------------------------------------------------------------------ places of several owners

    def filtered(self, source: ir.Filtered) -> Iterator[wasm.Expr]:
        """Yield the elements that pass a filter; all players' pieces come owner by owner."""
        inner = source.source
        if isinstance(inner, ir.Cond) and inner.no == ir.Sequence((), ir.NUMBER):
            with self.writer.when(self.number(inner.condition)):
                yield from self.each(ir.Filtered(inner.yes, source.var, source.condition))
        elif isinstance(inner, ir.AllPieces) and self.is_by_owner(inner.zone):
            for own, _ in self.by_owner(source, inner):
                yield from self.each(own)
        else:
            yield from self._each_passing(source)

    def is_by_owner(self, zone: str) -> bool:
        """Return whether each player has exactly one place of a zone, stored as a bit set."""
        zone_ = self.module.zones[zone]
        plain = zone_.run.each == 1 and zone_.run.first_owner == 0
        return zone_.owner == "player" and plain and not zone_.ordered

    def by_owner(
        self, source: ir.Filtered, inner: ir.AllPieces
    ) -> Iterator[tuple[ir.Filtered, wasm.Get]]:
        """Yield the filtered list of the pieces of each player, and the player."""
        code, count = self.writer, self.module.zones[inner.zone].run.count
        at = code.var(hint="owner", low=0, high=count)
        owner = evolve(at.fixed, high=count - 1)
        without = None if inner.without is None else code.let(self.number(inner.without))
        condition = self._hoist_conditions(source, inner.zone)
        at.set(0)
        with code.repeat("owners") as again:
            with (
                code.when(1 if without is None else owner != without),
                self.scope.naming(OWNER, owner),
            ):
                pieces = ir.Pieces(inner.zone, ir.Local(OWNER))
                yield ir.Filtered(pieces, source.var, condition), owner
            at += 1
            again.jump(at < count)

    def _hoist_conditions(self, source: ir.Filtered, zone: str) -> ir.Node:
        """Return a filter's condition, with the parts that no owner affects tested before the loop."""
        # Loop-invariant code motion: conditions that do not depend on the owner become one mask before the loop, if
        # that takes no branch. The mask gets a name of its own, as a list whose membership is tested.
        dependent: list[ir.Node] = []
        words = len(self.writer.used_words(wasm.number(self.module.zones[zone].run.base)))
        passing: Words = []
        for part in conjuncts(source.condition):
            whose = OWNER in free_locals(_with_owner(part, source.var, ir.Local(OWNER)))
            with self.writer.recording() as lines:
                mask = None if whose else self.scope.mask(part, source.var, words)
            if mask is None or not all(map(is_straight, lines)):
                dependent.append(part)
                continue
            self.writer.emit(*lines)
            passing = [a & b for a, b in zip(passing, mask, strict=True)] if passing else mask
        if not passing:
            return source.condition
        name = self.label("passing")
        self.scope.among[name] = [self.writer.let(word, "passing") for word in passing]
        return ir.All((ir.Member(ir.Local(source.var), ir.Local(name)), *dependent))

    def _each_passing(self, source: ir.Filtered) -> Iterator[wasm.Expr]:
        """Yield the elements that pass a filter."""
        code = self.writer
        with code.recording() as lines:
            words = self.set_of(source)
        if words is not None:
            code.emit(*lines)
            with code.each_in_set(words, self.element_span(source)) as element:
                yield element
            return
        for each in self.each(source.source):
            tested = code.let(each, source.var)
            with self.scope.element(source.var, source.source, tested):
                condition = self.number(source.condition)
            with code.when(condition):
                yield tested


def _with_owner(node: ir.Node, var: str, owner: ir.Node) -> ir.Node:
    """Return a condition with the owner of the piece `var` replaced by `owner`."""
    if node == ir.OwnerOf(ir.PlaceOf(ir.Local(var))):
        return owner
    return map_children(node, lambda child: _with_owner(child, var, owner))
