"""Bots think in processes of their own, so that nobody waits for another table's thinking."""

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

from rulewright.base.deadline import OutOfTime, deadline, timed
from rulewright.base.records import Record
from rulewright.cli.common.seats import BOTS, LEVELS, seed_of_next_choice, thought
from rulewright.lab.balance.execution.workers import as_worker, beginning
from rulewright.runtime.python.python_engine import PythonEngine
from rulewright.runtime.session.rules.internals import inside
from rulewright.web.store.db_schema import read_json

if TYPE_CHECKING:
    from rulewright import Game, Rules
    from rulewright.lab.players.search_player import Thought

LOGGER: Final = logging.getLogger("rulewright.web")
GRACE: Final = 25.0
"""Seconds beside those of its level that a bot may take: for a process to begin, and rules to be loaded."""
GRACE_BROUGHT: Final = 10.0
"""The same by rules that somebody brought: others wait meanwhile."""
TO_POSE: Final = 4.0
"""Seconds in which a game by such rules is played up to the decision."""
TO_END: Final = 0.5
"""Seconds beyond those of its level after which a bot gives up the rollout that it is at, by such rules."""


class Stuck(Exception):
    """Rules were at work for too long: they were given up, or the process that plays by them was ended."""


class Task(Record):
    """A decision to think about: the row of the table, which makes the game, the choices so far, and the bot.

    A decision has at most so many `steps`, as at the table; None: as many as any.
    """

    row: Mapping[str, Any]
    choices: Sequence[int]
    bot: str
    steps: int | None = None

    @property
    def level(self) -> float:
        """Seconds for which the bot may think."""
        return LEVELS[self.bot][1] if self.bot in LEVELS else 0.0

    @property
    def seconds(self) -> float:
        """Seconds after which the process that thinks is taken to be stuck."""
        return self.level + (GRACE if self.steps is None else GRACE_BROUGHT)

    def within(self, seconds: float) -> AbstractContextManager[None]:
        """Bound what rules do that somebody brought: an entry by its steps, and all entries by a deadline."""
        if self.steps is None:
            return nullcontext()
        PythonEngine.meter = staticmethod(timed)
        return deadline(seconds)


def new_game(rules: Rules, row: Mapping[str, Any]) -> Game:
    """The game of a table as it begins; its own cards come to these rules. Raises RulesError."""
    made = rules.with_cast(read_json(row["cards"]))
    seed, options = int(row["seed"]), read_json(row["options"])
    return made.new_game(row["players"], seed, options, ask_forced=True)


@lru_cache(8)
def _rules(edition: str, lang: str, steps: int | None) -> Rules:
    import rulewright

    rules = rulewright.load(edition, lang)
    if steps is not None:
        inside(rules).most_steps = steps
    return rules


def _posed(task: Task) -> tuple[Game, int]:
    """The game in which the decision awaits, and the seed of who thinks. Raises Stuck if that takes too long."""
    rules = _rules(task.row["edition"], task.row["lang"], task.steps)
    try:
        with task.within(TO_POSE):
            game = new_game(rules, task.row)
            for index in task.choices:
                game.choose(index)
    except OutOfTime:
        raise Stuck(f"the game was not played again in {TO_POSE} seconds") from None
    return game, seed_of_next_choice(int(task.row["seed"]), len(task.choices))


def chosen(task: Task) -> int:
    """What a bot chooses; runs in a process of its own."""
    if task.bot not in BOTS:
        return advised(task).index
    game, seed = _posed(task)
    return BOTS[task.bot](seed)(game)


def advised(task: Task) -> Thought:
    """What a bot thinks of each option; runs in a process of its own."""
    game, seed = _posed(task)
    with task.within(task.level + TO_END):
        return thought(task.bot, game, seed, hurried=True)


class Thinkers:
    """A few processes that think, each led by a thread; one that dies or is stuck is replaced by another.

    Rules that players brought wait behind all others. Without processes the thread thinks.
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
        """Let one of them work on a task; its future raises what the work raises, or Stuck."""
        asked: Future[Any] = Future()
        is_brought = getattr(task, "steps", None) is not None
        with self._lock:
            self._waiting.put((is_brought, next(self._number), (asked, work, task)))
            if len(self._threads) < max(self.processes, 1):
                thread = Thread(target=self._serve, args=(len(self._threads),), daemon=True)
                self._threads.append(thread)
                thread.start()
        return asked

    def _serve(self, number: int) -> None:
        """Lead one process for as long as there are tasks to come."""
        while (job := self._waiting.get()[2]) is not None:
            asked, work, task = job
            if not asked.set_running_or_notify_cancel():
                continue
            try:
                asked.set_result(self._done(number, work, task) if self.processes else work(task))
            except BaseException as error:
                asked.set_exception(error)

    def _done(self, number: int, work: Callable[[Any], Any], task: Any) -> Any:
        for is_last in (False, True):
            pool = self._pool(number)
            try:
                found = pool.submit(work, task)
                return found.result(getattr(task, "seconds", GRACE))
            except TooLong:
                if found.done():
                    raise
                self._end(number)
                raise Stuck(f"no answer after {task.seconds} seconds") from None
            except BrokenProcessPool:
                self._end(number)
                if is_last or self._is_closed:
                    raise
                LOGGER.warning("a process that thinks has died; another takes its place")
        raise AssertionError

    def _pool(self, number: int) -> ProcessPoolExecutor:
        with self._lock:
            if number not in self._pools:
                self._pools[number] = ProcessPoolExecutor(1, beginning(), as_worker)
            return self._pools[number]

    def _end(self, number: int) -> None:
        """End a process, whatever it is at."""
        with self._lock:
            pool = self._pools.pop(number, None)
        if pool is not None:
            for each in list((pool._processes or {}).values()):
                each.kill()
            pool.shutdown(wait=False, cancel_futures=True)

    def close(self) -> None:
        """Let them go."""
        self._is_closed = True
        for number in range(len(self._threads)):
            self._waiting.put((-1, number, None))
            self._end(number)
