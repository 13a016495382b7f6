"""Runs the scenarios of a file as it is in the editor, and says what came of them."""

from __future__ import annotations

from pathlib import Path

from lsprotocol import types as lsp

from rulewright.front.lsp.positions import Positions
from rulewright.front.test_command import failure_text
from rulewright.records import Record
from rulewright.text import (
    RulesError,
    Source,
    Span,
    glance,
    number_of,
    open_in_editor,
    show_complaints,
)


class Outcome(Record):
    """What came of scenarios: in a sentence, in full, and at the places of those that failed."""

    passed: bool
    message: str
    report: str
    diagnostics: tuple[lsp.Diagnostic, ...] = ()


def run_scenarios(texts: dict[Path, str], path: Path, line: int, positions: Positions) -> Outcome:
    """Run the scenario whose title stands on a line, or all of a file for line 0."""
    from rulewright.scenarios import find, run

    # What is in the editor as it is in its file need not be worked out again.
    unsaved = {file: text for file, text in texts.items() if glance(file) != text}
    with open_in_editor(unsaved):
        try:
            refs = [ref for ref in find(path) if line in (0, ref.line)]
        except RulesError as error:
            message = "the scenarios cannot be run: there are complaints"
            return Outcome(False, message, show_complaints(error.complaints))
        failed = []
        for ref in refs:
            result = run(ref)
            if not result.passed:
                place = _line_of(result.place) or ref.line
                at = Source(ref.path, glance(path))
                failed.append(
                    (failure_text(ref, result), _at(at, place, result.message, positions))
                )
    told = f"{number_of(len(refs), 'scenario')}: {len(refs) - len(failed)} passed"
    if failed:
        told += f", {len(failed)} failed"
    if not refs:
        told = "there is no scenario here"
    report = "\n\n".join(text for text, _ in failed) or told
    return Outcome(not failed and bool(refs), told, report, tuple(each for _, each in failed))


def _line_of(place: str | None) -> int | None:
    """The line in `file:line:column`."""
    parts = (place or "").rsplit(":", 2)
    return int(parts[1]) if len(parts) == 3 and parts[1].isdigit() else None


def _at(source: Source, line: int, message: str, positions: Positions) -> lsp.Diagnostic:
    text = source.line(line) if line <= source.line_count else ""
    start = source.line_starts[min(line, source.line_count) - 1]
    span = Span(source, start + len(text) - len(text.lstrip()), start + len(text))
    return lsp.Diagnostic(
        range=positions.range(span),
        message=message,
        severity=lsp.DiagnosticSeverity.Error,
        code="scenario",
        source="rulewright test",
    )
