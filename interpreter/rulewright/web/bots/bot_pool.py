"""A pool of worker processes for bots, so that one table's search does not delay other tables."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, TimeoutError as TooLong
from concurrent.futures.process import BrokenProcessPool
from contextlib import AbstractContextManager, nullcontext
from functools import lru_cache
from itertools import count
from queue import PriorityQueue
from threading import Lock, Thread
from typing import TYPE_CHECKING, Any, Final

from rulewright.base.deadline import OutOfTime, deadline
from rulewright.base.records import Record
from rulewright.cli.common.seats import BOTS, LEVELS, search_result, seed_of_next_choice
from rulewright.lab.balance.execution.workers import initialize_worker, worker_context
from rulewright.language.text import RulesError
from rulewright.runtime.session.rules.internals import inside
from rulewright.runtime.session.rules.rule_archive import RuleArchive
from rulewright.runtime.session.rules.rulebook import Rulebook
from rulewright.web.limits.request_budget import limit_uploaded
from rulewright.web.store.db_schema import read_json

if TYPE_CHECKING:
    from rulewright import Game, Rules
    from rulewright.lab.players.search_player import SearchResult

LOGGER: Final = logging.getLogger("rulewright.web")
GRACE: Final = 25.0
"""Extra seconds for a bot beyond its search time: to start a process and to load rules."""
GRACE_UPLOADED: Final = 10.0
"""Extra seconds with uploaded rules, which other tasks must not wait for."""
TO_POSE: Final = 4.0
"""Seconds for the replay of a game with uploaded rules."""
TO_END: Final = 0.5
"""Seconds beyond its search time after which a bot aborts a rollout with uploaded rules."""


class RulesStuck(Exception):
    """Rules ran for too long; the run was aborted or its worker process killed."""


class BotTask(Record):
    """A decision for a bot: the table's row, the choices so far, and the bot's name.

    `steps` limits each decision, as at the table; None sets no limit. `archive` holds the rules that the table
    began with, which it plays if its edition plays otherwise today.
    """

    row: Mapping[str, Any]
    choices: Sequence[int]
    bot: str
    steps: int | None = None
    archive: RuleArchive | None = None

    @property
    def level(self) -> float:
        """Time limit of the bot's search, in seconds."""
        return LEVELS[self.bot][1] if self.bot in LEVELS else 0.0

    @property
    def seconds(self) -> float:
        """Seconds after which the worker process counts as stuck."""
        return self.level + (GRACE if self.steps is None else GRACE_UPLOADED)

    def limits(self, seconds: float) -> AbstractContextManager[None]:
        """Return a context that limits the time of uploaded rules."""
        return nullcontext() if self.steps is None else deadline(seconds)


def new_game(rules: Rules, row: Mapping[str, Any]) -> Game:
    """Return the initial game of a table, with the extra cards of its row. Raises RulesError."""
    cast_rules = rules.with_cast(read_json(row["cards"]))
    seed, options = int(row["seed"]), read_json(row["options"])
    return cast_rules.new_game(row["players"], seed, options, ask_forced=True)


def game_of_row(
    row: Mapping[str, Any],
    rules: Callable[[RuleArchive | None], Rules],
    kept: Callable[[], RuleArchive | None],
) -> Game | None:
    """Return the initial game of a table, by its edition as it is today if that plays alike, else by `kept` rules.

    None if it plays otherwise and none are kept. Raises RulesError.
    """
    try:
        game = new_game(rules(None), row)
        # Tables of older versions name the text of their rules.
        if row["digest"] in (game.state.game.module.play, inside(game.rules).digest):
            return game
    except RulesError:
        if not row["rules"]:
            raise
    archive = kept() if row["rules"] else None
    return None if archive is None else new_game(rules(archive), row)


@lru_cache(8)
def _load_rules(
    edition: str, lang: str, steps: int | None, archive: RuleArchive | None = None
) -> Rules:
    """Return the rules of an edition, or those in `archive`, loaded once for each worker process."""
    import rulewright

    if archive is None:
        rules = rulewright.load(edition, lang)
    else:
        rules = rulewright.Rules(Rulebook.from_archive(archive, edition, lang))
    if steps is not None:
        limit_uploaded(rules, steps)
    return rules


