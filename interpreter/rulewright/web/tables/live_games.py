"""Games in play: each is made of the log of its table, and kept in memory as long as there is room."""

from __future__ import annotations

import logging
import re
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import cached_property
from threading import Lock, RLock
from typing import TYPE_CHECKING, Final, NoReturn

from rulewright.language.edition.translations.program_text import say
from rulewright.language.text import RulesError
from rulewright.runtime.ir.engine_contract import Fault
from rulewright.runtime.observation.story import events_in
from rulewright.runtime.session.rules.internals import inside
from rulewright.runtime.session.undo import Point
from rulewright.web.bots.bot_pool import new_game
from rulewright.web.limits.request_budget import PATIENCE, budgeted, own_budget
from rulewright.web.pages.rendering import Deck
from rulewright.web.refusals import Busy, Damaged, OtherRules, Refused
from rulewright.web.store.database import Keeper
from rulewright.web.store.db_schema import Change, Entry, Kept
from rulewright.web.tables.edition_catalogue import Shelf

if TYPE_CHECKING:
    from rulewright import Game
    from rulewright.runtime.session.seat.presentation import Guide

LOGGER: Final = logging.getLogger("rulewright.web")
ROOM: Final = 1_000
"""So many games are held in memory; the others are made anew when somebody looks at them."""

WAITING, PLAYING, OVER, STOPPED = "waiting", "playing", "over", "stopped"
CHOICE: Final = "choice"
UNDO: Final = "undo"


def counting(entries: Iterable[Entry]) -> list[Entry]:
    """The choices that count: without those that were taken back."""
    kept: list[Entry] = []
    for entry in entries:
        if entry.kind == UNDO:
            del kept[entry.value :]
        else:
            kept.append(entry)
    return kept


