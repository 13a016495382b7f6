"""The service for tables: creating and ending them, taking seats, and letting bots play."""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Callable, Collection, Sequence
from typing import Any, Final

from sqlalchemy import Connection

from rulewright.base.records import Record
from rulewright.cli.common.seats import FIRST_NAMES, NAMES
from rulewright.language.edition.translations.program_text import say
from rulewright.runtime.session.rules.internals import inside
from rulewright.web.limits.request_budget import budgeted
from rulewright.web.refusals import Refused, stored_sentence
from rulewright.web.store.database import drop_unused_rules, keep_rules
from rulewright.web.store.db_schema import SEATS, TABLES, Row, TableChange, read_json
from rulewright.web.store.identities import free_name, plain_line
from rulewright.web.tables.commands import GameCommands, command
from rulewright.web.tables.live_games import OVER, PLAYING, STOPPED, WAITING
from rulewright.web.tables.time_limits import (
    AGAIN,
    AWAY,
    BACK,
    BOT_IS_AWAY,
    BOT_IS_LATE,
    DEFAULT,
    LENT,
    NOTHING,
    TIME_IS_UP,
    default_option,
    is_away,
    late_at,
    overdue_seat,
)  # fmt: skip

LONGEST_LINE: Final = 300


class TableSettings(Record):
    """The settings for a new table."""

    source: str
    lang: str
    players: int
    options: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()
    minutes: int = 0
    hints: bool = True
    undo: bool = True
    spectators: bool = True
    late: str = NOTHING
    away: bool = False
    seed: int | None = None


