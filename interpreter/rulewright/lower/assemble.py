"""A world -> a machine: everything is lowered, cut into blocks, written as Python and compiled."""

from __future__ import annotations

from typing import Any

from attrs import define

from rulewright import ir
from rulewright.coverage.counting import Counters, Tally, start_counting
from rulewright.engines.machine import CardInfo, Machine, ScorePart
from rulewright.engines.python.emit_blocks import END, BlockWriter
from rulewright.engines.python.emit_expressions import written
from rulewright.engines.python.emit_statements import functions_source
from rulewright.engines.python.load_code import activate
from rulewright.ir import Const, Function, Local, Procedure
from rulewright.ir.folding import choose
from rulewright.ir.layout import (
    ANSWER,
    DECIDER,
    DECISION,
    DELAYED,
    FRAMES,
    NOTHING,
    make_layout,
)
from rulewright.link.world import World
from rulewright.lower import Lowering
from rulewright.lower import lower_powers as _powers  # noqa: F401 - how decisions are lowered
from rulewright.lower import lower_table as _table  # noqa: F401 - and changes of the table
from rulewright.lower.blocks import Cut, Question, cut
from rulewright.lower.describing import (
    looking_of,
    place_owners,
    resets_of,
    sight_function,
    track_info,
    tracks_of,
    viewers_of,
    zone_info,
    zones_of,
)
from rulewright.lower.judging import refused
from rulewright.lower.listeners import instances
from rulewright.lower.lower_expressions import counted, lower
from rulewright.lower.lower_statements import Frame, body
from rulewright.lower.lower_values import value_of
from rulewright.lower.state_access import track_start
from rulewright.program import program as p
from rulewright.program.typed import Expr
from rulewright.text import Complaints


@define
class Assembly:
    """A world while it is made into a machine; scenarios add their own steps to it afterwards."""

    work: Lowering
    cut: Cut
    done: set[str]
    parts: tuple[ScorePart, ...] = ()
    because: int | None = None


def assemble(
    world: World, complaints: Complaints, counters: Counters | None = None, judged: bool = True
) -> Assembly:
    """Lower all that the flow of the game reaches; with counters, so that it counts what comes to pass.

    A game that the rules refuse is complained about and left as it is, unless nobody judges it.
    """
    layout = make_layout(world)
    work = Lowering(world, layout, complaints, counters=counters)
    # Whatever judging works out is no part of the game.
    if judged and refused(Lowering(world, layout, complaints)):
        return Assembly(work, Cut(), set())
    site = work.site("flow", *_flow_place(world))
    frame = Frame({}, Const(site), site, "", None, "flow")
    flow = body(work, world.program.flow, frame)
    work.lowered.procedures["flow"] = Procedure("flow", (), flow, asks=True)
    seen_things: list[p.Zone | p.Track] = [
        *world.program.zones.values(),
        *world.program.tracks.values(),
    ]
    for seen in seen_things:
        if seen.sight.player is not None:
            _function(work, sight_function(seen.name), lower(work, seen.sight.player, {}), ())
    assembly = Assembly(work, Cut(), set())
    _outcome(assembly)
    cut(work.lowered, assembly.cut)
    return assembly


def _flow_place(world: World) -> tuple[Any, p.Notes]:
    flow = world.program.flow
    return (flow[0].at if flow else "flow"), p.Notes()


def _outcome(assembly: Assembly) -> None:
    """Functions for what is compared at the end, and for the lines of the score sheet."""
    work, outcome = assembly.work, assembly.work.world.program.outcome
    if outcome is None:
        return
    player = Local("l_player")
    for name in outcome.values:
        result = value_of(work, name, (player,))
        _function(work, f"out_{name.replace('-', '_')}", result)
    assembly.parts = tuple(_score_parts(work, outcome.values[0]))
    if outcome.notes.because is not None:
        exprs = [part for part in outcome.notes.because.parts if isinstance(part, Expr)]
        assembly.because = work.telling("because", outcome.notes.because)
        for number, expr in enumerate(exprs):
            _function(work, f"because_{number}", lower(work, expr, {}), ())


def _function(
    work: Lowering, name: str, result: ir.Node, parameters: tuple[str, ...] = ("l_player",)
) -> None:
    work.lowered.functions[name] = Function(name, parameters, result)


def _score_parts(work: Lowering, value: str) -> list[ScorePart]:
    """The declared result and every rule that adds to it, each a line under the name of where it stands."""
    player = Local("l_player")
    declared = work.world.program.values[value]
    assert declared.result is not None
    base = counted(work, declared.result, {declared.parameters[0].name: player})
    _function(work, "part_0", base)
    # Where all is said by rules, what is declared is a bare 0 and no line.
    parts = [] if base == Const(0) else [ScorePart(declared.notes.text or value, "part_0")]
    rules = [r for r in work.world.program.rules if isinstance(r, p.Change) and r.value == value]
    for number, instance in enumerate(instances(work, rules), 1):
        rule = instance.rule
        if not isinstance(rule, p.Change) or rule.how not in ("more", "less"):
            continue
        amount = counted(work, rule.amount, instance.bound((player,)))
        if rule.how == "less":
            amount = ir.Op("-", (Const(0), amount))
        line = choose(instance.applies(work, (player,)), amount, Const(0))
        name = f"part_{number}"
        _function(work, name, line)
        parts.append(ScorePart(_line_name(rule), name, instance.label))
    return parts


