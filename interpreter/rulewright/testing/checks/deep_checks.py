"""Checks by simulation: rules that never fire, decisions with one option, games that do not end.

The games are random, from known seeds, so that everybody can reproduce a finding.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final

from rulewright.base.library import find_library
from rulewright.base.records import Draft, field
from rulewright.language.link.rule_files import SCENARIOS, find_rule_files
from rulewright.language.program.checking.traversal import child_nodes, walk
from rulewright.language.program.program import Program
from rulewright.language.program.typed import Choose, ChooseSome, May, MayChoose, Menu
from rulewright.language.text import Complaint, Complaints, RulesError, Span, real_path
from rulewright.runtime.coverage import Clause
from rulewright.runtime.game.game_complaints import with_replay_command
from rulewright.runtime.game.outcome import outcome_of
from rulewright.runtime.game.state import GameState
from rulewright.runtime.game.value_words import seat_letters
from rulewright.runtime.ir.random_stream import below, new_generator
from rulewright.runtime.session.playouts import seed_of_choices
from rulewright.runtime.session.rules.rulebook import Rulebook, load_rulebook
from rulewright.testing.checks import check_complaints as say

if TYPE_CHECKING:
    from rulewright.runtime.coverage.tally import CoverageTally

MAX_DECISIONS: Final = 20_000
"""Decision limit for one game; the shipped games need some hundreds."""
LEAST_ASKED: Final = 20
"""Fewer samples do not show that a decision is always forced."""
FIRES: Final = "fires"


class SimulationCounts(Draft):
    """Counts collected in the simulated games of an edition."""

    name: str
    games: int
    seed: int
    counts: dict[int, int | None] = field(factory=dict)
    """Executions of each clause; None if its result was known before every game."""
    decision_counts: dict[str, int] = field(factory=dict)
    free: set[str] = field(factory=set)
    """Decisions that had several options."""

    def reproduce_command(self, players: int, seed: int, games: int = 1) -> str:
        """Return the shell command that reproduces these games."""
        words = ["rulewright", "simulate", self.name, "--players", str(players)]
        return shlex.join([*words, "--games", str(games), "--seed", str(seed)])

    def coverage_command(self) -> str:
        """Return the shell command that prints how often each rule fired."""
        words = ["rulewright", "simulate", self.name, "--coverage", "--games", str(self.games)]
        return shlex.join([*words, "--seed", str(self.seed)])


def check_deep(name_or_path: str | Path, games: int, seed: int) -> tuple[Complaint, ...]:
    """Return the complaints from `games` simulated games for each number of players, with seeds from `seed` on.

    Shipped rules are reported only for a shipped edition. Raises RulesError for an edition with errors.
    """
    rules = load_rulebook(name_or_path).with_always()
    complaints = Complaints()
    played = SimulationCounts(str(name_or_path), games, seed)
    for players in rules.edition.players.value:
        _simulate(rules, players, played, complaints)
    is_ours = AuthorRules(rules)
    complaints.extend(_never_fired(rules, played, is_ours))
    complaints.extend(_always_forced(rules, played, is_ours))
    return complaints.in_order()


# ------------------------------------------------------------------ playing


def _simulate(
    rules: Rulebook, players: int, played: SimulationCounts, complaints: Complaints
) -> None:
    """Simulate the games for one number of players, counting rules and decisions."""
    try:
        compiled, tally = rules.counting(players)
    except RulesError:
        return  # the check without games reports a refused configuration
    for seed in range(played.seed, played.seed + played.games):
        try:
            state = None
            state = GameState.start(compiled, seed, told=False, ask_forced=True)
            if not _play_to_end(state, seed, played):
                at = rules.edition.id.span
                complaints.add(
                    say.game_without_end(at, MAX_DECISIONS, played.reproduce_command(players, seed))
                )
                break
            outcome_of(
                state, seat_letters(players)
            )  # only the outcome asks for the rules of scores
        except RulesError as error:
            command, decisions = (
                played.reproduce_command(players, seed),
                state.decisions if state else [],
            )
            complaints.extend(
                with_replay_command(each, command, decisions) for each in error.complaints
            )
            break
    _add_counts(tally, played)


def _play_to_end(state: GameState, seed: int, played: SimulationCounts) -> bool:
    """Play at random to the end; return whether the game ended within `MAX_DECISIONS` decisions."""
    row = new_generator(seed_of_choices(seed))
    decisions = state.game.module.decisions
    for _ in range(MAX_DECISIONS):
        if not state.waiting:
            return True
        name, options = decisions[state.seen.decision].name, len(state.option_values())
        played.decision_counts[name] = played.decision_counts.get(name, 0) + 1
        if options > 1:
            played.free.add(name)
        state.choose(below(row, options) if options > 1 else 0)
        state.past.clear()
    return False


def _add_counts(tally: CoverageTally, played: SimulationCounts) -> None:
    """Add the clause counts of one number of players to `played`."""
    for number in range(len(tally.counts)):
        count = tally.of(number, played.games)
        before = played.counts.get(number)
        played.counts[number] = before if count is None else count + (before or 0)


# ------------------------------------------------------------------ what was found


class AuthorRules:
    """A predicate for places that are not in shipped rules; for a shipped edition, all places."""

    def __init__(self, rules: Rulebook) -> None:
        library = find_library()
        self.library = library
        self.all = library.holds(real_path(rules.edition.files[0]))

    def __call__(self, at: Span) -> bool:
        """Return whether a place is in the rules of the edition's author."""
        return self.all or not self.library.holds(real_path(Path(at.source.name)))


