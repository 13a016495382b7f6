"""Overflow checks: intermediate results are bounded to 64 bits, in every engine.

Stored values are numbers of a game (32 bits), and most sums of them are small. Where a product of products could
exceed 64 bits, its operands are checked to be numbers of a game.
"""

from __future__ import annotations

from rulewright.base.records import evolve
from rulewright.runtime.ir import terms as ir
from rulewright.runtime.ir.dataflow.interval_arithmetic import span_of
from rulewright.runtime.ir.module import Module
from rulewright.runtime.ir.nodes.ir_types import LARGEST, MOST_NUMBERS
from rulewright.runtime.ir.terms import Body, Bounded, Function, Node
from rulewright.runtime.ir.walk import LEAVES, map_children

MAX_INTERMEDIATE = 2**62
"""Bound for the absolute value of intermediate results."""

MAX_ARGUMENT = 2**40
"""Bound for the absolute value of arguments."""


def insert_overflow_checks(module: Module) -> Module:
    """Return the module with checks wherever an intermediate result may exceed 64 bits; idempotent."""
    work, code = _OverflowChecker(module), module.code
    functions = {name: work.function(name) for name in code.functions}
    procedures = {n: evolve(p, body=work.body(p.body)) for n, p in code.procedures.items()}
    return evolve(module, code=evolve(code, functions=functions, procedures=procedures))


class _OverflowChecker:
    """Analysis of bounds of intermediate results; inserts overflow checks."""

    def __init__(self, module: Module) -> None:
        self.functions = module.code.functions
        self.checked: dict[str, Function] = {}
        self.largest: dict[str, int] = {}

    def function(self, name: str) -> Function:
        """Return the function `name` with overflow checks in its result."""
        if name not in self.checked:
            self.checked[name], self.largest[name] = self.functions[name], LARGEST
            result, self.largest[name] = self.node(self.functions[name].result)
            self.checked[name] = evolve(self.functions[name], result=result)
        return self.checked[name]

    def body(self, body: Body) -> Body:
        """Return statements with overflow checks in their expressions."""
        return tuple(
            map_children(
                stmt, self._checked_argument if isinstance(stmt, ir.Perform) else self._checked
            )
            for stmt in body
        )

    def _checked(self, node: Node) -> Node:
        """Return an expression with overflow checks inside it."""
        return self.node(node)[0]

    def _checked_argument(self, node: Node) -> Node:
        """Return an argument with overflow checks; it is checked as a whole if it may exceed MAX_ARGUMENT."""
        checked, largest = self.node(node)
        return Bounded(checked) if largest > MAX_ARGUMENT else checked

    def node(self, node: Node) -> tuple[Node, int]:
        """Return an expression with overflow checks, and a bound for its absolute value."""
        if type(node) in LEAVES:
            return node, _leaf_bound(node)
        match node:
            case ir.Bounded():
                return Bounded(self._checked(node.what)), LARGEST
            case ir.Binary():
                return self._binary(node)
            case ir.Reduce():
                return self._reduction(node)
            case ir.Cond():
                condition, (held, first), (other, second) = (
                    self._checked(node.condition), self.node(node.yes), self.node(node.no)
                )  # fmt: skip
                if condition is node.condition and held is node.yes and other is node.no:
                    return node, max(first, second)
                return ir.Cond(condition, held, other), max(first, second)
            case ir.Metered():
                what, largest = self.node(node.what)
                return ir.Metered(what, node.steps), largest
            case ir.Call():
                self.function(node.function)
                return map_children(node, self._checked_argument), self.largest[node.function]
            case ir.Part():
                return map_children(node, self._checked), MAX_ARGUMENT
        return map_children(
            node, self._checked_argument if isinstance(node, ir.Trial) else self._checked
        ), LARGEST

    def _binary(self, node: ir.Binary) -> tuple[Node, int]:
        """Check the operands of a binary operation if its result could exceed MAX_INTERMEDIATE."""
        (left, one), (right, other) = self.node(node.left), self.node(node.right)
        operator = node.operator
        if _result_bound(operator, one, other) > MAX_INTERMEDIATE:
            left, one = (Bounded(left), LARGEST) if one > LARGEST else (left, one)
            right, other = (Bounded(right), LARGEST) if other > LARGEST else (right, other)
        largest = _result_bound(operator, one, other)
        if left is node.left and right is node.right:
            return node, largest  # the usual case: nothing changed
        return ir.Binary(operator, left, right, node.at), largest

    def _reduction(self, node: ir.Reduce) -> tuple[Node, int]:
        """Check the summands of a total if it could exceed MAX_INTERMEDIATE; return it with its bound."""
        source, (default, largest) = self._checked(node.source), self.node(node.default)
        each, of = MAX_ARGUMENT, node.of
        if of is not None:
            of, each = self.node(of)
        if node.how == "total":
            if of is not None and each * MOST_NUMBERS > MAX_INTERMEDIATE:
                of, each = Bounded(of), LARGEST
            each *= MOST_NUMBERS
        if source is not node.source or of is not node.of or default is not node.default:
            node = evolve(node, source=source, of=of, default=default)
        return node, max(each, largest)


def _leaf_bound(node: Node) -> int:
    """Return a bound for the absolute value of a node without children."""
    match node:
        case ir.Const():
            return abs(node.value)
        case ir.Local():
            return MAX_ARGUMENT
    return LARGEST


def _result_bound(operator: ir.Operator, one: int, other: int) -> int:
    """Return a bound for the absolute value of `operator` on operands bounded by `one` and `other`."""
    return max(map(abs, span_of(operator, (-one, one), (-other, other))))
