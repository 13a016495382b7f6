"""Lowering of lists: zones, kinds, players, ranges, filters (`where`) and reductions."""

from __future__ import annotations

from typing import cast

from rulewright.language.program import typed
from rulewright.language.program.typed import Expr
from rulewright.runtime.ir import terms as ir
from rulewright.runtime.ir.nodes.constructors import (
    TRUE,
    binary,
    conditional,
    conjunction,
    filter_list,
    is_present,
    reduce_list,
    reverse_list,
)
from rulewright.runtime.ir.terms import NUMBER, PIECE, PLAYER, Const, Local, Node, Sequence
from rulewright.runtime.ir.walk import child_nodes
from rulewright.runtime.lower.dispatch import expression, lower
from rulewright.runtime.lower.expressions.lower_expressions import lower_count
from rulewright.runtime.lower.lowering_context import Env, Lowering, nothing_value

MAX_CONSTANT_RANGE = 64
"""Maximal length of a range that becomes a constant list; a longer one keeps its ends only."""


@expression(typed.ZoneOf)
def _lower_zone(work: Lowering, expr: typed.ZoneOf, env: Env) -> Node:
    """Lower a zone of one owner to the list of its pieces; empty if the owner is NOTHING."""
    work.allocation.zone(expr.zone)
    if expr.owner is None:
        return ir.Pieces(expr.zone)
    owner = lower(work, expr.owner, env)
    nothing = Sequence((), PIECE)
    if isinstance(owner, Const):
        return nothing if owner.value < 0 else ir.Pieces(expr.zone, owner)
    pieces = ir.Pieces(expr.zone, owner)
    return conditional(is_present(owner), pieces, nothing) if expr.owner.type.optional else pieces


@expression(typed.AnyZone)
def _lower_any_zone(work: Lowering, expr: typed.AnyZone, env: Env) -> Node:
    """Lower `in any …`: the pieces in the places of all owners, perhaps without those of one owner."""
    work.allocation.zone(expr.zone)
    without = lower(work, expr.without, env) if expr.without is not None else None
    return ir.AllPieces(expr.zone, without)


@expression(typed.KindAll)
def _lower_kind_all(work: Lowering, expr: typed.KindAll, env: Env) -> Node:
    """Lower all pieces of a kind to a constant list, perhaps filtered to leave out one piece."""
    pieces = Sequence(tuple(piece.number for piece in work.world.of_kind(expr.kind)), PIECE)
    if expr.without is None:
        return pieces
    var = work.fresh_local("other")
    return filter_list(pieces, var, binary("!=", Local(var), lower(work, expr.without, env)))


@expression(typed.LabelAll)
def _lower_label_all(work: Lowering, expr: typed.LabelAll, env: Env) -> Node:
    """Lower all labels of a list to the constant list of their indices."""
    labels = work.program.labels[expr.labels].items
    return Sequence(tuple(range(len(labels))), ir.Type(ir.Kind.LABEL, expr.labels))


@expression(typed.Players)
def _lower_players(work: Lowering, expr: typed.Players, env: Env) -> Node:
    """Lower a list of players: all by seat, or clockwise from a start."""
    if expr.start is None:
        return Sequence(tuple(range(work.world.players)), PLAYER)
    return ir.Around(lower(work, expr.start, env), expr.others)


@expression(typed.Range)
def _lower_range(work: Lowering, expr: typed.Range, env: Env) -> Node:
    """Lower a range of integers; a short constant one becomes a constant list."""
    start, end = lower(work, expr.low, env), lower(work, expr.high, env)
    if isinstance(start, Const) and isinstance(end, Const):
        numbers = range(start.value, end.value + 1)
        if len(numbers) <= MAX_CONSTANT_RANGE:
            return Sequence(tuple(numbers), NUMBER)
    return ir.Numbers(start, end)


@expression(typed.Filter)
def _lower_filter(work: Lowering, expr: typed.Filter, env: Env) -> Node:
    """Lower a filtered list; filters that depend only on printed fields are applied at compile time."""
    var = work.fresh_local(expr.var)
    source, condition = source_of(work, expr, env, var)
    if isinstance(source, Sequence) and _is_static(condition, var):
        passes = {item: _passes_filters(work, expr, env, item) for item in source.items}
        if all(isinstance(each, Const) for each in passes.values()):
            passing = tuple(item for item in source.items if passes[item] == TRUE)
            return Sequence(passing, source.of)
    return filter_list(source, var, condition)


