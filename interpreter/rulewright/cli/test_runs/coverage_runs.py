"""Coverage of rule clauses: which of them fire in random games, only in scenarios, or never."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal, get_args

from rulewright.base.library import find_library
from rulewright.base.records import Draft, Record, field
from rulewright.cli.common.progress import Done, progress_bar
from rulewright.language.text import real_path
from rulewright.runtime.game.outcome import outcome_of
from rulewright.runtime.game.state import GameState
from rulewright.runtime.game.value_words import seat_letters
from rulewright.runtime.session.playouts import seed_of_choices
from rulewright.runtime.session.rules.internals import inside

if TYPE_CHECKING:
    from rulewright import Rules
    from rulewright.runtime.coverage import Clause
    from rulewright.testing.scenarios import ScenarioRef

FIRED: Final = "fired"
SHOWN: Final = "in a scenario only"
NEVER: Final = "never"
SETTLED: Final = "settled"
"""The clause cannot fire in these games: the edition, an option or the number of players rules it out."""

State = Literal["fired", "in a scenario only", "never", "settled"]
STATES: Final[tuple[State, ...]] = get_args(State)


class CoverageRun(Record):
    """A run of random games with equal options: how often each clause fired; None if it cannot fire there."""

    players: int
    options: tuple[str, ...]
    games: int
    seed: int
    counts: tuple[int | None, ...]


class CoveringScenario(Record):
    """A scenario as reports name it, and the edition that it plays."""

    title: str
    place: str
    edition: str

    def __str__(self) -> str:
        """Return the scenario's title and place, as reports name it."""
        return f"“{self.title}” ({self.place})"


class Coverage(Draft):
    """The clauses of an edition, and how often they fired in runs and scenarios."""

    edition: str
    clauses: tuple[Clause, ...]
    runs: list[CoverageRun] = field(factory=list)
    scenarios: dict[str, CoveringScenario] = field(factory=dict)
    shown: dict[str, int] = field(factory=dict)

    def add_scenario(self, scenario: CoveringScenario, counts: Mapping[str, int]) -> None:
        """Add the clauses that a scenario fired, or could have fired (count 0).

        For each clause a scenario of this edition is preferred as the example.
        """
        for id_, count in counts.items():
            self.shown[id_] = self.shown.get(id_, 0) + count
            known = self.scenarios.get(id_)
            if count and (known is None or (known.edition != self.edition == scenario.edition)):
                self.scenarios[id_] = scenario

    def fired(self, number: int) -> int:
        """Return how often a clause fired in all random games."""
        return sum(run.counts[number] or 0 for run in self.runs)

    def state(self, number: int) -> State:
        """Return the state of a clause over all runs and scenarios."""
        counts = [run.counts[number] for run in self.runs]
        id_ = self.clauses[number].id
        if any(counts):
            return FIRED
        scenario = self.scenarios.get(id_)
        settled = all(count is None for count in counts) if counts else id_ not in self.shown
        # A scenario of another edition does not cover a clause that is settled in this one.
        if scenario is not None and (scenario.edition == self.edition or not settled):
            return SHOWN
        return SETTLED if settled else NEVER

    def state_in(self, run: CoverageRun, number: int) -> State:
        """Return the state of a clause in one run; SETTLED if it cannot fire there, even if a scenario fires it."""
        count = run.counts[number]
        if count is None:
            return SETTLED
        if count:
            return FIRED
        return SHOWN if self.clauses[number].id in self.scenarios else NEVER

    def numbers(self, run: CoverageRun | None = None) -> dict[State, int]:
        """Return the number of clauses in each state, in one run or in all together."""
        every = range(len(self.clauses))
        states = [self.state(n) if run is None else self.state_in(run, n) for n in every]
        return {state: states.count(state) for state in STATES}

    @cached_property
    def own(self) -> tuple[int, ...]:
        """The indices of the clauses in files that are not shipped; of all clauses if all are shipped."""
        library, every = find_library(), range(len(self.clauses))
        files = dict.fromkeys(self.file_of(number) for number in every)
        shipped = {file for file in files if library.holds(real_path(Path(file)))}
        return tuple(n for n in every if self.file_of(n) not in shipped) or tuple(every)

    @cached_property
    def own_first(self) -> tuple[int, ...]:
        """The indices of all clauses, those in own files first."""
        own = set(self.own)
        return tuple(sorted(range(len(self.clauses)), key=lambda number: number not in own))

    def file_of(self, number: int) -> str:
        """Return the name of the file that a clause is in."""
        return self.clauses[number].shown_at.source.name

    def in_state(self, state: State) -> list[int]:
        """Return the indices of the clauses in this state, own files first."""
        return [number for number in self.own_first if self.state(number) == state]


def own_in_scenarios(coverages: Iterable[Coverage]) -> tuple[int, int]:
    """Return how many clauses of own files fire in a scenario of any edition, and how many can."""
    fires: dict[tuple[str, str], bool] = {}
    for coverage in coverages:
        for number in coverage.own:
            if (state := coverage.state(number)) != SETTLED:
                key = coverage.file_of(number), coverage.clauses[number].id
                fires[key] = fires.get(key, False) or state == SHOWN
    return sum(fires.values()), len(fires)


def play_counting(
    rules: Rules, players: Iterable[int], options: tuple[str, ...], games: int, seed: int
) -> list[CoverageRun]:
    """Play random games with each of these numbers of players, and count the clauses that fire."""
    wanted = list(players)
    runs: list[CoverageRun] = []
    with progress_bar(games * len(wanted)) as progress:
        for number in wanted:
            done = games * len(runs)
            counts = _play_and_count(
                rules, number, options, range(seed, seed + games), done, progress
            )
            runs.append(CoverageRun(number, options, games, seed, counts))
    return runs


def _play_and_count(
    rules: Rules, players: int, options: tuple[str, ...], seeds: range, done: int, progress: Done
) -> tuple[int | None, ...]:
    """Play games at random; return how often each clause fired, None for clauses that cannot fire."""
    compiled, tally = inside(rules).counting(players, options)
    for number, seed in enumerate(seeds, 1):
        try:
            state = GameState.start(compiled, seed)
            state.playout(seed_of_choices(seed))
            outcome_of(state, seat_letters(players))
        except Exception as error:
            error.add_note(f"{rules.id}, {players} players, seed {seed}")
            raise
        progress(done + number)
    return tuple(tally.of(number, len(seeds)) for number in range(len(tally.counts)))


def add_scenarios(coverage: Coverage, paths: Iterable[Path]) -> None:
    """Run the scenarios in these files and folders, and add the clauses that fire in those that pass."""
    from rulewright.testing.scenarios import find_scenarios, run_counting

    for ref in find_scenarios(*paths, counting=True):
        result, counts = run_counting(ref)
        if result.passed:
            coverage.add_scenario(covering_scenario(ref), counts)


def covering_scenario(ref: ScenarioRef) -> CoveringScenario:
    """Return a scenario in the form for reports."""
    return CoveringScenario(ref.title, f"{ref.path}:{ref.line}", ref.suite.book.edition.id.value)
