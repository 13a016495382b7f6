"""Uploaded rules: size limits, a trial in a process with limited resources, and storage."""

from __future__ import annotations

import hashlib
import os
import re
import subprocess
import tempfile
from collections.abc import Mapping
from pathlib import Path
from threading import Lock
from typing import Final

from rulewright.cli.common.exits import NotPossible
from rulewright.cli.common.limited_runs import run_limited
from rulewright.language.edition.translations.program_text import say

MOST_BYTES: Final = 256 << 10
MOST_FILES: Final = 40
LONGEST_NAME: Final = 100
"""Most bytes of a file name."""
MOST_KEPT: Final = 200
SECONDS: Final = 20
GAMES: Final = "20"
"""Number of random games, which end within SECONDS."""
MOST_LINES: Final = 30

_NAME: Final = re.compile(r"[A-Za-z0-9][\w -]*(\.scenarios)?(\.rules|\.ya?ml|\.table\.json)")
_SETTINGS: Final = re.compile(r"rulewright\.ya?ml", re.IGNORECASE)
"""Matches configuration files, which could change the settings of the trial."""
_EDITION: Final = re.compile(rb"^edition:", re.MULTILINE)
_CHECKING: Final = Lock()


def store_upload(files: Mapping[str, bytes], folder: Path) -> Path:
    """Store the files of an edition in a new folder below `folder`, if they can be played; return its path.

    Stored files are never changed. Raises NotPossible with the reason.
    """
    if sum(map(len, files.values())) > MOST_BYTES or len(files) > MOST_FILES:
        raise NotPossible(say("There are too many files, or they are too large."))
    if not all(map(_is_allowed_name, files)):
        raise NotPossible(say("Only .rules, .yaml and .table.json files are allowed."))
    editions = [name for name, data in files.items() if _EDITION.search(data)]
    if len(editions) != 1:
        raise NotPossible(say("One of the files must be an edition (a .yaml file)."))
    digests = "\0".join(
        f"{name} {hashlib.sha256(files[name]).hexdigest()}" for name in sorted(files)
    )
    own = folder / hashlib.sha256(digests.encode()).hexdigest()[:32]
    if own.exists():
        return own / editions[0]
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    if len(os.listdir(folder)) >= MOST_KEPT:
        raise NotPossible(say("This server cannot store more rules."))
    if not _CHECKING.acquire(blocking=False):
        raise NotPossible(say("Other rules are being checked. Try again in a moment."))
    try:
        with tempfile.TemporaryDirectory(prefix=".new-", dir=folder) as fresh:
            trial_folder = Path(fresh, "rules")
            trial_folder.mkdir(mode=0o700)
            for name, data in files.items():
                (trial_folder / name).write_bytes(data)
            _try(trial_folder, editions[0])
            trial_folder.rename(own)
    finally:
        _CHECKING.release()
    return own / editions[0]


def _is_allowed_name(name: str) -> bool:
    """Return whether a file may have this name, which must also fit into a file system."""
    is_short = len(name.encode(errors="replace")) <= LONGEST_NAME
    return is_short and bool(_NAME.fullmatch(name)) and not _SETTINGS.fullmatch(name)


def _try(folder: Path, edition: str) -> None:
    """Check an edition, and play some random games. Raises NotPossible with the mistakes."""
    for command, *options in (["check", "--timeout", str(SECONDS)], ["simulate", "--games", GAMES]):
        try:
            process = run_limited([command, f"./{edition}", *options], folder, SECONDS)
        except subprocess.TimeoutExpired:
            raise NotPossible(say("The computer needs too long to play by these rules.")) from None
        if process.exit_code:
            lines = (process.errors + process.output).replace(str(folder), "").splitlines()
            sentence = say("These rules have mistakes:")
            raise NotPossible("\n".join([sentence, *lines[:MOST_LINES]]))