def _is_static(condition: Node, *bound: str) -> bool:
    """Return whether `condition` depends only on printed fields and the set of cards, which never change.

    Its locals must be among `bound`: the element of this list or of a list inside.
    """
    match condition:
        case Local():
            return condition.name in bound
        case ir.Filtered() | ir.Reduce():
            inner = condition.condition if isinstance(condition, ir.Filtered) else condition.of
            own = inner is None or _is_static(inner, *bound, condition.var)
            return own and _is_static(condition.source, *bound)
        case (
            Const() | ir.Binary() | ir.Not() | ir.All() | ir.Any() | ir.Cond() | ir.Lookup() | ir.Watched()
            | Sequence()
        ):  # fmt: skip
            return all(_is_static(part, *bound) for part in child_nodes(condition))
    return False


def _passes_filters(work: Lowering, expr: Expr, env: Env, item: int) -> Node:
    """Return the condition that the constant element `item` passes every filter of `expr`."""
    if not isinstance(expr, typed.Filter):
        return TRUE
    condition = lower(work, expr.condition, {**env, expr.var: Const(item)})
    return conjunction(_passes_filters(work, expr.source, env, item), condition)


def source_of(work: Lowering, expr: Expr, env: Env, var: str) -> tuple[Node, Node]:
    """Lower a list without its filters; return it and the filters as one condition on the local `var`."""
    if isinstance(expr, typed.Filter):
        source, condition = source_of(work, expr.source, env, var)
        inner = {**env, expr.var: Local(var)}
        return source, conjunction(condition, lower(work, expr.condition, inner))
    return lower(work, expr, env), TRUE


@expression(typed.Backwards)
def _lower_backwards(work: Lowering, expr: typed.Backwards, env: Env) -> Node:
    """Lower a list in reverse order."""
    return reverse_list(lower(work, expr.source, env))


@expression(typed.Ends)
def _lower_ends(work: Lowering, expr: typed.Ends, env: Env) -> Node:
    """Lower several cards from the top or bottom of a zone, at most as many as it holds."""
    pieces = lower(work, expr.zone, env)
    whole = reverse_list(pieces) if expr.end == "bottom" else pieces
    return ir.Taken(whole, lower(work, expr.count, env))


@expression(typed.FirstOf)
def _lower_first(work: Lowering, expr: typed.FirstOf, env: Env) -> Node:
    """Lower the first element of a list; the type's value for nothing if the list is empty."""
    var = work.fresh_local("first")
    source, condition = source_of(work, expr.source, env, var)
    nothing = Const(nothing_value(expr.source.type.one()))
    return ir.Reduce("first", filter_list(source, var, condition), var, None, nothing)


@expression(typed.End)
def _lower_end(work: Lowering, expr: typed.End, env: Env) -> Node:
    """Lower the top or bottom card of a zone; NOTHING if it is empty."""
    return ir.End(lower(work, expr.zone, env), expr.end == "bottom")


@expression(typed.Count)
def _lower_count(work: Lowering, expr: typed.Count, env: Env) -> Node:
    """Lower the number of elements of a list."""
    return reduce_list("count", lower(work, expr.source, env))


@expression(typed.Some)
def _lower_some(work: Lowering, expr: typed.Some, env: Env) -> Node:
    """Lower the test that a list is not empty."""
    return reduce_list("some", lower(work, expr.source, env))


@expression(typed.Gather)
def _lower_gather(work: Lowering, expr: typed.Gather, env: Env) -> Node:
    """Lower a reduction of a list, such as the total or maximum of an expression over its elements."""
    var = work.fresh_local(expr.var)
    source, condition = source_of(work, expr.source, env, var)
    of = lower_count(work, expr.of, {**env, expr.var: Local(var)})
    return reduce_list(cast(ir.Way, expr.how), filter_list(source, var, condition), var, of)
