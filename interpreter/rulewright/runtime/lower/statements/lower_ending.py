"""Lowering of the end of the game: statements that end it, players who may win, and winners named by rules."""

from __future__ import annotations

from rulewright.language.program import typed
from rulewright.language.program.declarations import WINS
from rulewright.runtime.ir import terms as ir
from rulewright.runtime.ir.module import ENDED, LOST, WINNER
from rulewright.runtime.ir.nodes.constructors import (
    ONE,
    TRUE,
    ZERO,
    conditional,
    conjunction,
    filter_list,
    is_present,
    reduce_list,
)
from rulewright.runtime.ir.terms import Body, Const, Local, Node
from rulewright.runtime.lower.dispatch import LoweringScope, if_statement, lower, statement
from rulewright.runtime.lower.expressions.feasibility import feasibility_of
from rulewright.runtime.lower.expressions.lower_lists import source_of
from rulewright.runtime.lower.lowering_context import Lowering
from rulewright.runtime.lower.statements.lower_invariants import invariant_checks

WON, OPEN = Const(2), ONE
"""The first number of a rank: winner by a rule (2), may win by the rest of the rank (1), cannot win (0)."""


@statement(typed.EndGame)
def _lower_end_game(work: Lowering, stmt: typed.EndGame, scope: LoweringScope) -> Body:
    """Lower the end of the game; it does not end if a named winner is NOTHING or may not win."""
    work.allocation.variable(ENDED)
    over: Body = (*invariant_checks(work), ir.Write(ENDED, None, ONE), ir.EndGame())
    if stmt.by_nobody:
        work.allocation.variable(LOST)
        return (ir.Write(LOST, None, ONE), *over)
    if stmt.winners is None:
        return over
    work.allocation.variable(WINNER)
    if stmt.winners.type.many:
        name = scope.name("winner")
        source, condition = source_of(work, stmt.winners, scope.env, name)
        able = filter_list(source, name, conjunction(condition, may_win(work, Local(name))))
        each = ir.For(name, ir.PLAYER, able, (ir.Write(WINNER, Local(name), ONE),))
        return if_statement(reduce_list("some", able), (each, *over))
    winner = lower(work, stmt.winners, scope.env)
    is_there = is_present(winner) if stmt.winners.type.optional else TRUE
    over = (ir.Write(WINNER, winner, ONE), *over)
    return if_statement(conjunction(is_there, may_win(work, winner)), over)


def may_win(work: Lowering, player: Node) -> Node:
    """Return the test that no rule forbids `player` to win."""
    return feasibility_of(work, WINS, (player,)) if WINS in work.program.events else TRUE


def winner_rank(work: Lowering, player: Node) -> tuple[Node | None, bool]:
    """Return the first number of a player's rank (None if not needed), and whether 0 there means not having won."""
    set_here, declared = work.allocation.variables, work.program.outcome is not None
    by_rules = WINNER in set_here or LOST in set_here
    open_to = may_win(work, player) if declared else ir.Const(0)
    gated = LOST in set_here or (open_to != TRUE and (declared or by_rules))
    if not gated and not by_rules:
        return None, False
    rank = conditional(open_to, OPEN, ZERO)
    if WINNER in set_here:
        rank = conditional(ir.Read(WINNER, player), WON, rank)
    if LOST in set_here:
        rank = conditional(ir.Read(LOST), ZERO, rank)
    return rank, gated
