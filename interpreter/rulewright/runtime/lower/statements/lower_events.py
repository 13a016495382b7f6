"""Events and phases as procedures, with every rule that listens to them written in, once, in rule order.

An event runs so: the first replacement that applies takes over, and nothing of the event happens unless it says
`carry on`, which goes on with the next replacement and at last with the event itself: all `before` rules, the
event's own deeds, all `after` rules. Whether a rule applies is looked at when its turn comes.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.base.records import evolve
from rulewright.language.program import program as p, typed
from rulewright.language.program.complaints.cycle_complaints import sets_itself_off
from rulewright.language.text import Note, Span
from rulewright.runtime.ir import terms as ir
from rulewright.runtime.ir.nodes.constructors import ONE, TRUE, ZERO, both
from rulewright.runtime.ir.terms import CAUSE, NUMBER, Body, Const, Local, Node, Procedure
from rulewright.runtime.lower.allocation import played, running
from rulewright.runtime.lower.coverage_counters import FIRES
from rulewright.runtime.lower.dispatch import Scope, all_there, atoms, body, lower, statement, when
from rulewright.runtime.lower.expressions.feasibility import can, event_env
from rulewright.runtime.lower.lowering_context import Lowering, local, nothing_of, safe
from rulewright.runtime.lower.statements.event_cards import counted_cards, passed_on
from rulewright.runtime.lower.statements.lower_always import looked_at
from rulewright.runtime.lower.statements.lower_hooks import (
    Clear,
    Hooks,
    heard_at,
    hooked,
    hooks,
    secured,
)

WHY = Local("l_why")

HAPPENS, BEGINS, ENDS = "happens ", "begins ", "ends "
"""What a traced story calls that an event happens, a phase begins or ends: no name of the rules has a blank."""


@statement(typed.Do)
def _do(work: Lowering, stmt: typed.Do, scope: Scope) -> Body:
    """An event that cannot happen does not happen; what stands after it goes on."""
    before, arguments = atoms(work, stmt.arguments, scope)
    perform = performed(work, stmt, arguments, scope)
    if not perform:
        return ()
    perform = (*counted_cards(work, stmt, arguments, scope), *perform)
    somebody = all_there(stmt.arguments, arguments)
    return (*before, *when(somebody, when(can(work, stmt.event, arguments), perform)))


def performed(
    work: Lowering, stmt: typed.Do | typed.May, arguments: tuple[Node, ...], scope: Scope
) -> Body:
    """The event itself, with its hooks but what is deaf to it; nothing if nothing in this world comes of it."""
    event = stmt.event
    without = None
    if scope.hook is not None and scope.hook[0].is_deaf_to(stmt):
        without = (scope.hook[0].number, scope.hook[1])
    shown = passed_on(work, event, arguments, scope)
    procedure = event_procedure(work, event, without, tuple(number for number, _ in shown))
    if procedure is None:
        return ()
    clear = (clear for _, clear in shown)
    perform = ir.Perform(procedure, (scope.why, *arguments, *clear))
    return when(_amounts_to_something(work, event, arguments), (perform,))


def _amounts_to_something(work: Lowering, event: str, arguments: tuple[Node, ...]) -> Node:
    """Nothing given is nothing done: an event of an amount of 0 is no event, though it is no failure either."""
    parameters = work.program.events[event].parameters
    amounts = [a for q, a in zip(parameters, arguments, strict=True) if q.unit is not None]
    return both("!=", amounts[0], ZERO) if len(amounts) == 1 else TRUE


@statement(typed.Play)
def _play(work: Lowering, stmt: typed.Play, scope: Scope) -> Body:
    before, arguments = atoms(work, stmt.arguments, scope)
    return (*before, ir.Perform(phase_procedure(work, stmt.phase, stmt.at), arguments))


# ------------------------------------------------------------------ events


Unheard = tuple[int, int | None] | None
"""The number of a rule that does not hear an event, and on which piece, if not on any."""


def event_procedure(
    work: Lowering, name: str, without: Unheard = None, shown: tuple[int, ...] = ()
) -> str | None:
    """The procedure of an event, without what one rule makes of it; None if nothing comes of it in this world.

    Of the cards by these numbers, which were shown before, it is told besides to whom it is clear which they are.
    """
    procedure = "".join([
        f"e_{safe(name)}",
        *(f"_not{part}" for part in without or () if part is not None),
        *(f"_shown{number}" for number in shown),
    ])  # fmt: skip
    if procedure in work.code.procedures:
        return procedure if work.code.procedures[procedure].body else None
    if procedure in work.working:
        event = work.program.events[name]
        work.complain(sets_itself_off(event.at, f"`{name}`", work.chain(procedure)))
        return None
    work.begin(procedure, name)
    _make_event(work, work.program.events[name], procedure, without, shown)
    del work.working[procedure]
    return event_procedure(work, name, without, shown)


def _make_event(
    work: Lowering, event: p.Event, procedure: str, without: Unheard, shown: tuple[int, ...]
) -> None:
    site = work.site(event.name, event.at, event.notes)
    parameters = tuple(local(q.name) for q in event.parameters)
    heard = [
        each
        for each in hooks(work, event.name)
        if without not in ((each.rule.number, None), (each.rule.number, each.this))
    ]
    wouldbe = [each for each in heard if each.rule.when == "would"]
    chain = [procedure, *(f"{procedure}_{number + 1}" for number in range(len(wouldbe)))]
    clear = tuple((parameters[number], Local(work.temporary("clear"))) for number in shown)
    told = tuple(each for _, each in clear)
    names = ((WHY.name, CAUSE), *_typed(work, event), *((each.name, NUMBER) for each in told))
    origin = work.origin(event.name, event.at)
    own = _core(work, event, site, parameters, heard, clear)
    core = Procedure(chain[-1], names, own, origin=origin)
    for number in reversed(range(len(wouldbe))):
        following = chain[number + 1]
        work.keep(core, event.at)
        pass_on: Body = (ir.Perform(following, (WHY, *parameters, *told)),) if core.body else ()
        taken = hooked(work, wouldbe[number], parameters, pass_on, clear)
        core = Procedure(chain[number], names, (*taken,), origin=origin)
    if core.body:
        happens = work.trace(HAPPENS + event.name, WHY)
        after = looked_at(work)
        core = evolve(core, body=(*happens, *core.body, *after))
    work.keep(core, event.at)


def _core(
    work: Lowering,
    event: p.Event,
    site: int,
    parameters: tuple[Local, ...],
    heard: Hooks,
    clear: Clear,
) -> Body:
    scope = Scope(event_env(event, parameters), WHY, site, event=event.name, clear=clear)
    own = secured(work, event, scope, parameters)
    return (
        *work.count(event.at, FIRES),
        *heard_at(work, heard, "before", parameters, clear),
        *own,
        *heard_at(work, heard, "after", parameters, clear),
    )


def _typed(work: Lowering, declared: p.Event | p.Phase) -> tuple[tuple[str, ir.Type], ...]:
    """The parameters of an event or a phase as locals."""
    return tuple((local(q.name).name, work.type_of(q.type)) for q in declared.parameters)


# ------------------------------------------------------------------ phases


def phase_procedure(work: Lowering, name: str, at: Span) -> str:
    """The procedure of a phase, played `at` a deed: what runs is noted, and what lasts for it ends with it."""
    procedure = f"ph_{safe(name)}"
    if procedure in work.code.procedures:
        return procedure
    phase = work.program.phases[name]
    if procedure in work.working:
        said = f"the phase {name}"
        here = Note(at, f"{said} is played here, while it is being played")
        work.complain(sets_itself_off(phase.at, said, work.chain(procedure), [here]))
        return procedure
    work.begin(procedure, name)
    work.keep(_make_phase(work, phase, procedure), phase.at)
    del work.working[procedure]
    return procedure


def _make_phase(work: Lowering, phase: p.Phase, procedure: str) -> Procedure:
    site = work.site(phase.name, phase.at, phase.notes)
    parameters = tuple(local(q.name) for q in phase.parameters)
    scope = Scope(event_env(phase, parameters), Const(site), site, event=phase.name)
    heard = hooks(work, phase.name)
    for_what = _played_for(phase)
    count, ending = played(phase.name), _waiting_for(work, phase, begun=True)
    deeds: Body = (
        *work.count(phase.at, FIRES),
        ir.Write(count, None, ir.Binary("+", ir.Read(count), ONE)),
        *(ir.Write(what, None, local) for what, local in zip(for_what, parameters, strict=True)),
        *((ir.Undelay(ending, parameters[0]),) if ending else ()),
        *work.trace(BEGINS + phase.name, scope.why),
        *heard_at(work, heard, "start", parameters),
        *body(work, phase.body, scope),
        *_end_of(work, phase, parameters, scope.why),
    )
    origin = work.origin(phase.name, phase.at)
    return Procedure(procedure, _typed(work, phase), deeds, origin=origin)


def _played_for(phase: p.Phase) -> list[str]:
    """Where it is noted what a phase is played for."""
    return [running(phase.name, q.name) for q in phase.parameters]


def _end_of(work: Lowering, phase: p.Phase, given: Sequence[Node], why: Node) -> Body:
    """Its end is heard, what it was played for is forgotten, and what lasts for it ends."""
    return (
        *heard_at(work, hooks(work, phase.name), "end", tuple(given)),
        *map(ir.Reset, _played_for(phase)),
        *_what_ends(work, phase),
        *looked_at(work),
        *work.trace(ENDS + phase.name, why),
    )


@statement(typed.EndPhase)
def _end_phase(work: Lowering, stmt: typed.EndPhase, scope: Scope) -> Body:
    """All that it is played for but a player is nothing then."""
    phase = work.program.phases[stmt.phase]
    given: list[Node] = [Const(nothing_of(q.type)) for q in phase.parameters]
    if stmt.player is not None:
        given[0] = lower(work, stmt.player, scope.env)
    noted = zip(_played_for(phase), given, strict=True)
    return (
        *(ir.Write(what, None, node) for what, node in noted),
        *_end_of(work, phase, given, scope.why),
    )


def _what_ends(work: Lowering, phase: p.Phase) -> Body:
    """Variables that last for the phase go back to their start, delayed rules made for it end."""
    program = work.program
    done: list[ir.Stmt] = [
        ir.Reset(variable.name)
        for variable in program.variables.values()
        if variable.until_phase == phase.name and work.allocation.variable(variable.name).count
    ]
    rules = _waiting_for(work, phase, begun=False)
    if rules:
        done.append(ir.Undelay(rules))
    return tuple(done)


def _waiting_for(work: Lowering, phase: p.Phase, begun: bool) -> tuple[int, ...]:
    """The delayed rules that end with a phase, or when one is `begun` for whom they wait for."""
    waiting = (r for r in work.program.rules if r.delayed and r.until == phase.name)
    return tuple(rule.number for rule in waiting if rule.until_next is begun)
