"""How far a file may lead: what it names, or links to, lies where the reader was sent, or it is not read.

Keys and passwords lie in checkouts too (`.env`, `.git/config`), so only what is called like a file of ours is
read, and nothing that begins with a dot, nor what lies in a folder that does.
"""

import os
import stat
from collections.abc import Iterator
from itertools import takewhile
from pathlib import Path
from typing import Final

from rulewright.base.plain_files import real_path

ENDINGS: Final = (".rules", ".yaml", ".yml")
"""What the files are called that are read."""

_ALSO: Final = "pyproject.toml"

_NAMED: set[Path] = set()


_PROJECT_MARKS: Final = ("rulewright.yaml", _ALSO, ".git")
"""Any of these is in the folder with which a project begins."""

_MODES_TELL: Final = os.name != "nt"
"""Whether the mode of a folder says who may write to it; on Windows it says nothing."""


def project_folders(path: Path) -> tuple[tuple[Path, ...], bool]:
    """Return `path` if it is a folder, else its folder, and those above it up to the beginning of its project.

    Also return whether there is one; without it the folders end where everybody may write.
    """
    folders: list[Path] = []
    for folder in safe_folders(path):
        folders.append(folder)
        if any(os.path.lexists(folder / mark) for mark in _PROJECT_MARKS):
            return tuple(folders), True
    private = takewhile(
        lambda folder: folder == real_path(path) or not _open_to_all(folder), folders
    )
    return tuple(private), False


def safe_folders(path: Path) -> Iterator[Path]:
    """Yield `path` if it is a folder, else its folder, and those above it, up to where strangers may write.

    A folder for everybody's temporary files (sticky) is never among them, unless it is `path`. Another one that
    everybody may write to is, if that holds of all below it: there anybody can change the file at `path` itself.
    """
    here = real_path(path)
    if os.path.isdir(here):
        yield here
    is_private = os.path.isdir(here) and not _open_to_all(here)
    for folder in here.parents:
        if not _open_to_all(folder):
            is_private = True
        elif is_private or _mode(folder) & stat.S_ISVTX:
            return
        yield folder


def _open_to_all(folder: Path) -> bool:
    """Whether everybody may write to a folder, as far as its mode says so."""
    return _MODES_TELL and bool(_mode(folder) & stat.S_IWOTH)


def _mode(folder: Path) -> int:
    try:
        return os.stat(folder).st_mode
    except (OSError, ValueError):
        return 0


def in_its_folder(path: Path) -> Path:
    """Return the absolute path of a file, with no link in it but the file itself, which is to be seen as one."""
    return real_path(path) if os.path.isdir(path) else real_path(path.parent) / path.name


def allow(folder: Path) -> None:
    """Let files lead into this folder, for as long as the process lives: somebody trusted named it."""
    _NAMED.add(real_path(folder))


def is_called_like_ours(path: Path) -> bool:
    """Whether a file, after links, has a name of those that are read at all."""
    name = real_path(path).name
    return name == _ALSO or (name.endswith(ENDINGS) and not name.startswith("."))


def in_reach(path: Path, beside: Path) -> bool:
    """Whether a path lies, after links, in the folder `beside`, in the working folder, or in one that was named.

    What is hidden below such a folder does not; that the folder itself lies in a hidden one says nothing.
    """
    true = real_path(path)
    return any(_is_below(true, each) for each in (real_path(beside), *_working(), *_NAMED))


def _is_below(path: Path, folder: Path) -> bool:
    """Whether a path lies in a folder, and is not hidden there; the whole disk is nobody's folder."""
    if folder == folder.parent or not path.is_relative_to(folder):
        return False
    return not any(part.startswith(".") for part in path.relative_to(folder).parts)


def leads_away(path: Path) -> bool:
    """Whether a file is a link to a place out of reach."""
    return os.path.islink(path) and not in_reach(path, path.parent)


def _working() -> list[Path]:
    try:
        return [Path(os.path.realpath(os.getcwd()))]
    except OSError:
        return []  # the folder is gone
