"""Path containment: rules and editions may only name files in allowed folders, also through links.

Checkouts also contain keys and passwords (`.env`, `.git/config`). So only files with the endings of rules and
editions are read, and no hidden files or files in hidden folders.
"""

import os
import stat
from collections.abc import Iterator
from itertools import takewhile
from pathlib import Path
from typing import Final

from rulewright.base.plain_files import real_path

ENDINGS: Final = (".rules", ".yaml", ".yml")
"""The endings of files that may be read."""

_ALSO: Final = "pyproject.toml"

_ALLOWED: set[Path] = set()


_PROJECT_MARKS: Final = ("rulewright.yaml", _ALSO, ".git")
"""Files and folders that mark the top folder of a project."""

_HAS_MODES: Final = os.name != "nt"
"""Whether folder modes show who may write; they do not on Windows."""


def project_folders(path: Path) -> tuple[tuple[Path, ...], bool]:
    """Return the folders from `path` up to the top folder of its project, and whether a project was found.

    `path` is a folder or a file. Without a project, the list ends before the first world-writable folder.
    """
    folders: list[Path] = []
    for folder in safe_folders(path):
        folders.append(folder)
        if any(os.path.lexists(folder / mark) for mark in _PROJECT_MARKS):
            return tuple(folders), True
    private = takewhile(
        lambda folder: folder == real_path(path) or not _is_world_writable(folder), folders
    )
    return tuple(private), False


def safe_folders(path: Path) -> Iterator[Path]:
    """Yield the folders from `path` upwards (a folder, or a file's folder) that no stranger may write to.

    Sticky world-writable folders, such as /tmp, are excluded, unless one is `path` itself. Other world-writable
    folders are included as long as all folders below are world-writable too: there anybody can change the file
    itself.
    """
    here = real_path(path)
    if os.path.isdir(here):
        yield here
    is_private = os.path.isdir(here) and not _is_world_writable(here)
    for folder in here.parents:
        if not _is_world_writable(folder):
            is_private = True
        elif is_private or _mode(folder) & stat.S_ISVTX:
            return
        yield folder


def _is_world_writable(folder: Path) -> bool:
    """Return whether everybody may write to a folder, by its mode; always False on Windows."""
    return _HAS_MODES and bool(_mode(folder) & stat.S_IWOTH)


def _mode(folder: Path) -> int:
    """Return the mode bits of a folder; 0 if it cannot be read."""
    try:
        return os.stat(folder).st_mode
    except (OSError, ValueError):
        return 0


def resolve_folder(path: Path) -> Path:
    """Return the absolute path with all links resolved, except that a file itself may be a link."""
    return real_path(path) if os.path.isdir(path) else real_path(path.parent) / path.name


def allow_folder(folder: Path) -> None:
    """Allow reading files below `folder` until the process ends, because a trusted caller named it."""
    _ALLOWED.add(real_path(folder))


def has_readable_name(path: Path) -> bool:
    """Return whether a file, with links resolved, has an ending that is read and no leading dot."""
    name = real_path(path).name
    return name == _ALSO or (name.endswith(ENDINGS) and not name.startswith("."))


def is_in_reach(path: Path, beside: Path) -> bool:
    """Return whether a path may be read: unhidden, and below `beside`, the working folder or an allowed folder.

    Links are resolved. Hidden files and folders below these are out of reach. These folders themselves may be in
    a hidden one.
    """
    true = real_path(path)
    return any(
        _is_below(true, each) for each in (real_path(beside), *_working_folders(), *_ALLOWED)
    )


def _is_below(path: Path, folder: Path) -> bool:
    """Return whether a path is in `folder` and no part of it there is hidden; False for the root folder."""
    if folder == folder.parent or not path.is_relative_to(folder):
        return False
    return not any(part.startswith(".") for part in path.relative_to(folder).parts)


def is_link_out_of_reach(path: Path) -> bool:
    """Return whether a file is a link that leads to a path out of reach."""
    return os.path.islink(path) and not is_in_reach(path, path.parent)


def _working_folders() -> list[Path]:
    """Return a list with the working folder; empty if it was deleted."""
    try:
        return [Path(os.path.realpath(os.getcwd()))]
    except OSError:
        return []  # the working folder was deleted
