"""The public classes `Rules` and `Game`: decisions with labels, views, the story, saves."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rulewright.language.edition.loading.find import is_path
from rulewright.language.text import RulesError, is_in_reach
from rulewright.runtime.game.state import GameState, IllegalChoice
from rulewright.runtime.game.value_words import seat_letters
from rulewright.runtime.ir.layout import ASKS_FORCED
from rulewright.runtime.observation.history import GameHistory, log_of
from rulewright.runtime.observation.seat_log import SeatLog
from rulewright.runtime.session.determinization import determinized
from rulewright.runtime.session.edition_facts import EditionFacts
from rulewright.runtime.session.native_backend import EngineName
from rulewright.runtime.session.playouts import (
    Playout,
    Totals,
    playouts_of,
    seed_of_choices,
    totals_of,
)
from rulewright.runtime.session.rules.internals import inside
from rulewright.runtime.session.rules.rule_archive import RuleArchive
from rulewright.runtime.session.rules.rulebook import Rulebook
from rulewright.runtime.session.saves import save_complaints
from rulewright.runtime.session.saves.save_formats import GAME_FORMAT, damaged
from rulewright.runtime.session.saves.saved_logs import logs_to_data, resume_logs
from rulewright.runtime.session.saves.saves import (
    ARCHIVE,
    LOGS,
    MISFITS,
    RulesMark,
    replayed_state,
    state_from_data,
    state_to_data,
    unseal,
)
from rulewright.runtime.session.seen_game import SeenGame

if TYPE_CHECKING:
    from rulewright.runtime.ir.outcome_rules import Returns
    from rulewright.runtime.session.batch.batches import Batch
    from rulewright.runtime.session.explain.card_help import CardHelp
    from rulewright.runtime.session.explain.causes import CausalChains, CausalLink
    from rulewright.runtime.session.explain.why_not import WhyNot

SEED_BYTES = 16
"""The size of a random seed: too large to guess."""


class Game(SeenGame):
    """A running game of an edition. Create it with `Rules.new_game`; play with `choose`."""

    def __init__(
        self, rules: Rules, state: GameState, seed: int, options: tuple[str, ...], names: list[str]
    ) -> None:
        super().__init__(inside(rules), state, names)
        self.rules, self.seed, self.options = rules, seed, options

    # ------------------------------------------------------------------ playing

    def choose(self, index: int) -> None:
        """Choose the option with this index.

        Raises IllegalChoice, with the game unchanged, if the index is out of range.
        """
        self._at.choose(index)

    def choose_data(self, data: Mapping[str, Any]) -> None:
        """Choose the option with this data; the entries that identify it are enough.

        Raises IllegalChoice, with the game unchanged, if no option or several have them.
        """
        decision = self.decision
        option_data = [option.data for option in decision.options] if decision is not None else []
        fits = [index for index, each in enumerate(option_data) if each == data]
        fits = fits or [n for n, each in enumerate(option_data) if data.items() <= each.items()]
        if len(fits) != 1:
            many = f"{len(fits)} options have" if fits else "no option has"
            raise IllegalChoice(f"{many} the data {dict(data)}")
        self.choose(fits[0])

    def undo(self) -> None:
        """Take back the last decision: the game, its story and its random stream are restored.

        Raises IllegalChoice if there is no decision, or if seed and decisions do not replay this game, so that
        its past is unknown.
        """
        if self._at.decisions and not self._at.past:
            self._at = self._replayed()
        self._at.undo()

    def _replayed(self) -> GameState:
        """Return this game replayed from its seed, with its past, which saves do not hold. Raises IllegalChoice."""
        at = self._at
        asks_forced = bool(at.seen.asking & ASKS_FORCED)
        again = GameState.replayed(
            at.game, self.seed, at.decisions, at.log is not None, asks_forced
        )
        if again != at:
            raise IllegalChoice("the rule files of this game are unknown")
        return again

    def why_not(self, what: str) -> tuple[WhyNot, ...]:
        """Return why options called `what` ("draw a card") cannot be chosen now: the rule conditions that fail.

        The answer is limited to the deciding seat's information. Empty if the option can be chosen, if the seat
        sees nothing of this name, or if no decision is pending. Raises RulesError if the rules have changed and
        contain errors.
        """
        if self.decision is None:
            return ()
        conditions = self._of.conditions(self.players, self.options)
        return conditions.why_not(self._at, self.names, what)

    def why(self, number: int, player: int | None = None) -> tuple[CausalLink, ...]:
        """Return why event `number` of `events` happened: a causal chain, each link because of the next.

        It is limited to the information of `player` (None: a spectator); empty if the player did not receive the
        event.
        """
        return self.causes().of(number, player)

    def causes(self) -> CausalChains:
        """Return the causes of the story's events; if the game cannot be replayed, only the rule behind each."""
        from rulewright.runtime.session.explain.causes import CausalChains

        log, program = self._at.log or [], self._of.program
        try:
            replayed = self._of.tracer(self.players, self.options).replay(self._at, self.seed)
        except IllegalChoice:
            return CausalChains(self._at.game, log, program, self.events)
        return CausalChains(replayed.at.game, replayed.story, program, self.events)

    def seat(self, player: int | None = None, since: int = 0) -> dict[str, Any]:
        """Return everything `player` (None: a spectator) sees, hears and must decide, as one JSON value.

        `rulewright.seat_schema()` is its schema, docs/what-a-seat-sees.md its description. Its story begins with
        the player's event of number `since`: pass `told` of the previous value to get only news. Games that a
        seat cannot distinguish give equal values. Callers must not change the value.

        Raises ValueError for a seat that is not in the game, and RulesError if the rules have changed and contain
        errors.
        """
        return self.seats({player: since})[player]

    def seats(self, since: Mapping[int | None, int]) -> dict[int | None, dict[str, Any]]:
        """Return the value of `seat` for several players, each with its own `since`; faster than one by one."""
        from rulewright.runtime.session.seat.facts import facts_for
        from rulewright.runtime.session.seat.projection import seat_value

        for player in since:
            if player is not None:
                self._check_seat(player)
        layout = self._of.layout(self.players, self.options)
        cache: dict[Any, Any] = {}
        at = (
            self.remembered
            if self._at.waiting and self._at.seen.decision in layout["parts"]
            else self._at
        )
        facts_of_seats = facts_for(
            at, since, self.names, layout["score"] is not None, cache, layout
        )
        return {
            player: seat_value(layout, facts, cache)
            for player, facts in zip(since, facts_of_seats, strict=True)
        }

    def playout(self, seed: int) -> None:
        """Finish the game with uniformly random choices, drawn with this seed.

        Raises RulesError, with the game unchanged, if the rules demand the impossible.
        """
        self._at.playout(seed_of_choices(seed))

    def determinize(self, seat: int, seed: int) -> Game:
        """Return a game that `seat` cannot distinguish from this one, with unknown information resampled.

        It is made from the seat's log alone. The seat's observations, decisions and messages are equal from the
        beginning, and the story has only its messages. If the game's beginning is unknown, it goes back as far as
        the log. Raises ValueError for a seat that is not in the game, and NoDeterminization if no game is found
        that agrees with the log.
        """
        self._check_seat(seat)
        engine = self._of.compiled(self.players, self.options, "native").engine
        state = determinized(self.remembered, seat, seed, engine)
        return Game(self.rules, state, seed, self.options, list(self.names))

    def log(self, seat: int) -> SeatLog:
        """Return the log of `seat`: its decisions, observations, messages and choices.

        If the game's beginning is unknown (`SeatLog.is_whole`), the log begins with the present observation. Raises
        ValueError for a seat that is not in the game.
        """
        self._check_seat(seat)
        return log_of(self.remembered, seat).copy()

    @property
    def remembered(self) -> GameState:
        """The internal game state with its history, if known, for code that needs the seats' logs.

        A save does not hold a history that seed and decisions can replay; it is replayed here.
        """
        if self._at.opening is None and GameHistory not in self._at.attached:
            with suppress(IllegalChoice, RulesError):
                self._at = self._replayed()
        return self._at

    def _check_seat(self, seat: int) -> None:
        """Raise ValueError if `seat` is not in the game."""
        if seat not in range(self.players):
            raise ValueError(f"there is no seat {seat} in a game of {self.players}")

    # ------------------------------------------------------------------ copies and saves

    def copy(self) -> Game:
        """Return an independent copy of the game."""
        return Game(self.rules, self._at.copy(), self.seed, self.options, list(self.names))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and self._at == other._at

    def __hash__(self) -> int:
        return hash(self._at)

    def to_json(self) -> str:
        """Return the whole game as text; `Game.from_json` loads it, in any process."""
        mark = RulesMark.of(self._at.game, self._of.digest)
        data = {
            "edition": self._of.source, **mark._asdict(), "players": self.players,
            "options": list(self.options), "cast": list(self.cast), "seed": self.seed, "names": self.names,
            **state_to_data(self._at), LOGS: logs_to_data(self._at),
        }  # fmt: skip
        if self._of.archive is not None:
            data[ARCHIVE] = self._of.archive.key
        return seal(data)

    @classmethod
    def from_json(cls, text: str, lang: str | None = None) -> Game:
        """Load a saved game, in a language; by default in that of its edition.

        Raises RulesError, and nothing else, if the text is damaged or was made with other rules than today's.
        Complaints reveal nothing of files out of reach (docs/security.md).
        """
        data = unseal(text)
        return _game_of(data, rules_of_save(data["edition"], lang))


