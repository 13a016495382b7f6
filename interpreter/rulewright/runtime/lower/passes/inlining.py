"""Inlining of functions: the small ones, and conditions of lists."""

from __future__ import annotations

from rulewright.base.records import evolve
from rulewright.runtime.ir import terms as ir
from rulewright.runtime.ir.module import Module
from rulewright.runtime.ir.nodes.constructors import (
    conditional,
    conjunction,
    conjuncts,
    is_atom,
    rebuild,
    sort_by_cost,
    split_invariant,
)
from rulewright.runtime.ir.terms import Call, Function, Node, OptionList
from rulewright.runtime.ir.walk import (
    count_reads,
    exceeds_weight,
    map_bodies,
    map_children,
    substitute,
)
from rulewright.runtime.lower.passes.constant_folding import fold_node, map_expressions

MAX_INLINED_WEIGHT = 12
"""Maximal weight of an inlined function."""

MAX_INLINED_CONJUNCTION = 60
"""Maximal weight of an inlined conjunction, which is larger because cheap conjuncts can then be tested first."""


def inline_functions(module: Module) -> Module:
    """Return the module with calls of small functions replaced by their results."""
    return map_expressions(module, _Inliner(module).node)


class _Inliner:
    """Inliner of small functions, callees first."""

    def __init__(self, module: Module) -> None:
        self.functions = module.code.functions
        self.done: dict[str, Function] = {}

    def node(self, node: Node) -> Node:
        """Return an expression with its calls of small functions inlined."""
        node = rebuild(map_children(node, self.node))
        if not isinstance(node, Call):
            return node
        function = self.function(node.function)
        several = len(conjuncts(function.result)) > 1
        if exceeds_weight(
            MAX_INLINED_CONJUNCTION if several else MAX_INLINED_WEIGHT, function.result
        ):
            return node
        return inline_call(function, node.arguments) or node

    def function(self, name: str) -> Function:
        """Return the function `name` with calls in its result inlined."""
        if name not in self.done:
            function = self.functions[name]
            self.done[name] = function
            self.done[name] = evolve(function, result=self.node(function.result))
        return self.done[name]


def inline_call(function: Function, arguments: tuple[Node, ...]) -> Node | None:
    """Return a function's result with `arguments` inserted; None if that would repeat the work of an argument."""
    names = (name for name, _ in function.parameters)
    by_name = dict(zip(names, arguments, strict=True))
    for name, argument in by_name.items():
        if not is_atom(argument) and count_reads(function.result, name) > 1:
            return None
    return fold_node(substitute(function.result, by_name))


# ------------------------------------------------------------------ options


def inline_option_conditions(module: Module) -> Module:
    """Return the module with functions inlined in the conditions of option lists.

    Loop-invariant conditions can then be evaluated once for the list, and cheap ones first.
    """
    inliner = _OptionInliner(module)
    code = module.code
    procedures = {n: evolve(p, body=inliner.body(p.body)) for n, p in code.procedures.items()}
    return evolve(module, code=evolve(code, procedures=procedures))


class _OptionInliner:
    """Inliner of conjunctions in the conditions of options; it also hoists their loop-invariant parts."""

    def __init__(self, module: Module) -> None:
        self.functions = module.code.functions

    def body(self, body: ir.Body) -> ir.Body:
        """Return statements with the conditions of their option lists inlined."""
        return tuple(map(self._statement, body))

    def _statement(self, stmt: ir.Stmt) -> ir.Stmt:
        """Return a statement with the conditions of its option lists inlined, nested ones included."""
        if isinstance(stmt, ir.Ask):
            stmt = evolve(stmt, options=tuple(map(self._options, stmt.options)))
        return map_bodies(stmt, self.body)

    def _options(self, options: OptionList) -> OptionList:
        """Return an option list with its condition inlined; conjuncts without the element are tested only once."""
        if options.source is None:
            return evolve(options, condition=self._inline_nested(options.condition))
        condition = self._inline_nested(self._inlined_condition(options.condition))
        once, each = split_invariant(options.var, condition)
        source = conditional(once, options.source, ir.Sequence((), ir.NUMBER))
        return evolve(options, source=source, condition=each)

    def _inline_nested(self, node: Node) -> Node:
        """Return an expression with functions inlined in the conditions of its filtered lists."""
        if isinstance(node, ir.Filtered):
            node = evolve(node, condition=self._inlined_condition(node.condition))
        return rebuild(map_children(node, self._inline_nested))

    def _inlined_condition(self, condition: Node) -> Node:
        """Return a condition with calls of conjunctions inlined, cheap conjuncts first."""
        pieces: list[Node] = []
        for piece in conjuncts(condition):
            shown = self._inlined_conjunction(piece)
            pieces.append(piece if shown is None else self._inlined_condition(shown))
        return conjunction(*sort_by_cost(pieces))

    def _inlined_conjunction(self, piece: Node) -> Node | None:
        """Return the inlined call if its result has several conjuncts; None for any other node."""
        if not isinstance(piece, Call):
            return None
        function = self.functions[piece.function]
        if len(conjuncts(function.result)) == 1:
            return None
        return inline_call(function, piece.arguments)
