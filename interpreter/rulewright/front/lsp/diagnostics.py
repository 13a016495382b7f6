"""Complaints as an editor shows them, and the changes that their help advises."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from lsprotocol import types as lsp

from rulewright.front.checking.fixing import fix_of
from rulewright.front.lsp.positions import Positions, path_of, uri_of
from rulewright.text import Complaint, Fix, Severity

SOURCE: Final = "rulewright"

_SEVERITIES: Final[dict[Severity, lsp.DiagnosticSeverity]] = {
    "error": lsp.DiagnosticSeverity.Error,
    "warning": lsp.DiagnosticSeverity.Warning,
    "note": lsp.DiagnosticSeverity.Information,
}


def diagnostic(complaint: Complaint, positions: Positions) -> lsp.Diagnostic:
    """A complaint at its place, with its help behind the message; without a place at the top of the file."""
    span = complaint.span
    nowhere = lsp.Range(lsp.Position(0, 0), lsp.Position(0, 0))
    message = complaint.message
    if complaint.help is not None:
        message += f"\nhelp: {complaint.help}"
    return lsp.Diagnostic(
        range=nowhere if span is None else positions.range(span),
        message=message,
        severity=_SEVERITIES[complaint.severity],
        code=complaint.code,
        source=SOURCE,
        related_information=[
            lsp.DiagnosticRelatedInformation(positions.location(note.span), note.message)
            for note in complaint.notes
        ],
    )


def quick_fixes(
    complaints: Iterable[Complaint], asked: lsp.Range, positions: Positions
) -> Iterator[lsp.CodeAction]:
    """The changes that may help with the complaints at a place, those that were tried first."""
    at_place = [
        complaint
        for complaint in complaints
        if complaint.span is not None and _meet(positions.range(complaint.span), asked)
    ]
    for complaint in at_place:
        if (fix := fix_of(complaint)) is not None:
            yield _action(complaint, fix, positions)


def _action(complaint: Complaint, fix: Fix, positions: Positions) -> lsp.CodeAction:
    uri = uri_of(path_of(fix.span))
    return lsp.CodeAction(
        title=fix.help,
        kind=lsp.CodeActionKind.QuickFix,
        diagnostics=[diagnostic(complaint, positions)],
        edit=lsp.WorkspaceEdit(changes={uri: [positions.edit(fix.span, fix.text)]}),
        is_preferred=True,
    )


def _meet(one: lsp.Range, other: lsp.Range) -> bool:
    """Whether two ranges have a place in common."""
    return _order(one.start) <= _order(other.end) and _order(other.start) <= _order(one.end)


def _order(position: lsp.Position) -> tuple[int, int]:
    return position.line, position.character
