"""Lowering of events and phases to procedures that include every rule about them once, in rule order.

The first replacement that applies takes over an event. Then the event does not happen, unless the replacement
says `carry on`: it goes on with the next replacement and at last with the event itself. The event runs all
`before` rules, its own statements, and all `after` rules. Whether a rule applies is tested when its turn comes.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.base.records import evolve
from rulewright.language.program import program as p, typed
from rulewright.language.program.checking.cycles import compared_parameters
from rulewright.language.program.complaints.cycle_complaints import triggers_itself
from rulewright.language.text import Span, SpanNote
from rulewright.runtime.ir import terms as ir
from rulewright.runtime.ir.nodes.constructors import ONE, TRUE, ZERO, binary
from rulewright.runtime.ir.terms import CAUSE, NUMBER, Body, Const, Local, Node, Procedure
from rulewright.runtime.lower.allocation import phase_counter_variable, phase_parameter_variable
from rulewright.runtime.lower.coverage_counters import FIRES
from rulewright.runtime.lower.dispatch import (
    LoweringScope,
    all_present,
    if_statement,
    lower,
    lower_arguments,
    lower_block,
    statement,
)
from rulewright.runtime.lower.expressions.feasibility import event_env, feasibility_of
from rulewright.runtime.lower.lowering_context import (
    Lowering,
    nothing_value,
    parameter_local,
    to_identifier,
)
from rulewright.runtime.lower.statements.event_cards import (
    counted_cards_line,
    shown_arguments_to_move,
)
from rulewright.runtime.lower.statements.lower_hooks import (
    Hooks,
    ShownCards,
    hooks_on,
    lower_event_statements,
    lower_hook,
    lower_hooks_at,
)
from rulewright.runtime.lower.statements.lower_invariants import invariant_checks

WHY = Local("l_why")

HAPPENS, BEGINS, ENDS = "happens ", "begins ", "ends "
"""Prefixes of story lines in a traced game; they have a blank, so they cannot clash with names of the rules."""


@statement(typed.Do)
def _lower_do(work: Lowering, stmt: typed.Do, scope: LoweringScope) -> Body:
    """Lower the statement that performs an event; it does nothing if the event is not feasible."""
    before, arguments = lower_arguments(work, stmt.arguments, scope)
    perform = call_event(work, stmt, arguments, scope)
    if not perform:
        return ()
    perform = (*counted_cards_line(work, stmt, arguments, scope), *perform)
    somebody = all_present(stmt.arguments, arguments)
    return (
        *before,
        *if_statement(somebody, if_statement(feasibility_of(work, stmt.event, arguments), perform)),
    )


def call_event(
    work: Lowering, stmt: typed.Do | typed.May, arguments: tuple[Node, ...], scope: LoweringScope
) -> Body:
    """Return the call of an event's procedure; empty if the event has no effect in this world."""
    event = stmt.event
    without = None
    if scope.hook is not None and scope.hook[0].is_not_triggered_by(stmt):
        without = (scope.hook[0].number, scope.hook[1])
    shown = shown_arguments_to_move(work, event, arguments, scope)
    labels = _passed_labels(work, event, arguments)
    procedure = event_procedure(work, event, without, tuple(number for number, _ in shown), labels)
    if procedure is None:
        return ()
    knowers = (code for _, code in shown)
    perform = ir.Perform(procedure, (scope.why, *arguments, *knowers))
    return if_statement(_is_nonzero_amount(work, event, arguments), (perform,))


def _is_nonzero_amount(work: Lowering, event: str, arguments: tuple[Node, ...]) -> Node:
    """Return the test that the event's amount is not 0; TRUE for an event without exactly one amount."""
    parameters = work.program.events[event].parameters
    amounts = [a for q, a in zip(parameters, arguments, strict=True) if q.unit is not None]
    return binary("!=", amounts[0], ZERO) if len(amounts) == 1 else TRUE


@statement(typed.Play)
def _lower_play(work: Lowering, stmt: typed.Play, scope: LoweringScope) -> Body:
    """Lower the statement that plays a phase to a call of the phase's procedure."""
    before, arguments = lower_arguments(work, stmt.arguments, scope)
    return (*before, ir.Perform(phase_procedure(work, stmt.phase, stmt.at), arguments))


# ------------------------------------------------------------------ events


IgnoredRule = tuple[int, int | None] | None
"""A rule that does not react to an event: its number, and its piece (None: on every piece)."""


KnownLabels = tuple[tuple[int, Const], ...]
"""Positions of an event's parameters with the labels that they hold."""


