"""`rulewright test`: runs scenarios."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from rulewright.base.library import find_library
from rulewright.base.records import Record
from rulewright.cli.common.exits import EXIT_COMPLAINTS, NotPossible, show_rules_error
from rulewright.cli.common.json_line import add_to_json_line, is_json_requested
from rulewright.cli.common.named_files import refuse_root
from rulewright.cli.common.parallel import run_in_parallel
from rulewright.language.link.rule_files import RULES
from rulewright.language.text import (
    Complaints,
    RulesError,
    allow_folder,
    count_complaints,
    escape_line,
    escape_text,
    format_count,
    show_complaint,
)
from rulewright.testing.explanations import cause_lines, failure_text

if TYPE_CHECKING:
    from rulewright.cli.test_runs.coverage_runs import Coverage
    from rulewright.testing.scenarios import ScenarioRef, ScenarioResult
    from rulewright.testing.scenarios.stepping import ExecutedStep


MANY: Final = 40
"""Fewest groups of scenarios for which worker processes pay off."""


@click.command()
@click.argument("paths", nargs=-1, metavar="[PATH]...")
@click.option("-k", "words", metavar="TEXT", help="Only scenarios with TEXT in title or file.")
@click.option(
    "-v",
    "--verbose",
    is_flag=True,
    help="Also list scenarios that pass, and checks that may hold by accident.",
)
@click.option(
    "--coverage", is_flag=True, help="Print which clauses of the rules fired, by edition."
)
@click.option(
    "--mutate",
    is_flag=True,
    help="Change each clause of the rules in turn, and print the changes that no scenario notices.",
)
@click.option(
    "--at-least",
    type=click.FloatRange(0, 100),
    metavar="PERCENT",
    help="Fail below this share of changes that are noticed (--mutate), or of your clauses that fire (--coverage).",
)
@click.option(
    "--step",
    is_flag=True,
    help="Step through scenarios that fail, with events and reasons; through a single one even if it passes.",
)
@click.option("--watch", is_flag=True, help="Run again whenever a file is saved; Ctrl-C ends.")
def test(
    paths: Sequence[str],
    words: str | None,
    verbose: bool,
    coverage: bool,
    mutate: bool,
    at_least: float | None,
    step: bool,
    watch: bool,
) -> None:
    """Run the scenarios in rule files (.rules) and folders.

    Without PATH, all scenarios of the checkout are run; an installed package has none. The exit code is 1 if a
    scenario fails, and 2 if there is none.
    """
    if watch and is_json_requested():
        raise click.UsageError("--json cannot be combined with --watch")
    if at_least is not None and not (mutate or coverage):
        raise click.UsageError("--at-least is for --mutate and --coverage")
    if mutate and (coverage or step or watch):
        raise click.UsageError("--mutate cannot be combined with --coverage, --step or --watch")
    if step and (watch or coverage):
        raise click.UsageError("--step cannot be combined with --watch or --coverage")
    if mutate:
        _mutate(paths, words, at_least or 0)
        return
    wanted = _ScenarioSelection(paths, words, verbose, coverage, step, at_least or 0)
    if watch:
        from rulewright.cli.test_runs.watching import watch_files

        watch_files([Path(path) for path in paths] or [find_library().root], wanted.run)
    wanted.run()


def _mutate(paths: Sequence[str], words: str | None, at_least: float) -> None:
    """Run mutation testing. Raises RulesError if a file has errors, because its clauses cannot be judged."""
    from rulewright.cli.test_runs.mutation_runs import print_mutation, run_mutants
    from rulewright.language.link.rule_files import scenario_files_for

    library = find_library()
    named = [Path(path) for path in paths] or [library.folder("rules")]
    beside = [each for path in named for each in scenario_files_for(path)]
    wrong = Complaints()
    refs = _find_scenarios([*paths, *map(str, beside)], counting=True, wrong=wrong)
    wrong.raise_if_errors()
    print_mutation(run_mutants(_select_scenarios(refs, paths, words), named), at_least)


class _ScenarioSelection(Record):
    """The scenarios to run, and the form of the report."""

    paths: Sequence[str]
    words: str | None
    verbose: bool
    coverage: bool
    step: bool
    at_least: float
    """With `coverage`: the fewest clauses of own files that must fire, in percent."""

    def run(self) -> None:
        """Run the scenarios and print the report; raise Exit if one fails."""
        from rulewright.cli.test_runs.coverage_report import data_of, text_of
        from rulewright.cli.test_runs.coverage_runs import own_in_scenarios

        wrong = Complaints()
        refs, words = _find_scenarios(self.paths, self.coverage, wrong), self.words
        if not refs:
            wrong.raise_if_errors()
        chosen = _select_scenarios(refs, self.paths, words)
        counted: dict[str, Coverage] | None = {} if self.coverage else None
        failed = _step_all(chosen) if self.step else _run_all(chosen, self.verbose, counted)
        for each in (counted or {}).values():
            click.echo(escape_text(text_of(each)) + "\n")
        fired, can_fire = own_in_scenarios((counted or {}).values())
        files = len({ref.path for ref in chosen})
        verdict = {"failed": failed, "passed": len(chosen) - failed}
        covered = [data_of(each) for each in (counted or {}).values()]
        add_to_json_line(
            {**verdict, "files": files, **({"coverage": covered} if self.coverage else {})}
        )
        summary = ", ".join(f"{count} {what}" for what, count in verdict.items() if count)
        scenarios = f"{format_count(len(chosen), 'scenario')} in {format_count(files, 'file')}"
        if wrong.has_errors:
            show_rules_error(RulesError(wrong.in_order()))
            summary += (
                f"; {count_complaints(wrong.in_order())} in files whose scenarios were left out"
            )
        click.echo(f"{scenarios}: {summary}")
        percent = 100 * fired / can_fire if can_fire else 100.0
        if self.coverage:
            own = f"{fired} of {format_count(can_fire, 'clause')} in your files fire"
            click.echo(f"{own} ({percent:.0f} %)")
        if failed or wrong.has_errors or percent < self.at_least:
            raise click.exceptions.Exit(EXIT_COMPLAINTS)


def _select_scenarios(
    refs: Sequence[ScenarioRef], paths: Sequence[str], words: str | None
) -> list[ScenarioRef]:
    """Return the scenarios with `words` in title or file. Raises NotPossible if there is none."""
    needle = (words or "").casefold()
    chosen = [ref for ref in refs if needle in f"{ref.title}\n{ref.path}".casefold()]
    if not chosen:
        where = ", ".join(paths) or "the library"
        among = f" of {len(refs)} has {words!r} in its title or file" if words and refs else ""
        raise NotPossible(f"0 scenarios found in {where}{among and ': none'}{among}")
    return chosen


def _find_scenarios(paths: Sequence[str], counting: bool, wrong: Complaints) -> list[ScenarioRef]:
    """Return the scenarios that can be run; complaints about others are added to `wrong`."""
    from rulewright.testing.scenarios import find_scenarios

    library = find_library()
    places = [Path(path) for path in paths] or library.scenarios_of(library.folder("rules"))
    for place in places:
        if not os.path.exists(place):
            raise NotPossible(f"there is no file or folder {escape_line(str(place))}")
        if not os.path.isdir(place) and not (os.path.isfile(place) and place.suffix == RULES):
            raise NotPossible(
                f"{escape_line(str(place))} is neither a rule file (.rules) nor a folder"
            )
        refuse_root(place)
        if os.path.isdir(place):
            allow_folder(place)
    # A file may be named twice: by its path and by its folder.
    refs = {
        (os.path.realpath(ref.path), ref.line): ref
        for ref in find_scenarios(*places, counting=counting, wrong=wrong)
    }
    if wrong.has_errors:
        from rulewright.cli.checking.check_answers import configured_edition
        from rulewright.testing.checks.rule_checks import as_checked

        wrong.reset_to(as_checked(wrong.in_order(), configured_edition))
    return list(refs.values())


def _run_all(
    refs: Sequence[ScenarioRef], verbose: bool, counted: dict[str, Coverage] | None = None
) -> int:
    """Run scenarios, print those that fail, and return their number; count clauses in `counted` if it is given."""
    failed = 0
    results = (
        _run_in_groups(refs) if counted is None else (_run_counting(ref, counted) for ref in refs)
    )
    for ref, result in zip(refs, results, strict=True):
        for warning in ref.warnings:
            click.echo(show_complaint(warning) + "\n", err=counted is not None)
        if not result.passed:
            failed += 1
            click.echo(escape_text(failure_text(ref, result)) + "\n", err=counted is not None)
        elif verbose:
            click.echo(
                escape_text(
                    "\n".join([f"passed  {ref.title}", *(f"  {r}" for r in result.remarks)])
                )
            )
    return failed


def _step_all(refs: Sequence[ScenarioRef]) -> int:
    """Step through the scenarios that fail, or through a single one; return the number of failures."""
    failed = 0
    for ref, result in zip(refs, _run_in_groups(refs), strict=True):
        failed += not result.passed
        if not result.passed or len(refs) == 1:
            _step_through(ref)
    return failed


def _step_through(ref: ScenarioRef) -> None:
    """Print a scenario line by line, waiting for Enter on a terminal. Raises RulesError."""
    from rulewright.testing.scenarios.stepping import run_stepwise

    waits = sys.stdin.isatty() and sys.stdout.isatty()
    click.echo(escape_text(f"{ref.title}\n  --> {ref.path}:{ref.line}"))
    section = now = ""
    for step in run_stepwise(ref):
        click.echo(escape_text("\n".join(_step_lines(step, section, now))))
        section, now = step.section, step.awaited
        if waits:
            click.prompt(
                "", default="", prompt_suffix="Press Enter to continue ", show_default=False
            )
    click.echo()


def _step_lines(step: ExecutedStep, section: str, before: str) -> Iterator[str]:
    """Yield the lines about a step: its text, the story with causes, the next decision, and failures."""
    if step.section != section:
        yield f"    {step.section}"
    yield from (f"        {line}" for line in step.lines)
    for chain in step.events:
        yield f"            * {chain[0].text}"
        yield from (f"                {line}" for _, line in cause_lines(chain))
    if step.failed is not None:
        yield from (f"            FAILED: {line}" for line in step.failed.message.splitlines())
        if step.failed.actual:
            yield f"            found: {step.failed.actual}"
        yield from (f"            why not {each}" for each in step.failed.why)
    if step.awaited not in ("", before):
        yield f"            now: {step.awaited}"


def _run_in_groups(refs: Sequence[ScenarioRef]) -> Iterator[ScenarioResult]:
    """Yield the result of each scenario; scenarios of the same game run together, many of them in parallel."""
    from rulewright.testing.scenarios.setups import setup_key

    groups: dict[object, list[int]] = {}
    for number, ref in enumerate(refs):
        groups.setdefault((id(ref.suite), setup_key(ref.scenario)), []).append(number)
    together = [[refs[number] for number in numbers] for numbers in groups.values()]
    batches = zip(groups.values(), run_in_parallel(_run_each, together, MANY), strict=True)
    result_of: dict[int, ScenarioResult] = {}
    for number in range(len(refs)):
        while number not in result_of:
            numbers, results = next(batches)
            result_of.update(zip(numbers, results, strict=True))
        yield result_of[number]


def _run_each(refs: Sequence[ScenarioRef]) -> list[ScenarioResult]:
    """Run the scenarios in order and return their results; an unexpected exception names its scenario."""
    from rulewright.testing.scenarios import run_scenario

    results = []
    for ref in refs:
        try:
            results.append(run_scenario(ref))
        except Exception as error:
            error.add_note(f"in the scenario {ref.title!r}, {ref.path}:{ref.line}")
            raise
    return results


def _run_counting(ref: ScenarioRef, counted: dict[str, Coverage]) -> ScenarioResult:
    """Run a scenario, and add the clauses it fires to its edition's coverage if it passes."""
    from rulewright.cli.test_runs.coverage_runs import Coverage, covering_scenario
    from rulewright.testing.scenarios import run_counting

    result, counts = run_counting(ref)
    scenario = covering_scenario(ref)
    coverage = counted.setdefault(scenario.edition, Coverage(scenario.edition, ref.suite.clauses))
    if result.passed:
        coverage.add_scenario(scenario, counts)
    return result
