"""Events and phases as procedures, with every rule that listens to them written in, once, in rule order.

An event runs so: the first replacement that applies takes over, and nothing of the event happens unless it says
`carry on`, which goes on with the next replacement and at last with the event itself: all `before` rules, the
event's own deeds, all `after` rules. Whether a rule applies is looked at when its turn comes.
"""

from __future__ import annotations

from collections.abc import Iterable

from attrs import evolve

from rulewright import ir
from rulewright.coverage import FIRES
from rulewright.ir import Body, Const, Local, Node, Procedure
from rulewright.ir.folding import both, every
from rulewright.link import link_complaints as say
from rulewright.lower import Env, Lowering, safe
from rulewright.lower.listeners import Instance, instances
from rulewright.lower.lower_means import secured
from rulewright.lower.lower_statements import Frame, body, when
from rulewright.lower.lower_values import event_env
from rulewright.lower.state_access import track_start
from rulewright.program import program as p

WHY = Local("l_why")


def event_procedure(work: Lowering, name: str, without: frozenset[int] = frozenset()) -> str | None:
    """The procedure of an event, without replacements by some rules; None if nothing comes of it in this world."""
    procedure = f"e_{safe(name)}" + "".join(f"_not{rule}" for rule in sorted(without))
    if procedure in work.lowered.procedures:
        return procedure if work.lowered.procedures[procedure].body else None
    if procedure in work.working:
        event = work.world.program.events[name]
        work.complain(say.sets_itself_off(event.at, f"`{name}`", work.chain(procedure)))
        return None
    work.working[procedure] = name
    _make_event(work, work.world.program.events[name], procedure, without)
    del work.working[procedure]
    return event_procedure(work, name, without)


def _make_event(work: Lowering, event: p.Event, procedure: str, without: frozenset[int]) -> None:
    site = work.site(event.name, event.at, event.notes)
    parameters = tuple(Local(f"l_{safe(q.name)}") for q in event.parameters)
    heard = hooks(work, event.name, ("before", "after", "would"))
    replacing = [i for i in heard if i.rule.when == "would"]  # type: ignore[attr-defined]
    wouldbe = [i for i in replacing if i.rule.number not in without]
    chain = [procedure, *(f"{procedure}_{number + 1}" for number in range(len(wouldbe)))]
    names = ("l_why", *(local.name for local in parameters))
    core = Procedure(chain[-1], names, _core(work, event, site, parameters, heard))
    for number in reversed(range(len(wouldbe))):
        following = chain[number + 1]
        work.lowered.procedures[following] = core
        pass_on: Body = (ir.Perform(following, (WHY, *parameters)),) if core.body else ()
        taken = _hook(work, wouldbe[number], parameters, pass_on)
        core = Procedure(chain[number], names, (*taken,))
    work.lowered.procedures[procedure] = core


def _core(
    work: Lowering, event: p.Event, site: int, parameters: tuple[Local, ...], heard: list[Instance]
) -> Body:
    frame = Frame(event_env(event, parameters), WHY, site, "", None, event.name)
    own = secured(work, event, frame, parameters)
    return (
        *work.count(event.at, FIRES),
        *_heard(work, heard, "before", parameters),
        *own,
        *_heard(work, heard, "after", parameters),
    )


def hooks(work: Lowering, name: str, sorts: Iterable[str]) -> list[Instance]:
    """The hooks on an event or phase in rule order."""
    wanted = set(sorts)
    rules = [
        rule
        for rule in work.world.program.rules
        if isinstance(rule, p.Hook) and rule.event == name and rule.when in wanted
    ]
    return instances(work, rules)


def _heard(work: Lowering, heard: list[Instance], when_: str, arguments: tuple[Node, ...]) -> Body:
    done: list[ir.Stmt] = []
    for instance in heard:
        if instance.rule.when == when_:  # type: ignore[attr-defined]
            done += _hook(work, instance, arguments, None)
    return tuple(done)


