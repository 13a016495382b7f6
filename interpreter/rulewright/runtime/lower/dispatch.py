"""Entry points of lowering: dispatch of expressions and statements to the functions for their classes."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from rulewright.base.records import Record, evolve
from rulewright.language.program import typed
from rulewright.language.program.checking.traversal import uses_variable
from rulewright.language.program.program import Hook, Means, Power
from rulewright.language.program.typed import Block, Expr
from rulewright.language.text import Span
from rulewright.language.text.registry import Registry
from rulewright.runtime.ir import terms as ir
from rulewright.runtime.ir.nodes.constructors import TRUE, conjunction, is_atom, is_present
from rulewright.runtime.ir.nodes.ir_types import SHOWN_TO, SHOWN_TO_ALL, UNSEEN
from rulewright.runtime.ir.terms import Body, Const, Local, Node
from rulewright.runtime.lower.coverage_counters import FIRES
from rulewright.runtime.lower.lowering_context import Env, Lowering, to_identifier


class LoweringScope(Record):
    """Context for lowering statements: the names in scope, their cause, and the meaning of `carry on`.

    `env` maps names to nodes, `why` is the cause of what happens here. `hook` is the rule about an event that
    contains the statements, with the piece it is on. `shown` are lists of cards that the enclosing blocks have
    shown. Each has a code for the players who have known these cards since then (see `ir_types`). `shown_cards`
    has the same for single cards. For a `Let` statement, `after` are the statements that follow it in its block.
    """

    env: Env
    why: Node
    site: int
    prefix: str = ""
    carry_on: Callable[[Env], Body] | None = None
    event: str = ""
    scenario: bool = False
    hook: tuple[Hook, int | None] | None = None
    shown: tuple[tuple[Expr, Node], ...] = ()
    shown_cards: tuple[tuple[Node, Node], ...] = ()
    after: Block = ()

    def name(self, var: str) -> str:
        """Return the IR local for the rule name `var`, prefixed so that locals of different rules differ."""
        return f"l{self.prefix}_{to_identifier(var)}"

    def bind(self, var: str, node: Node) -> LoweringScope:
        """Return a copy of the scope with `var` bound to `node`, without shown cards that used the old `var`."""
        shown = tuple(each for each in self.shown if not uses_variable(var, each[:1]))
        shown_cards = tuple(each for each in self.shown_cards if each[0] != node)
        return evolve(self, env={**self.env, var: node}, shown=shown, shown_cards=shown_cards)

    def after_show(self, what: Expr, knowers: Node) -> LoweringScope:
        """Return a copy of the scope for statements after `what` was shown to the players with code `knowers`."""
        if isinstance(what, typed.Var):
            return evolve(self, shown_cards=((self.env[what.name], knowers), *self.shown_cards))
        return evolve(self, shown=((what, knowers), *self.shown))

    def knowers_of_expr(self, what: Expr) -> Node:
        """Return the IR code for the players who were shown `what` by an enclosing block (see `ir_types`)."""
        if isinstance(what, typed.Var):
            return self.knowers_of_node(self.env[what.name])
        return _widest_audience([knowers for shown, knowers in self.shown if shown == what])

    def knowers_of_node(self, node: Node) -> Node:
        """Return the IR code for the players who were shown the card `node` by an enclosing block."""
        return _widest_audience([knowers for card, knowers in self.shown_cards if card == node])


def _widest_audience(audiences: list[Node]) -> Node:
    """Return the widest of audience codes: everyone if present, else the first in the list, else nobody."""
    if Const(SHOWN_TO_ALL) in audiences:
        return Const(SHOWN_TO_ALL)
    return audiences[0] if audiences else Const(UNSEEN)


LowerExpr = Callable[[Lowering, Any, Env], Node]
LowerStmt = Callable[[Lowering, Any, LoweringScope], Body]
EXPRESSIONS = Registry[LowerExpr]()
STATEMENTS = Registry[LowerStmt]()

expression, statement = EXPRESSIONS.of, STATEMENTS.of
"""Decorators that register a function for the classes of expressions or statements it lowers."""


def lower(work: Lowering, expr: Expr, env: Env) -> Node:
    """Lower an expression to a node; `env` maps every name in scope to its node."""
    work.count_expression(expr.at)
    node = EXPRESSIONS[type(expr)](work, expr, env)
    if work.origins is not None:
        work.record_origin(node, expr)
    if work.places is not None and isinstance(node, ir.Binary) and node.at is None:
        node = evolve(node, at=expr.at)
    return node if work.counters is None else work.counters.condition(expr.at, node)


def lower_condition(work: Lowering, expr: Expr | None, env: Env) -> Node:
    """Lower an optional condition to a node; None becomes TRUE."""
    return TRUE if expr is None else lower(work, expr, env)


def lower_block(work: Lowering, block: Block, scope: LoweringScope) -> Body:
    """Lower the statements of a block in order, each in the scope left by the statements before it."""
    stmts: list[ir.Stmt] = []
    for place, stmt in enumerate(block, 1):
        at = evolve(scope, after=block[place:]) if isinstance(stmt, typed.Let) else scope
        lowered = STATEMENTS[type(stmt)](work, stmt, at)
        stmts += lowered if work.places is None else map(partial(_placed, stmt.at), lowered)
        if isinstance(stmt, typed.Let):
            scope = scope.bind(stmt.var, Local(scope.name(stmt.var)))
        elif isinstance(stmt, typed.ChooseSome) and stmt.several is not None:
            scope = scope.bind(stmt.several, Local(scope.name(stmt.several)))
        elif isinstance(stmt, typed.Show) and (
            knowers := _knowers_after_show(work, stmt, scope.env)
        ):
            scope = scope.after_show(stmt.what, knowers)
    return tuple(stmts)


def _placed(at: Span, stmt: ir.Stmt) -> ir.Stmt:
    """Return a lowered statement with the position of the author's, unless it has a more precise one."""
    if isinstance(stmt, ir.Reset | ir.Undelay | ir.Count | ir.Spend | ir.EndGame):
        return stmt  # they cannot fail
    return evolve(stmt, at=at) if stmt.at is None else stmt