class Running:
    """A game in play, and what its log says of who chose how often. Whoever uses it holds its table."""

    def __init__(self, shelf: Shelf, kept: Kept) -> None:
        self.shelf, self.kept = shelf, kept
        self.entries: list[Entry] = []
        self.unplayed: list[Entry] = []
        self.unmade: list[Entry] = []
        """Lines of the log that are still to be played, and of those that were undone the choices that count on."""
        self.undone = 0
        self.made = [0] * len(kept.seats)
        """How often something was taken back, and how often each seat has chosen; none of it ever grows smaller."""
        self._begin()

    def _begin(self) -> None:
        self.game = self.at(0)
        self._heard = [0] * (self.game.players + 1)  # the last is who looks on
        self._read = 0
        self._listen()
        self._told_by = self._heard[:]

    def _listen(self) -> None:
        """Count what each seat was told since it was last counted."""
        state = self.game.state
        log = state.log or []
        for place in events_in(state.game, log[self._read :]):
            to = log[self._read + place][3]
            for seat in range(len(self._heard)) if to < 0 else [to]:
                self._heard[seat] += 1
        self._read = len(log)

    @cached_property
    def deck(self) -> Deck:
        """The cards of the game as they are printed."""
        return self.shelf.deck(self.game)

    @cached_property
    def guide(self) -> Guide:
        """What the edition tells of the game."""
        return inside(self.game.rules).guide(self.game.players, self.game.options)

    @property
    def names(self) -> list[str]:
        """The names with which its story is told."""
        return self.game.names

    @property
    def length(self) -> int:
        """How many lines of the log it has read."""
        return len(self.entries) + len(self.unplayed)

    @property
    def is_behind(self) -> bool:
        """Whether choices that it has read are still to be played."""
        return bool(self.unmade or self.unplayed)

    @property
    def choices(self) -> list[int]:
        """What was chosen, without what was taken back."""
        return [entry.value for entry in counting(self.entries)]

    def take(self, entries: Iterable[Entry]) -> None:
        """Go on by lines of the log. Raises IllegalChoice and RulesError; then this is of no more use.

        Raises Busy too, where the budget of the request is spent: then it goes on from here with the next `take`.
        """
        self.unplayed += entries
        undone = [number for number, entry in enumerate(self.unplayed) if entry.kind == UNDO]
        if undone:  # what was taken back is not played
            known = self.unplayed[: undone[-1] + 1]
            del self.unplayed[: undone[-1] + 1]
            for entry in known:
                if entry.kind == UNDO:
                    self.undone += 1
                else:
                    self.made[entry.seat] += 1
            counts = counting([*self.entries, *known])
            self.entries += known
            self._begin()
            self.unmade = counts
        while self.unmade:
            self._choose(self.unmade[0])
            del self.unmade[0]
        while self.unplayed:
            entry = self.unplayed[0]
            self._choose(entry)
            del self.unplayed[0]
            self.entries.append(entry)
            self.made[entry.seat] += 1

    def _choose(self, entry: Entry) -> None:
        if (budget := own_budget()) is not None and len(self.unmade) + len(self.unplayed) > 1:
            budget.check()
        self.game.choose(entry.value)
        self.game.state.past.clear()  # what is taken back is played again
        self._listen()
        self._told_by[entry.seat] = self._heard[entry.seat]

    def asked(self, seat: int | None) -> str:
        """The name of the decision that a seat is asked now: how often it has chosen, and how often was taken back.

        A seat knows both, and neither ever grows smaller: so a choice that names a decision is never taken for
        another. How often others have chosen does not stand in it.
        """
        return f"{self.undone}.{self.made[seat] if seat is not None else 0}"

    def told(self, seat: int | None) -> int:
        """How many events a seat was told, or who looks on."""
        return self._heard[-1 if seat is None else seat]

    def new_since(self, seat: int | None) -> int | None:
        """The number of the first event that a seat was told after its last choice; who looks on has made none."""
        return None if seat is None else self._told_by[seat]

    def taken_back(self, seat: int) -> int | None:
        """How many choices would be left if a seat took back its last one and what came of it.

        None if that cannot be: it has not chosen, or since then chance was used or somebody learnt something.
        """
        counts = counting(self.entries)
        own = [number for number, entry in enumerate(counts) if entry.seat == seat]
        if not own:
            return None
        point = Point.of(self.at(own[-1]).state)
        return None if point.is_settled(self.game.state) else own[-1]

    def at(self, choices: int) -> Game:
        """The game as it was after so many choices. Raises OtherRules and RulesError."""
        row = self.kept.row
        game = new_game(self.shelf.loaded(row["edition"], row["lang"]), row)
        if inside(game.rules).digest != row["digest"]:
            raise OtherRules
        game.names[:] = [seat.name for seat in self.kept.seats]
        for index in self.choices[:choices]:
            game.choose(index)
            game.state.past.clear()
        return game


