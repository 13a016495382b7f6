"""Commands that run in a process of their own with limits on time and memory, for files of strangers."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from rulewright.base.records import Record

MEGABYTES: Final = 1_500
"""Limit on the data segment; memory that is only reserved, as for native code, does not count."""

_LIMITED: Final = """
import contextlib, os, runpy, sys
seconds, size = int(sys.argv.pop(1)), int(sys.argv.pop(1))
with contextlib.suppress(ImportError):  # not on Windows
    import resource
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 2))
    resource.setrlimit(resource.RLIMIT_DATA, (size, size))
    os.nice(10)
runpy.run_module("rulewright", run_name="__main__", alter_sys=True)
"""


class LimitedRun(Record):
    """The output and exit code of a command in a process with limits; the code is negative if a limit ended it."""

    exit_code: int
    output: str
    errors: str


def run_limited(arguments: Sequence[str], folder: Path, seconds: int) -> LimitedRun:
    """Run `rulewright` with `arguments` in `folder`, in at most `seconds` of CPU and twice as many of time.

    Raises subprocess.TimeoutExpired.
    """
    limits = [str(seconds), str(MEGABYTES << 20)]
    process = subprocess.run(
        [sys.executable, "-P", "-c", _LIMITED, *limits, *arguments],
        cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, timeout=2 * seconds, check=False,
        text=True, errors="replace",
    )  # fmt: skip
    return LimitedRun(process.returncode, process.stdout, process.stderr)
