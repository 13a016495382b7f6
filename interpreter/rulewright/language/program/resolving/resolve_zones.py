"""Resolution of kinds, zones and variables: where cards start, stances, visibility, start values."""

from __future__ import annotations

from typing import assert_never

from rulewright.base.records import evolve
from rulewright.language.program import complaints as say, program as p, typed
from rulewright.language.program.context import Context, NameScope
from rulewright.language.program.resolving.resolvers import (
    DECLARATIONS,
    find_own_declaration,
    resolve_condition,
    resolve_expression,
    resolve_player,
)
from rulewright.language.program.types import Type
from rulewright.language.syntax import tree


def resolve_kind(ctx: Context, node: tree.KindDeclaration) -> None:
    """Resolve the zone where cards of a kind start, and the kind's stances; report a missing start."""
    kind = find_own_declaration(ctx.program.kinds, node.name)
    if kind is None:
        return
    scope = NameScope(this=Type(kind.name), owner=kind.name)
    stances: dict[str, p.Stance] = {}
    starts: str | None = None
    for item in node.items:
        if isinstance(item, tree.Starts):
            starts = _resolve_start(ctx, scope, item, starts)
        elif isinstance(item, tree.StanceDeclaration):
            _resolve_stance(ctx, scope, item, stances)
    ctx.program.kinds[kind.name] = evolve(kind, starts=starts, stances=stances)
    has_start = any(isinstance(item, tree.Starts) for item in node.items)
    if not has_start and not ctx.missing.has_gap_at(node.name.at):
        ctx.add(say.names.missing_start(node.name.at, kind.name))


def _resolve_start(
    ctx: Context, scope: NameScope, item: tree.Starts, earlier: str | None
) -> str | None:
    """Return the zone where cards of a kind start, `earlier` after an error; report a zone with an owner."""
    zone = resolve_expression(ctx, scope, item.zone)
    if zone.type.name == "unknown":
        return earlier
    if not isinstance(zone, typed.ZoneOf) or zone.owner is not None:
        ctx.add(say.names.start_not_common(item.at))
        return earlier
    if zone.type.name != scope.owner:
        wanted = f"a place for {Type(scope.owner).list()}"
        actual = f"one for {zone.type}"
        ctx.add(say.types.wrong_type(item.at, "where its cards start", wanted, actual, None))
    if earlier is not None:
        ctx.add(say.names.written_twice(item.at, "starts", None))
    return zone.zone


def _resolve_stance(
    ctx: Context, scope: NameScope, item: tree.StanceDeclaration, stances: dict[str, p.Stance]
) -> None:
    """Resolve a stance (condition and player of a card's rules) and add it to `stances`."""
    who = None
    if not isinstance(item.player, tree.Party):
        who = resolve_player(ctx, scope, item.player, "who it speaks for")
    test = resolve_condition(ctx, scope, item.condition) if item.condition else None
    if item.name.text in stances:
        first = stances[item.name.text].at
        ctx.add(say.names.declared_twice(item.name.at, item.name.text, first, ""))
        return
    stances[item.name.text] = p.Stance(item.name.text, item.name.at, player=who, condition=test)


def _resolve_sight(ctx: Context, owner: str, sight: p.Sight, node: tree.Node) -> p.Sight:
    """Return `sight` with the player who sees the zone or variable resolved, if it is an expression."""
    if sight.who != "expression":
        return sight
    observer = resolve_player(ctx, NameScope(owner=owner), node, "who sees it")
    return p.Sight("expression", observer)


@DECLARATIONS.of(tree.ZoneDeclaration)
def _resolve_zone(ctx: Context, node: tree.ZoneDeclaration) -> None:
    """Resolve who sees the cards in a zone."""
    zone = find_own_declaration(ctx.program.zones, node.name)
    if zone is not None:
        sight = _resolve_sight(ctx, zone.name, zone.sight, node.sight)
        ctx.program.zones[zone.name] = evolve(zone, sight=sight)


@DECLARATIONS.of(tree.VariableDeclaration, tree.Mark)
def _resolve_variable(ctx: Context, node: tree.VariableDeclaration | tree.Mark) -> None:
    """Resolve who sees a number, pointer or mark, and its start value."""
    _check_lasting(ctx, node.lasting)
    variable = find_own_declaration(ctx.program.variables, node.name)
    if variable is None:
        return
    _check_owner_of_lasting(ctx, variable, node)
    variable = evolve(
        variable, sight=_resolve_sight(ctx, variable.name, variable.sight, node.sight)
    )
    if isinstance(node, tree.VariableDeclaration) and node.start is not None:
        start = resolve_expression(ctx, NameScope(owner=variable.name), node.start, variable.type)
        variable = evolve(variable, start=ctx.expect(variable.type, start, f"the {variable.name}"))
    ctx.program.variables[variable.name] = variable


def _check_owner_of_lasting(
    ctx: Context, variable: p.Variable, node: tree.VariableDeclaration | tree.Mark
) -> None:
    """Report a variable that lasts while its card is in a zone, if the zone holds cards of another kind."""
    zone = ctx.program.zones.get(variable.while_in or "")
    if zone is None or "unknown" in (zone.kind, variable.owner) or zone.kind == variable.owner:
        return
    assert node.lasting is not None
    what = f"the owner of `{variable.name}`, which lasts while in a {zone.name},"
    help = "end it with a phase, as in `for the …`, or leave this out"
    keeper = f"a {variable.owner}" if variable.owner else "nothing"
    ctx.add(say.types.wrong_type(node.lasting.at, what, f"a {zone.kind}", keeper, help))


def _check_lasting(ctx: Context, node: tree.Lasting | None) -> None:
    """Report an unknown phase or zone that limits how long a variable keeps its value."""
    if node is None:
        return
    match node.kind:
        case "for phase":
            ctx.find("phase", node.name, ctx.program.phases)
        case "while in":
            ctx.find("place", node.name, ctx.program.zones)
        case _:
            assert_never(node.kind)
