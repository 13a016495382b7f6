"""Keeping made things from one run to the next, keyed by the content of every file that went into them.

Whatever is wrong with the cache (missing, stale, damaged, not writable), things are made anew and nothing is said.
What is stale is never asked for again; so the oldest files go when there are too many.
The folder is the user's own cache folder; RULEWRIGHT_CACHE names another, and the value `off` means none.
"""

from __future__ import annotations

import contextlib
import gc
import hashlib
import os
import pickle
import sys
import tempfile
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from rulewright.library import find_library

MOST: Final = 1000
"""So many files are kept; it is about 100 MB."""


def folder() -> Path | None:
    """Where the cache lies; None if there is to be none."""
    named = os.environ.get("RULEWRIGHT_CACHE")
    if named == "off":
        return None
    if named:
        return Path(named)
    import platformdirs

    return Path(platformdirs.user_cache_dir("rulewright", appauthor=False))


class Digest(NamedTuple):
    """Hashes of files: with their places, as seen from the working folder, and of their contents alone."""

    located: str
    content: str


def digest_of(paths: Iterable[Path]) -> Digest:
    """Hash the names and contents of files; one that cannot be read is like none that can."""
    # What is made of files names them as seen from here.
    located, content = hashlib.sha256(_here().encode()), hashlib.sha256()
    for path in paths:
        one = _hash(path)
        located.update(str(path).encode() + one)
        content.update(one)
    return Digest(located.hexdigest(), content.hexdigest())


def _here() -> str:
    try:
        return os.getcwd()
    except OSError:
        return ""  # The folder is gone.


def _hash(path: Path) -> bytes:
    # Reading a pipe would wait for ever.
    if not os.path.isfile(path):
        return b"unreadable"
    try:
        return hashlib.sha256(path.read_bytes()).digest()
    except OSError:
        return b"unreadable"


@cache
def _maker() -> str:
    """What makes the things that are kept: this code with its grammar, under this version of Python."""
    root, grammar = Path(__file__).resolve().parent, find_library().folder("grammar")
    whole = hashlib.sha256(sys.version.encode())
    for path in sorted([*root.rglob("*.py"), *filter(Path.is_file, grammar.rglob("*"))]):
        status = path.stat()
        whole.update(f"{path} {status.st_mtime_ns} {status.st_size}".encode())
    return whole.hexdigest()


def _path(key: str) -> Path | None:
    place = folder()
    if place is None:
        return None
    return place / f"{hashlib.sha256(f'{_maker()} {key}'.encode()).hexdigest()[:40]}.pickle"


def kept(key: str) -> Any:
    """What was kept under a key; None if nothing was, or it is of no use."""
    try:
        path = _path(key)
        if path is None:
            return None
        content = path.read_bytes()
        checksum, data = content[:32], content[32:]
        if hashlib.sha256(data).digest() != checksum:
            return None
        return _loaded(data)
    except Exception:
        return None


def _loaded(data: bytes) -> Any:
    """What was pickled; nothing of it is garbage, so none is looked for meanwhile."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        return pickle.loads(data)
    finally:
        if collecting:
            gc.enable()


def keep(key: str, thing: Any) -> None:
    """Keep a thing under a key, whole or not at all."""
    try:
        path = _path(key)
        if path is None:
            return
        path.parent.mkdir(parents=True, exist_ok=True)
        data = pickle.dumps(thing, protocol=pickle.HIGHEST_PROTOCOL)
        _write(path, hashlib.sha256(data).digest() + data)
        _make_room(path.parent)
    except Exception:
        return


def _write(path: Path, data: bytes) -> None:
    with tempfile.NamedTemporaryFile(dir=path.parent, suffix=".new", delete=False) as file:
        try:
            file.write(data)
            file.close()
            os.replace(file.name, path)
        except BaseException:
            file.close()
            os.unlink(file.name)
            raise


def _make_room(place: Path) -> None:
    """Drop the oldest files, of things and of writers that came to no end, down to half of what there may be."""
    found = [entry for entry in os.scandir(place) if entry.name.endswith((".pickle", ".new"))]
    if len(found) <= MOST:
        return
    oldest = sorted(found, key=lambda entry: entry.stat().st_mtime)
    for entry in oldest[: len(found) - MOST // 2]:
        with contextlib.suppress(OSError):
            os.unlink(entry.path)
