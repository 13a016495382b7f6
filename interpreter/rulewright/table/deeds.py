"""What is decided at a table. Each deed is one transaction: written whole before anybody is told, or not at all."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from rulewright.front.common.speech import say, speaking
from rulewright.table.keeping import Keeper
from rulewright.table.kept_rows import Change, Kept
from rulewright.table.refused import Refused
from rulewright.table.running import CHOICE, UNDO, Hall, Running
from rulewright.table.shelf import Shelf
from rulewright.text import RulesError

WAITING, PLAYING, OVER, STOPPED = "waiting", "playing", "over", "stopped"
MOST_UNASKED: Final = 10_000
"""So many choices without a choice are made at once; what the rules may ask in a row is bounded by themselves."""


class _Stopped(Exception):
    """The rules ask for what cannot be done: the table goes no further."""


class Deeds:
    """All that can be decided at a table, by its id."""

    def __init__(self, keeper: Keeper, shelf: Shelf, hall: Hall) -> None:
        self.keeper, self.shelf, self.hall = keeper, shelf, hall

    @contextmanager
    def changing(self, table: str) -> Iterator[Change]:
        """A transaction on a table that is held; the game in memory is forgotten if nothing came of it.

        Raises Refused, of which are NoTable, OtherRules and Unreachable.
        """
        with self.hall.held(table):
            found = self.hall.found(table)
            known = found.kept if found else None
            try:
                with self.keeper.changing(table, known) as change, speaking(change.row["lang"]):
                    yield change
                self.hall.settle(change)
            except _Stopped as stopped:
                self.hall.forget(table)
                with self.keeper.changing(table) as change:
                    change.set(state=STOPPED, word=str(stopped), bot_to_move=False)
            except BaseException as error:
                if type(error) is not Refused:  # the game may have gone further than the log
                    self.hall.forget(table)
                raise

    @contextmanager
    def seated(self, table: str, person: str) -> Iterator[tuple[Change, int]]:
        """A transaction as of `changing`, with the seat of a person. Raises Refused for who does not sit there."""
        with self.changing(table) as change:
            seat = change.kept.seat_of(person)
            if seat is None:
                raise Refused(say("You do not sit at this table."), 403)
            yield change, seat

    def choose(self, table: str, person: str, asked: str, index: int) -> None:
        """Choose an option of the decision that was `asked`. Raises Refused; a second time it does nothing."""
        with self.seated(table, person) as (change, seat):
            self._decide(change, seat, asked, index)

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
        self._write(change, running, CHOICE, seat, index)
        self._follow(change, running)

    def _follow(self, change: Change, running: Running) -> None:
        """Choices with one option are made at once, where all know that there is only one."""
        for _ in range(MOST_UNASKED):
            decision = running.game.decision
            if decision is None or len(decision.options) > 1 or decision.is_private:
                break
            self._write(change, running, CHOICE, decision.player, 0)
        if decision is None:
            change.set(state=OVER, bot_to_move=False)
        else:
            change.set(bot_to_move=bool(change.seats[decision.player].plays_bot))

    def _write(self, change: Change, running: Running, kind: str, seat: int, value: int) -> None:
        try:
            running.take([change.append(kind, seat, value)])
        except RulesError as error:
            raise _Stopped("; ".join(each.message for each in error.complaints)) from error

    def ask_undo(self, table: str, person: str, asked: str) -> None:
        """Ask the others to take back one's last choice; bots always agree. Raises Refused."""
        with self.seated(table, person) as (change, seat):
            running = self.running(change)
            if not change.kept.settings["undo"]:
                raise Refused(say("Nothing is taken back at this table, as was agreed."))
            if running.asked(seat) != asked:
                raise _decided_already()
            left = running.taken_back(seat)
            if left is None:
                told = say(
                    "Nothing can be taken back: something was revealed since, or chance had a say."
                )
                raise Refused(told)
            change.set_seat(None, agrees=False)
            change.set_seat(seat, agrees=True)
            change.set(undo_to=left, undo_by=seat)
            self._undo_if_all_agree(change, running)

    def answer_undo(self, table: str, person: str, agrees: str) -> None:
        """Agree ("yes") that a choice is taken back, or not. Raises Refused."""
        with self.seated(table, person) as (change, seat):
            if change.row["undo_to"] is None:
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
        self._write(change, running, UNDO, by, left)
        self._follow(change, running)


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
