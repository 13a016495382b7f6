"""Lint for unused declarations, and for rules about events, phases and values that never occur."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, assert_never

from rulewright.base.records import Draft, field
from rulewright.language.program import complaints as say, program as p, typed
from rulewright.language.program.checking.dependency_graph import (
    DependencyGraph,
    lent_powers,
    subject_of_rule,
)
from rulewright.language.program.checking.traversal import (
    first_line_span,
    reference_fields,
    referenced_declarations,
    walk,
)
from rulewright.language.program.program import Program
from rulewright.language.program.types import NUMBER
from rulewright.language.text import Complaint

HELP: Final = "leave it out, or let a rule use it"


def find_unused(graph: DependencyGraph) -> Iterator[Complaint]:
    """Yield complaints about declarations that nothing uses, and about rules that can never apply."""
    uses = _collect_uses(graph)
    yield from _find_unused_declarations(graph.program, uses)
    yield from _find_unused_events(graph, uses)
    yield from _find_unused_variables(graph.program, uses)
    yield from _find_unreachable_rules(graph.program, uses)
    yield from _find_unused_locals(graph)


class _Uses(Draft):
    """An index of the declarations that rules use, as pairs of sort and name."""

    found: set[tuple[str, str]] = field(factory=set)
    before: set[str] = field(factory=set)
    """Fields that are read only before the game, as names of values."""

    def has(self, sort: str, name: str) -> bool:
        """Return whether the declaration of this sort and name is used."""
        return (sort, name) in self.found

    def note(self, sort: str, *names: str | None) -> None:
        """Record that declarations of one sort are used; None among the names is ignored."""
        self.found |= {(sort, name) for name in names if name is not None}


def _collect_uses(graph: DependencyGraph) -> _Uses:
    """Return the index of all declarations that the program uses."""
    uses = _Uses()
    own_updates = {id(read) for node in graph.of(typed.SetVariable) for read in _own_updates(node)}
    # Reading a printed field in `refuse` does not count as a use of rules that change it.
    printed = {id(node) for each in graph.program.refusals for node in graph.nodes_inside(each)}
    fields = [node for node in graph.of(typed.FieldOf) if id(node) in printed]
    uses.before = {typed.field_value(node.card.type.name, node.field) for node in fields}
    ignored = own_updates | set(map(id, fields))
    for cls, nodes in graph.nodes_by_class.items():
        if cls in _SPECIAL_CLASSES or reference_fields(cls):
            for node in nodes:
                if id(node) not in ignored:
                    _record_uses(graph.program, uses, node)
    _record_declarations(graph.program, uses)
    _record_rules(graph.program, uses)
    return uses


def _own_updates(node: typed.SetVariable) -> Iterator[object]:
    """Yield the reads of a variable in an assignment to itself, such as `n + 1`: they do not count as uses."""
    for part in walk([node.value]):
        if isinstance(part, typed.VariableOf) and part.variable == node.variable:
            yield part


_SPECIAL_CLASSES: Final = {
    typed.FieldOf,
    typed.Move,
    typed.Exchange,
    typed.UsePowers,
    typed.UsePowerOf,
    typed.Label,
    typed.LabelAll,
}
"""Node classes whose references are not all held by fields named after the sort."""


def _record_uses(program: Program, uses: _Uses, node: object) -> None:
    """Record the declarations that a single node uses."""
    match node:
        case typed.SetVariable(variable=name):
            uses.note("written", name)
        case typed.FieldOf(card=card, field=name):
            uses.note("value", typed.field_value(card.type.name, name))
        case typed.Play(phase=name):
            uses.note("played", name)
        case typed.Can():
            pass  # `can` is also used with events that never happen
        case typed.Move(zone=zone):
            uses.note("filled", zone.zone)
        case typed.Exchange(one=one, other=other):
            uses.note("filled", *(z.zone for z in (one, other) if isinstance(z, typed.ZoneOf)))
        case typed.UsePowers(moments=names):
            uses.note("moment", *names)
        case typed.UsePowerOf(cards=cards):
            uses.note("moment", *(rule.about for rule in lent_powers(program, cards)))
        case typed.Label(name=name, type=type_):
            uses.note("label", f"{type_.name}.{name}")
            uses.note("labels", type_.name)
        case typed.LabelAll(labels=name):
            uses.note("labels", name)
            uses.note("label", *(f"{name}.{item}" for item in program.labels[name].items))
        case _:
            uses.found.update(referenced_declarations(node))


def _record_declarations(program: Program, uses: _Uses) -> None:
    """Record uses outside of expressions: types, values on cards, the outcome."""
    types: list[str | None] = [setting.type.name for setting in program.settings.values()]
    for variable in program.variables.values():
        types += [variable.type.name, variable.owner, variable.each]
        uses.note("phase", variable.until_phase)
        uses.note("zone", variable.while_in)
    for zone in program.zones.values():
        types += [zone.kind, zone.owner, zone.each]
    spoken = (program.events, program.phases, program.values, program.facts)
    for thing in (thing for table in spoken for thing in table.values()):
        types += [parameter.type.name for parameter in thing.parameters]
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
    if program.outcome is not None:
        uses.note("value", *program.outcome.values, *program.outcome.replaced)
        if (team := program.outcome.team) is not None:
            uses.note("variable", team)
            labels = program.labels[program.variables[team].type.name]
            uses.note("label", *(f"{labels.name}.{name}" for name in labels.items))
    if program.outcome is not None or program.has_winners:
        uses.note("event", p.WINS)


def _record_rules(program: Program, uses: _Uses) -> None:
    """Record the phases, stances and marks that the heads of rules use."""
    for rule in program.rules:
        uses.note("phase", rule.until)
        if rule.card:
            uses.note("stance", f"{program.cards[rule.card].kind}.{rule.stance}")
        if isinstance(rule, p.Power) and isinstance(rule.use_mark, typed.VariableOf):
            uses.note("written", rule.use_mark.variable)  # using the power sets its mark


# ------------------------------------------------------------------ declarations


def _find_unused_declarations(program: Program, uses: _Uses) -> Iterator[Complaint]:
    """Yield complaints about unused zones, settings, tables, values, facts, labels, kinds and stances."""
    for zone in program.zones.values():
        if not uses.has("zone", zone.name):
            yield say.lints.never_used(zone.at, "place", zone.name, HELP)
        elif not uses.has("filled", zone.name):
            yield say.lints.never_filled(zone.at, zone.name)
    yield from _find_unused_of_sort(uses, "setting", "setting", program.settings.values())
    yield from _find_unused_of_sort(uses, "table", "table", program.tables.values())
    # Fields become values when a rule changes them, but are not declared as values.
    declared = [value for value in program.values.values() if " " not in value.name]
    yield from _find_unused_of_sort(uses, "value", "value", declared)
    yield from _find_unused_of_sort(uses, "fact", "fact", program.facts.values())
    yield from _find_unused_of_sort(uses, "list of labels", "labels", program.labels.values())
    yield from _find_unused_of_sort(uses, "kind", "kind", program.kinds.values())
    for labels in program.labels.values():
        for item in labels.items:
            if uses.has("labels", labels.name) and not uses.has("label", f"{labels.name}.{item}"):
                yield say.lints.never_used(labels.at, labels.name, item, HELP)
    for kind in program.kinds.values():
        if not any(card.kind == kind.name for card in program.cards.values()):
            yield say.lints.no_cards(kind.at, kind.name)
        for stance in kind.stances.values():
            if not uses.has("stance", f"{kind.name}.{stance.name}"):
                help = f"no rule of a {kind.name} uses it: leave it out"
                yield say.lints.never_used(stance.at, "stance", stance.name, help)


def _find_unused_of_sort(
    uses: _Uses, what: str, sort: str, things: Iterable[p.Declared]
) -> Iterator[Complaint]:
    """Yield complaints about unused declarations of one sort; `what` is the sort's name in the complaint."""
    for thing in things:
        if not uses.has(sort, thing.name):
            yield say.lints.never_used(thing.at, what, thing.name, HELP)


