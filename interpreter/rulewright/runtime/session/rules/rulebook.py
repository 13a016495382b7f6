"""The rulebook: an edition with its rules and words, and the compiled games for each setup."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeVar

from rulewright.base.cache import Digest, digest_of, load_cached, naming_folder, store_cached
from rulewright.base.library import find_library, portable_place
from rulewright.base.plain_files import recording_reads
from rulewright.base.records import Draft, evolve, field
from rulewright.language.edition.loading.find import is_path
from rulewright.language.link.rule_files import NO_UNREAD_CARDS, UnreadCards, files_of_edition
from rulewright.language.text import Complaints, RulesError, has_open_texts
from rulewright.runtime.game.compiled_game import CompiledGame
from rulewright.runtime.ir.module import Code, Module
from rulewright.runtime.ir.nodes.ir_types import MOST_STEPS
from rulewright.runtime.python.python_engine import PythonEngine
from rulewright.runtime.session.explain.card_help import Explainer
from rulewright.runtime.session.native_backend import EngineName, backend, may_be_native
from rulewright.runtime.session.saves import save_complaints

if TYPE_CHECKING:
    from rulewright.language.edition.edition import Edition, EditionChanges
    from rulewright.language.edition.translations.vocabulary import Words
    from rulewright.language.link.world import World
    from rulewright.language.program.program import Program
    from rulewright.runtime.coverage.tally import CoverageTally
    from rulewright.runtime.lower.coverage_counters import Counters
    from rulewright.runtime.lower.lowering_context import Lowering
    from rulewright.runtime.session.explain.tracing import Tracer
    from rulewright.runtime.session.explain.why_not import Conditions
    from rulewright.runtime.session.seat.frame import GameFrame
    from rulewright.runtime.session.seat.presentation import DisplayRules, Introduction

Setup = tuple[int, tuple[str, ...], tuple[str, ...]]
"""A setup of a game: the number of players, the options and the additional cards."""

Kind = Literal["game", "native", "conditions", "tracer"]
"""The kinds of results that are computed once per setup and process."""

_Result = TypeVar("_Result")


def setup_of(players: int, options: Iterable[str], cast: Iterable[str]) -> Setup:
    """Return the key of a setup, independent of the order of options."""
    return players, tuple(sorted(options)), tuple(dict.fromkeys(cast))


class Memo(Draft):
    """The results computed from one set of rule files in this process, shared by rulebooks in several languages."""

    program: Program | None = None
    is_cacheable: bool = True
    """Whether results go into the disk cache: not if a file was saved while it was read."""
    by_setup: dict[tuple[Kind, bool, Setup], Any] = field(factory=dict)
    """Results by kind, checking of `always` rules, and setup."""
    wider: dict[tuple[str, ...], Rulebook] = field(factory=dict)
    """Rulebooks that read the files of further cards, by these cards' names."""


