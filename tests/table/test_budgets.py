"""A request has one budget, the database is free while rules are at work, and a slow table holds up no other."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from threading import Event, Thread
from typing import TYPE_CHECKING, Any, cast

import pytest

from hostile.kit import acting, game
from hostile.test_fuel import CHOICE
from rulewright import Game
from rulewright.base.deadline import OutOfTime, deadline, own_deadline
from rulewright.lab.players.search_player import TO_ANSWER
from rulewright.language.text import RulesError
from rulewright.runtime.ir.engine_contract import Fault
from rulewright.runtime.ir.nodes.ir_types import MOST_STEPS
from rulewright.runtime.session.rules.internals import inside
from rulewright.web.bots import bot_pool as thinking
from rulewright.web.bots.bot_pool import (
    TO_END,
    BotPool,
    BotTask,
    RulesStuck,
    _game_at_decision,
    evaluate_options,
)
from rulewright.web.limits import request_budget as budgets
from rulewright.web.limits.request_budget import RequestBudget, budgeted, limit_uploaded
from rulewright.web.refusals import TableBusy
from rulewright.web.request_context import ConcurrencyLimit
from rulewright.web.store.database import TableStore
from rulewright.web.tables.edition_catalogue import UPLOADED_STEPS, EditionCatalogue
from rulewright.web.tables.live_games import GameCache
from rulewright.web.tables.table_service import TableService, TableSettings
from table.kit import new_table, person, service_of, serving

if TYPE_CHECKING:
    from rulewright.runtime.python.python_engine import PythonEngine

pytestmark = pytest.mark.process

TO_BEGIN = 4.0
"""Seconds to load and compile rules, on a machine that does other things as well."""
PEOPLE = ("ann", "bob", "cy")
WISH = TableSettings("liars-hand", "en", 3, seed=5)
SHELF = EditionCatalogue(("liars-hand",))


@pytest.fixture
def at(tmp_path: Path) -> Iterator[TableService]:
    store = TableStore(f"sqlite:///{tmp_path / 'a'}")
    yield TableService(store, SHELF, GameCache(store, SHELF))
    store.close()


def begun(at: TableService) -> str:
    table = at.create(WISH, PEOPLE[0], "Ann")
    for each in PEOPLE[1:]:
        at.join(table, each, each)
    at.start(table, PEOPLE[0], "")
    return table


def asked(at: TableService, table: str) -> tuple[str, str]:
    """Who is asked, and the name of the decision."""
    with at.game_cache.locked(table):
        _, running = at.game_cache.current(table)
        assert running is not None
        assert running.game.decision is not None
        seat = running.game.decision.player
        return PEOPLE[seat], running.decision_id(seat)


def test_others_write_while_the_rules_of_a_table_are_at_work(
    at: TableService, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = begun(at), begun(at)
    works, goes_on, choose = Event(), Event(), Game.choose

    def slowly(game: Game, index: int) -> None:
        works.set()
        goes_on.wait(60)
        choose(game, index)

    who, name = asked(at, one)
    monkeypatch.setattr(Game, "choose", slowly)
    thread = Thread(target=at.choose, args=(one, who, name, 0))
    thread.start()
    assert works.wait(20)
    at.say(other, "ann", "we go on")
    is_at_work = thread.is_alive()
    goes_on.set()
    thread.join()

    assert is_at_work
    assert asked(at, one) != (who, name)


def test_a_change_of_another_process_meanwhile_is_seen_and_the_deed_done_again(
    at: TableService, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, choose = begun(at), Game.choose
    elsewhere = TableService(at.store, SHELF, GameCache(at.store, SHELF))

    def with_talk(game: Game, index: int) -> None:
        monkeypatch.setattr(Game, "choose", choose)
        elsewhere.say(table, "bob", "quicker")
        choose(game, index)

    who, name = asked(at, table)
    monkeypatch.setattr(Game, "choose", with_talk)
    at.choose(table, who, name, 0)

    assert [line for _, line in at.store.load(table).talk or ()] == ["quicker"]
    assert len([each for each in at.store.log(table) if each.kind == "choice"]) >= 1
    assert asked(at, table) != (who, name)


def test_the_steps_of_a_request_are_those_of_all_its_decisions() -> None:
    rules = EditionCatalogue(("liars-hand",)).load("liars-hand", "en")
    limit_uploaded(rules, MOST_STEPS - 1)

    def played() -> int:
        game, made = rules.new_game(3, 1), 0
        while game.decision is not None and made < 40:
            game.choose(0)
            game.seat(0)
            made += 1
        return made

    usual = played()
    with budgeted() as budget:
        budget.lock_uploaded()
        assert played() == usual
        spent = budgets.STEPS - budget.steps
    assert spent > 0
    with budgeted() as budget:
        budget.lock_uploaded()
        budget.steps = spent // 2
        with pytest.raises((Fault, RulesError), match="steps"):
            played()
    assert played() == usual


def test_a_game_that_is_made_of_its_log_goes_on_where_the_budget_ended(
    at: TableService, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = begun(at)
    for _ in range(12):
        at.choose(table, *asked(at, table), 0)
    wanted, tries = _game(at, table), 0
    at.game_cache.forget(table)
    left = iter(range(100_000))

    def check(_: RequestBudget) -> None:
        if next(left) % 3 == 2:
            raise TableBusy

    monkeypatch.setattr(RequestBudget, "check", check)
    while True:
        try:
            found = _game(at, table)
            break
        except TableBusy:
            tries += 1

    assert found == wanted
    assert 2 < tries < 12


def _game(at: TableService, table: str) -> str:
    with at.game_cache.locked(table):
        _, running = at.game_cache.current(table)
        assert running is not None
        return running.game.to_json()


def test_no_request_waits_for_a_table_without_end(at: TableService) -> None:
    table, held, done = begun(at), Event(), Event()

    def hold() -> None:
        with at.game_cache.locked(table):
            held.set()
            done.wait(20)

    thread = Thread(target=hold)
    thread.start()
    held.wait()
    try:
        with pytest.raises(TableBusy), at.game_cache.locked(table, 0.1):
            pass
    finally:
        done.set()
        thread.join()
    assert at.game_cache._held == {}


def test_a_page_of_a_busy_table_says_so_and_when_to_ask_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with serving(tmp_path) as app:
        ann = person(app)
        one, other = new_table(ann), new_table(ann)
        with service_of(app).game_cache.locked(one.removeprefix("/t/")):
            busy, usual = ann.look(one), ann.look(other)

        assert (busy.status_code, usual.status_code) == (503, 200)
        assert busy.headers["retry-after"] == "2"
        assert "busy" in busy.text
        assert ann.look(one).status_code == 200


def test_one_table_takes_only_some_of_the_threads() -> None:
    class Request:
        def __init__(self, table: str) -> None:
            self.scope = {"client": ("127.0.0.1", 1)}
            self.path_params = {"table": table}

    turnstile, inside, most = ConcurrencyLimit(2, 5), dict.fromkeys("ab", 0), dict.fromkeys("ab", 0)

    async def passes(table: str) -> None:
        request: Any = Request(table)
        async with turnstile.slot(request):
            inside[table] += 1
            most[table] = max(most[table], inside[table])
            await asyncio.sleep(0.001)
            inside[table] -= 1

    async def all_pass() -> None:
        await asyncio.gather(*(passes("ab"[number % 2]) for number in range(40)))

    asyncio.run(all_pass())
    assert most == {"a": 2, "b": 2}
    assert turnstile.inside == {}


# ------------------------------------------------------------------ processes that think


def slow(_: Any) -> None:
    time.sleep(600)


def number(_: Any) -> int:
    return os.getpid()


class Quick:
    """A task that is to be done within a second and a half."""

    seconds = 1.5
    steps = None


class PatientTask(BotTask):
    """A task whose replay and process may take what a busy machine needs; its search may not."""

    @property
    def seconds(self) -> float:
        return 300.0

    def limits(self, seconds: float) -> AbstractContextManager[None]:
        return deadline(100.0 if seconds == thinking.TO_POSE else seconds)


@pytest.mark.rotating
def test_a_process_that_is_stuck_is_ended_and_the_next_task_is_done() -> None:
    thinkers = BotPool(1)
    try:
        first = thinkers.ask(number, None).result(60)
        stuck, waits = thinkers.ask(slow, Quick()), thinkers.ask(number, None)
        with pytest.raises(RulesStuck):
            stuck.result(60)
        second = waits.result(60)
    finally:
        thinkers.close()

    assert second != first
    assert ends(first)


def ends(process: int) -> bool:
    """Whether a process is gone soon."""
    for _ in range(200):
        try:
            os.kill(process, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.05)
    return False


def toiling(folder: Path, *rounds: int, most: int = 90) -> dict[str, Any]:
    """A table of a game by brought rules: in so many rounds a choice, then 8,100 times `most` turns of loops."""
    scheduler = [f"{'    ' * n}for each r{n} in 1 to {times}" for n, times in enumerate(rounds)]
    sizes = enumerate((90, 90, most))
    toil = [f"{'    ' * n}for each n{n} in 1 to {times}" for n, times in sizes]
    deeds = [*CHOICE, *toil, f"{'    ' * 3}set my points to the n0"]
    files = game("", acting(*scheduler, *("    " * len(rounds) + deed for deed in deeds)))
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    return {
        "edition": str(folder / "hostile.yaml"), "lang": "en", "cards": "[]", "options": "[]", "players": 2,
        "seed": "1",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("rounds", "most"),
    [((30, 30, 9), 90), ((999,), 9)],
    ids=["native", "too large for native code"],
)
@pytest.mark.rotating
def test_a_bot_gives_up_a_rollout_when_its_time_is_over(
    tmp_path: Path, rounds: tuple[int, ...], most: int
) -> None:
    """One rollout takes half a minute; the process answers by itself, and lives on."""
    row = toiling(tmp_path, *rounds, most=most)
    task = PatientTask(row, [], "search-easy", UPLOADED_STEPS)
    usual = BotTask(row, [], "search-easy", UPLOADED_STEPS)
    thinkers = BotPool(1)
    try:
        process = thinkers.ask(number, None).result(60)
        found = thinkers.ask(evaluate_options, task).result(300)
        assert thinkers.ask(number, None).result(60) == process
    finally:
        thinkers.close()

    assert found.is_cut
    assert len(found.visits) == 4
    assert usual.level + TO_END + TO_ANSWER + TO_BEGIN < usual.seconds


def test_the_python_engine_looks_at_the_clock_at_each_decision(tmp_path: Path) -> None:
    """Nothing of a deadline stays behind."""
    task = PatientTask(toiling(tmp_path, 99, most=9), [], "first", UPLOADED_STEPS)
    made, _ = _game_at_decision(task)
    for _ in range(2):
        with deadline(0.1), pytest.raises(OutOfTime):
            made.copy().playout(1)
        assert own_deadline() is None
    made.playout(1)
    assert made.decision is None


def test_a_game_that_is_long_in_the_making_is_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    row = toiling(tmp_path, 100, most=9)
    monkeypatch.setattr(thinking, "TO_POSE", 0.01)
    begun = time.process_time()
    with pytest.raises(RulesStuck, match="took more than"):
        _game_at_decision(BotTask(row, [0] * 100, "first", UPLOADED_STEPS))

    assert time.process_time() - begun < 5


def test_rules_that_somebody_brought_wait_behind_others() -> None:
    done: list[str] = []
    begins, goes_on = Event(), Event()

    class Named:
        def __init__(self, name: str, steps: int | None) -> None:
            self.name, self.steps = name, steps

    def work(task: Any) -> None:
        begins.set()
        goes_on.wait(20)
        done.append(task.name)

    thinkers = BotPool(0)
    futures = [thinkers.ask(work, Named("first", None))]
    begins.wait(20)
    futures += [
        thinkers.ask(work, Named(name, steps))
        for name, steps in (("brought", 5), ("shipped", None))
    ]
    goes_on.set()
    for each in futures:
        each.result(20)
    thinkers.close()

    assert done == ["first", "shipped", "brought"]


def test_bots_think_by_the_steps_of_their_table() -> None:
    row = {
        "edition": "liars-hand", "lang": "en", "cards": "[]", "options": "[]", "players": 3, "seed": "1",
    }  # fmt: skip
    try:
        game, _ = _game_at_decision(BotTask(row, [], "first", 1_999_999))
        assert inside(game.rules).most_steps == 1_999_999
    finally:
        cast("PythonEngine", game.state.engine).bound(
            MOST_STEPS
        )  # others in this process play on it


def test_a_bot_that_cannot_think_takes_the_first_option(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: Any) -> int:
        raise RulesStuck

    monkeypatch.setattr("rulewright.web.bots.bot_scheduler.choose_option", fails)
    with serving(tmp_path) as app:
        ann = person(app)
        table = new_table(ann, bots=2)
        ann.send(f"{table}/start")
        for _ in range(300):
            page = ann.look(table).text
            if ann.asked(page)[0] or f"{table}/steps" in page:
                break
            time.sleep(0.02)
        else:
            raise AssertionError("the bots do not move")
