"""Lowering of reads of the state: fields, owners, variables, places and visibility."""

from __future__ import annotations

from rulewright.language.program import program as p, typed
from rulewright.language.program.typed import Expr
from rulewright.runtime.ir import terms as ir
from rulewright.runtime.ir.nodes.constructors import (
    FALSE,
    binary,
    conditional,
    conjunction,
    disjunction,
    is_present,
    negation,
)
from rulewright.runtime.ir.terms import DESIGN, NOTHING, PIECE, PLAYER, Const, Node
from rulewright.runtime.lower.allocation import phase_counter_variable, phase_parameter_variable
from rulewright.runtime.lower.dispatch import expression, lower
from rulewright.runtime.lower.expressions.lower_values import value_of
from rulewright.runtime.lower.lowering_context import Env, Lowering, nothing_value, to_identifier
from rulewright.runtime.lower.statements.rule_instances import rule_instances


@expression(typed.FieldOf)
def _lower_field(work: Lowering, expr: typed.FieldOf, env: Env) -> Node:
    """Lower a card's field: the printed value, or a value if rules of this world modify the field."""
    value = typed.field_value(expr.card.type.name, expr.field)
    if work.before_the_game or not rule_instances(work, p.Change, value):
        return _lower_printed(work, expr, env)
    card = lower(work, expr.card, env)
    if isinstance(card, Const) and card.value < 0:
        return _lower_printed(work, expr, env)  # the card is not in the game
    node = value_of(work, value, (card,))
    if not expr.card.type.optional:
        return node
    nothing = 0 if expr.type.name in ("number", "yes-or-no") else NOTHING
    return conditional(is_present(card), node, Const(nothing))


@expression(typed.Printed)
def _lower_printed(work: Lowering, expr: typed.Printed | typed.FieldOf, env: Env) -> Node:
    """Lower a card's field as printed: a constant, or a lookup in an array by piece."""
    if isinstance(expr.card, typed.Design):  # cards that are not in the game have fields too
        design = expr.card
        return Const(_field_value(work, design.card, design.type.name, expr.field))
    card = lower(work, expr.card, env)
    array = f"field_{to_identifier(expr.field)}"
    if array not in work.code.arrays:
        values = [_field_value(work, p.card, p.kind, expr.field) for p in work.world.pieces]
        of_nothing = 0 if expr.type.name in ("number", "yes-or-no") else NOTHING
        work.add_array(array, PIECE, work.type_of(expr.type), values, of_nothing)
    return array_entry(work, array, card)


def _field_value(work: Lowering, card: str, kind: str, field: str) -> int:
    """Return the printed value of a card's field as an integer; NOTHING if its kind lacks the field."""
    declared = work.program.kinds[kind].fields.get(field)
    if declared is None:
        return NOTHING
    return work.encode(work.world.field_of(card, field), declared.type)


def array_entry(work: Lowering, array: str, index: Node) -> Node:
    """Return a node for entry `index` of a constant array, folded for a constant index."""
    if isinstance(index, Const):
        return Const(work.code.arrays[array].values[index.value])
    return ir.Lookup(array, index)


@expression(typed.DesignOf)
def _lower_name(work: Lowering, expr: typed.DesignOf, env: Env) -> Node:
    """Lower the name of a card to the number of its design."""
    return design_of(work, lower(work, expr.card, env))


def design_of(work: Lowering, piece: Node) -> Node:
    """Return the node for the number of a piece's design, which all copies of a card share."""
    if "design" not in work.code.arrays:
        cards = work.world.cards
        work.add_array("design", PIECE, DESIGN, [cards.index(p.card) for p in work.world.pieces])
    return array_entry(work, "design", piece)


@expression(typed.OwnerOf)
def _lower_owner(work: Lowering, expr: typed.OwnerOf, env: Env) -> Node:
    """Lower the owner of a card: the seat that owns its place, NOTHING if no seat does."""
    return ir.OwnerOf(place_of(lower(work, expr.card, env), expr.card))


def place_of(card: Node, expr: Expr) -> Node:
    """Return the node for the place of a card; NOTHING if `card` is NOTHING."""
    if isinstance(card, Const) and card.value < 0:
        return Const(NOTHING)
    return ir.PlaceOf(card, expr.type.optional and not isinstance(card, Const))


@expression(typed.NeighbourOf)
def _lower_neighbour(work: Lowering, expr: typed.NeighbourOf, env: Env) -> Node:
    """Lower the left or right neighbour of a player."""
    step = 1 if expr.side == "left" else -1
    players = work.world.players
    seats = [(seat + step) % players for seat in range(players)]
    work.add_array(expr.side, PLAYER, PLAYER, seats)
    return ir.Lookup(expr.side, lower(work, expr.player, env))


@expression(typed.VariableOf)
def _lower_variable(work: Lowering, expr: typed.VariableOf, env: Env) -> Node:
    """Lower a read of a variable; if its owner is NOTHING, it has its initial value."""
    work.allocation.variable(expr.variable)
    if expr.owner is None:
        return ir.Read(expr.variable)
    start, owner = variable_start(work, expr.variable), lower(work, expr.owner, env)
    if isinstance(owner, Const):
        return Const(start) if owner.value < 0 else ir.Read(expr.variable, owner)
    return ir.Read(expr.variable, owner, expr.owner.type.optional, Const(start))


