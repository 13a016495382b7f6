"""From a world to an IR module: the code the flow reaches, the outcome of the game, and visibility."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulewright.base.records import evolve
from rulewright.language.link import link_complaints as say
from rulewright.language.link.world import World
from rulewright.language.program import program as p
from rulewright.language.program.typed import Block, Expr, TableOf
from rulewright.language.text import Complaints
from rulewright.runtime.ir import terms as ir
from rulewright.runtime.ir.module import Module, PlacedCode
from rulewright.runtime.ir.nodes.constructors import ZERO
from rulewright.runtime.ir.outcome_rules import OutcomeRules, ScorePart
from rulewright.runtime.lower.coverage_counters import Counters
from rulewright.runtime.lower.dispatch import LoweringScope, lower, lower_block

# Imported for their side effect: they and their imports register functions with `dispatch`.
from rulewright.runtime.lower.expressions import lower_tables  # noqa: F401
from rulewright.runtime.lower.expressions.lower_expressions import lower_count
from rulewright.runtime.lower.expressions.lower_values import points_added_by, value_of
from rulewright.runtime.lower.lowering_context import Lowering, limit_complaints, to_identifier
from rulewright.runtime.lower.module_tables import (
    phases_of,
    pieces_of,
    sight_function,
    variables_of,
    zones_of,
)
from rulewright.runtime.lower.play_digest import play_digest
from rulewright.runtime.lower.setup_validation import SetupValidator
from rulewright.runtime.lower.statements import (
    lower_choices,  # noqa: F401
    lower_powers,  # noqa: F401
)
from rulewright.runtime.lower.statements.lower_ending import winner_rank
from rulewright.runtime.lower.statements.lower_invariants import invariant_checks, lower_invariants
from rulewright.runtime.lower.statements.rule_instances import rule_instances

TablesRead = dict[str, TableOf]
"""Tables that are read, by name, each with one expression that reads it."""

Begin = Callable[[Lowering], None]
"""A function that lowers the code to be played."""

PLAYER = ir.Local("l_player")
FOR_PLAYER = (("l_player", ir.PLAYER),)


def lower_world(
    world: World,
    complaints: Complaints,
    judge: SetupValidator | None,
    counters: Counters | None = None,
    *,
    with_meanings: bool = False,
    with_places: bool = False,
    begin: Begin | None = None,
    traced: bool = False,
    with_always: bool = False,
) -> Lowering:
    """Lower the rules of a world to IR code, as far as the flow of the game reaches them.

    `counters` add coverage counters. `with_meanings` keeps the expression or rule that each node was lowered
    from; `with_places` keeps the author's statement that each statement was lowered from. `begin` lowers
    something other than a whole game. `traced` adds lines without words to the story for the start and end of
    events and phases. `with_always` stops a game that violates an invariant of its rules.

    If `judge` says that the rules refuse this game, there are complaints and no code.
    """
    work = Lowering(world, complaints, counters=counters)
    work.origins = {} if with_meanings else None
    work.places = {} if with_places else None
    work.traced, work.with_always = traced, with_always
    with limit_complaints(work):
        if judge is None or not judge.refuses(world, complaints):
            lower_invariants(work, in_scenarios=begin is not None)
            (begin or whole_game)(work)
            _complain_of_asking_trials(work)
    return work


def _complain_of_asking_trials(work: Lowering) -> None:
    """Complain about procedures used in trials that ask a player or end the game."""
    if work.trial_procedures:
        from rulewright.runtime.lower.passes.block_splitting import stopping_procedures

        for name in sorted(stopping_procedures(work.code) & set(work.trial_procedures)):
            work.complain(say.trial_asks(work.trial_procedures[name]))


def whole_game(work: Lowering) -> None:
    """Lower a whole game: its flow, the viewers of zones and variables, and its outcome."""
    lower_flow(work, work.program.flow)
    lower_sights(work)
    lower_outcome(work)


def lower_flow(work: Lowering, flow: Block) -> None:
    """Lower the flow of the game to the main procedure."""
    site = work.site_number("flow", _flow_position(flow), p.DeclarationNotes())
    scope = LoweringScope({}, ir.Const(site), site, event="flow")
    stmts = (*lower_block(work, flow, scope), *invariant_checks(work))
    procedure = ir.Procedure(
        "flow", (), stmts, asks=True, origin=f"the flow ({_flow_position(flow)})"
    )
    work.add_procedure(procedure, _flow_position(flow))


def lower_outcome(work: Lowering) -> None:
    """Lower the outcome of the game; must follow all code that may end the game."""
    work.outcome = _outcome_rules(work)


def lower_sights(work: Lowering) -> None:
    """Export a function that computes the viewer of each zone or variable whose viewer is an expression."""
    declarations: list[p.Zone | p.Variable] = [
        *work.program.zones.values(),
        *work.program.variables.values(),
    ]
    for declared in declarations:
        if declared.sight.player is not None:
            player = lower(work, declared.sight.player, {})
            export_function(work, sight_function(declared), ir.PLAYER, player)


def check_similar_world(
    world: World, complaints: Complaints, judge: SetupValidator, tables: TablesRead
) -> TablesRead:
    """Check a world's setup and the tables that a similar world read; return the tables that it reads.

    `tables` are the tables read by the world lowered before. If a cell of them is missing, the world is lowered
    in full, because it may not need the cell.
    """
    own_complaints = Complaints()
    if not judge.refuses(world, own_complaints):
        work = Lowering(world, own_complaints)
        with limit_complaints(work):
            for table in tables.values():
                lower(work, table, {})
        if own_complaints.has_errors:
            own_complaints = Complaints()
            tables = lower_world(world, own_complaints, judge).tables
    complaints.extend(own_complaints)
    return tables


def _flow_position(flow: Any) -> Any:
    """Return the source position of the flow's first statement; "flow" if it is empty."""
    return flow[0].at if flow else "flow"