def _hook(
    work: Lowering, instance: Instance, arguments: tuple[Node, ...], pass_on: Body | None
) -> Body:
    """One hook where it may speak. Of a replacement, `pass_on` is what happens if it does not apply."""
    rule = instance.rule
    assert isinstance(rule, p.Hook)
    applies = instance.applies(work, arguments)
    site = work.site(rule.name, rule.at, rule.notes)
    env = instance.bound(arguments)
    fixed, env = _fix_me(instance, env, rule.number)
    carry_on = (lambda _env: pass_on) if pass_on is not None else None
    this = "" if instance.this is None else f"p{instance.this}"
    frame = Frame(env, Const(site), site, f"{rule.number}{this}", carry_on, rule.name)
    if pass_on is not None:
        frame = evolve(frame, replacing=((rule.event, rule.number),))
    deeds = body(work, rule.body, frame)
    inner = (*work.count(rule.at, FIRES), *fixed, *deeds)
    if instance.source is not None and pass_on is not None:
        return _delayed_would(work, instance, applies, inner, pass_on)
    if instance.source is not None:
        return (ir.For(instance.var, instance.source, when(applies, inner)),) if deeds else ()
    if pass_on is not None:
        return when(applies, inner, pass_on)
    return when(applies, inner) if inner else ()


def _delayed_would(
    work: Lowering, instance: Instance, applies: Node, inner: Body, pass_on: Body
) -> Body:
    """Of a replacement that was made several times, the oldest that applies takes over."""
    assert instance.source is not None
    taken = work.temporary("taken")
    first = when(
        every(both("==", Local(taken), Const(0)), applies), (ir.Assign(taken, Const(1)), *inner)
    )
    return (
        ir.Assign(taken, Const(0)),
        ir.For(instance.var, instance.source, first),
        *when(both("==", Local(taken), Const(0)), pass_on),
    )


def _fix_me(instance: Instance, env: Env, number: int) -> tuple[Body, Env]:
    """Who a rule speaks for is settled when it starts, whatever its own deeds change."""
    if instance.me is None or isinstance(instance.me, Const):
        return (), env
    name = f"l{number}_me"
    return (ir.Assign(name, instance.me),), {**env, "me": Local(name)}


# ------------------------------------------------------------------ phases


def phase_procedure(work: Lowering, name: str) -> str:
    """The procedure of a phase: what is running is noted, and what lasts for it ends with it."""
    procedure = f"ph_{safe(name)}"
    if procedure in work.lowered.procedures:
        return procedure
    phase = work.world.program.phases[name]
    if procedure in work.working:
        work.complain(say.sets_itself_off(phase.at, f"the phase {name}", work.chain(procedure)))
        return procedure
    work.working[procedure] = name
    work.lowered.procedures[procedure] = _make_phase(work, phase, procedure)
    del work.working[procedure]
    return procedure


def _make_phase(work: Lowering, phase: p.Phase, procedure: str) -> Procedure:
    site = work.site(phase.name, phase.at, phase.notes)
    parameters = tuple(Local(f"l_{safe(q.name)}") for q in phase.parameters)
    frame = Frame(event_env(phase, parameters), Const(site), site, "", None, phase.name)
    heard = hooks(work, phase.name, ("start", "end"))
    running = [work.layout.running[(phase.name, q.name)].base for q in phase.parameters]
    played = work.layout.played[phase.name]
    starting: list[ir.Stmt] = [
        *work.count(phase.at, FIRES),
        ir.Store(played, None, ir.Op("+", (ir.Cell(played), Const(1)))),
        *(ir.Store(cell, None, local) for cell, local in zip(running, parameters, strict=True)),
    ]
    ending: list[ir.Stmt] = [ir.Store(cell, None, Const(-1)) for cell in running]
    deeds = (
        *starting,
        *_heard(work, heard, "start", parameters),
        *body(work, phase.body, frame),
        *_heard(work, heard, "end", parameters),
        *ending,
        *_what_ends(work, phase),
    )
    return Procedure(procedure, tuple(local.name for local in parameters), deeds)


def _what_ends(work: Lowering, phase: p.Phase) -> Body:
    """Tracks that last for the phase go back to their start, delayed rules made for it end."""
    done: list[ir.Stmt] = []
    for track in work.world.program.tracks.values():
        if track.until_phase == phase.name:
            cells = work.layout.track(track.name)
            if cells.count:
                done.append(ir.Fill(cells.base, cells.count, track_start(work, track.name)))
    rules = tuple(
        rule.number
        for rule in work.world.program.rules
        if rule.delayed and rule.until == phase.name
    )
    if rules:
        done.append(ir.Undelay(rules))
    return tuple(done)
