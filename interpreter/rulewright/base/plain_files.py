"""Safe reading and atomic writing of regular files; devices, pipes, sockets and large files are refused.

A cache entry depends on every file that was read for it, so reads can be recorded.
"""

from __future__ import annotations

import contextlib
import errno
import os
import stat
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

PREFIX: Final = ".rulewright-"
SUFFIX: Final = ".new"
"""The prefix and suffix of temporary files."""

ABANDONED: Final = 3600
"""Seconds after which a temporary file is considered abandoned."""

CHUNK: Final = 1 << 16

OPEN_FILES_STAY: Final = os.name == "nt"
"""Whether the operating system refuses to replace a file that is open (Windows)."""
TRIES: Final = 20
WAIT: Final = 0.05
"""Seconds between two tries to replace an open file."""

_NO_WAITING: Final = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)


def working_folder() -> str:
    """Return the working folder, or an empty string if it was deleted."""
    try:
        return os.getcwd()
    except OSError:
        return ""


def path_beside(folder: Path, name: str) -> Path:
    """Return the path of the file called `name` in `folder`.

    If the process assumes ASCII file names (`LC_ALL=C`), the name's UTF-8 bytes are used.
    """
    with contextlib.suppress(UnicodeEncodeError):  # half of a surrogate pair is in no file name
        name = os.fsdecode(name.encode("utf-8", "surrogateescape"))
    return folder / name


def read_plain(path: Path, most: int) -> bytes:
    """Return the content of a regular file of at most `most` bytes.

    Raises OSError with a reason in `strerror`, also for a file that is not regular or too large, of which nothing
    is read. Raises ValueError for a path with a null character.
    """
    # Check before opening: opening some devices has side effects.
    _require_regular_file(os.stat(path), most)
    handle = os.open(path, os.O_RDONLY | _NO_WAITING)
    try:
        status = os.fstat(handle)
        _require_regular_file(status, most)
        data = os.read(handle, status.st_size + 1)
        while part := os.read(handle, CHUNK):  # the file grew, or its file system reports no sizes
            data += part
            if len(data) > most:
                raise too_large_error(most)
    finally:
        os.close(handle)
    return data


Reads = dict[Path, bytes]
"""The files that were read or looked for, with the hashes of their contents."""

UNREADABLE: Final = b"unreadable"
"""The pseudo-hash of a file that cannot be read."""

_CHANGED: Final = b"changed"
"""The pseudo-hash of a file that changed between two reads; it equals no real hash."""

_RECORDS: list[Reads] = []


@contextmanager
def recording_reads() -> Iterator[Reads]:
    """Record every file that is read, hashed or looked for inside a `with` block, by name and real path."""
    noted: Reads = {}
    _RECORDS.append(noted)
    try:
        yield noted
    finally:
        _RECORDS[:] = [each for each in _RECORDS if each is not noted]


def is_recording() -> bool:
    """Return whether reads are being recorded by a `recording_reads` block."""
    return bool(_RECORDS)


def record_read(path: Path, real: Path, hashed: bytes) -> None:
    """Record the hash of a file's content in all active `recording_reads` blocks; `real` is its real path."""
    for noted in _RECORDS:
        for name in (path, real):
            noted[name] = hashed if noted.get(name, hashed) == hashed else _CHANGED


def relative_path(path: Path | str, folder: Path | str) -> str:
    """Return the path of `path` relative to `folder`; `path` itself if it is on another drive."""
    try:
        return os.path.relpath(path, folder)
    except ValueError:
        return str(path)


def real_path(path: Path) -> Path:
    """Return the absolute path of a file with all links resolved.

    Unlike Path.resolve it raises nothing for circular links; reading the file fails later.
    """
    try:
        return Path(os.path.realpath(path))
    except ValueError:  # a null character
        return path


def real_path_among(file: Path, folders: dict[Path, Path]) -> Path:
    """Return the real path of one of many files; `folders` memoizes the real paths of their folders."""
    if os.path.islink(file):
        return real_path(file)
    parent = file.parent
    if parent not in folders:
        folders[parent] = real_path(parent)
    real = folders[parent]
    return file if real == parent else real / file.name


def is_regular_file(path: Path) -> bool:
    """Return whether `path` leads to a regular file; False for an invalid name."""
    # Path.is_file raises for a name that is too long or contains a null character.
    return os.path.isfile(path)


def _require_regular_file(status: os.stat_result, most: int) -> None:
    """Raise OSError if a file's status says that it is not regular or has more than `most` bytes."""
    if stat.S_ISDIR(status.st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    if not stat.S_ISREG(status.st_mode):
        raise OSError(errno.EINVAL, "It is not an ordinary file")
    if status.st_size > most:
        raise too_large_error(most)


def too_large_error(most: int) -> OSError:
    """Return the OSError to raise for a file of more than `most` bytes."""
    return OSError(errno.EFBIG, f"It is larger than {most:,} bytes")


def write_whole(
    path: Path, data: bytes, mode: int | None = None, *, is_precious: bool = True
) -> None:
    """Write `data` to `path` atomically: readers see the old content or the new, even after a crash.

    An existing file is replaced; a link is replaced itself, not its target. Nobody else may read the file, unless
    `mode` sets other permissions. If not `is_precious`, the data are not flushed to disk, so a crash may leave a
    truncated file. Raises OSError if the file cannot be written.
    """
    # Avoid tempfile: importing it takes longer than most writes here.
    name = str(path.parent / f"{PREFIX}{os.urandom(8).hex()}{SUFFIX}")
    flags = os.O_RDWR | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    handle = os.open(name, flags | getattr(os, "O_NOFOLLOW", 0), 0o600)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            if is_precious:
                os.fsync(handle)
        if mode is not None:
            os.chmod(name, mode)
        _replace_file(name, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(name)
        raise


def _replace_file(name: str, path: Path) -> None:
    """Move the temporary file `name` to `path`; on Windows, retry while the target is open."""
    for _ in range(TRIES if OPEN_FILES_STAY else 0):
        try:
            return os.replace(name, path)
        except PermissionError:
            time.sleep(WAIT)
    os.replace(name, path)


def delete_abandoned(folder: Path) -> None:
    """Delete temporary files that crashed writers left in `folder` more than an hour ago."""
    with contextlib.suppress(OSError):
        for entry in list(os.scandir(folder)):
            if entry.name.startswith(PREFIX) and entry.name.endswith(SUFFIX):
                _delete_if_abandoned(entry)


def _delete_if_abandoned(entry: os.DirEntry[str]) -> None:
    """Delete a regular file of the user's that is older than ABANDONED; errors are ignored."""
    with contextlib.suppress(OSError):
        status = entry.stat(follow_symlinks=False)
        ours = not hasattr(os, "getuid") or status.st_uid == os.getuid()
        if ours and stat.S_ISREG(status.st_mode) and time.time() - status.st_mtime > ABANDONED:
            os.unlink(entry.path)