class Rulebook(Explainer, Draft):
    """An edition with its rules and words, which compiles or loads program and games on demand.

    Callers of the library see it as `Rules`; its other methods may change from version to version.
    """

    edition: Edition
    files: tuple[Path, ...]
    hashes: Digest
    unread: UnreadCards = NO_UNREAD_CARDS
    extra: tuple[str, ...] = ()
    """Cards whose files are read in addition to those the edition names."""
    memo: Memo = field(factory=Memo)
    checks_always: bool = False
    """Whether games check the `always` rules (invariants) and stop where one fails."""
    source: str = ""
    """The id or path it was loaded by."""
    translation: Words | None = None
    """The words of the language; None for the rules' own words."""
    cast: tuple[str, ...] = ()
    """Cards in its games in addition to those of the edition."""
    most_steps: int = MOST_STEPS
    """The most steps of a decision; fewer on servers, where other games wait."""
    results: dict[Any, Any] = field(factory=dict)
    """Results in these words, by the identity of the games, which `memo` keeps alive."""

    @classmethod
    def load(cls, name_or_path: str | Path, lang: str | None = None) -> Rulebook:
        """Load the rulebook of an edition, by its id or the path of its file, in a language.

        By default that is the edition's own. Raises RulesError with every complaint about the edition and its
        rule files, or about its words in this language.
        """
        from rulewright.language.edition.translations.vocabulary import ENGLISH, load_words

        book = load_rulebook(name_or_path)
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
                self.with_cards(cards), source=self.source, translation=self.translation, cast=cards,
                checks_always=self.checks_always, most_steps=self.most_steps, results={},
            )  # fmt: skip
        found: Rulebook = self.results[cards]
        return found

    def with_always(self) -> Rulebook:
        """Return the rulebook of games that stop when they break an `always` rule (an invariant)."""
        if not self.program.always or self.checks_always:
            return self
        return evolve(self, checks_always=True, results={})

    def with_cards(self, cards: Sequence[str]) -> Rulebook:
        """Return the rulebook that also reads the files of these cards; this one if it already does."""
        names, wider = tuple(sorted({*self.extra, *cards})), self.memo.wider
        if names not in wider or not wider[names].is_current:
            same = files_of_edition(self.edition, names) == self.files
            wider[names] = self if same else _widen(self, names)
        return wider[names]

    # ------------------------------------------------------------------ the rules

    @property
    def _book(self) -> Rulebook:
        return self

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
        """A hash of the rules' text, independent of file locations; saves contain it."""
        return self.hashes.content

    def check_digest(self, digest: str) -> None:
        """Raise RulesError if a save was made with other rules."""
        if digest != self.digest:
            raise RulesError([save_complaints.other_rules()])

    @property
    def game(self) -> str:
        """The name of the game that the rules belong to."""
        return self.program.game

    @property
    def documents(self) -> dict[str, str]:
        """The sources that the rules cite: id -> title."""
        return {name: document.title.value for name, document in self.edition.documents.items()}

    @property
    def one_per(self) -> dict[str, str]:
        """The unique field by kind of card: an added card replaces the edition's card with an equal value."""
        return {kind: one.field.value for kind, one in self.edition.one_per.items()}

    @property
    def label_colours(self) -> dict[str, str]:
        """The colours that the edition gives to labels: label -> colour."""
        return {name: look.colour.value for name, look in self.edition.looks.items()}

    @property
    def never_reset(self) -> frozenset[str]:
        """The numbers that no rule resets; others are bookkeeping that players care less about."""
        return frozenset(
            track.name
            for track in self.program.variables.values()
            if track.type.name == "number" and not (track.until_phase or track.while_in)
        )

    @property
    def playout_options(self) -> tuple[str, ...]:
        """The default options of random playouts."""
        playouts = self.edition.playouts
        return tuple(option.value for option in playouts.options) if playouts else ()

    @property
    def playout_note(self) -> str:
        """The edition's reason for the default options of random playouts."""
        playouts = self.edition.playouts
        return playouts.note.value if playouts and playouts.note else ""

    def displayed_place(self, place: str) -> str:
        """Return a place in the rules in a form that does not depend on where their files are on this machine."""
        return portable_place(place, self.edition.files[0].parent, self.program.working_folder)

    def guide(self, players: int, options: Sequence[str] = ()) -> Introduction:
        """Return the introduction to a game of a setup, for its players. Raises RulesError."""
        from rulewright.runtime.session.seat.presentation import introduction_of

        return introduction_of(self.edition, self.language, self.world(players, options))

    def display_rules(self, players: int, options: Sequence[str] = ()) -> DisplayRules:
        """Return how the table is displayed: the order, and when each value is shown. Raises RulesError."""
        from rulewright.runtime.session.seat.presentation import display_rules_of

        module = self._untranslated(setup_of(players, options, self.cast)).module
        cards = self.program.cards
        texts = (cards[name].notes.text for name in module.designs if name in cards)
        return display_rules_of(self.edition, self.language, module, texts)

    # ------------------------------------------------------------------ results for a setup

    def compiled(
        self, players: int, options: Sequence[str] = (), engine: EngineName = "python"
    ) -> CompiledGame:
        """Return the compiled game for a set-up, with texts translated to this rulebook's language.

        Without a native engine that can play it, the Python engine plays the same game. Raises RulesError if the
        edition does not fit the rules, or the rules refuse such a game.
        """
        try:
            compiled = self._untranslated(setup_of(players, options, self.cast))
            self._limit_steps(compiled.engine)
            if engine == "native":
                compiled = self.native(players, options) or compiled
        except RulesError as error:
            raise self._translated_error(error) from None
        if self.translation is None:
            return compiled
        from rulewright.runtime.session.rules.translation import translate

        if id(compiled) not in self.results:
            self.results[id(compiled)] = translate(compiled, self.translation)
        worded: CompiledGame = self.results[id(compiled)]
        return worded

    def _translated_error(self, error: RulesError) -> RulesError:
        """Return the error with the rules' own messages translated to the language."""
        texts = self.words.texts
        return RulesError(
            evolve(complaint, message=texts.get(complaint.message, complaint.message))
            for complaint in error.complaints
        )

    def _limit_steps(self, engine: Any) -> None:
        """Limit the steps of a decision on a Python engine, if this rulebook has a limit."""
        if self.most_steps < MOST_STEPS:
            engine.bound(self.most_steps)

    def native(self, players: int, options: Sequence[str] = ()) -> CompiledGame | None:
        """Return the game of a setup on the native engine; None if that cannot play it. Raises RulesError."""
        setup = setup_of(players, options, self.cast)
        return self._memoized("native", setup, lambda: self._native_game(setup))

    def batch_code(self, players: int, options: Sequence[str] = ()) -> Any:
        """Return the native code that advances many games of a setup; None if unavailable. Raises RulesError."""
        setup = setup_of(players, options, self.cast)
        return self._load_or_make(
            "batch", setup, lambda: backend().batch_code(self._lowered(setup))
        )

    def module(self, players: int, options: Sequence[str] = ()) -> Module:
        """Return the intermediate representation of a setup's game, with its code. Raises RulesError."""
        return self._lowered(setup_of(players, options, self.cast))

    def counting(
        self, players: int, options: Sequence[str] = ()
    ) -> tuple[CompiledGame, CoverageTally]:
        """Return a new game that counts the clauses it executes, and its tally. Raises RulesError."""
        from rulewright.runtime.coverage.tally import start_counting
        from rulewright.runtime.lower.coverage_counters import Counters

        counters = Counters.of(clause.key for clause in self.clauses)
        engine = PythonEngine(self._lowered(setup_of(players, options, self.cast), counters))
        return CompiledGame(engine.module, engine), start_counting(engine, counters)

    def conditions(self, players: int, options: Sequence[str] = ()) -> Conditions:
        """Return the explainer of missing options for a setup. Raises RulesError."""
        from rulewright.runtime.session.explain.why_not import Conditions

        setup = setup_of(players, options, self.cast)
        conditions = self._memoized(
            "conditions", setup,
            lambda: Conditions.of(self._lowering(setup, with_meanings=True), self._lowered(setup)),
        )  # fmt: skip
        self._limit_steps(conditions.engine)
        return conditions

    def tracer(self, players: int, options: Sequence[str] = ()) -> Tracer:
        """Return the tracer that replays games with begins, ends and causes of events. Raises RulesError."""
        from rulewright.runtime.session.explain.tracing import Tracer

        setup = setup_of(players, options, self.cast)
        tracer = self._memoized(
            "tracer", setup, lambda: Tracer.of(self._world(setup), Complaints())
        )
        self._limit_steps(tracer.game.engine)
        return tracer

    def frame(self, players: int, options: Sequence[str] = ()) -> GameFrame:
        """Return the game's frame (phases of decisions, counters, open scores), cached. Raises RulesError."""
        from rulewright.runtime.session.seat.frame import GameFrame

        setup = setup_of(players, options, self.cast)
        return self._load_or_make("frame", setup, lambda: GameFrame.of(self._lowered(setup)))

    def world(self, players: int, options: Sequence[str] = ()) -> World:
        """Return the cards, settings and cells of a setup; they are not cached. Raises RulesError."""
        return self._world(setup_of(players, options, self.cast))

    def changes(
        self, players: int, options: Sequence[str], cast: Iterable[str] = ()
    ) -> EditionChanges:
        """Return the edition's changes to the rules for a setup, except those for cards not read.

        Raises RulesError for an unknown option, or a number of players that the edition does not support.
        """
        from rulewright.language.edition.loading.merge import changes_for

        asked = self.program.kinds_of(cast)
        return self.unread.without_unread(changes_for(self.edition, players, options, asked))

    # ------------------------------------------------------------------ caches and compilation

    def _memoized(self, kind: Kind, setup: Setup, make: Callable[[], _Result]) -> _Result:
        """Return a result for a setup from this process's memo, or compute and store it."""
        by_setup, key = self.memo.by_setup, (kind, self.checks_always, setup)
        if key not in by_setup:
            by_setup[key] = make()
        result: _Result = by_setup[key]
        return result

    def _load_or_make(self, kind: str, setup: Setup, make: Callable[[], _Result]) -> _Result:
        """Return a result for a setup from the disk cache, or compute and store it."""
        index = self._index(kind, setup)
        result: _Result | None = load_cached(index)
        if result is None:
            result = make()
            if self.memo.is_cacheable:
                store_cached(index, result)
        return result

    def _index(self, kind: str, setup: Setup) -> str:
        """Return the key of a setup's result in the disk cache."""
        return f"{kind} {self.hashes.located}{' always' * self.checks_always} {setup}"

    def _untranslated(self, setup: Setup) -> CompiledGame:
        """Return the game of a setup, untranslated. Raises RulesError."""
        return self._memoized("game", setup, lambda: self._game(setup))

    def _game(self, setup: Setup) -> CompiledGame:
        """Return the untranslated game of a setup from the disk cache, or compile and store it.

        Raises RulesError.
        """
        index = self._index("game", setup)
        if found := load_cached(index):
            module, engine_code = found
            return CompiledGame(module, PythonEngine(module, engine_code))
        engine = PythonEngine(self._lowered(setup))
        # The engine stores its own form of the code, so the module is cached without code and stays small.
        if self.memo.is_cacheable:
            store_cached(index, (evolve(engine.module, code=Code()), engine.compiled))
        return CompiledGame(engine.module, engine)

    def _native_game(self, setup: Setup) -> CompiledGame | None:
        """Return the game of a setup on the native engine; None if that is unavailable. Raises RulesError."""
        if not may_be_native():
            return None
        plain = self._untranslated(setup)
        code = self._load_or_make(
            "native", setup, lambda: backend().native_code(self._lowered(setup))
        )
        if code is None:
            return None
        engine = backend().native_engine(code, plain.engine, lambda: self._tracing(setup))
        return None if engine is None else CompiledGame(plain.module, engine)

    def _tracing(self, setup: Setup) -> Any:
        """Return the native code that replays trajectories; None if unavailable."""
        return self._load_or_make(
            "tracing", setup, lambda: backend().tracing_code(self._lowered(setup))
        )

    def _world(self, setup: Setup) -> World:
        """Return the cards, settings and cells of a setup. Raises RulesError."""
        from rulewright.language.link.casting import check_requested_cards
        from rulewright.language.link.from_program import make_world

        players, options, cast = setup
        changes, complaints = self.changes(players, options, cast), Complaints()
        extra = [(card, None) for card in cast]
        world = make_world(self.program, self.edition, changes, players, complaints, extra)
        check_requested_cards(world, self.edition, cast, complaints)
        complaints.raise_if_errors()
        return world

    def _lowered(self, setup: Setup, counters: Counters | None = None) -> Module:
        """Return the module of a setup with its code; with `counters`, it counts clauses. Raises RulesError."""
        from rulewright.runtime.lower.from_world import module_of

        if counters is not None:
            return module_of(self._lowering(setup, counters))
        key = self.memo, self.checks_always, setup
        if key not in _LOWERED:
            module = module_of(self._lowering(setup))
            _LOWERED.clear()
            _LOWERED[key] = module
        return _LOWERED[key]

    def _lowering(
        self, setup: Setup, counters: Counters | None = None, *, with_meanings: bool = False
    ) -> Lowering:
        """Return the lowering of a setup, before its module is built. Raises RulesError."""
        from rulewright.runtime.lower.from_world import lower_world
        from rulewright.runtime.lower.setup_validation import SetupValidator

        complaints, world = Complaints(), self._world(setup)
        work = lower_world(
            world, complaints, SetupValidator(), counters, with_meanings=with_meanings,
            with_always=self.checks_always,
        )  # fmt: skip
        complaints.raise_if_errors()
        return work


def load_rulebook(name_or_path: str | Path) -> Rulebook:
    """Load the rulebook of an edition, by its id or the path of its file.

    Raises RulesError with every complaint about the edition and its rule files.
    """
    root = find_library().root
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


_LOWERED: dict[tuple[Memo, bool, Setup], Module] = {}
"""The last lowered module: a game, its native code and its tracer are usually made one after another."""


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
    book = Rulebook(edition, files_of_edition(edition, extra), hashes, unread, extra)
    return book if book.is_current else None


def _read(edition: Edition, extra: tuple[str, ...] = ()) -> Rulebook:
    """Return a new rulebook of an edition, read from its files. Raises RulesError."""
    from rulewright.runtime.session.rules.read_rules import read_rules

    rules = read_rules(edition, extra)
    memo = Memo(rules.program)
    return Rulebook(edition, rules.files, rules.digest, rules.unread, extra, memo)
