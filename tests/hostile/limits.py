"""Runs a command on somebody's files in a child that may take only so much time and memory.

Beside the folder that it works in lies a file that is nobody's business: it must neither be shown nor changed.
"""

from __future__ import annotations

import hashlib
import math
import os
import signal
import tempfile
import threading
import time
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from hostile.nursery import send

SECRET: Final = "the-combination-is-31415926"
"""What stands in `creds` beside the folder, in a form that many readers would take for theirs."""

CREDS: Final = Path("outside", "creds")
"""Where it stands, beside the folder that a command works in."""

USUAL: Final = 0.09
"""Seconds of processor time for a sum that is known; a machine that takes longer is given more time for all."""

PATIENCE: Final = 20
"""So many times longer than its processor time a child may take by the clock, as others use the machine too."""


class Ran(NamedTuple):
    """How a command ended, what it printed, and what it took."""

    code: int
    out: str
    err: str
    seconds: float
    """Of processor time, those of its own children too."""
    megabytes: float
    """At the most at one time."""

    @property
    def said(self) -> str:
        """All that it printed."""
        return self.out + self.err


def run_limited(
    args: Sequence[str],
    folder: Path,
    *,
    seconds: int = 10,
    megabytes: int = 1024,
    env: Mapping[str, str] | None = None,
    stdin: bytes = b"",
) -> Ran:
    """Run `rulewright` with these arguments in a folder, and say how it ended.

    Fails where the child was killed, for its time, its memory or otherwise; where it ended with a fault
    of ours or a traceback; where it shows what lies beside the folder, or changed it. Whether 0, 1 or 2
    is right is for the test.
    """
    before = _outside(folder)
    seconds = math.ceil(seconds * slowness())
    ran = _run(args, folder, seconds, megabytes, env, stdin)
    told = f"{' '.join(args)} ended with {ran.code}:\n{ran.said[-3000:]}"
    assert ran.code >= 0, f"killed by {signal.Signals(-ran.code).name}; {told}"
    assert "Traceback" not in ran.said, told
    assert ran.code in (0, 1, 2), told
    assert SECRET not in ran.said, f"what is not ours to show was shown; {told}"
    assert ran.seconds <= seconds, f"{ran.seconds:.1f} s; {told}"
    assert ran.megabytes <= megabytes, f"{ran.megabytes:.0f} MB; {told}"
    assert _outside(folder) == before, f"something was changed outside of the folder; {told}"
    return ran


def run_refused(
    args: Sequence[str], folder: Path, *, seconds: int = 10, megabytes: int = 1024
) -> Ran:
    """The same for what has to be complained about: with exit code 1 or 2."""
    ran = run_limited(args, folder, seconds=seconds, megabytes=megabytes)
    assert ran.code in (1, 2), ran.said
    assert ran.said.strip()
    return ran


def creds_beside(folder: Path) -> Path:
    """The file beside a folder that is nobody's business; it is written if it is not there."""
    path = folder.parent / CREDS
    if not path.exists():
        path.parent.mkdir(exist_ok=True)
        path.write_text(f"password: {SECRET}\n[section {SECRET}\n\tcharacter {SECRET}\n")
    return path


def _outside(folder: Path) -> dict[Path, str]:
    """What lies beside the folder, and a digest of each file."""
    creds_beside(folder)
    return {
        path: hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else ""
        for path in sorted(folder.parent.rglob("*"))
        if not path.is_relative_to(folder)
    }


@cache
def slowness() -> float:
    """How many times slower this machine is, just now, than the one that the limits were made on; at least once."""
    return max(min(_sum() for _ in range(3)) / USUAL, 1.0)


def _sum() -> float:
    begun = time.process_time()
    sum(number * number for number in range(2_000_000))
    return time.process_time() - begun


def _run(
    args: Sequence[str],
    folder: Path,
    seconds: int,
    megabytes: int,
    env: Mapping[str, str] | None,
    stdin: bytes,
) -> Ran:
    most = megabytes << 20
    with tempfile.TemporaryDirectory() as place:
        files = [Path(place, name) for name in ("given", "out", "err")]
        for path in files:
            path.write_bytes(stdin if path.name == "given" else b"")
        child = send(
            {
                "args": [*map(str, args)],
                "folder": str(folder),
                "files": [*map(str, files)],
                "env": {**os.environ, "COLUMNS": "100", **(env or {})},
                "limits": {
                    "RLIMIT_CPU": (seconds, seconds + 1),
                    "RLIMIT_AS": (most, most),
                    "RLIMIT_CORE": (0, 0),
                },
            }
        )
        watch = threading.Timer(seconds * PATIENCE, os.killpg, (child, signal.SIGKILL))
        watch.start()
        try:
            code, took, megabytes_taken = send(None)
        finally:
            watch.cancel()
        _, out, err = (path.read_bytes().decode(errors="backslashreplace") for path in files)
    return Ran(code, out, err, took, megabytes_taken)
