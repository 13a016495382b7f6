"""Files named on the command line: recognizing editions, reading, formatting and replacing files."""

from __future__ import annotations

import errno
import os
import re
import stat
import sys
from codecs import BOM_UTF8
from difflib import SequenceMatcher, unified_diff
from pathlib import Path
from typing import Final

import click

from rulewright.base.plain_files import delete_abandoned, read_plain, write_whole
from rulewright.base.records import Record
from rulewright.cli.common.configuration import OWN_FILE
from rulewright.cli.common.exits import NotPossible, NotUsable
from rulewright.language.edition.loading.versions import is_readable_project
from rulewright.language.text import (
    LARGEST,
    Complaints,
    RulesError,
    Source,
    display_path,
    escape_line,
    is_readable,
    read_leniently,
    read_source,
    real_path,
)
from rulewright.language.text.complaints.printing import escape_text

YAML: Final = (".yaml", ".yml")

_ENDS: Final = re.compile(rb"\r\n|\r|\n")
_OF_AN_EDITION: Final = re.compile(
    r"""^["']?(?:edition|extends|cast|one-per|by-players|playouts)["']?[ \t]*:""", re.MULTILINE
)


class EncodedText(Record):
    """A text to be formatted, with its original bytes, and its path unless it is standard input."""

    source: Source
    data: bytes
    path: Path | None = None

    def as_bytes(self, text: str, is_tidy: bool = False) -> bytes:
        """Encode another text with this one's byte order mark and, line by line, with its line ends.

        If `is_tidy`, there is no mark, and all lines end like the first one.
        """
        ends = _ENDS.findall(self.data) or [b"\n"]
        old, lines = self.source.text.encode().split(b"\n"), text.encode().split(b"\n")
        kept = [ends[0]] * len(lines)
        if not is_tidy and len(set(ends)) > 1:
            for _, start, end, at, to in SequenceMatcher(None, old, lines, False).get_opcodes():
                if end - start == to - at:
                    kept[at:to] = [*ends, ends[0]][start:end]
        kept[-1] = b""
        mark = BOM_UTF8 if self.data.startswith(BOM_UTF8) and not is_tidy else b""
        return mark + b"".join(map(bytes.__add__, lines, kept))


def is_edition(path: Path) -> bool:
    """Return whether a YAML file looks like an edition, because a repository has other YAML files too."""
    if path.name == OWN_FILE:
        return False
    if not is_readable(path):
        return True  # its check reports why it cannot be read
    return _OF_AN_EDITION.search(read_leniently(path).lstrip("\ufeff")) is not None


def refuse_root(folder: Path) -> None:
    """Raise NotPossible if `folder` is a whole disk, because searching it would take too long."""
    root = real_path(folder)
    if root.parent == root:
        raise NotPossible(
            f"{escape_line(str(folder))} is the whole disk; name the folder of your editions and rules"
        )


def read_text(path: Path) -> EncodedText:
    """Return the text and bytes of a file.

    Raises RulesError if it cannot be read, or if its project needs a newer version of the language.
    """
    wrong = Complaints()
    is_readable_project(path, wrong)
    wrong.raise_if_errors()
    source = read_source(path, display_path(path))
    true = real_path(path)
    return EncodedText(source, read_plain(true, LARGEST), true)


def formatted_text(source: Source) -> str:
    """Return the formatted text of a rule file or YAML file. Raises RulesError if it has mistakes."""
    complaints = Complaints()
    if source.name.endswith(YAML):
        from rulewright.language.edition.yaml.yaml_formatting import format_yaml

        text = format_yaml(source, complaints)
    else:
        from rulewright.language.syntax import format_rules

        text = format_rules(source, complaints)
    if text is None:
        raise RulesError(complaints)
    return text


def write_data(path: Path, data: bytes) -> None:
    """Replace a file atomically and keep its permissions. Raises NotUsable if it cannot be written."""
    try:
        if not os.access(path, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        write_whole(path, data, stat.S_IMODE(os.stat(path).st_mode))
    except OSError as error:
        raise NotUsable(f"cannot write {path}: {error.strerror}") from None
    delete_abandoned(path.parent)


def print_patch(source: Source, new: str, context: int = 3, err: bool = False) -> None:
    """Print the changes of a text as a patch, without control characters on a terminal."""
    to_terminal = (sys.stderr if err else sys.stdout).isatty()
    before, after = _lines(source.text), _lines(new)
    for line in unified_diff(before, after, source.name, source.name, n=context):
        click.echo(escape_text(line) if to_terminal else line, nl=False, err=err)
        if not line.endswith("\n"):
            click.echo("\n\\ No newline at end of file", err=err)


def _lines(text: str) -> list[str]:
    """Return the lines of a text with their line ends; `splitlines` would split at form feeds too."""
    return [line for line in re.split(r"(?<=\n)", text) if line]
