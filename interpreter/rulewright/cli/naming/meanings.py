"""Name resolution: the declaration of every name, and all references to it, in rule and edition files."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from rulewright.base.cache import digest_of, load_cached, store_cached
from rulewright.base.library import find_library
from rulewright.base.records import evolve
from rulewright.cli.naming.workbench import EditionView, Workbench
from rulewright.language.edition.edition import Contents, FieldOverride
from rulewright.language.edition.loading.find import read_chain
from rulewright.language.edition.yaml.spanned import Spanned
from rulewright.language.link.rule_files import is_unchanging, read_sources
from rulewright.language.program.checking.traversal import child_nodes, walk
from rulewright.language.program.from_syntax import compile
from rulewright.language.program.program import Declared, Field, Means, Power, Program
from rulewright.language.program.references import (
    CHOICE,
    PICK,
    Reference,
    SourcePlace,
    find_word_span,
    recording_references,
    span_of_name,
)
from rulewright.language.program.typed import Menu
from rulewright.language.program.types import Type
from rulewright.language.text import Complaints, Span, open_in_editor, real_path
from rulewright.testing.checks.incremental import IncrementalProgram

Kept = tuple[Reference, ...]

_SHIPPED: dict[str, Kept] = {}
"""References in shipped files that are not open, by cache key, for this process."""


def reference_at(bench: Workbench, view: EditionView, path: Path, offset: int) -> Reference | None:
    """Return the reference at an offset of a file; None if no name there has a meaning."""
    candidates = [
        reference
        for reference in references_in(bench, view, path)
        if reference.at.start <= offset <= reference.at.end
    ]
    # If two names touch, choose the one that begins at the offset.
    nearest_reference = max(candidates, key=lambda each: each.at.start, default=None)
    is_pick = nearest_reference is not None and nearest_reference.sort.startswith(PICK)
    return nearest_reference and _resolve_pick(
        nearest_reference, choice_words(bench, view) if is_pick else {}
    )


def references_in(bench: Workbench, view: EditionView, path: Path) -> Iterator[Reference]:
    """Yield all references in a file."""
    everywhere = [*view.witness.references.values(), *_edition_references(bench, view)]
    if find_library().holds(path) and path not in bench.texts:
        everywhere += shipped_references(bench, view.incremental)
    for reference in everywhere:
        if real_path(Path(reference.at.source.name)) == path:
            yield reference


def references_to(bench: Workbench, view: EditionView, target: SourcePlace) -> list[Reference]:
    """Return every reference to the declaration at `target`, including the declaration itself.

    Shipped files, which take seconds to read, refer only to what they declare.
    """
    words = words_of_choices(view.program)
    word = target[0].removeprefix(f"{CHOICE} ")
    is_own = word not in words if word != target[0] else not _is_shipped(target[0])
    shipped = () if is_own else shipped_references(bench, view.incremental)
    own = {
        each.at.text: each.to for each in view.witness.references.values() if each.sort == CHOICE
    }
    offered = {**words, **own} if is_own else choice_words(bench, view)
    everywhere = (*view.witness.references.values(), *_edition_references(bench, view), *shipped)
    settled = filter(None, (_resolve_pick(each, offered) for each in everywhere))
    by_place = {
        (each.at.source.name, each.at.start): each for each in settled if each.target == target
    }
    return list(by_place.values())


def choice_words(bench: Workbench, view: EditionView) -> dict[str, Span]:
    """Return the words of powers, means and menu options, each with the span of its first declaration."""
    everywhere = (*view.witness.references.values(), *shipped_references(bench, view.incremental))
    words: dict[str, Span] = {}
    for each in everywhere:
        if each.sort == CHOICE:
            words.setdefault(each.at.text, each.to)
    return words


def words_of_choices(program: Program) -> dict[str, Span]:
    """Return the words of shipped powers, means and menu options, each with the span of one that has it."""
    roots = (*program.rules, *program.events.values(), *program.phases.values())
    inside = walk(part for root in roots for part in child_nodes(root))
    options = (option for node in inside if isinstance(node, Menu) for option in node.options)
    words = {option.name: option.at for option in options}
    words |= {rule.word: rule.at for rule in program.rules if isinstance(rule, Power | Means)}
    return {word: at for word, at in words.items() if _is_shipped(at.source.name)}


def _is_shipped(name: str) -> bool:
    """Return whether complaints call a shipped file by this name."""
    return find_library().holds(real_path(Path(name)))


def _resolve_pick(reference: Reference, offered: Mapping[str, Span]) -> Reference | None:
    """Resolve a word that a scenario chooses to a power, option, label or event; None if it is none of them.

    Other references are returned unchanged.
    """
    if not reference.sort.startswith(PICK):
        return reference
    if (declared := offered.get(reference.at.text)) is not None:
        return evolve(reference, to=declared, sort=CHOICE)
    other = reference.sort.removeprefix(PICK).strip()
    return evolve(reference, sort=other) if other else None


def _edition_references(bench: Workbench, view: EditionView) -> Iterator[Reference]:
    """Yield the references in the edition's file and in those that it extends."""
    with open_in_editor(bench.texts):
        files = read_chain(view.edition.files[0], find_library().root, Complaints()) or ()
        for file in files:
            yield from names_in(file, view.program)


