"""Emits must and may sets of a condition over a set, so that fewer elements are tested one by one."""

from __future__ import annotations

from functools import reduce

from rulewright.native.ast import wasm_ast as wasm
from rulewright.native.ast.folding import is_straight, size_of_set
from rulewright.native.emit.emit_context import EmitScope, Emitter, MustMay, Words
from rulewright.native.emit.lists.masks import MaskEmitter
from rulewright.native.emit.lists.sets import ALL
from rulewright.runtime.ir import terms as ir
from rulewright.runtime.ir.dataflow.uses import free_locals
from rulewright.runtime.ir.walk import exceeds_weight, map_children, substitute, walk

MAX_INLINE_DEPTH, MAX_INLINE_NODES = 3, 100
"""Limits of inlining functions into conditions, in nested calls and in nodes: they bound the size of the code."""


class MustMayEmitter(Emitter):
    """An emitter of the sets of elements that surely satisfy (must) and may satisfy (may) a condition."""

    def __init__(self, scope: EmitScope, masks: MaskEmitter) -> None:
        super().__init__(scope)
        self.masks = masks

    def of(self, node: ir.Node, var: str, candidates: Words) -> MustMay:
        """Return the elements that surely satisfy the condition `node`, and those that may."""
        return self._bounds(node, var, candidates, ())

    def _bounds(
        self, node: ir.Node, var: str, candidates: Words, inlined: tuple[str, ...]
    ) -> MustMay:
        """Return the must and may sets of a condition; `inlined` names the functions expanded so far."""
        words = len(candidates)
        with self.writer.recording() as lines:
            mask = self.masks.mask(node, var, words)
        if mask is not None and all(map(is_straight, lines)):
            self.writer.emit(*lines)
            return mask, mask
        # Must and may sets combine by monotonicity; a negation swaps them and takes complements.
        match node:
            case ir.All() | ir.Any():
                each = [self._bounds(part, var, candidates, inlined) for part in node.parts]
                both = isinstance(node, ir.All)
                return tuple(_combine([one[at] for one in each], both) for at in (0, 1))  # type: ignore[return-value]
            case ir.Not():
                must, may = self._bounds(node.what, var, candidates, inlined)
                return _complement(may), _complement(must)
            # The condition is necessary: it bounds the may set, and says nothing about the must set.
            case ir.Cond(no=ir.Const(value=0)):
                return _empty_set(words), self._bounds(node.condition, var, candidates, inlined)[1]
            case ir.Metered():
                # Fuel of testing all elements; elements that are tested later spend it once more.
                self.spend(size_of_set(candidates) * node.steps)
                return self._bounds(node.what, var, candidates, inlined)
            case ir.Call() if node.function not in inlined and len(inlined) < MAX_INLINE_DEPTH:
                opened = self._expanded(node)
                if opened is not None:
                    return self._bounds(opened, var, candidates, (*inlined, node.function))
            case ir.Binary():
                compared = self._with_calls_expanded(node)
                if len(inlined) < MAX_INLINE_DEPTH and compared != node:
                    return self._bounds(compared, var, candidates, (*inlined, ""))
        return _empty_set(words), [wasm.number(ALL, "i64")] * words

    def _with_calls_expanded(self, node: ir.Node) -> ir.Node:
        """Return an arithmetic expression or comparison with its calls replaced by bodies."""
        if isinstance(node, ir.Call):
            return self._expanded(node) or node
        return (
            map_children(node, self._with_calls_expanded) if isinstance(node, ir.Binary) else node
        )

    def _expanded(self, node: ir.Call) -> ir.Node | None:
        """Return a function's body with the call's arguments in it; None if large or names clash."""
        function = self.module.code.functions[node.function]
        names = {
            each.var for each in walk(function.result) if isinstance(each, ir.Filtered | ir.Reduce)
        }
        large = exceeds_weight(MAX_INLINE_NODES, function.result, *node.arguments)
        if large or any(names & free_locals(argument) for argument in node.arguments):
            return None
        arguments = zip((name for name, _ in function.parameters), node.arguments, strict=True)
        return substitute(function.result, dict(arguments))


def _empty_set(words: int) -> Words:
    """Return an empty bit set of `words` words."""
    return [wasm.number(0, "i64")] * words


def _complement(mask: Words) -> Words:
    """Return the bit set of all elements that are not in `mask`."""
    return [word ^ wasm.number(ALL, "i64") for word in mask]


def _combine(masks: list[Words], both: bool) -> Words:
    """Return the intersection (`both`) or the union of bit sets."""
    pairs = zip(*masks, strict=True)
    return [reduce(lambda a, b: a & b if both else a | b, words) for words in pairs]
