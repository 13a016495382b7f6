"""The pages that are open: of a table that changes, each gets what is new to it, drawn in one go for all."""

from __future__ import annotations

import asyncio
import contextlib
import json
import time
from collections.abc import AsyncGenerator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from typing import Any, Final

from attrs import define, field
from starlette.requests import Request
from starlette.types import Receive, Scope, Send

from rulewright.front.common.speech import speaking
from rulewright.table.deeds import Refused, seat_seeing
from rulewright.table.keeping import NoTable, Unreachable
from rulewright.table.kept_rows import Kept
from rulewright.table.laying_out import STORY
from rulewright.table.news import News
from rulewright.table.parts import marks_of, parts_of, room_of, story_of
from rulewright.table.persons import is_token, person_of
from rulewright.table.running import OtherRules, Running
from rulewright.table.sittings import PRESENT, Sittings
from rulewright.table.visits import COOKIE, Handler
from rulewright.text import RulesError

STILL: Final = 15.0
"""Seconds after which a stream says that it is still there, and looks whether somebody's time is over."""

LOST: Final = (Unreachable, NoTable, OtherRules, RulesError, Refused)
TROUBLE: Final = "event: trouble\ndata: {}\n\n"
AT_ONCE: Final = 2
"""So many tables are drawn at the same time; more would only wait for each other."""


@define(eq=False)
class Screen:
    """An open page: whose it is, what it has, and what is to be sent to it.

    `have` is what it says to have, `changed` how often the table had changed when the page was last looked at.
    """

    person: str
    have: str = ""
    seat: int | None = None
    sent: dict[str, int] = field(factory=dict)
    told: int = 0
    since: int | None = None
    undone: int = -1
    text: str = ""
    changed: int = -1
    is_behind: bool = False
    is_gone: bool = False
    ready: asyncio.Event = field(factory=asyncio.Event)

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
            data = ",".join(f'"{name}":{_quoted(html)}' for name, html in fresh.items())
            self.text = f"event: parts\ndata: {{{data}}}\n\n"


def _send_on(screens: Sequence[Screen]) -> None:
    for each in screens:
        if each.text or each.is_behind:
            each.ready.set()


@lru_cache(512)
def _quoted(html: str) -> str:
    """A part as it is sent, often to several."""
    return json.dumps(html, ensure_ascii=False)


@define(eq=False)
class Watched:
    """A table with the pages that are open on it."""

    screens: list[Screen] = field(factory=list)
    drawn: float = 0.0
    noted: float = field(factory=time.time)


