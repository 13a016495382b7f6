"""Emits loops of the rules: repeated statements, and statements for each element of a list."""

from __future__ import annotations

from collections.abc import Iterator
from types import NoneType

from rulewright.base.records import evolve
from rulewright.native.ast import wasm_ast as wasm
from rulewright.native.ast.folding import is_straight, is_zero, trailing_zeros, widened
from rulewright.native.builder.code import JumpLabel
from rulewright.native.emit.emit_context import EmitScope, Emitter
from rulewright.native.emit.lists.masks import MaskEmitter
from rulewright.native.emit.lists.memory_lists import MemoryListEmitter
from rulewright.native.emit.lists.sets import SetEmitter
from rulewright.native.emit.moves.moves import MoveEmitter
from rulewright.runtime.ir import terms as ir
from rulewright.runtime.ir.dataflow.uses import free_locals
from rulewright.runtime.ir.nodes.constructors import TRUTHS, conjunction, conjuncts, negation
from rulewright.runtime.ir.walk import bodies, statements_in, walk, walk_body

_TRAP_FREE = (
    ir.Const, ir.Local, ir.Not, ir.All, ir.Any, ir.InZone, ir.PlaceOf, ir.Sequence, ir.Filtered, ir.AllPieces,
)  # fmt: skip


class LoopEmitter(Emitter):
    """An emitter of repeat loops and loops over lists."""

    def __init__(
        self,
        scope: EmitScope,
        sets: SetEmitter,
        masks: MaskEmitter,
        moves: MoveEmitter,
        memory: MemoryListEmitter,
    ) -> None:
        super().__init__(scope)
        self.sets, self.masks, self.moves, self.memory = sets, masks, moves, memory
        self.exits: dict[str, JumpLabel] = {}  # by a loop's ending local, the block to leave

    def loop(self, stmt: ir.Loop) -> None:
        """Record a repeat loop; if the body's last statement ends it, that statement jumps out directly."""
        code, last = self.writer, _ending_local(stmt)
        if last is None:
            with code.loop() as loop:
                loop.leave(self.number(stmt.until))
                self.scope.body(stmt.body)
            return
        with code.block() as out:
            out.leave(self.number(stmt.until))
            self.exits[last] = out
            with code.repeat() as again:
                self.scope.body(stmt.body)
                again.jump()
            del self.exits[last]

    def for_each(self, stmt: ir.For) -> None:
        """Record a loop that runs statements for each element of a list."""
        if not (self.moves.draw_loop(stmt) or self._masked_loop(stmt)):
            for element in self.memory.each_of_snapshot(stmt.source, stmt.body):
                self._iteration(stmt, stmt.body, element)

    def _iteration(self, stmt: ir.For, body: ir.Body, element: wasm.Expr) -> None:
        """Record `body` for one element of the loop."""
        changes = any(isinstance(t, ir.Assign) and t.name == stmt.var for t in walk_body(body))
        own = (
            self.writer.var(element, stmt.var, low=element.low, high=element.high).fixed
            if changes
            else self.writer.let(element, stmt.var)
        )
        with self.scope.element(stmt.var, stmt.source, own):
            self.scope.body(body)

    def _masked_loop(self, stmt: ir.For) -> bool:
        """Record a loop over a set that skips elements by a mask; return whether the loop has such a mask.

        The body may change which later elements it selects, so the mask is computed again in each turn. Testing
        each element instead would take an unpredictable branch.
        """
        with self.writer.recording() as lines:
            words = self.sets.set_of(stmt.source)
        self.sets.record_span(stmt.var, stmt.source)
        needed = (
            self._needed_mask(stmt.body, stmt.var)
            if words is not None and len(words) == 1
            else None
        )
        if words is None or needed is None:
            return False
        mask, masking, body = needed
        code, (low, high) = self.writer, self.sets.element_span(stmt.source) or (0, 63)
        code.emit(*lines)
        remaining = code.var(words[0], "left")
        with code.loop() as loop:
            code.emit(*masking)
            passing = code.let(remaining & mask, "passing")
            loop.leave(is_zero(passing))
            element = code.let(evolve(trailing_zeros(passing), low=low, high=high), stmt.var)
            # -2 << n clears the bits up to n: elements are visited once, in ascending order.
            remaining &= wasm.number(-2, "i64") << widened(element)
            self._iteration(stmt, body, element)
        return True

    def _needed_mask(self, body: ir.Body, var: str) -> tuple[wasm.Expr, wasm.Body, ir.Body] | None:
        """Return the mask of elements for which `body` does anything, its code, and the body without the test.

        Conditions before the mask are not evaluated for other elements, so they must be free of traps.
        """
        match [stmt for stmt in body if self.has_effect(stmt)]:
            case [ir.If(condition=condition, body=inner, otherwise=nothing)] if not any(
                map(self.has_effect, nothing)
            ):
                parts = conjuncts(condition)
                for at, part in enumerate(parts):
                    mask = self._straight_mask(part, var)
                    if mask is not None:
                        return *mask, (ir.If(conjunction(*parts[:at], *parts[at + 1 :]), inner),)
                    if not _cannot_trap(part):
                        return None
            case [ir.If(condition=condition, body=nothing, otherwise=inner)] if not any(
                map(self.has_effect, nothing)
            ):
                condition = negation(condition)
                if not _cannot_trap(condition):
                    return None
            case _:
                return None
        needed = self._needed_mask(inner, var)
        return needed and (*needed[:2], (ir.If(condition, needed[2]),))

    def has_effect(self, stmt: ir.Stmt) -> bool:
        """Return whether a statement does anything in this module, or may trap.

        A log message only counts where it is recorded.
        """
        if isinstance(stmt, ir.Tell):
            return self.builder.replays or self.builder.records_story
        if not isinstance(stmt, ir.If | ir.For):
            return True
        condition = stmt.condition if isinstance(stmt, ir.If) else stmt.source
        return not _cannot_trap(condition) or any(
            self.has_effect(each) for body in bodies(stmt) for each in body
        )

    def _straight_mask(self, condition: ir.Node, var: str) -> tuple[wasm.Expr, wasm.Body] | None:
        """Return the mask of a condition on the local `var` and its code; None if that needs a branch."""
        if var not in free_locals(condition):
            return None
        with self.writer.recording() as masking:
            mask = self.masks.mask(condition, var, 1)
        return (mask[0], masking) if mask and all(map(is_straight, masking)) else None


def _cannot_trap(node: ir.Node) -> bool:
    """Return whether an expression can be evaluated without trapping."""
    return all(
        isinstance(term, _TRAP_FREE)
        or (isinstance(term, ir.Read | ir.Pieces) and isinstance(term.index, ir.Local | NoneType))
        or (isinstance(term, ir.Binary) and term.operator in TRUTHS)
        for term in walk(node)
    )


def _ending_local(loop: ir.Loop) -> str | None:
    """Return the local whose clearing at the end of a turn ends the loop; None if there is none."""
    match loop.until:
        case ir.Not(what=ir.Local(name=name)):
            set_ = [
                s for s in statements_in(loop.body) if isinstance(s, ir.Assign) and s.name == name
            ]
            ends = {id(stmt) for stmt in _tail_statements(loop.body)}
            if all(id(stmt) in ends and stmt.value == ir.Const(0) for stmt in set_):
                return name
    return None


def _tail_statements(body: ir.Body) -> Iterator[ir.Stmt]:
    """Yield the statements of a body after which nothing else of the body runs."""
    if body:
        yield body[-1]
        if isinstance(body[-1], ir.If | ir.Ask):
            for inner in bodies(body[-1]):
                yield from _tail_statements(inner)
