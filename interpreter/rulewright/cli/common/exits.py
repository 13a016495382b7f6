"""Exit codes, and the conversion of exceptions to exit codes and error messages."""

from __future__ import annotations

import contextlib
import errno
import os
import sys
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Final, TextIO, TypeGuard

import click

if TYPE_CHECKING:
    from threading import Lock

    from rulewright.language.text import RulesError

EXIT_COMPLAINTS: Final = 1
EXIT_USAGE: Final = 2
EXIT_FAULT: Final = 3
EXIT_TIMED_OUT: Final = 124
EXIT_INTERRUPTED: Final = 130
EXIT_PIPE_CLOSED: Final = 141

UNREADABLE: Final = "E0001"
"""The code of the complaint about a file that cannot be read."""
NOTHING_THERE: Final = frozenset({UNREADABLE, "Y0301", "Y0302", "Y0404"})
"""Codes of complaints about missing files and editions; without a span, the command line named them."""


_FULL: Final = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO})
"""Errors that prevent a stream from being written to its end: a full or failing disk."""
_PIPE_CLOSED: Final = errno.EINVAL if os.name == "nt" else errno.EPIPE
"""The error after nobody reads a pipe any more."""
_UNWRITTEN: Final = "the output cannot be written"


class NotPossible(click.ClickException):
    """An error of usage, explained in one or two lines."""

    exit_code = EXIT_USAGE

    def format_message(self) -> str:
        """Return the message without control characters, because it may quote names that others chose."""
        from rulewright.language.text.complaints.printing import escape_text

        return escape_text(self.message)


class NotUsable(NotPossible):
    """An error in something that exists, but is damaged or of the wrong form."""

    exit_code = EXIT_COMPLAINTS


@contextlib.contextmanager
def handle_errors() -> Iterator[None]:
    """Convert every exception to an exit code and a message, so that no traceback is shown."""
    try:
        _check_current_folder()
        try:
            yield
        finally:
            if not sys.stdout.closed:  # the language server closes it at the end
                sys.stdout.flush()
    except (click.ClickException, click.exceptions.Exit, click.Abort):
        raise
    except KeyboardInterrupt:
        raise click.exceptions.Exit(EXIT_INTERRUPTED) from None
    except MemoryError:
        raise NotPossible("there is not enough memory") from None
    except Exception as error:
        if _is_pipe_closed(error):
            _discard_stdout()
            raise click.exceptions.Exit(EXIT_PIPE_CLOSED) from None
        if _is_unwritten(error):
            _discard_stdout()
            raise NotPossible(f"{_UNWRITTEN}: {error.strerror}") from None
        raise click.exceptions.Exit(_exit_code_of(error)) from None


def end_unwritten(error: OSError) -> int:
    """Return the exit code after output could not be written, with a message if possible. Reraise other errors."""
    if not _is_unwritten(error):
        raise error
    _discard_stdout()
    with contextlib.suppress(OSError):
        click.echo(f"Error: {_UNWRITTEN}: {error.strerror}", err=True)
    _discard(sys.stderr)
    return EXIT_USAGE


def _is_pipe_closed(error: BaseException) -> bool:
    """Return whether an error says that nobody reads the output any more."""
    if isinstance(error, BrokenPipeError):
        return True
    return isinstance(error, OSError) and error.errno == _PIPE_CLOSED and error.filename is None


def _is_unwritten(error: BaseException) -> TypeGuard[OSError]:
    """Return whether an error says that output could not be written, as on a full disk."""
    return isinstance(error, OSError) and error.errno in _FULL and error.filename is None


def show_rules_error(error: RulesError) -> int:
    """Print the complaints on stderr; return the exit code they deserve.

    If the command line itself names something that does not exist, that is a usage error.
    """
    from rulewright.cli.common.json_line import add_to_json_line, is_json_requested
    from rulewright.language.text import show_complaints, to_data

    if is_json_requested():
        add_to_json_line({"complaints": to_data(error.complaints)})
    colour = uses_colour(sys.stderr)
    click.echo(show_complaints(error.complaints, colour=colour), err=True, color=colour)
    return EXIT_USAGE if is_misnamed(error) else EXIT_COMPLAINTS


def is_misnamed(error: RulesError) -> bool:
    """Return whether the command line itself names a file, edition or language that does not exist."""
    return all(
        complaint.span is None and complaint.code in NOTHING_THERE for complaint in error.complaints
    )


def uses_colour(stream: object) -> bool:
    """Return whether to print colours on `stream`: on a terminal, or as FORCE_COLOR, NO_COLOR and TERM require."""
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    if os.environ.get("TERM") == "dumb":
        return False
    isatty = getattr(stream, "isatty", None)
    return isatty is not None and bool(isatty())


def _exit_code_of(error: Exception) -> int:
    """Print an error, as complaints or as a crash report, and return its exit code."""
    from rulewright.language.text import RulesError

    if isinstance(error, RulesError):
        return show_rules_error(error)
    from rulewright.cli.common.crash_report import report_fault

    click.echo(report_fault(error), err=True)
    return EXIT_FAULT


def _check_current_folder() -> None:
    """Raise NotPossible if the working directory was deleted: paths could not be resolved."""
    try:
        os.getcwd()
    except OSError as error:
        message = f"the current folder no longer exists: {error.strerror}"
        raise NotPossible(message) from None


def _discard_stdout() -> None:
    """Redirect standard output to the null device, so that Python's final flush cannot fail."""
    _discard(sys.stdout)


def _discard(stream: TextIO) -> None:
    """Redirect a standard stream to the null device, if it has a file descriptor."""
    with contextlib.suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)


@contextlib.contextmanager
def time_limit(seconds: float | None) -> Iterator[None]:
    """End the process with a message and exit code 124 if the body takes longer than `seconds`."""
    from threading import Lock, Timer

    from rulewright.cli.common.json_line import json_line_writer

    if seconds is None:
        yield
        return
    ending = (
        Lock()
    )  # the thread that ends the process never releases it, so nothing else is printed
    watch = Timer(seconds, _end_process, (seconds, ending, json_line_writer()))
    watch.daemon = True
    watch.start()
    try:
        yield
    finally:
        with ending:
            watch.cancel()


def _end_process(seconds: float, ending: Lock, write_line: Callable[[int, str], None]) -> None:
    """End the process and its children because the time is up."""
    from multiprocessing import active_children

    ending.acquire()
    for child in active_children():
        child.kill()
    message = f"stopped after {seconds:g} seconds, before everything was checked"
    with contextlib.suppress(OSError, ValueError):
        sys.stderr.write(f"Error: {message}\n")
        sys.stderr.flush()
    with contextlib.suppress(OSError, ValueError):
        write_line(EXIT_TIMED_OUT, message)
    os._exit(EXIT_TIMED_OUT)
