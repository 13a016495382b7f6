"""Determinizations of a game for one seat: whole games with past and story, or only states.

For a seat without memory hidden cards are permuted uniformly (`HiddenCardSampler`), much faster than sampling
trajectories.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, Final

from rulewright.base.records import Draft, field
from rulewright.runtime.dealing.dealer import Dealer, NoDeterminization
from rulewright.runtime.dealing.dealing_context import replay_messages
from rulewright.runtime.dealing.opponent_policy import Policy
from rulewright.runtime.dealing.rng import RandomStream
from rulewright.runtime.dealing.trajectory import Trajectory
from rulewright.runtime.dealing.trajectory_steps import TrajectoryStep
from rulewright.runtime.game.attachments import Attachment
from rulewright.runtime.game.engine import GameEngine, State
from rulewright.runtime.game.state import Checkpoint, GameState
from rulewright.runtime.ir.layout import ASKING, ASKS_FORCED, CHANCE_SEAT, FORCED, MADE
from rulewright.runtime.observation.history import (
    GameHistory,
    HistoryPoint,
    PastMessages,
    asked_anyway,
    log_from_now,
    log_of,
)
from rulewright.runtime.observation.observer import Observer, observer_of
from rulewright.runtime.observation.redaction import Redaction, rename_saved_cards
from rulewright.runtime.observation.seat_log import SeatLog

PATIENCE: Final = 60
"""Random placements of hidden cards that may disagree with the observation, before trajectories are sampled."""


def determinized(
    at: GameState, seat: int, seed: int, engine: GameEngine, policy: Policy | None = None
) -> GameState:
    """Return a game that `seat` cannot distinguish from this one, with the seat's own story.

    It is sampled on `engine`; all engines sample the same game. Other seats are assumed to choose uniformly, or
    by `policy`. Raises NoDeterminization.
    """
    dealer = dealer_of(at, seat, engine, policy)
    return _GameOfTrajectory(at, dealer.sample(seed), at.seen.asking, dealer.context.log).game(seed)


def determinized_states(
    at: GameState, seat: int, seed: int, engine: GameEngine, policy: Policy | None = None
) -> Iterator[State]:
    """Yield determinized states for `seat` on an engine without end, drawn by `seed`.

    Forced decisions are not asked in them. If no trajectory agrees with the log, the states come from the present
    observation alone. Raises NoDeterminization if nothing agrees with that either.
    """
    try:
        yield from _states(engine, dealer_of(at, seat, engine, policy), seed)
    except NoDeterminization:
        yield from memoryless_states(at, seat, seed, engine)


def memoryless_states(at: GameState, seat: int, seed: int, engine: GameEngine) -> Iterator[State]:
    """Yield determinized states for a seat without memory, several times as fast as with it.

    Raises NoDeterminization.
    """
    drawn, rng = (
        HiddenCardSampler(observer_of(at.engine, seat), at.state),
        RandomStream(seed, len(at.decisions)),
    )
    observer, missed = observer_of(engine, seat), 0
    while missed < PATIENCE:
        state = engine.unpack(drawn.sample_row(rng))
        if not drawn.matches(observer, state):
            missed += 1
            continue
        engine.ask(state, 0)
        engine.reseed(state, rng.seed())
        yield state
    yield from _states(engine, Dealer(engine, seat, log_from_now(at, seat)), seed)


class _Dealers(Attachment, Draft):
    """The samplers of a game's determinizations, by seat and policy."""

    by_seat: dict[tuple[int, Policy | None], Dealer] = field(factory=dict)


def dealer_of(at: GameState, seat: int, engine: GameEngine, policy: Policy | None = None) -> Dealer:
    """Return the sampler of determinizations for `seat`, cached with the game: its Markov chains continue."""
    log = log_of(at, seat)
    dealers = at.attached.of(_Dealers).by_seat
    dealer = dealers.get((seat, policy))
    if dealer is None or dealer.context.log is not log or dealer.context.engine is not engine:
        dealers[seat, policy] = dealer = Dealer(engine, seat, log, policy=policy)
    return dealer


def _states(engine: GameEngine, dealer: Dealer, seed: int) -> Iterator[State]:
    """Yield the final states of trajectories drawn by `dealer`; forced decisions are not asked in them."""
    for trajectory in dealer.samples(seed):
        state = engine.copy(trajectory.steps[-1].state)
        engine.ask(state, 0)
        yield state


