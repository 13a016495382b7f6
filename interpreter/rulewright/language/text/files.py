"""Reading of rule files as sources, with complaints about unreadable ones, and search for files in folders."""

import errno
import hashlib
import os
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from rulewright.base.plain_files import (
    UNREADABLE,
    is_recording,
    is_regular_file,
    read_plain,
    real_path,
    real_path_among,
    record_read,
    too_large_error,
)
from rulewright.language.text.complaints.complaint import Wording, code
from rulewright.language.text.complaints.printing import escape_line
from rulewright.language.text.complaints.rules_error import RulesError
from rulewright.language.text.containment import has_readable_name, is_link_out_of_reach
from rulewright.language.text.normalization import MOST_MARKS, excess_marks
from rulewright.language.text.source import Source, Span


class Unreadable(RulesError):
    """Raised if a file is missing, may not be read, or is not text; its only complaint explains which."""


LARGEST: Final = 1 << 20
"""The maximum size in bytes of a rule or edition file."""

_OPEN: dict[Path, str] = {}


@contextmanager
def open_in_editor(texts: Mapping[Path, str]) -> Iterator[None]:
    """Read `texts` in place of the files' contents inside a `with` block, as for unsaved editor buffers."""
    before = dict(_OPEN)
    _OPEN.update((real_path(path), text) for path, text in texts.items())
    try:
        yield
    finally:
        _OPEN.clear()
        _OPEN.update(before)


def has_open_texts() -> bool:
    """Return whether the content of any file is overridden by an editor's text."""
    return bool(_OPEN)


def has_open_text(path: Path) -> bool:
    """Return whether the content of this file is overridden by an editor's text."""
    if path in _OPEN:
        return True
    same_name = any(path.name == each.name for each in _OPEN)
    return same_name and real_path(path) in _OPEN


def read_source(path: Path, shown: str | None = None) -> Source:
    r"""Return the text of a file as a source called `shown`, by default as the path is written.

    A byte order mark is dropped and every line end becomes `\n`, so that offsets do not depend on the author's
    editor. Raises only Unreadable: for a file that is missing, may not be read, is not regular, is too large, is
    not UTF-8, has an ending that is not read, or links out of reach. Nothing of a refused file is read.
    """
    name = str(path) if shown is None else shown
    try:
        data = _read(path)
    except _LinkOutOfReach:
        raise Unreadable([_link_out_of_reach(name)]) from None
    except (OSError, ValueError) as error:  # ValueError: null character, lone surrogate
        raise Unreadable([_cannot_read(name, error)]) from None
    return source_of(data, name)


def source_of(data: bytes, name: str) -> Source:
    """Return the source called `name` with the content `data`, decoded as by `read_source`.

    Raises Unreadable if `data` are not UTF-8 or have too many combining marks in a row.
    """
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Unreadable([_not_utf8(name, error)]) from None
    source = Source(name, _normalize_line_ends(text))
    if (marks := excess_marks(source.text)) is not None:
        raise Unreadable([_too_many_marks(Span(source, *marks))])
    return source


def read_leniently(path: Path) -> str:
    """Return the text of a file with undecodable bytes replaced; empty if it cannot be read.

    For quick looks into files that are properly read, with complaints, elsewhere.
    """
    try:
        return _read(path).decode("utf-8", errors="replace")
    except (OSError, ValueError):
        return ""


def read_auxiliary(path: Path, ending: str, largest: int) -> bytes:
    """Return the content of an auxiliary file that belongs to rules or an edition, such as learned weights.

    Raises OSError or ValueError if it cannot be read, has more than `largest` bytes, links out of reach, or links
    to a file without this `ending`; then nothing of it is read.
    """
    if is_link_out_of_reach(path) or not real_path(path).name.endswith(ending):
        raise OSError(errno.EACCES, _OTHERS)
    return read_plain(path, largest)


def is_readable(path: Path) -> bool:
    """Return whether `path` is a readable rule or edition file, not a link to a path out of reach."""
    if has_open_text(path):
        return True
    wanted = has_readable_name(path) and not is_link_out_of_reach(path)
    return wanted and os.access(path, os.R_OK) and is_regular_file(path)


_OTHERS: Final = (
    "only names that end in .rules, .yaml or .yml and do not begin with a dot can be read"
)


class _LinkOutOfReach(OSError):
    """Raised for a file that is a link to a path out of reach."""


