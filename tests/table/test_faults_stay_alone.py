"""The fault of one table, task or request has to do with no other, and its players are told a word."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from click.testing import CliRunner
from starlette.applications import Starlette
from starlette.testclient import TestClient

from rulewright import Game
from rulewright.language.text import RulesError
from rulewright.language.text.complaints.complaint import Complaint
from rulewright.web import background_tasks
from rulewright.web.app import ServerSettings, application
from rulewright.web.background_tasks import run_forever, run_in_background
from rulewright.web.bots.bot_scheduler import BotScheduler
from rulewright.web.serve_command import serve
from rulewright.web.store.database import TableStore
from rulewright.web.store.db_schema import LOG, MOST_TALK, SEATS, TABLES, TALK
from rulewright.web.store.identities import person_of
from rulewright.web.tables.live_games import stop_reason
from table.kit import Person, new_table, person, service_of, serving
from table.test_tables_that_end import asking_to_take_back, undo_number

pytestmark = pytest.mark.process


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Starlette]:
    with serving(tmp_path) as running:
        yield running


def with_bots(app: Starlette) -> tuple[Person, str]:
    """A table of somebody with bots, begun."""
    ann = person(app)
    table = new_table(ann, bots=2)
    ann.send(f"{table}/start")
    return ann, table


def scheduler_of(app: Starlette) -> BotScheduler:
    found: BotScheduler = app.state.pages.scheduler
    return found


def change(app: Starlette, table: str, **values: Any) -> None:
    """Write into the row of a table, as somebody else may."""
    deeds, name = service_of(app), table.removeprefix("/t/")
    with deeds.store.writing() as connection:
        connection.execute(TABLES.update().where(TABLES.c.id == name).values(**values))
    deeds.game_cache.forget(name)


@pytest.mark.parametrize("how", ["log", "choose", "values", "options"])
@pytest.mark.rotating
def test_a_table_that_cannot_be_made_is_stopped_and_the_bots_of_others_move(
    how: str, app: Starlette, monkeypatch: pytest.MonkeyPatch
) -> None:
    (ann, one), (bob, other) = with_bots(app), with_bots(app)
    name, deeds = one.removeprefix("/t/"), service_of(app)
    if how == "log":
        with deeds.store.writing() as connection:
            connection.execute(
                LOG.insert().values(of=name, number=9_999, kind="choice", seat=0, value=999, at=0.0)
            )
            connection.execute(sa.update(LOG).where(LOG.c.of == name).values(value=999))
        change(app, one, length=10_000)
    elif how == "options":
        change(app, one, options="{spoilt")
    else:
        method = {"choose": "choose", "values": "seat"}[how]
        usual = getattr(Game, method)

        def fails(game: Game, *given: Any) -> Any:
            if game.seed == seed:
                raise NameError("name 't47_captured' is not defined")
            return usual(game, *given)

        seed = int(deeds.store.load(name).row["seed"])
        monkeypatch.setattr(Game, method, fails)
    change(app, one, moved=0.0, bot_to_move=True)
    change(app, other, moved=0.0)

    for table in (one, other):
        scheduler_of(app).ask_bot(table.removeprefix("/t/"))
    pages = [ann.look(one) for _ in range(2)]

    assert [page.status_code for page in pages] == [409, 409]
    assert "damaged" in pages[0].text or "A server error" in pages[0].text
    assert deeds.store.load(name).row["state"] == "stopped"
    assert name not in deeds.store.waiting_for_bots(time.time())
    assert ann.send(f"{one}/choose", asked="0.0", option="0").status_code == 409
    for path in ("stream", "steps"):
        assert ann.client.get(f"{one}/{path}").status_code < 500
    assert bob.look(other).status_code == 200


def test_what_fails_for_one_table_does_not_end_the_sweep(
    app: Starlette, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    scheduler, seen = scheduler_of(app), []
    monkeypatch.setattr(scheduler.service.store, "waiting_for_bots", lambda _: ["one", "two"])

    def fails(table: str) -> None:
        seen.append(table)
        raise NameError(table)

    monkeypatch.setattr(scheduler, "_ask_bot", fails)

    async def swept() -> None:
        sweeping = asyncio.create_task(scheduler.sweep())
        for _ in range(300):
            await asyncio.sleep(0.01)
            if len(seen) >= 2:
                break
        assert not sweeping.done()
        sweeping.cancel()

    asyncio.run(swept())
    scheduler.ask_bot("one")
    assert seen == ["one", "two", "one"]
    assert caplog.text.count("the bots of the table one could not be asked") == 1


def test_who_could_not_be_asked_is_asked_again(
    app: Starlette, monkeypatch: pytest.MonkeyPatch
) -> None:
    scheduler, (_, table) = scheduler_of(app), with_bots(app)
    name = table.removeprefix("/t/")
    asked: list[int] = []

    def fails(*_: Any) -> Any:
        asked.append(threading.get_ident())
        raise RuntimeError("cannot schedule new futures")

    monkeypatch.setattr(scheduler.service.store, "waiting_for_bots", lambda _: [])
    monkeypatch.setattr(scheduler.bot_pool, "ask", fails)
    scheduler._asked.clear()
    change(app, table, bot_to_move=True)
    with service_of(app).game_cache.locked(name):
        running = service_of(app).game_cache.current(name)[1]
        assert running is not None
        decision = running.game.decision
        assert decision is not None
    with service_of(app).store.writing() as connection:
        own = sa.and_(SEATS.c.of == name, SEATS.c.seat == decision.player)
        connection.execute(SEATS.update().where(own).values(person="", bot="first"))
    service_of(app).game_cache.forget(name)

    scheduler.ask_bot(name)
    scheduler.ask_bot(name)

    # the server's own tasks and a bot whose move was under way ask too, from threads of theirs
    assert asked.count(threading.get_ident()) == 2
    assert scheduler._asked == {}


def test_a_task_that_ends_is_begun_again(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(background_tasks, "SHORTEST_PAUSE", 0.01)
    begun: list[int] = []

    async def fails() -> None:
        begun.append(1)
        raise NameError("a fault")

    async def watch() -> None:
        task = asyncio.create_task(run_forever(fails))
        while len(begun) < 3 and not task.done():
            await asyncio.sleep(0.01)
        task.cancel()

    asyncio.run(watch())
    assert len(begun) == 3
    assert caplog.text.count("a task of the server ended") >= 2


@pytest.mark.parametrize("is_file", [True, False], ids=["SQLite", "PostgreSQL"])
def test_every_task_that_the_server_begins_is_begun_again_after_a_fault(
    tmp_path: Path, is_file: bool, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Whatever tasks there are once the server runs: each is made to fail where it waits."""
    monkeypatch.setattr(background_tasks, "SHORTEST_PAUSE", 0.01)
    app = application(ServerSettings(f"sqlite:///{tmp_path / 'tables'}", ("liars-hand",)))
    app.state.service.store.is_file = is_file

    async def running() -> list[asyncio.Task[Any]]:
        before = asyncio.all_tasks()
        async with app.router.lifespan_context(app):
            begun = [*asyncio.all_tasks() - before]
            for _ in range(3):
                for task in begun:
                    await failed_where_it_waits(task)
            await asyncio.sleep(0.05)
            alive = [task for task in begun if not task.done()]
            assert len(alive) == len(begun)
        return begun

    begun = asyncio.run(running())
    assert len(begun) == 2 + (not is_file)
    assert caplog.text.count("a task of the server ended") == 3 * len(begun)