def _passed_labels(work: Lowering, event: str, arguments: tuple[Node, ...]) -> KnownLabels:
    """Return the constant arguments of an event for label parameters that its rules compare with labels.

    The event gets a procedure of its own for them: one that performs itself with another label then ends.
    """
    constants = [(number, node) for number, node in enumerate(arguments) if isinstance(node, Const)]
    if not constants:
        return ()
    rules = work.rules_about.get(event, ())
    compared = compared_parameters(work.program.events[event], work.program, rules)
    return tuple(each for each in constants if each[0] in compared)


def event_procedure(
    work: Lowering,
    name: str,
    without: IgnoredRule = None,
    shown: tuple[int, ...] = (),
    labels: KnownLabels = (),
) -> str | None:
    """Return the name of an event's procedure, created at first use; None if it has no effect in this world.

    Without the rule `without`; only for calls with `labels`. For each card parameter in `shown`, whose cards were
    shown before, the procedure has an extra parameter with the players who know the card.
    """
    procedure = "".join([
        f"e_{to_identifier(name)}",
        *(f"_not{part}" for part in without or () if part is not None),
        *(f"_shown{number}" for number in shown),
        *(f"_as{number}_{label.value}" for number, label in labels),
    ])  # fmt: skip
    if procedure in work.code.procedures:
        return procedure if work.code.procedures[procedure].body else None
    if procedure in work.in_progress:
        event = work.program.events[name]
        work.complain(triggers_itself(event.at, f"`{name}`", work.cycle_from(procedure)))
        return None
    work.push_definition(procedure, name)
    _make_event(work, work.program.events[name], procedure, without, shown, labels)
    del work.in_progress[procedure]
    return event_procedure(work, name, without, shown, labels)


def _make_event(
    work: Lowering,
    event: p.Event,
    procedure: str,
    without: IgnoredRule,
    shown: tuple[int, ...],
    labels: KnownLabels,
) -> None:
    """Create an event's procedure, and one for each replacement that may take the event over."""
    site = work.site_number(event.name, event.at, event.notes)
    known = dict(labels)
    parameters = tuple(
        known.get(number, parameter_local(q.name)) for number, q in enumerate(event.parameters)
    )
    active = [
        each
        for each in hooks_on(work, event.name)
        if without not in ((each.rule.number, None), (each.rule.number, each.this))
    ]
    replacements = [each for each in active if each.rule.when == "would"]
    chain = [procedure, *(f"{procedure}_{number + 1}" for number in range(len(replacements)))]
    knower_locals = tuple(Local(work.fresh_local("clear")) for _ in shown)
    shown_cards = tuple(zip((parameters[number] for number in shown), knower_locals, strict=True))
    names = (
        (WHY.name, CAUSE),
        *_typed_parameters(work, event),
        *((each.name, NUMBER) for each in knower_locals),
    )
    origin = work.describe_origin(event.name, event.at)
    own = _event_body(work, event, site, parameters, active, shown_cards)
    core = Procedure(chain[-1], names, own, origin=origin)
    for number in reversed(range(len(replacements))):
        following = chain[number + 1]
        work.add_procedure(core, event.at)
        pass_on: Body = (
            (ir.Perform(following, (WHY, *parameters, *knower_locals)),) if core.body else ()
        )
        stmts = lower_hook(work, replacements[number], parameters, pass_on, shown_cards)
        core = Procedure(chain[number], names, (*stmts,), origin=origin)
    if core.body:
        happens = work.trace(HAPPENS + event.name, WHY)
        after = invariant_checks(work)
        core = evolve(core, body=(*happens, *core.body, *after))
    work.add_procedure(core, event.at)


def _event_body(
    work: Lowering,
    event: p.Event,
    site: int,
    parameters: tuple[Node, ...],
    active: Hooks,
    shown_cards: ShownCards,
) -> Body:
    """Return the body of an event: its `before` rules, its own statements, its `after` rules."""
    scope = LoweringScope(
        event_env(event, parameters), WHY, site, event=event.name, shown_cards=shown_cards
    )
    own = lower_event_statements(work, event, scope, parameters)
    return (
        *work.count(event.at, FIRES),
        *lower_hooks_at(work, active, "before", parameters, shown_cards),
        *own,
        *lower_hooks_at(work, active, "after", parameters, shown_cards),
    )


