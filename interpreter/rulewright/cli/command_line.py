"""The command `rulewright` and its list of subcommands."""

from __future__ import annotations

import os
import signal
import sys
from importlib import import_module
from typing import Any, Final, TextIO

import click

from rulewright import __version__
from rulewright.cli.common.exits import EXIT_INTERRUPTED, end_unwritten, told_well
from rulewright.cli.common.json_line import add_option, json_line, note_asked

COMMANDS: Final = {
    "play": "Play EDITION in the terminal, or watch bots play it.",
    "serve": "Let friends play in their browsers: EDITIONs of your own, or all that are shipped.",
    "new": "Begin files of your own, with a scenario that passes: a card, an edition, a game.",
    "check": "Check edition files (.yaml), rule files (.rules) and folders of them.",
    "fmt": "Put blanks, line ends and indentation of rule files and edition files in order.",
    "test": "Run the scenarios in rule files (.rules) and folders.",
    "simulate": "Let bots play many games of EDITION, and print how long they took and how they ended.",
    "balance": "Tell whether a card of EDITION is too strong: a verdict, then tables.",
    "editions": "List the shipped editions: id, name, number of players, options.",
    "show": "Print what EDITION comes to: settings, cells of tables, cards, and what is printed on them.",
    "diff": "Print what two editions have otherwise: settings, cells, cards, fields, names, and rules.",
    "blame": "Print the lines that made a value of EDITION, the first rule that declares it first.",
    "explain": "Print what NAME is in EDITION: a card, or anything else that its rules name.",
    "say": "Print examples that are nearest to SENTENCE, in the names and rules of EDITION.",
    "rename": "Give something of your own another name, in every file that speaks of it.",
    "document": "Print a page, in Markdown, about the rules of EDITION, or about a CARD of it.",
    "build": "Write EDITION as one WebAssembly file, to be played from other languages.",
    "cache": "Tell where the cache lies and how large it is, or clear it.",
    "lsp": "Start the language server, for complaints, help and completion in an editor.",
}
"""What each command is for, in the order in which a newcomer needs them; `play` is in `play_command.py`."""

FOLDERS: Final = {
    "authoring": ("check", "fmt", "new", "rename", "say", "test"),
    "games": ("balance", "build", "cache", "play", "simulate"),
    "reference": ("blame", "diff", "document", "editions", "explain", "show"),
}
MODULES: Final = {
    name: f"rulewright.cli.commands.{folder}.{name}_command"
    for folder, names in FOLDERS.items()
    for name in names
} | {"lsp": "rulewright.editor.lsp_command", "serve": "rulewright.web.serve_command"}
"""Commands with a stage of their own, of which nothing else is to know."""


class _Commands(click.Group):
    """A group of commands whose modules are imported when called; it turns every error into an exit code."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        note_asked(ctx, args)
        return super().parse_args(ctx, args)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name, known, rest = super().resolve_command(ctx, args)
        return name, known and load_command(name or ""), rest

    def invoke(self, ctx: click.Context) -> Any:
        if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
            signal.signal(signal.SIGINT, signal.default_int_handler)
        name = next(iter([*ctx._protected_args, *ctx.args]), "")
        with json_line(ctx, name), told_well():
            return super().invoke(ctx)


def load_command(name: str) -> click.Command:
    """Import and return a command."""
    command = getattr(import_module(MODULES[name]), name)
    assert isinstance(command, click.Command)
    add_option(command)
    return command


_KNOWN = {name: click.Command(name, help=about) for name, about in COMMANDS.items()}


@click.group(
    cls=_Commands, commands=_KNOWN, context_settings={"help_option_names": ["-h", "--help"]}
)
@click.version_option(__version__, package_name="rulewright", message="%(prog)s %(version)s")
def rulewright() -> None:
    """Play, check, test and measure card games written in the rule language.

    Exit codes: 0 all is well, 1 complaints or failed scenarios, 2 wrong use or nothing to work
    on, 3 a fault of ours.
    """


def _open_what_is_closed() -> None:
    """Replace standard streams that the calling process has closed by the null device."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115 - for good


CODE_PAGES: Final = os.name == "nt"
"""Whether files and pipes have the letters of one country unless somebody says otherwise."""


def _encoding_for(stream: TextIO) -> str | None:
    """Return UTF-8 for files and pipes on Windows, which has code pages; None to keep the system's encoding."""
    return "utf-8" if CODE_PAGES and not stream.isatty() else None


def main() -> None:
    """Run the command line and end the process with its exit code."""
    _open_what_is_closed()
    # A terminal that cannot show a sign gets a question mark, not an error; files and pipes can have all.
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace", encoding=_encoding_for(stream))
    try:
        rulewright(prog_name="rulewright")
    except KeyboardInterrupt:
        sys.exit(EXIT_INTERRUPTED)
    except OSError as error:  # what is written before a command begins, or at its very end
        sys.exit(end_unwritten(error))
