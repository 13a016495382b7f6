"""The command `rulewright` and the list of what it can do."""

from __future__ import annotations

import os
import sys
from typing import Any

import click

from rulewright import __version__
from rulewright.front.check_command import check
from rulewright.front.document_command import document
from rulewright.front.editions_command import editions
from rulewright.front.ending import EXIT_INTERRUPTED, told_well
from rulewright.front.play.play_command import play
from rulewright.front.simulate_command import simulate
from rulewright.front.test_command import test


class _Commands(click.Group):
    """The commands in the order in which a newcomer needs them; each of them ends well."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.commands)

    def invoke(self, ctx: click.Context) -> Any:
        with told_well():
            return super().invoke(ctx)


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, package_name="rulewright", message="%(prog)s %(version)s")
def rulewright() -> None:
    """Play, check, test and measure card games written in the rule language.

    Exit codes: 0 all is well, 1 complaints or failed scenarios, 2 wrong use or nothing to work
    on, 3 a fault of ours.
    """


for _command in (play, check, test, simulate, editions, document):
    rulewright.add_command(_command)


def _open_what_is_closed() -> None:
    """Who calls us may have closed what all programs read from and write to; then nothing is there."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115 - for good


def main() -> None:
    """Run the command line, and end the process with its exit code."""
    _open_what_is_closed()
    # A terminal that cannot show a sign gets a question mark, not an error.
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    try:
        rulewright(prog_name="rulewright")
    except KeyboardInterrupt:
        sys.exit(EXIT_INTERRUPTED)
