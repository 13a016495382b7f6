"""Folders of rules that somebody hands in: taken within bounds, kept if a process within bounds can play them."""

from __future__ import annotations

import hashlib
import io
import os
import re
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path, PurePosixPath
from threading import Lock
from typing import Final

from rulewright.front.common.ending import NotPossible
from rulewright.front.common.speech import say

MOST_BYTES: Final = 256 << 10
MOST_FILES: Final = 40
MOST_KEPT: Final = 200
SECONDS: Final = 20
MEGABYTES: Final = 1_500
"""Of memory that is written to; what is only laid aside, as for native code, does not count."""
GAMES: Final = "20"
"""So many games by lot come to their end within the seconds."""
MOST_LINES: Final = 30

_NAME: Final = re.compile(
    r"([A-Za-z0-9][\w -]*/)?[A-Za-z0-9][\w -]*(\.scenarios)?(\.rules|\.ya?ml|\.table\.json)"
)
_EDITION: Final = re.compile(rb"^edition:", re.MULTILINE)
_CHECKING: Final = Lock()
_BOUNDED: Final = f"""
import contextlib, os, runpy
with contextlib.suppress(ImportError):  # not on Windows
    import resource
    resource.setrlimit(resource.RLIMIT_CPU, ({SECONDS}, {SECONDS + 2}))
    resource.setrlimit(resource.RLIMIT_DATA, ({MEGABYTES << 20}, {MEGABYTES << 20}))
    os.nice(10)
runpy.run_module("rulewright", run_name="__main__", alter_sys=True)
"""


def taken(files: Mapping[str, bytes], folder: Path) -> Path:
    """Keep the files of an edition in a folder of theirs, if they can be played; the path of the edition.

    Nothing else is ever written there, and what was taken stays as it is. Raises NotPossible, which says why not.
    """
    found = dict(_unpacked(files))
    editions = [name for name, data in found.items() if _EDITION.search(data)]
    if len(editions) != 1:
        raise NotPossible(say("There has to be one edition among the files, a YAML file."))
    told = "\0".join(f"{name} {hashlib.sha256(found[name]).hexdigest()}" for name in sorted(found))
    own = folder / hashlib.sha256(told.encode()).hexdigest()[:32]
    if own.exists():
        return own / editions[0]
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    if len(os.listdir(folder)) >= MOST_KEPT:
        raise NotPossible(say("There is no more room for rules here."))
    if not _CHECKING.acquire(blocking=False):
        raise NotPossible(say("Other rules are being checked. Try again in a moment."))
    try:
        with tempfile.TemporaryDirectory(prefix=".new-", dir=folder) as fresh:
            tried = Path(fresh, "rules")
            _write(found, tried)
            _try(tried, editions[0])
            tried.rename(own)
    finally:
        _CHECKING.release()
    return own / editions[0]


def _unpacked(files: Mapping[str, bytes]) -> Iterator[tuple[str, bytes]]:
    """The files, or those in a file that is packed, by harmless names; too many or too large ones are refused."""
    left, number = MOST_BYTES, 0
    for name, data in _each(files):
        plain = str(PurePosixPath(name))
        left, number = left - len(data), number + 1
        if left < 0 or number > MOST_FILES:
            raise NotPossible(say("These are too many files, or too large ones."))
        if not _NAME.fullmatch(plain):
            raise NotPossible(
                say("There may be only .rules, .yaml and .table.json files, one folder deep.")
            )
        yield plain, data


def _each(files: Mapping[str, bytes]) -> Iterator[tuple[str, bytes]]:
    for name, data in files.items():
        if not name.endswith(".zip"):
            yield name, data
            continue
        try:
            with zipfile.ZipFile(io.BytesIO(data)) as packed:
                for entry in packed.infolist()[: MOST_FILES + 1]:
                    if not entry.is_dir():
                        with packed.open(entry) as opened:
                            yield entry.filename, opened.read(MOST_BYTES + 1)
        except (
            zipfile.BadZipFile,
            ValueError,
            RuntimeError,
            NotImplementedError,
            EOFError,
            OSError,
        ):
            raise NotPossible(say("This is no zip file that can be read.")) from None


def _write(files: Mapping[str, bytes], folder: Path) -> None:
    for name, data in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        path.write_bytes(data)


def _try(folder: Path, edition: str) -> None:
    """Check an edition, and play some games by lot. Raises NotPossible with what is wrong."""
    for command, *options in (["check", "--timeout", str(SECONDS)], ["simulate", "--games", GAMES]):
        run = [sys.executable, "-P", "-c", _BOUNDED, command, f"./{edition}", *options]
        try:
            done = subprocess.run(
                run, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, timeout=2 * SECONDS, check=False,
                text=True, errors="replace",
            )  # fmt: skip
        except subprocess.TimeoutExpired:
            raise NotPossible(say("These rules take too long to play.")) from None
        if done.returncode:
            lines = (done.stderr + done.stdout).replace(str(folder), "").splitlines()
            told = say("These rules cannot be played as they are:")
            raise NotPossible("\n".join([told, *lines[:MOST_LINES]]))