@expression(typed.Slot)
def _lower_slot(work: Lowering, expr: typed.Slot, env: Env) -> Node:
    """Lower an owner and a label to one index of a variable; NOTHING if one of them is NOTHING."""
    which = lower(work, expr.which, env)
    if expr.owner is None:
        return which
    owner = lower(work, expr.owner, env)
    pieces = work.world.of_kind(expr.owner.type.name)
    first = pieces[0].number if pieces else 0
    each = len(work.program.labels[expr.which.type.name].items)
    index = ir.Slot(owner, which, first, each)
    optional = [(expr.owner, owner), (expr.which, which)]
    present = [is_present(node) for part, node in optional if part.type.optional]
    return conditional(conjunction(*present), index, Const(NOTHING))


def variable_start(work: Lowering, name: str) -> int:
    """Return the initial value of a variable, which is also its value after a reset."""
    variable = work.program.variables[name]
    if variable.start is not None:
        start = lower(work, variable.start, {})
        if isinstance(start, Const):
            return start.value
    return nothing_value(variable.type) if variable.type.optional else 0


@expression(typed.TimesPlayed)
def _lower_times_played(work: Lowering, expr: typed.TimesPlayed, env: Env) -> Node:
    """Lower the number of times that a phase was played."""
    return ir.Read(phase_counter_variable(expr.phase))


@expression(typed.Running)
def _lower_running(work: Lowering, expr: typed.Running, env: Env) -> Node:
    """Lower a parameter of a running phase to a read of its variable."""
    return ir.Read(phase_parameter_variable(expr.phase, expr.parameter))


# ------------------------------------------------------------------ places and identity


@expression(typed.IsDesign)
def _lower_is_design(work: Lowering, expr: typed.IsDesign, env: Env) -> Node:
    """Lower the test that a piece is a copy of a card."""
    pieces = work.world.of_card(expr.card)
    piece = lower(work, expr.piece, env)
    if not pieces:
        return FALSE
    if len(pieces) == 1:
        return binary("==", piece, Const(pieces[0].number))
    if isinstance(piece, Const):
        return Const(int(piece.value in {p.number for p in pieces}))
    return binary("==", design_of(work, piece), Const(work.world.cards.index(expr.card)))


@expression(typed.Within)
def _lower_within(work: Lowering, expr: typed.Within, env: Env) -> Node:
    """Lower the test that a card is in a zone or list; for a card by name, that some copy is."""
    if isinstance(expr.what, typed.Design):
        pieces = work.world.of_card(expr.what.card)
        return disjunction(*(_is_in_zone_or_list(work, Const(p.number), expr, env) for p in pieces))
    return _is_in_zone_or_list(work, lower(work, expr.what, env), expr, env)


def _is_in_zone_or_list(work: Lowering, what: Node, expr: typed.Within, env: Env) -> Node:
    """Return the test that the piece `what` is in the zone or list of `expr`."""
    place = place_of(what, expr.what)
    if isinstance(expr.source, typed.AnyZone):
        zone = expr.source.zone
        work.allocation.zone(zone)
        inside = ir.InZone(place, zone)
        if expr.source.without is None:
            return inside
        owner = lower(work, expr.source.without, env)
        return conjunction(inside, negation(ir.InZone(place, zone, owner)))
    if isinstance(expr.source, typed.ZoneOf):
        return _is_place_of_zone(work, place, expr.source, env)
    return ir.Member(what, lower(work, expr.source, env))


def _is_place_of_zone(work: Lowering, place: Node, zone: typed.ZoneOf, env: Env) -> Node:
    """Return the test that `place` is the place of `zone`; for a zone with owners, that of the owner it names."""
    work.allocation.zone(zone.zone)
    if zone.owner is None:
        return binary("==", place, ir.Place(zone.zone))
    owner = lower(work, zone.owner, env)
    here = binary("==", place, ir.Place(zone.zone, owner))
    return conjunction(is_present(owner), here) if zone.owner.type.optional else here


def place_at(work: Lowering, zone: typed.ZoneOf, env: Env) -> Node:
    """Return the node for the place of a zone; NOTHING if its owner is NOTHING."""
    work.allocation.zone(zone.zone)
    if zone.owner is None:
        return ir.Place(zone.zone)
    owner = lower(work, zone.owner, env)
    if isinstance(owner, Const):
        return Const(NOTHING) if owner.value < 0 else ir.Place(zone.zone, owner)
    return ir.Place(zone.zone, owner, zone.owner.type.optional)


@expression(typed.Sees)
def _lower_sees(work: Lowering, expr: typed.Sees, env: Env) -> Node:
    """Lower the test that a player knows a card and its place; for a card by name, that of some copy."""
    player = lower(work, expr.player, env)
    if isinstance(expr.card, typed.Design):
        pieces = [Const(piece.number) for piece in work.world.of_card(expr.card.card)]
        return disjunction(*(ir.Sees(piece, player) for piece in pieces))
    return ir.Sees(lower(work, expr.card, env), player)
