"""The pages of one table: the waiting room, the game, and what people do there."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator
from typing import Any, Final

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from rulewright.front.common.speech import say, speaking
from rulewright.table.bot_turns import BotTurns
from rulewright.table.deeds import WAITING, Refused
from rulewright.table.doors import bots
from rulewright.table.faces import drawn, marked
from rulewright.table.keeping import Kept, NoTable, Unreachable
from rulewright.table.news import News
from rulewright.table.parts import PRESENT, marks_of, parts_of
from rulewright.table.persons import form_key, is_token, person_of
from rulewright.table.running import OtherRules, Running
from rulewright.table.sittings import Sittings
from rulewright.table.visits import COOKIE, Visit, page
from rulewright.text import RulesError

STILL: Final = 15.0
"""Seconds after which a stream says that it is still there, and looks whether somebody's time is over."""

LOST: Final = (Unreachable, NoTable, OtherRules, RulesError, Refused)


class TablePages:
    """All pages of a table."""

    def __init__(self, sittings: Sittings, news: News, turns: BotTurns) -> None:
        self.sittings, self.news, self.turns = sittings, news, turns
        self.hall = sittings.hall

    # ------------------------------------------------------------------ looking

    def show(self, visit: Visit) -> Response:
        """The table as it stands for who asks. Raises Refused for who may not look on."""
        with self.hall.held(visit.table):
            kept, running = self.hall.now(visit.table)
            visit.language = kept.row["lang"]
            seat = self.seat_of(kept, visit.person)
            if running is None:
                return self._waiting(visit, kept, seat)
            parts = parts_of(kept, running, seat, visit.key)
            value = {"edition": {"name": running.game.rules.name}}
        with speaking(visit.language):
            return visit.page(
                "table.html", id=visit.table, key=visit.key, parts=parts, have=marks_of(parts),
                seat=seat, value=value, looks=self.sittings.shelf.looks(kept.row["edition"])[0],
            )  # fmt: skip

    def seat_of(self, kept: Kept, person: str) -> int | None:
        """The seat of a person. Raises Refused for others where nobody may look on."""
        seat = kept.seat_of(person)
        if seat is None and kept.row["state"] != WAITING and not kept.settings["spectators"]:
            raise Refused(say("Only those who play may see this table."), 403)
        return seat

    def _waiting(self, visit: Visit, kept: Kept, seat: int | None) -> Response:
        rules = self.sittings.shelf.loaded(kept.row["edition"], kept.row["lang"])
        with speaking(visit.language):
            return visit.page(
                "waiting.html", rules=rules, id=visit.table, key=visit.key, seat=seat, bots=bots(),
                link=f"{visit.base}/t/{visit.table}", room=self._room(kept, seat),
            )  # fmt: skip

    def _room(self, kept: Kept, seat: int | None) -> str:
        row = kept.row
        rules = self.sittings.shelf.loaded(row["edition"], row["lang"])
        guide = rules.guide(row["players"], json.loads(row["options"]))
        return drawn("room.html", row["lang"], seats=kept.seats, seat=seat, guide=guide)

    # ------------------------------------------------------------------ deeds

    def deed(self, visit: Visit, address: str = "") -> Response:
        """What follows a deed: who waits is told, and a bot is asked if it is its turn."""
        self.news.tell(visit.table)
        self.turns.look(visit.table)
        return visit.done(address or f"/t/{visit.table}")

    def join(self, visit: Visit) -> Response:
        """Sit down."""
        self.sittings.join(visit.table, visit.person, visit.told("name"))
        return self.deed(visit)

    def leave(self, visit: Visit) -> Response:
        """Get up again."""
        self.sittings.leave(visit.table, visit.person)
        return self.deed(visit)

    def start(self, visit: Visit) -> Response:
        """Begin the game."""
        self.sittings.start(visit.table, visit.person, visit.told("bot"))
        return self.deed(visit)

    def choose(self, visit: Visit) -> Response:
        """Choose an option."""
        asked, option = visit.told("asked"), visit.number("option")
        self.sittings.choose(visit.table, visit.person, asked, option)
        return self.deed(visit)

    def undo(self, visit: Visit) -> Response:
        """Ask to take one's last choice back."""
        self.sittings.ask_undo(visit.table, visit.person, visit.told("asked"))
        return self.deed(visit)

    def agree(self, visit: Visit) -> Response:
        """Agree to that, or not."""
        self.sittings.answer_undo(visit.table, visit.person, visit.told("agrees") == "yes")
        return self.deed(visit)

    def say(self, visit: Visit) -> Response:
        """Say a line."""
        self.sittings.say(visit.table, visit.person, visit.told("line"))
        return self.deed(visit)

    def lend(self, visit: Visit) -> Response:
        """Let a bot play a seat."""
        self.sittings.lend(visit.table, visit.person, visit.number("seat"))
        return self.deed(visit)

    def back(self, visit: Visit) -> Response:
        """Play one's seat again."""
        self.sittings.take_back(visit.table, visit.person)
        return self.deed(visit)

    def again(self, visit: Visit) -> Response:
        """Another game with the same people."""
        again = self.sittings.rematch(visit.table, visit.person)
        self.news.tell(visit.table)
        return visit.done(f"/t/{again}")

    # ------------------------------------------------------------------ the stream

    async def stream(self, request: Request) -> Response:
        """Server-sent events: parts of the page as they change, as long as somebody looks."""
        token = request.cookies.get(COOKIE, "")
        person = person_of(token) if is_token(token) else ""
        key = form_key(token) if is_token(token) else ""
        table, have = str(request.path_params["table"]), request.query_params.get("have", "")
        try:
            first = await run_in_threadpool(self._news_for, table, person, key)
        except LOST:

            def again(visit: Visit) -> Response:
                return self.show(visit)

            return await page(again)(request)  # it says what is wrong
        events = self._events(table, person, key, have, first)
        return StreamingResponse(events, media_type="text/event-stream")

    async def _events(
        self, table: str, person: str, key: str, have: str, first: dict[str, str]
    ) -> AsyncIterator[str]:
        sent = {name: marked(html) for name, html in first.items()}
        seated = await self._note_here(table, person, time.time())
        try:
            with self.news.waiting(table) as event:
                yield "retry: 1000\n\n"
                if have != marks_of_any(first):
                    yield _said(first)
                while True:
                    try:
                        await asyncio.wait_for(event.wait(), STILL)
                        event.clear()
                    except TimeoutError:
                        yield ": still here\n\n"
                    if seated and time.time() - seated > PRESENT / 2:
                        seated = await self._note_here(table, person, time.time())
                    try:
                        parts = await run_in_threadpool(self._news_for, table, person, key)
                    except LOST:
                        yield "event: trouble\ndata: {}\n\n"
                        continue
                    fresh = {
                        name: html for name, html in parts.items() if marked(html) != sent.get(name)
                    }
                    sent |= {name: marked(html) for name, html in fresh.items()}
                    if fresh:
                        yield _said(fresh)
        finally:
            if seated:
                await asyncio.shield(self._note_here(table, person, 0.0))

    async def _note_here(self, table: str, person: str, now: float) -> float:
        """Note that somebody is here, or not any more; gives back when that was noted, 0 for who looks on."""
        try:
            is_seated = await run_in_threadpool(self.sittings.here, table, person, now)
        except LOST:
            return now
        self.news.tell(table)
        return now if is_seated else 0.0

    def _news_for(self, table: str, person: str, key: str) -> dict[str, str]:
        with self.hall.held(table):
            kept, running = self.hall.now(table)
            seat = self.seat_of(kept, person)
            if running is None:
                with speaking(kept.row["lang"]):
                    return {"room": self._room(kept, seat)}
            return parts_of(kept, running, seat, key)


def marks_of_any(parts: dict[str, str]) -> str:
    """By what a browser tells that it has all of these; nothing in the waiting room, which always gets its own."""
    return marks_of(parts) if "now" in parts else ""


def _said(parts: dict[str, str]) -> str:
    return f"event: parts\ndata: {json.dumps(parts, ensure_ascii=False)}\n\n"


def held_game(hall: Any, table: str) -> tuple[Kept, Running]:
    """The game of a table that is held. Raises Refused if it has not begun."""
    kept, running = hall.now(table)
    if running is None:
        raise Refused(say("The game has not begun."))
    return kept, running
