"""Measures what random games and scenarios reach of the rules, and writes docs/coverage/EDITION.json.

    python tests/conformance/measure.py [EDITION …] [--games N]

plays N games for each number of players, and a tenth of that with each option; two processes share the work.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from conformance.ledger import ROOT, shown
from conformance.measured import FOLDER, path_of
from conformance.rule_of import rules_of
from rulewright import load
from rulewright.front.coverage import NEVER, SHOWN, Coverage, Run, play_counting, scenario_of
from rulewright.front.coverage_report import numbers_of
from rulewright.view.scenarios import find, run_counting

GAMES, SEED = 2000, 1
Task = tuple[str, int, tuple[str, ...], int]


def measure(edition: str, games: int, pool: ProcessPoolExecutor) -> None:
    """Play, run the scenarios, write the file."""
    rules = load(edition)
    coverage = Coverage(edition, rules.clauses)
    low, high = rules.players
    tasks: list[Task] = [(edition, players, (), games) for players in range(low, high + 1)]
    for option in rules.options:
        tasks += [(edition, p, (option,), max(1, games // 10)) for p in range(low, high + 1)]
    coverage.runs += pool.map(_played, reversed(tasks))
    coverage.runs.reverse()
    fired = _scenarios(coverage, rules.rule_paths)
    path_of(edition).write_text(_text(coverage, fired, games), encoding="utf-8")
    print(f"{edition}: {coverage.numbers()}")


def _played(task: Task) -> Run:
    edition, players, options, games = task
    (run,) = play_counting(load(edition), [players], options, games, SEED)
    return run


def _scenarios(coverage: Coverage, paths: Sequence[Path]) -> dict[str, set[str]]:
    """Place of a scenario -> the clauses that come to pass in it; the coverage is told of them too."""
    fired: dict[str, set[str]] = {}
    for ref in find(*paths, counting=True):
        result, counts = run_counting(ref)
        scenario = scenario_of(ref)
        if result.passed:
            coverage.add_scenario(scenario, counts)
            fired[scenario.place] = {id_ for id_, count in counts.items() if count}
    return fired


def _text(coverage: Coverage, fired: dict[str, set[str]], games: int) -> str:
    ids = [clause.id for clause in coverage.clauses]
    only = {ids[n]: str(coverage.scenarios[ids[n]].title) for n in coverage.in_state(SHOWN)}
    data = {
        "games": games,
        "seed": SEED,
        "runs": [
            {"players": run.players, "options": list(run.options), "games": run.games,
             **numbers_of(coverage, run)}
            for run in coverage.runs
        ],
        "all": numbers_of(coverage),
        "scenario_only": only,
        "never": [ids[n] for n in coverage.in_state(NEVER)],
        "rules": rules_of(coverage, fired, shown()),
    }  # fmt: skip
    return json.dumps(data, indent=1, ensure_ascii=False) + "\n"


def main() -> None:
    """Measure the editions that are named, or all that are shipped."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("editions", nargs="*")
    parser.add_argument("--games", type=int, default=GAMES)
    given = parser.parse_args()
    shipped = sorted(path.stem for path in (ROOT / "editions").glob("*.yaml"))
    FOLDER.mkdir(exist_ok=True)
    with ProcessPoolExecutor(2) as pool:
        for edition in given.editions or shipped:
            measure(edition, given.games, pool)


if __name__ == "__main__":
    main()