class Hall:
    """The games in memory, each under the id of its table."""

    def __init__(self, keeper: Keeper, shelf: Shelf, room: int = ROOM) -> None:
        self.keeper, self.shelf, self.room = keeper, shelf, room
        self._lock = Lock()
        self.games: OrderedDict[str, Running] = OrderedDict()
        self._held: dict[str, tuple[RLock, list[int]]] = {}
        self._damaged: OrderedDict[str, str] = OrderedDict()

    @contextmanager
    def held(self, table: str, patience: float = PATIENCE) -> Iterator[None]:
        """Hold a table, within the budget of the request, while it is read or changed in this process.

        Raises Busy if others hold it for longer than the patience, in seconds.
        """
        with self._lock:
            lock, users = self._held.setdefault(table, (RLock(), [0]))
            users[0] += 1
        try:
            if not lock.acquire(timeout=patience):
                raise Busy
            try:
                with budgeted(patience) as budget:
                    budget.held += 1
                    try:
                        yield
                    finally:
                        budget.held -= 1
                        if budget.is_metered and not budget.held:
                            budget.release_brought()
            finally:
                lock.release()
        finally:
            with self._lock:
                users[0] -= 1
                if not users[0]:
                    self._held.pop(table, None)

    def running(self, kept: Kept, read: Callable[[int], Iterable[Entry]]) -> Running:
        """The game of a table that is held, as far as its log, of which entries are `read` from a number on.

        If it cannot go so far it is forgotten and the table is stopped. Raises Damaged, OtherRules and Busy, and
        RulesError where the rules cannot be loaded.
        """
        table = kept.row["id"]
        if table in self._damaged:
            raise Damaged(self._damaged[table])
        if (budget := own_budget()) is not None and self.shelf.is_brought(kept.row["edition"]):
            budget.hold_brought()
        found = self.found(table)
        if found is None or found.names != [seat.name for seat in kept.seats]:
            with self.stopping(kept, but=RulesError):
                found = Running(self.shelf, kept)
        with self._lock:
            self.games[table] = found
            self.games.move_to_end(table)
            while len(self.games) > self.room:
                self.games.popitem(last=False)
        if found.length < kept.row["length"] or found.is_behind:
            with self.stopping(kept):
                found.take(read(found.length) if found.length < kept.row["length"] else ())
        return found

    @contextmanager
    def stopping(self, kept: Kept, but: type[Exception] = Refused) -> Iterator[None]:
        """Stop a table if its game raises what it may not: all but Refused, and one more kind. Raises Damaged.

        No other table, and nothing that looks after all tables, has to do with the fault of one.
        """
        table = kept.row["id"]
        try:
            yield
        except Damaged as error:
            self._stop(table, error, str(error))
        except Refused:
            raise
        except but:
            raise
        except Exception as error:
            self._stop(table, error, word_of(error))

    def _stop(self, table: str, error: Exception, word: str) -> NoReturn:
        LOGGER.error("the table %s is stopped: its game fails", table, exc_info=error)
        self.forget(table)
        with self._lock:
            self._damaged[table] = word
            while len(self._damaged) > self.room:
                self._damaged.popitem(last=False)
        self.keeper.stop(table, word, (PLAYING,))
        raise Damaged(word) from error

    def found(self, table: str) -> Running | None:
        """The game of a table, if it is in memory."""
        with self._lock:
            return self.games.get(table)

    def forget(self, table: str) -> None:
        """Let go of a game: it is made anew of its log when it is next wanted."""
        with self._lock:
            self.games.pop(table, None)

    def now(self, table: str, is_told: bool = False) -> tuple[Kept, Running | None]:
        """A table that is held as it is kept, and its game as far, unless it has not begun.

        The database is not asked whether it has changed if that `is_told`: nobody else writes into a file of ours.
        Raises NoTable, Unreachable, OtherRules, Damaged, Busy and RulesError.
        """
        found = self.found(table)
        if (
            found is not None
            and found.kept.talk is not None
            and not found.is_behind
            and (is_told or found.kept.row["changed"] == self.keeper.changed(table))
        ):
            if (budget := own_budget()) is not None and self.shelf.is_brought(
                found.kept.row["edition"]
            ):
                budget.hold_brought()
            return found.kept, found
        kept = self.keeper.kept(table)
        if kept.row["state"] == WAITING:
            return kept, None
        found = self.running(kept, lambda since: self.keeper.log(table, since))
        found.kept = kept
        return kept, found

    def settle(self, change: Change) -> None:
        """Note what was written of a table that is held, so that it need not be read again."""
        found = self.found(change.row["id"])
        if found is None or not change.told:
            return
        is_known = found.kept.row["changed"] == change.kept.row["changed"] and not change.is_talk
        talk = found.kept.talk if is_known else None
        found.kept = Kept(change.row, tuple(change.seats), talk)


_FOLDERS: Final = re.compile(r"(?:\b[A-Za-z]:)?[^\s:(]*[/\\](?=[^\s/\\]+\.(rules|ya?ml))")


def word_of(error: Exception) -> str:
    """Return what players of a stopped table are told: what the rules did, without where files lie here."""
    if isinstance(error, RulesError):
        return _FOLDERS.sub("", "; ".join(each.message for each in error.complaints))
    if isinstance(error, Fault):
        return say("The rules cannot be played on: {reason}.", reason=error.what or error.reason)
    return say("A fault of the server has stopped this table. What was decided is kept.")
