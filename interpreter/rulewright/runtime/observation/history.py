"""The actual history of a game, decision by decision, and the logs its seats derive from it.

A seat must not notice whether a player with one option was asked or passed over. The history therefore stops at
forced decisions and at chance decisions as well.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final, NamedTuple

from rulewright.base.records import Draft, field
from rulewright.runtime.game.attachments import Attachment
from rulewright.runtime.game.engine import Engine, GameEngine, State
from rulewright.runtime.game.state import GameState
from rulewright.runtime.ir.engine_contract import Fault
from rulewright.runtime.ir.layout import (
    ANSWER,
    ASKING,
    ASKS_CHANCE,
    ASKS_FORCED,
    CHANCE_SEAT,
    DECIDER,
    FORCED,
    MADE,
    RANDOM,
)
from rulewright.runtime.ir.module import Module
from rulewright.runtime.observation.observer import EngineTape, Observer, observer_of
from rulewright.runtime.observation.redaction import redacted_row
from rulewright.runtime.observation.seat_log import SeatLog, messages_to, moves_to

MOST_STOPS: Final = 5_000
"""The longest history kept; beyond it a log covers only what the seat has seen since."""


PastMessages = tuple[Any, ...] | Callable[[], tuple[Any, ...]]
"""The messages on the way to a decision, or a function that replays it to collect them."""


class HistoryPoint(NamedTuple):
    """A stop in a history: a decision or the end, the option that led there, and the messages before it.

    `made` is the number of decisions that players had made by then.
    """

    state: State
    option: int | None
    messages: PastMessages
    made: int


class GameHistory(Attachment, Draft):
    """The stops of a game up to the present, and the seats' `logs` of them; it is kept with the game.

    `made` holds the option indices that players chose so far; the first `kept` of them have not been undone.

    It begins at the start of the game, or at the state `since` if the start is unknown. `before` gives, for seats
    with older logs, the number of observations those logs already had. After the first `dealt` stops a player is
    asked even with a single option: the game was dealt or loaded at a decision that looks to other seats like one
    with several options.
    """

    state: State
    since: State | None = None
    stops: list[HistoryPoint] = field(factory=list)
    made: list[int] = field(factory=list)
    before: dict[int, int] = field(factory=dict)
    dealt: int = 0
    logs: dict[int, SeatLog] = field(factory=dict)
    kept: int = 0

    @classmethod
    def current(cls, at: GameState) -> GameHistory:
        """Return the up-to-date history of a game; it is cached with the game."""
        history = at.attached.find(cls)
        if history is None or not history._drop_undone(at.engine):
            history = cls.from_opening(at)
        if not history._replay_decisions(at) or history._length > MOST_STOPS:
            history = cls.from_now(at)
        history.attach(at)
        return history

    def attach(self, at: GameState) -> None:
        """Keep this history with game `at`, whose decisions it has."""
        self.kept = len(at.decisions)
        at.attached.put(self)

    @classmethod
    def resume(cls, at: GameState, logs: Iterable[SeatLog]) -> None:
        """Attach saved logs to a loaded game, so that new observations are appended to them."""
        history = cls.from_now(at)
        history.logs = {log.seat: log for log in logs}
        history.before = {seat: len(log.observations) - 1 for seat, log in history.logs.items()}
        history.attach(at)

    @property
    def _length(self) -> int:
        """The number of observations in the longest log of a seat."""
        return len(self.stops) + max(self.before.values(), default=0)

    @classmethod
    def from_opening(cls, at: GameState) -> GameHistory:
        """Return a history from the opening of the game; from the present state if the opening is unknown."""
        if at.opening is None:
            return cls.from_now(at)
        state = asking_everything(at.engine, at.opening)
        tape = EngineTape(None if at.log is None else [])
        at.engine.run(state, tape)
        return cls(
            state, None, [HistoryPoint(at.engine.copy(state), None, tuple(tape.log or ()), 0)]
        )

    @classmethod
    def from_now(cls, at: GameState) -> GameHistory:
        """Return a history that begins at the present state."""
        state = asking_everything(at.engine, at.state)
        stop = HistoryPoint(at.engine.copy(state), None, (), len(at.decisions))
        return cls(state, at.engine.copy(state), [stop], at.decisions[:], dealt=1)

    def copy(self, engine: Engine) -> GameHistory:
        """Return an independent copy."""
        logs = {seat: log.copy() for seat, log in self.logs.items()}
        stops, made = self.stops[:], self.made[:]
        return GameHistory(
            engine.copy(self.state),
            self.since,
            stops,
            made,
            self.before,
            self.dealt,
            logs,
            self.kept,
        )

    def undo_to(self, decision_count: int) -> None:
        """Note that only the first decisions of the game still hold; `current` drops the others."""
        self.kept = min(self.kept, decision_count)

    def new_log(self, engine: GameEngine, seat: int) -> SeatLog:
        """Return an empty log for `seat`; it opens with a redacted state if the game's start is unknown."""
        return SeatLog(seat, () if self.since is None else redacted_row(engine, self.since, seat))

    def update_log(self, engine: GameEngine, log: SeatLog) -> None:
        """Append to `log` everything its seat has observed since the last entry."""
        seat, observer = log.seat, observer_of(engine, log.seat)
        for number in range(len(log.observations) - self.before.get(seat, 0), len(self.stops)):
            stop, own = self.stops[number], None
            if stop.option is not None:
                before = self.stops[number - 1].state
                if engine.snapshot(before).decider == seat:
                    own = observer.describe_option(observer.visible(before), stop.option)
            messages = stop.messages if isinstance(stop.messages, tuple) else stop.messages()
            heard = messages_to(seat, observer.copy_of, messages)
            moves = moves_to(seat, observer.copy_of, messages)
            log.add(observer.observe(stop.state), heard, own, moves)

    def _drop_undone(self, engine: GameEngine) -> bool:
        """Drop the stops of undone decisions and shorten the logs; return False if no stop is left.

        A decision equal to an undone one counts as a new one: in a determinized game it draws different random
        numbers.
        """
        if self.kept >= len(self.made):
            return True
        self.stops = [stop for stop in self.stops if stop.made <= self.kept]
        if not self.stops:
            return False
        del self.made[self.stops[-1].made :]
        self.state = engine.copy(self.stops[-1].state)
        self.logs = {
            seat: log.until(self.before.get(seat, 0) + len(self.stops))
            for seat, log in self.logs.items()
        }
        return True

    def _replay_decisions(self, at: GameState) -> bool:
        """Replay the decisions made since the last call; return whether that reaches the game's present state."""
        engine, anyway = at.engine, asked_anyway(at.engine.module)
        forced = bool(at.seen.asking & ASKS_FORCED)
        pending = at.decisions[len(self.made) :]
        try:
            while True:
                look = engine.snapshot(self.state)
                options = engine.options(self.state) if look.decision >= 0 else []
                if look.decider == CHANCE_SEAT and options:
                    index = engine.draw(self.state, len(options))
                elif len(options) == 1 and not (
                    forced or look.decision in anyway or len(self.stops) == self.dealt
                ):
                    index = 0
                elif options and pending:
                    index = pending.pop(0)
                    self.made.append(index)
                else:
                    return not pending and is_same(engine, self.state, at.state)
                self._append_choice(engine, options[index], at.log is not None)
        except (Fault, IndexError):
            return False

    def _append_choice(self, engine: GameEngine, option: int, listening: bool) -> None:
        """Choose `option` in the replayed state and append the stop reached; if `listening`, with its messages."""
        tape = EngineTape([] if listening else None)
        engine.choose(self.state, tape, option)
        messages, made = tuple(tape.log or ()), len(self.made)
        self.stops.append(HistoryPoint(engine.copy(self.state), option, messages, made))


