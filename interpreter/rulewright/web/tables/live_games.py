"""Running games: replayed from the logs of their tables, and cached in memory."""

from __future__ import annotations

import logging
import re
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from threading import Lock, RLock
from typing import TYPE_CHECKING, Final, NoReturn

from rulewright.language.text import RulesError
from rulewright.runtime.ir.engine_contract import Fault
from rulewright.runtime.observation.story import events_in
from rulewright.runtime.session.games import in_words_of
from rulewright.runtime.session.rules.internals import inside
from rulewright.runtime.session.rules.rule_archive import RuleArchive
from rulewright.runtime.session.undo import UndoPoint
from rulewright.web.bots.bot_pool import game_of_row
from rulewright.web.limits.request_budget import PATIENCE, budgeted, current_budget
from rulewright.web.pages.rendering import RenderedDeck
from rulewright.web.refusals import (
    DamagedTable,
    Refused,
    RulesChanged,
    TableBusy,
    stored_sentence,
)  # fmt: skip
from rulewright.web.store.database import TableStore
from rulewright.web.store.db_schema import LogEntry, StoredTable, TableChange, read_json
from rulewright.web.tables.edition_catalogue import EditionCatalogue

if TYPE_CHECKING:
    from rulewright import Game, Rules
    from rulewright.runtime.session.seat.presentation import Introduction

LOGGER: Final = logging.getLogger("rulewright.web")
ROOM: Final = 1_000
"""Number of games in memory; others are replayed when somebody opens them."""

WAITING, PLAYING, OVER, STOPPED = "waiting", "playing", "over", "stopped"
CHOICE: Final = "choice"
UNDO: Final = "undo"


def effective_choices(entries: Iterable[LogEntry]) -> list[LogEntry]:
    """Return the choices without those that were undone."""
    choices: list[LogEntry] = []
    for entry in entries:
        if entry.kind == UNDO:
            del choices[entry.value :]
        else:
            choices.append(entry)
    return choices


