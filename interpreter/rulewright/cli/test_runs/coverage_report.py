"""Coverage reports: every clause with its place and count, as text and as JSON data."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Any

from rulewright.cli.test_runs.coverage_runs import (
    FIRED,
    NEVER,
    SETTLED,
    SHOWN,
    STATES,
    Coverage,
    CoverageRun,
    State,
)


def data_of(coverage: Coverage) -> dict[str, Any]:
    """Return the whole report as JSON data."""
    return {
        "edition": coverage.edition,
        "runs": [
            {
                "players": run.players, "options": list(run.options), "games": run.games,
                "seed": run.seed, **numbers_of(coverage, run),
            }
            for run in coverage.runs
        ],
        "all": numbers_of(coverage),
        "clauses": [_clause_data(coverage, number) for number in range(len(coverage.clauses))],
    }  # fmt: skip


def numbers_of(coverage: Coverage, run: CoverageRun | None = None) -> dict[str, int]:
    """Return the number of clauses, in all and by state, in one run or in all together."""
    numbers = coverage.numbers(run)
    return {
        "clauses": len(coverage.clauses),
        "fired": numbers[FIRED],
        "scenario_only": numbers[SHOWN],
        "never": numbers[NEVER],
        "settled": numbers[SETTLED],
    }


def _clause_data(coverage: Coverage, number: int) -> dict[str, Any]:
    """Return the JSON data about a clause."""
    clause = coverage.clauses[number]
    scenario = coverage.scenarios.get(clause.id)
    return {
        "id": clause.id,
        "place": clause.place,
        "state": coverage.state(number),
        "counts": [run.counts[number] for run in coverage.runs],
        "in_scenarios": coverage.shown.get(clause.id, 0),
        "scenario": None if scenario is None else f"{scenario.title} ({scenario.place})",
    }


def text_of(coverage: Coverage) -> str:
    """Return the report as text: all clauses by file, those that random games miss, and totals."""
    lines = list(_by_file(coverage))
    if coverage.runs:
        lines += _listed_section(coverage, SHOWN, "Not in random play, but in a scenario")
    lines += _listed_section(coverage, NEVER, "Never")
    lines += _totals(coverage)
    return "\n".join(lines)


def _by_file(coverage: Coverage) -> Iterator[str]:
    """Yield the count, line and words of every clause that can fire, own files first."""
    numbers = [n for n in coverage.own_first if coverage.state(n) != SETTLED]
    for file, inside in groupby(numbers, key=coverage.file_of):
        yield file
        for number in inside:
            clause = coverage.clauses[number]
            fired = coverage.fired(number) if coverage.runs else coverage.shown.get(clause.id, 0)
            yield f"{fired or '-':>10}  {clause.shown_at.line:>4}  {clause.words} [{clause.arm}]"
        yield ""


def _listed_section(coverage: Coverage, state: State, title: str) -> Iterator[str]:
    """Yield a section that lists the clauses in a state."""
    numbers = coverage.in_state(state)
    if not numbers:
        return
    yield f"{title} ({len(numbers)}):"
    for number in numbers:
        clause = coverage.clauses[number]
        yield f"  {clause.place}  {clause.id}"
        scenario = coverage.scenarios.get(clause.id)
        if scenario is not None:
            yield f"      {scenario}" + (
                "" if scenario.edition == coverage.edition else f" of {scenario.edition}"
            )
    yield ""


def _totals(coverage: Coverage) -> Iterator[str]:
    """Yield one line for each number of players, and one for all together."""
    yield f"{coverage.edition}: {len(coverage.clauses)} clauses"
    yield _totals_row("", "", STATES)
    for run in coverage.runs:
        name = ", ".join([f"{run.players} players", *run.options])
        yield _totals_row(name, f"{run.games} games", coverage.numbers(run).values())
    if len(coverage.runs) != 1:
        name = "all together" if coverage.runs else "scenarios"
        yield _totals_row(name, "", coverage.numbers().values())


def _totals_row(name: str, games: str, cells: Iterable[object]) -> str:
    """Return a row of the table of totals."""
    return f"  {name:<24}{games:>12}" + "".join(f"{cell!s:>20}" for cell in cells)
