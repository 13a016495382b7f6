"""The names in edition files that the rules declare: cards, settings, tables, fields, labels."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.edition.edition import Changes, Contents, Spanned
from rulewright.program.program import Card, Declared, Program
from rulewright.program.types import Type
from rulewright.program.witness import Reference, label_place, place_of
from rulewright.text import Span


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
