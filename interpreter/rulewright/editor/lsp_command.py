"""`rulewright lsp`: the language server, which editors start themselves."""

from __future__ import annotations

import click

from rulewright.cli.common.exits import NotPossible
from rulewright.cli.common.json_line import duplicate_stdout, is_json_requested


@click.command()
def lsp() -> None:
    """Start the language server for an editor.

    Editors start it themselves, and use it for complaints, help and completion. docs/editor explains how to set
    one up.
    """
    try:
        import pygls  # noqa: F401 - whether it is there, before anything of ours needs it
    except ImportError:
        reason = 'the language server is not installed: pip install "rulewright[editor]"'
        raise NotPossible(reason) from None
    from rulewright.editor.lsp.server import make_server

    server = make_server()
    server.start_io(stdout=duplicate_stdout())
    if is_json_requested():
        click.echo()  # messages of the protocol do not end with a newline
    if server.exited_early:
        raise click.exceptions.Exit(1)
