"""Crash reports: a short message on the screen, and a file with the traceback."""

from __future__ import annotations

import platform
import shlex
import sys
import tempfile
import traceback

from rulewright import __version__
from rulewright.language.text.complaints.printing import escape_line


def report_fault(error: BaseException) -> str:
    """Write a crash report for `error` to a temporary file; return the message for the user."""
    summary = "".join(traceback.format_exception_only(error)).strip()
    message = (
        "Something went wrong inside Rulewright. This is a fault of ours, not of your files.\n"
        f"  {escape_line(first_line(summary))}\n"
    )
    try:
        path = _write(_full_report(error))
    except OSError as problem:
        return f"{message}The full report could not be written: {problem}."
    return f"{message}The full report is in {path}; please send it to us."


def first_line(text: str, limit: int = 300) -> str:
    """Return the first line of `text`, cut at `limit` characters."""
    line = text.split("\n", 1)[0]
    return line if len(line) <= limit else f"{line[: limit - 1]}…"


def _full_report(error: BaseException) -> str:
    """Return the text of a crash report: versions, command line and traceback."""
    lines = [
        f"rulewright {__version__}, Python {platform.python_version()}, {platform.platform()}",
        f"command: {shlex.join(sys.argv)}",
        "",
        *traceback.format_exception(error),
    ]
    return "\n".join(line.rstrip("\n") for line in lines) + "\n"


def _write(report: str) -> str:
    """Write a crash report to a new temporary file; return the file's path."""
    with tempfile.NamedTemporaryFile(
        "w", encoding="utf-8", prefix="rulewright-fault-", suffix=".txt", delete=False
    ) as file:
        # Names in a traceback may contain lone surrogates, which UTF-8 cannot encode.
        file.write(report.encode("utf-8", "backslashreplace").decode("utf-8"))
    return file.name
