"""A suite: the scenarios of some files in one edition, compiled together with their games."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, partial
from typing import TYPE_CHECKING

from rulewright.base.records import Draft, field
from rulewright.language.edition.translations.vocabulary import Words, load_words
from rulewright.language.program import program as p
from rulewright.language.program.program import Scenario
from rulewright.language.text import Complaints
from rulewright.runtime.coverage import Clause
from rulewright.runtime.coverage.clauses_of_program import clauses_of
from rulewright.runtime.coverage.tally import CoverageTally, start_counting
from rulewright.runtime.game.compiled_game import CompiledGame
from rulewright.runtime.game.state import GameState
from rulewright.runtime.ir.module import PlacedCode
from rulewright.runtime.lower.coverage_counters import Counters
from rulewright.runtime.lower.from_world import (
    lower_flow,
    lower_outcome,
    lower_sights,
    lower_world,
    module_of,
    placed_code,
    whole_game,
)
from rulewright.runtime.lower.lowering_context import Lowering
from rulewright.runtime.python.python_engine import PythonEngine
from rulewright.runtime.session.rules.rulebook import Rulebook
from rulewright.runtime.session.rules.translation import translate
from rulewright.testing.scenarios.assertions import Prepared, compile_step
from rulewright.testing.scenarios.emittable_texts import literals_of
from rulewright.testing.scenarios.setups import ScenarioSetups, setup_key

if TYPE_CHECKING:
    from rulewright.runtime.ir.module import Module
    from rulewright.runtime.session.explain.why_not import Conditions, WhyNot

Steps = dict[int, list[Prepared]]


class Suite(Draft):
    """The scenarios of some files in one edition, with one compiled game for each setup."""

    book: Rulebook
    program: p.Program
    counting: bool = False
    traced: bool = False
    whole: bool = False
    """Whether the games can be played to their end, beyond what the scenarios need."""
    languages: dict[str, Words] = field(factory=dict)
    games: dict[object, tuple[CompiledGame, Steps]] = field(factory=dict)
    tallies: dict[object, CoverageTally] = field(factory=dict)

    @cached_property
    def setups(self) -> ScenarioSetups:
        """The worlds of the scenarios, and what is wrong with their setups."""
        return ScenarioSetups(self.program, self.book.edition, self.book.changes)

    @cached_property
    def by_setup(self) -> dict[object, list[Scenario]]:
        """The scenarios by their setup."""
        by_setup: dict[object, list[Scenario]] = {}
        for scenario in self.program.scenarios:
            by_setup.setdefault(setup_key(scenario), []).append(scenario)
        return by_setup

    def without_counters(self) -> Suite:
        """Return a suite without coverage counters."""
        return Suite(self.book, self.program, languages=self.languages)

    def with_tracing(self) -> Suite:
        """Return a suite whose games log the begin and end of rules, which explains causes."""
        return Suite(self.book, self.program, traced=True, languages=self.languages)

    def for_continuation(self) -> Suite:
        """Return a suite whose games can continue when a scenario is over."""
        return Suite(self.book, self.program, whole=True, languages=self.languages)

    @cached_property
    def clauses(self) -> tuple[Clause, ...]:
        """The clauses of the rules, which a counting suite counts."""
        return clauses_of(self.program)

    @cached_property
    def literals(self) -> tuple[str, ...]:
        """The literal words of all texts that these rules and scenarios can emit."""
        return literals_of(self.program)

    def tally(self, scenario: Scenario) -> CoverageTally:
        """Return the coverage counters of a scenario's game, in a counting suite.

        Raises RulesError if the rules refuse this setup.
        """
        self.game(scenario)
        return self.tallies[setup_key(scenario)]

    def game(self, scenario: Scenario) -> tuple[CompiledGame, list[Prepared]]:
        """Return the compiled game of a scenario, with the procedures and questions of its steps.

        Raises RulesError if the rules refuse this setup, or the scenario names cards that are not in its game.
        """
        Complaints(self.setups.absent_cards(scenario)).raise_if_errors()
        key = setup_key(scenario)
        if key not in self.games:
            self.games[key] = self._compile_game(scenario)
        game, steps = self.games[key]
        if language := scenario.language:
            if language not in self.languages:
                self.languages[language] = load_words(self.book.edition, language)
            game = translate(game, self.languages[language])
        return game, steps[id(scenario)]

    def why_not(
        self, scenario: Scenario, at: GameState, names: Sequence[str], what: str
    ) -> tuple[WhyNot, ...]:
        """Return why `what` cannot be chosen at the current state, with knowledge of the whole table.

        A counting suite returns nothing, because its games number decisions in another way.
        """
        if at.decider < 0 or self.counting:
            return ()
        return self.conditions(scenario, at.engine.module).why_not(at, names, what, sees_all=True)

    def conditions(self, scenario: Scenario, played: Module) -> Conditions:
        """Return the conditions behind the options of a scenario's game, whose module is `played`."""
        from rulewright.runtime.session.explain.why_not import Conditions

        complaints = Complaints()
        work, _ = self._lower(scenario, complaints, with_meanings=True)
        return Conditions.of(work, played)

    def _compile_game(self, scenario: Scenario) -> tuple[CompiledGame, Steps]:
        """Compile the game of a setup, with the steps of all its scenarios."""
        complaints = Complaints()
        counters = Counters.of(clause.key for clause in self.clauses) if self.counting else None
        work, steps = self._lower(scenario, complaints, counters)
        complaints.raise_if_errors()
        module = module_of(work, whole=False, shown=self.whole)
        engine = PythonEngine(module, whole=False)
        engine.place_code = partial(self._placed_code, scenario)
        if counters is not None:
            self.tallies[setup_key(scenario)] = start_counting(engine, counters)
        return CompiledGame(engine.module, engine), steps

    def _placed_code(self, scenario: Scenario) -> PlacedCode:
        """Return the code of a scenario's game with the positions of its statements."""
        work, _ = self._lower(scenario, Complaints(), with_places=True)
        return placed_code(work, whole=False, shown=self.whole)

    def _lower(
        self,
        scenario: Scenario,
        complaints: Complaints,
        counters: Counters | None = None,
        with_meanings: bool = False,
        with_places: bool = False,
    ) -> tuple[Lowering, Steps]:
        """Lower the steps of all scenarios with this setup, and the rules that they reach.

        The flow of the game is not played. With coverage counters, the whole game is lowered all the same.
        """
        scenarios, steps = self.by_setup[setup_key(scenario)], Steps()

        def begin(work: Lowering) -> None:
            """Lower the needed rules (all if counting or `whole`), and compile the steps of all scenarios."""
            if work.counters is not None or self.whole:
                whole_game(work)
            else:
                lower_flow(work, ())
            for number, other in enumerate(scenarios):
                steps[id(other)] = [
                    compile_step(work, step, f"scenario{number}_{place}")
                    for place, step in enumerate(other.steps)
                ]
            if work.counters is None and not self.whole:
                lower_sights(work)
                every = (step for other in scenarios for step in other.steps)
                if any(isinstance(step, p.Check) and step.kind == "wins" for step in every):
                    lower_outcome(work)

        world = self.setups.world(scenario)
        # The table of a scenario need not be legal in a complete game.
        work = lower_world(
            world, complaints, None, counters,
            with_meanings=with_meanings, with_places=with_places, begin=begin,
            traced=self.traced, with_always=not self.whole,
        )  # fmt: skip
        return work, steps