def shipped_references(bench: Workbench, incremental: IncrementalProgram) -> Kept:
    """Return the references in an edition's shipped files that are not open, from a cache if possible."""
    with open_in_editor(bench.texts):
        files = [file for file in incremental.files_with_scenarios if is_unchanging(file)]
        key = f"references {digest_of(files).located}"
        if key not in _SHIPPED:
            references: Kept | None = load_cached(key)
            if references is None:
                with recording_references() as witness:
                    compile(read_sources(files, Complaints()), Complaints(), check=False)
                references = tuple(witness.references.values())
                store_cached(key, references)
            _SHIPPED[key] = references
        return _SHIPPED[key]


def declared_at(program: Program, at: Span) -> Declared | None:
    """Return the last declaration whose name begins at or before `at` in its file; None if there is none."""
    nearest: Declared | None = None
    for declared in all_declared(program):
        place = span_of_name(declared)
        before = place.source.name == at.source.name and place.start <= at.start
        if before and (nearest is None or span_of_name(nearest).start < place.start):
            nearest = declared
    return nearest


def all_declared(program: Program) -> Iterator[Declared]:
    """Yield everything in a program that has a name."""
    for _, table in program.tables_by_sort():
        yield from table.values()
    for kind in program.kinds.values():
        yield from kind.fields.values()


# ------------------------------------------------------------------ names in edition files


def names_in(file: Contents, program: Program) -> Iterator[Reference]:
    """Yield every reference in an edition file to a name of the rules."""
    for at, declared in _named_declarations(file, program):
        if declared is not None:
            yield Reference(at, span_of_name(declared), type(declared).__name__.lower())
    for value, words in _labels_in(file, program):
        if words is None or not isinstance(value.value, str):
            continue
        if (place := find_word_span(words, value.value)) is not None:
            yield Reference(value.span, place, "label")


def _named_declarations(file: Contents, program: Program) -> Iterator[tuple[Span, Declared | None]]:
    """Yield every name of a declaration in an edition file, with the declaration if there is one."""
    cards: dict[str, Declared] = {**program.series, **program.cards}
    for one in file.one_per.values():
        kind = program.kinds.get(one.kind.value)
        yield one.kind.span, kind
        yield one.field.span, kind and kind.fields.get(one.field.value)
    for changes in file.changes():
        for cast in changes.cast.values():
            key = cast.key.span
            start = key.start + key.text.index(cast.kind) if cast.kind in key.text else key.start
            at = Span(key.source, start, start + len(cast.kind))
            yield at, program.kinds.get(cast.kind)
            for name in (*(card.name for card in cast.cards.values()), *cast.remove.values()):
                yield name.span, cards.get(name.value)
        for setting in changes.settings.values():
            yield setting.name.span, program.settings.get(setting.name.value)
        for cell in changes.tables.values():
            yield cell.table.span, program.tables.get(cell.table.value)
        for printed in changes.fields.values():
            yield printed.card.span, cards.get(printed.card.value)
            yield printed.field.span, _field_of(printed, program)
        for called in changes.names.values():
            yield called.card.span, cards.get(called.card.value)


def _labels_in(
    file: Contents, program: Program
) -> Iterator[tuple[Spanned[int | bool | str] | Spanned[str], Declared | None]]:
    """Yield every label and value in an edition file, with the label list or setting that may define it."""
    for look in file.looks.values():
        lists = (each for each in program.labels.values() if look.label.value in each.items)
        yield look.label, next(lists, None)
    for changes in file.changes():
        for value in changes.settings.values():
            setting = program.settings.get(value.name.value)
            if setting is not None:
                own = setting if setting.words else _labels_of(setting.type, value.value, program)
                yield value.value, own
        for printed in changes.fields.values():
            if (field := _field_of(printed, program)) is not None:
                yield printed.value, _labels_of(field.type, printed.value, program)


def _labels_of(type_: Type, word: Spanned[int | bool | str], program: Program) -> Declared | None:
    """Return the label list of a type if `word` is one of its labels."""
    labels = program.labels.get(type_.name)
    return labels if labels is not None and word.value in labels.items else None


def _field_of(printed: FieldOverride, program: Program) -> Field | None:
    """Return the declaration of a field that an edition sets; None if it is unknown."""
    card = program.cards.get(printed.card.value)
    return program.kinds[card.kind].fields.get(printed.field.value) if card else None