class _GameOfTrajectory:
    """A builder that turns a trajectory into a game with past, story and log."""

    def __init__(self, at: GameState, trajectory: Trajectory, asks: int, log: SeatLog) -> None:
        self.at, self.trajectory, self.asks, self.log = at, trajectory, asks, log
        self.engine, self.dealt_on = at.engine, trajectory.context.engine
        self.anyway = asked_anyway(self.engine.module)
        self.story: list[Any] | None = None if at.log is None else []

    def game(self, seed: int) -> GameState:
        """Return the game of the trajectory; `seed` decides its chance from now on."""
        steps, decisions_made, forced = self.trajectory.steps, 0, 0
        states = [self._in_own_format(step.state) for step in steps]
        # The game and its history both continue from the last state, so both must draw the same chance; the
        # trajectory keeps its own copy.
        states[-1] = self.engine.copy(states[-1])
        self.engine.reseed(states[-1], RandomStream(seed).seed())
        past, decisions, stops = list[Checkpoint](), list[int](), list[HistoryPoint]()
        for number, step in enumerate(steps):
            if number:
                before = states[number - 1]
                look = self.engine.snapshot(before)
                assert step.option is not None  # only the first step begins without one
                if self._is_asked(look.decision, look.decider, step.options):
                    count = 0 if self.story is None else len(self.story)
                    state = self._with_counters(before, decisions_made, forced)
                    past.append(Checkpoint(state, len(decisions), count, step.option))
                    decisions.append(self.engine.options(before).index(step.option))
                    decisions_made += 1
                elif look.decider != CHANCE_SEAT:
                    forced += 1
            if self.story is not None:
                self.story += self.log.story(number)
            before = (
                states[number - 1] if number else self._in_own_format(self.trajectory.context.base)
            )
            stops.append(
                HistoryPoint(
                    states[number], step.option, self._past_messages(before, step), decisions_made
                )
            )
        other = GameState(
            self.at.game, self._with_counters(states[-1], decisions_made, forced), self.story
        )
        other.past, other.decisions = past, decisions
        since = states[0] if self.log.opening else None
        state = self.engine.copy(states[-1])
        logs = {self.log.seat: self.log.copy()}
        GameHistory(state, since, stops, decisions[:], dealt=len(stops), logs=logs).attach(other)
        return other

    def _past_messages(self, before: State, step: TrajectoryStep) -> PastMessages:
        """Return the messages of a step to all seats: none, or a function that replays it on demand.

        The log has only the messages to its own seat.
        """
        if self.at.log is None or (step.option is None and self.log.opening):
            return ()
        return cache(lambda: tuple(replay_messages(self.engine, before, step)))

    def _is_asked(self, decision: int, decider: int, options: int) -> bool:
        """Return whether a player was asked: not for a single option, unless the game asks even then."""
        if decider == CHANCE_SEAT:
            return False
        return options > 1 or bool(self.asks & ASKS_FORCED) or decision in self.anyway

    def _in_own_format(self, state: State) -> State:
        """Return a state in the format of the game's own engine."""
        if self.dealt_on is self.engine:
            return state
        return self.engine.unpack(self.dealt_on.pack(state))

    def _with_counters(self, state: State, decisions: int, forced: int) -> State:
        """Return a state with the game's asking mode and its counters of decisions."""
        row = self.engine.pack(state)
        row[ASKING], row[MADE], row[FORCED] = self.asks, decisions, forced
        return self.engine.unpack(row)


class HiddenCardSampler(Redaction):
    """A sampler of states like one given state: known cards stay in place, hidden ones are permuted uniformly."""

    def __init__(self, observer: Observer, state: State) -> None:
        super().__init__(observer, state)
        known = self.visible.known
        self.hidden: dict[str, list[int]] = {}
        for card in self.cards:
            if not known[card]:
                self.hidden.setdefault(self.kinds[card], []).append(card)
        self.unsure = [each for each in self.laid if not all(known[card] for card in each[1])]
        self.played = [
            (each.variable.run.base, card)
            for each in self.observer.subjects
            if not self.observer.may_read_subject(self.visible, each)
            and (card := self.visible.row[each.variable.run.base]) >= 0
        ]
        self.options = observer.options(state, self.visible)

    def renumber(self) -> list[int]:
        """Return the identity: no card is renumbered here."""
        return list(self.cards)

    def sample_row(self, rng: RandomStream) -> list[Any]:
        """Return the packed row of a state with randomly permuted hidden cards."""
        names, row = list(self.cards), self.row[:]
        for cards in self.hidden.values():
            for card, name in zip(cards, rng.shuffled(cards), strict=True):
                names[card] = name
        self.place_cards(row, self.unsure, names)
        rename_saved_cards(self.module, row, names)
        for cell, card in self.played:
            row[cell] = names[card]
        return row

    def matches(self, observer: Observer, state: State) -> bool:
        """Return whether the seat's observation of a sampled state is that of the original state.

        Open cells are equal by construction. Computed information may differ: which places are open, and the
        options.
        """
        if observer.open(state) != self.visible.open:
            return False
        options = observer.options(state, self.visible)
        return options == self.options or self.observer.describe_options(
            self.visible, self.options
        ) == observer.describe_options(observer.visible(state), options)
