"""Where the texts leave a choice: the readings that rules and editions chose, and how to play it otherwise."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set as AbstractSet
from pathlib import Path

from attrs import frozen

from conformance.ledger import ROOT
from rulewright import Rules
from rulewright.language.edition.edition import Edition, EditionChanges
from rulewright.language.program import typed
from rulewright.language.program.checking.traversal import TypedNode, child_nodes, walk
from rulewright.language.program.program import Card, Declared, Event, Phase, Program, Setting
from rulewright.language.program.types import NUMBER, YES_OR_NO
from rulewright.language.text import Span
from rulewright.runtime.session.rules.internals import inside


@frozen
class Chosen:
    """A reading: whose, its words, its place, and what changes it (settings, tables, options)."""

    owner: str
    text: str
    place: str
    otherwise: tuple[str, ...]


def readings(rules: Rules) -> list[Chosen]:
    """All readings that count in an edition, and with the cards asked for: of rules, options and edition."""
    edition, program = inside(rules).edition, inside(rules).program
    playing = {*cards_of(edition), *inside(rules).cast}
    return [*_of_rules(edition, program, playing), *_of_edition(edition)]


def _of_rules(edition: Edition, program: Program, playing: AbstractSet[str]) -> Iterator[Chosen]:
    found: list[tuple[Span, str, str, tuple[str, ...]]] = []
    for declared, owner, within in _declared(program, playing):
        settings, tables = _used(declared, owner, within, program)
        otherwise = _ways(edition, program, settings, tables)
        for text in declared.notes.readings:
            found.append((declared.at, owner, text, otherwise))
    found.sort(key=lambda one: (one[0].source.name, one[0].start))
    for at, owner, text, otherwise in found:
        yield Chosen(owner, text, _place(at), otherwise)


def _declared(
    program: Program, playing: AbstractSet[str]
) -> Iterator[tuple[Declared, str, Iterable[TypedNode]]]:
    """What can carry a reading, with a name for people and with what stands in it."""
    for sort, declarations in program.tables_by_sort():
        for declared in declarations.values():
            if not isinstance(declared, Card):
                yield declared, f"{sort} {declared.name}", _body(declared)
            elif declared.name in playing:
                rules = [rule for rule in program.rules if rule.card == declared.name]
                yield (
                    declared,
                    declared.name,
                    [part for rule in rules for part in child_nodes(rule)],
                )
    for rule in program.rules:
        own = program.cards[rule.card].notes if rule.card in program.cards else None
        if rule.notes is not own and (rule.card is None or rule.card in playing):
            yield Declared(rule.name, rule.at, rule.notes), rule.name, list(child_nodes(rule))
    for refusal in program.refusals:
        yield refusal, f"refusal “{refusal.name}”", ()
    if program.outcome is not None:
        yield program.outcome, "the outcome", ()


def cards_of(edition: Edition) -> set[str]:
    """The cards that are in some game of the edition."""
    layers = [edition.base, *edition.by_players.values()]
    layers += [option.changes for option in edition.options.values()]
    return {card for layer in layers for change in layer.cast.values() for card in change.cards}


def _body(declared: Declared) -> Iterable[TypedNode]:
    if isinstance(declared, Event):
        return (*declared.conditions, *declared.first, *declared.body)
    return declared.body if isinstance(declared, Phase) else ()


def _used(
    declared: Declared, owner: str, parts: Iterable[TypedNode], program: Program
) -> tuple[set[str], set[str]]:
    """The settings and tables by which a declaration can be had otherwise.

    A setting or table with a reading is one itself; of what a rule reads only settings that choose between ways.
    """
    if owner.startswith("setting "):
        return {declared.name}, set()
    if owner.startswith("table "):
        return set(), {declared.name}
    read = {part.setting for part in walk(parts) if isinstance(part, typed.SettingOf)}
    return {name for name in read if program.settings[name].type != NUMBER}, set()


def _ways(
    edition: Edition, program: Program, settings: set[str], tables: set[str]
) -> tuple[str, ...]:
    ways = [f"setting `{name}`{_values(program.settings[name])}" for name in sorted(settings)]
    ways += [f"table `{name}`" for name in sorted(tables)]
    for name, option in edition.options.items():
        if _touches(option.changes, settings, tables):
            ways.append(f"option `{name}`")
    return tuple(ways)


def _values(setting: Setting) -> str:
    if setting.type == YES_OR_NO:
        return ": yes or no"
    return f": {' or '.join(setting.words)}" if setting.words else ""


def _touches(changes: EditionChanges, settings: set[str], tables: set[str]) -> bool:
    return bool(
        settings & set(changes.settings) or tables & {table for table, *_ in changes.tables}
    )


def _of_edition(edition: Edition) -> Iterator[Chosen]:
    for reading in edition.readings.values():
        yield Chosen(reading.id.value, reading.text.value, _place(reading.id.span), ())
    for name, option in edition.options.items():
        if option.reading is not None:
            at = option.reading.span
            ways = (f"option `{name}`",)
            yield Chosen(f"option {name}", option.reading.value, _place(at), ways)


def _place(at: Span) -> str:
    """File and line, from the top of the checkout."""
    path = Path(at.source.name)
    shown = path.relative_to(ROOT) if path.is_absolute() and path.is_relative_to(ROOT) else path
    return f"{shown}:{at.line}"
