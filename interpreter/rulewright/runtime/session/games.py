"""The game as programs and people meet it: decisions with labels, views, the story, saves."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rulewright.language.edition.loading.find import is_path
from rulewright.language.text import RulesError, in_reach
from rulewright.runtime.game.state import GameState, IllegalChoice
from rulewright.runtime.game.words import seat_letters
from rulewright.runtime.ir.layout import ASKS_FORCED
from rulewright.runtime.observation.history import log_of
from rulewright.runtime.observation.seat_log import Log
from rulewright.runtime.session.determinization import determinized
from rulewright.runtime.session.edition_facts import EditionFacts
from rulewright.runtime.session.native_backend import EngineName
from rulewright.runtime.session.playouts import Playout, playouts_of, seed_of_choices
from rulewright.runtime.session.rules.internals import inside
from rulewright.runtime.session.rules.rulebook import Rulebook
from rulewright.runtime.session.saves import save_complaints
from rulewright.runtime.session.saves.saved_logs import logs_to_data, take_up_logs
from rulewright.runtime.session.saves.saves import (
    LOGS,
    MISFITS,
    damaged,
    opened,
    sealed,
    state_from_data,
    state_to_data,
)
from rulewright.runtime.session.seat.seat_layout import seat_layout
from rulewright.runtime.session.seen_game import SeenGame

if TYPE_CHECKING:
    from rulewright.runtime.session.batch.batches import Batch
    from rulewright.runtime.session.explain.card_help import CardHelp
    from rulewright.runtime.session.explain.causes import Because, Causes
    from rulewright.runtime.session.explain.why_not import WhyNot

SEED_BYTES = 16
"""Of a seed that nobody names, so that nobody guesses it."""


class Game(SeenGame):
    """A running game of an edition. Made by `Rules.new_game`; plays by `choose`."""

    def __init__(
        self, rules: Rules, state: GameState, seed: int, options: tuple[str, ...], names: list[str]
    ) -> None:
        super().__init__(inside(rules), state, names)
        self.rules, self.seed, self.options = rules, seed, options

    # ------------------------------------------------------------------ playing

    def choose(self, index: int) -> None:
        """Choose an option of the decision by its index.

        Raises IllegalChoice (the game is untouched) if the index is none of the options.
        """
        self._at.choose(index)

    def choose_data(self, data: Mapping[str, Any]) -> None:
        """Choose the option with this data; entries that it can be told by are enough.

        Raises IllegalChoice (the game is untouched) if no option has them, or several do.
        """
        decision = self.decision
        found = [option.data for option in decision.options] if decision is not None else []
        fits = [index for index, each in enumerate(found) if each == data]
        fits = fits or [n for n, each in enumerate(found) if data.items() <= each.items()]
        if len(fits) != 1:
            many = f"{len(fits)} options have" if fits else "no option has"
            raise IllegalChoice(f"{many} the data {dict(data)}")
        self.choose(fits[0])

    def undo(self) -> None:
        """Take back the last decision: the game, its story and its chance are as they were before.

        Raises IllegalChoice if nothing was decided, or if the seed and the decisions do not lead to this game, so
        that it is not known what it came from.
        """
        if self._at.decisions and not self._at.past:
            self._at = self._replayed()
        self._at.undo()

    def _replayed(self) -> GameState:
        """This game with its past, which a save does not hold. Raises IllegalChoice."""
        at = self._at
        asks_forced = bool(at.seen.asking & ASKS_FORCED)
        again = GameState.start(at.game, self.seed, at.log is not None, asks_forced)
        for index in at.decisions:
            again.choose(index)
        if again != at:
            raise IllegalChoice("it is not known where this game came from")
        return again

    def why_not(self, what: str) -> tuple[WhyNot, ...]:
        """Why nothing that is called so ("draw a card") can be chosen now: what in the rules does not hold.

        Told to who is asked, and no more than that seat may know. Empty if it can be chosen, if nothing that the
        seat sees is called so, and if nobody is asked. Raises RulesError if the rules were changed and are wrong.
        """
        if self.decision is None:
            return ()
        conditions = self._of.conditions(self.players, self.options)
        return conditions.why_not(self._at, self.names, what)

    def why(self, number: int, player: int | None = None) -> tuple[Because, ...]:
        """Why the event with this number in `events` happened: what it came of, each because of the next.

        Told to a seat (None: a spectator), and no more than it may know; empty if the seat was not told of it.
        """
        return self.causes().of(number, player)

    def causes(self) -> Causes:
        """What tells why the events of the story happened; of a game whose deal is unknown, only by what rule."""
        from rulewright.runtime.session.explain.causes import Causes

        log, program = self._at.log or [], self._of.program
        try:
            retold = self._of.tracer(self.players, self.options).retell(self._at, self.seed)
        except IllegalChoice:
            return Causes(self._at.game, log, program, self.events)
        return Causes(retold.at.game, retold.record, program, self.events)

    def seat(self, player: int | None = None, since: int = 0) -> dict[str, Any]:
        """All that a seat (None: who looks on) sees, was told and is asked, as one value of JSON data.

        `rulewright.seat_schema()` describes it, docs/what-a-seat-sees.md explains it. Of the story it has what the
        seat was told from its event of number `since` on: give `told` of an older value to hear what is new. Two
        games that a seat cannot tell apart give it the same value. What is in it is not to be changed.

        Raises ValueError for a seat that is not in the game, and RulesError if the rules were changed and are
        wrong.
        """
        return self.seats({player: since})[player]

    def seats(self, since: Mapping[int | None, int]) -> dict[int | None, dict[str, Any]]:
        """What `seat` gives for each of several: a number `since` by seats. It is quicker than one by one."""
        from rulewright.runtime.session.seat.facts import facts_for
        from rulewright.runtime.session.seat.projection import seat_value

        for player in since:
            if player is not None:
                self._check_seat(player)
        layout = seat_layout(self._of, self.players, self.options)
        met: dict[Any, Any] = {}
        found = facts_for(self._at, since, self.names, layout["score"] is not None, met)
        return {
            player: seat_value(layout, facts, met)
            for player, facts in zip(since, found, strict=True)
        }

    def playout(self, seed: int) -> None:
        """Let random choices, drawn with this seed, bring the game to its end.

        Raises RulesError if the rules ask for what cannot be done; the game is then as it was.
        """
        self._at.playout(seed_of_choices(seed))

    def determinize(self, seat: int, seed: int) -> Game:
        """A game that a seat cannot tell from this one: what it cannot know is dealt anew, by this seed.

        It is made from the log of the seat alone. What the seat sees, is asked and was told is the same from the
        beginning on; its story has what the seat was told. Of a game whose beginning is not known it goes back as
        far as the log. Raises ValueError for a seat that is not in the game, and NoCourse if no game is found that
        fits the log.
        """
        self._check_seat(seat)
        engine = self._of.compiled(self.players, self.options, "native").engine
        state = determinized(self.remembered, seat, seed, engine)
        return Game(self.rules, state, seed, self.options, list(self.names))

    def log(self, seat: int) -> Log:
        """All that a seat was asked, saw, was told and chose, decision by decision.

        Of a game whose beginning is not known (`Log.is_whole`) it begins with what the seat knows now: what was
        before cannot be known. Raises ValueError for a seat that is not in the game.
        """
        self._check_seat(seat)
        return log_of(self.remembered, seat).copy()

    @property
    def remembered(self) -> GameState:
        """The game from within, as `state`, for who asks what seats know of it: with its beginning, if known.

        A save does not hold the course of a game to which its seed and its decisions lead; then it is played again.
        """
        if self._at.opening is None and self._at.walk is None:
            with suppress(IllegalChoice, RulesError):
                self._at = self._replayed()
        return self._at

    def _check_seat(self, seat: int) -> None:
        if seat not in range(self.players):
            raise ValueError(f"there is no seat {seat} in a game of {self.players}")

    # ------------------------------------------------------------------ keeping

    def copy(self) -> Game:
        """An independent game at the same point."""
        return Game(self.rules, self._at.copy(), self.seed, self.options, list(self.names))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and self._at == other._at

    def __hash__(self) -> int:
        return hash(self._at)

    def to_json(self) -> str:
        """The whole game as text; `Game.from_json` takes it up again, in another process too."""
        data = {
            "edition": self._of.source, "digest": self._of.digest, "players": self.players,
            "options": list(self.options), "cast": list(self.cast), "seed": self.seed, "names": self.names,
            **state_to_data(self._at), LOGS: logs_to_data(self._at),
        }  # fmt: skip
        return seal(data)

    @classmethod
    def from_json(cls, text: str, lang: str | None = None) -> Game:
        """The game of a saved text, told in a language; by default in that of its edition.

        Raises RulesError, and nothing else, if the text is damaged, or was made with other rules than those of
        today; of files out of reach (docs/security.md) nothing is told.
        """
        data = opened(text)
        return _game_of(data, _rules_of(data["edition"], lang))


def _game_of(data: dict[str, Any], rules: Rules, engine: EngineName = "python") -> Game:
    """The game of saved data. Raises RulesError."""
    try:
        rules = rules.with_cast(data["cast"])
        inside(rules).check_digest(data["digest"])
        options = tuple(data["options"])
        state = state_from_data(inside(rules).compiled(data["players"], options, engine), data)
        take_up_logs(state, data.get(LOGS, []))
    except MISFITS as error:
        raise damaged("the game in it does not hold together") from error
    return Game(rules, state, data["seed"], options, list(data["names"]))


def _rules_of(edition: str, lang: str | None) -> Rules:
    """The rules that a save names. What may be wrong with a file elsewhere is not told: it would be quoted."""
    try:
        return Rules.load(edition, lang)
    except RulesError as error:
        if is_path(edition) and not in_reach(Path(edition), Path()):
            raise RulesError([save_complaints.edition_elsewhere(edition)]) from error
        raise


def seal(data: dict[str, Any]) -> str:
    """The data as JSON with its own checksum, so that damage is noticed."""
    return json.dumps(sealed(data), separators=(",", ":"), ensure_ascii=False)


class Rules(EditionFacts):
    """What `rulewright.load` gives: an edition from which games are made."""

    def __init__(self, book: Rulebook) -> None:
        self._rulebook = book
        self._others: dict[Rulebook, Rules] = {}

    @property
    def _book(self) -> Rulebook:
        return self._rulebook

    @classmethod
    def load(cls, name_or_path: str | Path, lang: str | None = None) -> Rules:
        """The rules of an edition, by its id or the path of its file, told in a language.

        By default that is the edition's own. Raises RulesError with every complaint about the edition and its
        rule files, or about its words in this language.
        """
        return cls(Rulebook.load(name_or_path, lang))

    def card(self, name: str) -> CardHelp:
        """A card explained. Raises KeyError for a name that is none."""
        return self._book.card(name)

    def with_cast(self, cast: Sequence[str]) -> Rules:
        """These rules for games in which these cards are besides those of the edition, and no others.

        They may be named as the rules name them, or as this edition and language do. Where only one card of a sort
        can be in a game (a rank), it takes the place of that of the edition. Raises RulesError if their rules
        are wrong.
        """
        book = self._book.with_cast(cast)
        return self if book is self._book else self._others.setdefault(book, Rules(book))

    def new_game(
        self,
        players: int,
        seed: int | None = None,
        options: Sequence[str] = (),
        told: bool = True,
        cast: Sequence[str] = (),
        ask_forced: bool = False,
        engine: EngineName = "python",
    ) -> Game:
        """A new game, played up to its first decision.

        The same `seed`, any whole number, gives the same game; without one it is drawn from the chance of the
        system, and `Game.seed` tells it. `options` are ids of `self.options`; `cast` are cards besides those of
        the edition, as in `with_cast`. Without `told` no story is kept. With `ask_forced` who has one option is
        asked too: others learn something from who is passed over, where `Decision.is_private`. The `native` engine
        plays the same games quicker where wasmtime is installed; stories are told by the other.

        Raises RulesError if the edition is not for so many players, for an option that it does not have, for an
        unknown card, and for a game that the rules refuse.
        """
        if cast:
            return self.with_cast(cast).new_game(
                players, seed, options, told, ask_forced=ask_forced, engine=engine
            )
        if seed is None:
            seed = int.from_bytes(os.urandom(SEED_BYTES), "big")
        compiled = self._book.compiled(players, options, engine)
        state = GameState.start(compiled, seed, told, ask_forced)
        return Game(self, state, seed, tuple(options), seat_letters(players))

    def game_from_json(self, text: str, engine: EngineName = "python") -> Game:
        """The game of a text that `Game.to_json` made with these rules.

        Raises RulesError if the text is damaged, or was made with other rules.
        """
        return _game_of(opened(text), self, engine)

    def playouts(
        self,
        count: int,
        players: int,
        seed: int = 1,
        options: Sequence[str] = (),
        cast: Sequence[str] = (),
        engine: EngineName = "native",
    ) -> Iterator[Playout]:
        """So many games by lot, a record of each: that with number i is dealt from the seed plus i.

        Each is what `playout` with that seed makes of `new_game` with it; the native engine, where it is there,
        only is quicker. Raises RulesError as `new_game` does, and for a game that the rules stop.
        """
        rules = self.with_cast(cast) if cast else self
        return playouts_of(
            inside(rules).compiled(players, options, engine), range(seed, seed + count)
        )

    def batch(
        self,
        games: int,
        players: int,
        seed: int = 1,
        options: Sequence[str] = (),
        cast: Sequence[str] = (),
        *,
        mask: bool = True,
        observation: bool = True,
        engine: EngineName = "native",
    ) -> Batch:
        """So many games at once, in flat arrays; that with number i is dealt from the seed plus i.

        Without `mask` or `observation` those are not worked out. Raises RulesError as `new_game` does, and
        ValueError for less than one game or more than a million.
        """
        from rulewright.runtime.session.batch.batches import batch_of

        rules = self.with_cast(cast) if cast else self
        return batch_of(
            inside(rules), games, players, seed, options, engine, mask=mask, observation=observation
        )
