"""Reading the table: fields, owners, tracks, values, facts, and what can be done become cells and arrays."""

from __future__ import annotations

from typing import Any

from rulewright import ir
from rulewright.ir import Const, Node
from rulewright.ir.folding import FALSE, both, choose, either, every
from rulewright.ir.layout import NOTHING
from rulewright.lower import Env, Lowering, nothing_of, safe
from rulewright.lower.lower_expressions import lower, on
from rulewright.program import typed
from rulewright.program.typed import Expr


def _cell(cells: Any, index: Node | None, optional: bool, default: int) -> Node:
    """A cell of a run; of nobody it reads the default."""
    if index is None:
        return ir.Cell(cells.base)
    if isinstance(index, Const):
        if index.value < 0:
            return Const(default)
        return ir.Cell(cells.base + index.value - cells.first_owner)
    return ir.Cell(cells.base - cells.first_owner, index, optional, Const(default))


@on(typed.FieldOf)
def _field(work: Lowering, expr: typed.FieldOf, env: Env) -> Node:
    if isinstance(expr.card, typed.Design):  # known also of a card that is not in the game
        design = expr.card
        return Const(_field_value(work, design.card, design.type.name, expr.field))
    card = lower(work, expr.card, env)
    array = f"field_{safe(expr.field)}"
    if array not in work.lowered.arrays:
        values = [_field_value(work, p.card, p.kind, expr.field) for p in work.world.pieces]
        of_nothing = 0 if expr.type.name in ("number", "yes-or-no") else NOTHING
        work.array(array, values, of_nothing)
    if isinstance(card, Const):
        return Const(work.lowered.arrays[array][card.value])
    return ir.Static(array, card)


def _field_value(work: Lowering, card: str, kind: str, field: str) -> int:
    declared = work.world.program.kinds[kind].fields.get(field)
    if declared is None:
        return NOTHING
    return work.encoded(work.world.field_of(card, field), declared.type)


@on(typed.DesignOf)
def _name(work: Lowering, expr: typed.DesignOf, env: Env) -> Node:
    card = lower(work, expr.card, env)
    designs(work)
    if isinstance(card, Const):
        return Const(work.lowered.arrays["design"][card.value])
    return ir.Static("design", card)


def designs(work: Lowering) -> None:
    """The array that says of every piece which card it is a copy of."""
    if "design" not in work.lowered.arrays:
        cards = work.world.cards
        work.array("design", [cards.index(piece.card) for piece in work.world.pieces])


@on(typed.OwnerOf)
def _owner(work: Lowering, expr: typed.OwnerOf, env: Env) -> Node:
    return ir.Static("place_owner", place_of(work, lower(work, expr.card, env), expr.card))


def place_of(work: Lowering, card: Node, expr: Expr) -> Node:
    """The place that a card lies in; nothing of nothing."""
    if isinstance(card, Const):
        return Const(NOTHING) if card.value < 0 else ir.Cell(work.layout.place + card.value)
    return ir.Cell(work.layout.place, card, expr.type.optional, Const(NOTHING))


@on(typed.NeighbourOf)
def _neighbour(work: Lowering, expr: typed.NeighbourOf, env: Env) -> Node:
    step = 1 if expr.side == "left" else -1
    players = work.world.players
    work.array(expr.side, [(seat + step) % players for seat in range(players)])
    return ir.Static(expr.side, lower(work, expr.player, env))


@on(typed.TrackOf)
def _track(work: Lowering, expr: typed.TrackOf, env: Env) -> Node:
    cells = work.layout.track(expr.track)
    owner = lower(work, expr.owner, env) if expr.owner is not None else None
    optional = expr.owner is not None and expr.owner.type.optional
    return _cell(cells, owner, optional, track_start(work, expr.track))


@on(typed.Slot)
def _slot(work: Lowering, expr: typed.Slot, env: Env) -> Node:
    """Owner and label as one number, as if each owner were so many; nothing if one of them is missing."""
    which = lower(work, expr.which, env)
    if expr.owner is None:
        return which
    owner = lower(work, expr.owner, env)
    pieces = work.world.of_kind(expr.owner.type.name)
    first = pieces[0].number if pieces else 0
    each = len(work.world.program.labels[expr.which.type.name].items)
    row = both("*", both("-", owner, Const(first)), Const(each))
    index = both("+", both("+", row, which), Const(first))
    optional = [(expr.owner, owner), (expr.which, which)]
    there = [both(">=", node, Const(0)) for part, node in optional if part.type.optional]
    return choose(every(*there), index, Const(NOTHING))


