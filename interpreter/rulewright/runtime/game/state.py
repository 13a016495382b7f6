"""A running game: the state of an engine, the decisions made and the story. Pure: no I/O, clock or other chance."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from rulewright.language.text import RulesError
from rulewright.runtime.game.attachments import Attachments
from rulewright.runtime.game.compiled_game import CompiledGame
from rulewright.runtime.game.engine import State
from rulewright.runtime.game.game_complaints import complaint_of, reading_error
from rulewright.runtime.ir.engine_contract import Fault
from rulewright.runtime.ir.module import ENDED
from rulewright.runtime.ir.random_stream import fold_seed
from rulewright.runtime.ir.snapshot import Snapshot

Mark = tuple[State, int, int]


class Checkpoint(NamedTuple):
    """A point before a choice: state, number of decisions, number of story lines, and the option chosen.

    The option is None for a playout, which may be many decisions.
    """

    state: State
    decision_count: int
    line_count: int
    option: int | None


class IllegalChoice(ValueError):
    """Error: an index that is none of the options, or no decision is pending. The game is unchanged."""


class GameState:
    """A running or finished game: its state, story and the decisions made.

    `log` is the story until now, or None for a game that keeps none. `past` are the points before its decisions,
    the last one at the end; in a resumed game only those since it was loaded. `opening` is the state before
    anything happened, or None if it is unknown. `attached` is data of upper packages.
    """

    __slots__ = (
        "attached", "decisions", "engine", "game", "log", "opening", "options", "past", "state",
    )  # fmt: skip

    def __init__(self, game: CompiledGame, state: State, log: list[Any] | None) -> None:
        self.game = game
        self.engine = game.engine
        self.state = state
        self.log = log
        self.options: list[int] | None = None
        self.decisions: list[int] = []
        self.past: list[Checkpoint] = []
        self.opening: State | None = None
        self.attached = Attachments()

    @classmethod
    def start(
        cls, game: CompiledGame, seed: int, told: bool = True, ask_forced: bool = False
    ) -> GameState:
        """Return a new game at its first decision. It records its story if `told`.

        Raises RulesError if the rules ask for the impossible.
        """
        state = cls(
            game, game.engine.start(fold_seed(seed), asks_forced=ask_forced), [] if told else None
        )
        state.opening = state.engine.copy(state.state)
        try:
            state.engine.run(state.state, state)
        except Fault as fault:
            raise RulesError([complaint_of(game.module, -1, fault)]) from fault
        return state

    @classmethod
    def replayed(
        cls,
        game: CompiledGame,
        seed: int,
        choices: Iterable[int],
        told: bool = True,
        ask_forced: bool = False,
    ) -> GameState:
        """Return a game played from its start by indices of options. Raises RulesError and IllegalChoice."""
        state = cls.start(game, seed, told, ask_forced)
        for index in choices:
            state.choose(index)
        return state

    @property
    def seen(self) -> Snapshot:
        """Read-only view of the current state."""
        return self.engine.snapshot(self.state)

    @property
    def waiting(self) -> bool:
        """Whether a decision is pending."""
        return self.seen.decision >= 0

    @property
    def decider(self) -> int:
        """Seat that has to choose; -1 for chance."""
        return self.seen.decider

    @property
    def ended(self) -> bool:
        """Whether a rule, and not the end of the flow, has ended the game."""
        return ENDED in self.game.module.variables and self.seen.value(ENDED) > 0

    def played(self, phase: str) -> int:
        """Return how often `phase` has been played; 0 for a phase that the rules do not have."""
        declared = self.game.module.phases.get(phase)
        return 0 if declared is None else self.seen.value(declared.played)

    # ------------------------------------------------------------------ options

    def option_values(self) -> list[int]:
        """Return the option numbers of the pending decision (see `ir.engine_contract`). Raises RulesError."""
        if self.options is None:
            try:
                self.options = self.engine.options(self.state)
            except Fault as fault:
                raise reading_error(self.game.module, fault) from fault
        return self.options

    # ------------------------------------------------------------------ reading

    def call(self, function: str, *arguments: int) -> Any:
        """Return the result of an exported function: a number or a list of numbers. Raises RulesError."""
        try:
            return self.engine.call(self.state, function, *arguments)
        except Fault as fault:
            raise reading_error(self.game.module, fault) from fault

    def shown(self, option_list: int, element: int) -> tuple[Any, ...]:
        """Return the values to insert into an option's text. Raises RulesError."""
        try:
            return self.engine.shown(self.state, option_list, element)
        except Fault as fault:
            raise reading_error(self.game.module, fault) from fault

    # ------------------------------------------------------------------ choosing

    def choose(self, index: int) -> None:
        """Choose an option of the pending decision by its index, and play to the next decision.

        Raises IllegalChoice (the state is unchanged) for anything but an index of `option_values`, and RulesError
        if the rules ask for the impossible; the game is then back at its state before.
        """
        if not self.waiting:
            raise IllegalChoice("no decision is awaited: the game is over")
        options = self.option_values()
        if isinstance(index, bool) or not isinstance(index, int) or not 0 <= index < len(options):
            raise IllegalChoice(f"{index!r} is none of the options 0 to {len(options) - 1}")
        before = self.mark()
        self.decisions.append(index)
        self.options = None
        try:
            self.engine.choose(self.state, self, options[index])
        except Fault as fault:
            raise self.roll_back(before, fault) from fault
        self.past.append(Checkpoint(*before, options[index]))

    def playout(self, seed: int) -> None:
        """Play to the end by random choices from a generator with `seed`.

        Raises RulesError if the rules ask for the impossible; the game is then back at its state before.
        """
        before = self.mark()
        try:
            chosen = self.engine.playout(self.state, self, seed)
        except Fault as fault:
            raise self.roll_back(before, fault) from fault
        self.options = None
        if chosen:
            self.decisions += chosen
            self.past.append(Checkpoint(*before, None))

    def undo(self) -> None:
        """Undo the last decision. Raises IllegalChoice if no earlier state is known."""
        if not self.past:
            raise IllegalChoice("there is no decision to take back")
        state, decision_count, line_count, _ = self.past.pop()
        replayed = self.decisions[decision_count:-1]
        self._restore((state, decision_count, line_count))
        for index in replayed:
            self.choose(index)

    def perform(self, procedure: str) -> None:
        """Run an exported procedure of the module.

        Raises RulesError; the game is then back at its state before.
        """
        before = self.mark()
        self.options = None
        try:
            self.engine.perform(self.state, self, procedure)
        except Fault as fault:
            raise self.roll_back(before, fault) from fault

    def mark(self) -> Mark:
        """Return a snapshot of the game that `roll_back` accepts."""
        line_count = len(self.log) if self.log is not None else 0
        return self.engine.copy(self.state), len(self.decisions), line_count

    def roll_back(self, mark: Mark, fault: Fault) -> RulesError:
        """Restore the snapshot `mark`, and return the error that explains `fault`."""
        self._restore(mark)
        return RulesError([complaint_of(self.game.module, self.seen.decision, fault, "here")])

    def _restore(self, mark: Mark) -> None:
        """Restore the state, decisions and story of the snapshot `mark`."""
        snapshot, decision_count, line_count = mark
        self.engine.restore(self.state, snapshot)
        self.options = None
        del self.decisions[decision_count:]
        for each in self.attached.values():
            each.undo_to(decision_count)
        if self.log is not None:
            del self.log[line_count:]

    # ------------------------------------------------------------------ copies

    def copy(self) -> GameState:
        """Return an independent copy of the game."""
        other = GameState.__new__(GameState)
        other.game, other.engine = self.game, self.engine
        other.state = self.engine.copy(self.state)
        other.log = None if self.log is None else self.log[:]
        other.options = self.options
        other.decisions = self.decisions[:]
        other.past, other.opening = self.past[:], self.opening
        other.attached = self.attached.copied(self.engine)
        return other

    def in_words_of(self, game: CompiledGame) -> GameState:
        """Return this game, not a copy, with the texts of `game`, for reading until the next choice."""
        other = GameState(game, self.state, self.log)
        for name in ("engine", "options", "decisions", "past", "opening", "attached"):
            setattr(other, name, getattr(self, name))
        return other

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, GameState):
            return False
        one, two = self.game.module, other.game.module
        same_rules = one.digest == two.digest and one.layout == two.layout
        return same_rules and self.engine.pack(self.state) == other.engine.pack(other.state)

    def __hash__(self) -> int:
        return hash(tuple(self.engine.pack(self.state)))
