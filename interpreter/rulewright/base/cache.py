"""A persistent cache of computed values, keyed by the content of every file that they were computed from.

A cache that is missing, stale, damaged, foreign or not writable is ignored silently, and values are computed
again. Stale entries are never read again, so the least recently used ones are evicted first.

The folder is the user's cache folder; RULEWRIGHT_CACHE names another one, and the value `off` disables the cache.
Entries are pickles and can run code. They are therefore read only from a folder that the user owns, and only with
a valid seal (HMAC) made with the user's own key.
"""

from __future__ import annotations

import contextlib
import gc
import hashlib
import hmac
import os
import pickle
import re
import stat
import sys
import time
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from rulewright.base.library import find_library
from rulewright.base.plain_files import (
    PREFIX,
    SUFFIX,
    UNREADABLE,
    is_recording,
    read_plain,
    real_path_among,
    record_read,
    working_folder,
    write_whole,
)
from rulewright.base.user_key import is_user_owned, load_user_key, user_folder

MAX_FILES: Final = 3000
"""The maximum number of cache files, about 150 MB in total."""

LARGEST: Final = 64 << 20
"""The maximum size in bytes of a cache entry, and of a file that is hashed."""

_CACHE_FILE: Final = re.compile(
    rf"[0-9a-f]{{40}}\.kept|{re.escape(PREFIX)}.*{re.escape(SUFFIX)}|[0-9a-f]{{40}}\.pickle"
)
"""Names of files that may be evicted; the last alternative is the format of older versions."""


def cache_folder() -> Path | None:
    """Return the cache folder, or None if the cache is disabled.

    A folder named by RULEWRIGHT_CACHE must be absolute and outside the working folder, whose files may have come
    with untrusted rules.
    """
    setting = os.environ.get("RULEWRIGHT_CACHE")
    if setting == "off":
        return None
    if setting:
        place = Path(setting)
        return place if place.is_absolute() and not _is_in_working_folder(place) else None
    place = user_folder("cache")
    return place if place.is_absolute() else None


def _is_in_working_folder(place: Path) -> bool:
    """Return whether a path is in the working folder; False if that is too general to come with rules."""
    here = Path(os.path.realpath(working_folder() or os.sep))
    return Path(os.path.realpath(place)).is_relative_to(here) and not _is_general_folder(here)


def _is_general_folder(folder: Path) -> bool:
    """Return whether `folder` is too general to come with rules: the root, a home, or a shared temporary one.

    If it did come with rules, the seal still rejects the entries in it.
    """
    home = os.path.realpath(os.path.expanduser("~"))
    shared = stat.S_ISVTX | stat.S_IWOTH
    return str(folder) in (home, str(folder.parent)) or os.stat(folder).st_mode & shared == shared


def _is_own_folder(place: Path) -> bool:
    """Return whether `place` is a real folder that only the user can write to; create it if it is missing."""
    try:
        status = os.lstat(place)
    except FileNotFoundError:
        place.mkdir(mode=0o700, parents=True, exist_ok=True)
        status = os.lstat(place)
    return stat.S_ISDIR(status.st_mode) and is_user_owned(status)


SETTLED: Final = 2_000_000_000
"""Nanoseconds after which a further change to a file is certain to change its time stamps."""


class Digest(NamedTuple):
    """Hashes of a set of files: one of their names (from the working folder) and contents, one of contents only."""

    located: str
    content: str


def digest_of(paths: Iterable[Path], read: Mapping[Path, bytes] | None = None) -> Digest:
    """Return the hashes of the names and contents of `paths`; all unreadable files count as equal.

    `read` maps files that were read before to the hashes of their contents then. A value is stored under the text
    that it was computed from, even if the file has changed since.
    """
    paths = tuple(paths)
    here = naming_folder(paths).encode(errors="surrogateescape")
    located, content = hashlib.sha256(here), hashlib.sha256()
    folders: dict[Path, Path] = {}
    for path in paths:
        one = read[path] if read and path in read else hash_file(path, folders)
        located.update(str(path).encode(errors="surrogateescape") + one)
        content.update(one)
    return Digest(located.hexdigest(), content.hexdigest())


def naming_folder(paths: Iterable[Path]) -> str:
    """Return the working folder if it is part of the name of a file in `paths`, else an empty string.

    Files below the working folder are named relative to it, so values computed from them depend on it. Shipped
    files outside the working folder have one name everywhere.
    """
    here, library = working_folder(), find_library()
    above = os.path.normcase(os.path.join(here, ""))
    are_apart = all(
        library.holds(path) and not os.path.normcase(path).startswith(above) for path in paths
    )
    return "" if are_apart else here


def hash_file(path: Path, folders: dict[Path, Path] | None = None) -> bytes:
    """Return the hash of a file's current content, or UNREADABLE, and record the file as read.

    `folders` memoizes the real paths of folders between calls, for many files.
    """
    hashed = _hash_unrecorded(path)
    if is_recording():
        record_read(path, real_path_among(path, {} if folders is None else folders), hashed)
    return hashed


