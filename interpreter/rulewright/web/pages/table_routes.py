"""The pages of one table: the waiting room, the game, and the commands of its players."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import date
from typing import Final

from starlette.responses import Response

from rulewright.language.edition.translations.program_text import say
from rulewright.runtime.session.rules.internals import inside
from rulewright.web.bots.bot_scheduler import BotScheduler
from rulewright.web.pages.board_layout import STORY
from rulewright.web.pages.event_streams import EventStreams
from rulewright.web.pages.fragments import (
    checksum_of,
    inline_texts,
    render_parts,
    render_room,
    render_story,
    seat_state,
    to_json,
)
from rulewright.web.reach import qr_as_svg
from rulewright.web.refusals import Refused
from rulewright.web.request_context import LANGUAGE, Page, Visit, page
from rulewright.web.store.db_schema import StoredTable, read_json
from rulewright.web.store.pubsub import TableNotifier
from rulewright.web.tables.commands import seat_of_viewer
from rulewright.web.tables.live_games import RunningGame
from rulewright.web.tables.table_service import TableService
from rulewright.web.tables.time_limits import BOT, DEFAULT, NOTHING

COMMANDS: Final[
    Mapping[str, tuple[Callable[..., object], Mapping[str, Callable[[Visit, str], object]]]]
] = {
    "join": (TableService.join, {"name": Visit.text}),
    "leave": (TableService.leave, {}),
    "start": (TableService.start, {}),
    "choose": (TableService.choose, {"asked": Visit.text, "option": Visit.number}),
    "undo": (TableService.ask_undo, {"asked": Visit.text}),
    "agree": (TableService.answer_undo, {"agrees": Visit.text, "number": Visit.number}),
    "say": (TableService.say, {"line": Visit.text}),
    "lend": (TableService.lend, {"seat": Visit.number}),
    "back": (TableService.take_back, {}),
    "seat": (
        TableService.seat_bot,
        {"seat": Visit.number, **{f"bot{seat}": Visit.text for seat in range(12)}},
    ),
}
"""Commands at a table with the readers of their form fields, by the last part of the form's URL."""


def _kept_since(stored: StoredTable, running: RunningGame) -> str:
    """Return the sentence about a table's older rules if its edition has changed, else nothing."""
    if not running.is_pinned:
        return ""
    day = date.fromtimestamp(stored.row["begun"]).isoformat()
    return say(
        "This table goes on with the rules of {day}; the files of the game have changed since.",
        day=day,
    )


def late_words() -> dict[str, str]:
    """Return what can happen when the time for a move is up, in the words of players."""
    return {
        NOTHING: say("nothing; the others may then let a bot play"),
        DEFAULT: say(
            "an automatic choice: end the turn if possible, otherwise “no”, otherwise the first option"
        ),
        BOT: say("a bot plays until the player takes the seat back"),
    }


def _agreed_limits(stored: StoredTable) -> Iterator[str]:
    """Yield sentences about the time limit of a table."""
    settings = stored.settings
    if settings["minutes"]:
        yield say("Time for a move: {minutes} minute(s)", minutes=settings["minutes"])
        words = late_words()[settings.get("late", NOTHING)]
        yield f"{say('{words}:', words=say('When the time is up'))} {words}"
    if settings.get("away"):
        yield say("If a player loses the connection, a bot plays until the player is back")


