"""The command `rulewright serve`, which runs the web application."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Final

import click
from platformdirs import user_data_path

from rulewright.cli.common.exits import NotPossible, NotUsable

USUAL_PORT: Final = 8765
MISSING: Final = "the table needs more packages: pip install 'rulewright[table]'"


@click.command()
@click.argument("editions", nargs=-1, metavar="[EDITION]...")
@click.option("--port", type=click.IntRange(1, 65535), default=USUAL_PORT, show_default=True)
@click.option("--local", is_flag=True, help="Only this machine can open the pages.")
@click.option(
    "--database",
    metavar="ADDRESS",
    help="Where tables are kept: postgresql://… (default: a file of its own).",
)
@click.option(
    "--thinkers",
    type=click.IntRange(1, 64),
    help="Number of processes for bots (default: half of the cores).",
)
@click.option(
    "--allow-rules",
    is_flag=True,
    help="Let players upload rules of their own, which run on this machine.",
)
@click.option(
    "--name",
    "names",
    multiple=True,
    metavar="HOST",
    help="A host name of this machine, or of a proxy in front of it.",
)
@click.option(
    "--private-hooks",
    is_flag=True,
    help="Let players name web addresses in this network to contact when it is their move (webhooks).",
)
def serve(
    editions: tuple[str, ...],
    port: int,
    local: bool,
    database: str | None,
    thinkers: int | None,
    allow_rules: bool,
    names: tuple[str, ...],
    private_hooks: bool,
) -> None:
    """Let friends play in their browsers.

    EDITION is an edition file of your own or the id of a shipped edition; without one, all shipped editions are
    offered. Everybody in your network can open the pages, unless you say --local.
    """
    try:
        from rulewright.web.app import ServerSettings, application, run_server
        from rulewright.web.reach import LOOPBACK, network_addresses, own_names
        from rulewright.web.refusals import DatabaseUnreachable, NewerDatabase
        from rulewright.web.store.database import database_in
        from rulewright.web.tables.edition_catalogue import EditionCatalogue, absolute_edition
    except ImportError as error:
        raise NotPossible(f"{MISSING} ({error.name} is not there)") from None
    sources = tuple(map(absolute_edition, editions))
    catalogue = EditionCatalogue(sources)
    for each in sources:
        catalogue.offered_rules(each, "en")  # errors in rules are reported before the server starts
    folder = Path(user_data_path("rulewright", appauthor=False))
    address, uploads = database_in(database, folder), folder / "rules" if allow_rules else None
    count = thinkers or max((os.cpu_count() or 2) // 2, 1)
    own = (*(LOOPBACK if local else own_names()), *(name.lower() for name in names))
    links = () if local else tuple(f"http://{each}:{port}" for each in network_addresses())
    setup = ServerSettings(
        address,
        sources,
        count,
        private_hooks=private_hooks,
        uploads=uploads,
        names=own,
        links=links,
    )
    try:
        app = application(setup)
        key = app.state.service.store.secret("host")
    except DatabaseUnreachable as error:
        raise NotPossible(f"the database does not answer ({error.why})") from None
    except NewerDatabase as error:
        raise NotUsable(str(error)) from None
    _tell_reach(f"http://127.0.0.1:{port}", key, links, is_local=local)
    run_server(app, "127.0.0.1" if local else "0.0.0.0", port)


def _tell_reach(here: str, key: str, links: tuple[str, ...], *, is_local: bool) -> None:
    """Print who can open the pages, where, and the host's secret link."""
    click.echo(f"On this computer: {here}/")
    for link in links:
        click.echo(f"For your friends: {link}/")
    if is_local:
        click.echo("Only this computer can open these pages (--local).")
    elif not links:
        click.echo("This computer is in no network, so only you can open these pages.")
    else:
        if sys.stdout.isatty():
            from rulewright.web.reach import qr_for_terminal

            click.echo(qr_for_terminal(f"{links[0]}/"))
        click.echo(
            "Everybody in your network can open tables here; with --local, only this computer."
        )
    click.echo(f"For you, the host: {here}/host/{key}\nCtrl-C ends it; every game is kept.")
