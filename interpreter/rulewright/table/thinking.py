"""Bots think in processes of their own, so that nobody waits for another table's thinking."""

from __future__ import annotations

import json
import logging
import multiprocessing
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import lru_cache
from threading import Lock
from typing import TYPE_CHECKING, Any, Final

from rulewright.front.common.seats import (
    BOTS,
    NAMES,
    USUAL_BOT,
    make_bot,
    seed_of_next_choice,
    thought,
)
from rulewright.records import Record

if TYPE_CHECKING:
    from rulewright import Game, Rules
    from rulewright.players.searching import Thought

LOGGER: Final = logging.getLogger("rulewright.table")


class Task(Record):
    """A decision to think about: what makes the game, the choices so far, and the bot."""

    edition: str
    lang: str
    players: int
    options: str
    cards: str
    seed: int
    choices: tuple[int, ...]
    bot: str


def task_of(row: Any, choices: Sequence[int], bot: str) -> Task:
    """The decision that a table awaits, for a bot."""
    known = bot if bot in NAMES else USUAL_BOT
    return Task(
        row["edition"], row["lang"], row["players"], row["options"], row["cards"], int(row["seed"]),
        tuple(choices), known,
    )  # fmt: skip


@lru_cache(8)
def _rules(edition: str, lang: str) -> Rules:
    import rulewright

    return rulewright.load(edition, lang)


def _game(task: Task) -> Game:
    rules = _rules(task.edition, task.lang).with_cast(json.loads(task.cards))
    game = rules.new_game(task.players, task.seed, json.loads(task.options), ask_forced=True)
    for index in task.choices:
        game.choose(index)
    return game


def chosen(task: Task) -> int:
    """What a bot chooses; runs in a process of its own."""
    game, seed = _game(task), seed_of_next_choice(task.seed, len(task.choices))
    if task.bot in BOTS:
        return make_bot(task.bot, seed)(game)
    return thought(task.bot, game, seed, hurried=True).index


def advised(task: Task) -> Thought:
    """What a bot thinks of each option; runs in a process of its own."""
    bot = task.bot if task.bot not in BOTS else USUAL_BOT
    return thought(
        bot, _game(task), seed_of_next_choice(task.seed, len(task.choices)), hurried=True
    )


class Thinkers:
    """A few processes that think; if one dies, others are begun. Without any, a thread of this one thinks."""

    def __init__(self, processes: int) -> None:
        self.processes = processes
        self._lock = Lock()
        self._pool: Executor | None = None

    def ask(self, work: Callable[[Task], Any], task: Task) -> Future[Any]:
        """Let one of them work on a task."""
        with self._lock:
            try:
                return self._begun().submit(work, task)
            except BrokenProcessPool:
                LOGGER.warning("a process that thinks has died; others take its place")
                self._pool = None
                return self._begun().submit(work, task)

    def _begun(self) -> Executor:
        if self._pool is None and not self.processes:
            self._pool = ThreadPoolExecutor(1)
        elif self._pool is None:
            spawning = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(self.processes, mp_context=spawning)
        return self._pool

    def close(self) -> None:
        """Let them go."""
        with self._lock:
            if self._pool is not None:
                self._pool.shutdown(wait=False, cancel_futures=True)
