"""`rulewright fmt`: formats rule files and YAML files."""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import click

from rulewright.cli.common.exits import EXIT_COMPLAINTS, NotPossible, show_rules_error
from rulewright.cli.common.named_files import (
    YAML,
    EncodedText,
    formatted_text,
    is_edition,
    print_patch,
    read_text,
    refuse_root,
    write_data,
)
from rulewright.language.edition.translations.catalogue import is_catalogue
from rulewright.language.link.rule_files import RULES
from rulewright.language.text import (
    LARGEST,
    Complaint,
    RulesError,
    allow_folder,
    escape_line,
    find_files,
    format_count,
    real_path,
    source_of,
)

STDIN: Final = "-"
NOT_IN_ORDER: Final = "not formatted"
WITH_MISTAKES: Final = "with mistakes"


@click.command()
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@click.option(
    "--check", is_flag=True, help="Write nothing; exit code 1 if a file is not formatted."
)
@click.option("--diff", is_flag=True, help="Write nothing; print the changes as a patch.")
@click.option(
    "--name",
    default=f"standard input{RULES}",
    metavar="FILE",
    help="Name of standard input; the ending decides the format.  [default: rules]",
)
def fmt(paths: Sequence[str], check: bool, diff: bool, name: str) -> None:
    """Format rule files and edition files.

    Only blanks, line ends and indentation change, never the meaning. PATH is a rule file (.rules), an edition or
    a translation file (.yaml), a folder, or `-` to print standard input formatted. A file with mistakes is left
    unchanged; the exit code is then 1.
    """
    counts: Counter[str] = Counter()
    shown = set[Sequence[Complaint]]()  # many files may share a complaint about their project
    for path in _paths(paths):
        try:
            text = _read_stdin(name) if path is None else read_text(path)
            counts[_format_text(text, check, diff)] += 1
        except RulesError as error:
            if error.complaints not in shown:
                show_rules_error(error)
            shown.add(error.complaints)
            counts[WITH_MISTAKES] += 1
    summary = ", ".join(f"{number} {what}" for what, number in counts.items())
    if STDIN not in paths:
        click.echo(f"{format_count(counts.total(), 'file')}: {summary}", err=True)
    if counts[WITH_MISTAKES] or (check and counts[NOT_IN_ORDER]):
        raise click.exceptions.Exit(EXIT_COMPLAINTS)


def _format_text(text: EncodedText, check: bool, diff: bool) -> str:
    """Format a text, or check or compare it; return the outcome in words. Raises RulesError if it has mistakes."""
    new = formatted_text(text.source)
    data = text.as_bytes(new, is_tidy=True)
    if diff:
        print_patch(text.source, new)
    elif text.path is None and not check:
        click.echo(data, nl=False)
        return "printed"
    if data == text.data:
        return "unchanged"
    if not (check or diff):
        assert text.path is not None
        write_data(text.path, data)
    click.echo(escape_line(text.source.name), err=True)
    return NOT_IN_ORDER if check or diff else "formatted"


# ------------------------------------------------------------------ what is read


def _paths(names: Sequence[str]) -> list[Path | None]:
    """Return the files to format, each once; None is standard input."""
    if STDIN not in names:
        return [*{real_path(path): path for path in _files(names)}.values()]
    if len(names) > 1:
        raise NotPossible("standard input (-) cannot be combined with files")
    return [None]


def _read_stdin(name: str) -> EncodedText:
    """Return the text on standard input, as a file called `name`. Raises NotPossible if it is too large."""
    data = sys.stdin.buffer.read(LARGEST + 1)
    if len(data) > LARGEST:
        raise NotPossible(f"standard input has more than {LARGEST:,} bytes")
    return EncodedText(source_of(data, name), data)


def _files(names: Sequence[str]) -> list[Path]:
    """Return the files that `names` denote; of a folder those that `fmt` formats."""
    files: list[Path] = []
    for name in names:
        path = Path(name)
        if os.path.isdir(path):
            refuse_root(path)
            allow_folder(path)
            below = find_files(path, (RULES, *YAML))
            files += sorted(each for each in below if _is_formattable(each))
        elif not os.path.isfile(path):
            raise NotPossible(f"there is no file {name}")
        elif not name.endswith((RULES, *YAML)):
            raise NotPossible(f"{name} is neither a rule file (.rules) nor a YAML file (.yaml)")
        else:
            files.append(path)
    if not files:
        raise NotPossible(f"there is no rule file and no edition file in {', '.join(names)}")
    return files


def _is_formattable(path: Path) -> bool:
    """Return whether to format a file found in a folder: rules, editions and translations."""
    return path.suffix == RULES or is_catalogue(path) or is_edition(path)
