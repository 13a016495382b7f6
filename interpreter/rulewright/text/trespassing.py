"""How far a file may lead: what it names, or links to, lies where the reader was sent, or it is not read."""

import os
from pathlib import Path

from rulewright.plain_files import real_path

_NAMED: set[Path] = set()

_BEYOND = [0]
"""How often something was asked of that does not lie beside the file that led there."""


def in_its_folder(path: Path) -> Path:
    """Return the absolute path of a file, with no link in it but the file itself, which is to be seen as one."""
    return real_path(path) if os.path.isdir(path) else real_path(path.parent) / path.name


def allow(folder: Path) -> None:
    """Let files lead into this folder, for as long as the process lives: somebody trusted named it."""
    _NAMED.add(real_path(folder))


def in_reach(path: Path, beside: Path) -> bool:
    """Whether a path lies, after links, in the folder `beside`, in the working folder, or in one that was named."""
    true = real_path(path)
    if _is_below(true, real_path(beside)):
        return True
    ask_beyond()
    return any(_is_below(true, each) for each in folders_in_reach())


def folders_in_reach() -> tuple[Path, ...]:
    """The folders that any file may lead into."""
    return (*_working(), *sorted(_NAMED))


def _is_below(path: Path, folder: Path) -> bool:
    """Whether a path lies in a folder; the whole disk is nobody's folder."""
    return folder != folder.parent and path.is_relative_to(folder)


def ask_beyond() -> None:
    """Count that something hangs on the working folder, or on what was named."""
    _BEYOND[0] += 1


def asked_beyond() -> int:
    """How often it hung on the working folder, or on what was named, whether a path is in reach."""
    return _BEYOND[0]


def leads_away(path: Path) -> bool:
    """Whether a file is a link to a place out of reach."""
    return os.path.islink(path) and not in_reach(path, path.parent)


def _working() -> list[Path]:
    try:
        return [Path(os.path.realpath(os.getcwd()))]
    except OSError:
        return []  # the folder is gone
