"""`rulewright migrate`: rewrites old forms in rules, editions and scenarios to those of today."""

from __future__ import annotations

import contextlib
import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulewright.cli.common.exits import EXIT_COMPLAINTS, NotPossible
from rulewright.cli.common.json_line import add_to_json_line
from rulewright.cli.common.named_files import EncodedText, print_patch, read_text, write_data
from rulewright.language.link.rule_files import RULES
from rulewright.language.text import (
    Complaint,
    Complaints,
    RulesError,
    display_path,
    escape_text,
    format_count,
    open_in_editor,
    real_path,
)
from rulewright.testing.migration import (
    UNASKED,
    LineChange,
    Migration,
    RefusedLine,
    advice_for,
    migrate_texts,
)

if TYPE_CHECKING:
    from rulewright.testing.scenarios import ScenarioRef, ScenarioResult


@click.command()
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@click.option("--check", is_flag=True, help="Write nothing; exit code 1 if a file has old forms.")
@click.option("--diff", is_flag=True, help="Write nothing; print the changes as a patch.")
def migrate(paths: Sequence[str], check: bool, diff: bool) -> None:
    """Rewrite old forms in rules, editions and scenarios to those of today.

    PATH is a rule file (.rules), an edition (.yaml) or a folder. Only lines that are refused change, and only if
    that mends them: each rewrite is tried by checking the files and running their scenarios. Comments, order and
    layout stay. The exit code is 1 if refused lines remain; they are listed with what to write. A rewritten line
    whose scenario still fails further below is marked, because nothing has shown that the new form is right.
    """
    texts = _texts(paths)
    migration = migrate_texts({path: each.source.text for path, each in texts.items()}, _refusals)
    if not (check or diff):
        _write(migration, texts)
    if diff:
        for path, new in migration.texts.items():
            print_patch(texts[path].source, new)
    for line in () if diff else _change_lines(migration):
        click.echo(escape_text(line))
    old = {path: each.source.text.split("\n") for path, each in texts.items()}
    for refusal in migration.remaining:
        click.echo(escape_text(_remaining_text(refusal, old[refusal.path][refusal.line - 1])))
    add_to_json_line(_data(migration, old))
    changed, left = len(migration.changes), len(migration.remaining)
    done = "to rewrite" if check or diff else "rewritten"
    click.echo(
        f"{format_count(len(texts), 'file')}: {format_count(changed, 'line')} {done}, "
        f"{format_count(left, 'line')} left to you",
        err=diff,
    )
    if left or (check and changed):
        raise click.exceptions.Exit(EXIT_COMPLAINTS)


# ------------------------------------------------------------------ what is read and refused


def _texts(names: Sequence[str]) -> dict[Path, EncodedText]:
    """Return the texts of the rule files and editions that `names` denote. Raises NotPossible, RulesError."""
    from rulewright.cli.commands.authoring.rename_command import files_below

    paths = {path: None for name in names for path in files_below(name)}
    if not paths:
        raise NotPossible(f"there is no rule file and no edition file in {', '.join(names)}")
    return {path: read_text(path) for path in paths}


def _refusals(texts: Mapping[Path, str]) -> list[RefusedLine]:
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


# ------------------------------------------------------------------ what is written and printed


def _write(migration: Migration, texts: Mapping[Path, EncodedText]) -> None:
    """Write all changed files, each atomically; restore the old ones if one cannot be written."""
    written: list[Path] = []
    try:
        for path, text in migration.texts.items():
            write_data(path, texts[path].as_bytes(text))
            written.append(path)
    except BaseException:
        for path in written:
            write_data(path, texts[path].data)
        raise


def _change_lines(migration: Migration) -> Iterator[str]:
    """Yield a line about each rewritten line."""
    for each in migration.changes:
        after = "(removed)" if each.after is None else each.after.strip()
        unproved = f" (unproved: its scenario fails in line {each.fails})" if each.fails else ""
        yield f"{_where(each)}: {each.before.strip()} -> {after}{unproved}"


def _where(each: LineChange | RefusedLine) -> str:
    """Return the place of a line: file and number."""
    return f"{display_path(each.path)}:{each.line}"


def _remaining_text(refusal: RefusedLine, line: str) -> str:
    """Return the text about a line that cannot be rewritten: its place, the fault, and what to write."""
    advice = advice_for(line, refusal)
    text = f"{_where(refusal)}: {line.strip()}\n  {refusal.message.splitlines()[0]}"
    return f"{text}\n  help: {advice}" if advice else text


def _data(migration: Migration, old: Mapping[Path, Sequence[str]]) -> dict[str, object]:
    """Return the JSON data about a migration."""
    return {
        "changes": [
            {
                "file": display_path(each.path),
                "line": each.line,
                "old": each.before,
                "new": each.after,
                "fails": each.fails or None,
            }
            for each in migration.changes
        ],
        "left": [
            {
                "file": display_path(each.path),
                "line": each.line,
                "message": each.message,
                "help": advice_for(old[each.path][each.line - 1], each),
            }
            for each in migration.remaining
        ],
    }
