"""`rulewright mcp`: a server of the Model Context Protocol, which assistants start themselves."""

from __future__ import annotations

from pathlib import Path

import click

from rulewright.cli.common.exits import NotPossible


@click.command()
@click.option(
    "--folder",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Also let tools read files below this folder.",
)
def mcp(folder: Path | None) -> None:
    """Start a server for assistants that write rules.

    It offers check, test, explain, say, show, simulate and balance as tools of the Model Context Protocol, over
    standard input and output. A tool reads only the texts that come with a call, and writes nothing.
    """
    try:
        import mcp.server  # noqa: F401 - whether it is there, before anything of ours needs it
    except ImportError:
        reason = 'the server for assistants is not installed: pip install "rulewright[mcp]"'
        raise NotPossible(reason) from None
    from rulewright.editor.mcp.server import make_server
    from rulewright.editor.mcp.workspace import Workspace

    make_server(Workspace(None if folder is None else folder.resolve())).run("stdio")
