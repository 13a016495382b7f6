"""What an edition is: the cast, the numbers and the words that one box of a game chooses.

Nothing here is checked against the rules themselves. Every name and value keeps its place in the
YAML file, so that a later stage can complain about it there. Places do not count when two values
are compared.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final, TypeAlias

from rulewright.base.records import KeywordRecord, Record, field
from rulewright.language.edition.guides import Guide, Layout
from rulewright.language.edition.yaml.spanned import Numbers, Spanned, Text, Value
from rulewright.language.text import Span


class Card(Record):
    """A card of the cast and how many copies of it there are.

    A card from a plain list has one copy; the span of that number is the name's. `listed` is where its list begins.
    """

    name: Spanned[str]
    copies: Spanned[int]
    listed: Span = field(eq=False, repr=False)


class CastChange(Record):
    """A list of cards of one kind, given whole, or cards added to and taken from the list of that key.

    The key is the kind alone, or the kind and the name of the list: `tower/old`. `cards` is in
    order, the card added last is the last. `remove` is empty when `whole`.
    """

    key: Spanned[str]
    whole: bool
    cards: Mapping[str, Card] = field(factory=dict)
    remove: Mapping[str, Spanned[str]] = field(factory=dict)

    @property
    def kind(self) -> str:
        """The kind of the cards."""
        return self.key.value.partition("/")[0]


class Setting(Record):
    """A named value of the rules, set by the edition."""

    name: Spanned[str]
    value: Spanned[Value]


class Cell(Record):
    """One cell of a table. `column` is None in a table that has one column only."""

    table: Spanned[str]
    row: Spanned[int]
    column: Spanned[int | str] | None
    value: Spanned[Value]


class FieldValue(Record):
    """A field of a card, set by the edition."""

    card: Spanned[str]
    field: Spanned[str]
    value: Spanned[Value]


class CardName(Record):
    """What a card is called in this edition; the rules keep their own name for it."""

    card: Spanned[str]
    text: Text


CellKey: TypeAlias = tuple[str, int, int | str | None]
"""Table, row, column: what tells one cell from another."""


class Changes(Record):
    """What an edition, a number of players or an option sets.

    The keys repeat the names inside the values: the key of a list of cards, setting,
    (table, row, column), (card, field), card. A range of rows is already spread over its rows.
    """

    cast: Mapping[str, CastChange] = field(factory=dict)
    settings: Mapping[str, Setting] = field(factory=dict)
    tables: Mapping[CellKey, Cell] = field(factory=dict)
    fields: Mapping[tuple[str, str], FieldValue] = field(factory=dict)
    names: Mapping[str, CardName] = field(factory=dict)


class Document(Record):
    """A source that the rules cite."""

    id: Spanned[str]
    title: Spanned[str]
    year: Spanned[int] | None
    note: Spanned[str] | None


class OnePer(Record):
    """Of one kind, no two cards with the same field: the one added later stays."""

    kind: Spanned[str]
    field: Spanned[str]


_PLAIN: Final = ("red", "green", "yellow", "blue", "magenta", "cyan", "white")
COLOURS: Final = (*_PLAIN, *(f"bright-{colour}" for colour in _PLAIN), "grey")
"""The colours that every terminal has; black is what cannot be read on most of them."""


class Look(Record):
    """In which colour cards with a label are shown."""

    label: Spanned[str]
    colour: Spanned[str]


class Option(Record):
    """What a group of players may choose on top of the edition.

    `reading` says which reading of the source the option follows. `by_players` is laid over `changes`.
    """

    id: Spanned[str]
    about: Text
    reading: Spanned[str] | None
    changes: Changes
    by_players: Mapping[int, Changes] = field(factory=dict)

    def all_changes(self) -> Iterator[Changes]:
        """What it sets, and what it sets for numbers of players."""
        yield self.changes
        yield from self.by_players.values()


class Playouts(Record):
    """The options that random simulations use unless told otherwise."""

    options: tuple[Spanned[str], ...]
    note: Spanned[str] | None


class Reading(Record):
    """A free note on how a source was read, for the documents."""

    id: Spanned[str]
    text: Spanned[str]


class Contents(KeywordRecord):
    """What an edition says, and one of its files as well. Mappings are empty where nothing is said."""

    name: Text
    about: Text
    documents: Mapping[str, Document]
    one_per: Mapping[str, OnePer]
    looks: Mapping[str, Look]
    guide: Guide
    layout: Layout
    base: Changes
    default_cast: Mapping[str, CastChange]
    by_players: Mapping[int, Changes]
    options: Mapping[str, Option]
    readings: Mapping[str, Reading]

    def changes(self) -> Iterator[Changes]:
        """What is set in any game, what for numbers of players, and what options set."""
        yield self.base
        yield Changes(cast=self.default_cast)
        yield from self.by_players.values()
        for option in self.options.values():
            yield from option.all_changes()


class Edition(Contents):
    """One edition, with everything it extends merged in; the nearest file has the last word.

    `base.cast` holds whole lists only; `default_cast` is laid over it where nobody asks for cards. `rule_paths`
    are absolute files and folders, those of the extended edition first; `card_paths` are folders of which only the
    files of the cards in some cast are read. `files` are all YAML files read, the edition's own first.
    """

    id: Spanned[str]
    language: str
    players: Spanned[Numbers]
    playouts: Playouts
    rule_paths: tuple[Path, ...]
    card_paths: tuple[Path, ...]
    files: tuple[Path, ...]

    @property
    def places(self) -> tuple[Path, ...]:
        """The files and folders of all its rules; folders of cards only if they are in none of the others."""
        apart = (
            folder
            for folder in self.card_paths
            if not any(folder.is_relative_to(path) for path in self.rule_paths)
        )
        return (*self.rule_paths, *apart)

    @property
    def card_called(self) -> dict[str, str]:
        """The names that rules have for cards, by what this edition calls them in any language."""
        return {
            text.value: card
            for card, name in self.base.names.items()
            for text in name.text.values()
        }

    def cards_named(self) -> Iterator[str]:
        """The cards in its casts, for any number of players and with any option."""
        for changes in self.changes():
            for change in changes.cast.values():
                yield from change.cards


class EditionFile(Contents):
    """One edition file. None, or an empty mapping, where the file says nothing.

    `keys` are the keys that were written, also those whose value drew a complaint; `start` is
    where a complaint about the whole file points.
    """

    path: Path
    start: Span
    keys: frozenset[str]
    id: Spanned[str] | None
    extends: Spanned[str] | None
    language: Spanned[str] | None
    rules: tuple[Spanned[str], ...]
    cards: tuple[Spanned[str], ...]
    players: Spanned[Numbers] | None
    player_counts: tuple[Spanned[Numbers], ...]
    dropped_options: Mapping[str, Spanned[str]]
    playouts: Playouts | None
