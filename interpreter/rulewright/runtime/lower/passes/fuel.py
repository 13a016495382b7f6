"""Fuel: code that could run for long consumes fuel, so that every decision terminates.

The maximal cost of code is known statically but for the lengths of lists and the iterations of loops. Nothing is
metered where the worst case of all nested loops is cheap. Elsewhere each iteration consumes its worst-case cost.
A function or procedure that is expensive although its loops are paid for consumes fuel when it is called.
"""

from __future__ import annotations

from operator import is_
from typing import TypeVar

from rulewright.base.records import evolve
from rulewright.runtime.ir import terms as ir
from rulewright.runtime.ir.module import Module
from rulewright.runtime.ir.nodes.ir_types import MOST_DELAYED, MOST_NUMBERS
from rulewright.runtime.ir.terms import Body, Function, Metered, Node, Procedure, Spend, Stmt
from rulewright.runtime.ir.walk import LEAVES, bodies, child_nodes, map_children

FREE_COST = 50_000
"""Code of at most this cost consumes no fuel: a few milliseconds."""

CALL, STATEMENT, CHANGE, QUESTION = 4, 2, 30, 50
COPIED_PER_STEP = 64
"""Elements that are copied in one step."""

_CHEAP = LEAVES - {ir.AllPieces, ir.Captured}
"""Leaf nodes that take one step."""

Part = TypeVar("Part", Node, Stmt)
CostedNode = tuple[Node, int]
"""An expression with the cost that it does not pay for itself."""


def insert_fuel(module: Module) -> Module:
    """Return the module with fuel consumption inserted wherever code could run for long; idempotent."""
    work = Meter(module)
    code = module.code
    functions = {name: work.function(name) for name in code.functions}
    procedures = {name: work.procedure(name) for name in code.procedures}
    return evolve(module, code=evolve(code, functions=functions, procedures=procedures))