class RunningGame:
    """A running game with counters derived from its log. Users must hold the table's lock."""

    def __init__(
        self,
        catalogue: EditionCatalogue,
        stored: StoredTable,
        kept_rules: Callable[[str], RuleArchive | None],
    ) -> None:
        self.catalogue, self.stored, self._kept_rules = catalogue, stored, kept_rules
        self._own_rules: Rules | None = None
        self._alike: Rules | None = None
        """Rules of the edition that are known to play like those of the table."""
        self._worded: dict[str, Rules | None] = {}
        """The rules in other languages than the table's, for their readers."""
        self.presented: dict[str, tuple[RenderedDeck, Introduction]] = {}
        """The cards and the guide of the game by language, which are the same all through it."""
        self.entries: list[LogEntry] = []
        self.pending_entries: list[LogEntry] = []
        self.pending_choices: list[LogEntry] = []
        """Log entries that are still to be replayed (`unplayed`), and the remaining choices after an undo
        (`unmade`)."""
        self.undo_count = 0
        self.choices_made = [0] * len(stored.seats)
        """The number of undos (`undone`), and of choices by each seat (`made`); they never decrease."""
        self._begin()

    def _begin(self) -> None:
        """Start the game again from its initial deal, with all counters of events."""
        self.game = self.game_after(0)
        self._events_seen = [0] * (self.game.players + 1)  # the last one is for spectators
        self._read = 0
        self._count_events()
        self._seen_at_choice = self._events_seen[:]

    def _count_events(self) -> None:
        """Count the events for each seat since the last call."""
        state = self.game.state
        log = state.log or []
        for place in events_in(state.game, log[self._read :]):
            to = log[self._read + place][3]
            for seat in range(len(self._events_seen)) if to < 0 else [to]:
                self._events_seen[seat] += 1
        self._read = len(log)

    def worded(self, language: str) -> WordedGame:
        """Return the game in the words of a language, for reading; in those of the table if that fails."""
        row = self.stored.row
        if language == row["lang"]:
            return WordedGame(self, self.game, language)
        if language not in self._worded:
            self._worded[language] = self._rules_in(language)
        rules = self._worded[language]
        game = self.game if rules is None else in_words_of(self.game, rules)
        return WordedGame(self, game, language)

    def _rules_in(self, language: str) -> Rules | None:
        """Return the rules of the game in another language; None if its files are no longer the same."""
        row, archive = self.stored.row, self._kept_rules(self.stored.row["rules"])
        for at_hand in (None,) if archive is None else (None, archive):
            with suppress(RulesError, ValueError):
                rules = self._rules(at_hand, language).with_cast(read_json(row["cards"]))
                in_words_of(self.game, rules)
                return rules
        return None

    @property
    def names(self) -> list[str]:
        """The players' names in the story."""
        return self.game.names

    @property
    def length(self) -> int:
        """Number of log entries read so far."""
        return len(self.entries) + len(self.pending_entries)

    @property
    def is_behind(self) -> bool:
        """Whether some log entries were read but not replayed yet."""
        return bool(self.pending_choices or self.pending_entries)

    @property
    def choices(self) -> list[int]:
        """The chosen options, without undone ones."""
        return [entry.value for entry in effective_choices(self.entries)]

    def replay(self, entries: Iterable[LogEntry]) -> None:
        """Advance the game by log entries. Raises IllegalChoice and RulesError, after which it is invalid.

        Raises TableBusy if the budget of the request is spent; the next call then continues.
        """
        self.pending_entries += entries
        undone = [number for number, entry in enumerate(self.pending_entries) if entry.kind == UNDO]
        if undone:  # undone choices are not replayed
            known = self.pending_entries[: undone[-1] + 1]
            del self.pending_entries[: undone[-1] + 1]
            for entry in known:
                if entry.kind == UNDO:
                    self.undo_count += 1
                else:
                    self.choices_made[entry.seat] += 1
            counts = effective_choices([*self.entries, *known])
            self.entries += known
            self._begin()
            self.pending_choices = counts
        while self.pending_choices:
            self._choose(self.pending_choices[0])
            del self.pending_choices[0]
        while self.pending_entries:
            entry = self.pending_entries[0]
            self._choose(entry)
            del self.pending_entries[0]
            self.entries.append(entry)
            self.choices_made[entry.seat] += 1

    def _choose(self, entry: LogEntry) -> None:
        """Apply a choice. Raises TableBusy if a long replay exceeds the request's budget."""
        if (budget := current_budget()) is not None and len(self.pending_choices) + len(
            self.pending_entries
        ) > 1:
            budget.check()
        self.game.choose(entry.value)
        self.game.state.past.clear()  # undo replays the game, so its history is not needed
        self._count_events()
        self._seen_at_choice[entry.seat] = self._events_seen[entry.seat]

    def decision_id(self, seat: int | None) -> str:
        """Return the id of the seat's current decision: the number of undos, and of the seat's choices.

        It works as an idempotency key: both numbers are known to the seat and never decrease, so a late or
        repeated choice is never applied to another decision. The choices of other seats do not count.
        """
        return f"{self.undo_count}.{self.choices_made[seat] if seat is not None else 0}"

    def events_seen(self, seat: int | None) -> int:
        """Return the number of events that a seat, or a spectator (None), has seen."""
        return self._events_seen[-1 if seat is None else seat]

    def new_since(self, seat: int | None) -> int | None:
        """Return the number of the first event after the seat's last choice; None for a spectator."""
        return None if seat is None else self._seen_at_choice[seat]

    def choices_after_undo(self, seat: int) -> int | None:
        """Return the number of choices left if a seat undoes its last one.

        None if this is impossible: the seat has not chosen, or chance was used or information revealed since.
        """
        counts = effective_choices(self.entries)
        own = [number for number, entry in enumerate(counts) if entry.seat == seat]
        if not own:
            return None
        point = UndoPoint.of(self.game_after(own[-1]).state)
        return None if point.is_settled(self.game.state) else own[-1]

    def game_after(self, choices: int) -> Game:
        """Return the game after `choices` choices. Raises RulesChanged and RulesError."""
        row = self.stored.row
        game = game_of_row(row, self._rules, lambda: self._kept_rules(row["rules"]))
        if game is None:
            raise RulesChanged
        game.names[:] = [seat.name for seat in self.stored.seats]
        for index in self.choices[:choices]:
            game.choose(index)
            game.state.past.clear()
        return game

    def _rules(self, archive: RuleArchive | None, language: str = "") -> Rules:
        """Return the rules of the edition as it is today, or those in an archive. Raises RulesError."""
        row = self.stored.row
        language = language or row["lang"]
        if archive is None:
            return self.catalogue.load(row["edition"], language)
        if language != row["lang"]:
            return self.catalogue.kept_rules(archive, row["edition"], language)
        if self._own_rules is None:
            self._own_rules = self.catalogue.kept_rules(archive, row["edition"], language)
        return self._own_rules

    @property
    def archive(self) -> RuleArchive | None:
        """The rules that the table began with, for bots; None if it keeps none."""
        return self._kept_rules(self.stored.row["rules"]) if self.stored.row["rules"] else None

    @property
    def is_pinned(self) -> bool:
        """Whether the table plays its first rules because its edition has changed. Raises TableBusy."""
        if self._own_rules is not None:
            return True
        row = self.stored.row
        now = self.catalogue.rules_of_now(row["edition"], row["lang"])
        if now is not None and now is not self._alike:
            with suppress(RulesError):
                book = inside(now.with_cast(read_json(row["cards"])))
                play = book.play_digest(row["players"], read_json(row["options"]))
                if row["digest"] in (play, book.digest):
                    self._alike = now
        return now is None or now is not self._alike


