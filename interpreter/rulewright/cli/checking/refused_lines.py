"""Lines of rules, editions and scenarios that the checker or the scenario runner refuses, for `migrate`."""

from __future__ import annotations

import contextlib
import io
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from rulewright.language.link.rule_files import RULES
from rulewright.language.text import (
    Complaint,
    Complaints,
    RulesError,
    display_path,
    open_in_editor,
    real_path,
)
from rulewright.testing.migration import UNASKED, LineChange, RefusedLine, advice_for

if TYPE_CHECKING:
    from rulewright.testing.scenarios import ScenarioRef, ScenarioResult


def find_refusals(texts: Mapping[Path, str]) -> list[RefusedLine]:
    """Return the lines of these texts that the checker or the runner of scenarios refuses."""
    with open_in_editor(texts), contextlib.redirect_stderr(io.StringIO()):
        complaints = _complaints_about(texts)
        failed = _failures(texts)
    found = [*filter(None, map(_from_complaint, complaints)), *failed]
    return list({(each.path, each.line, each.message): each for each in found}.values())


def _complaints_about(paths: Iterable[Path]) -> Iterable[Complaint]:
    """Return the errors that `check` reports about these files."""
    from rulewright.base.library import find_library
    from rulewright.cli.checking.check_answers import collect_complaints
    from rulewright.cli.checking.check_targets import find_targets

    try:
        targets = find_targets([str(path) for path in paths], find_library().root)
        return [each for each in collect_complaints(targets) if each.severity == "error"]
    except RulesError as error:
        return error.complaints


def _failures(paths: Mapping[Path, str]) -> list[RefusedLine]:
    """Return the lines at which scenarios in these files fail, and the errors that keep them from running."""
    from rulewright.testing.scenarios import find_scenarios, run_scenario
    from rulewright.testing.scenarios.stepping import forced_choices

    wrong = Complaints()
    rules = [path for path in paths if path.suffix == RULES]
    if not rules:
        return []
    refs = find_scenarios(*rules, wrong=wrong)
    found = list(filter(None, map(_from_complaint, wrong)))
    for ref in refs:
        result = run_scenario(ref)
        if not result.passed:
            path, line = _place(result, ref)
            unasked = ", ".join(f"`{each}`" for each in forced_choices(ref, result.place))
            details = [
                unasked and f"{UNASKED}: {unasked}",
                result.actual and f"found: {result.actual}",
                *result.why,
            ]
            text = "\n".join(filter(None, details))
            found.append(RefusedLine(path, line, result.message, text, scenario=ref.line))
    return found


def _place(result: ScenarioResult, ref: ScenarioRef) -> tuple[Path, int]:
    """Return the file and line of a failure, or those of its scenario if the failure is in a rule.

    A setup that is refused fails at its options, which follow `in`.
    """
    true = real_path(Path(ref.path))
    name, _, rest = result.place.partition(f"{RULES}:")
    line = int(rest.partition(":")[0]) if rest else ref.line
    if rest and real_path(Path(name + RULES)) != true:
        return true, ref.line
    if line == ref.line and ref.scenario.options:
        return true, ref.scenario.options[0][1].line
    return true, line


def _from_complaint(complaint: Complaint) -> RefusedLine | None:
    """Return an error of the checker as a refused line; None if it has no place."""
    at = complaint.span
    if at is None or complaint.severity != "error":
        return None
    message = f"[{complaint.code}] {complaint.message}"
    return RefusedLine(real_path(Path(at.source.name)), at.line, message, help=complaint.help or "")


def place_of(each: LineChange | RefusedLine) -> str:
    """Return the place of a line: file and number."""
    return f"{display_path(each.path)}:{each.line}"


def remaining_text(refusal: RefusedLine, line: str) -> str:
    """Return the text about a line that cannot be rewritten: its place, the fault, and what to write."""
    advice = advice_for(line, refusal)
    text = f"{place_of(refusal)}: {line.strip()}\n  {refusal.message.splitlines()[0]}"
    return f"{text}\n  help: {advice}" if advice else text