def track_start(work: Lowering, name: str) -> int:
    """What a track holds at the start of a game and when it goes back."""
    track = work.world.program.tracks[name]
    if track.start is not None:
        start = lower(work, track.start, {})
        if isinstance(start, Const):
            return start.value
    return nothing_of(track.type) if track.type.optional else 0


@on(typed.Running)
def _running(work: Lowering, expr: typed.Running, env: Env) -> Node:
    return ir.Cell(work.layout.running[(expr.phase, expr.parameter)].base)


@on(typed.ValueOf)
def _value(work: Lowering, expr: typed.ValueOf, env: Env) -> Node:
    # Imported late: values are made of expressions and the reverse.
    from rulewright.lower.lower_values import value_of

    arguments = tuple(lower(work, argument, env) for argument in expr.arguments)
    return _of_somebody(expr.arguments, arguments, value_of(work, expr.value, arguments))


@on(typed.FactOf)
def _fact(work: Lowering, expr: typed.FactOf, env: Env) -> Node:
    from rulewright.lower.lower_values import fact_of

    arguments = tuple(lower(work, argument, env) for argument in expr.arguments)
    return _of_somebody(expr.arguments, arguments, fact_of(work, expr.fact, arguments))


@on(typed.Can)
def _can(work: Lowering, expr: typed.Can, env: Env) -> Node:
    from rulewright.lower.lower_values import can

    arguments = tuple(lower(work, argument, env) for argument in expr.arguments)
    return _of_somebody(expr.arguments, arguments, can(work, expr.event, arguments))


def _of_somebody(exprs: tuple[Expr, ...], given: tuple[Node, ...], asked: Node) -> Node:
    """A value of nobody is 0, a fact about nobody is no, and nobody can do anything."""
    there = every(
        *(
            both(">=", node, Const(0))
            for expr, node in zip(exprs, given, strict=True)
            if expr.type.optional
        )
    )
    return choose(there, asked, Const(0))


# ------------------------------------------------------------------ where things lie, and what they are


@on(typed.IsDesign)
def _is_design(work: Lowering, expr: typed.IsDesign, env: Env) -> Node:
    pieces = work.world.of_card(expr.card)
    piece = lower(work, expr.piece, env)
    if not pieces:
        return FALSE
    if len(pieces) == 1:
        return both("==", piece, Const(pieces[0].number))
    designs(work)
    design = work.world.cards.index(expr.card)
    if isinstance(piece, Const):
        return Const(int(piece.value in {p.number for p in pieces}))
    return both("==", ir.Static("design", piece), Const(design))


@on(typed.Within)
def _within(work: Lowering, expr: typed.Within, env: Env) -> Node:
    if isinstance(expr.what, typed.Design):
        pieces = work.world.of_card(expr.what.card)
        return either(*(_lies_in(work, Const(p.number), expr, env) for p in pieces))
    return _lies_in(work, lower(work, expr.what, env), expr, env)


def _lies_in(work: Lowering, what: Node, expr: typed.Within, env: Env) -> Node:
    if isinstance(expr.source, typed.AnyZone):
        cells = work.layout.zone(expr.source.zone)
        place = place_of(work, what, expr.what)
        inside = every(
            both(">=", place, Const(cells.base)), both("<", place, Const(cells.base + cells.count))
        )
        if expr.source.without is None:
            return inside
        mine = both("*", lower(work, expr.source.without, env), Const(cells.each))
        first = both("+", Const(cells.base), mine)
        last = both("+", first, Const(cells.each))
        if cells.each == 1:
            return every(inside, both("!=", place, first))
        return every(inside, either(both("<", place, first), both(">=", place, last)))
    if isinstance(expr.source, typed.ZoneOf):
        return _lies_at(work, what, expr, expr.source, env)
    return ir.Member(what, lower(work, expr.source, env))


def _lies_at(work: Lowering, what: Node, expr: typed.Within, zone: typed.ZoneOf, env: Env) -> Node:
    cells = work.layout.zone(zone.zone)
    place = place_of(work, what, expr.what)
    if zone.owner is None:
        return both("==", place, Const(cells.base))
    owner = lower(work, zone.owner, env)
    here = both("==", place, both("+", Const(cells.base - cells.first_owner), owner))
    if zone.owner.type.optional:
        return every(both(">=", owner, Const(0)), here)
    return here


@on(typed.Sees)
def _sees(work: Lowering, expr: typed.Sees, env: Env) -> Node:
    player = lower(work, expr.player, env)
    if isinstance(expr.card, typed.Design):
        pieces = [Const(piece.number) for piece in work.world.of_card(expr.card.card)]
        return either(*(ir.Call("sees", (piece, player)) for piece in pieces))
    return ir.Call("sees", (lower(work, expr.card, env), player))