def _hash_unrecorded(path: Path) -> bytes:
    """Return the hash of a file's content, or UNREADABLE; memoized until the file's status changes."""
    try:
        status = os.stat(path)
        state = (
            status.st_dev,
            status.st_ino,
            status.st_size,
            status.st_mtime_ns,
            status.st_ctime_ns,
        )
        if path not in _HASHED or _HASHED[path][0] != state:
            # Take the state before reading, so that a concurrent change gives another state.
            settled = time.time_ns() - status.st_ctime_ns > SETTLED
            _HASHED[path] = (state if settled else None, hash_of(read_plain(path, LARGEST)))
        return _HASHED[path][1]
    except (OSError, ValueError):
        return UNREADABLE


_HASHED: dict[Path, tuple[object, bytes]] = {}
"""Hashes of file contents in this process, with the file states they belong to."""


def hash_of(data: bytes) -> bytes:
    """Return the SHA-256 hash of `data`."""
    return hashlib.sha256(data).digest()


@cache
def _code_version() -> str:
    """Return a hash that changes with the code, the grammar, the Python version and the file-system encoding.

    It is part of every cache key, so an update of any of these invalidates all entries.
    """
    root, grammar = Path(__file__).resolve().parents[1], find_library().folder("grammar")
    files = sorted([*_find_files(root, ".py"), *_find_files(grammar, "")])
    whole = hashlib.sha256(f"{sys.version} {sys.getfilesystemencoding()}".encode())
    for path in files:
        status = os.stat(path)
        state = f"{path} {status.st_mtime_ns} {status.st_size}"
        whole.update(state.encode(errors="surrogateescape"))
    return whole.hexdigest()


def _find_files(folder: Path, ending: str) -> Iterator[str]:
    """Yield the paths of all files with this ending below `folder`."""
    for place, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if name != "__pycache__"]
        yield from (os.path.join(place, name) for name in names if name.endswith(ending))


def _entry_path(key: str) -> Path | None:
    """Return the file of the cache entry for `key`; None if the cache is off or not safe to use."""
    place = cache_folder()
    if place is None or load_user_key() is None or not _is_own_folder(place):
        return None
    return (
        place
        / f"{hashlib.sha256(f'{_code_version()} {key}'.encode(errors='surrogateescape')).hexdigest()[:40]}.kept"
    )


def _seal(path: Path, data: bytes) -> bytes:
    """Return the HMAC of a cache file's name and data under the user's key."""
    return hmac.digest(load_user_key() or b"", path.name.encode() + data, "sha256")


def load_cached(key: str) -> Any:
    """Return the value cached under `key`; None if there is none, or none that may be trusted."""
    try:
        path = _entry_path(key)
        if path is None:
            return None
        content = read_plain(path, LARGEST)
        with contextlib.suppress(OSError, NotImplementedError):
            os.utime(path, follow_symlinks=False)
        seal, data = content[:32], content[32:]
        return _unpickle(data) if hmac.compare_digest(seal, _seal(path, data)) else None
    except Exception:
        return None


def _unpickle(data: bytes) -> Any:
    """Return the object that `data` encodes; the garbage collector is paused, as nothing is garbage yet."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        return pickle.loads(data)
    finally:
        if collecting:
            gc.enable()


def store_cached(key: str, thing: Any) -> None:
    """Store `thing` in the cache under `key`, atomically; every failure is ignored."""
    try:
        path = _entry_path(key)
        if path is None:
            return
        data = pickle.dumps(thing, protocol=pickle.HIGHEST_PROTOCOL)
        # After a crash a truncated entry is rejected by its seal.
        write_whole(path, _seal(path, data) + data, is_precious=False)
        _evict(path.parent)
    except Exception:
        return


def _evict(place: Path) -> None:
    """Delete the least recently used cache entries and abandoned temporary files, down to half of the limit.

    Listing a full folder takes longer than writing an entry. So the folder is listed again only after this
    process has used an eighth of the free space; other processes write there too.
    """
    _WRITES_LEFT[place] = _WRITES_LEFT.get(place, 0) - 1
    if _WRITES_LEFT[place] > 0:
        return
    free = MAX_FILES - len(os.listdir(place))
    _WRITES_LEFT[place] = free // 8
    if free >= 0:
        return
    entries = [entry for entry in os.scandir(place) if _CACHE_FILE.fullmatch(entry.name)]
    oldest = sorted(entries, key=lambda entry: entry.stat().st_mtime)
    for entry in oldest[: -(MAX_FILES // 2)] if len(entries) > MAX_FILES else []:
        with contextlib.suppress(OSError):
            os.unlink(entry.path)


_WRITES_LEFT: dict[Path, int] = {}
"""The number of entries this process may still write to a folder before it lists the folder again."""


# ------------------------------------------------------------------ what lies there


def cache_sizes() -> dict[Path, int]:
    """Return the sizes in bytes of all cache files, also those of older versions, by path."""
    place = cache_folder()
    by_path: dict[Path, int] = {}
    with contextlib.suppress(OSError):
        if place is not None and stat.S_ISDIR(os.lstat(place).st_mode):
            for entry in os.scandir(place):
                if _CACHE_FILE.fullmatch(entry.name) and entry.is_file(follow_symlinks=False):
                    by_path[Path(entry.path)] = entry.stat(follow_symlinks=False).st_size
    return by_path


def clear_cache() -> list[int]:
    """Delete all cache files; return the sizes in bytes of those that were deleted."""
    dropped = []
    for path, size in cache_sizes().items():
        with contextlib.suppress(OSError):
            path.unlink()
            dropped.append(size)
    return dropped
