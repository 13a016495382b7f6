"""Choices are kept once and for good: sent twice, late or from elsewhere, and whoever rebuilds the game."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from threading import Thread

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st
from starlette.types import Message

from rulewright.web.pages.event_streams import EventStreams, OpenPage
from rulewright.web.refusals import Refused
from rulewright.web.request_context import page
from rulewright.web.store.database import TableStore
from rulewright.web.store.pubsub import TableNotifier
from rulewright.web.tables.edition_catalogue import EditionCatalogue
from rulewright.web.tables.live_games import GameCache
from rulewright.web.tables.table_service import TableService, TableSettings

SHELF = EditionCatalogue()
PEOPLE = ("ann", "bob", "cy", "dee")
WISH = TableSettings("classic", "en", 4, seed=5)


OPEN: list[TableStore] = []


@pytest.fixture(autouse=True)
def _closed() -> Iterator[None]:
    yield
    while OPEN:
        OPEN.pop().close()


def service(path: Path) -> TableService:
    store = TableStore(f"sqlite:///{path}")
    OPEN.append(store)
    return TableService(store, SHELF, GameCache(store, SHELF))


def begun(at: TableService, wish: TableSettings = WISH) -> str:
    table = at.create(wish, PEOPLE[0], "Ann")
    for person in PEOPLE[1 : wish.players]:
        at.join(table, person, person)
    at.start(table, PEOPLE[0], "")
    return table


def asked(at: TableService, table: str) -> tuple[int, str, int]:
    """Who is asked, the name of the decision and how many options it has."""
    with at.game_cache.locked(table):
        _, running = at.game_cache.current(table)
        assert running is not None
        decision = running.game.decision
        assert decision is not None
        return decision.player, running.decision_id(decision.player), len(decision.options)


def play(at: TableService, table: str, choices: int, lot: int = 0) -> None:
    for number in range(choices):
        seat, name, options = asked(at, table)
        at.choose(table, PEOPLE[seat], name, (lot + number * 7) % options)


def test_a_choice_that_is_sent_twice_is_made_once(tmp_path: Path) -> None:
    at = service(tmp_path / "a")
    table = begun(at)
    seat, name, _ = asked(at, table)
    at.choose(table, PEOPLE[seat], name, 0)
    before = at.store.log(table)

    with pytest.raises(Refused, match="already made"):
        at.choose(table, PEOPLE[seat], name, 0)
    with pytest.raises(Refused, match="have no seat"):
        at.choose(table, "a stranger", name, 0)

    assert at.store.log(table) == before


def test_who_is_not_asked_and_what_is_no_option_is_refused(tmp_path: Path) -> None:
    at = service(tmp_path / "a")
    table = begun(at)
    seat, name, options = asked(at, table)

    with pytest.raises(Refused):
        at.choose(table, PEOPLE[(seat + 1) % 4], name, 0)
    for index in (-1, options):
        with pytest.raises(Refused, match="no such option"):
            at.choose(table, PEOPLE[seat], name, index)


@settings(max_examples=5, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    deeds=st.lists(
        st.tuples(st.integers(0, 3), st.integers(-1, 9), st.sampled_from("cccccuo")), max_size=40
    )
)
def test_another_process_makes_the_same_game_of_the_log(
    deeds: list[tuple[int, int, str]], tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = tmp_path_factory.mktemp("kept") / "a"
    one, other = service(path), service(path)
    table = begun(one)
    old = asked(one, table)
    for seat, index, deed in deeds:
        now = asked(one, table)
        who = (one, other)[index % 2]
        try:
            if deed == "u":
                who.ask_undo(table, PEOPLE[seat], _name_for(one, table, seat))
                for person in PEOPLE:
                    who.answer_undo(table, person, "yes" if index != 4 else "no", shown(who, table))
            elif deed == "o":
                who.choose(table, PEOPLE[old[0]], old[1], 0)
            else:
                who.choose(table, PEOPLE[now[0]], now[1], max(index, 0) % now[2])
        except Refused:
            continue
        if deed == "c":
            old = now

    games = [_game(each, table) for each in (one, other, service(path))]

    assert games[0] == games[1] == games[2]
    numbers = [entry.number for entry in one.store.log(table)]
    assert numbers == list(range(len(numbers)))
    while OPEN:
        OPEN.pop().close()


def _game(at: TableService, table: str) -> tuple[str, list[str]]:
    with at.game_cache.locked(table):
        _, running = at.game_cache.current(table)
        assert running is not None
        return running.game.to_json(), [running.decision_id(seat) for seat in range(4)]


def _name_for(at: TableService, table: str, seat: int) -> str:
    with at.game_cache.locked(table):
        _, running = at.game_cache.current(table)
        assert running is not None
        return running.decision_id(seat)


def shown(at: TableService, table: str) -> int:
    """The number of the last request to take something back."""
    return int(at.store.load(table).row["undo_number"])


def test_the_name_of_a_decision_never_comes_back_after_an_undo(tmp_path: Path) -> None:
    at = service(tmp_path / "a")
    table = begun(at)
    names = set()
    for number in range(30):
        seat, name, options = asked(at, table)
        assert (seat, name) not in names
        names.add((seat, name))
        at.choose(table, PEOPLE[seat], name, number % options)
        try:
            at.ask_undo(table, PEOPLE[seat], _name_for(at, table, seat))
            for person in PEOPLE:
                at.answer_undo(table, person, "yes", shown(at, table))
        except Refused:
            continue

    assert any(entry.kind == "undo" for entry in at.store.log(table))


def test_nothing_is_known_of_a_choice_that_could_not_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = service(tmp_path / "a")
    table = begun(at)
    before, (seat, name, _) = _game(at, table), asked(at, table)
    with monkeypatch.context() as broken:
        broken.setattr("rulewright.web.store.db_schema.TableChange.write_row", lambda *_: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            at.choose(table, PEOPLE[seat], name, 0)

    assert _game(at, table) == before
    at.choose(table, PEOPLE[seat], name, 0)
    assert _game(at, table) != before


def test_what_a_page_was_not_sent_yet_is_not_drawn_over(tmp_path: Path) -> None:
    """Somebody draws for a choice while another choice is made and drawn."""
    at = service(tmp_path / "a")
    table = begun(at)
    streams = EventStreams(at, TableNotifier(), page(lambda visit: visit.page("word.html")))

    async def sent(_: Message) -> None:
        await asyncio.sleep(0)

    open_page = OpenPage("bob", sent, "en")

    async def drawn_by_two() -> tuple[str, bool]:
        await streams.first(table, open_page)
        await streams.begin(table, open_page)
        open_page.text = ""
        with at.game_cache.locked(table):
            drawing = Thread(target=streams.renew, args=(table,))
            drawing.start()
            drawing.join(0.2)
            seat, name, _ = asked(at, table)
            at.choose(table, PEOPLE[seat], name, 0)
            open_page.text = "not sent yet"
        await asyncio.to_thread(drawing.join)
        found = open_page.text, open_page.is_behind
        await streams.end(table, open_page)
        return found

    assert asyncio.run(drawn_by_two()) == ("not sent yet", True)
