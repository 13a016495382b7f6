"""Lists: places, kinds, players, ranges, what a `where` lets through, and what a list comes to."""

from __future__ import annotations

from rulewright import ir
from rulewright.ir import Const, Local, Node, Op, Static, Watched
from rulewright.ir.folding import (
    TRUE,
    both,
    children,
    every,
    filtered,
    fold,
)
from rulewright.lower import Env, Lowering
from rulewright.lower.lower_expressions import counted, lower, on
from rulewright.program import typed
from rulewright.program.typed import Expr


@on(typed.ZoneOf)
def _zone(work: Lowering, expr: typed.ZoneOf, env: Env) -> Node:
    cells = work.layout.zone(expr.zone)
    if expr.owner is None:
        return ir.ZoneCards(cells.base, None)
    owner = lower(work, expr.owner, env)
    if isinstance(owner, Const):
        if owner.value < 0:
            return ir.Sequence(())
        return ir.ZoneCards(cells.base + owner.value - cells.first_owner, None)
    cards = ir.ZoneCards(cells.base - cells.first_owner, owner)
    if expr.owner.type.optional:
        return ir.Op("if", (both(">=", owner, Const(0)), cards, ir.Sequence(())))
    return cards


@on(typed.AnyZone)
def _any_zone(work: Lowering, expr: typed.AnyZone, env: Env) -> Node:
    cells = work.layout.zone(expr.zone)
    without = lower(work, expr.without, env) if expr.without is not None else None
    return ir.ZoneCards(cells.base, None, cells.count, without, cells.each)


@on(typed.KindAll)
def _kind_all(work: Lowering, expr: typed.KindAll, env: Env) -> Node:
    pieces = ir.Sequence(tuple(piece.number for piece in work.world.of_kind(expr.kind)))
    if expr.without is None:
        return pieces
    var = work.temporary("other")
    return filtered(pieces, var, both("!=", Local(var), lower(work, expr.without, env)))


@on(typed.LabelAll)
def _label_all(work: Lowering, expr: typed.LabelAll, env: Env) -> Node:
    return ir.Sequence(tuple(range(len(work.world.program.labels[expr.labels].items))))


@on(typed.Players)
def _players(work: Lowering, expr: typed.Players, env: Env) -> Node:
    if expr.start is None:
        return ir.Sequence(tuple(range(work.world.players)))
    return ir.Around(lower(work, expr.start, env), expr.others)


@on(typed.Range)
def _range(work: Lowering, expr: typed.Range, env: Env) -> Node:
    start, end = lower(work, expr.low, env), lower(work, expr.high, env)
    if isinstance(start, Const) and isinstance(end, Const):
        return ir.Sequence(tuple(range(start.value, min(end.value, start.value + 1000) + 1)))
    return ir.Numbers(start, end)


@on(typed.Filter)
def _filter(work: Lowering, expr: typed.Filter, env: Env) -> Node:
    var = work.temporary(expr.var)
    source, condition = source_of(work, expr, env, var)
    if isinstance(source, ir.Sequence) and _printed(condition, var):
        passing = [_passes(work, expr, env, item) for item in source.items]
        if all(isinstance(passes, Const) for passes in passing):
            pairs = zip(source.items, passing, strict=True)
            return ir.Sequence(tuple(item for item, passes in pairs if passes == TRUE))
    return filtered(source, var, condition)


def _printed(condition: Node, *bound: str) -> bool:
    """Whether a condition asks only what never changes in a game: fields of cards, and which cards there are.

    It may ask them of what is `bound`: what is looked at, here or in a list inside.
    """
    match condition:
        case Local(name=name):
            return name in bound
        case ir.Filtered(source=source, var=var, condition=inner):
            return _printed(source, *bound) and _printed(inner, *bound, var)
        case ir.Fold(source=source, var=var, of=of):
            return _printed(source, *bound) and (of is None or _printed(of, *bound, var))
        case Const() | Op() | Static() | Watched() | ir.Sequence():
            return all(_printed(part, *bound) for part in children(condition))
    return False


def _passes(work: Lowering, expr: Expr, env: Env, item: int) -> Node:
    """Whether one known element passes every `where`."""
    if not isinstance(expr, typed.Filter):
        return TRUE
    condition = lower(work, expr.condition, {**env, expr.var: Const(item)})
    return every(_passes(work, expr.source, env, item), condition)


def source_of(work: Lowering, expr: Expr, env: Env, var: str) -> tuple[Node, Node]:
    """A list without its `where`, and the `where` as a condition on a local."""
    if isinstance(expr, typed.Filter):
        source, condition = source_of(work, expr.source, env, var)
        inner = {**env, expr.var: Local(var)}
        return source, every(condition, lower(work, expr.condition, inner))
    return lower(work, expr, env), TRUE


@on(typed.End)
def _end(work: Lowering, expr: typed.End, env: Env) -> Node:
    return ir.First(lower(work, expr.zone, env), expr.end == "bottom")


@on(typed.Count)
def _count(work: Lowering, expr: typed.Count, env: Env) -> Node:
    return fold("count", lower(work, expr.source, env))


@on(typed.Some)
def _some(work: Lowering, expr: typed.Some, env: Env) -> Node:
    return fold("some", lower(work, expr.source, env))


@on(typed.Gather)
def _gather(work: Lowering, expr: typed.Gather, env: Env) -> Node:
    var = work.temporary(expr.var)
    source, condition = source_of(work, expr.source, env, var)
    of = counted(work, expr.of, {**env, expr.var: Local(var)})
    return fold(expr.how, filtered(source, var, condition), var, of)
