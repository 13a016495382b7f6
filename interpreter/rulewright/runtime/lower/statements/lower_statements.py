"""Lowering of control flow and of statements that change or show the table."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from rulewright.language.program import program as p, typed
from rulewright.language.program.checking.traversal import without_filters
from rulewright.language.program.typed import Expr
from rulewright.runtime.ir import terms as ir
from rulewright.runtime.ir.nodes.constructors import (
    FALSE,
    ONE,
    TRUE,
    ZERO,
    binary,
    disjunction,
    filter_list,
    is_present,
)
from rulewright.runtime.ir.nodes.ir_types import FROM_END
from rulewright.runtime.ir.terms import Assign, Body, Change, Const, Effect, Local, Node
from rulewright.runtime.ir.walk import child_nodes
from rulewright.runtime.lower.allocation import phase_counter_variable
from rulewright.runtime.lower.coverage_counters import ELSE, TAKEN, THEN
from rulewright.runtime.lower.dispatch import (
    LoweringScope,
    if_statement,
    lower,
    lower_block,
    statement,
)
from rulewright.runtime.lower.expressions.lower_expressions import lower_count
from rulewright.runtime.lower.expressions.lower_lists import source_of
from rulewright.runtime.lower.expressions.lower_values import value_of
from rulewright.runtime.lower.expressions.state_access import design_of, place_at
from rulewright.runtime.lower.lowering_context import Lowering, nothing_value
from rulewright.runtime.lower.statements.lower_simultaneous import lower_simultaneous
from rulewright.runtime.lower.statements.rule_instances import rule_instances

MAX_ROUNDS = 20_000
"""Maximal number of iterations of a loop without a limit; more stop the game as endless."""


@statement(typed.CarryOn)
def _lower_carry_on(work: Lowering, stmt: typed.CarryOn, scope: LoweringScope) -> Body:
    """Lower `carry on` to the rest of the event: the next replacement, or the event itself."""
    assert scope.carry_on is not None
    return scope.carry_on(scope.env)


@statement(typed.If)
def _lower_if(work: Lowering, stmt: typed.If, scope: LoweringScope) -> Body:
    """Lower a conditional; a branch that cannot run in this world is not lowered."""
    condition = lower(work, stmt.condition, scope.env)
    then, other = work.count(stmt.at, THEN), work.count(stmt.at, ELSE)
    if not isinstance(condition, Const) or condition.value:
        then = (*then, *lower_block(work, stmt.body, scope))
    if not isinstance(condition, Const) or not condition.value:
        other = (*other, *lower_block(work, stmt.otherwise, scope))
    return if_statement(condition, then, other)


@statement(typed.ForEach)
def _lower_for_each(work: Lowering, stmt: typed.ForEach, scope: LoweringScope) -> Body:
    """Lower a loop over a list, or a simultaneous choice of several players."""
    name = scope.name(stmt.var)
    source, condition = source_of(work, stmt.source, scope.env, name)
    if isinstance(source, ir.Sequence) and not source.items:
        return ()
    of = work.type_of(stmt.source.type.one())
    if stmt.at_once:
        return lower_simultaneous(work, stmt, scope, filter_list(source, name, condition))
    inner = work.count(stmt.at, TAKEN)
    inner = (*inner, *lower_block(work, stmt.body, scope.bind(stmt.var, Local(name))))
    before: Body = ()
    if (order := stmt.order) is not None:
        before, source = _sort_by_number(
            work, filter_list(source, name, condition), cast(ir.Way, order.how),
            lambda one: lower_count(work, order.of, {**scope.env, order.var: one}), of,
        )  # fmt: skip
        condition = TRUE
    elif isinstance(source, ir.Sequence) and (rank := _modified_order(work, stmt.source)):
        before, source = _sort_by_number(
            work, source, "least", lambda one: value_of(work, rank, (one,)), of
        )
    return (*before, ir.For(name, of, filter_list(source, name, condition), inner)) if inner else ()


def _modified_order(work: Lowering, source: Expr) -> str | None:
    """Return the value that sorts the cards of `source`, if rules of this game modify it; else None."""
    cards = without_filters(source)
    if not isinstance(cards, typed.KindAll):
        return None
    order = work.program.kinds[cards.kind].order
    value = "" if order is None else typed.field_value(cards.kind, order)
    return value if value and rule_instances(work, p.Change, value) else None


def _sort_by_number(
    work: Lowering, elements: Node, way: ir.Way, number: Callable[[Node], Node], of: ir.Type
) -> tuple[Body, Node]:
    """Return code that sorts `elements` by `number`, and the sorted list (stable selection sort).

    `way` is `most` or `least`, which come first.
    """
    ordered, turn, one = (work.fresh_local(hint) for hint in ("taken", "turn", "one"))
    remaining = filter_list(elements, one, ir.Not(ir.Member(Local(one), Local(ordered))))
    extreme = ir.Reduce(way, remaining, one, number(Local(one)))
    best = work.fresh_local("best")
    is_next = binary("==", number(Local(one)), Local(best))
    first = ir.Reduce("first", filter_list(remaining, one, is_next), one, Local(one))
    return (
        Assign(ordered, ir.Sequence((), of), of.list()),
        ir.For(turn, of, elements, (
            Assign(best, extreme),
            Assign(ordered, ir.Append(Local(ordered), first), of.list()),
        )),
    ), Local(ordered)  # fmt: skip


@statement(typed.Repeat)
def _lower_repeat(work: Lowering, stmt: typed.Repeat, scope: LoweringScope) -> Body:
    """Lower a loop; one without a limit gets a counter that stops the game after MAX_ROUNDS iterations."""
    until = FALSE if stmt.until is None else lower(work, stmt.until, scope.env)
    if stmt.most is not None:
        turns = Local(work.fresh_local("turns"))
        ended = disjunction(binary("<=", turns, ZERO), until)
        one_less = Assign(turns.name, binary("-", turns, ONE))
        most = Assign(turns.name, lower(work, stmt.most, scope.env))
        return (most, ir.Loop(ended, (one_less, *lower_block(work, stmt.body, scope))))
    before, count = iteration_limit(work, "rounds", MAX_ROUNDS)
    return (*before, ir.Loop(until, (*count, *lower_block(work, stmt.body, scope))))


def iteration_limit(work: Lowering, what: str, most: int) -> tuple[Body, Body]:
    """Return two bodies, before a loop and inside it, that stop the game after `most` iterations."""
    turns = work.fresh_local(what)
    too_many = binary(">", Local(turns), Const(most))
    return (Assign(turns, ZERO),), (
        Assign(turns, ir.Binary("+", Local(turns), ONE)),
        ir.If(too_many, (ir.Fail(f"{most} {what}"),)),
    )


@statement(typed.Until)
def _lower_until(work: Lowering, stmt: typed.Until, scope: LoweringScope) -> Body:
    """Lower the start of delayed rules, each with the values it captures."""
    begun = [rule for rule in work.program.rules if rule.number in stmt.rules]
    for rule in begun:
        work.record_captures(rule)
    known = scope.env
    if stmt.whose is not None:
        known = {**known, p.AWAITED_PLAYER: lower(work, stmt.whose, known)}
    return tuple(
        ir.Delay(rule.number, tuple(known[name] for name, _ in rule.captured)) for rule in begun
    )


@statement(typed.SetVariable)
def _lower_set(work: Lowering, stmt: typed.SetVariable, scope: LoweringScope) -> Body:
    """Lower an assignment to a variable; it does nothing if the owner is NOTHING."""
    work.allocation.variable(stmt.variable)
    value = lower(work, stmt.value, scope.env)
    if isinstance(stmt.value, typed.Nothing):
        value = Const(nothing_value(work.program.variables[stmt.variable].type))
    learning = _learn_statements(work, stmt.variable)
    if stmt.owner is None:
        return (ir.Write(stmt.variable, None, value), *learning)
    owner = lower(work, stmt.owner, scope.env)
    if isinstance(owner, Const) and owner.value < 0:
        return ()
    write: Body = (ir.Write(stmt.variable, owner, value), *learning)
    return _if_present(stmt.owner, owner, write)


@statement(typed.SetPlayed)
def _lower_set_played(work: Lowering, stmt: typed.SetPlayed, scope: LoweringScope) -> Body:
    """Lower an assignment to a phase's play counter."""
    return (ir.Write(phase_counter_variable(stmt.phase), None, lower(work, stmt.value, scope.env)),)


