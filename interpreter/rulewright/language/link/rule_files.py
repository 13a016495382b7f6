"""Selection of an edition's rule files: all common files, and from card folders the files of used cards."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

from rulewright.base.library import find_library
from rulewright.base.records import Draft, Record, evolve, field
from rulewright.language.syntax.parsing.grammar import expand_letters
from rulewright.language.text import (
    Complaints,
    RulesError,
    Source,
    display_path,
    find_files,
    has_open_text,
    read_leniently,
    read_source,
    real_path_among,
    resolve_folder,
)

if TYPE_CHECKING:
    from rulewright.language.edition.edition import Edition, EditionChanges
    from rulewright.language.program.program import Program


RULES: Final = ".rules"
SCENARIOS: Final = ".scenarios.rules"

_T = TypeVar("_T")

_CARD: Final = re.compile(
    expand_letters(r"(?m)^\p{small}[\w-]* (\p{capital}[^#\n]*?)[ ]*(?:#.*)?$")
)


def files_of_edition(edition: Edition, extra: Iterable[str] = ()) -> tuple[Path, ...]:
    """Return the rule files that games of an edition read, in order; `extra` are further cards.

    Files of cards come last, sorted by folder and name, so that adding a card keeps the order of all other files.
    """
    paths = {path: None for path in find_rule_files(edition.rule_paths, without=edition.card_paths)}
    names = dict.fromkeys((*edition.cast_card_names(), *extra))
    for folder in edition.card_paths:
        paths |= dict.fromkeys(sorted(path for name in names for path in _card_file(folder, name)))
    return tuple(paths)


def all_files_of_edition(edition: Edition, scenarios: bool = False) -> tuple[Path, ...]:
    """Return all rule files of an edition, also those of cards that it does not use."""
    always = find_rule_files(edition.rule_paths, scenarios, without=edition.card_paths)
    cards = find_rule_files(edition.card_paths, scenarios)
    return tuple(dict.fromkeys((*always, *cards)))


def card_files(edition: Edition) -> tuple[Path, ...]:
    """Return all rule files in the card folders of an edition."""
    return tuple(find_rule_files(edition.card_paths))


def card_file_name(card: str) -> str:
    """Return the name of the file that a card must be in: `fools-cap.rules` for `Fool's Cap`."""
    return re.sub(r"['’]", "", card).lower().replace(" ", "-") + RULES


def _card_file(folder: Path, card: str) -> Iterator[Path]:
    """Yield the path of a card's file in `folder`, if the file exists."""
    path = folder / card_file_name(card)
    if os.path.isfile(path):
        yield path


def find_rule_files(
    paths: Iterable[Path], scenarios: bool = False, without: Sequence[Path] = ()
) -> list[Path]:
    """Return the rule files among `paths` and in the folders there, in order, without duplicates.

    Scenario files are included only with `scenarios`. Subfolders listed in `without` are skipped.
    """
    paths = tuple(paths)
    listed = cached_listing(
        ("listed", paths, tuple(without)), lambda: list(_rule_files_below(paths, without))
    )
    files: dict[Path, Path] = {}
    for real, file in listed:
        if scenarios or not file.name.endswith(SCENARIOS):
            files.setdefault(real, file)
    return list(files.values())


_LISTINGS: list[dict[object, Any]] = []


@contextmanager
def listing_folders_once(cache: dict[object, Any] | None = None) -> Iterator[None]:
    """List each folder at most once inside a `with` block; blocks may be nested.

    `cache` is the one of an earlier block, for callers that know that only open files have changed since.
    """
    _LISTINGS.append(cache if cache is not None else _LISTINGS[-1] if _LISTINGS else {})
    try:
        yield
    finally:
        _LISTINGS.pop()


def cached_listing(key: object, list_files: Callable[[], _T]) -> _T:
    """Return `list_files()`, cached by `key` inside a `listing_folders_once` block."""
    known = _LISTINGS[-1] if _LISTINGS else {}
    if key not in known:
        known[key] = list_files()
    return known[key]  # type: ignore[no-any-return]  # each key has values of one type


