"""A game that goes on where a scenario ends, for people and bots to play: to the end of what the scenario began."""

from __future__ import annotations

from rulewright.edition.vocabulary import load_words
from rulewright.engines.choice import may_be_native, native_code, native_engine
from rulewright.game.compiled_game import CompiledGame
from rulewright.game.state import GameState
from rulewright.game.words import seat_letters
from rulewright.ir.layout import ASKING, ASKS_FORCED
from rulewright.records import evolve
from rulewright.scenarios.finding import ScenarioRef
from rulewright.scenarios.running import DEFAULT_SEED, ScenarioResult, run_to_the_end, settle_chance
from rulewright.scenarios.suite import way_of
from rulewright.session.games import Game, Rules
from rulewright.session.rulebook import Rulebook, Way


def game_after(ref: ScenarioRef, language: str | None = None) -> tuple[ScenarioResult, Game]:
    """What came of a scenario, and the game as it stands after it; what has one option is asked in it.

    The game has the rules of the scenario, with what its file adds to them. It has no deal that it came from: it is
    not to be saved, and nothing before this is taken back. Raises RulesError.
    """
    ref = evolve(ref, suite=ref.suite.for_play())
    result, at = run_to_the_end(ref)
    settle_chance(at)
    row = at.engine.pack(at.state)
    row[ASKING] = ASKS_FORCED
    scenario = ref.scenario
    options = tuple(name for name, _ in scenario.options)
    cast = tuple(name for name, _ in scenario.cards)
    compiled = ref.suite.games[way_of(scenario)][0]
    book = _book(
        ref, (scenario.players, tuple(sorted(options)), tuple(dict.fromkeys(cast))), compiled
    )
    spoken = language or scenario.language or book.edition.language
    words = load_words(book.edition, spoken) if spoken != "en" else None
    rules = Rules(book, scenario.edition, words, tuple(dict.fromkeys(cast)))
    state = GameState(
        rules.compiled(scenario.players, options), compiled.engine.unpack(row), at.log
    )
    seed = scenario.seed if scenario.seed is not None else DEFAULT_SEED
    return result, Game(rules, state, seed, options, seat_letters(scenario.players))


def _book(ref: ScenarioRef, way: Way, compiled: CompiledGame) -> Rulebook:
    """The rulebook of a scenario, with the game that the scenario is played in."""
    suite = ref.suite
    book = evolve(suite.book, made=suite.program, is_kept=False)
    book.games = {way: compiled}
    book.natives = {way: _native(compiled)}
    book.asked = {way: suite.conditions(ref.scenario, compiled.module)}
    book.traced, book.wider = {}, {book.extra: book}
    return book


def _native(compiled: CompiledGame) -> CompiledGame | None:
    code = native_code(compiled.module) if may_be_native() else None
    engine = native_engine(code, compiled.engine) if code is not None else None
    return None if engine is None else CompiledGame(compiled.module, engine)