def _find_unused_events(graph: DependencyGraph, uses: _Uses) -> Iterator[Complaint]:
    """Yield complaints about unused events and phases, and about moments without powers."""
    program = graph.program
    hooked = {rule.about for rule in program.rules if isinstance(rule, p.Hook)}
    for event in program.events.values():
        if not uses.has("event", event.name) and event.name not in hooked:
            help = "let a rule do it, or leave it out"
            yield say.lints.never_used(event.at, "event", event.verb, help)
    for phase in program.phases.values():
        mentioned = uses.has("phase", phase.name) or phase.name in hooked
        if program.flow and not uses.has("played", phase.name) and not mentioned:
            help = f"`play {phase.name}` somewhere, or leave it out"
            yield say.lints.never_used(phase.at, "phase", phase.name, help)
    for moment in program.moments.values():
        if ("moment", moment.name) not in graph.rules_about:
            help = "no power uses this moment: leave it out"
            yield say.lints.never_used(moment.at, "moment", moment.name, help)


def _find_unused_variables(program: Program, uses: _Uses) -> Iterator[Complaint]:
    """Yield complaints about variables that are never read or never set."""
    for variable in program.variables.values():
        read, written = uses.has("variable", variable.name), uses.has("written", variable.name)
        is_number = variable.type == NUMBER
        what = "mark" if variable.is_mark else "number" if is_number else "pointer"
        if not read and not written:
            yield say.lints.never_used(variable.at, what, variable.name, HELP)
        elif not read and variable.sight.who == "nobody":
            # Players may look at visible state, so only invisible state counts as unread.
            yield say.lints.never_read(variable.at, what, variable.name)
        elif read and not written and variable.start is None and not _is_shared_pointer(variable):
            yield say.lints.never_set(variable.at, what, variable.name)


