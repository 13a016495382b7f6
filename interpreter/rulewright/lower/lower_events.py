"""Events and phases as procedures, with every rule that listens to them written in, once, in rule order.

An event runs so: the first replacement that applies takes over, and nothing of the event happens unless it says
`carry on`, which goes on with the next replacement and at last with the event itself: all `before` rules, the
event's own deeds, all `after` rules. Whether a rule applies is looked at when its turn comes.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.ir import terms as ir
from rulewright.ir.build import ONE, TRUE, ZERO, both, every
from rulewright.ir.terms import CAUSE, PLAYER, TRUTH, Assign, Body, Const, Local, Node, Procedure
from rulewright.lower.allocation import played, running
from rulewright.lower.counting import FIRES
from rulewright.lower.dispatch import Scope, all_there, atoms, body, statement, when
from rulewright.lower.listeners import Instance, instances
from rulewright.lower.lower_always import looked_at
from rulewright.lower.lower_means import secured
from rulewright.lower.lowering import Env, Lowering, captured_by, local, safe
from rulewright.lower.possible import can, event_env
from rulewright.program import program as p, typed
from rulewright.program.circle_complaints import sets_itself_off
from rulewright.records import evolve
from rulewright.text import Note, Span

WHY = Local("l_why")

HAPPENS, BEGINS, ENDS = "happens ", "begins ", "ends "
"""What a traced story calls that an event happens, a phase begins or ends: no name of the rules has a blank."""

Hooks = Sequence[Instance[p.Hook]]


@statement(typed.Do)
def _do(work: Lowering, stmt: typed.Do, scope: Scope) -> Body:
    """An event that cannot happen does not happen; what stands after it goes on."""
    before, arguments = atoms(work, stmt.arguments, scope)
    perform = performed(work, stmt.event, arguments, scope)
    if not perform:
        return ()
    somebody = all_there(stmt.arguments, arguments)
    return (*before, *when(somebody, when(can(work, stmt.event, arguments), perform)))


def performed(work: Lowering, event: str, arguments: tuple[Node, ...], scope: Scope) -> Body:
    """The event itself, with its hooks; nothing if nothing in this world comes of it."""
    without = frozenset(rule for name, rule in scope.replacing if name == event)
    procedure = event_procedure(work, event, without)
    if procedure is None:
        return ()
    perform = ir.Perform(procedure, (scope.why, *arguments))
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


def event_procedure(work: Lowering, name: str, without: frozenset[int] = frozenset()) -> str | None:
    """The procedure of an event, without replacements by some rules; None if nothing comes of it in this world."""
    procedure = f"e_{safe(name)}" + "".join(f"_not{rule}" for rule in sorted(without))
    if procedure in work.code.procedures:
        return procedure if work.code.procedures[procedure].body else None
    if procedure in work.working:
        event = work.program.events[name]
        work.complain(sets_itself_off(event.at, f"`{name}`", work.chain(procedure)))
        return None
    work.begin(procedure, name)
    _make_event(work, work.program.events[name], procedure, without)
    del work.working[procedure]
    return event_procedure(work, name, without)


def _make_event(work: Lowering, event: p.Event, procedure: str, without: frozenset[int]) -> None:
    site = work.site(event.name, event.at, event.notes)
    parameters = tuple(local(q.name) for q in event.parameters)
    heard = hooks(work, event.name)
    wouldbe = [i for i in heard if i.rule.when == "would" and i.rule.number not in without]
    chain = [procedure, *(f"{procedure}_{number + 1}" for number in range(len(wouldbe)))]
    names = ((WHY.name, CAUSE), *_typed(work, event))
    origin = work.origin(event.name, event.at)
    core = Procedure(chain[-1], names, _core(work, event, site, parameters, heard), origin=origin)
    for number in reversed(range(len(wouldbe))):
        following = chain[number + 1]
        work.keep(core, event.at)
        pass_on: Body = (ir.Perform(following, (WHY, *parameters)),) if core.body else ()
        taken = _hook(work, wouldbe[number], parameters, pass_on)
        core = Procedure(chain[number], names, (*taken,), origin=origin)
    if core.body:
        happens = work.trace(HAPPENS + event.name, WHY)
        after = looked_at(work)
        core = evolve(core, body=(*happens, *core.body, *after))
    work.keep(core, event.at)


def _core(
    work: Lowering, event: p.Event, site: int, parameters: tuple[Local, ...], heard: Hooks
) -> Body:
    scope = Scope(event_env(event, parameters), WHY, site, event=event.name)
    own = secured(work, event, scope, parameters)
    return (
        *work.count(event.at, FIRES),
        *_heard(work, heard, "before", parameters),
        *own,
        *_heard(work, heard, "after", parameters),
    )


def _typed(work: Lowering, declared: p.Event | p.Phase) -> tuple[tuple[str, ir.Type], ...]:
    """The parameters of an event or a phase as locals."""
    return tuple((local(q.name).name, work.type_of(q.type)) for q in declared.parameters)


def hooks(work: Lowering, name: str) -> Hooks:
    """The hooks on an event or phase in rule order."""
    return instances(work, p.Hook, name)


def _heard(work: Lowering, heard: Hooks, when_: str, arguments: tuple[Node, ...]) -> Body:
    done: list[ir.Stmt] = []
    for instance in heard:
        if instance.rule.when == when_:
            done += _hook(work, instance, arguments, None)
    return tuple(done)


def _hook(
    work: Lowering, instance: Instance[p.Hook], arguments: tuple[Node, ...], pass_on: Body | None
) -> Body:
    """One hook where it may speak. Of a replacement, `pass_on` is what happens if it does not apply."""
    rule = instance.rule
    applies = instance.applies(work, arguments)
    fixed, env = _fix_me(instance, instance.bound(arguments))
    deeds = body(work, rule.body, _scope(work, instance, env, pass_on))
    inner = (*work.count(rule.at, FIRES), *fixed, *deeds)
    if instance.source is not None and pass_on is not None:
        return _delayed_would(work, instance, applies, inner, pass_on)
    if instance.source is not None:
        captured = captured_by(rule)
        return (
            (ir.For(instance.var, captured, instance.source, when(applies, inner)),)
            if deeds
            else ()
        )
    if pass_on is not None:
        return when(applies, inner, pass_on)
    return when(applies, inner) if inner else ()


def _scope(work: Lowering, instance: Instance[p.Hook], env: Env, pass_on: Body | None) -> Scope:
    """Where the deeds of a hook stand."""
    rule = instance.rule
    site = work.site(rule.name, rule.at, rule.notes)
    this = "" if instance.this is None else f"p{instance.this}"
    scope = Scope(env, Const(site), site, f"{rule.number}{this}", event=rule.name)
    if pass_on is None:
        return scope
    return evolve(scope, carry_on=lambda _env: pass_on, replacing=((rule.about, rule.number),))


def _delayed_would(
    work: Lowering, instance: Instance[p.Hook], applies: Node, inner: Body, pass_on: Body
) -> Body:
    """Of a replacement that was made several times, the oldest that applies takes over."""
    assert instance.source is not None
    taken = work.temporary("taken")
    nobody_yet = both("==", Local(taken), ZERO)
    first = when(every(nobody_yet, applies), (Assign(taken, ONE, TRUTH), *inner))
    return (
        Assign(taken, ZERO, TRUTH),
        ir.For(instance.var, captured_by(instance.rule), instance.source, first),
        *when(nobody_yet, pass_on),
    )


def _fix_me(instance: Instance[p.Hook], env: Env) -> tuple[Body, Env]:
    """Who a rule speaks for is settled when it starts, whatever its own deeds change."""
    if instance.me is None or isinstance(instance.me, Const):
        return (), env
    name = f"l{instance.rule.number}_me"
    return (Assign(name, instance.me, PLAYER),), {**env, "me": Local(name)}


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
    for_what = [running(phase.name, q.name) for q in phase.parameters]
    count, mine = played(phase.name), _waiting_for(work, phase, mine=True)
    deeds: Body = (
        *work.count(phase.at, FIRES),
        ir.Write(count, None, ir.Binary("+", ir.Read(count), ONE)),
        *(ir.Write(what, None, local) for what, local in zip(for_what, parameters, strict=True)),
        *((ir.Undelay(mine, parameters[0]),) if mine else ()),
        *work.trace(BEGINS + phase.name, scope.why),
        *_heard(work, heard, "start", parameters),
        *body(work, phase.body, scope),
        *_heard(work, heard, "end", parameters),
        *map(ir.Reset, for_what),
        *_what_ends(work, phase),
        *looked_at(work),
        *work.trace(ENDS + phase.name, scope.why),
    )
    origin = work.origin(phase.name, phase.at)
    return Procedure(procedure, _typed(work, phase), deeds, origin=origin)


def _what_ends(work: Lowering, phase: p.Phase) -> Body:
    """Variables that last for the phase go back to their start, delayed rules made for it end."""
    program = work.program
    done: list[ir.Stmt] = [
        ir.Reset(variable.name)
        for variable in program.variables.values()
        if variable.until_phase == phase.name and work.allocation.variable(variable.name).count
    ]
    rules = _waiting_for(work, phase, mine=False)
    if rules:
        done.append(ir.Undelay(rules))
    return tuple(done)


def _waiting_for(work: Lowering, phase: p.Phase, mine: bool) -> tuple[int, ...]:
    """The delayed rules that end with a phase, or (`mine`) when one begins for whoever made them."""
    waiting = (r for r in work.program.rules if r.delayed and r.until == phase.name)
    return tuple(rule.number for rule in waiting if rule.until_mine is mine)
