"""The pages that are open: of a table that changes, each gets what is new to it, drawn in one go for all."""

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
from rulewright.runtime.observation.view import Met
from rulewright.web.pages.board_layout import STORY
from rulewright.web.pages.fragments import marks_of, parts_of, room_of, story_of
from rulewright.web.refusals import Busy, Refused
from rulewright.web.request_context import Handler, visit_of
from rulewright.web.store.db_schema import Kept
from rulewright.web.store.pubsub import News
from rulewright.web.tables.commands import seat_seeing
from rulewright.web.tables.live_games import Running
from rulewright.web.tables.table_service import PRESENT, Sittings

STILL: Final = PRESENT // 3
"""Seconds after which a stream says that it is still there and its people are, and looks whose time is over."""

LOST: Final = (Refused, RulesError)
LOGGER: Final = logging.getLogger("rulewright.web")
TROUBLE: Final = "event: trouble\ndata: {}\n\n"
AT_ONCE: Final = 4
"""So many tables are drawn at the same time; more would only wait for each other."""
PATIENCE: Final = 0.3
"""Seconds that drawing waits for a table; later it is tried again."""


class Screen(Draft):
    """An open page: whose it is, what it has, and what is to be sent to it.

    `have` is what it says to have, `changed` how often the table had changed when the page was last looked at.
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

    def heard(self, running: Running) -> int:
        """From which event on it has to be told; once something was taken back, the end of the story anew."""
        told = running.told(self.seat)
        return max(self.told if self._goes_on(running) else 0, told - STORY)

    def _goes_on(self, running: Running) -> bool:
        return "story" in self.sent and self.undone == running.undone

    def show(self, running: Running, value: Any, parts: Mapping[str, str]) -> None:
        """The game as its seat sees it now; of a story that goes on only the new lines, and where it is new."""
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
        """Parts as they are now: what is new to it is to be sent, and `news` in any case."""
        fresh = {name: html for name, html in parts.items() if hash(html) != self.sent.get(name)}
        self.sent |= {name: hash(html) for name, html in fresh.items()}
        fresh |= news
        if fresh:
            data = json.dumps(fresh, ensure_ascii=False, separators=(",", ":"))
            self.text = f"event: parts\ndata: {data}\n\n"


class Streams:
    """All open pages: those of each table that is `watched`.

    Of a page that waits for news no more is kept than what it has, and the request that waits for its end: there
    may be thousands. Who has something for it sends that in a task of its own.
    """

    def __init__(self, sittings: Sittings, news: News, show: Handler) -> None:
        self.sittings, self.hall, self.news, self.show = sittings, sittings.hall, news, show
        self.watched: dict[str, list[Screen]] = {}
        self._drawing = ThreadPoolExecutor(AT_ONCE, "draws")
        self._sending: set[asyncio.Task[None]] = set()
        self._waking: set[str] = set()

    def _apart(self, work: Any, *given: Any) -> asyncio.Future[Any]:
        """Do something in a thread."""
        return asyncio.get_running_loop().run_in_executor(self._drawing, work, *given)

    async def first(self, table: str, screen: Screen) -> None:
        """Draw what a page is to have; TROUBLE, if there is nothing for it to see."""
        try:
            await self._apart(self._first, table, screen)
        except Exception:
            screen.text = TROUBLE

    def _first(self, table: str, screen: Screen) -> None:
        with self.hall.held(table, PATIENCE):
            self._draw(table, [screen])

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Server-sent events: parts of the page as they change, as long as somebody looks."""
        visit = visit_of(Request(scope))
        table, screen = visit.table, Screen(visit.person, send, visit.told("have"))
        del visit  # as long as the page is open
        await self.first(table, screen)
        if screen.text == TROUBLE:
            answer = await self.show(Request(scope, receive))  # it says what is wrong
            return await answer(scope, receive, send)
        head = (b"content-type", b"text/event-stream; charset=utf-8")
        await send({"type": "http.response.start", "status": 200, "headers": [head]})
        try:
            await self.begin(table, screen)
            while (await receive())["type"] != "http.disconnect":
                pass
        finally:
            await self.end(table, screen)

    async def begin(self, table: str, screen: Screen) -> None:
        """Send to a page what it has to have, and from now on what is new."""
        screen.text = f"retry: 1000\n\n{screen.text}"
        self.watched.setdefault(table, []).append(screen)
        await self._apart(self._note, table, [screen], time.time())
        self.wake(table)  # what may have changed while the first was drawn
        await self._deliver(table, screen)

    async def end(self, table: str, screen: Screen) -> None:
        """Send no more to a page, which is closed."""
        screens = self.watched[table]
        screens.remove(screen)
        if not screens:
            del self.watched[table]
        if all(each.person != screen.person for each in screens):
            await asyncio.shield(self._apart(self._note, table, [screen], 0.0))

    def _send_on(self, table: str, screens: Sequence[Screen]) -> None:
        for each in screens:
            if each.text or each.is_behind:
                task = asyncio.create_task(self._deliver(table, each))
                self._sending.add(task)
                task.add_done_callback(self._sending.discard)

    async def _deliver(self, table: str, screen: Screen) -> None:
        """Send what there is for a page until there is no more; whoever does so sends what comes meanwhile too."""
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

    def _note(self, table: str, screens: Sequence[Screen], now: float) -> None:
        """Note that people who play are here, or not any more, and let others see it."""
        persons = {each.person for each in screens if each.seat is not None}
        with contextlib.suppress(*LOST):
            if persons and self.sittings.here(table, persons, now):
                self.news.tell(table)

    async def sweep(self) -> None:
        """For as long as the server runs: say that streams are still there, and note who still looks."""
        for second in itertools.count():
            await asyncio.sleep(1)
            for table, screens in self.watched.items():
                if hash(table) % STILL == second % STILL:  # not all at once
                    self._apart(self._tend, table, screens[:])

    def _tend(self, table: str, screens: Sequence[Screen]) -> None:
        self._note(table, screens, time.time())
        self.renew(table, ": still here\n\n")

    def wake(self, table: str | None) -> None:
        """There is news of a table, or perhaps of any."""
        for each in [table] if table is not None else list(self.watched):
            if (
                each in self.watched and each not in self._waking
            ):  # no table takes more than one thread
                self._waking.add(each)
                self._apart(self._renew_woken, each)

    def _renew_woken(self, table: str) -> None:
        self._waking.discard(table)  # what changes from here on wakes it again
        self.renew(table)

    def _later(self, table: str) -> None:
        asyncio.get_running_loop().call_later(1, self.wake, table)

    def renew(self, table: str, still: str = "") -> None:
        """Draw what is new to the open pages of a table; in a thread, such as that of who changed it.

        What is still to be sent to a page stays as it is; that page is drawn again once it is sent. If they are to
        be told that the stream is `still` there, all is drawn: whose time is over, or who is away, hangs on time.
        """
        if table not in self.watched:
            return
        try:
            # Two who draw at the same time would both find a page free.
            with self.hall.held(table, PATIENCE):
                screens = self.watched.get(table, [])[:]
                free = [each for each in screens if not each.text]
                try:
                    self._draw(table, free, still)
                except Busy:
                    raise
                except LOST:
                    for each in free:
                        each.text = TROUBLE
                for each in screens:
                    each.is_behind |= each not in free
        except Busy:
            self.news.soon(self._later, table)
        except Exception:
            LOGGER.exception("the pages of the table %s could not be drawn", table)
        else:
            self.news.soon(self._send_on, table, screens)

    def _draw(self, table: str, screens: Sequence[Screen], still: str = "") -> None:
        """Make ready for each page what is new to it. Raises what is LOST."""
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

    def _draw_game(self, kept: Kept, running: Running, screens: Sequence[Screen]) -> None:
        since: dict[int | None, int] = {}
        for each in screens:
            heard = each.heard(running)
            since[each.seat] = min(heard, since.get(each.seat, heard))
        with self.hall.stopping(kept):
            values = running.game.seats(since)
            met: Met = {}
            drawn = {seat: parts_of(kept, running, value, met) for seat, value in values.items()}
        for each in screens:
            each.show(running, values[each.seat], drawn[each.seat])
