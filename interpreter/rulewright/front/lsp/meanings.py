"""What names stand for: where each is declared, and every place that speaks of it, in rules and edition files."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from rulewright.cache import digest_of, keep, kept
from rulewright.checks.incremental import IncrementalProgram
from rulewright.edition.edition import Changes, Contents, Spanned
from rulewright.edition.find import read_chain
from rulewright.front.lsp.workbench import View, Workbench
from rulewright.library import find_library
from rulewright.link.rule_files import sources_of, stays
from rulewright.program.from_syntax import trees_of, understood
from rulewright.program.program import Card, Declared, Program
from rulewright.program.types import Type
from rulewright.program.witness import (
    CHOICE,
    PICK,
    Place,
    Reference,
    label_place,
    place_of,
    witnessing,
)
from rulewright.records import evolve
from rulewright.text import Complaints, Span, open_in_editor, real_path

Kept = tuple[Reference, ...]

_SHIPPED: dict[str, Kept] = {}
"""Of shipped rules that nobody edits, for this process."""


def reference_at(bench: Workbench, view: View, path: Path, offset: int) -> Reference | None:
    """The name at a place of a file, None if there is none that means something."""
    found = [
        reference
        for reference in references_in(bench, view, path)
        if reference.at.start <= offset <= reference.at.end
    ]
    # Where two names touch, the one that begins there is meant.
    meant = max(found, key=lambda each: each.at.start, default=None)
    is_pick = meant is not None and meant.sort.startswith(PICK)
    return meant and _settled(meant, choices(bench, view) if is_pick else {})


def references_in(bench: Workbench, view: View, path: Path) -> Iterator[Reference]:
    """All names in a file."""
    everywhere = [*view.witness.references.values(), *_of_editions(bench, view)]
    if find_library().holds(path) and path not in bench.texts:
        everywhere += shipped_references(bench, view.incremental)
    for reference in everywhere:
        if real_path(Path(reference.at.source.name)) == path:
            yield reference


def references_to(bench: Workbench, view: View, target: Place) -> list[Reference]:
    """Every place that speaks of what is declared there, the declaration itself among them."""
    offered = choices(bench, view)
    shipped = shipped_references(bench, view.incremental)
    everywhere = (*view.witness.references.values(), *_of_editions(bench, view), *shipped)
    settled = filter(None, (_settled(each, offered) for each in everywhere))
    found = {
        (each.at.source.name, each.at.start): each for each in settled if each.target == target
    }
    return list(found.values())


def choices(bench: Workbench, view: View) -> dict[str, Span]:
    """The words of powers, means and options of menus, with where each is declared first."""
    everywhere = (*view.witness.references.values(), *shipped_references(bench, view.incremental))
    found: dict[str, Span] = {}
    for each in everywhere:
        if each.sort == CHOICE:
            found.setdefault(each.at.text, each.to)
    return found


def _settled(reference: Reference, offered: Mapping[str, Span]) -> Reference | None:
    """What a word is that a scenario picks: a choice, a label or an event; None for one that is nothing of ours."""
    if not reference.sort.startswith(PICK):
        return reference
    if (declared := offered.get(reference.at.text)) is not None:
        return evolve(reference, to=declared, sort=CHOICE)
    other = reference.sort.removeprefix(PICK).strip()
    return evolve(reference, sort=other) if other else None


def _of_editions(bench: Workbench, view: View) -> Iterator[Reference]:
    """The names in the edition's file and in those that it extends."""
    with open_in_editor(bench.texts):
        files = read_chain(view.edition.files[0], find_library().root, Complaints()) or ()
        for file in files:
            yield from names_in(file, view.program)


def shipped_references(bench: Workbench, incremental: IncrementalProgram) -> Kept:
    """The names in the shipped files of an edition that are not open; worked out once, and kept."""
    with open_in_editor(bench.texts):
        files = [file for file in incremental.files_with_scenarios if stays(file)]
        key = f"references {digest_of(files).located}"
        if key not in _SHIPPED:
            found: Kept | None = kept(key)
            if found is None:
                with witnessing() as witness:
                    understood(trees_of(sources_of(files, Complaints()), Complaints()))
                found = tuple(witness.references.values())
                keep(key, found)
            _SHIPPED[key] = found
        return _SHIPPED[key]


# ------------------------------------------------------------------ names in edition files


def names_in(file: Contents, program: Program) -> Iterator[Reference]:
    """Every name of the rules that an edition file says, with what it stands for."""
    names = _Names(program)
    for one in file.one_per.values():
        yield from names.of(one.kind.span, program.kinds.get(one.kind.value))
        kind = program.kinds.get(one.kind.value)
        yield from names.of(one.field.span, kind and kind.fields.get(one.field.value))
    for look in file.looks.values():
        yield from names.label(look.label)
    for changes in file.changes():
        yield from names.changed(changes)


class _Names:
    """Looks up what the rules call so."""

    def __init__(self, program: Program) -> None:
        self.program = program

    def of(self, at: Span, declared: Declared | None) -> Iterator[Reference]:
        if declared is not None:
            yield Reference(at, place_of(declared), type(declared).__name__.lower())

    def card(self, name: Spanned[str]) -> Iterator[Reference]:
        program = self.program
        yield from self.of(
            name.span, program.cards.get(name.value) or program.series.get(name.value)
        )

    def label(self, word: Spanned[str], type_: Type | None = None) -> Iterator[Reference]:
        """A label of this list, or of whichever has it."""
        lists = self.program.labels
        if type_ is None:
            found = next((each for each in lists.values() if word.value in each.items), None)
        else:
            found = lists.get(type_.name)
        if found is not None and word.value in found.items:
            yield from _word(word.span, found, word.value)

    def changed(self, changes: Changes) -> Iterator[Reference]:
        """The names in what is set somewhere in a file."""
        program = self.program
        for cast in changes.cast.values():
            key = cast.key.span
            start = key.start + key.text.index(cast.kind) if cast.kind in key.text else key.start
            at = Span(key.source, start, start + len(cast.kind))
            yield from self.of(at, program.kinds.get(cast.kind))
            for name in (*(card.name for card in cast.cards.values()), *cast.remove.values()):
                yield from self.card(name)
        for setting in changes.settings.values():
            yield from self._setting(setting.name, setting.value)
        for cell in changes.tables.values():
            yield from self.of(cell.table.span, program.tables.get(cell.table.value))
        for printed in changes.fields.values():
            yield from self.card(printed.card)
            yield from self._field(printed.card, printed.field, printed.value)
        for called in changes.names.values():
            yield from self.card(called.card)

    def _setting(self, name: Spanned[str], value: Spanned[int | bool | str]) -> Iterator[Reference]:
        setting = self.program.settings.get(name.value)
        if setting is None:
            return
        yield from self.of(name.span, setting)
        if isinstance(value.value, str):
            if setting.words:
                yield from _word(value.span, setting, value.value)
            else:
                yield from self.label(Spanned(value.value, value.span), setting.type)

    def _field(
        self, card: Spanned[str], name: Spanned[str], value: Spanned[int | bool | str]
    ) -> Iterator[Reference]:
        found: Card | None = self.program.cards.get(card.value)
        field = found and self.program.kinds[found.kind].fields.get(name.value)
        if not field:
            return
        yield from self.of(name.span, field)
        if isinstance(value.value, str):
            yield from self.label(Spanned(value.value, value.span), field.type)


def _word(at: Span, declared: Declared, word: str) -> Iterator[Reference]:
    place = label_place(declared, word)
    if place is not None:
        yield Reference(at, place, "label")
