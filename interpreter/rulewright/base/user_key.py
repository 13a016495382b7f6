"""The user's secret key, which proves that this user wrote a cache entry.

It is in the user's data folder, never in a folder with rules. The derived key also depends on the file's device,
inode and change time. So a file with known bytes that somebody else placed there gives an unknown key.
"""

from __future__ import annotations

import hashlib
import os
import stat
import sys
from functools import cache
from pathlib import Path
from typing import Final, Literal

from rulewright.base.plain_files import read_plain, write_whole

LENGTH: Final = 32
NAME: Final = "cache.key"


@cache
def load_user_key() -> bytes | None:
    """Return the user's secret key, created on first use; None without a private folder for it."""
    try:
        folder = user_folder("data")
        return _read_key(folder) if folder.is_absolute() else None
    except (OSError, RuntimeError, ValueError):  # RuntimeError: the user has no known home folder
        return None


def user_folder(kind: Literal["data", "cache"]) -> Path:
    """Return the user's folder for data or for caches, as platformdirs names it.

    On Linux the path is computed here, since importing platformdirs takes a tenth of a short command.
    """
    if sys.platform == "linux" and "ANDROID_DATA" not in os.environ:
        variable, default = _FOLDERS[kind]
        setting = os.environ.get(variable, "")
        return Path(setting if setting.strip() else os.path.expanduser(default)) / "rulewright"
    import platformdirs

    folder = {"data": platformdirs.user_data_dir, "cache": platformdirs.user_cache_dir}[kind]
    return Path(folder("rulewright", appauthor=False))


_FOLDERS: Final = {
    "data": ("XDG_DATA_HOME", "~/.local/share"),
    "cache": ("XDG_CACHE_HOME", "~/.cache"),
}


def is_user_owned(status: os.stat_result) -> bool:
    """Return whether a file or folder belongs to the user and nobody else may write to it."""
    if not hasattr(os, "getuid"):
        return True  # Windows has no such permission bits
    return status.st_uid == os.getuid() and not status.st_mode & (stat.S_IWGRP | stat.S_IWOTH)


def _read_key(folder: Path) -> bytes | None:
    """Return the key derived from the key file in `folder`, which is created if missing; None if not private."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    if not is_user_owned(os.lstat(folder)):
        return None
    path = folder / NAME
    if not os.path.lexists(path):
        write_whole(path, os.urandom(LENGTH))
    status = os.lstat(path)
    if not (stat.S_ISREG(status.st_mode) and is_user_owned(status) and _is_private(status)):
        return None
    secret = read_plain(path, LENGTH)
    if len(secret) != LENGTH:
        return None
    # Nobody else can choose the change time or the inode of a file placed here.
    this = f"{status.st_dev} {status.st_ino} {status.st_ctime_ns}".encode()
    return hashlib.blake2b(this, key=secret, digest_size=LENGTH).digest()


def _is_private(status: os.stat_result) -> bool:
    """Return whether neither the group nor others may access a file; True on Windows."""
    return not hasattr(os, "getuid") or not status.st_mode & (stat.S_IRWXG | stat.S_IRWXO)
