"""The game as programs and people meet it: decisions with labels, views, the story, saves."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rulewright.edition.find import is_path
from rulewright.engines.choice import EngineName
from rulewright.game.decision import Decision
from rulewright.game.observation import observe
from rulewright.game.outcome import Outcome, outcome_of
from rulewright.game.state import GameState
from rulewright.game.story import Event
from rulewright.game.words import seat_letters
from rulewright.session import save_complaints
from rulewright.session.loaded_rules import LoadedRules
from rulewright.session.saves import (
    MISFITS,
    damaged,
    opened,
    sealed,
    state_from_data,
    state_to_data,
)
from rulewright.text import RulesError, in_reach

SEED_BYTES = 16
"""Of a seed that nobody names, so that nobody guesses it."""

APART = 0x9E3779B97F4A7C15
"""Makes of a seed another one, so that choices and the game's own chance do not draw the same numbers."""


class Game:
    """A running game of an edition. Made by `Rules.new_game`; plays by `choose`."""

    def __init__(
        self, rules: Rules, state: GameState, seed: int, options: tuple[str, ...], names: list[str]
    ) -> None:
        self.rules, self.seed, self.options = rules, seed, options
        self._at = state
        self.names = names

    # ------------------------------------------------------------------ playing

    @property
    def players(self) -> int:
        """How many play."""
        return self._at.game.module.players

    @property
    def cast(self) -> tuple[str, ...]:
        """The cards that were asked for besides those of the edition."""
        return self.rules.cast

    @property
    def decision(self) -> Decision | None:
        """The choice that is awaited; None when the game is over."""
        return Decision(self._at, self.names) if self._at.waiting else None

    def choose(self, index: int) -> None:
        """Choose an option of the decision by its index.

        Raises IllegalChoice (the game is untouched) if the index is none of the options.
        """
        self._at.choose(index)

    @property
    def outcome(self) -> Outcome | None:
        """Scores and winners; None while the game runs."""
        return outcome_of(self._at, self.names)

    def play_out(self, seed: int) -> None:
        """Let random choices, drawn with this seed, bring the game to its end."""
        self._at.play_out(seed ^ APART)

    @property
    def decisions(self) -> list[int]:
        """The indices chosen so far; with the seed they replay the game."""
        return list(self._at.decisions)

    @property
    def made(self) -> int:
        """How many decisions players have made."""
        return self._at.seen.made

    @property
    def forced(self) -> int:
        """How many decisions had a single option and were made by the interpreter."""
        return self._at.seen.forced

    def counter(self, phase: str) -> int:
        """How often a phase has been played; 0 for one that the rules do not have."""
        return self._at.played(phase)

    # ------------------------------------------------------------------ looking

    def view(self, player: int | None = None) -> dict[str, Any]:
        """What a seat may know, as JSON data; None looks on as a spectator.

        `observation` describes the shape. Here come `game` and `edition`, and `decision`: {"player": 0} for who
        waits for another; for who decides also `kind`, `prompt` and `options`, each with `label` and `data`.
        Raises ValueError for a seat that is not in the game.
        """
        if player is not None and player not in range(self.players):
            raise ValueError(f"there is no seat {player} in a game of {self.players}")
        seen = observe(self._at, player, self.names)
        return {
            "game": self.rules.game, "edition": self.rules.id, **seen,
            "decision": self._seen_decision(player),
        }  # fmt: skip

    def _seen_decision(self, player: int | None) -> dict[str, Any] | None:
        """Who has to choose; what and among what only for whom it is."""
        decision = self.decision
        if decision is None:
            return None
        if decision.player != player:
            return {"player": decision.player}
        options = [{"label": option.label, "data": option.data} for option in decision.options]
        return {
            "player": decision.player, "kind": decision.kind, "prompt": decision.prompt,
            "options": options,
        }  # fmt: skip

    @property
    def events(self) -> Sequence[Event]:
        """The story so far; empty for a game that keeps none."""
        log = self._at.log or []
        return [Event(self._at.game, entry, self.names) for entry in log]

    def events_since(self, number: int) -> Sequence[Event]:
        """The story from its event of this number on."""
        log = self._at.log or []
        return [Event(self._at.game, entry, self.names) for entry in log[number:]]

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
            "edition": self.rules.source, "digest": self.rules.digest, "players": self.players,
            "options": list(self.options), "cast": list(self.rules.cast), "seed": self.seed, "names": self.names,
            **state_to_data(self._at),
        }  # fmt: skip
        return seal(data)

    @classmethod
    def from_json(cls, text: str, lang: str | None = None) -> Game:
        """The game of a saved text, told in a language; by default in that of its edition.

        Raises RulesError, and nothing else, if the text is damaged, or was made with other rules than those of
        today; of files out of reach (docs/security.md) nothing is told.
        """
        try:
            return cls._of_data(opened(text), lang)
        except MISFITS as error:
            raise damaged("the game in it does not hold together") from error

    @classmethod
    def _of_data(cls, data: dict[str, Any], lang: str | None) -> Game:
        rules = _rules_of(data["edition"], lang).with_cast(data["cast"])
        rules.check_digest(data["digest"])
        compiled = rules.compiled(data["players"], data["options"])
        state = state_from_data(compiled, data)
        return cls(rules, state, data["seed"], tuple(data["options"]), list(data["names"]))


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


class Rules(LoadedRules):
    """What `rulewright.load` gives: an edition from which games are made."""

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
        state = GameState.start(self.compiled(players, options, engine), seed, told, ask_forced)
        return Game(self, state, seed, tuple(options), seat_letters(players))