def _read(path: Path) -> bytes:
    """Return the bytes of a file, or of the editor's text in its place, and record that it was read."""
    data = None
    try:
        if has_open_text(path):
            data = _OPEN[real_path(path)].encode()
        elif is_link_out_of_reach(path):
            raise _LinkOutOfReach
        elif not has_readable_name(path):
            raise OSError(errno.EACCES, _OTHERS)
        else:
            data = read_plain(path, LARGEST)
    finally:
        if is_recording():
            hashed = UNREADABLE if data is None else hashlib.sha256(data).digest()
            record_read(path, real_path(path), hashed)
    if len(data) > LARGEST:
        raise too_large_error(LARGEST)
    return data


def _normalize_line_ends(text: str) -> str:
    """Return `text` with every line end as a single newline character."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


@code("E0001")
def _cannot_read(name: str, error: OSError | ValueError) -> Wording:
    """A file that is missing, too large, not readable, no ordinary file, or has an unknown ending."""
    reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return Wording(f"cannot read {escape_line(name)}: {reason}", None)


@code("E0003")
def _link_out_of_reach(name: str) -> Wording:
    """A symbolic link to a hidden file, or out of both the folder of the link and the working folder."""
    message = f"{escape_line(name)} is a link to a place that may not be read"
    help = "copy the file here, or run the command in a folder that contains both"
    return Wording(message, None, help=help)


@code("E0002")
def _not_utf8(name: str, error: UnicodeDecodeError) -> Wording:
    """A file that is not UTF-8 text."""
    data: bytes = error.object
    # Decode the rest leniently, since the complaint shows the offending line.
    before = _normalize_line_ends(data[: error.start].decode("utf-8-sig"))
    after = _normalize_line_ends(data[error.start :].decode("utf-8", errors="replace"))
    source = Source(name, before + after)
    return Wording(
        f"{escape_line(name)} is not UTF-8 text: byte {data[error.start]:#04x} is not allowed here",
        Span(source, len(before), len(before) + 1),
        help="save the file as UTF-8 in your editor",
    )


@code("E0007")
def _too_many_marks(at: Span) -> Wording:
    """A letter with more accents than any writing uses."""
    marks = at.end - at.start
    return Wording(
        f"one letter has {marks} accents or other marks; at most {MOST_MARKS} are possible",
        at,
        help="delete them: no language uses so many",
    )


def display_path(path: Path, folders: dict[Path, Path] | None = None) -> str:
    """Return a path as shown to people, relative to the working folder if it is below that.

    `folders` memoizes the real paths of folders for many calls; see `real_path_among`.
    """
    try:
        true = real_path(path) if folders is None else real_path_among(path, folders)
        name, above = str(true), os.path.join(os.getcwd(), "")
    except (OSError, ValueError):  # OSError: the working folder was deleted
        return str(path)
    # Compare text: Path.relative_to walks all parents, for each of many files.
    is_below = os.path.normcase(name).startswith(os.path.normcase(above))
    return name[len(above) :] if is_below else str(path)


MAX_FILES: Final = 5_000
"""The maximum number of files found in a folder with its subfolders."""

MAX_SKIPPED: Final = 100_000
"""The maximum number of other files and folders skipped there."""


def find_files(
    folder: Path, endings: tuple[str, ...], *, without: Collection[str] = ()
) -> Iterator[Path]:
    """Yield the files with one of these endings in `folder` and its subfolders, without following links.

    Folders whose path is in `without` are skipped, and so are hidden files and folders, which belong to tools.
    Raises RulesError if there are too many files.
    """
    matching = passed = 0
    for place, folders, files in os.walk(folder):
        folders[:] = sorted(
            name for name in folders if os.path.join(place, name) not in without and name[0] != "."
        )
        wanted = [name for name in files if name.endswith(endings) and name[0] != "."]
        matching, passed = matching + len(wanted), passed + len(files) + len(folders)
        if matching > MAX_FILES or passed > MAX_SKIPPED:
            raise RulesError([_too_many(str(folder))])
        yield from (Path(place, name) for name in wanted)


@code("E0004")
def _too_many(folder: str) -> Wording:
    """A folder with too many files."""
    message = f"the folder {escape_line(folder)} contains too many files"
    return Wording(message, None, help="name the folder that contains only your rules")
