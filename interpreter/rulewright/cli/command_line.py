"""The command `rulewright` and its list of subcommands."""

from __future__ import annotations

import os
import signal
import sys
from importlib import import_module
from typing import Any, Final, TextIO

import click

from rulewright import __version__
from rulewright.cli.common.exits import EXIT_INTERRUPTED, end_unwritten, handle_errors
from rulewright.cli.common.json_line import add_option, json_line, note_json_option

COMMANDS: Final = {
    "play": "Play EDITION in the terminal, or watch bots play it.",
    "serve": "Let friends play in their browsers.",
    "new": "Create a card, an edition or a game from a template.",
    "check": "Check edition files (.yaml) and rule files (.rules).",
    "fmt": "Format rule files and edition files.",
    "migrate": "Rewrite old forms in rules, editions and scenarios to those of today.",
    "test": "Run the scenarios in rule files (.rules) and folders.",
    "simulate": "Let bots play many games of EDITION and print statistics.",
    "balance": "Judge from many games whether a card of EDITION is too strong.",
    "train": "Let a network learn EDITION from games against itself.",
    "replay": "Replay saved games and tables under other rules, and print where they differ.",
    "editions": "List the shipped editions with their players and options.",
    "show": "Print the values of EDITION: settings, tables and cards.",
    "diff": "Print how two editions differ in values and rules.",
    "blame": "Print the lines that set a value of EDITION.",
    "explain": "Explain a card, another word of EDITION, or the code of a complaint.",
    "say": "Print examples of the rule language that are nearest to SENTENCE.",
    "rename": "Rename something of your own in every file that uses it.",
    "document": "Print a Markdown page about EDITION, or about one CARD.",
    "build": "Write EDITION as a WebAssembly file for other programming languages.",
    "cache": "Show the place and size of the cache, or clear it.",
    "lsp": "Start the language server for an editor.",
    "mcp": "Start a server for assistants that write rules.",
}
"""Each command with the first line of its help, in the order in which a newcomer needs them."""

FOLDERS: Final = {
    "authoring": ("check", "fmt", "migrate", "new", "rename", "say", "test"),
    "games": ("balance", "build", "cache", "play", "replay", "simulate", "train"),
    "reference": ("blame", "diff", "document", "editions", "explain", "show"),
}
MODULES: Final = {
    name: f"rulewright.cli.commands.{folder}.{name}_command"
    for folder, names in FOLDERS.items()
    for name in names
} | {
    "lsp": "rulewright.editor.lsp_command",
    "mcp": "rulewright.editor.mcp_command",
    "serve": "rulewright.web.serve_command",
}
"""The module of each command; only the called one is imported, so that starting is fast."""


class _Commands(click.Group):
    """A group of commands whose modules are imported when called; it turns every error into an exit code."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all commands, without importing them."""
        return list(COMMANDS)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Note whether `--json` was given, then parse the arguments."""
        note_json_option(ctx, args)
        return super().parse_args(ctx, args)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the called command, imported now, with its name and arguments."""
        name, known, rest = super().resolve_command(ctx, args)
        return name, known and load_command(name or ""), rest

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command, print its JSON line if asked for, and turn every error into an exit code."""
        if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
            signal.signal(signal.SIGINT, signal.default_int_handler)
        name = next(iter([*ctx._protected_args, *ctx.args]), "")
        with json_line(ctx, name), handle_errors():
            return super().invoke(ctx)


def load_command(name: str) -> click.Command:
    """Import and return a command."""
    command = getattr(import_module(MODULES[name]), name)
    assert isinstance(command, click.Command)
    add_option(command)
    return command


_KNOWN = {name: click.Command(name, short_help=about) for name, about in COMMANDS.items()}


@click.group(
    cls=_Commands, commands=_KNOWN, context_settings={"help_option_names": ["-h", "--help"]}
)
@click.version_option(__version__, package_name="rulewright", message="%(prog)s %(version)s")
def rulewright() -> None:
    """Play, check, test and measure card games written in the rule language.

    EDITION is a game in one of its versions, such as `classic` or `caravan`; `rulewright editions` lists all.

    Exit codes: 0 success, 1 complaints or failed scenarios, 2 wrong usage or nothing to work on, 3 an error
    inside Rulewright.
    """


def _open_closed_streams() -> None:
    """Replace standard streams that the calling process has closed by the null device."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115 - for good


CODE_PAGES: Final = os.name == "nt"
"""Whether files and pipes use a code page by default (Windows)."""


def _encoding_for(stream: TextIO) -> str | None:
    """Return UTF-8 for files and pipes on Windows, which has code pages; None to keep the system's encoding."""
    return "utf-8" if CODE_PAGES and not stream.isatty() else None


def main() -> None:
    """Run the command line and end the process with its exit code."""
    _open_closed_streams()
    # A terminal that cannot show a character gets a question mark instead of an error.
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace", encoding=_encoding_for(stream))
    try:
        rulewright(prog_name="rulewright")
    except KeyboardInterrupt:
        sys.exit(EXIT_INTERRUPTED)
    except OSError as error:  # output before a command begins, or at its very end
        sys.exit(end_unwritten(error))
