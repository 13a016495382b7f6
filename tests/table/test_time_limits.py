"""The time for a move, players who lose the connection, and rematches: everybody is told."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest
from starlette.applications import Starlette

from rulewright.web.store.db_schema import SEATS, TABLES, StoredTable
from rulewright.web.store.identities import person_of
from rulewright.web.tables.time_limits import AWAY, GRACE, PRESENT, default_option
from table.kit import Person, new_table, person, service_of, serving


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Starlette]:
    with serving(tmp_path_factory.mktemp("table"), "goofspiel", "liars-hand", "classic") as running:
        yield running


def begun(app: Starlette, **agreed: str) -> tuple[list[Person], str, int]:
    """Two people and a table that they have begun, with the seat that has the move."""
    people = [person(app), person(app)]
    people[1].client.headers["accept-language"] = "fr"
    table = new_table(people[0], "goofspiel", "2", 0, name="Ann", **agreed)
    people[1].send(f"{table}/join", name="Zoé")
    people[0].send(f"{table}/start")
    mover = next(at for at, each in enumerate(people) if each.asked(each.look(table).text)[0])
    return people, table, mover


def stored(app: Starlette, table: str) -> StoredTable:
    return service_of(app).store.load(table.removeprefix("/t/"))


def later(app: Starlette, table: str, seconds: float, gone: bool = False) -> None:
    """So much time passes at a table, in which nobody moves; `gone`: nor is anybody seen."""
    service, name = service_of(app), table.removeprefix("/t/")
    with service.store.writing() as connection:
        then = {"moved": TABLES.c.moved - seconds, "due": TABLES.c.due - seconds}
        connection.execute(TABLES.update().where(TABLES.c.id == name).values(**then))
        if gone:
            connection.execute(SEATS.update().where(SEATS.c.of == name).values(here=0.0))
    service.game_cache.forget(name)
    for each in service.store.due_tables():
        service.enforce_limits(each)


def test_the_table_chooses_when_the_time_is_up_and_says_so_in_each_language(
    app: Starlette,
) -> None:
    people, table, mover = begun(app, minutes="2", late="default")
    later(app, table, 100)
    assert stored(app, table).row["length"] == 0

    later(app, table, 30)

    assert stored(app, table).row["length"] == 1
    assert not stored(app, table).seats[mover].lent
    name = ("Ann", "Zoé")[mover]
    assert f"The time of {name} is up: the table has chosen." in people[0].look(table).text
    assert f"écoulé pour {name}" in people[1].look(table).text
    later(app, table, 100)
    assert stored(app, table).row["length"] == 1


def test_a_bot_plays_when_the_time_is_up_until_the_player_takes_the_seat_back(
    app: Starlette,
) -> None:
    people, table, mover = begun(app, minutes="1", late="bot")
    later(app, table, 70)

    seat = stored(app, table).seats[mover]
    assert seat.plays_bot
    service_of(app).note_presence(table.removeprefix("/t/"), [seat.person], time.time())
    assert stored(app, table).seats[mover].lent  # the player was here all the time
    assert "is up: a bot plays." in people[0].look(table).text
    people[mover].send(f"{table}/back")
    assert not stored(app, table).seats[mover].lent
    assert "plays again." in people[0].look(table).text
    assert "joue de nouveau." in people[1].look(table).text
    due = stored(app, table).row["due"]
    assert due is not None
    assert due > time.time() + 50


def test_nothing_happens_by_itself_where_that_was_agreed(app: Starlette) -> None:
    people, table, mover = begun(app, minutes="1")
    later(app, table, 1_000, gone=True)

    assert stored(app, table).row["length"] == 0
    assert stored(app, table).row["due"] is None
    other = people[1 - mover].look(table).text
    assert f'name="seat" value="{mover}"' in other  # who may let a bot play


def test_a_bot_plays_for_whoever_has_lost_the_connection_and_gives_the_seat_back(
    app: Starlette,
) -> None:
    people, table, mover = begun(app, away="on")
    name = table.removeprefix("/t/")
    own = person_of(people[mover].client.cookies["rulewright"])
    service = service_of(app)
    later(app, table, PRESENT + 1)
    assert not stored(app, table).seats[mover].lent  # still seen

    service.note_presence(name, [own], 0.0)
    due = stored(app, table).row["due"]
    assert due == pytest.approx(time.time() + GRACE, abs=20)  # the connection may come back
    later(app, table, PRESENT + 1)

    assert stored(app, table).seats[mover].plays_bot
    assert "has lost the connection: a bot plays." in people[0].look(table).text
    assert "a perdu la connexion" in people[1].look(table).text
    service.note_presence(name, [own], time.time())
    assert not stored(app, table).seats[mover].plays_bot
    assert "plays again." in people[0].look(table).text
    assert people[mover].asked(people[mover].look(table).text)[0]


def test_the_default_choice_commits_to_least(app: Starlette) -> None:
    class Option:
        def __init__(self, **data: str) -> None:
            self.data = data

    card, yes, no, done = (
        Option(kind="choose", card="Manor"),
        Option(kind="answer", answer="yes"),
        Option(kind="answer", answer="no"),
        Option(kind="done"),
    )
    options = ([card, card], [yes, no], [card, done])
    assert [default_option(each) for each in options] == [0, 1, 1]  # type: ignore[arg-type]


def test_everybody_is_told_of_a_rematch_and_goes_there_by_a_link(app: Starlette) -> None:
    people, table, _ = begun(app)
    service_of(app).end(table.removeprefix("/t/"))
    assert "Play again with the same people" in people[1 - 0].look(f"{table}?lang=en").text

    again = str(people[0].send(f"{table}/again").url.path)

    for each, told, link in (
        (people[0], "Ann has opened a new table for the same people.", "Go to the new table"),
        (people[1], "Ann a ouvert une nouvelle table", "Aller à la nouvelle table"),
    ):
        page = each.look(f"{table}?lang={'en' if each is people[0] else 'fr'}").text
        assert told in page
        assert f'href="{again}">{link}' in page
        assert "Ann" in each.look(again).text
        assert "/leave" in each.look(again).text  # seated already


def test_the_waiting_room_says_what_was_agreed(app: Starlette) -> None:
    ann = person(app)
    table = new_table(ann, minutes="3", late="bot", away="on")

    page = ann.look(table).text

    assert "Time for a move: 3 minutes" in page
    assert "a bot plays until the player takes the seat back" in page
    assert "until the player is back" in page
    assert ann.send("/new", edition="classic", players="4", late="magic").status_code == 400


def test_who_comes_back_after_the_end_is_not_told_to_play_again(app: Starlette) -> None:
    people, table, mover = begun(app, away="yes")
    later(app, table, PRESENT + GRACE, gone=True)
    assert stored(app, table).seats[mover].lent_for == AWAY
    service, name = service_of(app), table.removeprefix("/t/")
    service.end(name)

    service.note_presence(name, {stored(app, table).seats[mover].person}, time.time())

    assert time.time() - stored(app, table).seats[mover].here < PRESENT
    assert "plays again" not in people[0].look(table).text
