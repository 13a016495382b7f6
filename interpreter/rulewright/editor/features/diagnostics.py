"""Diagnostics and quick fixes for complaints and for failed scenarios."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path
from typing import Final

from rulewright.base.records import Record
from rulewright.cli.checking.fixing import apply_fixes, fix_of
from rulewright.cli.common.named_files import EncodedText
from rulewright.cli.naming.workbench import Workbench, default_edition, path_of
from rulewright.editor import wire
from rulewright.editor.positions import PositionConverter, uri_of
from rulewright.language.text import (
    Complaint,
    RulesError,
    Severity,
    Source,
    Span,
    format_count,
    open_in_editor,
    read_leniently,
    show_complaints,
)
from rulewright.testing.explanations import failure_text

SOURCE: Final = "rulewright"

_SEVERITIES: Final[dict[Severity, wire.DiagnosticSeverity]] = {
    "error": wire.DiagnosticSeverity.Error,
    "warning": wire.DiagnosticSeverity.Warning,
    "note": wire.DiagnosticSeverity.Information,
}


def diagnostic(
    complaint: Complaint, positions: PositionConverter, site: str = ""
) -> wire.Diagnostic:
    """Return a complaint as a diagnostic, with its help in the message; without a place, at the top of the file.

    `site` is the address of the documentation, which has a page for each code, or "".
    """
    span = complaint.span
    nowhere = wire.Range(wire.Position(0, 0), wire.Position(0, 0))
    message = complaint.message
    if complaint.help is not None:
        message += f"\nhelp: {complaint.help}"
    if complaint.perhaps:
        message += "\n".join(["\nfor example:", *complaint.perhaps])
    return wire.Diagnostic(
        range=nowhere if span is None else positions.range(span),
        message=message,
        severity=_SEVERITIES[complaint.severity],
        code=complaint.code,
        source=SOURCE,
        related_information=[
            wire.DiagnosticRelatedInformation(positions.location(note.span), note.message)
            for note in complaint.notes
        ],
        code_description=wire.CodeDescription(_page_of(complaint, site)) if site else None,
    )


def _page_of(complaint: Complaint, site: str) -> str:
    """Return the address of the documentation page about a complaint's code."""
    return f"{site}complaints/{complaint.code}.html"


def quick_fixes(
    complaints: Iterable[Complaint], range_: wire.Range, positions: PositionConverter
) -> Iterator[wire.CodeAction]:
    """Yield the fixes of complaints in a range; fixes of typing errors are marked as preferred."""
    for complaint in complaints:
        if complaint.span is None:
            continue
        at = positions.range(complaint.span)
        if _is_before(at.end, range_.start) or _is_before(range_.end, at.start):
            continue
        fix = fix_of(complaint)
        if fix is not None:
            uri = uri_of(path_of(fix.span))
            yield wire.CodeAction(
                title=fix.help,
                kind=wire.QUICK_FIX,
                diagnostics=[diagnostic(complaint, positions)],
                edit=wire.WorkspaceEdit(changes={uri: [positions.edit(fix.span, fix.text)]}),
                is_preferred=fix.restores,
            )


def fix_all(
    bench: Workbench, path: Path, source: Source, positions: PositionConverter
) -> Iterator[wire.CodeAction]:
    """Yield an action that fixes all typing errors of a file at once, if there are several.

    The fixed text is checked: as with `check --fix`, only fixes that leave fewer complaints are kept.
    """
    own = [each for each in bench.complaints(path) if each.span is not None]
    fixes = [fix for fix in map(fix_of, own) if fix is not None and fix.restores]
    if len([fix for fix in fixes if path_of(fix.span) == path]) < 2:
        return

    def check() -> list[Complaint]:
        """Return the complaints of a new bench, which reads the texts on trial."""
        return list(chain.from_iterable(Workbench().check(path, soon=True).values()))

    with open_in_editor(bench.texts):
        before = check()
        left, fixed = apply_fixes([path], before, check, lambda _: EncodedText(source, b""))
    if path in fixed:
        mistakes = format_count(len(before) - len(left), "mistake")
        yield wire.CodeAction(
            title=f"fix all {mistakes} in spelling and punctuation",
            kind=wire.FIX_ALL,
            diagnostics=[],
            edit=wire.WorkspaceEdit(
                changes={uri_of(path): positions.changes(source, fixed[path].after)}
            ),
            is_preferred=False,
        )


def _is_before(one: wire.Position, other: wire.Position) -> bool:
    """Return whether position `one` is before position `other`."""
    return (one.line, one.character) < (other.line, other.character)


# ------------------------------------------------------------------ scenarios


class ScenarioRunSummary(Record):
    """The outcome of a run of scenarios: a summary, a full report, and a diagnostic for each failure."""

    passed: bool
    message: str
    report: str
    diagnostics: tuple[wire.Diagnostic, ...] = ()


def run_scenarios(
    texts: dict[Path, str], path: Path, line: int, positions: PositionConverter
) -> ScenarioRunSummary:
    """Run the scenario whose title is on `line`, or all scenarios of the file for line 0."""
    from rulewright.testing.scenarios import find_scenarios, run_scenario

    # Files that are unchanged in the editor can use cached results.
    unsaved = {file: text for file, text in texts.items() if read_leniently(file) != text}
    with open_in_editor(unsaved):
        try:
            refs = [ref for ref in find_scenarios(path) if line in (0, ref.line)]
        except RulesError as error:
            from rulewright.testing.checks.rule_checks import as_checked

            message = "the scenarios cannot be run: there are complaints"
            complaints = as_checked(error.complaints, default_edition)
            return ScenarioRunSummary(False, message, show_complaints(complaints))
        failed: list[str] = []
        shown: list[wire.Diagnostic] = []
        for ref in refs:
            result = run_scenario(ref)
            if not result.passed:
                failed.append(failure_text(ref, result))
                number = _line_of(result.place) or ref.line
                source = Source(ref.path, read_leniently(path))
                shown.append(line_diagnostic(source, number, result.message, positions))
    summary = f"{format_count(len(refs), 'scenario')}: {len(refs) - len(failed)} passed"
    if failed:
        summary += f", {len(failed)} failed"
    if not refs:
        summary = "there is no scenario here"
    return ScenarioRunSummary(
        bool(refs) and not failed, summary, "\n\n".join(failed) or summary, tuple(shown)
    )


def line_diagnostic(
    source: Source, line: int, message: str, positions: PositionConverter
) -> wire.Diagnostic:
    """Return the diagnostic of a scenario that fails at a line."""
    return wire.Diagnostic(
        range=positions.range(_line_span(source, line)),
        message=message,
        severity=_SEVERITIES["error"],
        code="scenario",
        source="rulewright test",
    )


def _line_of(place: str | None) -> int | None:
    """Return the line in `file:line:column`; None if there is none."""
    parts = (place or "").rsplit(":", 2)
    return int(parts[1]) if len(parts) == 3 and parts[1].isdigit() else None


def _line_span(source: Source, line: int) -> Span:
    """Return the span of a line without its indentation."""
    text = source.line(line) if line <= source.line_count else ""
    start = source.line_starts[min(line, source.line_count) - 1]
    return Span(source, start + len(text) - len(text.lstrip()), start + len(text))
