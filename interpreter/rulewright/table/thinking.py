"""Bots think in processes of their own, so that nobody waits for another table's thinking."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import lru_cache
from threading import Lock
from typing import TYPE_CHECKING, Any, Final

from rulewright.balance.workers import as_worker, beginning
from rulewright.front.common.seats import BOTS, seed_of_next_choice, thought
from rulewright.records import Record

if TYPE_CHECKING:
    from rulewright import Game, Rules
    from rulewright.players.searching import Thought

LOGGER: Final = logging.getLogger("rulewright.table")


class Task(Record):
    """A decision to think about: the row of the table, which makes the game, the choices so far, and the bot."""

    row: Mapping[str, Any]
    choices: Sequence[int]
    bot: str


def new_game(rules: Rules, row: Mapping[str, Any]) -> Game:
    """The game of a table as it begins; its own cards come to these rules. Raises RulesError."""
    made = rules.with_cast(json.loads(row["cards"]))
    seed, options = int(row["seed"]), json.loads(row["options"])
    return made.new_game(row["players"], seed, options, ask_forced=True)


@lru_cache(8)
def _rules(edition: str, lang: str) -> Rules:
    import rulewright

    return rulewright.load(edition, lang)


def _posed(task: Task) -> tuple[Game, int]:
    """The game in which the decision awaits, and the seed of who thinks."""
    game = new_game(_rules(task.row["edition"], task.row["lang"]), task.row)
    for index in task.choices:
        game.choose(index)
    return game, seed_of_next_choice(int(task.row["seed"]), len(task.choices))


def chosen(task: Task) -> int:
    """What a bot chooses; runs in a process of its own."""
    if task.bot not in BOTS:
        return advised(task).index
    game, seed = _posed(task)
    return BOTS[task.bot](seed)(game)


def advised(task: Task) -> Thought:
    """What a bot thinks of each option; runs in a process of its own."""
    return thought(task.bot, *_posed(task), hurried=True)


class Thinkers:
    """A few processes that think; if one dies, others are begun. Without any, a thread of this one thinks."""

    def __init__(self, processes: int) -> None:
        self.processes = processes
        self._lock = Lock()
        self._pool: Executor | None = None  # until somebody asks

    def ask(self, work: Callable[[Task], Any], task: Task) -> Future[Any]:
        """Let one of them work on a task."""
        with self._lock:
            try:
                self._pool = self._pool or self._begun()
                return self._pool.submit(work, task)
            except BrokenProcessPool:
                LOGGER.warning("a process that thinks has died; others take its place")
                self._pool = self._begun()
                return self._pool.submit(work, task)

    def _begun(self) -> Executor:
        if not self.processes:
            return ThreadPoolExecutor(1)
        return ProcessPoolExecutor(self.processes, beginning(), as_worker)

    def close(self) -> None:
        """Let them go."""
        with self._lock:
            if self._pool is not None:
                self._pool.shutdown(wait=False, cancel_futures=True)