def export_function(
    work: Lowering, name: str, type_: ir.Type, result: ir.Node,
    parameters: tuple[tuple[str, ir.Type], ...] = (),
) -> str:  # fmt: skip
    """Add a function that engines call from outside the code, and return its name."""
    work.code.functions[name] = ir.Function(name, parameters, type_, result, exported=True)
    return name


def module_of(work: Lowering, whole: bool = True, shown: bool = True) -> Module:
    """Return the module for the lowered code, after all passes that engines require.

    Without `whole` it is not optimized and has no digest, as its games are not saved. Without `shown` the secrets
    of decisions are not computed.
    """
    from rulewright.runtime.lower.passes import (
        run_passes,
    )  # late import: a mere check needs no passes

    world = work.world
    module = Module(
        players=world.players,
        zones=zones_of(work),
        variables=variables_of(work),
        layout=work.allocation.finish(),
        phases=phases_of(work),
        pieces=pieces_of(work),
        designs=tuple(world.cards),
        labels={name: labels.items for name, labels in world.program.labels.items()},
        sites=tuple(work.sites),
        tellings=tuple(work.tellings),
        decisions=tuple(work.decisions),
        outcome=work.outcome,
        names=world.names,
        code=work.code,
    )
    if not whole:
        return run_passes(module, optimized=False, shown=shown)
    play, code = play_digest(module), module.code.digest
    module = run_passes(module, optimized=work.counters is None, shown=shown)
    return evolve(module, play=play, digest=module.state_digest(code))


def placed_code(work: Lowering, whole: bool = True, shown: bool = True) -> PlacedCode:
    """Return the module of a lowering that keeps positions, with the positions of declarations."""
    return module_of(work, whole, shown), dict(work.places or {})


# ------------------------------------------------------------------ outcome


def _outcome_rules(work: Lowering) -> OutcomeRules:
    """Lower the outcome: export functions for players' ranks and for the lines of the score sheet.

    A player whom a rule declares the winner has won, whatever else is compared. If nothing is compared, that is
    the score.
    """
    declared = work.program.outcome
    won, gated = winner_rank(work, PLAYER)
    ranks = [] if won is None else [export_function(work, "out_won", ir.NUMBER, won, FOR_PLAYER)]
    if declared is None:
        return OutcomeRules(tuple(ranks), gated=gated, counted=False)
    whose, side = _compared_sides(work, declared)
    scored = len(ranks)
    for name in declared.values:
        value = value_of(work, name, whose)
        ranks.append(
            export_function(work, f"out_{to_identifier(name)}", ir.NUMBER, value, FOR_PLAYER)
        )
    if side is not None:
        team = declared.team and work.program.variables[declared.team].type
        type_ = work.type_of(team) if team else ir.NUMBER
        ranks.append(export_function(work, "out_side", type_, side, FOR_PLAYER))
    telling, because_values = _reason_for_end(work, declared)
    return OutcomeRules(
        values=tuple(ranks),
        parts=tuple(_score_parts(work, declared.values[0], whose)),
        because=telling,
        because_values=because_values,
        scored=scored,
        gated=gated,
        sides=side is not None,
        teams="" if declared.team is None else work.program.variables[declared.team].type.name,
    )


def _compared_sides(
    work: Lowering, declared: p.Outcome
) -> tuple[tuple[ir.Node, ...], ir.Node | None]:
    """Return the arguments of the compared values, player or team, and the node for a player's side or None."""
    if declared.together:
        return (), ZERO
    if declared.team is None:
        return (PLAYER,), None
    work.allocation.variable(declared.team)
    team = ir.Read(declared.team, PLAYER)
    return (team,), team


def _reason_for_end(work: Lowering, declared: p.Outcome) -> tuple[int | None, tuple[str, ...]]:
    """Return the number of the text that says why the game ended (or None), and functions for its values."""
    because = declared.notes.because
    if because is None:
        return None, ()
    exprs = [part for part in because.parts if isinstance(part, Expr)]
    functions = [
        export_function(work, f"because_{number}", work.type_of(expr.type), lower(work, expr, {}))
        for number, expr in enumerate(exprs)
    ]
    return work.add_telling("because", because), tuple(functions)


def _score_parts(work: Lowering, value: str, whose: tuple[ir.Node, ...]) -> list[ScorePart]:
    """Return the lines of the score sheet: the declared result, and every rule that adds to it or takes from it."""
    declared = work.program.values[value]
    assert declared.result is not None
    names = [each.name for each in declared.parameters]
    base = lower_count(work, declared.result, dict(zip(names, whose, strict=True)))
    export_function(work, "part_0", ir.NUMBER, base, FOR_PLAYER)
    # If the score comes from rules alone, the declared result is a constant 0 and gets no line.
    parts = [] if base == ZERO else [ScorePart(declared.notes.text or value, "part_0")]
    for number, instance in enumerate(rule_instances(work, p.Change, value), 1):
        rule = instance.rule
        if rule.how not in ("more", "less"):
            continue
        line = points_added_by(work, instance, whose)
        if rule.how == "less":
            line = ir.Binary("-", ZERO, line)
        name = export_function(work, f"part_{number}", ir.NUMBER, line, FOR_PLAYER)
        parts.append(ScorePart(_score_line_name(rule), name, instance.label))
    return parts


def _score_line_name(rule: p.Change) -> str:
    """Return the label of a rule's score line: its text, else its card, else its condition, else its name."""
    called = rule.shown or rule.card or rule.begun_on
    if called is None:
        called = rule.condition.at.text if rule.condition is not None else rule.name
    return called