def _is_shared_pointer(variable: p.Variable) -> bool:
    """Return whether a variable is a pointer to a player that all share; it starts at the first player."""
    return variable.owner is None and variable.type.name == "player" and not variable.type.optional


# ------------------------------------------------------------------ rules


def _find_unreachable_rules(program: Program, uses: _Uses) -> Iterator[Complaint]:
    """Yield complaints about rules whose event never happens or whose value nothing reads."""
    for rule in program.rules:
        sort, name = subject_of_rule(rule)
        if uses.has("played" if sort == "phase" else sort, name):
            continue
        yield unreachable_rule(program, rule, before=sort == "value" and name in uses.before)


def unreachable_rule(
    program: Program, rule: p.Rule, edition: str | None = None, before: bool = False
) -> Complaint:
    """Return the complaint about a rule whose event, phase, moment, value or fact never comes up.

    With the id of an edition, it comes up in no game of that edition. `before`: it is read before a game.
    """
    sort, name = subject_of_rule(rule)
    at = first_line_span(rule.at)
    match sort:
        case "phase":
            return say.lints.never_played(at, name, program.phases[name].at, edition)
        case "event":
            event = program.events[name]
            return say.lints.never_done(at, event.verb, event.at, edition)
        case "moment":
            return say.lints.never_offered_at(at, name, program.moments[name].at, edition)
        case "value":
            declared = program.values[name].at
            return say.lints.never_asked(at, sort, name, declared, before, edition)
        case "fact":
            return say.lints.never_asked(at, sort, name, program.facts[name].at, False, edition)
        case _:
            assert_never(sort)


def _find_unused_locals(graph: DependencyGraph) -> Iterator[Complaint]:
    """Yield complaints about names bound by `let` that are never used."""
    program = graph.program
    blocks = [program.flow, *(event.body for event in program.events.values())]
    blocks += [phase.body for phase in program.phases.values()]
    in_rules = map(graph.nodes_inside, program.rules)
    for nodes in (*in_rules, *(list(walk(block)) for block in blocks)):
        lets = [node for node in nodes if isinstance(node, typed.Let)]
        if lets:
            # Delayed rules capture the names that they use.
            begun = [n for node in nodes if isinstance(node, typed.Until) for n in node.rules]
            inner = (node for n in begun for node in graph.nodes_inside(graph.rules[n]))
            used = {node.name for node in (*nodes, *inner) if isinstance(node, typed.Var)}
            yield from (
                say.lints.unused_local(let.at, let.var) for let in lets if let.var not in used
            )