def _game_at_decision(task: BotTask) -> tuple[Game, int]:
    """Return the game at the pending decision, and the bot's seed.

    Raises RulesStuck if the replay takes too long.
    """
    source = task.row["edition"], task.row["lang"], task.steps
    try:
        with task.limits(TO_POSE):
            if task.archive is None:
                game = new_game(_load_rules(*source), task.row)
            else:
                kept = game_of_row(
                    task.row, lambda archive: _load_rules(*source, archive), lambda: task.archive
                )
                assert kept is not None
                game = kept
            for index in task.choices:
                game.choose(index)
    except OutOfTime:
        raise RulesStuck(f"replaying the game took more than {TO_POSE} seconds") from None
    return game, seed_of_next_choice(int(task.row["seed"]), len(task.choices))


def choose_option(task: BotTask) -> int:
    """Return the option that a bot chooses; runs in a worker process."""
    if task.bot not in BOTS:
        return evaluate_options(task).index
    game, seed = _game_at_decision(task)
    return BOTS[task.bot](seed)(game)


def evaluate_options(task: BotTask) -> SearchResult:
    """Return a bot's evaluation of each option; runs in a worker process."""
    game, seed = _game_at_decision(task)
    with task.limits(task.level + TO_END):
        return search_result(task.bot, game, seed, hurried=True)


class BotPool:
    """A pool of worker processes, each served by a thread; a dead or stuck process is replaced.

    Tasks with uploaded rules have the lowest priority. With 0 processes, the thread does the work.
    """

    def __init__(self, processes: int) -> None:
        self.processes = processes
        self._lock = Lock()
        self._threads: list[Thread] = []
        self._pools: dict[int, ProcessPoolExecutor] = {}
        self._waiting: PriorityQueue[tuple[int, int, Any]] = PriorityQueue()
        self._number = count()
        self._is_closed = False

    def ask(self, work: Callable[[Any], Any], task: Any) -> Future[Any]:
        """Queue `work` on `task`; the future raises the exceptions of `work`, or RulesStuck."""
        future: Future[Any] = Future()
        priority = getattr(task, "steps", None) is not None
        with self._lock:
            self._waiting.put((priority, next(self._number), (future, work, task)))
            if len(self._threads) < max(self.processes, 1):
                thread = Thread(target=self._serve, args=(len(self._threads),), daemon=True)
                self._threads.append(thread)
                thread.start()
        return future

    def _serve(self, number: int) -> None:
        """Pass tasks to worker process `number` until the pool is closed."""
        while (job := self._waiting.get()[2]) is not None:
            future, work, task = job
            if not future.set_running_or_notify_cancel():
                continue
            try:
                future.set_result(
                    self._run_task(number, work, task) if self.processes else work(task)
                )
            except BaseException as error:
                future.set_exception(error)

    def _run_task(self, number: int, work: Callable[[Any], Any], task: Any) -> Any:
        """Return the result of `work` in worker process `number`, retried once if the process dies."""
        for is_last in (False, True):
            pool = self._worker(number)
            try:
                future = pool.submit(work, task)
                return future.result(getattr(task, "seconds", GRACE))
            except TooLong:
                if future.done():
                    raise
                self._kill_worker(number)
                raise RulesStuck(f"no answer after {task.seconds} seconds") from None
            except BrokenProcessPool:
                self._kill_worker(number)
                if is_last or self._is_closed:
                    raise
                LOGGER.warning("a process for bots has died and is replaced")
        raise AssertionError

    def _worker(self, number: int) -> ProcessPoolExecutor:
        """Return worker process `number`, started if there is none."""
        with self._lock:
            if number not in self._pools:
                self._pools[number] = ProcessPoolExecutor(1, worker_context(), initialize_worker)
            return self._pools[number]

    def _kill_worker(self, number: int) -> None:
        """Kill a worker process."""
        with self._lock:
            pool = self._pools.pop(number, None)
        if pool is not None:
            for each in list((pool._processes or {}).values()):
                each.kill()
            pool.shutdown(wait=False, cancel_futures=True)

    def close(self) -> None:
        """End all threads and processes of the pool."""
        self._is_closed = True
        for number in range(len(self._threads)):
            self._waiting.put((-1, number, None))
            self._kill_worker(number)
