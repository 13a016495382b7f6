"""`rulewright migrate`: rewrites old forms in rules, editions and scenarios to those of today."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import click

from rulewright.cli.checking.refused_lines import find_refusals, place_of, remaining_text
from rulewright.cli.common.exits import EXIT_COMPLAINTS, NotPossible
from rulewright.cli.common.json_line import add_to_json_line
from rulewright.cli.common.named_files import EncodedText, print_patch, read_text, write_data
from rulewright.language.text import display_path, escape_text, format_count
from rulewright.testing.migration import Migration, advice_for, migrate_texts


@click.command()
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@click.option("--check", is_flag=True, help="Write nothing; exit code 1 if a file has old forms.")
@click.option("--diff", is_flag=True, help="Write nothing; print the changes as a patch.")
def migrate(paths: Sequence[str], check: bool, diff: bool) -> None:
    """Rewrite old forms in rules, editions and scenarios to those of today.

    PATH is a rule file (.rules), an edition (.yaml) or a folder. Only lines that `check` refuses are changed, and
    only if that helps: after each change the files are checked and their scenarios run. Comments, order and layout
    stay. A changed line is marked if its scenario still fails further below. The exit code is 1 if refused lines
    remain; they are listed with what to write instead.
    """
    texts = _texts(paths)
    migration = migrate_texts(
        {path: each.source.text for path, each in texts.items()}, find_refusals
    )
    if not (check or diff):
        _write(migration, texts)
    if diff:
        for path, new in migration.texts.items():
            print_patch(texts[path].source, new)
    for line in () if diff else _change_lines(migration):
        click.echo(escape_text(line))
    old = {path: each.source.text.split("\n") for path, each in texts.items()}
    for refusal in migration.remaining:
        click.echo(escape_text(remaining_text(refusal, old[refusal.path][refusal.line - 1])))
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


# ------------------------------------------------------------------ what is read


def _texts(names: Sequence[str]) -> dict[Path, EncodedText]:
    """Return the texts of the rule files and editions that `names` denote. Raises NotPossible, RulesError."""
    from rulewright.cli.commands.authoring.rename_command import files_below

    paths = {path: None for name in names for path in files_below(name)}
    if not paths:
        raise NotPossible(f"there is no rule file and no edition file in {', '.join(names)}")
    return {path: read_text(path) for path in paths}


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
        yield f"{place_of(each)}: {each.before.strip()} -> {after}{unproved}"


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
