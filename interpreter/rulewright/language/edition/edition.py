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
    """A card that takes part in games, with its number of copies.

    A card from a plain list has one copy, whose span is the name's. `listed` is the span where its list begins.
    `further` copies (`Keep: +2`) are added to those of the cast that is changed.
    """

    name: Spanned[str]
    copies: Spanned[int]
    listed: Span = field(eq=False, repr=False)
    further: bool = False


class CastChange(Record):
    """A change of the cast: either a whole list of cards of one kind, or cards to add to and remove from it.

    `key` is the kind, or the kind and the name of one of its lists: `tower/old`. `cards` is ordered; added cards
    come last. `remove` is empty if `whole`.
    """

    key: Spanned[str]
    whole: bool
    cards: Mapping[str, CastCard] = field(factory=dict)
    remove: Mapping[str, Spanned[str]] = field(factory=dict)

    @property
    def kind(self) -> str:
        """The kind of the cards, which is the part of `key` before a slash."""
        return self.key.value.partition("/")[0]


class SettingValue(Record):
    """A value that an edition gives to a setting of the rules."""

    name: Spanned[str]
    value: Spanned[Value]


class Cell(Record):
    """The value of one cell in a table of the rules; `column` is None if the table has a single column."""

    table: Spanned[str]
    row: Spanned[int]
    column: Spanned[int | str] | None
    value: Spanned[Value]


class FieldOverride(Record):
    """A value that an edition gives to a field of a card, in place of the printed one."""

    card: Spanned[str]
    field: Spanned[str]
    value: Spanned[Value]


class CardName(Record):
    """An edition's display name for a card, in several languages; `card` is its name in the rules."""

    card: Spanned[str]
    text: Text


CellKey: TypeAlias = tuple[str, int, int | str | None]
"""Table, row and column of a cell."""


class EditionChanges(Record):
    """Changes of cast, settings, tables, fields and names by an edition, an option or a number of players.

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
    """A uniqueness rule of the cast: of all cards of `kind` with equal `field`, only the last one added stays."""

    kind: Spanned[str]
    field: Spanned[str]


_PLAIN: Final = ("red", "green", "yellow", "blue", "magenta", "cyan", "white")
COLOURS: Final = (*_PLAIN, *(f"bright-{colour}" for colour in _PLAIN), "grey")
"""The colours of every terminal, without black, which is unreadable on most of them."""


class LabelColour(Record):
    """The terminal colour of cards that have a label."""

    label: Spanned[str]
    colour: Spanned[str]


class EditionOption(Record):
    """A variant of the game that players may select before it begins.

    `reading` names the interpretation of the source that the option follows. `by_players` is applied after
    `changes`.
    """

    id: Spanned[str]
    about: Text
    reading: Spanned[str] | None
    changes: EditionChanges
    by_players: Mapping[int, EditionChanges] = field(factory=dict)

    def all_changes(self) -> Iterator[EditionChanges]:
        """Yield the option's general changes, then those for each number of players."""
        yield self.changes
        yield from self.by_players.values()


class PlayoutOptions(Record):
    """The options that random simulations of the game select by default."""

    options: tuple[Spanned[str], ...]
    note: Spanned[str] | None


class Reading(Record):
    """A note in the documentation about how an unclear place of the source was interpreted."""

    id: Spanned[str]
    text: Spanned[str]


class Contents(KeywordRecord):
    """The data that a merged edition and a single edition file have in common; absent parts are empty."""

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
        """Yield all changes: those for any game, the default cast, those by number of players and of options."""
        yield self.base
        yield EditionChanges(cast=self.default_cast)
        yield from self.by_players.values()
        for option in self.options.values():
            yield from option.all_changes()


class Edition(Contents):
    """An edition merged with all editions that it extends; its own file overrides theirs.

    `base.cast` has whole lists only; `default_cast` is applied where a game names no cards. `rule_paths` are
    absolute files and folders, those of the extended edition first. `card_paths` are folders from which only the
    files of cards in some cast are read. `files` are all YAML files read, the edition's own first.
    """

    id: Spanned[str]
    language: str
    players: Spanned[NumberRange]
    playouts: PlayoutOptions
    rule_paths: tuple[Path, ...]
    card_paths: tuple[Path, ...]
    files: tuple[Path, ...]

    @property
    def places(self) -> tuple[Path, ...]:
        """The files and folders with rules, and the card folders that are not inside one of them."""
        apart = (
            folder
            for folder in self.card_paths
            if not any(folder.is_relative_to(path) for path in self.rule_paths)
        )
        return (*self.rule_paths, *apart)

    @property
    def cards_by_display_name(self) -> dict[str, str]:
        """Names of cards in the rules, by their display name in any language."""
        return {
            text.value: card
            for card, name in self.base.names.items()
            for text in name.text.values()
        }

    def cast_card_names(self) -> Iterator[str]:
        """Yield the names of all cards that some game may contain; a name may occur more than once."""
        for changes in self.changes():
            for change in changes.cast.values():
                yield from change.cards


class EditionFile(Contents):
    """The contents of one edition file, before it is merged with what it extends; absent parts are None or empty.

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
    playouts: PlayoutOptions | None
