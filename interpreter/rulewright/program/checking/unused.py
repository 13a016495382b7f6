"""Legal but odd: what is declared and never used, what is waited for and never comes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from attrs import define, field

from rulewright.program import complaints as say
from rulewright.program import program as p
from rulewright.program import typed
from rulewright.program.checking.walking import everything, head, program_parts, rule_parts
from rulewright.program.program import Declared, Program
from rulewright.program.typed import Expr
from rulewright.text import Complaint, Complaints

HELP = "leave it out, or let a rule use it"


def complain_unused(program: Program, complaints: Complaints) -> None:
    """Warn of declarations that nothing refers to, and of rules that can never speak."""
    uses = _uses(program)
    complaints.extend(_declarations(program, uses))
    complaints.extend(_tracks(program, uses))
    complaints.extend(_rules(program, uses))
    complaints.extend(_locals(program))


@define
class _Uses:
    """What the rules refer to, by sort and name."""

    read: set[tuple[str, str]] = field(factory=set)
    written: set[str] = field(factory=set)

    def has(self, sort: str, name: str) -> bool:
        return (sort, name) in self.read

    def note(self, sort: str, *names: str | None) -> None:
        self.read |= {(sort, name) for name in names if name is not None}


def _uses(program: Program) -> _Uses:
    uses = _Uses()
    found = list(everything(program_parts(program)))
    counted_up = {id(read) for node in found for read in _in_its_own_change(node)}
    for node in found:
        if id(node) not in counted_up:
            _note(program, uses, node)
    _note_declarations(program, uses)
    return uses


def _in_its_own_change(node: object) -> Iterator[object]:
    """What a number was, where it is only asked for to set the same number: that is no use of it."""
    if isinstance(node, typed.SetTrack):
        for part in everything([node.value]):
            if isinstance(part, typed.TrackOf) and part.track == node.track:
                yield part


def _note(program: Program, uses: _Uses, node: object) -> None:
    """What one node refers to."""
    match node:
        case typed.TrackOf(track=name):
            uses.note("track", name)
        case typed.SetTrack(track=name):
            uses.written.add(name)
        case typed.ZoneOf(zone=name) | typed.AnyZone(zone=name):
            uses.note("zone", name)
        case typed.Move(zone=zone):
            uses.note("filled", zone.zone)
        case typed.Exchange(one=one, other=other):
            uses.note("filled", *(z.zone for z in (one, other) if isinstance(z, typed.ZoneOf)))
        case typed.ValueOf(value=name):
            uses.note("value", name)
        case typed.FactOf(fact=name):
            uses.note("fact", name)
        case typed.SettingOf(setting=name):
            uses.note("setting", name)
        case typed.TableOf(table=name):
            uses.note("table", name)
        case typed.Label(name=name, type=type_):
            uses.note("label", f"{type_.name}.{name}")
            uses.note("labels", type_.name)
        case typed.LabelAll(labels=name):
            uses.note("labels", name)
            uses.note("label", *(f"{name}.{item}" for item in program.labels[name].items))
        case typed.KindAll(kind=name):
            uses.note("kind", name)
        case typed.Running(phase=name):
            uses.note("phase", name)
        case typed.Do(event=name) | typed.May(event=name):
            uses.note("event", name)
        case typed.Play(phase=name):
            uses.note("played", name)
        case typed.UsePowers(moments=names):
            for name in names:
                uses.note("moment", name)


def _note_declarations(program: Program, uses: _Uses) -> None:
    """What declarations refer to besides their expressions: types, and constants on cards."""
    types = [track.type.name for track in program.tracks.values()]
    types += [track.owner for track in program.tracks.values() if track.owner]
    types += [zone.owner for zone in program.zones.values() if zone.owner]
    types += [zone.kind for zone in program.zones.values()]
    types += [zone.each for zone in program.zones.values() if zone.each]
    types += [track.each for track in program.tracks.values() if track.each]
    spoken = [event.parameters for event in program.events.values()]
    spoken += [phase.parameters for phase in program.phases.values()]
    spoken += [value.parameters for value in program.values.values()]
    spoken += [fact.parameters for fact in program.facts.values()]
    types += [parameter.type.name for parameters in spoken for parameter in parameters]
    types += [setting.type.name for setting in program.settings.values()]
    for kind in program.kinds.values():
        types += [each.type.name for each in kind.fields.values()]
        uses.note("zone", kind.starts)
        uses.note("filled", kind.starts)
    uses.note("labels", *types)
    uses.note("kind", *types, *(card.kind for card in program.cards.values()))
    for card in program.cards.values():
        fields = program.kinds[card.kind].fields
        uses.note("label", *(f"{fields[f].type.name}.{value}" for f, value in card.values.items()))
    uses.note("label", *(f"{s.type.name}.{s.default}" for s in program.settings.values()))
    uses.note("value", *(program.outcome.values if program.outcome else ()))
    uses.note("phase", *(track.until_phase for track in program.tracks.values()))
    uses.note("zone", *(track.while_in for track in program.tracks.values()))
    uses.note(
        "stance", *(f"{program.cards[r.card].kind}.{r.stance}" for r in program.rules if r.card)
    )
    uses.note("phase", *(rule.until for rule in program.rules))


# ------------------------------------------------------------------ declarations


def _declarations(program: Program, uses: _Uses) -> Iterator[Complaint]:
    yield from _zones(program, uses)
    yield from _unused(uses, "setting", "setting", program.settings)
    yield from _unused(uses, "table", "table", program.tables)
    yield from _unused(uses, "value", "value", program.values)
    yield from _unused(uses, "fact", "fact", program.facts)
    yield from _unused(uses, "list of labels", "labels", program.labels)
    yield from _unused(uses, "kind", "kind", program.kinds)
    for labels in program.labels.values():
        for item in labels.items:
            if uses.has("labels", labels.name) and not uses.has("label", f"{labels.name}.{item}"):
                yield say.odd.never_used(labels.at, labels.name, item, HELP)
    for kind in program.kinds.values():
        if not any(card.kind == kind.name for card in program.cards.values()):
            yield say.odd.no_cards(kind.at, kind.name)
        for stance in kind.stances.values():
            if not uses.has("stance", f"{kind.name}.{stance.name}"):
                help = f"no rule of a {kind.name} speaks then: leave it out"
                yield say.odd.never_used(stance.at, "stance", stance.name, help)
    yield from _happenings(program, uses)


def _zones(program: Program, uses: _Uses) -> Iterator[Complaint]:
    for zone in program.zones.values():
        if not uses.has("zone", zone.name):
            yield say.odd.never_used(zone.at, "place", zone.name, HELP)
        elif not uses.has("filled", zone.name):
            yield say.odd.never_filled(zone.at, zone.name)


def _unused(
    uses: _Uses, what: str, sort: str, table: Mapping[str, Declared]
) -> Iterator[Complaint]:
    for thing in table.values():
        if not uses.has(sort, thing.name):
            yield say.odd.never_used(thing.at, what, thing.name, HELP)


def _happenings(program: Program, uses: _Uses) -> Iterator[Complaint]:
    """Events that nobody does, phases that are not played, moments without powers or without use."""
    heard = {rule.event for rule in program.rules if isinstance(rule, p.Hook)}
    for event in program.events.values():
        if not uses.has("event", event.name) and event.name not in heard:
            yield say.odd.never_used(
                event.at, "event", event.verb, "let a deed do it, or leave it out"
            )
    for phase in program.phases.values():
        spoken_of = uses.has("phase", phase.name) or phase.name in heard
        if not uses.has("played", phase.name) and not spoken_of:
            help = f"`play {phase.name}` somewhere, or leave it out"
            yield say.odd.never_used(phase.at, "phase", phase.name, help)
    moments = {rule.moment for rule in program.rules if isinstance(rule, p.Power)}
    for moment in program.moments.values():
        if moment.name not in moments:
            help = "no power is for it: leave it out"
            yield say.odd.never_used(moment.at, "moment", moment.name, help)


def _tracks(program: Program, uses: _Uses) -> Iterator[Complaint]:
    """Numbers, pointers and marks: set and never looked at, looked at and never set, or neither."""
    for track in program.tracks.values():
        read, written = uses.has("track", track.name), track.name in uses.written
        what = "mark" if track.is_mark else "number or pointer"
        if not read and not written:
            yield say.odd.never_used(track.at, what, track.name, HELP)
        elif not read:
            yield say.odd.never_read(track.at, what, track.name)
        elif not written and track.start is None and not _is_common_pointer(track):
            yield say.odd.never_set(track.at, what, track.name)


def _is_common_pointer(track: p.Track) -> bool:
    """One that is never nobody stands at the first player from the start."""
    return track.owner is None and track.type.name == "player" and not track.type.optional


# ------------------------------------------------------------------ rules


def _rules(program: Program, uses: _Uses) -> Iterator[Complaint]:
    """Rules that wait for what never comes, or change what nobody asks for."""
    for rule in program.rules:
        match rule:
            case p.Hook(when="start" | "end", event=name):
                if not uses.has("played", name):
                    yield say.odd.never_played(head(rule.at), name, program.phases[name].at)
            case p.Hook(event=name) | p.Restriction(event=name) | p.Means(event=name):
                if not uses.has("event", name):
                    event = program.events[name]
                    yield say.odd.never_done(head(rule.at), event.verb, event.at)
            case p.Change(value=name):
                if not uses.has("value", name):
                    yield say.odd.never_asked(head(rule.at), "value", name, program.values[name].at)
            case p.Grant(fact=name):
                if not uses.has("fact", name):
                    yield say.odd.never_asked(head(rule.at), "fact", name, program.facts[name].at)
            case p.Power(moment=name):
                if not uses.has("moment", name):
                    yield say.odd.never_offered_at(head(rule.at), name, program.moments[name].at)


def _locals(program: Program) -> Iterator[Complaint]:
    """What is worked out by `let`, and never named again."""
    blocks = [tuple(rule_parts(rule)) for rule in program.rules]
    blocks += [event.body for event in program.events.values()]
    blocks += [phase.body for phase in program.phases.values()]
    for block in [*blocks, program.flow]:
        lets = [node for node in everything(block) if isinstance(node, typed.Let)]
        if not lets:
            continue
        named = {node.name for node in everything(block) if isinstance(node, typed.Var)}
        named |= {name for name, _ in _captured(program, block)}
        yield from (say.odd.never_named(let.at, let.var) for let in lets if let.var not in named)


def _captured(program: Program, block: tuple[object, ...]) -> Iterator[tuple[str, object]]:
    """The names that rules made in a block take with them, and really use."""
    numbers = {
        number
        for node in everything(part for part in block if isinstance(part, Expr | typed.Stmt))
        if isinstance(node, typed.Until)
        for number in node.rules
    }
    for rule in program.rules:
        if rule.number in numbers:
            for node in everything(rule_parts(rule)):
                if isinstance(node, typed.Var):
                    yield node.name, node