class TableService(GameCommands):
    """All commands at a table: those of its game, and those for its seats."""

    most = 2_000
    """Largest number of waiting and running tables."""

    def create(self, settings: TableSettings, person: str, name: str) -> str:
        """Create a table with this person on the first seat; return its id. Raises Refused and RulesError."""
        seed = secrets.randbits(128) if settings.seed is None else settings.seed
        with budgeted() as budget:
            if self.catalogue.is_uploaded(settings.source):
                budget.lock_uploaded()
            self.catalogue.refresh(settings.source)
            rules = self.catalogue.load(settings.source, settings.lang).with_cast(settings.cards)
            # Fails if the setup is refused.
            rules.new_game(settings.players, seed, settings.options, ask_forced=True)
        if self.store.open_tables() >= self.most:
            sentence = say("This server has no room for more tables. Try again later.")
            raise Refused(sentence, 429)
        agreed = {
            "minutes": settings.minutes, "hints": settings.hints,
            "undo": settings.undo, "spectators": settings.spectators, "late": settings.late, "away": settings.away,
        }  # fmt: skip
        row = {
            "edition": settings.source, "lang": rules.language, "players": settings.players, "seed": str(seed),
            "options": json.dumps(settings.options), "cards": json.dumps(settings.cards),
            "settings": json.dumps(agreed), "host": person,
        }  # fmt: skip
        seats = [_empty_seat(number, "") for number in range(settings.players)]
        others = [each["name"] for each in seats[1:]]
        seats[0] |= {"person": person, "name": free_name(name, others, 0), "here": time.time()}
        table, make = self._new_table(row, seats)
        with self.store.writing() as connection:
            make(connection)
        return table

    def _new_table(
        self, row: Row, seats: Sequence[Row]
    ) -> tuple[str, Callable[[Connection], None]]:
        """Return the id of a new table with the current rules, and a function that writes it."""
        self.catalogue.refresh(row["edition"])
        rules = self.catalogue.load(row["edition"], row["lang"]).with_cast(read_json(row["cards"]))
        table, now = secrets.token_urlsafe(16), time.time()
        archive = self.catalogue.archive_of(rules)
        play = inside(rules).play_digest(row["players"], read_json(row["options"]))
        fresh = {
            "id": table, "digest": play, "state": WAITING, "word": "", "length": 0,
            "rules": archive.key,
            "changed": 0, "due": None, "bot_to_move": False, "undo_to": None, "undo_by": None,
            "undo_number": 0, "again": None, "begun": now, "moved": now,
        }  # fmt: skip
        at = [{"of": table, "seat": number, **seat} for number, seat in enumerate(seats)]

        def make(connection: Connection) -> None:
            """Insert the rows of the table and of its seats."""
            keep_rules(connection, archive)
            connection.execute(TABLES.insert(), {**row, **fresh})
            connection.execute(SEATS.insert(), at)

        return table, make

    @command
    def join(self, table: str, person: str, name: str) -> None:
        """Take a free seat. Raises Refused."""
        with self.changing(table) as change:
            stored = change.stored
            if stored.seat_of(person) is not None:
                return
            free = [seat for seat in stored.seats if not (seat.person or seat.bot)]
            if stored.row["state"] != WAITING or not free:
                raise Refused(say("There is no free seat at this table any more."))
            seat = free[0].seat
            others = [each.name for each in stored.seats if each.seat != seat]
            own = free_name(name, others, seat)
            change.set_seat(seat, person=person, name=own, here=time.time())

    @command
    def leave(self, table: str, person: str) -> None:
        """Leave one's seat before the game begins. Raises Refused."""
        with self.seated(table, person) as (change, seat):
            if change.row["state"] != WAITING:
                raise Refused(say("The game has begun; give your seat to a bot instead."))
            change.set_seat(seat, **_empty_seat(seat, ""))

    @command
    def seat_bot(self, table: str, person: str, seat: int, *bots: str) -> None:
        """Put the bot `bots[seat]` on a free seat before the game begins, or none. Raises Refused."""
        with self.seated(table, person) as (change, _):
            free = [each.seat for each in change.stored.seats if not each.person]
            if change.row["state"] != WAITING or seat not in free:
                raise Refused(say("That seat is not free."))
            change.set_seat(seat, bot=bots[seat] if bots[seat] in NAMES else "")

    @command
    def start(self, table: str, person: str, bot: str = NAMES[0]) -> None:
        """Begin the game, with `bot` on each free seat. Raises Refused and RulesError."""
        with self.seated(table, person) as (change, _):
            if change.row["state"] != WAITING:
                return
            for seat in change.stored.seats:
                if not (seat.person or seat.bot):
                    change.set_seat(seat.seat, bot=bot)
            change.set(state=PLAYING, moved=time.time())
            self.advance(change)

    # ------------------------------------------------------------------ during the game

    @command
    def say(self, table: str, person: str, text: str) -> None:
        """Add a line of talk. Raises Refused."""
        with self.seated(table, person) as (change, seat):
            if line := plain_line(text)[:LONGEST_LINE]:
                change.say(seat, line)

    @command
    def lend(self, table: str, person: str, seat: int) -> None:
        """Let a bot play one's own seat, or a seat whose player has exceeded the time limit. Raises Refused."""
        with self.seated(table, person) as (change, own):
            stored = change.stored
            if not 0 <= seat < len(stored.seats) or not stored.seats[seat].person:
                raise Refused(say("There is no such seat."), 400)
            decision = self.running(change).game.decision
            seat_to_move = decision.player if decision is not None else None
            if seat not in (own, overdue_seat(stored, seat_to_move)):
                raise Refused(say("The player in that seat still has time."))
            self._lend(change, seat, LENT)
            self.advance(change)

    @command
    def take_back(self, table: str, person: str) -> None:
        """Take one's own seat back from the bot. Raises Refused."""
        with self.seated(table, person) as (change, seat):
            if change.seats[seat].lent:
                self._give_back(change, seat)
                self.advance(change)

    def _lend(self, change: TableChange, seat: int, sentence: str, lent_for: str = "") -> None:
        """Let a bot play a seat, and tell everybody."""
        bot = change.seats[seat].bot or NAMES[0]
        change.set_seat(seat, lent=True, lent_for=lent_for, bot=bot)
        change.set(undo_to=None, undo_by=None)
        change.tell(seat, sentence)

    def _give_back(self, change: TableChange, seat: int) -> None:
        """Give a seat back to its person, whose time begins now, and tell everybody."""
        change.set_seat(seat, lent=False, lent_for="", here=time.time())
        change.set(moved=time.time())
        change.tell(seat, BACK)

    @command
    def enforce_limits(self, table: str) -> None:
        """Play for the player to move who is late or away, as the table agreed. Raises Refused."""
        with self.changing(table) as change:
            row, settings = change.row, change.stored.settings
            if row["state"] != PLAYING or row["due"] is None or row["due"] > time.time():
                return
            running = self.running(change)
            decision = running.game.decision
            seat = change.seats[decision.player] if decision is not None else None
            if decision is not None and seat is not None and not seat.plays_bot:
                late = late_at(row, settings)
                is_late = late is not None and late <= time.time()
                if is_late and settings["late"] == DEFAULT:
                    change.set(undo_to=None, undo_by=None)
                    change.tell(seat.seat, TIME_IS_UP)
                    index = default_option(decision.options)
                    self._append_choice(change, running, seat.seat, index)
                elif is_late:
                    self._lend(change, seat.seat, BOT_IS_LATE)
                elif settings["away"] and is_away(seat):
                    self._lend(change, seat.seat, BOT_IS_AWAY, AWAY)
            self.advance(change)

    @command
    def set_webhook(self, table: str, person: str, hook: str, base: str, lang: str) -> None:
        """Set the webhook for one's moves, and its language; an empty URL removes it. Raises Refused."""
        with self.seated(table, person) as (change, seat):
            change.set_seat(seat, hook=hook, base=base, lang=lang)

    @command
    def note_presence(self, table: str, persons: Collection[str], now: float) -> bool:
        """Record when these people were last seen, 0 for absent; return whether one of them has a seat."""
        with self.changing(table) as change:
            seats = [each.seat for each in change.stored.seats if each.person in persons]
            for seat in seats:
                change.set_seat(seat, here=now)
                if change.row["state"] != PLAYING:
                    continue
                if now and change.seats[seat].lent_for == AWAY:
                    self._give_back(change, seat)
                    self.advance(change)
                elif not now and change.stored.settings.get("away"):
                    self.advance(change)  # the time until a bot plays begins now
            return bool(seats)

    # ------------------------------------------------------------------ after it

    @command
    def rematch(self, table: str, person: str) -> str:
        """Return the id of a new table with the same people and seats.

        The first request creates it. Raises Refused.
        """
        with self.seated(table, person) as (change, seat):
            if change.row["state"] not in (OVER, STOPPED):
                raise Refused(say("The game is not over yet."))
            if change.row["again"]:
                return str(change.row["again"])
            seats = [
                _empty_seat(each.seat, "" if each.person else each.bot)
                | {name: getattr(each, name) for name in ("name", "person", "hook", "base", "lang")}
                for each in change.stored.seats
            ]
            row = {**change.row, "seed": str(secrets.randbits(128))}
            again, make = self._new_table(row, seats)
            change.add_write(make)
            change.set(again=again)
            change.tell(seat, AGAIN)
            return again

    @command
    def end(self, table: str) -> None:
        """End a table, for the host."""
        with self.changing(table) as change:
            if change.row["state"] in (WAITING, PLAYING):
                word = stored_sentence("The host has ended this table.")
                change.set(state=STOPPED, word=word, bot_to_move=False)

    def drop(self, table: str) -> None:
        """Delete a table and all its data."""
        with self.game_cache.locked(table), self.store.writing() as connection:
            connection.execute(TABLES.delete().where(TABLES.c.id == table))
            drop_unused_rules(connection)
            self.game_cache.forget(table)

    def forget_person(self, person: str) -> list[str]:
        """Delete a person's name and talk, and let bots play the seats; return the ids of the tables."""
        tables = [str(row["id"]) for row in self.store.tables_of(person)]
        for table in tables:
            self._forget_at(table, person)
            self.game_cache.forget(table)  # the game in memory contains the name
        return tables

    @command
    def _forget_at(self, table: str, person: str) -> None:
        """Remove a person's name and talk from one table."""
        with self.seated(table, person) as (change, seat):
            bot = change.seats[seat].bot or NAMES[0]
            playing = change.row["state"] != WAITING
            name = free_name("", [each.name for each in change.seats], seat)
            change.set_seat(seat, **_empty_seat(seat, bot if playing else "") | {"name": name})
            change.delete_talk(seat)
            self.advance(change)


def _empty_seat(number: int, bot: str) -> dict[str, Any]:
    """Return the columns of a seat without a person."""
    return {
        "name": FIRST_NAMES[number], "person": "", "bot": bot, "lent": False, "lent_for": "", "agrees": False,
        "here": 0.0, "hook": "", "base": "", "called": "", "lang": "",
    }  # fmt: skip