class TablePages:
    """The routes of one table's pages."""

    def __init__(
        self, service: TableService, notifier: TableNotifier, scheduler: BotScheduler
    ) -> None:
        self.service, self.notifier, self.scheduler = service, notifier, scheduler
        self.game_cache = service.game_cache
        self.streams = EventStreams(service, notifier, page(self.table_page))

    # ------------------------------------------------------------------ looking

    def table_page(self, visit: Visit) -> Response:
        """Return the table's page for this person. Raises Refused for persons who may not watch.

        A chosen language goes into a cookie, and not into the page's address, which people send to each other.
        """
        if LANGUAGE in visit.cookies:
            return visit.redirect(f"/t/{visit.table}")
        with self.game_cache.locked(visit.table):
            stored, running = self.game_cache.current(visit.table)
            seat = seat_of_viewer(stored, visit.person)
            if running is None:
                return self._waiting(visit, stored, seat)
            with self.game_cache.stop_on_fault(stored):
                worded = running.worded(visit.language)
                value = worded.game.seat(seat, running.events_seen(seat) - STORY)
                state = seat_state(stored, worded, value)
                parts = render_parts(stored, worded, value, state)
            story = render_story(worded.deck, value["story"], running.new_since(seat))
            have = checksum_of(running, state)
        looks = self.service.catalogue.looks(stored.row["edition"])
        return visit.page(
            "table.html", id=visit.table, parts=parts, story=story, have=have, seat=seat,
            end=worded.guide.end, kept=_kept_since(stored, running),
            hook="" if seat is None else stored.seats[seat].hook, value=value,
            data=inline_texts({
                "value": to_json(value), "looks": to_json(looks), "table": state["table"], "clock": state["clock"],
            }),
        )  # fmt: skip

    @contextmanager
    def locked_game(
        self, visit: Visit, state: str = ""
    ) -> Iterator[tuple[StoredTable, RunningGame, int | None]]:
        """Lock the table; yield its row, its game and the person's seat.

        Raises Refused if the game has not begun, or is not in `state`.
        """
        with self.game_cache.locked(visit.table):
            stored, running = self.game_cache.current(visit.table)
            if running is None:
                raise Refused(say("The game has not begun."))
            seat = seat_of_viewer(stored, visit.person)
            if state not in ("", stored.row["state"]):
                raise Refused(say("The game is not over yet."), 403)
            yield stored, running, seat

    def _waiting(self, visit: Visit, stored: StoredTable, seat: int | None) -> Response:
        """Return the page of a table whose game has not begun."""
        rules = self.service.catalogue.load(stored.row["edition"], visit.language)
        guide = inside(rules).guide(stored.row["players"], read_json(stored.row["options"]))
        link = f"{visit.base_for_others or visit.base}/t/{visit.table}"
        return visit.page(
            "waiting.html", rules=rules, id=visit.table, seat=seat, link=link, guide=guide,
            qr=qr_as_svg(link) if visit.base_for_others else "",
            look=self.service.catalogue.looks(stored.row["edition"]).get("cover", {}),
            agreed=list(_agreed_limits(stored)),
            room=render_room(stored, seat, visit.language),
        )  # fmt: skip

    # ------------------------------------------------------------------ deeds

    def command_page(self, name: str) -> Page:
        """Return the page that runs the command `name`, updates open pages and asks the next bot."""
        do, fields = COMMANDS[name]

        def done(visit: Visit) -> Response:
            """Run the command with the form's fields, redraw open pages, ask the next bot, and redirect."""
            values = [read(visit, field) for field, read in fields.items()]
            do(self.service, visit.table, visit.person, *values)
            self.streams.renew(visit.table)
            self.scheduler.ask_bot(visit.table)
            return visit.redirect(f"/t/{visit.table}")

        return done

    def set_webhook(self, visit: Visit) -> Response:
        """Set the webhook that is called when it is this person's move."""
        hook = visit.text("hook").strip()
        if hook:
            self.scheduler.hooks.resolve_in_time(hook)
        self.service.set_webhook(visit.table, visit.person, hook, visit.base, visit.language)
        sentence = (
            say("This address will be contacted when it is your move and you have no page open.")
            if hook
            else ""
        )
        return visit.redirect(f"/t/{visit.table}", sentence)

    def rematch_page(self, visit: Visit) -> Response:
        """Start another game with the same people."""
        again = self.service.rematch(visit.table, visit.person)
        self.notifier.notify(visit.table)
        return visit.redirect(f"/t/{again}")