def load_game(text: str, lang: str | None, archive_of: Callable[[str], RuleArchive]) -> Game:
    """Load a saved game by the rules of today if it goes on under them, else by those that were kept with it.

    `archive_of` returns the archive with a key. Raises RulesError.
    """
    data = unseal(text)
    try:
        game = _game_of(data, rules_of_save(data["edition"], lang))
        return game if ARCHIVE not in data else _with_kept_rules(game)
    except RulesError:
        if ARCHIVE not in data:
            raise
        archive = archive_of(data[ARCHIVE])
    return _game_of(data, Rules(Rulebook.from_archive(archive, data["edition"], lang)))


def in_words_of(game: Game, rules: Rules) -> Game:
    """Return `game`, not a copy, in the language of `rules`, for reading until its next choice.

    Raises ValueError if these are other rules.
    """
    if inside(rules).digest != inside(game.rules).digest:
        raise ValueError("the game has other rules")
    compiled = inside(rules).compiled(game.players, game.options)
    return Game(rules, game.state.in_words_of(compiled), game.seed, game.options, game.names)


def keep_rules(rules: Rules) -> Rules:
    """Return the rules whose saved games keep them. Raises RulesError."""
    return Rules(inside(rules).kept())


def _with_kept_rules(game: Game) -> Game:
    """Return a game that keeps its rules when it is saved again."""
    return Game(keep_rules(game.rules), game.state, game.seed, game.options, game.names)


