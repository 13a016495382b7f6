"""How many tables of five a server holds: `python tests/tools/load_tables.py 25 50 100`, a figure for each number.

At each table somebody chooses every two seconds; measured is how long it takes until the choice is on all screens
that it changes. The load runs on the same machine as the server. With `--database` it is put on another database.
"""

from __future__ import annotations

import argparse
import asyncio
import re
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from attrs import define, field

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from rulewright.web.store.database import TableStore
from rulewright.web.store.identities import TokenSigner, form_key, person_of
from rulewright.web.tables.edition_catalogue import EditionCatalogue
from rulewright.web.tables.live_games import GameCache
from rulewright.web.tables.table_service import TableService, TableSettings
from table.processes import Server, servers, used

ASKED = re.compile(rb'form=\\"choose\\" name=\\"asked\\" value=\\"([\d.]+)')
OPTION = re.compile(rb'form=\\"choose\\" name=\\"option\\" value=\\"(\d+)')
SEATS, PAUSE, LONGEST, WARM = 5, 2.0, 10.0, 6.0


@define
class OpenPage:
    """One stream: when it last showed something, and what its seat is asked."""

    token: str
    shown: float = 0.0
    asked: tuple[str, str] | None = None
    bytes: int = 0


@define
class Loaded:
    """A table with its screens, and how long its choices took."""

    id: str
    open_pages: list[OpenPage]
    took: list[float] = field(factory=list)


def prepared(address: str, count: int) -> list[Loaded]:
    """So many tables that have begun."""
    store, catalogue = TableStore(address), EditionCatalogue(("classic",))
    deeds, found = TableService(store, catalogue, GameCache(store, catalogue)), []
    tokens = TokenSigner(store.secret("tokens"))
    for number in range(count):
        open_pages = [OpenPage(tokens.new()) for _ in range(SEATS)]
        table = deeds.create(
            TableSettings("classic", "en", SEATS, seed=number), person_of(open_pages[0].token), "A"
        )
        for open_page in open_pages[1:]:
            deeds.join(table, person_of(open_page.token), "")
        deeds.start(table, person_of(open_pages[0].token), "")
        found.append(Loaded(table, open_pages))
    store.close()
    return found


async def watch(port: int, table: Loaded, open_page: OpenPage) -> None:
    """Read a stream for as long as it is open."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1 << 20)
    writer.write(
        f"GET /t/{table.id}/stream HTTP/1.1\r\nhost: x\r\ncookie: rulewright={open_page.token}\r\n\r\n".encode()
    )
    while line := await reader.readline():
        open_page.bytes += len(line)
        if not line.startswith(b"data: {"):
            continue
        open_page.shown = time.perf_counter()
        if b'"now":' in line:
            asked, option = ASKED.search(line), OPTION.search(line)
            open_page.asked = (asked[1].decode(), option[1].decode()) if asked and option else None


async def choose(port: int, table: Loaded) -> None:
    """Choose for whoever is asked, and note how long it took until the last screen that changed."""
    open_page = next((each for each in table.open_pages if each.asked), None)
    if open_page is None or open_page.asked is None:
        return
    (asked, option), open_page.asked = open_page.asked, None
    body = f"key={form_key(open_page.token)}&asked={asked}&option={option}".encode()
    begun = time.perf_counter()
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(
        f"POST /t/{table.id}/choose HTTP/1.1\r\nhost: x\r\ncookie: rulewright={open_page.token}\r\nx-quiet: 1\r\n"
        "content-type: application/x-www-form-urlencoded\r\nconnection: close\r\n"
        f"content-length: {len(body)}\r\n\r\n".encode()
        + body
    )
    with suppress(TimeoutError):
        async with asyncio.timeout(LONGEST):
            await reader.read()
            while time.perf_counter() < begun + PAUSE * 0.8 and any(
                each.shown < begun for each in table.open_pages
            ):
                await asyncio.sleep(0.005)
    writer.close()
    changed = [each.shown - begun for each in table.open_pages if each.shown > begun]
    table.took.append(max(changed, default=LONGEST))


async def driven(server: Server, tables: Sequence[Loaded], seconds: float) -> float:
    """Open all streams, then choose at each table every two seconds; the CPU seconds that this took the server."""
    port = server.port
    streams = []
    for table in tables:
        streams += [
            asyncio.create_task(watch(port, table, open_page)) for open_page in table.open_pages
        ]
        await asyncio.sleep(0.05)
    await asyncio.sleep(WARM)
    before = used(server.number)[0]
    for open_page in (open_page for table in tables for open_page in table.open_pages):
        open_page.bytes = 0

    async def at(table: Loaded, offset: float) -> None:
        await asyncio.sleep(offset)
        until = time.perf_counter() + seconds
        while (now := time.perf_counter()) < until:
            await choose(port, table)
            await asyncio.sleep(max(now + PAUSE - time.perf_counter(), 0))

    await asyncio.gather(*(at(each, PAUSE * n / len(tables)) for n, each in enumerate(tables)))
    for stream in streams:
        stream.cancel()
    return used(server.number)[0] - before


def measured(count: int, seconds: float, database: str) -> str:
    """A line about so many tables."""
    with tempfile.TemporaryDirectory() as folder:
        address = database or f"sqlite:///{folder}/tables"
        with servers(address) as (server,):
            memory = used(server.number)[1]
            tables = prepared(address, count)
            cpu = asyncio.run(driven(server, tables, seconds))
            after = used(server.number)[1]
    took = sorted(each for table in tables for each in table.took)
    sent = sum(open_page.bytes for table in tables for open_page in table.open_pages)
    within = sum(each <= 0.1 for each in took) / len(took)
    median, late = (took[int(len(took) * part)] * 1e3 for part in (0.5, 0.95))
    return (
        f"{count:>5} tables {len(took):>6} choices: {within:5.0%} within 100 ms, median {median:.0f} ms, "
        f"95th {late:.0f} ms; {cpu / len(took) * 1e3:.1f} ms CPU and "
        f"{sent / len(took) / 1024:.0f} KB a choice; {(after - memory) / count:.0f} KB a table"
    )


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("tables", type=int, nargs="+")
    asked.add_argument("--seconds", type=float, default=20)
    asked.add_argument("--database", default="")
    given = asked.parse_args()
    for count in given.tables:
        print(measured(count, given.seconds, given.database), flush=True)


if __name__ == "__main__":
    main()
