"""Reading a file into a source, or saying why it cannot be read."""

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from rulewright.text.complaint_codes import Wording, code
from rulewright.text.rules_error import RulesError
from rulewright.text.source import Source, Span


class Unreadable(RulesError):
    """A file is missing, may not be read, or is not text; its one complaint says which."""


_OPEN: dict[Path, str] = {}


@contextmanager
def open_in_editor(texts: Mapping[Path, str]) -> Iterator[None]:
    """Let these texts be read in place of what their files say; nothing else asks what is open."""
    before = dict(_OPEN)
    _OPEN.update((real_path(path), text) for path, text in texts.items())
    try:
        yield
    finally:
        _OPEN.clear()
        _OPEN.update(before)


def is_open(path: Path) -> bool:
    """Whether another text is read in place of this file."""
    if path in _OPEN:
        return True
    alike = any(path.name == each.name for each in _OPEN)
    return alike and real_path(path) in _OPEN


_NOTED: list[set[Path]] = []


@contextmanager
def noting_reads() -> Iterator[set[Path]]:
    """Give a set into which every file goes that is read, or looked for, in the meantime."""
    noted: set[Path] = set()
    _NOTED.append(noted)
    try:
        yield noted
    finally:
        _NOTED.remove(noted)


def _note(path: Path) -> None:
    for noted in _NOTED:
        noted.add(path)


def read_source(path: Path, shown: str | None = None) -> Source:
    """Return the text of the file at `path`, named `shown` or else as the path is written.

    A byte order mark is dropped, and every line end becomes `\\n`, so that offsets are the same
    whatever editor wrote the file. Raises Unreadable, and nothing else, for a file that is
    missing, may not be read, or is not UTF-8.
    """
    name = str(path) if shown is None else shown
    _note(path)
    if is_open(path):
        return Source(name, _plain_line_ends(_OPEN[real_path(path)]))
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Unreadable([_not_utf8(name, error)]) from None
    except (OSError, ValueError) as error:  # ValueError: a path with a null character
        raise Unreadable([_cannot_read(name, error)]) from None
    return Source(name, _plain_line_ends(text))


def real_path(path: Path) -> Path:
    """Return the one absolute path of a file, with no link in it.

    Unlike Path.resolve it raises nothing for links in a circle: reading the file will tell.
    """
    return Path(os.path.realpath(path))


def glance(path: Path) -> str:
    """Return what a file says as well as it can be read, nothing if it cannot.

    For a look into files that somebody else reads in earnest, and complains about.
    """
    _note(path)
    if is_open(path):
        return _OPEN[real_path(path)]
    try:
        return path.read_bytes().decode("utf-8", errors="replace") if path.is_file() else ""
    except OSError:
        return ""


def _plain_line_ends(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")


@code("E0001")
def _cannot_read(name: str, error: OSError | ValueError) -> Wording:
    """A file that is missing, or may not be read."""
    reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return Wording(f"cannot read {name}: {reason}", None)


@code("E0002")
def _not_utf8(name: str, error: UnicodeDecodeError) -> Wording:
    """A file that is not UTF-8 text."""
    data: bytes = error.object
    # The rest of the file is shown as well as it can be: the reader must see the line at fault.
    before = _plain_line_ends(data[: error.start].decode("utf-8-sig"))
    after = _plain_line_ends(data[error.start :].decode("utf-8", errors="replace"))
    source = Source(name, before + after)
    return Wording(
        f"{name} is not UTF-8 text: byte {data[error.start]:#04x} cannot stand here",
        Span(source, len(before), len(before) + 1),
        help="save the file as UTF-8 in your editor",
    )