def _game_of(data: dict[str, Any], rules: Rules, engine: EngineName = "python") -> Game:
    """Return the game encoded in `data`, played by `rules`. Raises RulesError."""
    try:
        rules = rules.with_cast(data["cast"])
        options = tuple(data["options"])
        compiled = inside(rules).compiled(data["players"], options, engine)
        saved = RulesMark(data["play"], data["code"], data["rules"])
        now = RulesMark.of(compiled, inside(rules).digest)
        if not saved.is_same_play(now):
            raise RulesError([save_complaints.other_rules()])
        if saved.is_same_state(now):
            state = state_from_data(compiled, data)
            resume_logs(state, data.get(LOGS, []))
        else:
            state = replayed_state(compiled, data)
    except MISFITS as error:
        raise damaged("its parts do not fit together") from error
    return Game(rules, state, data["seed"], options, list(data["names"]))


def rules_of_save(edition: str, lang: str | None) -> Rules:
    """Load the rules that a save names; complaints about files out of reach are suppressed, as they quote them."""
    try:
        return Rules.load(edition, lang)
    except RulesError as error:
        if is_path(edition) and not is_in_reach(Path(edition), Path()):
            raise RulesError([save_complaints.edition_elsewhere(edition)]) from error
        raise


def seal(data: dict[str, Any]) -> str:
    """Return `data` as JSON text with a checksum that reveals damage."""
    return json.dumps(GAME_FORMAT.seal(data), separators=(",", ":"), ensure_ascii=False)


