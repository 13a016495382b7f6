"""The shared context of all trajectories for one log, and the replay of single steps."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from rulewright.base.records import Draft
from rulewright.runtime.dealing.opponent_policy import Policy, PolicyLikelihood
from rulewright.runtime.dealing.trajectory_steps import (
    BEGINNING,
    Permutations,
    StateList,
    StepFormats,
    TrajectoryStep,
    bits_of,
    bits_of_words,
    cards_of,
)
from rulewright.runtime.game.engine import GameEngine, State, SupportsTracing
from rulewright.runtime.ir.engine_contract import LIST, Fault, element_of, list_of
from rulewright.runtime.ir.layout import RANDOM
from rulewright.runtime.ir.nodes.ir_types import PIECE
from rulewright.runtime.observation.observation_digest import (
    digest_of_observation,
    messages_digest,
    option_digest,
)
from rulewright.runtime.observation.observer import EngineTape, observer_of
from rulewright.runtime.observation.redaction import rename_saved_cards
from rulewright.runtime.observation.seat_log import SeatLog, messages_to
from rulewright.runtime.observation.visibility import Row, VisibleState

Swap = tuple[int, int]
"""Two cards that exchange places."""


class StepResult(Draft):
    """The result of a step; `fits` if the seat's observation and messages there equal its log.

    `told` are the messages of the step, if they were collected.
    """

    context: DealingContext
    step: TrajectoryStep
    fits: bool
    told: Sequence[Any] | None = None

    @property
    def visible(self) -> VisibleState:
        """The part of the resulting state that the seat may see."""
        return self.context.visible(self.step.state)


def tracer_of(engine: GameEngine) -> Any:
    """Return the engine's tracer, compiled on first use; None if it has none."""
    return engine.tracer() if isinstance(engine, SupportsTracing) else None


