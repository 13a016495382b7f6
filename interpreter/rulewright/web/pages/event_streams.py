"""Server-sent events: when a table changes, each open page gets the changed parts, drawn once for all pages."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import logging
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final

from starlette.requests import Request
from starlette.types import Receive, Scope, Send

from rulewright.base.records import Draft, field
from rulewright.language.text import RulesError
from rulewright.web.pages.board_layout import STORY
from rulewright.web.pages.fragments import checksum_of, render_room, seat_state, to_json
from rulewright.web.refusals import Refused, TableBusy
from rulewright.web.request_context import Handler, visit_of
from rulewright.web.store.db_schema import StoredTable
from rulewright.web.store.pubsub import TableNotifier
from rulewright.web.tables.commands import seat_of_viewer
from rulewright.web.tables.edition_catalogue import LANGUAGES
from rulewright.web.tables.live_games import RunningGame
from rulewright.web.tables.table_service import TableService
from rulewright.web.tables.time_limits import PRESENT

HEARTBEAT: Final = PRESENT // 3
"""Interval of heartbeats in seconds; they also refresh presence and time limits."""

EXPECTED_ERRORS: Final = (Refused, RulesError)
LOGGER: Final = logging.getLogger("rulewright.web")
TROUBLE: Final = "event: trouble\ndata: {}\n\n"
DRAWING_THREADS: Final = 4
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
    language: str
    have: str = ""
    seat: int | None = None
    sent: dict[str, int] = field(factory=dict)
    events_sent: int = 0
    undo_count: int = -1
    text: str = ""
    changed: int = -1
    is_behind: bool = False
    is_sending: bool = False

    def first_unsent(self, running: RunningGame) -> int:
        """Return the number of the first event to send; after an undo, the end of the story is sent again."""
        seen_events = running.events_seen(self.seat)
        return max(self.events_sent if self._goes_on(running) else 0, seen_events - STORY)

    def _goes_on(self, running: RunningGame) -> bool:
        """Return whether the page has a story and no choice was undone since, so that new lines can be appended."""
        return "story" in self.sent and self.undo_count == running.undo_count

    def queue_game(self, running: RunningGame, value: Any, state: Mapping[str, str]) -> None:
        """Queue the changed state of the game for this page; of a continued story only the new events."""
        seen_events, story = value["told"], value["story"]
        extra = {}
        if not self._goes_on(running):
            extra = {"story": to_json(story[-STORY:])}
            self.sent["story"] = 0
        elif self.events_sent < seen_events:
            extra = {
                "more": to_json([each for each in story if each["number"] >= self.events_sent])
            }
        self.events_sent, self.undo_count = seen_events, running.undo_count
        self.queue_state(state, **extra)
        if self.have and self.have == checksum_of(running, state):
            self.text = ""
        self.have = ""

    def queue_state(self, state: Mapping[str, str], **extra: str) -> None:
        """Queue those JSON texts of `state` that changed, and `extra` in any case."""
        fresh = {name: text for name, text in state.items() if hash(text) != self.sent.get(name)}
        self.sent |= {name: hash(text) for name, text in fresh.items()}
        fresh |= extra
        if fresh:
            data = ",".join(f"{to_json(name)}:{text}" for name, text in fresh.items())
            self.text = f"event: state\ndata: {{{data}}}\n\n"


class EventStreams:
    """All open pages, by table.

    There may be thousands of idle pages, so each keeps little memory: checksums and the pending request. Sending
    uses a task of its own.
    """

    def __init__(self, service: TableService, notifier: TableNotifier, show: Handler) -> None:
        self.service, self.game_cache, self.notifier, self.show = (
            service,
            service.game_cache,
            notifier,
            show,
        )
        self.pages_by_table: dict[str, list[OpenPage]] = {}
        self._drawing = ThreadPoolExecutor(DRAWING_THREADS, "draws")
        self._sending: set[asyncio.Task[None]] = set()
        self._waking: set[str] = set()

    def _in_thread(self, work: Any, *args: Any) -> asyncio.Future[Any]:
        """Run `work` in a drawing thread."""
        return asyncio.get_running_loop().run_in_executor(self._drawing, work, *args)

    async def first(self, table: str, open_page: OpenPage) -> None:
        """Queue the first content of a page, or TROUBLE if drawing it fails for any reason."""
        try:
            await self._in_thread(self._first, table, open_page)
        except Exception:
            open_page.text = TROUBLE

    def _first(self, table: str, open_page: OpenPage) -> None:
        """Draw the first content of a page while the table is locked."""
        with self.game_cache.locked(table, PATIENCE):
            self._draw(table, [open_page])

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve the event stream of a page until the client disconnects."""
        visit = visit_of(Request(scope))
        words, table = visit.text("words"), visit.table
        language = words if words in LANGUAGES else visit.language
        open_page = OpenPage(visit.person, send, language, visit.text("have"))
        del visit  # freed, because the page may stay open for hours
        await self.first(table, open_page)
        if open_page.text == TROUBLE:
            # The ordinary page explains the trouble.
            answer = await self.show(Request(scope, receive))
            return await answer(scope, receive, send)
        head = [
            (b"content-type", b"text/event-stream; charset=utf-8"),
            (b"x-accel-buffering", b"no"),  # nginx would collect the events before it sends them
        ]
        await send({"type": "http.response.start", "status": 200, "headers": head})
        try:
            await self.begin(table, open_page)
            while (await receive())["type"] != "http.disconnect":
                pass
        finally:
            await self.end(table, open_page)

    async def begin(self, table: str, open_page: OpenPage) -> None:
        """Send the queued content to a page, and subscribe it to changes."""
        open_page.text = f"retry: 1000\n\n{open_page.text}"
        self.pages_by_table.setdefault(table, []).append(open_page)
        await self._in_thread(self._note, table, [open_page], time.time())
        self.wake(table)  # the table may have changed while the first content was drawn
        await self._deliver(table, open_page)

    async def end(self, table: str, open_page: OpenPage) -> None:
        """Remove a closed page."""
        open_pages = self.pages_by_table[table]
        open_pages.remove(open_page)
        if not open_pages:
            del self.pages_by_table[table]
        if all(each.person != open_page.person for each in open_pages):
            await asyncio.shield(self._in_thread(self._note, table, [open_page], 0.0))

    def _send_on(self, table: str, open_pages: Sequence[OpenPage]) -> None:
        """Start a sending task for each page that has unsent text."""
        for each in open_pages:
            if each.text or each.is_behind:
                task = asyncio.create_task(self._deliver(table, each))
                self._sending.add(task)
                task.add_done_callback(self._sending.discard)

    async def _deliver(self, table: str, open_page: OpenPage) -> None:
        """Send the queued text of a page until there is none; a single task does so for each page."""
        if open_page.is_sending:
            return
        open_page.is_sending = True
        try:
            while open_page.text or open_page.is_behind:
                text, open_page.text = open_page.text, ""
                body = {"type": "http.response.body", "body": text.encode(), "more_body": True}
                await open_page.send(body)
                if open_page.is_behind:
                    open_page.is_behind = False
                    self.wake(table)
        finally:
            open_page.is_sending = False

    def _note(self, table: str, open_pages: Sequence[OpenPage], now: float) -> None:
        """Record when the seated persons of these pages were last seen (0: absent), and announce the change."""
        persons = {each.person for each in open_pages if each.seat is not None}
        with contextlib.suppress(*EXPECTED_ERRORS):
            if persons and self.service.note_presence(table, persons, now):
                self.notifier.notify(table)

    async def sweep(self) -> None:
        """Send heartbeats and record presence, as long as the server runs."""
        for second in itertools.count():
            await asyncio.sleep(1)
            for table, open_pages in self.pages_by_table.items():
                if hash(table) % HEARTBEAT == second % HEARTBEAT:  # spread over the interval
                    self._in_thread(self._tend, table, open_pages[:])

    def _tend(self, table: str, open_pages: Sequence[OpenPage]) -> None:
        """Record presence and send a heartbeat to the pages of a table."""
        self._note(table, open_pages, time.time())
        self.renew(table, ": still here\n\n")

    def wake(self, table: str | None) -> None:
        """Redraw the pages of `table` in a thread; of all tables if None."""
        for each in [table] if table is not None else list(self.pages_by_table):
            if (
                each in self.pages_by_table and each not in self._waking
            ):  # no table takes more than one thread
                self._waking.add(each)
                self._in_thread(self._renew_woken, each)

    def _renew_woken(self, table: str) -> None:
        """Redraw a table that was woken, and let later changes wake it again."""
        self._waking.discard(table)  # later changes wake it again
        self.renew(table)

    def _later(self, table: str) -> None:
        """Wake a table again in a second, because it is busy now."""
        asyncio.get_running_loop().call_later(1, self.wake, table)

    def renew(self, table: str, heartbeat: str = "") -> None:
        """Draw the changes of a table for its open pages; runs in a worker thread.

        A page with unsent text is skipped, and drawn again once that is sent. With a `heartbeat`,
        everything is drawn, because presence and time limits depend on the clock.
        """
        if table not in self.pages_by_table:
            return
        try:
            # Without the lock, two threads would both take a page as free.
            with self.game_cache.locked(table, PATIENCE):
                open_pages = self.pages_by_table.get(table, [])[:]
                free = [each for each in open_pages if not each.text]
                try:
                    self._draw(table, free, heartbeat)
                except TableBusy:
                    raise
                except EXPECTED_ERRORS:
                    for each in free:
                        each.text = TROUBLE
                for each in open_pages:
                    each.is_behind |= each not in free
        except TableBusy:
            self.notifier.call_soon(self._later, table)
        except Exception:
            LOGGER.exception("the pages of the table %s could not be drawn", table)
        else:
            self.notifier.call_soon(self._send_on, table, open_pages)

    def _draw(self, table: str, open_pages: Sequence[OpenPage], heartbeat: str = "") -> None:
        """Queue the changes for each page. Raises the exceptions in EXPECTED_ERRORS."""
        with self.game_cache.locked(table):
            stored, running = self.game_cache.current(table, self.game_cache.store.is_file)
            seeing = []
            for each in open_pages:
                each.text = heartbeat
                try:
                    each.seat = seat_of_viewer(stored, each.person)
                except Refused:
                    each.text = TROUBLE
                else:
                    if heartbeat or each.changed != stored.row["changed"]:
                        seeing.append(each)
                    each.changed = stored.row["changed"]
            if running is None:
                for each in seeing:
                    room = render_room(stored, each.seat, each.language)
                    each.queue_state({"room": to_json(room)})
            else:
                self._draw_game(stored, running, seeing)

    def _draw_game(
        self, stored: StoredTable, running: RunningGame, open_pages: Sequence[OpenPage]
    ) -> None:
        """Draw the game once for each language and seat, and queue the changes for its pages."""
        since_by_language: dict[str, dict[int | None, int]] = {}
        for each in open_pages:
            since = since_by_language.setdefault(each.language, {})
            first = each.first_unsent(running)
            since[each.seat] = min(first, since.get(each.seat, first))
        drawn: dict[tuple[str, int | None], tuple[Any, dict[str, str]]] = {}
        with self.game_cache.stop_on_fault(stored):
            for language, since in since_by_language.items():
                worded, cache = running.worded(language), dict[Any, Any]()
                for seat, value in worded.game.seats(since).items():
                    drawn[language, seat] = value, seat_state(stored, worded, value, cache)
        for each in open_pages:
            each.queue_game(running, *drawn[each.language, each.seat])
