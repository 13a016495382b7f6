"""A table finishes under the rules it began with when its edition changes; new tables play the new ones."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa
from click.testing import CliRunner
from starlette.applications import Starlette

from front.kit import Shell
from front.test_replay import write_house
from rulewright.runtime.session.rules.internals import inside
from rulewright.web.store.db_schema import RULES, TABLES
from rulewright.web.tables import edition_catalogue
from table.kit import Person, new_table, person, service_of, serving

RARE = ", if my gold is more than 50"


@pytest.fixture
def house(tmp_path: Path) -> Path:
    return write_house(tmp_path / "house")


@pytest.fixture
def shell() -> Shell:
    return Shell(CliRunner())


@pytest.fixture
def app(tmp_path: Path, house: Path) -> Iterator[Starlette]:
    with serving(tmp_path, str(house)) as running:
        yield running


def begin(app: Starlette, house: Path) -> tuple[list[Person], str]:
    """A table with two people, some decisions on."""
    people = [person(app), person(app)]
    table = new_table(people[0], str(house), "2")
    people[1].send(f"{table}/join")
    people[0].send(f"{table}/start")
    for _ in range(3):
        choose(people, table)
    return people, table


def choose(people: list[Person], table: str) -> None:
    """Choose the first option that somebody is asked for."""
    for each in people:
        asked, options = each.asked(each.look(table).text)
        if asked:
            assert each.send(f"{table}/choose", asked=asked, option=options[0]).status_code == 200
            return
    raise AssertionError("nobody is asked")


def rules_of(app: Starlette, table: str) -> str:
    service, name = service_of(app), table.removeprefix("/t/")
    with service.game_cache.locked(name):
        _, running = service.game_cache.current(name)
        assert running is not None
        return "\n".join(
            Path(file).read_text(encoding="utf-8") for file in inside(running.game.rules).files
        )


@pytest.mark.parametrize("change", ["other play", "mistake", "gone"])
@pytest.mark.rotating
def test_a_table_goes_on_under_its_rules(app: Starlette, house: Path, change: str) -> None:
    (somebody, other), table = begin(app, house)
    assert "goes on with the rules of" not in somebody.look(table).text
    if change == "other play":
        write_house(house.parent, RARE)
    elif change == "mistake":
        (house.parent / "bard.rules").write_text("character", encoding="utf-8")
    else:
        house.unlink()
    service = service_of(app)
    service.catalogue._rules.clear()
    service.game_cache.forget(table.removeprefix("/t/"))

    page = somebody.look(table)
    for _ in range(20):
        if page.status_code != 503:  # too slow for one request: the next one goes on
            break
        page = somebody.look(table)

    assert page.status_code == 200
    assert "This table goes on with the rules of 20" in page.text
    assert RARE not in rules_of(app, table)
    choose([somebody, other], table)


@pytest.mark.rotating
def test_a_page_says_so_while_its_game_is_in_memory(
    app: Starlette, house: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (somebody, _), table = begin(app, house)
    monkeypatch.setattr(edition_catalogue, "LOOK", 0.0)
    card = house.parent / "bard.rules"
    old = card.read_text(encoding="utf-8")
    rare = old.replace("at main", f"at main{RARE}")
    for text, is_other in ((f"# {old}", True), (rare, True), (f"# as before\n{old}", False)):
        card.write_text(text, encoding="utf-8")
        page = somebody.look(table).text
        # Browsers with scripts show nothing of `noscript`.
        shown = re.sub("(?s)<noscript>.*?</noscript>", "", page)
        assert ("goes on with the rules of" in shown) == is_other, text


@pytest.mark.rotating
def test_a_new_table_plays_the_new_rules(app: Starlette, house: Path) -> None:
    _, old = begin(app, house)
    write_house(house.parent, RARE)
    (somebody, _), new = begin(app, house)
    assert RARE in rules_of(app, new)
    assert "goes on with the rules of" not in somebody.look(new).text
    service_of(app).game_cache.forget(old.removeprefix("/t/"))
    assert RARE not in rules_of(app, old)


@pytest.mark.rotating
def test_rules_are_stored_once_and_dropped_with_their_last_table(
    app: Starlette, house: Path
) -> None:
    store = service_of(app).store

    def stored() -> int:
        with store.reading() as connection:
            return int(connection.scalar(sa.select(sa.func.count()).select_from(RULES)) or 0)

    _, first = begin(app, house)
    _, second = begin(app, house)
    assert stored() == 1
    write_house(house.parent, RARE)
    begin(app, house)
    assert stored() == 2
    for table in (first, second):
        service_of(app).drop(table.removeprefix("/t/"))
    assert stored() == 1


@pytest.mark.parametrize(
    ("spoil", "status", "told"),
    [
        (RULES.update().values(content="{}"), 422, "are damaged"),
        (RULES.delete(), 409, "The rules have changed"),
    ],
)
@pytest.mark.rotating
def test_a_table_whose_rules_are_damaged_or_missing_says_so(
    app: Starlette, house: Path, spoil: sa.Executable, status: int, told: str
) -> None:
    (somebody, _), table = begin(app, house)
    service = service_of(app)
    with service.store.writing() as connection:
        connection.execute(spoil)
        connection.execute(TABLES.update().values(digest="other"))
    service.game_cache.forget(table.removeprefix("/t/"))
    page = somebody.look(table)
    assert page.status_code == status
    assert told in page.text
    assert len(service.store.log(table.removeprefix("/t/"))) == 3


@pytest.mark.rotating
def test_tables_are_replayed_under_other_rules(
    app: Starlette, house: Path, tmp_path: Path, shell: Shell
) -> None:
    begin(app, house)
    address = f"sqlite:///{tmp_path / 'tables'}"
    assert shell.json("replay", address, "--json")["identical"] == 1
    write_house(house.parent, RARE)
    assert shell.json("replay", address, "--json")["games"] == 1
    against = shell.run("replay", address, "--against", "modern", exit_code=None).stdout
    assert "1 game: 0 identical" in against


def test_a_database_of_another_version_is_refused(
    app: Starlette, house: Path, tmp_path: Path, shell: Shell
) -> None:
    begin(app, house)
    with service_of(app).store.writing() as connection:
        connection.execute(sa.text("UPDATE alembic_version SET version_num = 'undo_numbers'"))
    address = f"sqlite:///{tmp_path / 'tables'}"
    assert "of version undo_numbers" in shell.run("replay", address, exit_code=2).stderr
    assert "cannot be read" in shell.run("replay", "sqlite:////nowhere/at/all", exit_code=2).stderr
    nowhere = tmp_path / "typo.db"
    assert "no such file" in shell.run("replay", f"sqlite:///{nowhere}", exit_code=2).stderr
    assert not nowhere.exists()
