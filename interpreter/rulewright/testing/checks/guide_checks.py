"""Checks that the guide and the layout of an edition mention only names of its rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulewright.language.edition import edition_complaints as say
from rulewright.language.edition.edition import Edition
from rulewright.language.edition.guides import CardTemplates
from rulewright.language.edition.yaml.spanned import Spanned
from rulewright.language.link.world import is_known_name
from rulewright.language.program import program as p, typed
from rulewright.language.program.checking.dependency_graph import DependencyGraph
from rulewright.language.text import Complaint, Complaints, split_braces

PLAYERS = "players"


def check_presentation(edition: Edition, graph: DependencyGraph) -> tuple[Complaint, ...]:
    """Return every complaint about the guide and the layout of an edition, against the program in `graph`."""
    complaints, program = Complaints(), graph.program
    numbers = [PLAYERS, *_number_names(program)]
    first = (advice.text for advice in edition.guide.first.values())
    for text in (*edition.guide.parts.values(), *first):
        for translation in text.values():
            _check_braces(translation, numbers, complaints)
    if edition.guide.first:
        _check_hints(edition, graph, complaints)
    names = [*program.variables, *program.zones]
    shown = [name for name, _ in edition.layout.show.values()]
    for name in (*edition.layout.order, *shown):
        is_known_name(complaints, "place, number, pointer or mark", name.value, name.span, names)
    for written in edition.layout.cards.values():
        _check_card_templates(written, program, complaints)
    return complaints.in_order()


def _number_names(program: p.Program) -> Iterator[str]:
    """Yield the names of the settings and of tables with a single key."""
    yield from program.settings
    yield from (table.name for table in program.tables.values() if table.column_key is None)


def _check_braces(translation: Spanned[str], known: Iterable[str], complaints: Complaints) -> None:
    """Report unknown names in the braces of a text."""
    names = list(known)
    for name, is_value in split_braces(translation.value):
        if is_value and name not in names:
            complaints.add(say.unknown_in_braces(translation.span, name, names))


def _check_hints(edition: Edition, graph: DependencyGraph, complaints: Complaints) -> None:
    """Report advice for decisions that the rules never ask."""
    kinds = list(dict.fromkeys(_decision_kinds(graph)))
    for advice in edition.guide.first.values():
        if advice.name.value not in kinds:
            complaints.add(
                say.hint_for_unknown_decision(advice.name.span, advice.name.value, kinds)
            )


def _decision_kinds(graph: DependencyGraph) -> Iterator[str]:
    """Yield the names of the decisions in the rules."""
    program = graph.program
    yield from program.moments
    for rule in program.rules:
        if isinstance(rule, p.Means):
            yield f"{program.events[rule.about].name}.means"
    for part in graph.of(typed.Choose, typed.ChooseSome, typed.MayChoose, typed.May, typed.Menu):
        if not (isinstance(part, typed.Choose) and part.decider is None):
            yield part.name


def _check_card_templates(
    written: CardTemplates, program: p.Program, complaints: Complaints
) -> None:
    """Report unknown kinds and fields in the layout of cards."""
    kind = program.kinds.get(written.kind.value)
    if kind is None:
        is_known_name(complaints, "kind", written.kind.value, written.kind.span, program.kinds)
        return
    for form in written.forms.values():
        for translation in form.values():
            _check_braces(translation, ["name", *kind.fields], complaints)
