"""The rulebook: an edition with its rules and words, loaded from files or from the cache."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from rulewright.base.cache import Digest, digest_of, load_cached, naming_folder, store_cached
from rulewright.base.library import find_library, portable_place
from rulewright.base.plain_files import recording_reads
from rulewright.base.records import evolve, field
from rulewright.language.edition.loading.find import is_path
from rulewright.language.link.rule_files import UnreadCards, files_of_edition
from rulewright.language.text import has_open_texts
from rulewright.runtime.session.rules.rule_archive import RuleArchive
from rulewright.runtime.session.rules.setups import Memo, SetupCompiler

if TYPE_CHECKING:
    from rulewright.language.edition.edition import Edition
    from rulewright.language.program.program import Program


class Rulebook(SetupCompiler):
    """An edition with its rules and words, loaded from files or the cache.

    Callers of the library see it as `Rules`; its other methods may change from version to version.
    """

    extra: tuple[str, ...] = ()
    """Cards whose files are read in addition to those the edition names."""
    source: str = ""
    """The id or path it was loaded by."""
    archive: RuleArchive | None = None
    """The files to keep with saved games; None to name the edition only."""
    wider: dict[tuple[str, ...], Rulebook] = field(factory=dict)
    """Rulebooks that read the files of further cards, by these cards' names; shared by all languages."""

    @classmethod
    def load(
        cls, name_or_path: str | Path, lang: str | None = None, root: Path | None = None
    ) -> Rulebook:
        """Load the rulebook of an edition, by its id or the path of its file, in a language.

        By default that is the edition's own. `root` replaces the library that ids refer to. Raises RulesError with
        every complaint about the edition and its rule files, or about its words in this language.
        """
        from rulewright.language.edition.translations.vocabulary import ENGLISH, load_words

        book = load_rulebook(name_or_path, root)
        words = load_words(book.edition, lang or book.edition.language)
        is_plain = words.language == ENGLISH and not words.is_translated
        return evolve(
            book, source=str(name_or_path), translation=None if is_plain else words, results={}
        )

    def with_cast(self, cast: Sequence[str]) -> Rulebook:
        """Return the rulebook of games with exactly these cards in addition to those of the edition.

        Cards can be named as in the rules, or as displayed in this edition and language. If a game can have only
        one card of a sort (a rank), the added card replaces the edition's. Raises RulesError if their rules have
        errors.
        """
        cards = tuple(dict.fromkeys(map(self.card_called, cast)))
        if cards == self.cast:
            return self
        if cards not in self.results:
            self.results[cards] = evolve(
                self.with_cards(cards), source=self.source, archive=self.archive, cast=cards,
                translation=self.translation, checks_always=self.checks_always, most_steps=self.most_steps,
                meter=self.meter, results={},
            )  # fmt: skip
        found: Rulebook = self.results[cards]
        return found

    @classmethod
    def from_archive(cls, archive: RuleArchive, source: str, lang: str | None = None) -> Rulebook:
        """Load the rulebook kept in an archive, which games save as that of the edition `source`.

        Raises RulesError if these rules cannot be read, as by another version of Rulewright.
        """
        path = archive.unpacked()
        root = path.parents[archive.main.count("/")]
        return evolve(cls.load(path, lang, root), source=source, archive=archive)

    def kept(self) -> Rulebook:
        """Return the rulebook whose saved games keep the rules."""
        if self.archive is not None:
            return self
        archive = RuleArchive.of(self.edition, [*self.files, *self.unread.files])
        return evolve(self, archive=archive, results={})

    def with_always(self) -> Rulebook:
        """Return the rulebook of games that stop when they break an `always` rule (an invariant)."""
        if not self.program.always or self.checks_always:
            return self
        return evolve(self, checks_always=True, results={})

    def with_cards(self, cards: Sequence[str]) -> Rulebook:
        """Return the rulebook that also reads the files of these cards; this one if it already does."""
        names, wider = tuple(sorted({*self.extra, *cards})), self.wider
        if names not in wider or not wider[names].is_current:
            same = files_of_edition(self.edition, names) == self.files
            wider[names] = self if same else _widen(self, names)
        return wider[names]

    # ------------------------------------------------------------------ the program

    @property
    def program(self) -> Program:
        """The checked program of the rule files. Raises RulesError if they have errors."""
        memo = self.memo
        if memo.program is None:
            memo.program = load_cached(f"program {self.hashes.located}") or self._make_program()
        return memo.program

    def _make_program(self) -> Program:
        """Read and check the rule files, cache the program and return it. Raises RulesError."""
        from rulewright.runtime.session.rules.read_rules import read_rules

        rules = read_rules(self.edition, self.extra)
        self.memo.program, self.memo.is_cacheable = rules.program, rules.digest == self.hashes
        _cache_program(self)
        return rules.program

    @property
    def is_current(self) -> bool:
        """Whether all files are unchanged and none was added."""
        files = files_of_edition(self.edition, self.extra)
        digest = digest_of([*self.edition.files, *files, *self.unread.files])
        return files == self.files and digest == self.hashes

    @property
    def digest(self) -> str:
        """A hash of the rules' text, independent of file locations."""
        return self.hashes.content

    def displayed_place(self, place: str) -> str:
        """Return a place in the rules in a form that does not depend on where their files are on this machine."""
        return portable_place(place, self.edition.files[0].parent, self.program.working_folder)