def _never_fired(
    rules: Rulebook, played: SimulationCounts, is_ours: AuthorRules
) -> Iterator[Complaint]:
    """Yield complaints about rules that never fired in the games or in a scenario."""
    never = [
        clause
        for number, clause in enumerate(rules.clauses)
        if clause.arm == FIRES and played.counts.get(number) == 0 and is_ours(clause.shown_at)
    ]
    shown = fired_in_scenarios(never)
    for clause in never:
        if clause.id not in shown:
            what = f"`{clause.words}`"
            yield say.never_fires(
                first_line(clause.shown_at), what, played.games, played.coverage_command()
            )


def first_line(at: Span) -> Span:
    """Return the span of the first line of a rule."""
    end = at.source.text.find("\n", at.start)
    return Span(at.source, at.start, min(at.end, end if end >= 0 else at.end))


def fired_in_scenarios(clauses: Iterable[Clause], others: Iterable[Path] = ()) -> set[str]:
    """Return the ids of the clauses that fire in a scenario of their file, next to it, or in `others`."""
    from rulewright.testing.scenarios import find_scenarios, run_counting

    files = {Path(clause.shown_at.source.name) for clause in clauses}
    beside = {f for file in files for f in file.parent.glob(f"{file.stem}*{SCENARIOS}")}
    fired: set[str] = set()
    for ref in find_scenarios(
        *find_rule_files([*files, *sorted(beside), *others], scenarios=True), counting=True
    ):
        result, counts = run_counting(ref)
        if result.passed:
            fired |= {name for name, count in counts.items() if count}
    return fired


def _always_forced(
    rules: Rulebook, played: SimulationCounts, is_ours: AuthorRules
) -> Iterator[Complaint]:
    """Yield complaints about decisions that always had a single option."""
    places = _decision_places(rules.program)
    for name, count in played.decision_counts.items():
        at = places.get(name)
        if count >= LEAST_ASKED and name not in played.free and at is not None and is_ours(at):
            command = played.reproduce_command(
                rules.edition.players.value.low, played.seed, played.games
            )
            yield say.always_forced(first_line(at), name, count, command)


def _decision_places(program: Program) -> dict[str, Span]:
    """Return the place of each decision, by its name."""
    roots = [*program.rules, *program.events.values(), *program.phases.values()]
    inside = walk([*(part for root in roots for part in child_nodes(root)), *program.flow])
    asking = (Choose, ChooseSome, May, MayChoose, Menu)
    return {node.name: node.at for node in inside if isinstance(node, asking)}