def _knowers_after_show(work: Lowering, stmt: typed.Show, env: Env) -> Node | None:
    """Return the IR code for the players shown cards by `stmt`; None if those cards cannot be named again."""
    if not (stmt.what.type.many or isinstance(stmt.what, typed.Var)):
        return None
    if stmt.to is None:
        return Const(SHOWN_TO_ALL)
    if not isinstance(stmt.to, typed.Var):
        return None
    seats = [SHOWN_TO + seat for seat in range(work.world.players)]
    work.add_array("shown_to", ir.PLAYER, ir.NUMBER, seats, UNSEEN)
    return ir.Lookup("shown_to", lower(work, stmt.to, env))


def lower_power_procedure(
    work: Lowering, name: str, rule: Power | Means, env: Env, parameters: dict[str, ir.Type]
) -> str:
    """Add a procedure for the statements of a power or means, named `name`, and return its name.

    Its last parameter is the element that the power or means is used on.
    """
    if rule.var is not None and rule.source is not None:
        parameters["l_element"] = work.type_of(rule.source.type.one())
        env[rule.var] = Local("l_element")
    site = work.site_number(rule.name, rule.at, rule.notes, rule.card or rule.begun_on)
    scope = LoweringScope(env, Const(site), site, event=rule.name)
    deeds = (*work.count(rule.at, FIRES), *lower_block(work, rule.body, scope))
    origin = work.describe_origin(rule.name, rule.at)
    work.add_procedure(ir.Procedure(name, tuple(parameters.items()), deeds, origin=origin), rule.at)
    return name


def if_statement(condition: Node, then: Body, otherwise: Body = ()) -> Body:
    """Return a conditional statement; for a constant condition, only the branch that runs."""
    if isinstance(condition, Const):
        return then if condition.value else otherwise
    return (ir.If(condition, then, otherwise),) if then or otherwise else ()


def lower_arguments(
    work: Lowering, arguments: tuple[Expr, ...], scope: LoweringScope
) -> tuple[Body, tuple[Node, ...]]:
    """Lower arguments so that each is evaluated once; return assignments to run first, and the argument nodes."""
    before: list[ir.Stmt] = []
    nodes: list[Node] = []
    for argument in arguments:
        node = lower(work, argument, scope.env)
        if not is_atom(node) or isinstance(node, ir.Read):
            name = work.fresh_local("argument")
            before.append(ir.Assign(name, node, work.type_of(argument.type)))
            node = Local(name)
        nodes.append(node)
    return tuple(before), tuple(nodes)


def all_present(exprs: tuple[Expr, ...], nodes: tuple[Node, ...]) -> Node:
    """Return the test that no argument of optional type is NOTHING."""
    pairs = zip(exprs, nodes, strict=True)
    return conjunction(*(is_present(node) for expr, node in pairs if expr.type.optional))
