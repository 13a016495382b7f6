"""What survives servers that are killed and databases that are away: no choice is lost, none is made twice."""

import random
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from rulewright.web.store.database import TableStore
from rulewright.web.tables.edition_catalogue import EditionCatalogue
from rulewright.web.tables.live_games import CHOICE, GameCache
from rulewright.web.tables.table_service import TableService, TableSettings
from table.processes import Player, Postgres, Server, needs_postgres, postgres, servers
from tiers import LONG

pytestmark = pytest.mark.process

EDITION, PLAYERS, TABLES = "liars-hand", 3, 4 if LONG else 2
KILLS = 100


@pytest.fixture
def database() -> Iterator[Postgres]:
    with tempfile.TemporaryDirectory() as folder, postgres(Path(folder)) as found:
        yield found


def seated(address: str, at: list[Server]) -> list[tuple[str, list[Player]]]:
    """Tables that have begun, each with its people."""
    store = TableStore(address)
    deeds = TableService(
        store, EditionCatalogue((EDITION,)), GameCache(store, EditionCatalogue((EDITION,)))
    )
    found = []
    for number in range(TABLES):
        people = [Player(at, seat, random.Random(f"{number} {seat}")) for seat in range(PLAYERS)]
        assert at[0].tokens  # read while the database is there
        table = deeds.create(
            TableSettings(EDITION, "en", PLAYERS, seed=number), people[0].person, "A"
        )
        for each in people[1:]:
            deeds.join(table, each.person, "")
        deeds.start(table, people[0].person, "")
        found.append((table, people))
    store.close()
    return found


Made = Callable[[], int]
"""How many choices were accepted so far; -1 when nobody plays any more."""


def played(address: str, at: list[Server], faults: Callable[[Made], int]) -> int:
    """Play tables to their ends while faults happen; how many did."""
    tables, ends = seated(address, at), []

    def plays(player: Player, table: str) -> None:
        ends.append(player.play(f"/t/{table}"))

    threads = [
        threading.Thread(target=plays, args=(player, table))
        for table, people in tables
        for player in people
    ]
    for thread in threads:
        thread.start()

    def made() -> int:
        plays_on = any(thread.is_alive() for thread in threads)
        accepted = sum(len(player.accepted) for _, people in tables for player in people)
        return accepted if plays_on else -1

    count = faults(made)
    for thread in threads:
        thread.join()
    for player in (player for _, people in tables for player in people):
        player.client.close()
    assert ends == [True] * len(threads)
    check(address, tables)
    return count


def check(address: str, tables: list[tuple[str, list[Player]]]) -> None:
    """Whatever was accepted stands in the log where it belongs, once."""
    store = TableStore(address)
    for table, people in tables:
        entries = store.log(table)
        assert [each.number for each in entries] == list(range(len(entries)))
        for player in people:
            own = [
                each.value for each in entries if (each.kind, each.seat) == (CHOICE, player.seat)
            ]
            for asked, option in player.accepted.items():
                assert own[int(asked.split(".")[1])] == option
            assert player.accepted
        assert store.load(table).row["state"] == "over"
    store.close()


@pytest.mark.long
def test_a_server_that_is_killed_a_hundred_times_loses_nothing(tmp_path: Path) -> None:
    address, lot, killed = f"sqlite:///{tmp_path / 'tables'}", random.Random(1), 0

    while killed < KILLS:
        with servers(address) as at:

            def faults(made: Made, at: list[Server] = at, before: int = killed) -> int:
                count, last = 0, 0
                while (now := made()) >= 0 and before + count < KILLS:
                    if now < last + lot.randint(1, 6):
                        time.sleep(0.01)
                        continue
                    time.sleep(lot.uniform(0, 0.05))  # in the midst of whatever it does
                    at[0].kill()
                    count, last = count + 1, now
                    at[0].begin()
                    at[0].wait()
                    print(f"killed {before + count} times, {now} choices", flush=True)
                return count

            killed += played(address, at, faults)


@needs_postgres
@pytest.mark.long
def test_people_go_on_with_the_others_when_one_of_three_servers_is_killed(
    database: Postgres,
) -> None:
    with servers(database.address, 3) as at:

        def faults(made: Made) -> int:
            time.sleep(1)
            at[0].kill()
            return 1

        played(database.address, at, faults)


@needs_postgres
@pytest.mark.long
def test_a_database_that_is_away_for_ten_seconds_is_waited_for(database: Postgres) -> None:
    with servers(database.address, 2) as at:

        def faults(made: Made) -> int:
            time.sleep(1)
            database.stop()
            time.sleep(10)
            database.begin()
            return 1

        played(database.address, at, faults)


@needs_postgres
@pytest.mark.rotating
def test_two_processes_play_one_table_on_one_database(database: Postgres) -> None:
    """What the one writes the other plays on with, and is told of."""
    import psycopg

    catalogue = EditionCatalogue((EDITION,))
    keepers = [TableStore(database.address) for _ in range(2)]
    deeds = [TableService(store, catalogue, GameCache(store, catalogue)) for store in keepers]
    people = ("ann", "bob", "cy")
    with psycopg.connect(database.address.replace("+psycopg", ""), autocommit=True) as listening:
        listening.execute("LISTEN rulewright_tables")
        table = deeds[0].create(TableSettings(EDITION, "en", PLAYERS, seed=3), people[0], "Ann")
        deeds[1].join(table, people[1], "Bob")
        deeds[0].join(table, people[2], "Cy")
        deeds[1].start(table, people[0], "")
        for number in range(400):
            one = deeds[number % 2]
            with one.game_cache.locked(table):
                kept, running = one.game_cache.current(table)
                assert running is not None
                decision = running.game.decision
                if decision is None:
                    break
                asked, options = running.decision_id(decision.player), len(decision.options)
            one.choose(table, people[decision.player], asked, number % options)
        assert deeds[0].store.secret("host") == deeds[1].store.secret("host")
        notices = [each.payload for each in listening.notifies(timeout=1, stop_after=5)]

    assert kept.row["state"] == "over"
    assert len(notices) > 5
    assert set(notices) == {table}
    deeds[1].drop(table)
    assert not deeds[0].store.log(table)
    for store in keepers:
        store.close()