class WordedGame:
    """A running game in the words of one language, until its next choice."""

    def __init__(self, running: RunningGame, game: Game, language: str) -> None:
        self.running, self.game = running, game
        if language not in running.presented:
            guide = inside(game.rules).guide(game.players, game.options)
            running.presented[language] = running.catalogue.deck(game), guide
        self.deck, self.guide = running.presented[language]
        """The cards of the game for display, and the edition's guide to it."""

    def after(self, choices: int) -> Game:
        """Return the game after `choices` choices. Raises RulesChanged and RulesError."""
        return in_words_of(self.running.game_after(choices), self.game.rules)


class GameCache:
    """The running games in memory (least recently used ones are dropped), and the locks of tables."""

    def __init__(self, store: TableStore, catalogue: EditionCatalogue, room: int = ROOM) -> None:
        self.store, self.catalogue, self.room = store, catalogue, room
        self._lock = Lock()
        self.games: OrderedDict[str, RunningGame] = OrderedDict()
        self._held: dict[str, tuple[RLock, list[int]]] = {}
        self._damaged: OrderedDict[str, str] = OrderedDict()

    @contextmanager
    def locked(self, table: str, patience: float = PATIENCE) -> Iterator[None]:
        """Lock a table in this process, within the budget of the request.

        Raises TableBusy if others hold the lock for more than `patience` seconds.
        """
        with self._lock:
            lock, users = self._held.setdefault(table, (RLock(), [0]))
            users[0] += 1
        try:
            if not lock.acquire(timeout=patience):
                raise TableBusy
            try:
                with budgeted(patience) as budget:
                    budget.locks += 1
                    try:
                        yield
                    finally:
                        budget.locks -= 1
                        if budget.is_metered and not budget.locks:
                            budget.unlock_uploaded()
            finally:
                lock.release()
        finally:
            with self._lock:
                users[0] -= 1
                if not users[0]:
                    self._held.pop(table, None)

    def running(
        self, stored: StoredTable, read: Callable[[int], Iterable[LogEntry]]
    ) -> RunningGame:
        """Return the game of a locked table, up to date with its log; `read` returns entries from a number on.

        If the replay fails, the game is dropped and the table is stopped. Raises DamagedTable, RulesChanged and
        TableBusy, and RulesError if the rules cannot be loaded.
        """
        table = stored.row["id"]
        if table in self._damaged:
            raise DamagedTable(self._damaged[table])
        if (budget := current_budget()) is not None and self.catalogue.is_uploaded(
            stored.row["edition"]
        ):
            budget.lock_uploaded()
        running = self.cached(table)
        if running is None or running.names != [seat.name for seat in stored.seats]:
            with self.stop_on_fault(stored, but=RulesError):
                running = RunningGame(self.catalogue, stored, self.store.kept_rules)
        with self._lock:
            self.games[table] = running
            self.games.move_to_end(table)
            while len(self.games) > self.room:
                self.games.popitem(last=False)
        if running.length < stored.row["length"] or running.is_behind:
            with self.stop_on_fault(stored):
                running.replay(
                    read(running.length) if running.length < stored.row["length"] else ()
                )
        return running

    @contextmanager
    def stop_on_fault(self, stored: StoredTable, but: type[Exception] = Refused) -> Iterator[None]:
        """Stop the table on an unexpected exception, that is any but Refused and `but`. Raises DamagedTable.

        This isolates the fault of one table from all others and from background tasks.
        """
        table = stored.row["id"]
        try:
            yield
        except DamagedTable as error:
            self._stop(table, error, error.word)
        except Refused:
            raise
        except but:
            raise
        except Exception as error:
            self._stop(table, error, stop_reason(error))

    def _stop(self, table: str, error: Exception, word: str) -> NoReturn:
        """Stop a table whose game fails, and remember the reason. Raises DamagedTable."""
        LOGGER.error("the table %s is stopped: its game fails", table, exc_info=error)
        self.forget(table)
        with self._lock:
            self._damaged[table] = word
            while len(self._damaged) > self.room:
                self._damaged.popitem(last=False)
        self.store.stop(table, word, (PLAYING,))
        raise DamagedTable(word) from error

    def cached(self, table: str) -> RunningGame | None:
        """Return the game of a table, if it is in memory."""
        with self._lock:
            return self.games.get(table)

    def forget(self, table: str) -> None:
        """Drop a game from memory; it is replayed from its log when it is needed."""
        with self._lock:
            self.games.pop(table, None)

    def current(
        self, table: str, is_trusted: bool = False
    ) -> tuple[StoredTable, RunningGame | None]:
        """Return the current row of a locked table and its game, or None if it has not begun.

        With `is_trusted`, a cached game is trusted without asking the database, for an SQLite file that no other
        process writes. Raises RulesError, NoSuchTable, DatabaseUnreachable, RulesChanged, DamagedTable and
        TableBusy.
        """
        running = self.cached(table)
        if (
            running is not None
            and running.stored.talk is not None
            and not running.is_behind
            and (is_trusted or running.stored.row["changed"] == self.store.change_count(table))
        ):
            if (budget := current_budget()) is not None and self.catalogue.is_uploaded(
                running.stored.row["edition"]
            ):
                budget.lock_uploaded()
            return running.stored, running
        stored = self.store.load(table)
        if stored.row["state"] == WAITING:
            return stored, None
        running = self.running(stored, lambda since: self.store.log(table, since))
        running.stored = stored
        return stored, running

    def update_cached(self, change: TableChange) -> None:
        """Update the cached table after a change was written, so that it need not be read again."""
        running = self.cached(change.row["id"])
        if running is None or not change.is_changed:
            return
        is_known = (
            running.stored.row["changed"] == change.stored.row["changed"] and not change.is_talk
        )
        talk = running.stored.talk if is_known else None
        running.stored = StoredTable(change.row, tuple(change.seats), talk)


_FOLDERS: Final = re.compile(r"(?:\b[A-Za-z]:)?[^\s:(]*[/\\](?=[^\s/\\]+\.(rules|ya?ml))")


def stop_reason(error: Exception) -> str:
    """Return the reason for stopping a table, as tables keep it, without paths on the server."""
    if isinstance(error, RulesError):
        return _FOLDERS.sub("", error.messages)
    if isinstance(error, Fault):
        return stored_sentence(
            "The game cannot continue: {reason}.", reason=error.what or error.reason
        )
    return stored_sentence("A server error has stopped this table. All choices so far are kept.")
