"""Control: conditions, loops, delayed rules, and what a replacement passes on."""

from __future__ import annotations

from rulewright.ir import terms as ir
from rulewright.ir.build import FALSE, ONE, ZERO, both, either, filtered, there
from rulewright.ir.module import ENDED, WINNER
from rulewright.ir.terms import Assign, Body, Const, Local
from rulewright.lower.counting import ELSE, TAKEN, THEN
from rulewright.lower.dispatch import Scope, body, lower, statement, when
from rulewright.lower.lower_lists import source_of
from rulewright.lower.lowering import Lowering
from rulewright.program import typed

MOST_ROUNDS = 20_000
"""How often the flow of a game may repeat something before the game is stopped."""


@statement(typed.CarryOn)
def _carry_on(work: Lowering, stmt: typed.CarryOn, scope: Scope) -> Body:
    assert scope.carry_on is not None
    return scope.carry_on(scope.env)


@statement(typed.If)
def _if(work: Lowering, stmt: typed.If, scope: Scope) -> Body:
    condition = lower(work, stmt.condition, scope.env)
    then, other = work.count(stmt.at, THEN), work.count(stmt.at, ELSE)
    if not isinstance(condition, Const) or condition.value:
        then = (*then, *body(work, stmt.body, scope))
    if not isinstance(condition, Const) or not condition.value:
        other = (*other, *body(work, stmt.otherwise, scope))
    return when(condition, then, other)


@statement(typed.ForEach)
def _for_each(work: Lowering, stmt: typed.ForEach, scope: Scope) -> Body:
    name = scope.name(stmt.var)
    source, condition = source_of(work, stmt.source, scope.env, name)
    if isinstance(source, ir.Sequence) and not source.items:
        return ()
    of = work.type_of(stmt.source.type.one())
    inner = work.count(stmt.at, TAKEN)
    inner = (*inner, *body(work, stmt.body, scope.bind(stmt.var, Local(name))))
    return (ir.For(name, of, filtered(source, name, condition), inner),) if inner else ()


@statement(typed.Repeat)
def _repeat(work: Lowering, stmt: typed.Repeat, scope: Scope) -> Body:
    """What comes to no end by itself is stopped, also where nobody is asked anything."""
    until = FALSE if stmt.until is None else lower(work, stmt.until, scope.env)
    if stmt.most is not None:
        turns = Local(work.temporary("turns"))
        ended = either(both("<=", turns, ZERO), until)
        one_less = Assign(turns.name, both("-", turns, ONE))
        most = Assign(turns.name, lower(work, stmt.most, scope.env))
        return (most, ir.Loop(ended, (one_less, *body(work, stmt.body, scope))))
    before, count = counted_turns(work, "rounds", MOST_ROUNDS)
    return (*before, ir.Loop(until, (*count, *body(work, stmt.body, scope))))


def counted_turns(work: Lowering, what: str, most: int) -> tuple[Body, Body]:
    """What stands before a loop and in it, so that it stops the game after so many turns."""
    turns = work.temporary(what)
    too_many = both(">", Local(turns), Const(most))
    return (Assign(turns, ZERO),), (
        Assign(turns, ir.Binary("+", Local(turns), ONE)),
        ir.If(too_many, (ir.Fail(f"{most} {what}"),)),
    )


@statement(typed.EndGame)
def _end_game(work: Lowering, stmt: typed.EndGame, scope: Scope) -> Body:
    """The game is over; a game that nobody wins goes on."""
    work.allocation.variable(ENDED)
    ended = ir.Write(ENDED, None, ONE)
    if stmt.winner is None:
        return (ended, ir.EndGame())
    work.allocation.variable(WINNER)
    winner = lower(work, stmt.winner, scope.env)
    over: Body = (ended, ir.Write(WINNER, None, winner), ir.EndGame())
    return when(there(winner), over) if stmt.winner.type.optional else over


@statement(typed.Until)
def _until(work: Lowering, stmt: typed.Until, scope: Scope) -> Body:
    begun = [rule for rule in work.program.rules if rule.number in stmt.rules]
    for rule in begun:
        work.captures(rule)
    return tuple(
        ir.Delay(rule.number, tuple(scope.env[name] for name, _ in rule.captured)) for rule in begun
    )