def log_of(at: GameState, seat: int) -> SeatLog:
    """Return the log of `seat`, brought up to date and cached with the game; callers must not change it."""
    history = GameHistory.current(at)
    log = history.logs.get(seat)
    if log is None:
        history.logs[seat] = log = history.new_log(at.engine, seat)
    history.update_log(at.engine, log)
    return log


def public_log(at: GameState) -> SeatLog:
    """Return the log of a spectator since the beginning of a game: what everybody saw and heard.

    If the beginning is unknown, it begins where the history does.
    """
    history, players = GameHistory.current(at), at.game.module.players
    observer, log = Observer(at.engine, None), SeatLog(players)
    for stop in history.stops:
        messages = stop.messages if isinstance(stop.messages, tuple) else stop.messages()
        heard = messages_to(players, observer.copy_of, messages)
        moves = moves_to(players, observer.copy_of, messages)
        log.add(observer.observe(stop.state), heard, None, moves)
    return log


def log_from_now(at: GameState, seat: int) -> SeatLog:
    """Return a log for `seat` that begins at the present state, without memory of earlier moves."""
    history = GameHistory.from_now(at)
    log = history.new_log(at.engine, seat)
    history.update_log(at.engine, log)
    return log


def asked_anyway(module: Module) -> frozenset[int]:
    """Return the numbers of the decisions that the rules ask even with a single option."""
    return frozenset(n for n, decision in enumerate(module.decisions) if decision.anyway)


def asking_everything(engine: GameEngine, state: State) -> State:
    """Return a copy of `state` in which the engine also stops at forced and chance decisions."""
    copy = engine.copy(state)
    engine.ask(copy, ASKS_FORCED | ASKS_CHANCE)
    return copy


def is_same(engine: GameEngine, state: State, other: State) -> bool:
    """Return whether two states are equal except for decision counters, asking modes and random streams."""
    one, two = engine.pack(state), engine.pack(other)
    over = engine.snapshot(state).decision < 0
    # After the end the last decider and answer do not count: a single option may have been asked or not.
    for cell in {ASKING, FORCED, MADE, RANDOM, ANSWER} | ({DECIDER} if over else set()):
        one[cell] = two[cell]
    return one == two
