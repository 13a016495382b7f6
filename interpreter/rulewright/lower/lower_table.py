"""Statements that change or show the table -> lowered ones: set, move, exchange, shuffle, show, tell."""

from __future__ import annotations

from rulewright import ir
from rulewright.ir import Body, Const, Local, Node
from rulewright.ir.folding import both, filtered
from rulewright.lower import Env, Lowering, nothing_of
from rulewright.lower.lower_expressions import lower
from rulewright.lower.lower_statements import Frame, on, when
from rulewright.lower.state_access import designs
from rulewright.program import typed
from rulewright.program.typed import Expr


@on(typed.SetTrack)
def _set(work: Lowering, stmt: typed.SetTrack, frame: Frame) -> Body:
    cells = work.layout.track(stmt.track)
    type_ = work.world.program.tracks[stmt.track].type
    value = lower(work, stmt.value, frame.env)
    if isinstance(stmt.value, typed.Nothing):
        value = Const(nothing_of(type_))
    seen = _learning(work, stmt.track)
    if stmt.owner is None:
        return (ir.Store(cells.base, None, value), *seen)
    owner = lower(work, stmt.owner, frame.env)
    if isinstance(owner, Const) and owner.value < 0:
        return ()
    store: Body = (ir.Store(cells.base - cells.first_owner, owner, value), *seen)
    return when(both(">=", owner, Const(0)), store) if stmt.owner.type.optional else store


def _learning(work: Lowering, track: str) -> Body:
    """Whoever may look into a place because of a pointer learns what lies there."""
    learnt: list[ir.Stmt] = []
    for zone in work.world.program.zones.values():
        if zone.sight.player is not None and _reads(zone.sight.player, track):
            cells = work.layout.zone(zone.name)
            learnt += [
                ir.Effect("learn", (Const(cells.base + number),)) for number in range(cells.count)
            ]
    return tuple(learnt)


def _reads(expr: Expr, track: str) -> bool:
    return isinstance(expr, typed.TrackOf) and expr.track == track


@on(typed.Move)
def _move(work: Lowering, stmt: typed.Move, frame: Frame) -> Body:
    place = place_cell(work, stmt.zone, frame.env)
    end = Const({None: 0, "top": 1, "bottom": 0}[stmt.end])
    if stmt.what.type.many:
        cards = lower(work, stmt.what, frame.env)
        return _placed(stmt.zone, place, ir.Effect("move_all", (cards, place, end)))
    card = _piece(work, stmt.what, frame)
    from_end = (Const(1),) if isinstance(stmt.what, typed.End) else ()
    return _placed(stmt.zone, place, ir.Effect("move", (card, place, end, *from_end)))


def _placed(zone: typed.ZoneOf, place: Node, effect: ir.Stmt) -> Body:
    if zone.owner is not None and zone.owner.type.optional:
        return when(both(">=", place, Const(0)), (effect,))
    return (effect,)


def _piece(work: Lowering, what: Expr, frame: Frame) -> Node:
    """The piece that is meant; in a scenario the next copy that still lies where its kind starts."""
    if not (frame.scenario and isinstance(what, typed.Design)):
        return lower(work, what, frame.env)
    pieces = work.world.of_card(what.card)
    if len(pieces) < 2:
        return lower(work, what, frame.env)
    kind = work.world.program.kinds[pieces[0].kind]
    cells = work.layout.zone(kind.starts or "")
    var = work.temporary("copy")
    designs(work)
    same = both("==", ir.Static("design", Local(var)), Const(work.world.cards.index(what.card)))
    waiting = filtered(ir.ZoneCards(cells.base, None), var, same)
    return ir.Fold("first", waiting, var, Local(var), Const(pieces[0].number))


def place_cell(work: Lowering, zone: typed.ZoneOf, env: Env) -> Node:
    """The number of the cell of a place."""
    cells = work.layout.zone(zone.zone)
    if zone.owner is None:
        return Const(cells.base)
    owner = lower(work, zone.owner, env)
    place = both("+", Const(cells.base - cells.first_owner), owner)
    if zone.owner.type.optional:
        return ir.Op("if", (both(">=", owner, Const(0)), place, Const(-1)))
    return place


@on(typed.Exchange)
def _exchange(work: Lowering, stmt: typed.Exchange, frame: Frame) -> Body:
    if isinstance(stmt.one, typed.ZoneOf) and isinstance(stmt.other, typed.ZoneOf):
        one, other = place_cell(work, stmt.one, frame.env), place_cell(work, stmt.other, frame.env)
        return (ir.Effect("exchange_places", (one, other)),)
    cards = (lower(work, stmt.one, frame.env), lower(work, stmt.other, frame.env))
    return (ir.Effect("exchange_cards", cards),)


@on(typed.Shuffle)
def _shuffle(work: Lowering, stmt: typed.Shuffle, frame: Frame) -> Body:
    return (ir.Effect("shuffle", (place_cell(work, stmt.zone, frame.env),)),)


@on(typed.Show)
def _show(work: Lowering, stmt: typed.Show, frame: Frame) -> Body:
    to = lower(work, stmt.to, frame.env) if stmt.to is not None else Const(-1)
    what = lower(work, stmt.what, frame.env)
    done: Body
    if stmt.what.type.many:
        name = work.temporary("shown")
        done = (ir.For(name, what, (ir.Effect("show", (Local(name), to)),)),)
    else:
        done = (ir.Effect("show", (what, to)),)
    return _if_somebody(stmt.to, to, done)


def _if_somebody(expr: Expr | None, node: Node, done: Body) -> Body:
    """What is for somebody is not done for nobody."""
    if expr is not None and expr.type.optional:
        return when(both(">=", node, Const(0)), done)
    return done


@on(typed.Tell)
def _tell(work: Lowering, stmt: typed.Tell, frame: Frame) -> Body:
    telling = work.telling(frame.event, stmt.text)
    exprs = [part for part in stmt.text.parts if isinstance(part, Expr)]
    values = tuple(lower(work, expr, frame.env) for expr in exprs)
    kinds = work.world.program.kinds
    cards = tuple((1 + expr.type.many) * (expr.type.name in kinds) for expr in exprs)
    to = lower(work, stmt.to, frame.env) if stmt.to is not None else None
    log = (ir.Log(telling, frame.why, values, cards, to),)
    return _if_somebody(stmt.to, to, log) if to is not None else log