def _learn_statements(work: Lowering, variable: str) -> Body:
    """Return code to run after the pointer `variable` changes: players learn the cards it lets them see."""
    learnt: list[ir.Stmt] = []
    for zone in work.program.zones.values():
        looker = zone.sight.player
        if isinstance(looker, typed.VariableOf) and looker.variable == variable:
            cells = work.allocation.zone(zone.name).cells
            learnt += [Effect(Change.LEARN, (Const(cell),)) for cell in cells]
    return tuple(learnt)


@statement(typed.Move)
def _lower_move(work: Lowering, stmt: typed.Move, scope: LoweringScope) -> Body:
    """Lower a move of one card, of a list of cards, or of several cards from an end of a place."""
    place = place_at(work, stmt.zone, scope.env)
    on_top = TRUE if stmt.end == "top" else FALSE
    if isinstance(stmt.what, typed.Ends):
        return _move_ends(work, stmt, stmt.what, place, scope)
    if stmt.what.type.many:
        cards = lower(work, stmt.what, scope.env)
        effect = Effect(Change.MOVE_ALL, (cards, place, on_top, scope.knowers_of_expr(stmt.what)))
    else:
        is_end = isinstance(stmt.what, typed.End)
        knowers = Const(FROM_END) if is_end else scope.knowers_of_expr(stmt.what)
        piece = _lower_piece(work, stmt.what, scope)
        effect = Effect(Change.MOVE, (piece, place, on_top, knowers))
    return if_statement(is_present(place), (effect,)) if _may_lack_owner(stmt.zone) else (effect,)


