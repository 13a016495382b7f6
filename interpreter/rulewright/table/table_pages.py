"""The pages of one table: the waiting room, the game, and what people do there."""

from __future__ import annotations

import json
from typing import Any

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from rulewright.front.common.speech import say, speaking
from rulewright.table.bot_turns import BotTurns
from rulewright.table.deeds import WAITING, Refused, only_players
from rulewright.table.doors import bots
from rulewright.table.faces import drawn
from rulewright.table.keeping import Kept
from rulewright.table.laying_out import STORY
from rulewright.table.news import News
from rulewright.table.parts import marks_of, parts_of, story_of
from rulewright.table.persons import is_token, person_of
from rulewright.table.running import Running
from rulewright.table.sittings import Sittings
from rulewright.table.streams import LOST, Screen, Streams
from rulewright.table.visits import COOKIE, Visit, page


class TablePages:
    """All pages of a table."""

    def __init__(self, sittings: Sittings, news: News, turns: BotTurns) -> None:
        self.sittings, self.news, self.turns = sittings, news, turns
        self.hall = sittings.hall
        self.streams = Streams(self)

    # ------------------------------------------------------------------ looking

    def show(self, visit: Visit) -> Response:
        """The table as it stands for who asks. Raises Refused for who may not look on."""
        with self.hall.held(visit.table):
            kept, running = self.hall.now(visit.table)
            visit.language = kept.row["lang"]
            seat = self.seat_of(kept, visit.person)
            if running is None:
                return self._waiting(visit, kept, seat)
            value = running.game.seat(seat, running.told(seat) - STORY)
            parts = parts_of(kept, running, value)
            story = story_of(running.deck, value["story"], running.new_since(seat))
            have = marks_of(running, value, parts)
        with speaking(visit.language):
            return visit.page(
                "table.html", id=visit.table, key=visit.key, parts=parts, story=story, have=have, seat=seat,
                value=value, looks=self.sittings.shelf.looks(kept.row["edition"])[0],
            )  # fmt: skip

    def seat_of(self, kept: Kept, person: str) -> int | None:
        """The seat of a person. Raises Refused for others where nobody may look on."""
        seat = kept.seat_of(person)
        if seat is None and kept.row["state"] != WAITING and not kept.settings["spectators"]:
            raise only_players()
        return seat

    def _waiting(self, visit: Visit, kept: Kept, seat: int | None) -> Response:
        rules = self.sittings.shelf.loaded(kept.row["edition"], kept.row["lang"])
        with speaking(visit.language):
            return visit.page(
                "waiting.html", rules=rules, id=visit.table, key=visit.key, seat=seat, bots=bots(),
                link=f"{visit.base}/t/{visit.table}", room=self.room(kept, seat),
            )  # fmt: skip

    def room(self, kept: Kept, seat: int | None) -> str:
        """Who sits in the waiting room, and what the game is about."""
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

    async def stream(self, request: Request) -> Response:
        """Server-sent events: parts of the page as they change, as long as somebody looks."""
        token = request.cookies.get(COOKIE, "")
        table = str(request.path_params["table"])
        have = request.query_params.get("have", "")
        screen = Screen(person_of(token) if is_token(token) else "", have)
        try:
            await self.streams.first(table, screen)
        except LOST:

            def again(visit: Visit) -> Response:
                return self.show(visit)

            return await page(again)(request)  # it says what is wrong
        events = self.streams.events(table, screen)
        return StreamingResponse(events, media_type="text/event-stream")


def held_game(hall: Any, table: str) -> tuple[Kept, Running]:
    """The game of a table that is held. Raises Refused if it has not begun."""
    kept, running = hall.now(table)
    if running is None:
        raise Refused(say("The game has not begun."))
    return kept, running
