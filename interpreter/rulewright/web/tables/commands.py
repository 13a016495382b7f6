"""Commands that change a table: computed first, then written in one transaction, then announced."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import wraps
from typing import Final, ParamSpec, TypeVar

from rulewright.language.edition.translations.program_text import say
from rulewright.language.text import RulesError
from rulewright.web.limits.request_budget import current_budget
from rulewright.web.refusals import ConcurrentChange, Refused, TableBusy, stored_sentence
from rulewright.web.store.database import TableStore
from rulewright.web.store.db_schema import StoredTable, TableChange
from rulewright.web.tables.edition_catalogue import EditionCatalogue
from rulewright.web.tables.live_games import (
    CHOICE,
    OVER,
    PLAYING,
    UNDO,
    WAITING,
    GameCache,
    RunningGame,
    stop_reason,
)  # fmt: skip
from rulewright.web.tables.time_limits import due_at, is_away

LOGGER: Final = logging.getLogger("rulewright.web")
TRIES: Final = 3
MOST_FORCED: Final = 10_000
"""Most forced choices in a row; the rules bound sequences of decisions themselves."""


class ReplayTooLong(Refused):
    """A command that takes longer than one request may; the game in memory may be ahead of the log."""


class _TableStopped(Exception):
    """A fault in the rules that stops the table, with the stored sentence about it."""


P = ParamSpec("P")
R = TypeVar("R")


def command(do: Callable[P, R]) -> Callable[P, R]:
    """Decorate a command so that it is retried if another process changed the table first."""

    @wraps(do)
    def done(*args: P.args, **kwargs: P.kwargs) -> R:
        """Call the command, at most TRIES times while another process changes the table first."""
        for _ in range(TRIES - 1):
            with suppress(ConcurrentChange):
                return do(*args, **kwargs)
        return do(*args, **kwargs)

    return done


class GameCommands:
    """The commands that decide something in a table's game."""

    def __init__(
        self, store: TableStore, catalogue: EditionCatalogue, game_cache: GameCache
    ) -> None:
        self.store, self.catalogue, self.game_cache = store, catalogue, game_cache

    @contextmanager
    def changing(self, table: str) -> Iterator[TableChange]:
        """Lock a table and yield a change of it, which is written at the end, in a short transaction.

        On an error, the game in memory is dropped. Raises Refused and its subclasses NoSuchTable, RulesChanged,
        DatabaseUnreachable, TableBusy, and ConcurrentChange if another process has changed the table since.
        """
        with self.game_cache.locked(table):
            running = self.game_cache.cached(table)
            stored = running.stored if running else self.store.load(table)
            change = TableChange(stored, lambda since: self.store.log(table, since))
            try:
                yield change
                if change.is_changed:
                    self.store.write(change)
                self.game_cache.update_cached(change)
            except _TableStopped as stopped:
                self.game_cache.forget(table)
                self.store.stop(table, str(stopped))
            except BaseException as error:
                if type(error) is not Refused:  # the game in memory may be ahead of the log
                    self.game_cache.forget(table)
                elif running and self.store.change_count(table) != stored.row["changed"]:
                    self.game_cache.forget(table)  # the refusal was based on an outdated table
                    raise ConcurrentChange from error
                raise

    @contextmanager
    def seated(self, table: str, person: str) -> Iterator[tuple[TableChange, int]]:
        """Yield a change as `changing` does, with the person's seat. Raises Refused for a person without a seat."""
        with self.changing(table) as change:
            seat = change.stored.seat_of(person)
            if seat is None:
                raise Refused(say("You have no seat at this table."), 403)
            yield change, seat

    @command
    def choose(self, table: str, person: str, decision_id: str, index: int) -> None:
        """Choose an option of the decision `decision_id`. Raises Refused, also for a repeated request."""
        with self.seated(table, person) as (change, seat):
            if is_away(change.seats[seat]) and change.stored.settings.get("away"):
                change.set_seat(seat, here=time.time())
            self._record_choice(change, seat, decision_id, index)

    @command
    def choose_for(self, table: str, seat: int, decision_id: str, index: int) -> None:
        """Record a bot's choice for a seat that it still plays. Raises Refused."""
        with self.changing(table) as change:
            if not change.stored.seats[seat].plays_bot:
                raise Refused(say("The seat was taken back."))
            self._record_choice(change, seat, decision_id, index)

    def advance(self, change: TableChange) -> None:
        """Make forced choices, and note whether a bot has to move; call after every change that may affect this."""
        if change.row["state"] == PLAYING:
            self._make_forced_choices(change, self.running(change))

    def running(self, change: TableChange) -> RunningGame:
        """Return the table's game, up to date with its log. Raises Refused if it is not being played."""
        if change.row["state"] != PLAYING:
            raise Refused(say("The game is over."))
        return self.game_cache.running(change.stored, change.log)

    def _record_choice(self, change: TableChange, seat: int, decision_id: str, index: int) -> None:
        """Record a choice, clear a pending undo request, and make the forced choices that follow."""
        running = self.running(change)
        decision = running.game.decision
        if decision is None or decision.player != seat or running.decision_id(seat) != decision_id:
            raise _already_decided()
        if not 0 <= index < len(decision.options):
            raise Refused(say("There is no such option."), 400)
        change.set(undo_to=None, undo_by=None)
        self._append_choice(change, running, seat, index)
        self._make_forced_choices(change, running)

    def _make_forced_choices(self, change: TableChange, running: RunningGame) -> None:
        """Make publicly forced choices, those with a single option that everybody knows of."""
        budget = current_budget()
        for _ in range(MOST_FORCED):
            decision = running.game.decision
            if decision is None or len(decision.options) > 1 or decision.is_private:
                break
            if budget is not None:
                budget.check_time()
            self._append_choice(change, running, decision.player, 0)
        if decision is None:
            change.set(state=OVER, bot_to_move=False, due=None)
        else:
            seat = change.seats[decision.player]
            due = due_at(change.row, change.stored.settings, seat)
            change.set(bot_to_move=bool(seat.plays_bot), due=due)

    def _append_choice(
        self, change: TableChange, running: RunningGame, seat: int, value: int
    ) -> None:
        """Append a choice to the log and apply it to the game. Raises _TableStopped if the rules fail."""
        try:
            running.replay([change.append(CHOICE, seat, value)])
        except Refused as error:
            if isinstance(error, TableBusy) and self.catalogue.is_uploaded(change.row["edition"]):
                raise _TableStopped(
                    stored_sentence("The computer needs too long to apply the rules.")
                ) from error
            raise
        except Exception as error:
            if not isinstance(error, RulesError):
                LOGGER.error("the table %s is stopped", change.row["id"], exc_info=error)
            raise _TableStopped(stop_reason(error)) from error

    @command
    def ask_undo(self, table: str, person: str, decision_id: str) -> None:
        """Ask the others to undo one's last choice; bots always agree. Raises Refused."""
        with self.seated(table, person) as (change, seat):
            running = self.running(change)
            if not change.stored.settings["undo"]:
                raise Refused(say("This table does not allow taking choices back."))
            if running.decision_id(seat) != decision_id:
                raise _already_decided()
            with _within_budget():
                remaining = running.choices_after_undo(seat)
            if remaining is None:
                sentence = say(
                    "Nothing can be taken back: something was revealed since, or chance decided something."
                )
                raise Refused(sentence)
            change.set_seat(None, agrees=False)
            change.set_seat(seat, agrees=True)
            number = change.row["undo_number"] + 1
            change.set(undo_to=remaining, undo_by=seat, undo_number=number)
            self._undo_if_all_agree(change, running)

    @command
    def answer_undo(self, table: str, person: str, agrees: str, number: int) -> None:
        """Agree ("yes") or disagree with undo request `number`. Raises Refused."""
        with self.seated(table, person) as (change, seat):
            if change.row["undo_to"] is None or change.row["undo_number"] != number:
                raise Refused(say("Nobody is asking to take back a choice any more."))
            if agrees != "yes":
                change.set(undo_to=None, undo_by=None)
                return
            change.set_seat(seat, agrees=True)
            self._undo_if_all_agree(change, self.running(change))

    def _undo_if_all_agree(self, change: TableChange, running: RunningGame) -> None:
        """Undo the choice if all people at the table agree; bots always do."""
        if not all(each.agrees or each.plays_bot for each in change.seats):
            return
        by, remaining = change.row["undo_by"], change.row["undo_to"]
        change.set(undo_to=None, undo_by=None)
        with _within_budget():
            running.replay([change.append(UNDO, by, remaining)])
        self._make_forced_choices(change, running)


@contextmanager
def _within_budget() -> Iterator[None]:
    """Convert a replay that takes too long into a refusal. Raises ReplayTooLong."""
    try:
        yield
    except (TableBusy, RulesError) as error:
        sentence = say("This game is too long to take a choice back.")
        raise ReplayTooLong(sentence) from error


def seat_of_viewer(stored: StoredTable, person: str) -> int | None:
    """Return the seat of a person, None for a spectator. Raises Refused if spectators are not allowed."""
    seat = stored.seat_of(person)
    if seat is None and stored.row["state"] != WAITING and not stored.settings["spectators"]:
        raise Refused(say("Only its players may see this table."), 403)
    return seat


def _already_decided() -> Refused:
    """Return the refusal for a choice that comes too late."""
    return Refused(say("This choice was already made or taken back. Here is the table now."))