def _move_ends(
    work: Lowering, stmt: typed.Move, what: typed.Ends, place: Node, scope: LoweringScope
) -> Body:
    """Lower a move of several cards from one end of a place, one by one."""
    pieces = lower(work, what.zone, scope.env)
    count, end = lower(work, what.count, scope.env), ir.End(pieces, what.end == "bottom")
    on_top = TRUE if stmt.end == "top" else FALSE
    move = Effect(Change.MOVE, (end, place, on_top, Const(FROM_END)))
    # The count is limited to the number of pieces, as END of an empty place is NOTHING.
    most = binary("min", count, ir.Reduce("count", pieces))
    loop = ir.For(work.fresh_local("move"), ir.NUMBER, ir.Numbers(Const(1), most), (move,))
    return if_statement(is_present(place), (loop,)) if _may_lack_owner(stmt.zone) else (loop,)


def _may_lack_owner(zone: typed.ZoneOf) -> bool:
    """Return whether the owner of a zone may be NOTHING in play."""
    return zone.owner is not None and zone.owner.type.optional


def _lower_piece(work: Lowering, what: Expr, scope: LoweringScope) -> Node:
    """Lower one card; in a scenario, a named card means its next copy still in the starting zone."""
    if not (scope.scenario and isinstance(what, typed.Design)):
        return lower(work, what, scope.env)
    pieces = work.world.of_card(what.card)
    if len(pieces) < 2:
        return lower(work, what, scope.env)
    kind = work.program.kinds[pieces[0].kind]
    var = work.fresh_local("copy")
    design = Const(work.world.cards.index(what.card))
    same = binary("==", design_of(work, Local(var)), design)
    waiting = filter_list(ir.Pieces(kind.starts or ""), var, same)
    return ir.Reduce("first", waiting, var, Local(var), Const(pieces[0].number))


@statement(typed.Exchange)
def _lower_exchange(work: Lowering, stmt: typed.Exchange, scope: LoweringScope) -> Body:
    """Lower an exchange of two places or of two cards."""
    if isinstance(stmt.one, typed.ZoneOf) and isinstance(stmt.other, typed.ZoneOf):
        one, other = place_at(work, stmt.one, scope.env), place_at(work, stmt.other, scope.env)
        return (Effect(Change.EXCHANGE_PLACES, (one, other)),)
    pieces = (lower(work, stmt.one, scope.env), lower(work, stmt.other, scope.env))
    return (Effect(Change.EXCHANGE_PIECES, pieces),)


@statement(typed.Rearrange)
def _lower_rearrange(work: Lowering, stmt: typed.Rearrange, scope: LoweringScope) -> Body:
    """Lower a shuffle, reversal or rotation of the cards in a place."""
    arguments: tuple[Node, ...] = (place_at(work, stmt.zone, scope.env),)
    if stmt.by is not None:
        by = lower(work, stmt.by, scope.env)
        arguments = (*arguments, by, Const(int(_is_public_number(work, by))))
    return (Effect(Change.of(stmt.how), arguments),)


def _is_public_number(work: Lowering, number: Node) -> bool:
    """Return whether every player can compute `number`.

    Constants are known, and numbers computed from public variables and from counts of cards in places.
    """
    match number:
        case ir.Const():
            return True
        case ir.Read(variable=name):
            sight = work.program.variables[name].sight if name in work.program.variables else None
            is_public = sight is not None and sight.who == "everyone"
            return is_public and all(_is_public_number(work, part) for part in child_nodes(number))
        case ir.Reduce(how="count", source=ir.Pieces() | ir.AllPieces() as source):
            return all(_is_public_number(work, part) for part in child_nodes(source))
        case ir.Binary():
            return all(_is_public_number(work, part) for part in child_nodes(number))
    return False


@statement(typed.Show)
def _lower_show(work: Lowering, stmt: typed.Show, scope: LoweringScope) -> Body:
    """Lower a show of cards to one player or to all."""
    to = lower(work, stmt.to, scope.env) if stmt.to is not None else Const(ir.NOTHING)
    what = lower(work, stmt.what, scope.env)
    change = Change.SHOW_ALL if stmt.what.type.many else Change.SHOW
    return _if_present(stmt.to, to, (Effect(change, (what, to)),))


def _if_present(expr: Expr | None, node: Node, stmts: Body) -> Body:
    """Return `stmts`, guarded by a test that the player `node` is not NOTHING if `expr` is optional."""
    if expr is not None and expr.type.optional:
        return if_statement(is_present(node), stmts)
    return stmts


@statement(typed.Tell)
def _lower_story_line(work: Lowering, stmt: typed.Tell, scope: LoweringScope) -> Body:
    """Lower a line of the story; a line to a player who may be NOTHING gets a condition."""
    telling = work.add_telling(scope.event, stmt.text)
    exprs = [part for part in stmt.text.parts if isinstance(part, Expr)]
    values = tuple(lower(work, expr, scope.env) for expr in exprs)
    to = lower(work, stmt.to, scope.env) if stmt.to is not None else None
    optional = stmt.to is not None and stmt.to.type.optional
    when = is_present(to) if to is not None and optional else None
    return (ir.Tell(telling, scope.why, values, to, when),)
