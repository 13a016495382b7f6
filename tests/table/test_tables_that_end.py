"""Tables that cannot go on as they did: rules that stop them, rules of yesterday, people who are late."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.applications import Starlette

from rulewright import Game
from rulewright.language.text import RulesError
from rulewright.language.text.complaints.complaint import Complaint
from rulewright.web.store.db_schema import TABLES
from rulewright.web.store.identities import new_token, person_of
from table.kit import Person, new_table, person, service_of, serving


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Starlette]:
    with serving(tmp_path_factory.mktemp("table")) as running:
        yield running


def two(app: Starlette, **more: Any) -> tuple[list[Person], str]:
    people = [person(app), person(app)]
    table = new_table(people[0], "classic", "2", **more)
    people[1].send(f"{table}/join")
    people[0].send(f"{table}/start")
    return people, table


def asked_of(people: list[Person], table: str) -> tuple[Person, str, str]:
    for each in people:
        asked, options = each.asked(each.look(table).text)
        if asked:
            return each, asked, options[0]
    raise AssertionError("nobody is asked")


def test_a_rule_that_asks_for_the_impossible_ends_its_table_with_a_word(
    app: Starlette, monkeypatch: pytest.MonkeyPatch
) -> None:
    people, table = two(app)
    other = two(app)
    somebody, asked, option = asked_of(people, table)
    store = service_of(app).store
    before = store.log(table.removeprefix("/t/"))

    def impossible(game: Game, index: int) -> None:
        raise RulesError([Complaint("E0701", "this takes too many steps", None)])

    with monkeypatch.context() as broken:
        broken.setattr(Game, "choose", impossible)
        somebody.send(f"{table}/choose", asked=asked, option=option)

    page = somebody.look(table)
    assert page.status_code == 200
    assert "this takes too many steps" in page.text
    assert store.log(table.removeprefix("/t/")) == before
    assert somebody.send(f"{table}/choose", asked=asked, option=option).status_code == 409
    goes_on, asked, option = asked_of(*other)
    assert goes_on.send(f"{other[1]}/choose", asked=asked, option=option).status_code == 200


def test_a_table_of_other_rules_says_so(app: Starlette) -> None:
    people, table = two(app)
    deeds, name = service_of(app), table.removeprefix("/t/")
    with deeds.store.writing() as connection:
        connection.execute(
            TABLES.update().where(TABLES.c.id == name).values(digest="other", rules="")
        )
    deeds.game_cache.forget(name)

    page = people[0].look(table)

    assert page.status_code == 409
    assert "The rules have changed" in page.text
    said = {"key": people[0].key, "line": "hm"}
    assert people[0].client.post(f"{table}/say", data=said, headers={"x-quiet": "1"}).is_success
    assert people[0].send(f"{table}/choose", asked="0.0", option="0").status_code == 409


def test_who_is_late_is_played_for_if_another_says_so(
    app: Starlette, monkeypatch: pytest.MonkeyPatch
) -> None:
    people, table = two(app, minutes="1")
    late, _, _ = asked_of(people, table)
    other = next(each for each in people if each is not late)
    seat = str(people.index(late))
    assert other.send(f"{table}/lend", seat=seat).status_code == 409
    button = f'value="{seat}">Let a bot play for'  # not the one for one's own seat
    assert button not in other.look(table).text

    deeds, name = service_of(app), table.removeprefix("/t/")
    with deeds.store.writing() as connection:
        connection.execute(TABLES.update().where(TABLES.c.id == name).values(moved=0.0))
    deeds.game_cache.forget(name)

    assert button in other.look(table).text
    assert other.send(f"{table}/lend", seat=seat).status_code == 200
    assert "Take my seat back" in late.look(table).text


def asking_to_take_back(people: list[Person], table: str) -> tuple[Person, Person]:
    """Who asks to take back his last choice, and the other."""
    for _ in range(40):
        somebody, asked, option = asked_of(people, table)
        other = next(each for each in people if each is not somebody)
        somebody.send(f"{table}/choose", asked=asked, option=option)
        page = somebody.look(table).text
        if "Take my last choice back" not in page:
            continue
        name = page.split('name="asked" value="')[-1].split('"')[0]
        if somebody.send(f"{table}/undo", asked=name).status_code == 409:
            continue
        assert "asks to take back a choice" in other.look(table).text
        return somebody, other
    raise AssertionError("nothing could be taken back")


def undo_number(somebody: Person, table: str) -> str:
    """The number of the request to take back that a page shows."""
    return somebody.look(table).text.split('name="number" value="')[1].split('"')[0]


def test_a_choice_is_taken_back_when_all_agree(app: Starlette) -> None:
    people, table = two(app)
    somebody, other = asking_to_take_back(people, table)

    other.send(f"{table}/agree", agrees="yes", number=undo_number(other, table))

    again, new, _ = asked_of(people, table)
    assert again is somebody
    assert new.split(".")[0] == "1"


def test_a_table_that_the_host_has_ended_is_not_revived_by_taking_back(app: Starlette) -> None:
    people, table = two(app)
    deeds, name = service_of(app), table.removeprefix("/t/")
    _, other = asking_to_take_back(people, table)
    number, before = undo_number(other, table), deeds.store.log(name)

    deeds.end(name)

    assert other.send(f"{table}/agree", agrees="yes", number=number).status_code == 409
    assert deeds.store.log(name) == before
    assert deeds.store.load(name).row["state"] == "stopped"
    assert "The host has ended this table." in other.look(table).text


@pytest.mark.rotating
def test_a_person_of_very_many_tables_is_forgotten_at_each(app: Starlette) -> None:
    """More than the page of his tables shows."""
    token = new_token()
    somebody = person(app, token)
    tables = {new_table(somebody).removeprefix("/t/") for _ in range(51)}

    found = service_of(app).forget_person(person_of(token))

    assert set(found) == tables
    assert service_of(app).store.tables_of(person_of(token)) == []


def test_a_server_begins_with_what_an_earlier_one_has_kept(tmp_path: Path) -> None:
    with serving(tmp_path) as app:
        people, table = two(app)
        tokens = [each.client.cookies["rulewright"] for each in people]
        pages = [each.look(table).text for each in people]
    with serving(tmp_path) as app:
        again = [person(app, token) for token in tokens]

        assert [each.look(table).text for each in again] == pages
        somebody, asked, option = asked_of(again, table)
        assert somebody.send(f"{table}/choose", asked=asked, option=option).status_code == 200