def _line_name(rule: p.Change) -> str:
    """What a line is called: as the rule says, after its card, or after its condition as it is written."""
    called = rule.shown or rule.card
    if called is None:
        called = rule.condition.at.text if rule.condition is not None else rule.name
    return called


# ------------------------------------------------------------------ the machine


def make_machine(assembly: Assembly) -> Machine:
    """The assembly written as Python, compiled, with the tables that views need."""
    work = assembly.work
    world, layout = work.world, work.layout
    machine = Machine(
        players=world.players,
        source=_source(assembly),
        layout=layout,
        first_row=(),
        sites=work.sites,
        tellings=work.tellings,
        decisions=work.decisions,
        zones=[zone_info(assembly.work, zone) for zone in zones_of(assembly.work)],
        tracks=[track_info(assembly.work, track) for track in tracks_of(assembly.work)],
        pieces=[CardInfo(q.card, q.kind, world.values[q.card]) for q in world.pieces],
        designs=world.cards,
        labels={name: labels.items for name, labels in world.program.labels.items()},
        outcome=world.program.outcome.values if world.program.outcome else (),
        parts=assembly.parts,
        because=assembly.because,
        viewers=viewers_of(assembly.work),
        looking=looking_of(assembly.work),
        resets=resets_of(assembly.work),
        parameter_types={
            (phase.name, parameter.name): parameter.type.name
            for phase in world.program.phases.values()
            for parameter in phase.parameters
        },
        names=world.names,
    )
    machine.first_row = _first_row(assembly, machine)
    return activate(machine)


def make_counting_machine(assembly: Assembly) -> tuple[Machine, Tally]:
    """The machine of an assembly that was made with counters, and what it counts into."""
    counters = assembly.work.counters
    assert counters is not None
    machine = make_machine(assembly)
    return machine, start_counting(machine.code, assembly.work.lowered, counters)


def _source(assembly: Assembly) -> str:
    """The whole module: arrays, functions, blocks, options, labels."""
    lowered = assembly.work.lowered
    writer = BlockWriter(lowered, assembly.cut)
    players = assembly.work.world.players
    around = [[(start + step) % players for step in range(players)] for start in range(players)]
    owner = place_owners(assembly.work)
    lines = [f"A_{name} = {values}" for name, values in lowered.arrays.items()]
    lines += [
        f"A_place_owner = {(*owner, NOTHING)}",
        f"A_around = {(*(tuple(row) for row in around), ())}",
        f"A_others = {(*(tuple(row[1:]) for row in around), ())}",
    ]
    lines += functions_source(lowered, assembly.done)
    lines += writer.source()
    lines += writer.options_source()
    lines += _label_functions(assembly, writer, 0)
    return "\n".join(lines) + "\n"


def _label_functions(assembly: Assembly, writer: BlockWriter, first: int) -> list[str]:
    """For options with a text of their own: the values in the text, worked out for one element."""
    lines: list[str] = []
    for block in assembly.cut.blocks[first:]:
        if not isinstance(block.end, Question):
            continue
        decision = assembly.work.decisions[block.end.ask.decision]
        for code, place in enumerate(decision.options):
            number = block.end.ask.decision
            values = [written(node) for node in assembly.work.shown[(number, code)]]
            if not values:
                continue
            text = f"    return ({', '.join(values)},)"
            loads = [
                line
                for line in writer.loads(block.procedure, text)
                if not line.startswith(f"    {place.var} =")
            ]
            head = f"def s{number}_{code}(S, {place.var or '_'}):"
            lines += [head, f"    f = S[{FRAMES}]", *loads, text, ""]
    return lines


def _first_row(assembly: Assembly, machine: Machine) -> tuple[Any, ...]:
    """The bare table: every card where its kind starts, every track at its start, the flow not begun."""
    work, layout = assembly.work, assembly.work.layout
    row: list[Any] = [0] * layout.size
    for cell in (DECISION, DECIDER, ANSWER):
        row[cell] = NOTHING
    row[DELAYED] = ()
    entry = assembly.cut.entries["flow"]
    slots = assembly.cut.slots["flow"]
    row[FRAMES] = (entry, *[None] * len(slots), (END,))
    for zone in machine.zones:
        for cell in range(zone.base, zone.base + zone.count):
            row[cell] = ()
    for piece in work.world.pieces:
        starts = layout.zones[work.world.program.kinds[piece.kind].starts or ""].base
        row[starts] = (*row[starts], piece.number)
        row[layout.place + piece.number] = starts
        row[layout.known + piece.number] = max(machine.viewers[starts], 0)
    for track in tracks_of(assembly.work):
        cells, start = layout.tracks[track.name], track_start(work, track.name)
        row[cells.base : cells.base + cells.count] = [start] * cells.count
    for cells in layout.running.values():
        row[cells.base] = NOTHING
    return tuple(row)
