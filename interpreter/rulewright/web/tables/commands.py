"""What is decided at a table: worked out first, then written in one transaction before anybody is told."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import wraps
from typing import Final, ParamSpec, TypeVar

from rulewright.language.edition.translations.program_text import say, speaking
from rulewright.language.text import RulesError
from rulewright.web.limits.request_budget import own_budget
from rulewright.web.refusals import Busy, Quicker, Refused
from rulewright.web.store.database import Keeper
from rulewright.web.store.db_schema import Change, Kept
from rulewright.web.tables.edition_catalogue import Shelf
from rulewright.web.tables.live_games import (
    CHOICE,
    OVER,
    PLAYING,
    UNDO,
    WAITING,
    Hall,
    Running,
    word_of,
)  # fmt: skip

LOGGER: Final = logging.getLogger("rulewright.web")
TRIES: Final = 3
MOST_UNASKED: Final = 10_000
"""So many choices without a choice are made at once; what the rules may ask in a row is bounded by themselves."""


class TooLong(Refused):
    """What was asked for takes longer than a request may; the game may have gone further than the log."""


class _Stopped(Exception):
    """The rules ask for what cannot be done: the table goes no further."""


P = ParamSpec("P")
R = TypeVar("R")


def deed(do: Callable[P, R]) -> Callable[P, R]:
    """Let a method of Deeds be done again, on the table as it is now, when another process was quicker."""

    @wraps(do)
    def done(*given: P.args, **named: P.kwargs) -> R:
        for _ in range(TRIES - 1):
            with suppress(Quicker):
                return do(*given, **named)
        return do(*given, **named)

    return done


class Deeds:
    """All that can be decided at a table, by its id."""

    def __init__(self, keeper: Keeper, shelf: Shelf, hall: Hall) -> None:
        self.keeper, self.shelf, self.hall = keeper, shelf, hall

    @contextmanager
    def changing(self, table: str) -> Iterator[Change]:
        """A change of a table that is held. It is written when it is worked out; until then the database is free.

        The game in memory is forgotten if nothing came of it. Raises Refused, of which are NoTable, OtherRules,
        Unreachable, Busy, and Quicker if another process has changed the table meanwhile.
        """
        with self.hall.held(table):
            found = self.hall.found(table)
            kept = found.kept if found else self.keeper.kept(table)
            change = Change(kept, lambda since: self.keeper.log(table, since))
            try:
                with speaking(kept.row["lang"]):
                    yield change
                if change.told:
                    self.keeper.write(change)
                self.hall.settle(change)
            except _Stopped as stopped:
                self.hall.forget(table)
                self.keeper.stop(table, str(stopped))
            except BaseException as error:
                if type(error) is not Refused:  # the game may have gone further than the log
                    self.hall.forget(table)
                elif found and self.keeper.changed(table) != kept.row["changed"]:
                    self.hall.forget(table)  # it was refused as the table was, not as it is
                    raise Quicker from error
                raise

    @contextmanager
    def seated(self, table: str, person: str) -> Iterator[tuple[Change, int]]:
        """A transaction as of `changing`, with the seat of a person. Raises Refused for who does not sit there."""
        with self.changing(table) as change:
            seat = change.kept.seat_of(person)
            if seat is None:
                raise Refused(say("You do not sit at this table."), 403)
            yield change, seat

    @deed
    def choose(self, table: str, person: str, asked: str, index: int) -> None:
        """Choose an option of the decision that was `asked`. Raises Refused; a second time it does nothing."""
        with self.seated(table, person) as (change, seat):
            self._decide(change, seat, asked, index)

    @deed
    def choose_for(self, table: str, seat: int, asked: str, index: int) -> None:
        """What a bot chooses for a seat that it still plays. Raises Refused."""
        with self.changing(table) as change:
            if not change.kept.seats[seat].plays_bot:
                raise Refused(say("The seat was taken back."))
            self._decide(change, seat, asked, index)

    def go_on(self, change: Change) -> None:
        """Make the choices that are none, and note who is to move; after whatever may change that."""
        if change.row["state"] == PLAYING:
            self._follow(change, self.running(change))

    def running(self, change: Change) -> Running:
        """The game of the table, as far as its log. Raises Refused if it is not being played."""
        if change.row["state"] != PLAYING:
            raise Refused(say("The game is over."))
        return self.hall.running(change.kept, change.log)

    def _decide(self, change: Change, seat: int, asked: str, index: int) -> None:
        running = self.running(change)
        decision = running.game.decision
        if decision is None or decision.player != seat or running.asked(seat) != asked:
            raise _decided_already()
        if not 0 <= index < len(decision.options):
            raise Refused(say("There is no such option."), 400)
        change.set(undo_to=None, undo_by=None)
        self._write(change, running, seat, index)
        self._follow(change, running)

    def _follow(self, change: Change, running: Running) -> None:
        """Choices with one option are made at once, where all know that there is only one."""
        budget = own_budget()
        for _ in range(MOST_UNASKED):
            decision = running.game.decision
            if decision is None or len(decision.options) > 1 or decision.is_private:
                break
            if budget is not None:
                budget.check_time()
            self._write(change, running, decision.player, 0)
        if decision is None:
            change.set(state=OVER, bot_to_move=False)
        else:
            change.set(bot_to_move=bool(change.seats[decision.player].plays_bot))

    def _write(self, change: Change, running: Running, seat: int, value: int) -> None:
        try:
            running.take([change.append(CHOICE, seat, value)])
        except Refused as error:
            if isinstance(error, Busy) and self.shelf.is_brought(change.row["edition"]):
                raise _Stopped(say("The rules take too long.")) from error
            raise
        except Exception as error:
            if not isinstance(error, RulesError):
                LOGGER.error("the table %s is stopped", change.row["id"], exc_info=error)
            raise _Stopped(word_of(error)) from error

    @deed
    def ask_undo(self, table: str, person: str, asked: str) -> None:
        """Ask the others to take back one's last choice; bots always agree. Raises Refused."""
        with self.seated(table, person) as (change, seat):
            running = self.running(change)
            if not change.kept.settings["undo"]:
                raise Refused(say("Nothing is taken back at this table, as was agreed."))
            if running.asked(seat) != asked:
                raise _decided_already()
            with _in_time():
                left = running.taken_back(seat)
            if left is None:
                told = say(
                    "Nothing can be taken back: something was revealed since, or chance had a say."
                )
                raise Refused(told)
            change.set_seat(None, agrees=False)
            change.set_seat(seat, agrees=True)
            number = change.row["undo_number"] + 1
            change.set(undo_to=left, undo_by=seat, undo_number=number)
            self._undo_if_all_agree(change, running)

    @deed
    def answer_undo(self, table: str, person: str, agrees: str, number: int) -> None:
        """Agree ("yes") that a choice is taken back, or not; to the request with this number. Raises Refused."""
        with self.seated(table, person) as (change, seat):
            if change.row["undo_to"] is None or change.row["undo_number"] != number:
                raise Refused(say("Nobody asks any more to take something back."))
            if agrees != "yes":
                change.set(undo_to=None, undo_by=None)
                return
            change.set_seat(seat, agrees=True)
            self._undo_if_all_agree(change, self.running(change))

    def _undo_if_all_agree(self, change: Change, running: Running) -> None:
        if not all(each.agrees or each.plays_bot for each in change.seats):
            return
        by, left = change.row["undo_by"], change.row["undo_to"]
        change.set(undo_to=None, undo_by=None)
        with _in_time():
            running.take([change.append(UNDO, by, left)])
        self._follow(change, running)


@contextmanager
def _in_time() -> Iterator[None]:
    """Refuse what plays a game again if that takes longer than a request may."""
    try:
        yield
    except (Busy, RulesError) as error:
        told = say("This game is too long to take something back.")
        raise TooLong(told) from error


def seat_seeing(kept: Kept, person: str) -> int | None:
    """The seat of who wants to see a table. Raises Refused for others where nobody may look on."""
    seat = kept.seat_of(person)
    if seat is None and kept.row["state"] != WAITING and not kept.settings["spectators"]:
        raise Refused(say("Only those who play may see this table."), 403)
    return seat


def _decided_already() -> Refused:
    return Refused(
        say("That was decided already, or taken back. This is how the table stands now.")
    )
