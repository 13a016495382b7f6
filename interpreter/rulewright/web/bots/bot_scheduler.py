"""The bot scheduler: asks bots to move, repeats lost requests, and calls webhooks of absent players."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from typing import Any, Final

from rulewright.language.edition.translations.program_text import say, use_language
from rulewright.language.text import RulesError
from rulewright.web.background_tasks import run_in_background
from rulewright.web.bots.bot_pool import BotPool, BotTask, choose_option
from rulewright.web.refusals import Refused, stored_sentence
from rulewright.web.store.db_schema import StoredSeat, StoredTable
from rulewright.web.store.pubsub import TableNotifier
from rulewright.web.tables.edition_catalogue import UPLOADED_STEPS
from rulewright.web.tables.live_games import PLAYING
from rulewright.web.tables.table_service import TableService
from rulewright.web.tables.time_limits import PRESENT
from rulewright.web.webhooks import WebhookCaller

LOGGER: Final = logging.getLogger("rulewright.web")
AN_HOUR: Final = 3_600.0
A_WEEK: Final = 7 * 86_400.0
LONGEST: Final = 45.0
"""Seconds after which any process asks a bot again that has not moved."""


class BotScheduler:
    """A scheduler that asks bots and records their choices. A repeated choice is recorded once, as for people."""

    def __init__(
        self,
        service: TableService,
        bot_pool: BotPool,
        notifier: TableNotifier,
        hooks: WebhookCaller,
    ) -> None:
        self.service, self.bot_pool, self.notifier, self.hooks = service, bot_pool, notifier, hooks
        self._asked: dict[str, str] = {}
        self._failed: set[str] = set()
        self._movers = ThreadPoolExecutor(4, "moves")

    def ask_bot(self, table: str) -> None:
        """Ask the bot that has to move at `table`, once for each decision, or call an absent player's webhook.

        Errors of one table never reach the caller; each is logged once.
        """
        known = self.service.game_cache.cached(table)
        if known and not (
            known.stored.row["bot_to_move"] or any(s.hook for s in known.stored.seats)
        ):
            return
        try:
            with self.service.game_cache.locked(table):
                self._ask_bot(table)
        except (Refused, RulesError):
            return
        except Exception:
            if table not in self._failed:
                self._failed.add(table)
                LOGGER.exception("the bots of the table %s could not be asked", table)

    def _ask_bot(self, table: str) -> None:
        """Queue the pending decision for its bot, or call the webhook of its absent player."""
        stored, running = self.service.game_cache.current(table)
        with self.service.game_cache.stop_on_fault(stored):
            decision = running.game.decision if running else None
        if running is None or decision is None or stored.row["state"] != PLAYING:
            return
        seat, decision_id = stored.seats[decision.player], running.decision_id(decision.player)
        if not seat.plays_bot:
            self._call(stored, seat, decision_id)
        elif self._asked.get(table) != f"{seat.seat} {decision_id}":
            steps = (
                UPLOADED_STEPS
                if self.service.catalogue.is_uploaded(stored.row["edition"])
                else None
            )
            task = BotTask(stored.row, running.choices, seat.plays_bot, steps, running.archive)
            self._asked[table] = f"{seat.seat} {decision_id}"
            try:
                future = self.bot_pool.ask(choose_option, task)
            except BaseException:
                del self._asked[table]
                raise
            move = partial(
                run_in_background, self._movers, self._move, table, seat.seat, decision_id
            )
            future.add_done_callback(move)

    def enforce_limits(self, table: str) -> None:
        """Let the table play for a player who is late or away, show that, and ask the next bot."""
        try:
            self.service.enforce_limits(table)
        except (Refused, RulesError):
            return
        except Exception:
            LOGGER.exception("the time limits of the table %s could not be enforced", table)
            return
        self.notifier.notify(table)
        self.ask_bot(table)

    def _call(self, stored: StoredTable, seat: StoredSeat, decision_id: str) -> None:
        """Call the webhook of an absent player, once for each decision."""
        if not seat.hook or time.time() - seat.here < PRESENT:
            return
        table = stored.row["id"]
        with self.service.changing(table) as change:
            is_first = change.seats[seat.seat].called != decision_id
            if is_first:
                change.set_seat(seat.seat, called=decision_id)
        if is_first:
            with use_language(seat.lang or stored.row["lang"]):
                sentence = say("It is your move, {name}.", name=seat.name)
            self.hooks.call(seat.hook, sentence, f"{seat.base}/t/{table}")

    def close(self) -> None:
        """Stop recording moves."""
        self.hooks.close()
        self._movers.shutdown(wait=False, cancel_futures=True)

    def _move(self, table: str, seat: int, decision_id: str, future: Future[Any]) -> None:
        """Record a bot's choice; the first option if the bot failed."""
        self._asked.pop(table, None)
        if future.cancelled():
            return
        index = 0
        if (error := future.exception()) is None:
            index = future.result()
        elif isinstance(error, BrokenProcessPool):
            return LOGGER.warning("a bot failed: %s", error)
        else:
            LOGGER.warning("a bot failed and takes the first option: %r", error)
        with contextlib.suppress(Refused, RulesError):
            self.service.choose_for(table, seat, decision_id, index)
        self.notifier.notify(table)
        self.ask_bot(table)

    async def sweep(self) -> None:
        """Repeat lost requests to bots, as long as the server runs, and stop tables that never began."""
        store, late, tidied = self.service.store, 0.0, 0.0
        while True:
            with contextlib.suppress(Refused):  # the database may be down for a while
                tables = await asyncio.to_thread(store.waiting_for_bots, time.time() - late)
                for table in tables:
                    await asyncio.to_thread(self.ask_bot, table)
                for table in await asyncio.to_thread(store.due_tables):
                    await asyncio.to_thread(self.enforce_limits, table)
            late = LONGEST
            if time.time() >= tidied + AN_HOUR:
                tidied = time.time()
                with contextlib.suppress(Refused):
                    word = stored_sentence(
                        "This table is closed because nobody began the game for a week."
                    )
                    await asyncio.to_thread(store.stop_waiting, tidied - A_WEEK, word)
            await asyncio.sleep(5)
