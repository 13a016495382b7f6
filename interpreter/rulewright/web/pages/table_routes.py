"""The pages of one table: the waiting room, the game, and the commands of its players."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Final

from starlette.responses import Response

from rulewright.language.edition.translations.program_text import say
from rulewright.web.bots.bot_scheduler import BotScheduler
from rulewright.web.pages.board_layout import STORY
from rulewright.web.pages.event_streams import EventStreams
from rulewright.web.pages.fragments import marks_of, parts_of, room_of, story_of
from rulewright.web.refusals import Refused
from rulewright.web.request_context import Page, Visit, page
from rulewright.web.store.db_schema import StoredTable
from rulewright.web.store.pubsub import TableNotifier
from rulewright.web.tables.commands import seat_seeing
from rulewright.web.tables.live_games import RunningGame
from rulewright.web.tables.table_service import TableService

DEEDS: Final[
    Mapping[str, tuple[Callable[..., object], Mapping[str, Callable[[Visit, str], object]]]]
] = {
    "join": (TableService.join, {"name": Visit.told}),
    "leave": (TableService.leave, {}),
    "start": (TableService.start, {"bot": Visit.told}),
    "choose": (TableService.choose, {"asked": Visit.told, "option": Visit.number}),
    "undo": (TableService.ask_undo, {"asked": Visit.told}),
    "agree": (TableService.answer_undo, {"agrees": Visit.told, "number": Visit.number}),
    "say": (TableService.say, {"line": Visit.told}),
    "lend": (TableService.lend, {"seat": Visit.number}),
    "back": (TableService.take_back, {}),
    "seat": (
        TableService.seat_bot,
        {"seat": Visit.number, **{f"bot{seat}": Visit.told for seat in range(12)}},
    ),
}
"""Commands at a table with the readers of their form fields, by the last part of the form's URL."""


class TablePages:
    """The routes of one table's pages."""

    def __init__(self, sittings: TableService, news: TableNotifier, turns: BotScheduler) -> None:
        self.sittings, self.news, self.turns = sittings, news, turns
        self.hall = sittings.hall
        self.streams = EventStreams(sittings, news, page(self.show))

    # ------------------------------------------------------------------ looking

    def show(self, visit: Visit) -> Response:
        """Return the table's page for this person. Raises Refused for persons who may not watch."""
        with self.hall.held(visit.table):
            kept, running = self.hall.now(visit.table)
            visit.language = kept.row["lang"]
            seat = seat_seeing(kept, visit.person)
            if running is None:
                return self._waiting(visit, kept, seat)
            with self.hall.stopping(kept):
                value = running.game.seat(seat, running.told(seat) - STORY)
                parts = parts_of(kept, running, value)
            story = story_of(running.deck, value["story"], running.new_since(seat))
            have = marks_of(running, value, parts)
        return visit.page(
            "table.html", id=visit.table, parts=parts, story=story, have=have, seat=seat,
            end=running.guide.end, hook="" if seat is None else kept.seats[seat].hook, value=value,
            looks=self.sittings.shelf.looks(kept.row["edition"]),
        )  # fmt: skip

    @contextmanager
    def game(
        self, visit: Visit, state: str = ""
    ) -> Iterator[tuple[StoredTable, RunningGame, int | None]]:
        """Lock the table; yield its row, its game and the person's seat.

        Raises Refused if the game has not begun, or is not in `state`.
        """
        with self.hall.held(visit.table):
            kept, running = self.hall.now(visit.table)
            if running is None:
                raise Refused(say("The game has not begun."))
            visit.language, seat = kept.row["lang"], seat_seeing(kept, visit.person)
            if state not in ("", kept.row["state"]):
                raise Refused(say("The game is not over yet."), 403)
            yield kept, running, seat

    def _waiting(self, visit: Visit, kept: StoredTable, seat: int | None) -> Response:
        rules = self.sittings.shelf.loaded(kept.row["edition"], kept.row["lang"])
        return visit.page(
            "waiting.html", rules=rules, id=visit.table, seat=seat, link=f"{visit.base}/t/{visit.table}",
            room=room_of(self.sittings.shelf, kept, seat),
        )  # fmt: skip

    # ------------------------------------------------------------------ deeds

    def deed_named(self, name: str) -> Page:
        """Return the page that runs the command `name`, updates open pages and asks the next bot."""
        do, fields = DEEDS[name]

        def done(visit: Visit) -> Response:
            told = [read(visit, field) for field, read in fields.items()]
            do(self.sittings, visit.table, visit.person, *told)
            self.streams.renew(visit.table)
            self.turns.look(visit.table)
            return visit.done(f"/t/{visit.table}")

        return done

    def call_me(self, visit: Visit) -> Response:
        """Set the webhook that is called when it is this person's move."""
        hook = visit.told("hook").strip()
        if hook:
            self.turns.hooks.found_in_time(hook)
        self.sittings.call_me(visit.table, visit.person, hook, visit.base)
        told = say("You are called when it is your move and no page is open.") if hook else ""
        return visit.done(f"/t/{visit.table}", told)

    def again(self, visit: Visit) -> Response:
        """Start another game with the same people."""
        again = self.sittings.rematch(visit.table, visit.person)
        self.news.tell(visit.table)
        return visit.done(f"/t/{again}")
