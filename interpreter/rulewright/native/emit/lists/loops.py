"""Emits loops of the rules: repeated statements, and statements for each element of a list."""

from __future__ import annotations

from collections.abc import Iterator
from types import NoneType

from rulewright.native.ast import wasm_ast as wasm
from rulewright.native.ast.folding import is_straight, is_zero, trailing_zeros, widened
from rulewright.native.emit.emit_context import EmitScope, Emitter
from rulewright.native.emit.function_writer import Each
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
        self.exit_labels: dict[str, str] = {}  # by a loop's ending local, the label to jump to

    def loop(self, stmt: ir.Loop) -> wasm.Body:
        """Emit a repeat loop; if the body's last statement ends it, that statement jumps out directly."""
        label, out, last = self.label("loop"), self.label("out"), _ending_local(stmt)
        begin = wasm.Jump(out, self.number(stmt.until))
        if last is None:
            return [
                wasm.Block(
                    out, [wasm.Loop(label, [begin, *self.scope.body(stmt.body), wasm.Jump(label)])]
                )
            ]
        self.exit_labels[last] = out
        body = self.scope.body(stmt.body)
        del self.exit_labels[last]
        return [wasm.Block(out, [begin, wasm.Loop(label, [*body, wasm.Jump(label)])])]

    def for_each(self, stmt: ir.For) -> wasm.Body:
        """Emit a loop that runs statements for each element of a list."""
        special = self.moves.draw_loop(stmt) or self._masked_loop(stmt)
        return special or self.memory.each_of_snapshot(
            stmt.source, stmt.body, self._iteration(stmt, stmt.body)
        )

    def _iteration(self, stmt: ir.For, body: ir.Body) -> Each:
        """Return the function that emits `body` for one element of the loop."""
        changes = any(isinstance(t, ir.Assign) and t.name == stmt.var for t in walk_body(body))

        def inside(element: wasm.Expr) -> wasm.Body:
            """Emit the loop's statements for one element."""
            lines: wasm.Body = []
            if changes:
                own = self.function.local(stmt.var, low=element.low, high=element.high)
                lines.append(wasm.Set(own.name, element))
                element = own
            element = self.to_local(element, lines, stmt.var)
            with self.scope.element(stmt.var, stmt.source, element):
                return [*lines, *self.scope.body(body)]

        return inside

    def _masked_loop(self, stmt: ir.For) -> wasm.Body | None:
        """Emit a loop over a set that skips elements by a mask; None if the loop has no such mask.

        The body may change which later elements it selects, so the mask is computed again in each turn. Testing
        each element instead would take an unpredictable branch.
        """
        lines: wasm.Body = []
        words = self.sets.set_of(stmt.source, lines)
        self.sets.record_span(stmt.var, stmt.source)
        needed = (
            self._needed_mask(stmt.body, stmt.var)
            if words is not None and len(words) == 1
            else None
        )
        if words is None or needed is None:
            return None
        mask, masking, body = needed
        low, high = self.sets.element_span(stmt.source) or (0, 63)
        element = self.function.local(stmt.var, low=low, high=high)
        remaining, passing = (
            self.function.local("left", "i64"),
            self.function.local("passing", "i64"),
        )
        label, out = self.label("skipping"), self.label("out")
        inside: wasm.Body = [
            *masking,
            wasm.Set(passing.name, remaining & mask),
            wasm.Jump(out, is_zero(passing)),
            wasm.Set(element.name, trailing_zeros(passing)),
            # -2 << n clears the bits up to n: elements are visited once, in ascending order.
            wasm.Set(remaining.name, remaining & (wasm.number(-2, "i64") << widened(element))),
            *self._iteration(stmt, body)(element),
            wasm.Jump(label),
        ]
        return [
            *lines,
            wasm.Set(remaining.name, words[0]),
            wasm.Block(out, [wasm.Loop(label, inside)]),
        ]

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
        masking: wasm.Body = []
        mask = self.masks.mask(condition, var, 1, masking)
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
