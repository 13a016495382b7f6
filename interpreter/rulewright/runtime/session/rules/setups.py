"""Compiled games of an edition for each setup, kept in memory and in the disk cache."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeVar

from rulewright.base.cache import Digest, load_cached, store_cached
from rulewright.base.records import Draft, evolve, field
from rulewright.language.link.rule_files import NO_UNREAD_CARDS, UnreadCards
from rulewright.language.text import Complaints, RulesError
from rulewright.runtime.game.compiled_game import CompiledGame
from rulewright.runtime.game.engine import Engine
from rulewright.runtime.ir.module import Code, Module, PlacedCode
from rulewright.runtime.ir.nodes.ir_types import MOST_STEPS
from rulewright.runtime.python.python_engine import FuelMeter, PythonEngine
from rulewright.runtime.session.explain.card_help import Explainer
from rulewright.runtime.session.native_backend import EngineName, backend, may_be_native

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
    from rulewright.runtime.session.seat.seat_layout import Layout

Setup = tuple[int, tuple[str, ...], tuple[str, ...]]
"""A setup of a game: the number of players, the options and the additional cards."""

Kind = Literal["game", "native", "conditions", "tracer", "places"]
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


class SetupCompiler(Explainer, Draft):
    """A compiler of an edition's setups, in the words of one language; it keeps the results."""

    edition: Edition
    files: tuple[Path, ...]
    hashes: Digest
    unread: UnreadCards = NO_UNREAD_CARDS
    memo: Memo = field(factory=Memo)
    checks_always: bool = False
    """Whether games check the `always` rules (invariants) and stop where one fails."""
    translation: Words | None = None
    """The words of the language; None for the rules' own words."""
    cast: tuple[str, ...] = ()
    """Cards in its games in addition to those of the edition."""
    most_steps: int = MOST_STEPS
    """The most steps of a decision; fewer on servers, where other games wait."""
    meter: FuelMeter | None = None
    """For servers: limits the steps of a call further, by what the thread has left."""
    results: dict[Any, Any] = field(factory=dict)
    """Results in these words: by the identity of the games, which `memo` keeps alive, or by kind and setup."""

    @property
    def _book(self) -> SetupCompiler:
        return self

    @property
    def program(self) -> Program:
        """The checked program of the rule files, provided by subclasses. Raises RulesError."""
        raise NotImplementedError

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

    def _limit_steps(self, engine: Engine) -> None:
        """Limit the steps of a decision on a Python engine, if this rulebook has a limit."""
        if self.most_steps < MOST_STEPS and isinstance(engine, PythonEngine):
            engine.bound(self.most_steps, self.meter)

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

    def play_digest(self, players: int, options: Sequence[str] = ()) -> str:
        """Return a hash of how a setup is played, whatever its texts: saves contain it. Raises RulesError."""
        return self._untranslated(setup_of(players, options, self.cast)).module.play

    def module(self, players: int, options: Sequence[str] = ()) -> Module:
        """Return the intermediate representation of a setup's game, with its code. Raises RulesError."""
        return self._lowered(setup_of(players, options, self.cast))

    def counting(
        self, players: int, options: Sequence[str] = ()
    ) -> tuple[CompiledGame, CoverageTally]:
        """Return a new game that counts the clauses it executes, and its tally. Raises RulesError."""
        from rulewright.runtime.coverage.tally import start_counting
        from rulewright.runtime.lower.coverage_counters import Counters
        from rulewright.runtime.lower.from_world import placed_code

        setup = setup_of(players, options, self.cast)
        counters = Counters.of(clause.key for clause in self.clauses)
        engine = PythonEngine(self._lowered(setup, counters))
        engine.place_code = lambda: placed_code(
            self._lowering(setup, counters, with_places=True), whole=True
        )
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

    def guide(self, players: int, options: Sequence[str] = ()) -> Introduction:
        """Return the introduction to a game of a setup, for its players. Raises RulesError."""
        from rulewright.runtime.session.seat.presentation import introduction_of

        key = "guide", setup_of(players, options, self.cast)
        if key not in self.results:
            world = self.world(players, options)
            self.results[key] = introduction_of(self.edition, self.language, world)
        introduction: Introduction = self.results[key]
        return introduction

    def display_rules(self, players: int, options: Sequence[str] = ()) -> DisplayRules:
        """Return how the table is displayed: the order, and when each value is shown. Raises RulesError."""
        from rulewright.runtime.session.seat.presentation import display_rules_of

        module = self._untranslated(setup_of(players, options, self.cast)).module
        cards = self.program.cards
        texts = (cards[name].notes.text for name in module.designs if name in cards)
        return display_rules_of(self.edition, self.language, module, texts)

    def layout(self, players: int, options: Sequence[str] = ()) -> Layout:
        """Return the layout of seat values (words and display order) for a setup. Raises RulesError.

        Callers must not change it.
        """
        from rulewright.runtime.session.seat.seat_layout import layout_of

        game = self.compiled(players, options)
        key = "layout", id(game)
        if key not in self.results:
            frame, display = self.frame(players, options), self.display_rules(players, options)
            self.results[key] = layout_of(self, game, frame, display)
        layout: Layout = self.results[key]
        return layout

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
            engine = PythonEngine(module, engine_code)
            engine.place_code = partial(self._placed_code, setup)
            return CompiledGame(module, engine)
        engine = PythonEngine(self._lowered(setup))
        engine.place_code = partial(self._placed_code, setup)
        # The engine stores its own form of the code, so the module is cached without code and stays small. What
        # delayed rules captured is in states.
        if self.memo.is_cacheable:
            tables = Code(captures=engine.module.code.captures)
            store_cached(index, (evolve(engine.module, code=tables), engine.compiled))
        return CompiledGame(engine.module, engine)

    def _placed_code(self, setup: Setup) -> PlacedCode:
        """Return the code of a setup with the positions of its statements; it is made once. Raises RulesError."""
        from rulewright.runtime.lower.from_world import placed_code

        return self._memoized(
            "places", setup, lambda: placed_code(self._lowering(setup, with_places=True))
        )

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
        check_requested_cards(world, self.edition, extra, complaints)
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
        self,
        setup: Setup,
        counters: Counters | None = None,
        *,
        with_meanings: bool = False,
        with_places: bool = False,
    ) -> Lowering:
        """Return the lowering of a setup, before its module is built. Raises RulesError."""
        from rulewright.runtime.lower.from_world import lower_world
        from rulewright.runtime.lower.setup_validation import SetupValidator

        complaints, world = Complaints(), self._world(setup)
        work = lower_world(
            world, complaints, SetupValidator(), counters, with_meanings=with_meanings,
            with_places=with_places, with_always=self.checks_always,
        )  # fmt: skip
        complaints.raise_if_errors()
        return work


_LOWERED: dict[tuple[Memo, bool, Setup], Module] = {}
"""The last lowered module: a game, its native code and its tracer are usually made one after another."""
