"""The command `rulewright serve`, which runs the web application."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

import click
from platformdirs import user_data_path

from rulewright.cli.common.exits import NotPossible, NotUsable

USUAL_PORT: Final = 8765
LOOPBACK: Final = ("localhost", "127.0.0.1", "[::1]")
MISSING: Final = "the table needs more packages: pip install 'rulewright[table]'"


@click.command()
@click.argument("editions", nargs=-1, metavar="[EDITION]...")
@click.option("--port", type=click.IntRange(1, 65535), default=USUAL_PORT, show_default=True)
@click.option(
    "--public", is_flag=True, help="Listen on all addresses of this machine, not only on localhost."
)
@click.option("--database", metavar="ADDRESS", help="postgresql://… (default: a file of its own).")
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
    help="Without --public: a host name under which a proxy forwards requests here.",
)
@click.option(
    "--private-hooks",
    is_flag=True,
    help="Let players register web hooks with addresses in this network.",
)
def serve(
    editions: tuple[str, ...],
    port: int,
    public: bool,
    database: str | None,
    thinkers: int | None,
    allow_rules: bool,
    names: tuple[str, ...],
    private_hooks: bool,
) -> None:
    """Let friends play in their browsers.

    EDITION is an edition file of your own or the id of a shipped edition; without one, all shipped editions are
    offered.
    """
    try:
        from rulewright.web.app import ServerSettings, application, run_server
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
    own = () if public else (*LOOPBACK, *(name.lower() for name in names))
    setup = ServerSettings(
        address, sources, count, private_hooks=private_hooks, uploads=uploads, names=own
    )
    try:
        app = application(setup)
        key = app.state.service.store.secret("host")
    except DatabaseUnreachable as error:
        raise NotPossible(f"the database does not answer ({error.why})") from None
    except NewerDatabase as error:
        raise NotUsable(str(error)) from None
    if public:
        click.echo(
            "Anybody who can reach this computer can open tables here. With TLS, cookies are marked Secure."
        )
    at = f"http://127.0.0.1:{port}"
    click.echo(
        f"The table: {at}/\nFor you, the host: {at}/host/{key}\nCtrl-C ends it; every game is kept."
    )
    run_server(app, "0.0.0.0" if public else "127.0.0.1", port)