class Streams:
    """All open pages, by table."""

    def __init__(self, sittings: Sittings, news: News, show: Handler) -> None:
        self.sittings, self.hall, self.news, self.show = sittings, sittings.hall, news, show
        self._watched: dict[str, Watched] = {}
        self._drawing = ThreadPoolExecutor(AT_ONCE, "draws")

    @property
    def count(self) -> int:
        """How many there are."""
        return sum(len(each.screens) for each in self._watched.values())

    async def _apart(self, work: Any, *given: Any) -> Any:
        """Do something in a thread."""
        return await asyncio.get_running_loop().run_in_executor(self._drawing, work, *given)

    async def first(self, table: str, screen: Screen) -> None:
        """Draw what a page is to have. Raises what is LOST if there is nothing for it to see."""
        await self._apart(self._draw, table, [screen])
        if screen.text == TROUBLE:
            raise Refused("")  # the page itself says why

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Server-sent events: parts of the page as they change, as long as somebody looks."""
        request = Request(scope)
        token, table = request.cookies.get(COOKIE, ""), str(scope["path_params"]["table"])
        person = person_of(token) if is_token(token) else ""
        screen = Screen(person, request.query_params.get("have", ""))

        async def closed() -> None:
            while (await receive())["type"] != "http.disconnect":
                pass
            screen.is_gone = True
            screen.ready.set()

        try:
            await self.first(table, screen)
        except LOST:
            answer = await self.show(Request(scope, receive))  # it says what is wrong
            return await answer(scope, receive, send)
        closing = asyncio.create_task(closed())
        head = (b"content-type", b"text/event-stream; charset=utf-8")
        try:
            await send({"type": "http.response.start", "status": 200, "headers": [head]})
            async with contextlib.aclosing(self.events(table, screen)) as events:
                async for text in events:
                    body = {"type": "http.response.body", "body": text.encode(), "more_body": True}
                    await send(body)
                    del text, body  # else they are kept until there is more
            await send({"type": "http.response.body", "body": b""})
        finally:
            closing.cancel()

    async def events(self, table: str, screen: Screen) -> AsyncGenerator[str, None]:
        """What is sent to a page for as long as it is open."""
        watched = self._watched.setdefault(table, Watched())
        watched.screens.append(screen)
        if screen.seat is not None:
            await self._note(table, [screen.person], time.time())
        self.wake(table)  # what may have changed while the first was drawn
        try:
            yield "retry: 1000\n\n"
            while not screen.is_gone:
                screen.ready.clear()
                text = screen.text
                if text:  # else it may be set just now
                    screen.text = ""
                yield text or ": still here\n\n"
                del text
                if screen.is_behind:
                    screen.is_behind = False
                    self.wake(table)
                still = asyncio.get_running_loop().call_later(STILL, screen.ready.set)
                await screen.ready.wait()
                still.cancel()
                await self._keep_here(table, watched)
                if not screen.text and time.monotonic() - watched.drawn > STILL / 2:
                    screen.changed = -1  # whose time is over, or who is away, hangs on the clock
                    self.wake(table)
        finally:
            watched.screens.remove(screen)
            if not watched.screens:
                self._watched.pop(table, None)
            is_gone = all(each.person != screen.person for each in watched.screens)
            if screen.seat is not None and is_gone:
                await asyncio.shield(self._note(table, [screen.person], 0.0))

    async def _note(self, table: str, persons: Sequence[str], now: float) -> None:
        """Note that somebody is here, or not any more, and let others see it."""
        try:
            changed = await self._apart(self.sittings.here, table, persons, now)
        except LOST:
            return
        if changed:
            self.news.tell(table)

    async def _keep_here(self, table: str, watched: Watched) -> None:
        """Note from time to time who is still here."""
        if time.time() - watched.noted > PRESENT / 2:
            watched.noted = time.time()
            persons = {each.person for each in watched.screens if each.seat is not None}
            if persons:
                await self._note(table, sorted(persons), watched.noted)

    def wake(self, table: str | None) -> None:
        """There is news of a table, or perhaps of any."""
        for each in [table] if table is not None else list(self._watched):
            if each in self._watched:
                asyncio.get_running_loop().run_in_executor(self._drawing, self.renew, each)

    def renew(self, table: str) -> None:
        """Draw what is new to the open pages of a table; in a thread, such as that of who changed it.

        What is still to be sent to a page stays as it is; that page is drawn again once it is sent.
        """
        watched = self._watched.get(table)
        if watched is None:
            return
        with self.hall.held(table):  # two who draw at the same time would both find a page free
            watched.drawn, screens = time.monotonic(), list(watched.screens)
            free = [each for each in screens if not each.text]
            try:
                self._draw(table, free)
            except LOST:
                for each in free:
                    each.text = TROUBLE
            for each in screens:
                each.is_behind |= each not in free
        self.news.soon(_send_on, screens)

    def _draw(self, table: str, screens: Sequence[Screen]) -> None:
        """Make ready for each page what is new to it. Raises what is LOST."""
        with self.hall.held(table):
            kept, running = self.hall.now(table, self.hall.keeper.is_file)
            seeing = []
            for each in screens:
                try:
                    each.seat = seat_seeing(kept, each.person)
                except Refused:
                    each.text = TROUBLE
                else:
                    if each.changed != kept.row["changed"]:
                        seeing.append(each)
                    each.changed = kept.row["changed"]
            if running is None:
                with speaking(kept.row["lang"]):
                    for each in seeing:
                        each.put({"room": room_of(self.sittings.shelf, kept, each.seat)})
            else:
                self._draw_game(kept, running, seeing)

    def _draw_game(self, kept: Kept, running: Running, screens: Sequence[Screen]) -> None:
        since: dict[int | None, int] = {}
        for each in screens:
            heard = each.heard(running)
            since[each.seat] = min(heard, since.get(each.seat, heard))
        values = running.game.seats(since)
        with running.met.renewed() as met:
            for seat, value in values.items():
                parts = parts_of(kept, running, value, met)
                for each in screens:
                    if each.seat == seat:
                        each.show(running, value, parts)