class Meter:
    """Analysis of worst-case costs of code; inserts consumption of fuel where costs are high."""

    def __init__(self, module: Module) -> None:
        self.module, self.code = module, module.code
        self.pieces = max(len(module.pieces), 1)
        self.functions: dict[str, Function] = {}
        self.procedures: dict[str, Procedure] = {}
        self.costs: dict[str, int] = {}
        self.in_progress: set[str] = set()
        self.recursive: set[str] = set()

    # ------------------------------------------------------------------ functions and procedures

    def function(self, name: str) -> Function:
        """Return the function `name` with fuel consumption inserted."""
        self.call_cost(name)
        return self.functions[name]

    def procedure(self, name: str) -> Procedure:
        """Return the procedure `name` with fuel consumption inserted."""
        self.call_cost(name)
        return self.procedures[name]

    def meter_alone(self, node: Node) -> Node:
        """Return an expression that is evaluated outside of any procedure, with fuel consumption inserted."""
        return self._meter_repeated(node, 1)[0]

    def call_cost(self, name: str) -> int:
        """Return the worst-case cost of a call that the callee does not pay itself; 1 if it pays for all."""
        if name in self.in_progress:
            self.recursive.add(name)
            return 1
        if name not in self.costs:
            self.in_progress.add(name)
            if name in self.code.functions:
                function = self.code.functions[name]
                result, cost = self.node(function.result)
                if self._is_expensive(name, cost) and not isinstance(result, Metered):
                    result, cost = Metered(result, cost), 1
                self.functions[name] = evolve(function, result=result)
            else:
                procedure = self.code.procedures[name]
                body, cost = self.body(procedure.body)
                if self._is_expensive(name, cost) and not _consumes_first(body):
                    body = (Spend(cost), *body)
                self.procedures[name] = evolve(procedure, body=body)
            self.costs[name] = 1 if self._is_expensive(name, cost) else cost
            self.in_progress.discard(name)
        return self.costs[name]

    def _is_expensive(self, name: str, cost: int) -> bool:
        """Return whether a function or procedure of this cost must consume fuel at each call."""
        return cost > FREE_COST or name in self.recursive

    # ------------------------------------------------------------------ expressions

    def node(self, node: Node) -> CostedNode:
        """Return an expression with fuel consumption inserted, and the cost left for its context to pay."""
        if type(node) in _CHEAP:
            return node, 1
        match node:
            case Metered():
                return node, 1
            case ir.Filtered():
                source, cost = self.node(node.source)
                condition, each = self._meter_repeated(node.condition, self.max_length(source))
                return evolve(node, source=source, condition=condition), cost + each
            case ir.Reduce():
                return self._meter_reduction(node)
            case ir.Cond():
                parts = node.condition, node.yes, node.no
                (test, cost), (held, first), (other, second) = map(self.node, parts)
                new_parts = (test, held, other)
                same = all(map(is_, new_parts, parts))
                return node if same else ir.Cond(*new_parts), cost + max(first, second)
        return self._meter_children(node, self._own_cost(node))

    def _meter_children(self, part: Part, cost: int) -> tuple[Part, int]:
        """Insert fuel consumption into the child expressions of a term without lists or bodies.

        Return it with its unpaid cost, which includes its own `cost`.
        """
        nodes = child_nodes(part)
        metered_nodes = []
        for child in nodes:
            node, each = (child, 1) if type(child) in _CHEAP else self.node(child)
            metered_nodes.append(node)
            cost += each
        if all(map(is_, metered_nodes, nodes)):
            return part, cost  # the usual case: nothing changed
        new_nodes = iter(metered_nodes)
        return map_children(part, lambda _: next(new_nodes)), cost

    def _meter_reduction(self, node: ir.Reduce) -> CostedNode:
        """Insert fuel consumption into a reduction; return it and its unpaid cost."""
        (source, cost), (default, other), of = (
            self.node(node.source),
            self.node(node.default),
            node.of,
        )
        cost += other + self.max_length(source) // COPIED_PER_STEP + 1
        if of is not None:
            of, each = self._meter_repeated(of, self.max_length(source))
            cost += each
        return evolve(node, source=source, of=of, default=default), cost

    def _meter_repeated(self, node: Node, count: int) -> CostedNode:
        """Meter an expression evaluated up to `count` times; if that may be expensive, it pays each time."""
        if isinstance(node, Metered):
            return node, 1
        if isinstance(node, ir.All | ir.Any):
            # The first parts are often cheap and decisive, so expensive parts pay only when they are evaluated.
            parts = tuple(self._meter_repeated(part, count)[0] for part in node.parts)
            node = evolve(node, parts=parts)
        node, each = self.node(node)
        if (each + 1) * count > FREE_COST:
            return Metered(node, each + 1), 1
        return node, (each + 1) * count

    def _own_cost(self, node: Node) -> int:
        """Return the worst-case cost of a node without its children."""
        match node:
            case ir.Call():
                return CALL + self.call_cost(node.function)
            case ir.Trial():
                copied = self.module.layout.size // COPIED_PER_STEP
                return (
                    3 * CALL
                    + copied
                    + self.call_cost(node.procedure)
                    + self.call_cost(node.function)
                )
            case ir.Member() | ir.Rest() | ir.Append():
                return 1 + self.max_length(node.source) // COPIED_PER_STEP
            case ir.Kept() | ir.AllPieces() | ir.Backwards() | ir.Taken():
                return 1 + self.max_length(node) // COPIED_PER_STEP
            case ir.Position():
                return 1 + len(self.module.pieces) // COPIED_PER_STEP
            case ir.Captured():
                return 1 + MOST_DELAYED // COPIED_PER_STEP
        return 1

    def max_length(self, node: Node) -> int:
        """Return an upper bound for the number of elements of a list."""
        match node:
            case ir.Sequence():
                return len(node.items)
            case ir.Around():
                return self.module.players
            case ir.Numbers(low=ir.Const(value=low), high=ir.Const(value=high)):
                return max(min(high - low + 1, MOST_NUMBERS), 0)
            case ir.Numbers():
                return MOST_NUMBERS
            case ir.Captured():
                return MOST_DELAYED
            case ir.Taken(count=ir.Const(value=most)):
                return max(min(self.max_length(node.source), most), 0)
            case ir.Filtered() | ir.Kept():
                return self.max_length(node.source)
            case ir.Backwards() | ir.Taken():
                return self.max_length(node.source)
            case ir.Cond():
                return max(self.max_length(node.yes), self.max_length(node.no))
        return self.pieces

    # ------------------------------------------------------------------ statements

    def body(self, body: Body) -> tuple[Body, int]:
        """Return statements with fuel consumption inserted, and the cost left for their context to pay."""
        stmts = [self._meter_statement(stmt) for stmt in body]
        return tuple(stmt for stmt, _ in stmts), sum(cost for _, cost in stmts)

    def _meter_statement(self, stmt: Stmt) -> tuple[Stmt, int]:
        """Insert fuel consumption into a statement; return it and its unpaid cost."""
        match stmt:
            case ir.If(condition=condition, body=body, otherwise=otherwise):
                condition, cost = self.node(condition)
                (body, first), (otherwise, second) = self.body(body), self.body(otherwise)
                new_stmt = evolve(stmt, condition=condition, body=body, otherwise=otherwise)
                return new_stmt, cost + max(first, second) + STATEMENT
            case ir.For(source=source, body=body):
                source, cost = self.node(source)
                # A loop that stops for choices keeps the remaining elements in its frame.
                turn = 1 + self.max_length(source) // COPIED_PER_STEP
                body, turns = self._meter_loop(body, turn, self.max_length(source))
                return evolve(stmt, source=source, body=body), cost + turns + STATEMENT
            case ir.Loop(until=until, body=body):
                until, cost = self.node(until)
                body, turns = self._meter_loop(body, cost, FREE_COST)
                return evolve(stmt, until=until, body=body), cost + turns + STATEMENT
            case ir.Ask():
                return self._meter_question(stmt)
        assert not bodies(stmt)
        return self._meter_children(stmt, self._statement_cost(stmt))

    def _meter_loop(self, body: Body, turn: int, count: int) -> tuple[Body, int]:
        """Meter the body of a loop with at most `count` iterations, each with `turn` cost outside the body."""
        if _consumes_first(body):
            return body, 1
        body, each = self.body(body)
        each += turn + 1
        return ((Spend(each), *body), 1) if each * count > FREE_COST else (body, each * count)

    def _statement_cost(self, stmt: Stmt) -> int:
        """Return the worst-case cost of a statement without its expressions."""
        match stmt:
            case ir.Perform():
                return CALL + self.call_cost(stmt.procedure)
            case ir.Effect(change=ir.Change.MOVE | ir.Change.SHOW):
                return CHANGE + self.pieces // COPIED_PER_STEP
            case ir.Effect():
                return CHANGE * self.pieces
            case ir.Reset():
                return STATEMENT + self.module.variables[stmt.variable].run.count // COPIED_PER_STEP
            case ir.Delay() | ir.Undelay():
                return STATEMENT + MOST_DELAYED // COPIED_PER_STEP
        return STATEMENT

    def _meter_sort_keys(self, order: tuple[Node, ...], count: int) -> tuple[tuple[Node, ...], int]:
        """Meter the sort keys of at most `count` options; the cost returned includes sorting."""
        keys = [self._meter_repeated(key, count) for key in order]
        sorting = len(order) * count * (1 + count // COPIED_PER_STEP)
        return tuple(node for node, _ in keys), sorting + sum(cost for _, cost in keys)

    def _meter_question(self, ask: ir.Ask) -> tuple[Stmt, int]:
        """Meter a question; its cost is that of its options and of the most expensive code after an answer."""
        lists, costs = [], [0]
        cost = QUESTION
        for each in ask.options:
            source, source_cost = (None, 0) if each.source is None else self.node(each.source)
            count = 1 if source is None else self.max_length(source)
            condition, condition_cost = self._meter_repeated(each.condition, count)
            shown = tuple(self.node(node)[0] for node in each.shown)
            order, sort_cost = self._meter_sort_keys(each.order, count)
            then, following = self.body(each.then)
            new_options = evolve(
                each, source=source, condition=condition, shown=shown, order=order, then=then
            )
            lists.append(new_options)
            cost += source_cost + condition_cost + sort_cost
            costs.append(following)
        (empty, first), (ended, second) = self.body(ask.empty), self.body(ask.ended)
        stop, stop_cost = (None, 0) if ask.stop is None else self.node(ask.stop)
        new_ask = evolve(ask, options=tuple(lists), empty=empty, ended=ended, stop=stop)
        return new_ask, cost + stop_cost + max(*costs, first, second)


def _consumes_first(body: Body) -> bool:
    """Return whether the first statement of a body consumes fuel."""
    return bool(body) and isinstance(body[0], Spend)
