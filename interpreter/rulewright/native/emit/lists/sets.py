"""Emits lists as bit sets, where the order of a list is that of its elements; conditions become masks.

A set of pieces has as many 64 bit words as a place without order; a set of other small numbers has one.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import TypeAlias

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
from rulewright.native.emit.function_writer import Each
from rulewright.native.emit.traps import may_fail
from rulewright.runtime.ir import terms as ir
from rulewright.runtime.ir.dataflow.interval_arithmetic import Span
from rulewright.runtime.ir.dataflow.uses import free_locals
from rulewright.runtime.ir.nodes.constructors import conjuncts
from rulewright.runtime.ir.walk import map_children

ALL = 2**64 - 1
OWNER = "the owner"
"""The local that holds the owner in a loop over owners; rules have no local with a space in its name."""
ByOwner: TypeAlias = "Callable[[ir.Filtered, wasm.Get], wasm.Body]"
"""Emits the body of a loop over owners: the filtered pieces of one owner, and the owner."""


class SetEmitter(Emitter):
    """An emitter of lists as bit sets and of loops over their elements."""

    def __init__(self, scope: EmitScope, access: AccessEmitter) -> None:
        super().__init__(scope)
        self.access = access

    def set_of(self, source: ir.Node, body: wasm.Body) -> Words | None:
        """Return the bit set of a list whose order is ascending, as words; None for other lists."""
        match source:
            case ir.Sequence() if self._is_ascending(source.items):
                wide = max(source.items, default=0) >= 64
                bits = sum(1 << item for item in source.items)
                return self.builder.words_of(bits) if wide else [wasm.number(bits, "i64")]
            case ir.Pieces() if not self.module.zones[source.zone].ordered:
                place = self.to_local(self.access.zone_place(source.zone, source.index), body)
                return [self.to_local(word, body, "set") for word in self.writer.used_words(place)]
            case ir.Kept():
                return self.set_of(source.source, body)
            case ir.Filtered(source=ir.Cond(no=ir.Sequence(items=())) as inner):
                # Compute masks only on the branch that has elements; a popcount of 0 costs nothing.
                passing = evolve(source, source=inner.yes)
                return self._set_if(inner.condition, passing, body)
            case ir.Filtered():
                return self._filtered_set(source, body)
            case ir.Cond(no=ir.Sequence(items=())):
                return self._set_if(source.condition, source.yes, body)
        return None

    def _is_ascending(self, items: tuple[int, ...]) -> bool:
        """Return whether constants are in ascending order and fit into a bit set of pieces."""
        ascending = all(one < other for one, other in pairwise(items))
        return ascending and all(0 <= item < 64 * self.builder.words for item in items)

    def _set_if(self, condition: ir.Node, yes: ir.Node, body: wasm.Body) -> Words | None:
        """Return the bit set of the list `yes` if a condition holds, else an empty one; None if it is no set."""
        inside: wasm.Body = []
        test = self.number(condition)
        words = self.set_of(yes, inside)
        if words is None:
            return None
        selected = [self.function.local("set", "i64") for _ in words]
        take: wasm.Body = [
            wasm.Set(each.name, word) for each, word in zip(selected, words, strict=True)
        ]
        none: wasm.Body = [wasm.Set(each.name, wasm.number(0, "i64")) for each in selected]
        body.append(wasm.If(test, [*inside, *take], none))
        return list(selected)

    def _filtered_set(self, source: ir.Filtered, body: wasm.Body) -> Words | None:
        """Return the bit set of a filtered list, by masks where possible, else by testing elements."""
        words = self.set_of(source.source, body)
        if words is None:
            return None
        self.record_span(source.var, source.source)
        filtered = [self.function.local("set", "i64") for _ in words]
        body += [wasm.Set(each.name, word) for each, word in zip(filtered, words, strict=True)]
        untested = self._apply_masks(
            conjuncts(self._condition_for_owner(source)), source.var, filtered, body
        )
        for part in self._element_independent(untested, source.var):
            untested.remove(part)
            nothing: wasm.Body = [wasm.Set(each.name, wasm.number(0, "i64")) for each in filtered]
            fails = both(any_of_words(filtered), negated(self.number(part)))
            body.append(wasm.If(fails, nothing))
        if untested:
            body += self._test_each(source, untested, filtered)
        return list(filtered)

    def _apply_masks(
        self, parts: tuple[ir.Node, ...], var: str, filtered: list[wasm.Get], body: wasm.Body
    ) -> list[ir.Node]:
        """Remove elements by the masks of conditions, trap-free ones first; return conditions left over."""
        unmasked: list[ir.Node] = []
        may_trap: list[tuple[ir.Node, wasm.Body, Words]] = []
        for part in parts:
            lines: wasm.Body = []
            mask = self.scope.mask(part, var, len(filtered), lines)
            if mask is None:
                unmasked.append(part)
            elif may_fail(lines):
                may_trap.append((part, lines, mask))
            else:
                body += self._apply_mask(lines, mask, filtered)
        for part, lines, mask in may_trap:
            if unmasked:  # remaining conditions may exclude all elements
                unmasked.append(part)
            else:
                body += self._apply_mask(lines, mask, filtered)
        return [part for part in parts if part in unmasked]

    def _apply_mask(self, lines: wasm.Body, mask: Words, filtered: list[wasm.Get]) -> wasm.Body:
        """Emit removing elements that are not in `mask`; `lines` compute the mask, skipped for an empty set."""
        masked: wasm.Body = [wasm.Set(f.name, f & m) for f, m in zip(filtered, mask, strict=True)]
        if all(is_straight(line) for line in lines):
            return [*lines, *masked]
        return [wasm.If(any_of_words(filtered), [*lines, *masked])]

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
    ) -> wasm.Body:
        """Emit the removal of elements that fail `conditions`; only undecided ones are tested singly."""
        condition = ir.All(tuple(conditions)) if len(conditions) > 1 else conditions[0]

        def drop_if_failing(element: wasm.Expr) -> wasm.Body:
            """Emit the removal of one element from the set if it fails the test."""
            with self.scope.element(source.var, source.source, element):
                holds = self.number(condition)
            out = [
                wasm.Set(each.name, each ^ bit)
                for each, bit in zip(filtered, self.bits_of(element, len(filtered)), strict=True)
            ]
            return [wasm.If(holds, [], list(out))]

        lines: wasm.Body = []
        sure, maybe = self.scope.bounds(condition, source.var, list(filtered), lines)
        lines += [
            wasm.Set(each.name, each & word) for each, word in zip(filtered, maybe, strict=True)
        ]
        unclear = [
            each & (word ^ wasm.number(ALL, "i64"))
            for each, word in zip(filtered, sure, strict=True)
        ]
        return [
            *lines,
            *self.writer.in_set(list(unclear), drop_if_failing, self.element_span(source)),
        ]

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

    def filtered(self, source: ir.Filtered, do: Each) -> wasm.Body:
        """Emit a loop over the elements that pass a filter; all players' pieces come owner by owner."""
        inner = source.source
        if isinstance(inner, ir.Cond) and inner.no == ir.Sequence((), ir.NUMBER):
            passing = ir.Filtered(inner.yes, source.var, source.condition)
            return [wasm.If(self.number(inner.condition), self.each(passing, do))]
        if isinstance(inner, ir.AllPieces) and self.is_by_owner(inner.zone):
            return self.by_owner(source, inner, lambda own, _: self.each(own, do))
        return self._each_passing(source, do)

    def is_by_owner(self, zone: str) -> bool:
        """Return whether each player has exactly one place of a zone, stored as a bit set."""
        zone_ = self.module.zones[zone]
        plain = zone_.run.each == 1 and zone_.run.first_owner == 0
        return zone_.owner == "player" and plain and not zone_.ordered

    def by_owner(self, source: ir.Filtered, inner: ir.AllPieces, do: ByOwner) -> wasm.Body:
        """Emit a loop over the players; `do` gets the filtered list of the pieces of each player."""
        count = self.module.zones[inner.zone].run.count
        owner = self.function.local("owner", low=0, high=count - 1)
        body: wasm.Body = []
        without = (
            self.to_local(self.number(inner.without), body) if inner.without is not None else None
        )
        label, condition = self.label("owners"), self._hoist_conditions(source, inner.zone, body)
        with self.scope.naming(OWNER, owner):
            pieces = ir.Pieces(inner.zone, ir.Local(OWNER))
            inside = do(ir.Filtered(pieces, source.var, condition), owner)
        if without is not None:
            inside = [wasm.If(owner.differs(without), inside)]
        loop = wasm.Loop(
            label, [*inside, wasm.Set(owner.name, owner + 1), wasm.Jump(label, owner.less(count))]
        )
        return [*body, wasm.Set(owner.name, wasm.number(0)), loop]

    def _hoist_conditions(self, source: ir.Filtered, zone: str, body: wasm.Body) -> ir.Node:
        """Return a filter's condition, with the parts that no owner affects tested before the loop."""
        # Loop-invariant code motion: conditions that do not depend on the owner become one mask before the loop, if
        # that takes no branch. The mask gets a name of its own, as a list whose membership is tested.
        dependent: list[ir.Node] = []
        words = len(self.writer.used_words(wasm.number(self.module.zones[zone].run.base)))
        passing: Words = []
        for part in conjuncts(source.condition):
            lines: wasm.Body = []
            whose = OWNER in free_locals(_with_owner(part, source.var, ir.Local(OWNER)))
            mask = None if whose else self.scope.mask(part, source.var, words, lines)
            if mask is None or not all(map(is_straight, lines)):
                dependent.append(part)
                continue
            body += lines
            passing = [a & b for a, b in zip(passing, mask, strict=True)] if passing else mask
        if not passing:
            return source.condition
        name = self.label("passing")
        self.scope.among[name] = [self.to_local(word, body, "passing") for word in passing]
        return ir.All((ir.Member(ir.Local(source.var), ir.Local(name)), *dependent))

    def _each_passing(self, source: ir.Filtered, do: Each) -> wasm.Body:
        """Emit a loop over the elements that pass a filter."""
        lines: wasm.Body = []
        words = self.set_of(source, lines)
        if words is not None:
            return [*lines, *self.writer.in_set(words, do, self.element_span(source))]

        def inside(element: wasm.Expr) -> wasm.Body:
            """Emit one iteration, which is skipped if the element fails the filter."""
            body: wasm.Body = []
            element = self.to_local(element, body, source.var)
            with self.scope.element(source.var, source.source, element):
                condition = self.number(source.condition)
            return [*body, wasm.If(condition, do(element))]

        return self.each(source.source, inside)


def _with_owner(node: ir.Node, var: str, owner: ir.Node) -> ir.Node:
    """Return a condition with the owner of the piece `var` replaced by `owner`."""
    if node == ir.OwnerOf(ir.PlaceOf(ir.Local(var))):
        return owner
    return map_children(node, lambda child: _with_owner(child, var, owner))