class Rules(EditionFacts):
    """The rules of an edition, as returned by `rulewright.load`; creates games."""

    def __init__(self, book: Rulebook) -> None:
        self._rulebook = book
        self._others: dict[Rulebook, Rules] = {}

    @property
    def _book(self) -> Rulebook:
        return self._rulebook

    @classmethod
    def load(cls, name_or_path: str | Path, lang: str | None = None) -> Rules:
        """Load the rules of an edition, by its id or the path of its file, in a language.

        By default that is the edition's own. Raises RulesError with every complaint about the edition and its
        rule files, or about its words in this language.
        """
        return cls(Rulebook.load(name_or_path, lang))

    def card(self, name: str) -> CardHelp:
        """Return the explanation of a card. Raises KeyError if there is none of this name."""
        return self._book.card(name)

    def with_cast(self, cast: Sequence[str]) -> Rules:
        """Return these rules with exactly these cards in addition to those of the edition.

        Cards can be named as in the rules, or as displayed in this edition and language. If a game can have only
        one card of a sort (a rank), the added card replaces the edition's. Raises RulesError if their rules have
        errors.
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
        """Start a game and play it up to its first decision.

        Equal seeds (any whole number) give equal games; without `seed` one is drawn from the operating system and
        stored in `Game.seed`. `options` are ids of `self.options`; `cast` are additional cards, as in
        `with_cast`. Without `told` no story is kept. With `ask_forced` players are asked even with a single
        option; being passed over can reveal something where `Decision.is_private`. The `native` engine plays the
        same games faster if wasmtime is installed; stories are always written by the Python engine.

        Raises RulesError if the edition does not allow `players`, for an unknown option or card, and for a game
        that the rules refuse.
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
        """Load a game that `Game.to_json` saved with these rules.

        Raises RulesError if the text is damaged or was made with other rules.
        """
        return _game_of(unseal(text), self, engine)

    def playouts(
        self,
        count: int,
        players: int,
        seed: int = 1,
        options: Sequence[str] = (),
        cast: Sequence[str] = (),
        engine: EngineName = "native",
    ) -> Iterator[Playout]:
        """Play `count` games with random choices and yield a record of each; game i is dealt from the seed plus i.

        Each equals `new_game` followed by `playout` with that seed; the native engine, where available, is only
        faster. Raises RulesError as `new_game` does, and for a game that the rules stop.
        """
        rules = self.with_cast(cast) if cast else self
        return playouts_of(
            inside(rules).compiled(players, options, engine), range(seed, seed + count)
        )

    def totals(
        self,
        count: int,
        players: int,
        seed: int = 1,
        options: Sequence[str] = (),
        cast: Sequence[str] = (),
        engine: EngineName = "native",
    ) -> Totals:
        """Play the games of `playouts` and return their sums: without a record of each, many times as fast.

        Raises RulesError as `playouts` does, and ValueError for rules without an outcome.
        """
        rules = self.with_cast(cast) if cast else self
        compiled = inside(rules).compiled(players, options, engine)
        if not compiled.module.outcome.values:
            raise ValueError("the rules have no outcome to sum up: use playouts")
        return totals_of(compiled, range(seed, seed + count))

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
        returns: Returns = "shares",
    ) -> Batch:
        """Return `games` games at once, in flat arrays; game i is dealt from the seed plus i.

        Without `mask` or `observation` these arrays are not computed. `rewards` are shares of the victory, or the
        scores of the rules with `returns="scores"`. Raises RulesError as `new_game` does, and ValueError for less
        than one game or more than a million.
        """
        from rulewright.runtime.session.batch.batches import batch_of

        rules = self.with_cast(cast) if cast else self
        return batch_of(
            inside(rules), games, players, seed, options, engine,
            mask=mask, observation=observation, returns=returns,
        )  # fmt: skip