class DealingContext:
    """The shared context of all trajectories for one log: engine, log, visibility and start state.

    The start state is that of the game, or the opening of the log. `tracer` replays many steps at once, if the
    engine offers one; `likelihood` gives the likely choices of other seats, None for uniform ones.
    """

    def __init__(self, engine: GameEngine, log: SeatLog, policy: Policy | None = None) -> None:
        self.engine, self.log = engine, log
        self.observer = observer_of(engine, log.seat)
        self.kinds = tuple(piece.kind for piece in engine.module.pieces)
        kinds = sorted(set(self.kinds))
        self.cards_of_kinds = [
            bits_of(at for at, each in enumerate(self.kinds) if each == kind) for kind in kinds
        ]
        self.unordered = frozenset(
            cell for cell, zone in self.observer.zone_of.items() if not zone.ordered
        )
        if log.opening:
            self.base = engine.unpack(log.opening)
        else:
            self.base = engine.start(0, asks_chance=True, asks_forced=True)
        self.tracer = tracer_of(engine)
        words = -(-len(self.kinds) // 64)
        states = self.tracer.states if self.tracer else partial(StateList, engine)
        self.formats = StepFormats(states, self._encode_permutations, max(words, 1))
        self._wanted = bytearray()
        self._free: list[int] = []
        self._heard, self._listens = 0, False
        self.likelihood = PolicyLikelihood(self, policy) if policy is not None else None

    @property
    def has_messages(self) -> bool:
        """Whether the log contains any message; if not, none are collected."""
        heard = self.log.messages
        if not self._listens and self._heard < len(heard):
            self._listens, self._heard = any(heard[self._heard :]), len(heard)
        return self._listens

    def _encode_permutations(self, number: int, names: Permutations) -> bytes:
        """Return the permutations of a step's shuffles as bytes for the tracer; empty without a tracer."""
        return self.tracer.named(number, names) if names and self.tracer else b""

    def tracer_state(self, state: State) -> Any:
        """Return a state as bytes for the native tracer; None if there is none or the state does not fit it."""
        return self.tracer and self.tracer.bytes_of(state)

    def free_steps(self, end: int) -> Sequence[int]:
        """Return the numbers of the steps before `end` chosen by another seat or by chance, not by this seat."""
        own, free = self.log.own, self._free
        first = free[-1] + 1 if free else 1
        free += [number for number in range(first, len(own)) if own[number] is None]
        return free if not free or free[-1] < end else free[: bisect_left(free, end)]

    def required_digests(self, first: int, end: int) -> bytearray:
        """Return the digests that the log requires of steps `first` to before `end`, as bytes for the tracer."""
        log, observer, size = self.log, self.observer, self.tracer.size_of_wanted
        for number in range(len(self._wanted) // size, end):
            own = log.own[number]
            saw = digest_of_observation(log.observations[number], observer)
            heard = messages_digest(log.messages[number])
            chose = None if own is None else option_digest(own, observer)
            self._wanted += self.tracer.wanted(saw, heard, chose)
        return self._wanted[first * size : end * size]

    def visible(self, state: State) -> VisibleState:
        """Return the visible part of a state in a trajectory; such states never change."""
        return self.observer.visible(state, self.row(state))

    def row(self, state: State) -> Row:
        """Return the packed row of a state in a trajectory; an engine may read its cells lazily."""
        return self.engine.snapshot(state).row

    def places_of_cards(self, state: State) -> Sequence[int]:
        """Return the place of each card in a state, by card number."""
        first = self.observer.module.layout.place
        return self.row(state)[first : first + len(self.kinds)]

    # ------------------------------------------------------------------ one step

    def take_step(
        self,
        number: int,
        before: State,
        option: int | None,
        seed: int,
        names: Permutations,
        options: int,
    ) -> StepResult | None:
        """Return the result of choosing `option` in state `before`; None if the rules stop with a fault.

        `number` is the observation that the step leads to, `names` are the permutations of its shuffles, and
        `options` counts the options that were available.
        """
        if number == 0 and self.log.opening:
            return self._permute_opening(names)
        step_data = option, seed, names, options
        if (memory := self.tracer_state(before)) is not None:
            step_result, is_sure = self._take_step_traced(number, memory, step_data)
            if is_sure:
                return step_result
        return self._take_step_played(number, before, step_data)

    def _take_step_traced(
        self, number: int, memory: Any, step_data: tuple[Any, ...]
    ) -> tuple[StepResult | None, bool]:
        """Return the result of a step replayed by the native tracer, and whether that result is certain."""
        option, seed, names, options = step_data
        chosen = array("q", [BEGINNING if option is None else option])
        steps = chosen, array("q", [seed]), self._encode_permutations(number, names)
        wanted, seat = self.required_digests(number, number + 1), self.log.seat
        traced = self.tracer.replay(
            number, memory, steps, wanted, seat, given=True, hears=self.has_messages, tells=True
        )
        if not traced.chosen:
            return None, not traced.gave_up
        shuffled = list(map(cards_of, traced.sets[0]))
        outcome = options, shuffled, bits_of_words(traced.known)
        step = TrajectoryStep(option, seed, names, traced.states[0], *outcome)
        return StepResult(self, step, traced.fits), True

    def _take_step_played(
        self, number: int, before: State, step_data: tuple[Any, ...]
    ) -> StepResult | None:
        """Return the result of a step played by the engine; None if the rules stop with a fault."""
        option, seed, names, _ = step_data
        state, tape = self.engine.copy(before), EngineTape([] if self.has_messages else None)
        self.engine.reseed(state, seed)
        try:
            shuffled = self.engine.retrace(state, tape, option, names)
            return self._compare_with_log(number, state, (*step_data, shuffled), tape.log)
        except Fault:
            return None

    def _compare_with_log(
        self, number: int, state: State, step_data: tuple[Any, ...], messages: Any
    ) -> StepResult:
        """Return the result of a step that leads to `state`, with whether it agrees with the log."""
        option, seed, names, options, shuffled = step_data
        visible = self.observer.visible(state)
        fits = self.observer.matches(state, visible, self.log.observations[number])
        if fits and messages is not None:
            received = messages_to(self.log.seat, self.observer.copy_of, messages)
            fits = received == self.log.messages[number]
        step = TrajectoryStep(option, seed, names, state, options, shuffled, visible.known_bits)
        return StepResult(self, step, fits, messages)

    def _permute_opening(self, names: Permutations) -> StepResult:
        """Return the opening of the log with the unknown cards permuted by `names`.

        The subject of a phase is permuted too, if it is a card that the seat may not read, and the cards of rules
        in progress.
        """
        row, old = self.engine.pack(self.base), self.engine.pack(self.base)
        place, visible = self.engine.module.layout.place, self.observer.visible(self.base)
        if names:
            for subject in self.observer.subjects:
                if not self.observer.may_read_subject(visible, subject):
                    cell = subject.variable.run.base
                    row[cell] = names[0][old[cell]]
            rename_saved_cards(self.engine.module, row, names[0])
        for card, name in enumerate(names.get(0, ())):
            row[place + name] = cell = old[place + card]
            cards = [names[0][each] for each in old[cell]]
            row[cell] = tuple(cards if self.observer.zone_of[cell].ordered else sorted(cards))
        state = self.engine.unpack(row)
        hidden = tuple(card for card, is_known in enumerate(visible.known) if not is_known)
        return self._compare_with_log(0, state, (None, 0, names, 1, [hidden]), None)

    # ------------------------------------------------------------------ options

    def options(self, state: State) -> list[int]:
        """Return the options of the decision that `state` awaits; none if the rules stop with a fault."""
        try:
            return self.engine.options(state)
        except Fault:
            return []

    def options_matching_log(self, number: int, before: State, options: list[int]) -> list[int]:
        """Return those of `options` that look like the seat's own choice; all of them if another seat chose."""
        own = self.log.own[number]
        if own is None:
            return options
        visible = self.visible(before)
        return [each for each in options if self.observer.describe_option(visible, each) == own]

    def is_card(self, state: State, option: int) -> bool:
        """Return whether an option of the decision pending in `state` chooses a card."""
        return self._is_card(self.engine.snapshot(state).decision, option)

    def is_card_after(self, number: int, option: int) -> bool:
        """Return whether an option of the decision at observation `number` chooses a card."""
        return self._is_card(self.log.observations[number].decision, option)

    def _is_card(self, decision: int, option: int) -> bool:
        """Return whether an option of the numbered decision chooses a card."""
        asked, number = self.engine.module.decisions[decision], list_of(option)
        return number >= 0 and asked.options[number].type == PIECE

    def swap_option(self, state: State, option: int, swap: Swap) -> int:
        """Return the option for the other card of `swap` if `option` in `state` chooses one, else `option`."""
        return _swap_option(option, swap, lambda: self.is_card(state, option))

    def swap_option_after(self, number: int, option: int, swap: Swap) -> int:
        """Return the option for the other card of `swap` if `option` at observation `number` chooses one."""
        return _swap_option(option, swap, lambda: self.is_card_after(number, option))

    def is_same_state(self, state: State, other: State) -> bool:
        """Return whether two states are equal except for their random generators."""
        one, two = self.engine.pack(state), self.engine.pack(other)
        one[RANDOM] = two[RANDOM]
        return one == two


def replay_messages(engine: GameEngine, before: State, step: TrajectoryStep) -> Sequence[Any]:
    """Return all messages of a step by replaying it; none if the rules stop with a fault."""
    state, tape = engine.copy(before), EngineTape([])
    engine.reseed(state, step.seed)
    try:
        engine.retrace(state, tape, step.option, step.names)
    except Fault:
        return []
    return tape.log or []


def _swap_option(option: int, swap: Swap, is_card: Callable[[], bool]) -> int:
    """Return the option for the other card of `swap` if `option` chooses one of the two, else `option`."""
    card = element_of(option)
    if card not in swap or not is_card():
        return option
    return list_of(option) * LIST + (swap[1] if card == swap[0] else swap[0])
