"""The data model of an edition: its cast, settings, tables, options and texts.

Nothing is checked against the rules yet. Every name and value keeps its span in the YAML file for later
complaints. Spans are not compared between values.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final, TypeAlias

from rulewright.base.records import KeywordRecord, Record, field
from rulewright.language.edition.guides import GameGuide, TableLayout
from rulewright.language.edition.yaml.spanned import NumberRange, Spanned, Text, Value
from rulewright.language.text import Span


class CastCard(Record):
    """A card of the cast with its number of copies.

    A card from a plain list has one copy, whose span is the name's. `listed` is the span where its list begins.
    """

    name: Spanned[str]
    copies: Spanned[int]
    listed: Span = field(eq=False, repr=False)


class CastChange(Record):
    """A whole list of cards of one kind, or the cards to add to and remove from the list with that key.

    The key is the kind, or the kind and the name of the list: `tower/old`. `cards` is ordered; added cards come
    last. `remove` is empty if `whole`.
    """

    key: Spanned[str]
    whole: bool
    cards: Mapping[str, CastCard] = field(factory=dict)
    remove: Mapping[str, Spanned[str]] = field(factory=dict)

    @property
    def kind(self) -> str:
        """The kind of the cards."""
        return self.key.value.partition("/")[0]


class SettingValue(Record):
    """The edition's value for a setting of the rules."""

    name: Spanned[str]
    value: Spanned[Value]


class Cell(Record):
    """A cell of a table; `column` is None if the table has a single column."""

    table: Spanned[str]
    row: Spanned[int]
    column: Spanned[int | str] | None
    value: Spanned[Value]


class FieldOverride(Record):
    """The edition's value for a field of a card."""

    card: Spanned[str]
    field: Spanned[str]
    value: Spanned[Value]


class CardName(Record):
    """The edition's name for a card, in several languages; the rules keep their own name for it."""

    card: Spanned[str]
    text: Text


CellKey: TypeAlias = tuple[str, int, int | str | None]
"""Table, row and column of a cell."""


class EditionChanges(Record):
    """The changes made by an edition, a number of players or an option.

    The mappings are keyed by the names inside their values: list of cards, setting, (table, row, column), (card,
    field), card. A range of rows is already expanded.
    """

    cast: Mapping[str, CastChange] = field(factory=dict)
    settings: Mapping[str, SettingValue] = field(factory=dict)
    tables: Mapping[CellKey, Cell] = field(factory=dict)
    fields: Mapping[tuple[str, str], FieldOverride] = field(factory=dict)
    names: Mapping[str, CardName] = field(factory=dict)


class SourceDocument(Record):
    """A source document that the rules cite."""

    id: Spanned[str]
    title: Spanned[str]
    year: Spanned[int] | None
    note: Spanned[str] | None


class OnePer(Record):
    """A uniqueness rule: of all cards of a kind with the same field, only the one added last stays."""

    kind: Spanned[str]
    field: Spanned[str]


_PLAIN: Final = ("red", "green", "yellow", "blue", "magenta", "cyan", "white")
COLOURS: Final = (*_PLAIN, *(f"bright-{colour}" for colour in _PLAIN), "grey")
"""The colours of every terminal, without black, which is unreadable on most of them."""


class LabelColour(Record):
    """The colour that cards with a label are shown in."""

    label: Spanned[str]
    colour: Spanned[str]


class EditionOption(Record):
    """An optional variant that a group of players may select.

    `reading` names the interpretation of the source that the option follows. `by_players` is applied after
    `changes`.
    """

    id: Spanned[str]
    about: Text
    reading: Spanned[str] | None
    changes: EditionChanges
    by_players: Mapping[int, EditionChanges] = field(factory=dict)

    def all_changes(self) -> Iterator[EditionChanges]:
        """Yield the option's changes, then those for each number of players."""
        yield self.changes
        yield from self.by_players.values()


class Playouts(Record):
    """The options that random simulations use by default."""

    options: tuple[Spanned[str], ...]
    note: Spanned[str] | None


class Reading(Record):
    """A note on how a source was interpreted, for the documentation."""

    id: Spanned[str]
    text: Spanned[str]


class Contents(KeywordRecord):
    """The contents common to an edition and to a single edition file; absent parts are empty mappings."""

    name: Text
    about: Text
    documents: Mapping[str, SourceDocument]
    one_per: Mapping[str, OnePer]
    looks: Mapping[str, LabelColour]
    guide: GameGuide
    layout: TableLayout
    base: EditionChanges
    default_cast: Mapping[str, CastChange]
    by_players: Mapping[int, EditionChanges]
    options: Mapping[str, EditionOption]
    readings: Mapping[str, Reading]

    def changes(self) -> Iterator[EditionChanges]:
        """Yield all changes: for any game, the default cast, by number of players, and of options."""
        yield self.base
        yield EditionChanges(cast=self.default_cast)
        yield from self.by_players.values()
        for option in self.options.values():
            yield from option.all_changes()


class Edition(Contents):
    """An edition merged with everything it extends; the file nearest to it wins.

    `base.cast` has whole lists only; `default_cast` is applied where a game names no cards. `rule_paths` are
    absolute files and folders, those of the extended edition first. `card_paths` are folders from which only the
    files of cards in some cast are read. `files` are all YAML files read, the edition's own first.
    """

    id: Spanned[str]
    language: str
    players: Spanned[NumberRange]
    playouts: Playouts
    rule_paths: tuple[Path, ...]
    card_paths: tuple[Path, ...]
    files: tuple[Path, ...]

    @property
    def places(self) -> tuple[Path, ...]:
        """The files and folders with rules, without card folders that are inside one of them."""
        apart = (
            folder
            for folder in self.card_paths
            if not any(folder.is_relative_to(path) for path in self.rule_paths)
        )
        return (*self.rule_paths, *apart)

    @property
    def cards_by_display_name(self) -> dict[str, str]:
        """The rules' names of cards, by this edition's names in any language."""
        return {
            text.value: card
            for card, name in self.base.names.items()
            for text in name.text.values()
        }

    def cast_card_names(self) -> Iterator[str]:
        """Yield the cards of all casts, for any number of players and option; duplicates are possible."""
        for changes in self.changes():
            for change in changes.cast.values():
                yield from change.cards


class EditionFile(Contents):
    """The contents of one edition file; absent parts are None or empty.

    `keys` are all keys in the file, even those with a wrong value. `start` is the span for complaints about the
    whole file.
    """

    path: Path
    start: Span
    keys: frozenset[str]
    id: Spanned[str] | None
    extends: Spanned[str] | None
    language: Spanned[str] | None
    rules: tuple[Spanned[str], ...]
    cards: tuple[Spanned[str], ...]
    players: Spanned[NumberRange] | None
    player_counts: tuple[Spanned[NumberRange], ...]
    dropped_options: Mapping[str, Spanned[str]]
    playouts: Playouts | None
