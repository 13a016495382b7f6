"""Statements that change or show the table -> lowered ones: set, move, exchange, shuffle, show, tell."""

from __future__ import annotations

from rulewright.program import nodes
from rulewright.program.nodes import Expr
from rulewright.rulebook import lowered as low
from rulewright.rulebook.lowered import Body, Const, Local, Node
from rulewright.rulebook.lowered.folding import both, filtered
from rulewright.rulebook.lowering import Env, Lowering, nothing_of
from rulewright.rulebook.lowering.deeds import Frame, on, when
from rulewright.rulebook.lowering.expressions import lower
from rulewright.rulebook.lowering.reading import designs


@on(nodes.SetTrack)
def _set(work: Lowering, stmt: nodes.SetTrack, frame: Frame) -> Body:
    cells = work.layout.track(stmt.track)
    type_ = work.world.program.tracks[stmt.track].type
    value = lower(work, stmt.value, frame.env)
    if isinstance(stmt.value, nodes.Nothing):
        value = Const(nothing_of(type_))
    seen = _learning(work, stmt.track)
    if stmt.owner is None:
        return (low.Store(cells.base, None, value), *seen)
    owner = lower(work, stmt.owner, frame.env)
    if isinstance(owner, Const) and owner.value < 0:
        return ()
    store: Body = (low.Store(cells.base - cells.first_owner, owner, value), *seen)
    return when(both(">=", owner, Const(0)), store) if stmt.owner.type.optional else store


def _learning(work: Lowering, track: str) -> Body:
    """Whoever may look into a place because of a pointer learns what lies there."""
    learnt: list[low.Stmt] = []
    for zone in work.world.program.zones.values():
        if zone.sight.player is not None and _reads(zone.sight.player, track):
            cells = work.layout.zone(zone.name)
            learnt += [
                low.Effect("learn", (Const(cells.base + number),)) for number in range(cells.count)
            ]
    return tuple(learnt)


def _reads(expr: Expr, track: str) -> bool:
    return isinstance(expr, nodes.TrackOf) and expr.track == track


@on(nodes.Move)
def _move(work: Lowering, stmt: nodes.Move, frame: Frame) -> Body:
    place = place_cell(work, stmt.zone, frame.env)
    end = Const({None: 0, "top": 1, "bottom": 0}[stmt.end])
    if stmt.what.type.many:
        cards = lower(work, stmt.what, frame.env)
        return _placed(stmt.zone, place, low.Effect("move_all", (cards, place, end)))
    card = _piece(work, stmt.what, frame)
    from_end = (Const(1),) if isinstance(stmt.what, nodes.End) else ()
    return _placed(stmt.zone, place, low.Effect("move", (card, place, end, *from_end)))


def _placed(zone: nodes.ZoneOf, place: Node, effect: low.Stmt) -> Body:
    if zone.owner is not None and zone.owner.type.optional:
        return when(both(">=", place, Const(0)), (effect,))
    return (effect,)


def _piece(work: Lowering, what: Expr, frame: Frame) -> Node:
    """The piece that is meant; in a scenario the next copy that still lies where its kind starts."""
    if not (frame.scenario and isinstance(what, nodes.Design)):
        return lower(work, what, frame.env)
    pieces = work.world.of_card(what.card)
    if len(pieces) < 2:
        return lower(work, what, frame.env)
    kind = work.world.program.kinds[pieces[0].kind]
    cells = work.layout.zone(kind.starts or "")
    var = work.temporary("copy")
    designs(work)
    same = both("==", low.Static("design", Local(var)), Const(work.world.cards.index(what.card)))
    waiting = filtered(low.ZoneCards(cells.base, None), var, same)
    return low.Fold("first", waiting, var, Local(var), Const(pieces[0].number))


def place_cell(work: Lowering, zone: nodes.ZoneOf, env: Env) -> Node:
    """The number of the cell of a place."""
    cells = work.layout.zone(zone.zone)
    if zone.owner is None:
        return Const(cells.base)
    owner = lower(work, zone.owner, env)
    place = both("+", Const(cells.base - cells.first_owner), owner)
    if zone.owner.type.optional:
        return low.Op("if", (both(">=", owner, Const(0)), place, Const(-1)))
    return place


@on(nodes.Exchange)
def _exchange(work: Lowering, stmt: nodes.Exchange, frame: Frame) -> Body:
    if isinstance(stmt.one, nodes.ZoneOf) and isinstance(stmt.other, nodes.ZoneOf):
        one, other = place_cell(work, stmt.one, frame.env), place_cell(work, stmt.other, frame.env)
        return (low.Effect("exchange_places", (one, other)),)
    cards = (lower(work, stmt.one, frame.env), lower(work, stmt.other, frame.env))
    return (low.Effect("exchange_cards", cards),)


@on(nodes.Shuffle)
def _shuffle(work: Lowering, stmt: nodes.Shuffle, frame: Frame) -> Body:
    return (low.Effect("shuffle", (place_cell(work, stmt.zone, frame.env),)),)


@on(nodes.Show)
def _show(work: Lowering, stmt: nodes.Show, frame: Frame) -> Body:
    to = lower(work, stmt.to, frame.env) if stmt.to is not None else Const(-1)
    what = lower(work, stmt.what, frame.env)
    done: Body
    if stmt.what.type.many:
        name = work.temporary("shown")
        done = (low.For(name, what, (low.Effect("show", (Local(name), to)),)),)
    else:
        done = (low.Effect("show", (what, to)),)
    return _if_somebody(stmt.to, to, done)


def _if_somebody(expr: Expr | None, node: Node, done: Body) -> Body:
    """What is for somebody is not done for nobody."""
    if expr is not None and expr.type.optional:
        return when(both(">=", node, Const(0)), done)
    return done


@on(nodes.Tell)
def _tell(work: Lowering, stmt: nodes.Tell, frame: Frame) -> Body:
    telling = work.telling(frame.event, stmt.text)
    exprs = [part for part in stmt.text.parts if isinstance(part, Expr)]
    values = tuple(lower(work, expr, frame.env) for expr in exprs)
    kinds = work.world.program.kinds
    cards = tuple((1 + expr.type.many) * (expr.type.name in kinds) for expr in exprs)
    to = lower(work, stmt.to, frame.env) if stmt.to is not None else None
    log = (low.Log(telling, frame.why, values, cards, to),)
    return _if_somebody(stmt.to, to, log) if to is not None else log