def load_rulebook(name_or_path: str | Path, root: Path | None = None) -> Rulebook:
    """Load the rulebook of an edition, by its id or the path of its file; ids are those of the library at `root`.

    Raises RulesError with every complaint about the edition and its rule files.
    """
    root = root or find_library().root
    if has_open_texts():
        return _book_of_open_texts(name_or_path, root)
    name = str(name_or_path)
    file = Path(name) if is_path(name) else root / "editions" / f"{name}.yaml"
    index = f"edition {name} {naming_folder([file])} {root}"
    book = _LOADED.get(index)
    if book is None or not book.is_current:
        _LOADED[index] = book = _cached_book(index) or _build_book(index, name_or_path, root)
    return book


def _book_of_open_texts(name_or_path: str | Path, root: Path) -> Rulebook:
    """Load the rulebook with texts open in an editor, which are in no file and therefore not cached."""
    from rulewright.language.edition.loading.load import load_edition

    book = _read(load_edition(name_or_path, root))
    book.memo.is_cacheable = False
    return book


_LOADED: dict[str, Rulebook] = {}
"""Rulebooks loaded in this process, with their compiled games: every saved game looks up its rules."""


def _cached_book(index: str) -> Rulebook | None:
    """Return the rulebook in the disk cache under the key `index`; None if missing or outdated."""
    found = load_cached(index)
    return None if found is None else _book_if_current(*found)


def _build_book(index: str, name_or_path: str | Path, root: Path) -> Rulebook:
    """Read a rulebook from its files and cache it under the key `index`. Raises RulesError."""
    from rulewright.language.edition.loading.load import load_edition

    with recording_reads() as recorded:
        edition = load_edition(name_or_path, root)
        book = _read(edition)
    # A file of the edition may have been saved while the rules were read.
    book.memo.is_cacheable = book.hashes == digest_of(
        [*edition.files, *book.files, *book.unread.files], recorded
    )
    _cache_program(book)
    if book.memo.is_cacheable:
        store_cached(index, (book.edition, book.hashes, book.unread))
    return book


def _cache_program(book: Rulebook) -> None:
    """Store the program of a rulebook in the disk cache, if it is cacheable."""
    if book.memo.is_cacheable:
        store_cached(f"program {book.hashes.located}", book.memo.program)


def _widen(book: Rulebook, names: tuple[str, ...]) -> Rulebook:
    """Return the rulebook that also reads the files of the cards `names`."""
    index = f"wider {book.hashes.located} {names}"
    found = load_cached(index)
    wider = None if found is None else _book_if_current(book.edition, found[0], found[1], names)
    if wider is None:
        wider = _read(book.edition, names)
        wider.memo.is_cacheable = wider.is_current
        _cache_program(wider)
        if wider.memo.is_cacheable:
            store_cached(index, (wider.hashes, wider.unread))
    return wider


def _book_if_current(
    edition: Edition, hashes: Digest, unread: UnreadCards, extra: tuple[str, ...] = ()
) -> Rulebook | None:
    """Return the rulebook stored in the cache, if no file has changed and none was added."""
    book = Rulebook(edition, files_of_edition(edition, extra), hashes, unread, extra=extra)
    return book if book.is_current else None


def _read(edition: Edition, extra: tuple[str, ...] = ()) -> Rulebook:
    """Return a new rulebook of an edition, read from its files. Raises RulesError."""
    from rulewright.runtime.session.rules.read_rules import read_rules

    rules = read_rules(edition, extra)
    memo = Memo(rules.program)
    return Rulebook(edition, rules.files, rules.digest, rules.unread, memo, extra=extra)
