"""Runs a function again whenever a rule file is saved."""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final, NoReturn

import click

from rulewright.cli.common.exits import NotPossible, show_rules_error
from rulewright.language.text import RulesError, escape_line, find_files, format_count
from rulewright.language.text.containment import ENDINGS

PAUSE: Final = 0.3
"""Seconds between two polls; editors write some files in several steps."""

Stamps = dict[Path, tuple[int, int]]
"""Modification time (ns) and size (bytes) of each file."""


def watch_files(places: Iterable[Path], run: Callable[[], None]) -> NoReturn:
    """Call `run` now and after each change of a file in these places, until interrupted.

    If a place is a file, its whole folder is watched, because the edition and the rules are there. Errors in
    files are printed, and the next change is awaited.
    """
    folders = {place if os.path.isdir(place) else place.parent for place in places}
    while True:
        before = _file_stamps(folders)
        _run_printing_errors(run)
        click.echo(f"Watching {format_count(len(before), 'file')}; Ctrl-C ends.", err=True)
        changed = _wait_for_change(folders, before)
        click.echo(f"\n{escape_line(', '.join(sorted(path.name for path in changed)))}:", err=True)


def _run_printing_errors(run: Callable[[], None]) -> None:
    """Call `run` and print errors in files instead of raising them."""
    try:
        run()
    except RulesError as error:
        show_rules_error(error)
    except NotPossible as error:
        error.show()
    except click.exceptions.Exit:
        pass  # failures were printed already


def _wait_for_change(folders: Iterable[Path], before: Stamps) -> set[Path]:
    """Wait until a file is written, added or deleted and no further change happens; return the changed files."""
    while (now := _file_stamps(folders)) == before:
        time.sleep(PAUSE)
    changed = {path for path in before.keys() | now.keys() if before.get(path) != now.get(path)}
    later: Stamps = {}
    while later != now:  # a file may be empty while it is being written
        later = now
        time.sleep(PAUSE)
        now = _file_stamps(folders)
    return changed


def _file_stamps(folders: Iterable[Path]) -> Stamps:
    """Return the stamps of all rule and edition files in these folders."""
    stamps: Stamps = {}
    for folder in folders:
        for path in find_files(folder, ENDINGS):
            with contextlib.suppress(OSError):  # it was deleted meanwhile
                status = path.stat()
                stamps[path] = (status.st_mtime_ns, status.st_size)
    return stamps
