"""Server-sent events: when a table changes, each open page gets the changed parts, drawn once for all pages."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import logging
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final

from starlette.requests import Request
from starlette.types import Receive, Scope, Send

from rulewright.base.records import Draft, field
from rulewright.language.text import RulesError
from rulewright.runtime.observation.view import ViewCache
from rulewright.web.pages.board_layout import STORY
from rulewright.web.pages.fragments import marks_of, parts_of, room_of, story_of
from rulewright.web.refusals import Refused, TableBusy
from rulewright.web.request_context import Handler, visit_of
from rulewright.web.store.db_schema import StoredTable
from rulewright.web.store.pubsub import TableNotifier
from rulewright.web.tables.commands import seat_seeing
from rulewright.web.tables.live_games import RunningGame
from rulewright.web.tables.table_service import PRESENT, TableService

STILL: Final = PRESENT // 3
"""Interval of heartbeats in seconds; they also refresh presence and time limits."""

LOST: Final = (Refused, RulesError)
LOGGER: Final = logging.getLogger("rulewright.web")
TROUBLE: Final = "event: trouble\ndata: {}\n\n"
AT_ONCE: Final = 4
"""Number of tables drawn at the same time; more would only wait for each other."""
PATIENCE: Final = 0.3
"""Seconds that drawing waits for the lock of a table, before it is retried."""


class OpenPage(Draft):
    """An open page: its person, the parts that it has, and the text waiting to be sent.

    `have` is the checksum that the browser sent, `changed` the table's change counter when the page was last
    drawn.
    """

    person: str
    send: Send
    have: str = ""
    seat: int | None = None
    sent: dict[str, int] = field(factory=dict)
    told: int = 0
    since: int | None = None
    undone: int = -1
    text: str = ""
    changed: int = -1
    is_behind: bool = False
    is_sending: bool = False

    def heard(self, running: RunningGame) -> int:
        """Return the number of the first event to send; after an undo, the end of the story is sent again."""
        told = running.told(self.seat)
        return max(self.told if self._goes_on(running) else 0, told - STORY)

    def _goes_on(self, running: RunningGame) -> bool:
        return "story" in self.sent and self.undone == running.undone

    def show(self, running: RunningGame, value: Any, parts: Mapping[str, str]) -> None:
        """Queue the changed parts of the game for this page; of a continued story only the new lines."""
        told, since, deck = value["told"], running.new_since(self.seat), running.deck
        news: dict[str, str] = {}
        if not self._goes_on(running):
            parts = {**parts, "story": story_of(deck, value["story"], since)}
        elif self.told < told or self.since != since:
            lines = [event for event in value["story"] if event["number"] >= self.told]
            news = {"lines": deck.lines(lines), "since": str(since)}
        self.told, self.since, self.undone = told, since, running.undone
        self.put(parts, **news)
        if self.have and self.have == marks_of(running, value, parts):
            self.text = ""
        self.have = ""

    def put(self, parts: Mapping[str, str], **news: str) -> None:
        """Queue those of `parts` that changed, and `news` in any case."""
        fresh = {name: html for name, html in parts.items() if hash(html) != self.sent.get(name)}
        self.sent |= {name: hash(html) for name, html in fresh.items()}
        fresh |= news
        if fresh:
            data = json.dumps(fresh, ensure_ascii=False, separators=(",", ":"))
            self.text = f"event: parts\ndata: {data}\n\n"


class EventStreams:
    """All open pages, by table.

    There may be thousands of idle pages, so each keeps little memory: checksums and the pending request. Sending
    uses a task of its own.
    """

    def __init__(self, sittings: TableService, news: TableNotifier, show: Handler) -> None:
        self.sittings, self.hall, self.news, self.show = sittings, sittings.hall, news, show
        self.watched: dict[str, list[OpenPage]] = {}
        self._drawing = ThreadPoolExecutor(AT_ONCE, "draws")
        self._sending: set[asyncio.Task[None]] = set()
        self._waking: set[str] = set()

    def _apart(self, work: Any, *given: Any) -> asyncio.Future[Any]:
        """Run `work` in a drawing thread."""
        return asyncio.get_running_loop().run_in_executor(self._drawing, work, *given)

    async def first(self, table: str, screen: OpenPage) -> None:
        """Queue the first content of a page; TROUBLE if the person may not see the table."""
        try:
            await self._apart(self._first, table, screen)
        except Exception:
            screen.text = TROUBLE

    def _first(self, table: str, screen: OpenPage) -> None:
        with self.hall.held(table, PATIENCE):
            self._draw(table, [screen])

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve the event stream of a page until the client disconnects."""
        visit = visit_of(Request(scope))
        table, screen = visit.table, OpenPage(visit.person, send, visit.told("have"))
        del visit  # freed, because the page may stay open for hours
        await self.first(table, screen)
        if screen.text == TROUBLE:
            answer = await self.show(Request(scope, receive))  # this page explains the problem
            return await answer(scope, receive, send)
        head = (b"content-type", b"text/event-stream; charset=utf-8")
        await send({"type": "http.response.start", "status": 200, "headers": [head]})
        try:
            await self.begin(table, screen)
            while (await receive())["type"] != "http.disconnect":
                pass
        finally:
            await self.end(table, screen)

    async def begin(self, table: str, screen: OpenPage) -> None:
        """Send the queued content to a page, and subscribe it to changes."""
        screen.text = f"retry: 1000\n\n{screen.text}"
        self.watched.setdefault(table, []).append(screen)
        await self._apart(self._note, table, [screen], time.time())
        self.wake(table)  # the table may have changed while the first content was drawn
        await self._deliver(table, screen)

    async def end(self, table: str, screen: OpenPage) -> None:
        """Remove a closed page."""
        screens = self.watched[table]
        screens.remove(screen)
        if not screens:
            del self.watched[table]
        if all(each.person != screen.person for each in screens):
            await asyncio.shield(self._apart(self._note, table, [screen], 0.0))

    def _send_on(self, table: str, screens: Sequence[OpenPage]) -> None:
        for each in screens:
            if each.text or each.is_behind:
                task = asyncio.create_task(self._deliver(table, each))
                self._sending.add(task)
                task.add_done_callback(self._sending.discard)

    async def _deliver(self, table: str, screen: OpenPage) -> None:
        """Send the queued text of a page until there is none; a single task does so for each page."""
        if screen.is_sending:
            return
        screen.is_sending = True
        try:
            while screen.text or screen.is_behind:
                text, screen.text = screen.text, ""
                body = {"type": "http.response.body", "body": text.encode(), "more_body": True}
                await screen.send(body)
                if screen.is_behind:
                    screen.is_behind = False
                    self.wake(table)
        finally:
            screen.is_sending = False

    def _note(self, table: str, screens: Sequence[OpenPage], now: float) -> None:
        """Record the presence or absence of seated players, and notify others of it."""
        persons = {each.person for each in screens if each.seat is not None}
        with contextlib.suppress(*LOST):
            if persons and self.sittings.here(table, persons, now):
                self.news.tell(table)

    async def sweep(self) -> None:
        """Send heartbeats and record presence, as long as the server runs."""
        for second in itertools.count():
            await asyncio.sleep(1)
            for table, screens in self.watched.items():
                if hash(table) % STILL == second % STILL:  # spread over the interval
                    self._apart(self._tend, table, screens[:])

    def _tend(self, table: str, screens: Sequence[OpenPage]) -> None:
        self._note(table, screens, time.time())
        self.renew(table, ": still here\n\n")

    def wake(self, table: str | None) -> None:
        """Redraw the pages of `table` in a thread; of all tables if None."""
        for each in [table] if table is not None else list(self.watched):
            if (
                each in self.watched and each not in self._waking
            ):  # no table takes more than one thread
                self._waking.add(each)
                self._apart(self._renew_woken, each)

    def _renew_woken(self, table: str) -> None:
        self._waking.discard(table)  # later changes wake it again
        self.renew(table)

    def _later(self, table: str) -> None:
        asyncio.get_running_loop().call_later(1, self.wake, table)

    def renew(self, table: str, still: str = "") -> None:
        """Draw the changes of a table for its open pages; runs in a worker thread.

        A page with unsent text is skipped, and drawn again once that is sent. With a heartbeat `still`,
        everything is drawn, because presence and time limits depend on the clock.
        """
        if table not in self.watched:
            return
        try:
            # Without the lock, two threads would both take a page as free.
            with self.hall.held(table, PATIENCE):
                screens = self.watched.get(table, [])[:]
                free = [each for each in screens if not each.text]
                try:
                    self._draw(table, free, still)
                except TableBusy:
                    raise
                except LOST:
                    for each in free:
                        each.text = TROUBLE
                for each in screens:
                    each.is_behind |= each not in free
        except TableBusy:
            self.news.soon(self._later, table)
        except Exception:
            LOGGER.exception("the pages of the table %s could not be drawn", table)
        else:
            self.news.soon(self._send_on, table, screens)

    def _draw(self, table: str, screens: Sequence[OpenPage], still: str = "") -> None:
        """Queue the changes for each page. Raises the exceptions in LOST."""
        with self.hall.held(table):
            kept, running = self.hall.now(table, self.hall.keeper.is_file)
            seeing = []
            for each in screens:
                each.text = still
                try:
                    each.seat = seat_seeing(kept, each.person)
                except Refused:
                    each.text = TROUBLE
                else:
                    if still or each.changed != kept.row["changed"]:
                        seeing.append(each)
                    each.changed = kept.row["changed"]
            if running is None:
                for each in seeing:
                    each.put({"room": room_of(self.sittings.shelf, kept, each.seat)})
            else:
                self._draw_game(kept, running, seeing)

    def _draw_game(
        self, kept: StoredTable, running: RunningGame, screens: Sequence[OpenPage]
    ) -> None:
        since: dict[int | None, int] = {}
        for each in screens:
            heard = each.heard(running)
            since[each.seat] = min(heard, since.get(each.seat, heard))
        with self.hall.stopping(kept):
            values = running.game.seats(since)
            met: ViewCache = {}
            drawn = {seat: parts_of(kept, running, value, met) for seat, value in values.items()}
        for each in screens:
            each.show(running, values[each.seat], drawn[each.seat])
