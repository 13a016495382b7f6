"""What tables cost at which nobody is: `python tests/tools/idle_tables.py 10000`.

One game is played for a while, and written so many times more into the database.
Then a server begins on it, beside one on an empty database: their memory, and their CPU seconds while nobody asks.
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

import sqlalchemy as sa

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from rulewright.web.store.database import TableStore
from rulewright.web.tables.edition_catalogue import EditionCatalogue
from rulewright.web.tables.live_games import GameCache
from rulewright.web.tables.table_service import TableService, TableSettings
from table.processes import servers, used

CHOICES, SECONDS, SEATS = 60, 30.0, 5


def played(deeds: TableService) -> str:
    """A table at which some choices were made."""
    table = deeds.create(TableSettings("classic", "en", SEATS, seed=1), "p0", "A")
    for seat in range(1, SEATS):
        deeds.join(table, f"p{seat}", "")
    deeds.start(table, "p0", "")
    for number in range(CHOICES):
        running = deeds.game_cache.current(table)[1]
        assert running is not None
        decision = running.game.decision
        assert decision is not None
        asked, options = running.decision_id(decision.player), len(decision.options)
        deeds.choose(table, f"p{decision.player}", asked, number % options)
    return table


def filled(address: str, count: int) -> None:
    """Write a table with all that belongs to it so many times."""
    store = TableStore(address)
    catalogue = EditionCatalogue(("classic",))
    table = played(TableService(store, catalogue, GameCache(store, catalogue)))
    with store.writing() as connection:
        for name, key in (("tables", "id"), ("seats", '"of"'), ("log", '"of"')):
            found = connection.execute(sa.text(f"SELECT * FROM {name} WHERE {key} = '{table}'"))
            rows = [dict(row) for row in found.mappings()]
            own = key.strip('"')
            columns = ", ".join(f'"{column}"' for column in rows[0])
            values = ", ".join(f":{column}" for column in rows[0])
            insert = sa.text(f"INSERT INTO {name} ({columns}) VALUES ({values})")
            for number in range(count):
                connection.execute(insert, [{**row, own: f"idle{number}"} for row in rows])
    store.close()


def idle(address: str) -> tuple[int, float]:
    """The memory of a server in KB, and the CPU seconds that it takes while nobody asks."""
    with servers(address) as (server,):
        time.sleep(8)
        before = used(server.number)[0]
        time.sleep(SECONDS)
        cpu, memory = used(server.number)
        return memory, cpu - before


def main() -> None:
    count = int(sys.argv[1])
    with tempfile.TemporaryDirectory() as folder:
        full = f"sqlite:///{folder}/full"
        filled(full, count)
        size = Path(folder, "full").stat().st_size / count / 1024
        for what, address in (("none", f"sqlite:///{folder}/empty"), (str(count), full)):
            memory, cpu = idle(address)
            print(f"{what:>6} idle tables: {memory} KB, {cpu:.2f} s of CPU in {SECONDS:.0f} s")
        print(f"{size:.1f} KB of disk a table")


if __name__ == "__main__":
    main()