def _typed_parameters(
    work: Lowering, declared: p.Event | p.Phase
) -> tuple[tuple[str, ir.Type], ...]:
    """Return the IR local and type of each parameter of an event or phase."""
    return tuple((parameter_local(q.name).name, work.type_of(q.type)) for q in declared.parameters)


# ------------------------------------------------------------------ phases


def phase_procedure(work: Lowering, name: str, at: Span) -> str:
    """Return the name of a phase's procedure, created at first use; `at` is the statement that plays it."""
    procedure = f"ph_{to_identifier(name)}"
    if procedure in work.code.procedures:
        return procedure
    phase = work.program.phases[name]
    if procedure in work.in_progress:
        subject = f"the phase {name}"
        here = SpanNote(at, f"{subject} is played inside itself here")
        work.complain(triggers_itself(phase.at, subject, work.cycle_from(procedure), [here]))
        return procedure
    work.push_definition(procedure, name)
    work.add_procedure(_make_phase(work, phase, procedure), phase.at)
    del work.in_progress[procedure]
    return procedure


def _make_phase(work: Lowering, phase: p.Phase, procedure: str) -> Procedure:
    """Return the procedure that plays a phase.

    It sets the parameters of the running phase, and resets at the end what lasts for the phase.
    """
    site = work.site_number(phase.name, phase.at, phase.notes)
    parameters = tuple(parameter_local(q.name) for q in phase.parameters)
    scope = LoweringScope(event_env(phase, parameters), Const(site), site, event=phase.name)
    active = hooks_on(work, phase.name)
    for_what = _phase_variables(phase)
    count, ending = phase_counter_variable(phase.name), _delayed_until(work, phase, begun=True)
    deeds: Body = (
        *work.count(phase.at, FIRES),
        ir.Write(count, None, ir.Binary("+", ir.Read(count), ONE)),
        *(ir.Write(what, None, local) for what, local in zip(for_what, parameters, strict=True)),
        *((ir.Undelay(ending, parameters[0]),) if ending else ()),
        *work.trace(BEGINS + phase.name, scope.why),
        *lower_hooks_at(work, active, "start", parameters),
        *lower_block(work, phase.body, scope),
        *_phase_end(work, phase, parameters, scope.why),
    )
    origin = work.describe_origin(phase.name, phase.at)
    return Procedure(procedure, _typed_parameters(work, phase), deeds, origin=origin)


def _phase_variables(phase: p.Phase) -> list[str]:
    """Return the names of the variables that hold the parameters of the running phase."""
    return [phase_parameter_variable(phase.name, q.name) for q in phase.parameters]


def _phase_end(work: Lowering, phase: p.Phase, arguments: Sequence[Node], why: Node) -> Body:
    """Return the statements at the end of a phase: its `end` rules and all resets."""
    return (
        *lower_hooks_at(work, hooks_on(work, phase.name), "end", tuple(arguments)),
        *map(ir.Reset, _phase_variables(phase)),
        *_phase_resets(work, phase),
        *invariant_checks(work),
        *work.trace(ENDS + phase.name, why),
    )


@statement(typed.EndPhase)
def _lower_end_phase(work: Lowering, stmt: typed.EndPhase, scope: LoweringScope) -> Body:
    """Lower the end of a phase in a scenario; all its parameters except the player are NOTHING."""
    phase = work.program.phases[stmt.phase]
    arguments: list[Node] = [Const(nothing_value(q.type)) for q in phase.parameters]
    if stmt.player is not None:
        arguments[0] = lower(work, stmt.player, scope.env)
    noted = zip(_phase_variables(phase), arguments, strict=True)
    return (
        *(ir.Write(what, None, node) for what, node in noted),
        *_phase_end(work, phase, arguments, scope.why),
    )


def _phase_resets(work: Lowering, phase: p.Phase) -> Body:
    """Return the resets of variables that last for the phase, and the end of delayed rules that last until it."""
    program = work.program
    stmts: list[ir.Stmt] = [
        ir.Reset(variable.name)
        for variable in program.variables.values()
        if variable.until_phase == phase.name and work.allocation.variable(variable.name).count
    ]
    rules = _delayed_until(work, phase, begun=False)
    if rules:
        stmts.append(ir.Undelay(rules))
    return tuple(stmts)


def _delayed_until(work: Lowering, phase: p.Phase, begun: bool) -> tuple[int, ...]:
    """Return the numbers of delayed rules that end with a phase, or (`begun`) when it next begins."""
    waiting = (r for r in work.program.rules if r.delayed and r.until == phase.name)
    return tuple(rule.number for rule in waiting if rule.until_next is begun)
