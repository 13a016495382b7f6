"""Program + edition -> a rulebook: everything games need, frozen, with a compiled game for each setup of one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeVar

from rulewright.cache import Digest, digest_of, keep, kept, seen_from
from rulewright.edition.find import is_path
from rulewright.engines.python.python_engine import PythonEngine
from rulewright.game.compiled_game import CompiledGame
from rulewright.ir.module import Code, Module
from rulewright.library import find_library
from rulewright.link.rule_files import NOTHING_UNREAD, Unread, files_of
from rulewright.plain_files import noting_reads
from rulewright.records import Draft, evolve, field
from rulewright.session.backend import backend, may_be_native
from rulewright.text import Complaints, anything_is_open

if TYPE_CHECKING:
    from rulewright.coverage import Clause
    from rulewright.coverage.tally import Tally
    from rulewright.edition.edition import Changes, Edition
    from rulewright.link.world import World
    from rulewright.lower.counting import Counters
    from rulewright.lower.lowering import Lowering
    from rulewright.program.program import Program
    from rulewright.session.seat.frame import Frame
    from rulewright.session.tracing import Tracer
    from rulewright.session.why_not import Conditions

Setup = tuple[int, tuple[str, ...], tuple[str, ...]]
"""How a game is set up: the number of players, the options, the cards that are in it besides."""

Kind = Literal["game", "native", "conditions", "tracer"]

_Made = TypeVar("_Made")


def setup_of(players: int, options: Iterable[str], cast: Iterable[str]) -> Setup:
    """How a game is set up, whatever the order in which that is said."""
    return players, tuple(sorted(options)), tuple(dict.fromkeys(cast))


class Rulebook(Draft):
    """An edition with its rules. Program and games are made, or fetched, when they are first asked for.

    `extra` are cards whose files are read besides those that the edition names.
    """

    edition: Edition
    files: tuple[Path, ...]
    digest: Digest
    unread: Unread = NOTHING_UNREAD
    extra: tuple[str, ...] = ()
    made: Program | None = None
    is_kept: bool = True
    """Whether what is made of the program is kept: not if a file was saved while it was read."""
    made_of: dict[tuple[Kind, Setup], Any] = field(factory=dict)
    """What was made of setups in this process."""
    looks_at_always: bool = False
    """Whether games stop where they break what the rules say that always holds."""
    wider: dict[tuple[str, ...], Rulebook] = field(factory=dict)

    @property
    def located(self) -> str:
        """What its games are kept under, besides how they are set up."""
        return f"{self.digest.located}{' always' * self.looks_at_always}"

    def with_always(self) -> Rulebook:
        """The same, whose games stop where they break what the rules say that always holds."""
        if not self.program.always or self.looks_at_always:
            return self
        return evolve(self, looks_at_always=True, made_of={})

    def memo(self, kind: Kind, setup: Setup, make: Callable[[], _Made]) -> _Made:
        """Return what was made of a setup before in this process, or make it."""
        if (kind, setup) not in self.made_of:
            self.made_of[kind, setup] = make()
        made: _Made = self.made_of[kind, setup]
        return made

    def _kept(self, kind: str, setup: Setup, make: Callable[[], _Made]) -> _Made:
        """Return what is in the cache of a setup, or make it and keep it there."""
        index = f"{kind} {self.located} {setup}"
        made: _Made | None = kept(index)
        if made is None:
            made = make()
            if self.is_kept:
                keep(index, made)
        return made

    @property
    def program(self) -> Program:
        """The checked program of the rule files. Raises RulesError if they have errors."""
        if self.made is None:
            self.made = kept(f"program {self.digest.located}") or self._make_program()
        return self.made

    @property
    def is_as_its_files(self) -> bool:
        """Whether every file still says the same, and none was added."""
        files = files_of(self.edition, self.extra)
        found = digest_of([*self.edition.files, *files, *self.unread.files])
        return files == self.files and found == self.digest

    def _make_program(self) -> Program:
        from rulewright.session.read_rules import read_rules

        rules = read_rules(self.edition, self.extra)
        self.is_kept = rules.digest == self.digest
        self.made = rules.program
        _keep_program(self)
        return rules.program

    def with_cards(self, cards: Sequence[str]) -> Rulebook:
        """The rulebook in which the files of these cards are read as well; the same if they are."""
        names = tuple(sorted({*self.extra, *cards}))
        if names not in self.wider or not self.wider[names].is_as_its_files:
            same = files_of(self.edition, names) == self.files
            self.wider[names] = self if same else _widened(self, names)
        return self.wider[names]

    def changes(self, players: int, options: Sequence[str], cast: Iterable[str] = ()) -> Changes:
        """What the edition sets for a game with these cards, without what it says of cards that are not read.

        Raises RulesError for an unknown option, or a number of players that the edition is not for.
        """
        from rulewright.edition.merge import changes_for

        asked = self.program.kinds_of(cast)
        return self.unread.left_out(changes_for(self.edition, players, options, asked))

    def compiled(
        self, players: int, options: Sequence[str] = (), cast: Sequence[str] = ()
    ) -> CompiledGame:
        """The game for this many players, these options, and these cards besides those of the edition.

        Raises RulesError if the edition does not fit the rules, or the rules refuse such a game.
        """
        setup = setup_of(players, options, cast)
        return self.memo("game", setup, lambda: self._game(setup))

    def native(
        self, players: int, options: Sequence[str] = (), cast: Sequence[str] = ()
    ) -> CompiledGame | None:
        """The game of `compiled` on the native engine; None where that cannot play it. Raises RulesError."""
        setup = setup_of(players, options, cast)
        return self.memo("native", setup, lambda: self._native_game(setup))

    def _native_game(self, setup: Setup) -> CompiledGame | None:
        if not may_be_native():
            return None
        plain = self.compiled(*setup)
        code = self._kept("native", setup, lambda: backend().native_code(self._lowered(setup)))
        if code is None:
            return None
        engine = backend().native_engine(code, plain.engine, lambda: self._tracing(setup))
        return None if engine is None else CompiledGame(plain.module, engine)

    def _tracing(self, setup: Setup) -> Any:
        """Return the native code that replays courses of a game; None where there is none."""
        return self._kept("tracing", setup, lambda: backend().tracing_code(self._lowered(setup)))

    def batch_code(
        self, players: int, options: Sequence[str] = (), cast: Sequence[str] = ()
    ) -> Any:
        """Return the native code that advances many games at once; None where there is none."""
        setup = setup_of(players, options, cast)
        return self._kept("batch", setup, lambda: backend().batch_code(self._lowered(setup)))

    def module(self, players: int, options: Sequence[str] = (), cast: Sequence[str] = ()) -> Module:
        """The same in the intermediate form, with its code. Raises RulesError."""
        return self._lowered(setup_of(players, options, cast))

    def counting(
        self, players: int, options: Sequence[str] = (), cast: Sequence[str] = ()
    ) -> tuple[CompiledGame, Tally]:
        """A game like that of `compiled` that counts which clauses come to pass; made anew each time.

        Raises RulesError if the edition does not fit the rules.
        """
        from rulewright.coverage.tally import counted
        from rulewright.lower.counting import Counters

        setup = setup_of(players, options, cast)
        counters = Counters.of(clause.key for clause in self.clauses)
        engine = PythonEngine(self._lowered(setup, counters))
        return CompiledGame(engine.module, engine), counted(engine, counters)

    def conditions(
        self, players: int, options: Sequence[str] = (), cast: Sequence[str] = ()
    ) -> Conditions:
        """The game of `compiled` once more, for who asks why something cannot be chosen. Raises RulesError."""
        setup = setup_of(players, options, cast)
        return self.memo("conditions", setup, lambda: self._conditions(setup))

    def _conditions(self, setup: Setup) -> Conditions:
        from rulewright.session.why_not import Conditions

        return Conditions.of(self._work(setup, with_meanings=True), self._lowered(setup))

    def tracer(self, players: int, options: Sequence[str] = (), cast: Sequence[str] = ()) -> Tracer:
        """What plays games of `compiled` once more, to tell what began and ended in them. Raises RulesError."""
        from rulewright.session.tracing import Tracer

        setup = setup_of(players, options, cast)
        return self.memo("tracer", setup, lambda: Tracer.of(self.world(*setup), Complaints()))

    def frame(self, players: int, options: Sequence[str] = (), cast: Sequence[str] = ()) -> Frame:
        """What the code of the game of `compiled` says of its frame; made, or kept. Raises RulesError."""
        from rulewright.session.seat.frame import Frame

        setup = setup_of(players, options, cast)
        return self._kept("frame", setup, lambda: Frame.of(self._lowered(setup)))

    @property
    def clauses(self) -> tuple[Clause, ...]:
        """The clauses of the rule files, whether this edition uses them or not."""
        from rulewright.coverage.clauses_of_program import clauses_of

        return clauses_of(self.program)

    def _game(self, setup: Setup) -> CompiledGame:
        index = f"game {self.located} {setup}"
        if found := kept(index):
            module, engine_code = found
            return CompiledGame(module, PythonEngine(module, engine_code))
        engine = PythonEngine(self._lowered(setup))
        # The engine has its own form of the code: kept without it, a module is small.
        if self.is_kept:
            keep(index, (evolve(engine.module, code=Code()), engine.kept))
        return CompiledGame(engine.module, engine)

    def world(self, players: int, options: Sequence[str] = (), cast: Sequence[str] = ()) -> World:
        """Its cards, settings and cells; made anew each time. Raises RulesError."""
        from rulewright.link.casting import check_asked
        from rulewright.link.from_program import make_world

        changes = self.changes(players, options, cast)
        complaints = Complaints()
        extra = [(card, None) for card in cast]
        world = make_world(self.program, self.edition, changes, players, complaints, extra)
        check_asked(world, self.edition, cast, complaints)
        complaints.raise_if_errors()
        return world

    def _lowered(self, setup: Setup, counters: Counters | None = None) -> Module:
        from rulewright.lower.from_world import module_of

        if counters is not None:
            return module_of(self._work(setup, counters))
        if (self, setup) not in _LOWERED:
            module = module_of(self._work(setup))
            _LOWERED.clear()
            _LOWERED[self, setup] = module
        return _LOWERED[self, setup]

    def _work(
        self, setup: Setup, counters: Counters | None = None, *, with_meanings: bool = False
    ) -> Lowering:
        """Return a world lowered, before it is a module. Raises RulesError."""
        from rulewright.lower.from_world import lower_world
        from rulewright.lower.judging import Judge

        complaints, world = Complaints(), self.world(*setup)
        work = lower_world(
            world, complaints, Judge(), counters, with_meanings=with_meanings,
            with_always=self.looks_at_always,
        )  # fmt: skip
        complaints.raise_if_errors()
        return work


def load_rulebook(name_or_path: str | Path) -> Rulebook:
    """The rulebook of an edition, by id or by the path of its file.

    Raises RulesError with every complaint about the edition and its rule files.
    """
    root = find_library().root
    if anything_is_open():
        return _as_open(name_or_path, root)
    name = str(name_or_path)
    file = Path(name) if is_path(name) else root / "editions" / f"{name}.yaml"
    index = f"edition {name} {seen_from([file])} {root}"
    book = _LOADED.get(index)
    if book is None or not book.is_as_its_files:
        _LOADED[index] = book = _kept_book(index) or _made_book(index, name_or_path, root)
    return book


def _as_open(name_or_path: str | Path, root: Path) -> Rulebook:
    """The same of texts that are in an editor, and in no file that could be kept or known again."""
    from rulewright.edition.load import load_edition

    return evolve(_read(load_edition(name_or_path, root)), is_kept=False)


_LOADED: dict[str, Rulebook] = {}
"""What was loaded before in this process, with its compiled games; every saved game asks for its rules."""


_LOWERED: dict[tuple[Rulebook, Setup], Module] = {}
"""The module that was made last: a game, its native code and what replays it are mostly made one after another."""


def _kept_book(index: str) -> Rulebook | None:
    found = kept(index)
    return None if found is None else _as_kept(*found)


def _made_book(index: str, name_or_path: str | Path, root: Path) -> Rulebook:
    from rulewright.edition.load import load_edition

    with noting_reads() as noted:
        edition = load_edition(name_or_path, root)
        book = _read(edition)
    # The edition was read before its rules, and may have been saved in between.
    book.is_kept = book.digest == digest_of(
        [*edition.files, *book.files, *book.unread.files], noted
    )
    _keep_program(book)
    if book.is_kept:
        keep(index, (book.edition, book.digest, book.unread))
    return book


def _keep_program(book: Rulebook) -> None:
    if book.is_kept:
        keep(f"program {book.digest.located}", book.made)


def _widened(book: Rulebook, names: tuple[str, ...]) -> Rulebook:
    """The rulebook with the files of these cards."""
    index = f"wider {book.digest.located} {names}"
    found = kept(index)
    wider = None if found is None else _as_kept(book.edition, found[0], found[1], names)
    if wider is None:
        wider = _read(book.edition, names)
        wider.is_kept = book.is_as_its_files
        _keep_program(wider)
        if wider.is_kept:
            keep(index, (wider.digest, wider.unread))
    return wider


def _as_kept(
    edition: Edition, digest: Digest, unread: Unread, extra: tuple[str, ...] = ()
) -> Rulebook | None:
    """The rulebook as it was kept, if every file still says the same and none was added."""
    book = Rulebook(edition, files_of(edition, extra), digest, unread, extra)
    return book if book.is_as_its_files else None


def _read(edition: Edition, extra: tuple[str, ...] = ()) -> Rulebook:
    from rulewright.session.read_rules import read_rules

    rules = read_rules(edition, extra)
    return Rulebook(edition, rules.files, rules.digest, rules.unread, extra, rules.program)