async def failed_where_it_waits(task: asyncio.Task[Any]) -> None:
    """Let a pause of what a task does raise; what watches it pauses as well, and is left alone."""
    while not task.done():
        await asyncio.sleep(0.01)
        inner: Any = task.get_coro()
        assert inner.cr_code is run_forever.__code__
        codes = [inner.cr_code]
        while hasattr(inner.cr_await, "cr_code"):
            inner = inner.cr_await
            codes.append(inner.cr_code)
        waits_for: Any = getattr(task, "_fut_waiter", None)
        is_asleep = len(codes) > 2 and codes[-1] is asyncio.sleep.__code__
        if is_asleep and waits_for is not None and not waits_for.done():
            waits_for.set_exception(NameError("a fault"))
            return


@pytest.mark.rotating
def test_the_result_of_whatever_a_pool_does_is_looked_at(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A fault in a thread that nobody waits for would else be seen by nobody."""
    begun: list[tuple[str, Future[Any]]] = []
    seen: set[int] = set()
    submit, look = ThreadPoolExecutor.submit, Future.exception

    def submitted(pool: Any, work: Any, *given: Any, **named: Any) -> Future[Any]:
        found = submit(pool, work, *given, **named)
        begun.append((getattr(work, "__qualname__", repr(work)), found))
        return found

    def looked_at(found: Future[Any], timeout: float | None = None) -> BaseException | None:
        seen.add(id(found))
        return look(found, timeout)

    def result(found: Future[Any], timeout: float | None = None) -> Any:
        error = looked_at(found, timeout)
        if error is not None:
            raise error
        return found._result

    monkeypatch.setattr(ThreadPoolExecutor, "submit", submitted)
    monkeypatch.setattr(Future, "exception", looked_at)
    monkeypatch.setattr(Future, "result", result)
    with serving(tmp_path, private_hooks=True) as app:
        ann, table = with_bots(app)
        ann.send(f"{table}/call", hook="http://127.0.0.1:9/")
        scheduler_of(app).hooks.call("http://127.0.0.1:9/", "your move", table)
        for _ in range(20):  # until it is a bot's turn
            which, options = ann.asked(ann.look(table).text)
            if which:
                ann.send(f"{table}/choose", asked=which, option=options[0])
            elif any(name == "BotScheduler._move" for name, _ in begun):
                break
            time.sleep(0.05)
        wanted = {"BotScheduler._move", "WebhookCaller._call_now", "WebhookCaller.resolve"}
        for _ in range(400):  # a result is looked at a moment after it is there
            done = [(name, id(each)) for name, each in begun if each.done()]
            unseen = [name for name, each in done if each not in seen]
            if wanted <= {name for name, _ in done} and not unseen:
                break
            time.sleep(0.02)

    assert wanted <= {name for name, _ in done}
    assert unseen == []


def test_a_fault_in_a_move_of_a_bot_is_in_the_log(
    app: Starlette, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fails(*_: Any) -> None:
        raise NameError("a fault")

    scheduler, chosen = scheduler_of(app), Future[int]()
    chosen.set_result(0)
    monkeypatch.setattr(scheduler.service, "choose_for", fails)
    run_in_background(scheduler._movers, scheduler._move, "table", 0, "0.0", chosen)
    scheduler._movers.shutdown(wait=True)

    assert "NameError: a fault" in caplog.text


# ------------------------------------------------------------------ taking back


def test_a_late_yes_to_another_request_takes_nothing_back(app: Starlette) -> None:
    people = [person(app), person(app)]
    table = new_table(people[0], "classic", "2")
    people[1].send(f"{table}/join")
    people[0].send(f"{table}/start")
    somebody, other = asking_to_take_back(people, table)
    shown = undo_number(other, table)
    somebody.send(f"{table}/agree", agrees="no", number=shown)  # withdrawn
    name = somebody.look(table).text.split('name="asked" value="')[-1].split('"')[0]
    assert somebody.send(f"{table}/undo", asked=name).status_code == 200
    store, before = service_of(app).store, service_of(app).store.log(table.removeprefix("/t/"))

    assert other.send(f"{table}/agree", agrees="yes", number=shown).status_code == 409
    assert other.send(f"{table}/agree", agrees="yes").status_code == 409
    assert store.log(table.removeprefix("/t/")) == before
    assert undo_number(other, table) != shown
    assert other.send(f"{table}/agree", agrees="yes", number=undo_number(other, table)).is_success
    assert store.log(table.removeprefix("/t/"))[-1].kind == "undo"


# ------------------------------------------------------------------ requests


@pytest.mark.parametrize("charset", ["undefined", "punycode", "nonsense", "utf-16", "idna"])
def test_a_form_in_any_charset_is_answered(charset: str, app: Starlette) -> None:
    kinds = ("application/x-www-form-urlencoded", "multipart/form-data; boundary=x")
    body = b'--x\r\ncontent-disposition: form-data; name="key"\r\n\r\n\xff.a-b\r\n--x--\r\n'
    for kind in kinds:
        sent = TestClient(app).post(
            "/new", content=body, headers={"content-type": f"{kind}; charset={charset}"}
        )
        assert 400 <= sent.status_code < 500, kind


def test_a_fault_is_answered_with_the_headers_of_all_pages(
    app: Starlette, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service_of(app).store, "tables_of", lambda *_: 1 / 0)

    found = TestClient(app, raise_server_exceptions=False).get("/")

    assert found.status_code == 500
    assert "default-src 'none'" in found.headers["content-security-policy"]
    assert found.headers["cache-control"] == "no-store"


def test_a_cookie_that_the_server_did_not_give_is_replaced(app: Starlette) -> None:
    for planted in ("a" * 32, "a" * 48, "b" * 64, app.state.tokens.new()[:-1] + "g"):
        client = TestClient(app)
        client.cookies.set("rulewright", planted)
        given = client.get("/").cookies["rulewright"]
        assert given != planted
        assert app.state.tokens.is_valid(given)


def test_behind_tls_only_the_cookie_of_this_very_host_counts(app: Starlette) -> None:
    client = TestClient(app, base_url="https://table.test")
    planted = app.state.tokens.new()
    client.cookies.set("rulewright", planted)

    given = client.get("/").headers["set-cookie"]

    assert given.startswith("__Host-rulewright=")
    assert "Secure" in given
    assert "Path=/" in given
    assert "Domain" not in given
    assert planted not in given
    assert "__Host-rulewright" not in client.get("/").headers.get("set-cookie", "")


def test_a_server_of_this_machine_answers_to_its_own_names_alone(tmp_path: Path) -> None:
    with serving(tmp_path, names=("localhost", "127.0.0.1", "[::1]", "table.test")) as app:
        for host, status in {
            "localhost:8765": 200, "127.0.0.1": 200, "[::1]:8765": 200, "TABLE.test.": 200, "evil.test:8765": 421,
            "localhost.evil.test": 421, "": 421, "10.0.0.4:8765": 200,
        }.items():  # fmt: skip
            assert TestClient(app).get("/", headers={"host": host}).status_code == status, host


def test_another_game_with_the_same_people_counts_as_a_new_table(tmp_path: Path) -> None:
    from rulewright.web.limits.rate_limits import RequestLimits

    with serving(tmp_path, bounds=RequestLimits(1 << 16, 1 << 16, 1e6, 1e6, new_tables=2)) as app:
        ann = person(app)
        table = new_table(ann)
        service_of(app).end(table.removeprefix("/t/"))
        assert ann.send(f"{table}/again").status_code == 200
        assert ann.send(f"{table}/again").status_code == 429


# ------------------------------------------------------------------ what is kept


def test_tables_at_which_nobody_begins_end_after_a_week(app: Starlette) -> None:
    ann = person(app)
    old, new = new_table(ann), new_table(ann)
    change(app, old, moved=time.time() - 8 * 86_400)
    store = service_of(app).store

    store.stop_waiting(
        time.time() - 7 * 86_400, "This table is closed because nobody began the game for a week."
    )

    states = [store.load(each.removeprefix("/t/")).row["state"] for each in (old, new)]
    assert states == ["stopped", "waiting"]
    assert "for a week" in ann.look(old).text


def test_the_talk_of_a_table_is_bounded(app: Starlette, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulewright.web.store.db_schema.MOST_TALK", 5)
    ann = person(app)
    table = new_table(ann)
    for number in range(8):
        ann.send(f"{table}/say", line=f"line {number}")

    with service_of(app).store.reading() as connection:
        kept = list(connection.scalars(sa.select(TALK.c.text).order_by(TALK.c.number)))
    assert kept == [f"line {number}" for number in range(3, 8)]
    assert MOST_TALK == 500


def test_the_name_of_who_is_forgotten_is_gone_from_games_of_other_servers(app: Starlette) -> None:
    deeds = service_of(app)
    people = [person(app) for _ in range(3)]
    table = new_table(people[0], name="Zebedee")
    for each in people[1:]:
        each.send(f"{table}/join")
    people[0].send(f"{table}/start")
    name = table.removeprefix("/t/")
    with deeds.game_cache.locked(name):
        running = deeds.game_cache.current(name)[1]
        assert running is not None
        assert "Zebedee" in running.names
    kept_here = deeds.game_cache.cached(name)
    deeds.forget_person(person_of(people[0].client.cookies["rulewright"]))
    assert kept_here is not None
    deeds.game_cache.games[name] = kept_here  # as another server still has it

    assert "Zebedee" not in people[1].look(table).text


def test_bots_are_asked_after_the_clock_was_set_back(app: Starlette) -> None:
    _, table = with_bots(app)
    change(app, table, moved=time.time() + 86_400, bot_to_move=True)

    assert table.removeprefix("/t/") in service_of(app).store.waiting_for_bots(time.time() - 45)


@pytest.mark.rotating
def test_spoilt_cells_of_a_row_are_told_in_a_sentence(app: Starlette) -> None:
    for cell in ("settings", "options", "cards"):
        for begins in (False, True):
            ann = person(app)
            table = new_table(ann, bots=2)
            if begins:
                ann.send(f"{table}/start")
            change(app, table, **{cell: "{spoilt"})
            page = ann.look(table)
            assert page.status_code in (200, 409), (cell, begins)
            assert ann.send(f"{table}/start").status_code < 500
    assert ann.look("/").status_code == 200


def test_players_are_not_told_where_files_lie() -> None:
    told = "stopped (trap, data/rulewright/rules/0f3a/trap.rules:34:7), C:\\rules\\a.yaml"
    error = RulesError([Complaint("E0701", told, None)])

    assert stop_reason(error) == "stopped (trap, trap.rules:34:7), a.yaml"


def test_a_name_server_that_is_slow_holds_nobody_up(
    app: Starlette, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rulewright.web.webhooks.PATIENCE", 0.1)
    asked, answers, done = threading.Event(), threading.Event(), threading.Event()

    def look_up(*_: object, **__: object) -> None:
        asked.set()
        answers.wait(60)
        done.set()

    monkeypatch.setattr("socket.getaddrinfo", look_up)
    ann = person(app)
    table = new_table(ann)

    assert ann.send(f"{table}/call", hook="https://slow.test/").status_code == 400
    assert asked.wait(20)
    assert not done.is_set()
    answers.set()


def test_a_database_of_a_newer_version_is_refused_with_a_sentence(tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path / 'newer'}"
    store = TableStore(address)
    with store.writing() as connection:
        connection.execute(sa.text("UPDATE alembic_version SET version_num = 'of the future'"))
    store.close()

    done = CliRunner().invoke(serve, ["liars-hand", "--database", address])

    assert done.exit_code == 1
    assert "newer version" in done.output
