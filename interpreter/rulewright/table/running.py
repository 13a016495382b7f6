"""Games in play: each is made of the log of its table, and kept in memory as long as there is room."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable
from functools import cached_property
from threading import Lock, RLock
from typing import TYPE_CHECKING, Final

from rulewright.game.state import IllegalChoice
from rulewright.knowledge.story import events_in
from rulewright.session.inside import inside
from rulewright.session.taking_back import Point
from rulewright.table.faces import Deck
from rulewright.table.keeping import Keeper
from rulewright.table.kept_rows import Change, Entry, Kept
from rulewright.table.refused import OtherRules
from rulewright.table.shelf import Shelf
from rulewright.table.thinking import new_game
from rulewright.text import RulesError

if TYPE_CHECKING:
    from rulewright import Game
    from rulewright.session.presenting import Guide

ROOM: Final = 1_000
"""So many games are held in memory; the others are made anew when somebody looks at them."""

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
    def choices(self) -> list[int]:
        """What was chosen, without what was taken back."""
        return [entry.value for entry in counting(self.entries)]

    def take(self, entries: Iterable[Entry]) -> None:
        """Go on by lines of the log. Raises IllegalChoice and RulesError; then this is of no more use."""
        for entry in entries:
            self.entries.append(entry)
            if entry.kind == UNDO:
                self.undone += 1
                self._begin()
                for each in counting(self.entries):
                    self._choose(each)
            else:
                self.made[entry.seat] += 1
                self._choose(entry)

    def _choose(self, entry: Entry) -> None:
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
        return game


class Hall:
    """The games in memory, each under the id of its table."""

    def __init__(self, keeper: Keeper, shelf: Shelf, room: int = ROOM) -> None:
        self.keeper, self.shelf, self.room = keeper, shelf, room
        self._lock = Lock()
        self.games: OrderedDict[str, Running] = OrderedDict()
        self._held = [RLock() for _ in range(256)]

    def held(self, table: str) -> RLock:
        """What to hold while a table is read or changed in this process; before any transaction."""
        return self._held[hash(table) % len(self._held)]

    def running(self, kept: Kept, read: Callable[[int], Iterable[Entry]]) -> Running:
        """The game of a table that is held, as far as its log, of which entries are `read` from a number on.

        If it cannot go so far it is forgotten, so that nobody plays on in it. Raises OtherRules and RulesError.
        """
        table = kept.row["id"]
        found = self.found(table) or Running(self.shelf, kept)
        try:
            if (known := len(found.entries)) < kept.row["length"]:
                found.take(read(known))
        except (IllegalChoice, RulesError):
            self.forget(table)
            raise
        with self._lock:
            self.games[table] = found
            self.games.move_to_end(table)
            while len(self.games) > self.room:
                self.games.popitem(last=False)
        return found

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
        Raises NoTable, Unreachable, OtherRules and RulesError.
        """
        found = self.found(table)
        if (
            found is not None
            and found.kept.talk is not None
            and (is_told or found.kept.row["changed"] == self.keeper.changed(table))
        ):
            return found.kept, found
        kept = self.keeper.kept(table)
        if kept.row["state"] == "waiting":
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