def _rule_files_below(
    paths: Iterable[Path], without: Sequence[Path]
) -> Iterator[tuple[Path, Path]]:
    """Yield the rule files among and below `paths` in order, as pairs of resolved path and path."""
    folders: dict[Path, Path] = {}
    passed_over = {str(folder) for folder in without}
    for path in paths:
        below = find_files(path, (RULES,), without=passed_over) if os.path.isdir(path) else [path]
        yield from ((real_path_among(file, folders), file) for file in sorted(below))


class CardFileReader(Draft):
    """A reader of card files outside of the program, which records the files that it opened."""

    edition: Edition
    opened: dict[Path, None] = field(factory=dict)

    def path(self, card: str) -> Path | None:
        """Return the path of a card's file in the edition's card folders; None if there is none."""
        for folder in self.edition.card_paths:
            for path in _card_file(folder, card):
                self.opened[path] = None
                return path
        return None

    def source(self, card: str) -> Source | None:
        """Return the text of a card's file as a source; None if there is no readable file."""
        path = self.path(card)
        sources = read_sources([path], Complaints()) if path is not None else []
        return sources[0] if sources else None

    def files_with_words(self, words: Iterable[str], read: Iterable[Path]) -> list[Path]:
        """Return the card files whose text contains one of these words, except the files in `read`."""
        wanted = list(words)
        matching = []
        for path in set(card_files(self.edition)).difference(read) if wanted else ():
            text = read_leniently(path)
            if any(word in text for word in wanted):
                matching.append(path)
        self.opened |= dict.fromkeys(sorted(matching))
        return sorted(matching)


def card_names_of_files(edition: Edition) -> list[str]:
    """Return the names of all cards that have a file in the edition's card folders."""
    return cached_listing(("names", edition.card_paths), lambda: _card_names(edition))


def _card_names(edition: Edition) -> list[str]:
    """Return the names of cards that card files declare and that match the file's name."""
    names = []
    for path in card_files(edition):
        declared = _CARD.findall(read_leniently(path))
        names += [name for name in declared if card_file_name(name) == path.name]
    return names


def read_sources(files: Iterable[Path], complaints: Complaints) -> list[Source]:
    """Return rule files as sources; report the unreadable ones and leave them out."""
    sources = []
    for file in files:
        try:
            sources.append(read_source(file, display_path(file)))
        except RulesError as error:
            complaints.extend(error.complaints)
    return sources


def is_unchanging(file: Path) -> bool:
    """Return whether a file never changes: it ships with the library and is not open in an editor."""
    return find_library().holds(file) and not has_open_text(file)


class UnreadCards(Record):
    """Card files that a game does not read, and the names in the edition that only these files declare.

    An edition may configure things of a card that it, or an edition that extends it, plays without.
    """

    files: tuple[Path, ...] = ()
    names: frozenset[str] = frozenset()

    def without_unread(self, changes: EditionChanges) -> EditionChanges:
        """Return an edition's changes without those to things that only unread card files declare."""
        if not self.names:
            return changes
        return evolve(
            changes,
            settings=_without_names(changes.settings, self.names),
            tables={key: c for key, c in changes.tables.items() if key[0] not in self.names},
            fields={key: f for key, f in changes.fields.items() if key[0] not in self.names},
            names=_without_names(changes.names, self.names),
        )


NO_UNREAD_CARDS: Final = UnreadCards()


def _without_names(things: Mapping[str, _T], names: Container[str]) -> dict[str, _T]:
    """Return a mapping without the keys in `names`."""
    return {name: thing for name, thing in things.items() if name not in names}


def undeclared_names(edition: Edition, program: Program) -> tuple[set[str], set[str]]:
    """Return the names that an edition uses and the program does not declare.

    The first set has settings and tables, the second one cards.
    """
    things, cards = set[str](), set[str]()
    known = program.cards.keys() | program.series.keys()
    for changes in edition.changes():
        things |= changes.settings.keys() - program.settings.keys()
        things |= {table for table, _, _ in changes.tables} - program.tables.keys()
        cards |= {card for card, _ in changes.fields} - known
        cards |= changes.names.keys() - known
    return things, cards


def scenario_files_for(file: Path) -> list[Path]:
    """Return the files with scenarios of the rule file `bard.rules`, such as `bard.scenarios.rules`."""
    stem = file.name.split(".")[0]
    files = {*file.parent.glob(stem + SCENARIOS), *file.parent.glob(f"{stem}.*{SCENARIOS}")}
    return sorted(map(resolve_folder, files))
