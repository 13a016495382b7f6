"""The part of the form for a new table that chooses variants of the rules, by topic."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from rulewright import Rules
from rulewright.base.records import Record
from rulewright.language.edition.translations.program_text import say
from rulewright.runtime.session.rules.internals import inside

if TYPE_CHECKING:
    from rulewright.language.edition.edition import CellKey, EditionOption
    from rulewright.language.program.declarations import Table
    from rulewright.runtime.session.rules.rulebook import Rulebook


class OptionChoice(Record):
    """A variant of the rules: its id, its sentence, and the other changes, in words."""

    id: str
    about: str
    changes: tuple[str, ...]


class OptionTopic(Record):
    """Variants of one sort."""

    title: str
    choices: tuple[OptionChoice, ...]


def option_topics(rules: Rules) -> list[OptionTopic]:
    """Return the variants of an edition: of the course of the game, its cards, or single cards."""
    book = inside(rules)
    course, cast, single = list[OptionChoice](), list[OptionChoice](), list[OptionChoice]()
    names = {book.card_name(name) for name in (*book.program.cards, *rules.castable)}
    of_card = re.compile(rf"\b({'|'.join(map(re.escape, names))})\b")
    for name, about in rules.options.items():
        option = book.edition.options[name]
        moved = tuple(_cast_changes(book, option))
        topic = cast if moved else single if names and of_card.search(about) else course
        changes = (*moved, *_former_values(book, option))
        topic.append(OptionChoice(name, about or name, changes))
    titled = {
        say("The course of the game"): course,
        say("Which cards are in the game"): cast,
        say("Single cards (only if the card is in the game)"): single,
    }
    return [OptionTopic(title, tuple(choices)) for title, choices in titled.items() if choices]


def _cast_changes(book: Rulebook, option: EditionOption) -> Iterator[str]:
    """Yield sentences about the cards that an option brings into the game, and those that it takes out."""
    changes = [change for each in option.all_changes() for change in each.cast.values()]
    added = dict.fromkeys(card for change in changes for card in change.cards)
    taken = dict.fromkeys(card for change in changes for card in change.remove)
    if added:
        yield say("added: {cards}", cards=", ".join(map(book.card_name, added)))
    if taken:
        yield say("removed: {cards}", cards=", ".join(map(book.card_name, taken)))


def _former_values(book: Rulebook, option: EditionOption) -> Iterator[str]:
    """Yield the numbers that hold without an option, if it changes numbers."""
    base, program = book.edition.base, book.program
    values = set[object]()
    for each in option.all_changes():
        for name in each.settings:
            own, setting = base.settings.get(name), program.settings.get(name)
            values.add(own.value.value if own else setting and setting.default)
        for key in each.tables:
            table, cell = program.tables.get(key[0]), base.tables.get(key)
            values.add(cell.value.value if cell else table and _cell(table, key))
    numbers = sorted(value for value in values if type(value) is int)
    if numbers and len(numbers) == len(values):
        ends = dict.fromkeys((numbers[0], numbers[-1]))
        yield say("without this variant: {number}", number="–".join(map(str, ends)))


def _cell(table: Table, key: CellKey) -> object:
    """Return the value of a cell in the rules; None if the rules have none for this row."""
    return table.cells.get((key[1], key[2] if isinstance(key[2], int) else None))
