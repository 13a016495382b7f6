"""Measures what random games and scenarios reach of the rules, and writes tests/measured/EDITION.json.

    python tests/tools/measure_conformance.py [NAME …] [--games N]

plays N games for each number of players, and a tenth of that with each option; two processes share the work.
A name is that of an edition, or of a cast in tests/measured/casts.yaml.
"""

from __future__ import annotations

import argparse
import sys
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from itertools import chain
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from conformance.ledger import ROOT, editions, requirements, shown
from conformance.measured import FOLDER, as_lines, casts, path_of, played, read_fired, write_fired
from conformance.rule_of import rules_of
from rulewright import Rules, RulesError
from rulewright.base.library import find_library
from rulewright.cli.test_runs.coverage_runs import (
    FIRED as FIRED_STATE,
    NEVER,
    SHOWN,
    Coverage,
    CoverageRun,
    CoveringScenario,
    covering_scenario,
    play_counting,
)
from rulewright.runtime.session.rules.internals import inside
from rulewright.testing.scenarios import find_scenarios, run_counting

GAMES, SEED = 1000, 1
Task = tuple[str, int, tuple[str, ...], int]


def measure(name: str, games: int, pool: ProcessPoolExecutor) -> None:
    """Play, run the scenarios, write the file."""
    rules = played(name)
    coverage = Coverage(name, rules.clauses)
    low, high = rules.players
    counts = range(low, high + 1)
    tasks: list[Task] = [(name, p, (), games) for p in counts if _may_play(rules, p, ())]
    for option in rules.options:
        few = max(1, games // 10)
        tasks += [(name, p, (option,), few) for p in counts if _may_play(rules, p, (option,))]
    coverage.runs += pool.map(_played, reversed(tasks))
    coverage.runs.reverse()
    places = chain.from_iterable(map(find_library().scenarios_of, inside(rules).edition.places))
    shown_in = _scenarios(coverage, tuple(places))
    path_of(name).write_text(_text(coverage, shown_in, games), encoding="utf-8")
    _note_fired(name, coverage)
    print(f"{name}: {coverage.numbers()}", flush=True)


def _may_play(rules: Rules, players: int, options: tuple[str, ...]) -> bool:
    """Whether the rules allow such a game."""
    try:
        inside(rules).compiled(players, options)
    except RulesError:
        return False
    return True


def _played(task: Task) -> CoverageRun:
    name, players, options, games = task
    (run,) = play_counting(played(name), [players], options, games, SEED)
    return run


def _note_fired(name: str, coverage: Coverage) -> None:
    """Keep for every clause one edition or cast in which it fires."""
    kept = {id_: where for id_, where in read_fired().items() if where != name}
    for number in coverage.in_state(FIRED_STATE):
        kept.setdefault(coverage.clauses[number].id, name)
    write_fired(kept)


def _scenarios(coverage: Coverage, paths: tuple[Path, ...]) -> dict[str, set[str]]:
    """Place of a scenario -> the clauses that come to pass in it; the coverage is told of them too."""
    fired: dict[str, set[str]] = {}
    for scenario, counts in _passed(paths):
        coverage.add_scenario(scenario, counts)
        fired[scenario.place] = {id_ for id_, count in counts.items() if count}
    return fired


@cache
def _passed(paths: tuple[Path, ...]) -> list[tuple[CoveringScenario, dict[str, int]]]:
    """The scenarios of these files that pass, and what each counts; casts share them."""
    found = []
    for ref in find_scenarios(*paths, counting=True):
        result, counts = run_counting(ref)
        if result.passed:
            found.append((covering_scenario(ref), dict(counts)))
    return found


def _text(coverage: Coverage, fired: dict[str, set[str]], games: int) -> str:
    ids = [clause.id for clause in coverage.clauses]
    only = {ids[n]: str(coverage.scenarios[ids[n]].title) for n in coverage.in_state(SHOWN)}
    data = {
        "games": games,
        "all_games": sum(run.games for run in coverage.runs),
        "seed": SEED,
        "all": _reached(coverage),
        "players": {
            str(run.players): _reached(coverage, run) for run in coverage.runs if not run.options
        },
        "scenario_only": only,
        "never": [ids[n] for n in coverage.in_state(NEVER)],
        "rules": _rules(coverage, fired),
    }
    return as_lines(data)


def _reached(coverage: Coverage, run: CoverageRun | None = None) -> list[int]:
    numbers = coverage.numbers(run)
    return [numbers[state] for state in (FIRED_STATE, SHOWN, NEVER)]


def _rules(coverage: Coverage, fired: dict[str, set[str]]) -> dict[str, str]:
    """Requirement -> declaration, for an edition that has requirements."""
    if coverage.edition not in editions():
        return {}
    own = {requirement.id for requirement in requirements(coverage.edition)}
    return {id_: rule for id_, rule in rules_of(coverage, fired, shown()).items() if id_ in own}


def main() -> None:
    """Measure the editions and casts that are named, or all."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--games", type=int, default=GAMES)
    given = parser.parse_args()
    shipped = sorted(path.stem for path in (ROOT / "editions").glob("*.yaml"))
    FOLDER.mkdir(exist_ok=True)
    with ProcessPoolExecutor(2) as pool:
        for name in given.names or [*shipped, *casts()]:
            measure(name, given.games, pool)


if __name__ == "__main__":
    main()
