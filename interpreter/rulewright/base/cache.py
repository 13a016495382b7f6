"""Keeping made things from one run to the next, keyed by the content of every file that went into them.

Whatever is wrong with the cache (missing, stale, damaged, foreign, not writable), things are made anew and
nothing is said. What is stale is never asked for again; so what was not wanted for the longest goes when there is
too much.
The folder is the user's own cache folder; RULEWRIGHT_CACHE names another, and the value `off` means none. What is
kept is code, so it is only taken from a folder of the user's own, and only what was sealed with the user's own key.
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
    is_noting,
    note_read,
    read_plain,
    real_path_among,
    working_folder,
    write_whole,
)
from rulewright.base.user_key import is_of_ours, own_key, user_folder

MOST: Final = 3000
"""So many files are kept; it is about 150 MB."""

LARGEST: Final = 64 << 20
"""Bytes of one of them, or of a file that is hashed."""

_OURS: Final = re.compile(
    rf"[0-9a-f]{{40}}\.kept|{re.escape(PREFIX)}.*{re.escape(SUFFIX)}|[0-9a-f]{{40}}\.pickle"
)
"""What may be dropped when there is too much; the last is what older versions kept."""


def folder() -> Path | None:
    """Where the cache lies; None if there is to be none.

    One that is named has a path from the root, and does not lie in the folder that is worked in: what is in there
    may have come with the rules that are read.
    """
    named = os.environ.get("RULEWRIGHT_CACHE")
    if named == "off":
        return None
    if named:
        place = Path(named)
        return place if place.is_absolute() and not _is_worked_in(place) else None
    place = user_folder("cache")
    return place if place.is_absolute() else None


def _is_worked_in(place: Path) -> bool:
    here = Path(os.path.realpath(working_folder() or os.sep))
    return Path(os.path.realpath(place)).is_relative_to(here) and not _is_for_all_sorts(here)


def _is_for_all_sorts(folder: Path) -> bool:
    """Whether a folder hardly came with rules: the whole disk, a home, or one for everybody's temporary files.

    Where one did, the seal still keeps out what came with it.
    """
    home = os.path.realpath(os.path.expanduser("~"))
    shared = stat.S_ISVTX | stat.S_IWOTH
    return str(folder) in (home, str(folder.parent)) or os.stat(folder).st_mode & shared == shared


def _own_folder(place: Path) -> bool:
    """Whether the cache may lie here: a folder, no link to one, which belongs to the user alone; it is made so."""
    try:
        status = os.lstat(place)
    except FileNotFoundError:
        place.mkdir(mode=0o700, parents=True, exist_ok=True)
        status = os.lstat(place)
    return stat.S_ISDIR(status.st_mode) and is_of_ours(status)


SETTLED: Final = 2_000_000_000
"""Nanoseconds after which a file that changes once more shows another time."""


class Digest(NamedTuple):
    """Hashes of files: with their places, as seen from the working folder, and of their contents alone."""

    located: str
    content: str


def digest_of(paths: Iterable[Path], read: Mapping[Path, bytes] | None = None) -> Digest:
    """Hash the names and contents of files; one that cannot be read is like none that can.

    `read` has the hashes of those that were read before, as they were then: what is made of a text is kept under
    that text, whatever the file says by now.
    """
    paths = tuple(paths)
    here = seen_from(paths).encode(errors="surrogateescape")
    located, content = hashlib.sha256(here), hashlib.sha256()
    folders: dict[Path, Path] = {}
    for path in paths:
        one = read[path] if read and path in read else hash_now(path, folders)
        located.update(str(path).encode(errors="surrogateescape") + one)
        content.update(one)
    return Digest(located.hexdigest(), content.hexdigest())


def seen_from(paths: Iterable[Path]) -> str:
    """The working folder, if what is made of these files hangs on it, as it names files below that from there.

    Shipped files that do not lie below are called the same from everywhere; then it is empty.
    """
    here, library = working_folder(), find_library()
    above = os.path.normcase(os.path.join(here, ""))
    are_apart = all(
        library.holds(path) and not os.path.normcase(path).startswith(above) for path in paths
    )
    return "" if are_apart else here


def hash_now(path: Path, folders: dict[Path, Path] | None = None) -> bytes:
    """The hash of what a file says now; of one that cannot be read, a mark of that. It is noted like a read.

    For many files, `folders` is where it is noted in which folders they truly lie.
    """
    found = _hash_now(path)
    if is_noting():
        note_read(path, real_path_among(path, {} if folders is None else folders), found)
    return found


def _hash_now(path: Path) -> bytes:
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
            # Noted before it is read: what changes meanwhile has another state.
            settled = time.time_ns() - status.st_ctime_ns > SETTLED
            _HASHED[path] = (state if settled else None, hash_of(read_plain(path, LARGEST)))
        return _HASHED[path][1]
    except (OSError, ValueError):
        return UNREADABLE


_HASHED: dict[Path, tuple[object, bytes]] = {}
"""What files said in this process, and how they stood then; one that stands so still says the same."""


def hash_of(data: bytes) -> bytes:
    """The hash of what a file says."""
    return hashlib.sha256(data).digest()


@cache
def _maker() -> str:
    """What makes the things that are kept: this code with its grammar, under this Python, which spells files so."""
    root, grammar = Path(__file__).resolve().parents[1], find_library().folder("grammar")
    files = sorted([*_files_in(root, ".py"), *_files_in(grammar, "")])
    whole = hashlib.sha256(f"{sys.version} {sys.getfilesystemencoding()}".encode())
    for path in files:
        status = os.stat(path)
        told = f"{path} {status.st_mtime_ns} {status.st_size}"
        whole.update(told.encode(errors="surrogateescape"))
    return whole.hexdigest()


def _files_in(folder: Path, ending: str) -> Iterator[str]:
    for place, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if name != "__pycache__"]
        yield from (os.path.join(place, name) for name in names if name.endswith(ending))


def _path(key: str) -> Path | None:
    place = folder()
    if place is None or own_key() is None or not _own_folder(place):
        return None
    return (
        place
        / f"{hashlib.sha256(f'{_maker()} {key}'.encode(errors='surrogateescape')).hexdigest()[:40]}.kept"
    )


def _seal(path: Path, data: bytes) -> bytes:
    """What only this user can put before these data, in a file of this name."""
    return hmac.digest(own_key() or b"", path.name.encode() + data, "sha256")


def kept(key: str) -> Any:
    """What was kept under a key; None if nothing was, or it is of no use."""
    try:
        path = _path(key)
        if path is None:
            return None
        content = read_plain(path, LARGEST)
        with contextlib.suppress(OSError, NotImplementedError):
            os.utime(path, follow_symlinks=False)
        seal, data = content[:32], content[32:]
        return _loaded(data) if hmac.compare_digest(seal, _seal(path, data)) else None
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
        data = pickle.dumps(thing, protocol=pickle.HIGHEST_PROTOCOL)
        # Half of one, after a crash, has another seal.
        write_whole(path, _seal(path, data) + data, is_precious=False)
        _make_room(path.parent)
    except Exception:
        return


def _make_room(place: Path) -> None:
    """Drop what was not wanted for the longest, and writers that came to no end, down to half of what may be.

    To list a full folder takes longer than to write a thing. It is looked into again when an eighth of the room
    that was left is taken, since others keep things there too.
    """
    _UNSEEN[place] = _UNSEEN.get(place, 0) - 1
    if _UNSEEN[place] > 0:
        return
    left = MOST - len(os.listdir(place))
    _UNSEEN[place] = left // 8
    if left >= 0:
        return
    found = [entry for entry in os.scandir(place) if _OURS.fullmatch(entry.name)]
    oldest = sorted(found, key=lambda entry: entry.stat().st_mtime)
    for entry in oldest[: -(MOST // 2)] if len(found) > MOST else []:
        with contextlib.suppress(OSError):
            os.unlink(entry.path)


_UNSEEN: dict[Path, int] = {}
"""How many more things this process keeps in a folder before it looks how full that is."""


# ------------------------------------------------------------------ what lies there


def sizes() -> dict[Path, int]:
    """The files that are kept, or were by older versions, each with its bytes."""
    place = folder()
    found: dict[Path, int] = {}
    with contextlib.suppress(OSError):
        if place is not None and stat.S_ISDIR(os.lstat(place).st_mode):
            for entry in os.scandir(place):
                if _OURS.fullmatch(entry.name) and entry.is_file(follow_symlinks=False):
                    found[Path(entry.path)] = entry.stat(follow_symlinks=False).st_size
    return found


def clear() -> list[int]:
    """Drop them; return how large those were that could be dropped."""
    dropped = []
    for path, size in sizes().items():
        with contextlib.suppress(OSError):
            path.unlink()
            dropped.append(size)
    return dropped
