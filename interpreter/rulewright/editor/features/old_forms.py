"""The code action that rewrites the old forms of a file, and the report about lines that it must leave."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from rulewright.cli.checking.refused_lines import find_refusals, remaining_text
from rulewright.cli.naming.workbench import Workbench
from rulewright.editor import wire
from rulewright.editor.features.diagnostics import ScenarioRunSummary, line_diagnostic
from rulewright.editor.positions import PositionConverter, uri_of
from rulewright.language.text import Source, format_count, open_in_editor
from rulewright.testing.migration import Migration, advice_for, migrate_texts

REPORT: Final = "rulewright.reportOldForms"
"""The command that reports the refused lines of a file that no row of the table rewrites."""
AUTOMATIC: Final = 2
"""The trigger of a request that the editor makes by itself, as at each move of the cursor."""


def rewrite_old_forms(
    bench: Workbench, path: Path, source: Source, positions: PositionConverter, context: object
) -> Iterator[wire.CodeAction]:
    """Yield the action that rewrites the old forms of a file, if it has any.

    Scenarios run to find them, so a request that the editor makes by itself gets only what is known already.
    """
    only = getattr(context, "only", None)
    if only is not None and not any(wire.REFACTOR.startswith(str(kind)) for kind in only):
        return
    automatic = getattr(context, "trigger_kind", None) == AUTOMATIC
    migration = _known(bench, path) if automatic else _migration(bench, path, source)
    if migration is None or path not in migration.texts:
        return
    edits = positions.changes(source, migration.texts[path])
    left = format_count(len(migration.remaining), "line")
    report = wire.Command(f"report {left} left to you", REPORT, arguments=[uri_of(path)])
    yield wire.CodeAction(
        title=f"rewrite old forms in {format_count(len(migration.changes), 'line')}",
        kind=wire.REFACTOR,
        diagnostics=[],
        edit=wire.WorkspaceEdit(changes={uri_of(path): edits}),
        command=report if migration.remaining else None,
        is_preferred=False,
    )


def report_remaining(
    bench: Workbench, path: Path, positions: PositionConverter
) -> ScenarioRunSummary:
    """Return the refused lines of a file that no row rewrites, each with its place and what to write."""
    source = bench.source(path)
    left = _migration(bench, path, source).remaining
    texts, shown = [], []
    for each in left:
        line = source.line(min(each.line, source.line_count))
        texts.append(remaining_text(each, line))
        if each.scenario:  # errors of the checker have their diagnostics
            advice = advice_for(line, each)
            shown.append(line_diagnostic(source, each.line, f"{each.message}\n{advice}", positions))
    summary = f"{format_count(len(left), 'line')} left to you"
    return ScenarioRunSummary(not left, summary, "\n".join([summary, *texts]), tuple(shown))


def _migration(bench: Workbench, path: Path, source: Source) -> Migration:
    """Return the migration of a file, from the texts in the editor."""
    if (known := _known(bench, path)) is not None:
        return known
    if not path.is_file():  # a new file, which no check finds before it is saved
        return Migration({}, (), ())
    with open_in_editor(bench.texts):
        migration = migrate_texts({path: source.text}, find_refusals)
    bench.migrations[path] = (bench.changes, migration)
    return migration


def _known(bench: Workbench, path: Path) -> Migration | None:
    """Return the migration of a file if it was computed since the last change."""
    changes, migration = bench.migrations.get(path, (-1, None))
    return migration if changes == bench.changes else None
