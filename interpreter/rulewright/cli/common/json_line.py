"""The option `--json` of every command: one line of JSON, the last of standard output, whatever happens."""

from __future__ import annotations

import contextlib
import io
import os
import signal
import sys
from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any, Final, NoReturn, TextIO

import click

JSON: Final = "json"
_ASKED: Final = "rulewright --json"
_DATA: Final = "rulewright data of --json"
_LAST: Final = "rulewright writer of --json"

INTERACTIVE: Final = frozenset({"play", "serve", "lsp", "mcp"})
"""Commands whose text is printed at once, before the JSON line."""

UNTOLD: Final = 141
"""The exit code after a closed pipe; no line is printed, because nobody reads it."""

EXIT_TERMINATED: Final = 128 + signal.SIGTERM


def add_option(command: click.Command) -> None:
    """Add `--json` to a command and its subcommands."""
    if not any(parameter.name == JSON for parameter in command.params):
        about = "For programs: end the output with one line of JSON."
        command.params.append(
            click.Option([f"--{JSON}"], is_flag=True, expose_value=False, help=about)
        )
    if isinstance(command, click.Group):
        for each in command.commands.values():
            add_option(each)


def note_json_option(ctx: click.Context, args: list[str]) -> None:
    """Note whether the arguments contain `--json`, even if other arguments are wrong."""
    options = args[: args.index("--")] if "--" in args else args
    ctx.meta[_ASKED] = f"--{JSON}" in options


def is_json_requested() -> bool:
    """Return whether the running command was called with `--json`."""
    ctx = click.get_current_context(silent=True)
    return ctx is not None and bool(ctx.meta.get(_ASKED))


def add_to_json_line(data: Mapping[str, Any]) -> None:
    """Add data to the JSON line, which then omits the command's printed text."""
    ctx = click.get_current_context(silent=True)
    if ctx is not None:
        ctx.meta.setdefault(_DATA, {}).update(data)


def json_line_writer() -> Callable[[int, str], None]:
    """Return a function that writes the JSON line with an exit code and an error, callable from any thread."""
    ctx = click.get_current_context(silent=True)
    writer: Callable[[int, str], None] | None = ctx.meta.get(_LAST) if ctx is not None else None
    return writer or (lambda code, error: None)


def duplicate_stdout() -> Any:
    """Return a duplicate of standard output in binary mode; closing it leaves the original open."""
    return os.fdopen(os.dup(sys.stdout.fileno()), "wb")


@contextlib.contextmanager
def json_line(ctx: click.Context, name: str) -> Iterator[None]:
    """Print the JSON line after the body, if it was asked for; exceptions pass through."""
    if not ctx.meta.get(_ASKED):
        yield
        return
    text, stream = io.StringIO(), sys.stdout
    code, error = 0, None
    ctx.meta[_LAST] = lambda code, error: _print(name, code, error, {}, "", stream)
    captured = contextlib.nullcontext() if name in INTERACTIVE else contextlib.redirect_stdout(text)
    try:
        with captured, _exit_on_sigterm():
            yield
    except click.ClickException as raised:
        code, error = raised.exit_code, raised.format_message()
        raise
    except click.exceptions.Exit as raised:
        code = raised.exit_code
        raise
    except click.Abort:
        code = 1
        raise
    finally:
        if code != UNTOLD:
            _print(name, code, error, ctx.meta.get(_DATA, {}), text.getvalue(), stream)


@contextlib.contextmanager
def _exit_on_sigterm() -> Iterator[None]:
    """Turn SIGTERM into an exit within the body, unless it is handled already or this is not the main thread."""
    try:
        before = signal.getsignal(signal.SIGTERM)
        if before is signal.SIG_DFL:
            signal.signal(signal.SIGTERM, _terminate)
    except ValueError:
        yield
        return
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _terminate(*_: object) -> NoReturn:
    """Raise click's Exit with the exit code for SIGTERM, as a signal handler."""
    raise click.exceptions.Exit(EXIT_TERMINATED)


def _print(
    name: str, code: int, error: str | None, data: Mapping[str, Any], text: str, stream: TextIO
) -> None:
    """Print the JSON line."""
    from rulewright.language.text import json_text

    line: dict[str, Any] = {"command": name, "exit": code}
    if error is not None:
        line["error"] = error
    if text and not _has_own_data(data):
        line["text"] = text
    click.echo(json_text({**line, **data}, indent=None), file=stream)


def _has_own_data(data: Collection[str]) -> bool:
    """Return whether a command added data other than complaints."""
    return bool(set(data) - {"complaints"})
