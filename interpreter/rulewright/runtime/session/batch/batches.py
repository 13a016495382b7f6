"""Batches of games: one call advances every game to its next decision and fills flat arrays.

The native engine, where available, advances all games in one memory that contains the arrays. Games it gives up,
and all games without it, are played move by move in Python. Both give the same numbers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, Protocol

from rulewright.runtime.game.compiled_game import CompiledGame
from rulewright.runtime.game.engine import SupportsBatches
from rulewright.runtime.game.state import GameState, IllegalChoice
from rulewright.runtime.ir.engine_contract import BY_INDEX, NO_ADVANCE, NO_MASK, NO_VIEW
from rulewright.runtime.ir.outcome_rules import Returns, check_returns
from rulewright.runtime.observation.seat_log import SeatLog
from rulewright.runtime.observation.vectors.information_state import recent_entries
from rulewright.runtime.session.batch.batched_game import BatchColumns, SingleGamePlayer
from rulewright.runtime.session.native_backend import backend
from rulewright.runtime.spaces.action_space import ActionSpace
from rulewright.runtime.spaces.observation_space import ObservationSpace

if TYPE_CHECKING:
    from rulewright.runtime.session.native_backend import EngineName
    from rulewright.runtime.session.rules.rulebook import Rulebook


class Batch:
    """Many games side by side, each at a decision; game i starts from the seed plus i.

    A finished game is reported in `done`, `rewards` and `scores` and restarts at once, from its seed plus the
    number of games. The arrays keep their identity and are overwritten by each step. They are NumPy arrays if
    NumPy is installed; if not, they are memoryviews, which `numpy.asarray` can wrap without a copy.
    """

    def __init__(
        self,
        game: CompiledGame,
        spaces: tuple[ActionSpace, ObservationSpace],
        games: int,
        seed: int,
        native: Any = None,
        *,
        mask: bool = True,
        observation: bool = True,
        returns: Returns = "shares",
    ) -> None:
        """Start `games` games; without `mask` or `observation` these arrays are not filled."""
        self.games, self.players, self.action_space, self.observation_space = (
            games, game.module.players, *spaces,
        )  # fmt: skip
        self._flags = (not mask) * NO_MASK | (not observation) * NO_VIEW
        self._native, self._returns = native, check_returns(returns)
        self._columns = BatchColumns.of(game.module.players, spaces, games, native)
        self._single = SingleGamePlayer(game, spaces, self._columns, self._flags)
        self._apart: dict[int, Any] = {}
        for number in range(games):
            self._columns.seeds[number] = seed + number
        self._run_all("begin", 0)

    # ------------------------------------------------------------------ playing

    def step(self, actions: Any) -> None:
        """Choose in each game the first option with the given action number; -1 skips a game.

        Raises IllegalChoice, with the batch unchanged, if an action is not in `mask`. Raises RulesError if the
        rules demand the impossible; the batch must then be discarded.
        """
        if self._flags & NO_MASK:
            raise IllegalChoice("a batch without a mask is told indices: choose")
        self._step(actions, 0)

    def choose(self, indices: Any) -> None:
        """Choose in each game the option with the given index, below its `count`; -1 skips a game.

        Raises IllegalChoice, with the batch unchanged, for an index out of range.
        """
        self._step(indices, BY_INDEX)

    def restart(self, seeds: Any) -> None:
        """Begin game i again, from `seeds[i]`; the games that follow have seeds larger by the number of games."""
        if len(seeds) != self.games:
            raise ValueError(f"{len(seeds)} seeds for {self.games} games")
        for number, seed in enumerate(seeds):
            self._columns.seeds[number] = int(seed)
        self._run_all("begin", 0)

    def sample(self, generator: Any) -> Any:
        """Return for each game one of the actions in its `mask`, uniformly at random, or -1 if there is none.

        `generator` is a `numpy.random.Generator`, from which each call draws one float a game: equal batches and
        generators give equal actions, on both engines. Raises IllegalChoice for a batch without a mask, and
        ImportError without NumPy.
        """
        if self._flags & NO_MASK:
            raise IllegalChoice("a batch without a mask has no actions to draw from")
        import numpy as np

        flat = np.frombuffer(self._columns.bytes["mask"], bool)
        legal = np.flatnonzero(
            flat
        )  # fastest of NumPy's ways over a mask: one pass, one dimension, bool
        rows = np.arange(0, len(flat) + 1, len(self.action_names))
        bounds = np.searchsorted(legal, rows)
        starts, counts = bounds[:-1], np.diff(bounds)
        drawn = starts + (generator.random(self.games) * counts).astype(np.intp)
        return np.where(counts, legal.take(drawn, mode="clip") - rows[:-1], NO_ADVANCE)

    def _step(self, chosen: Any, by_index: int) -> None:
        """Write the choices and advance all games. Raises IllegalChoice before anything changes."""
        if len(chosen) != self.games:
            raise IllegalChoice(f"{len(chosen)} choices for {self.games} games")
        self._columns.put_chosen(chosen)
        unfit = self._first_illegal(by_index)
        if unfit < self.games:
            what = "option with the index" if by_index else "option that is the action"
            wrong = self._columns.chosen[unfit]
            raise IllegalChoice(f"game {unfit} has no {what} {wrong}")
        self._run_all("advance", by_index)
        if self._returns == "scores":
            self._pay_scores()

    def _pay_scores(self) -> None:
        """Replace the shares in `rewards` by the scores of the games that have just ended."""
        scores, rewards = self._columns.flat["scores"], self._columns.flat["rewards"]
        for number, over in enumerate(self._columns.flat["done"]):
            if over:
                for at in range(number * self.players, (number + 1) * self.players):
                    rewards[at] = scores[at]

    def _first_illegal(self, by_index: int) -> int:
        """Return the number of the first game with an illegal choice, or the number of games if all are legal."""
        if self._native is not None:
            return int(self._native.first_invalid(self.games, self._flags | by_index))
        fits = self._single.fits
        return next((at for at in range(self.games) if not fits(at, by_index)), self.games)

    def _run_all(self, what: str, by_index: int) -> None:
        """Start (`begin`) or advance all games: natively, or in Python where native code cannot play them."""
        flags, apart = self._flags | by_index, sorted(self._apart)
        at = 0
        for stop in [*apart, self.games]:
            while self._native is not None and at < stop:
                at = self._native.run(what, at, stop, flags)
                if at < stop:
                    self._run_in_python(at, what, by_index)
                    at += 1
            for number in range(at, stop) if self._native is None else ():
                self._run_in_python(number, what, by_index)
            if stop < self.games:
                self._run_in_python(stop, what, by_index)
            at = stop + 1

    def _run_in_python(self, number: int, what: str, by_index: int) -> None:
        """Start a game or play its next move in Python; return it to the native code if that has room."""
        state = self._apart.pop(number, None)
        if what == "begin":
            state = self._single.begin(number)
        else:
            state = self._native.state(number) if state is None else state
            state = self._single.advance(number, state, by_index)
        options = self._single.options(state)
        if self._native is None or not self._native.put(number, state, options):
            self._apart[number] = state

    # ------------------------------------------------------------------ arrays and single games

    @property
    def decider(self) -> Any:
        """The deciding seat of each game: (games), 32-bit integers."""
        return self._columns.array("decider")

    @property
    def decision(self) -> Any:
        """Each game's pending decision, as an index into `action_space.decisions`: (games), 32-bit integers."""
        return self._columns.array("decision")

    @property
    def count(self) -> Any:
        """The number of options of each game: (games), 32-bit integers."""
        return self._columns.array("count")

    @property
    def mask(self) -> Any:
        """1 for each legal action of each game, 0 for others: (games, actions), bytes."""
        return self._columns.array("mask")

    @property
    def observation(self) -> Any:
        """The deciding seat's observation, columns as in `observation_names`: (games, columns), bytes."""
        return self._columns.array("observation")

    @property
    def rewards(self) -> Any:
        """Each seat's return if the game just ended, else 0: (games, players), 64-bit floats.

        That is its share of the victory, or its score in a batch with `returns="scores"`.
        """
        return self._columns.array("rewards")

    @property
    def scores(self) -> Any:
        """The scores of the game that ended last at each index: (games, players), 32-bit integers."""
        return self._columns.array("scores")

    @property
    def done(self) -> Any:
        """1 for each game that the last step ended, else 0: (games), bytes."""
        return self._columns.array("done")

    @property
    def seeds(self) -> Any:
        """The seed of each game: (games), 64-bit integers."""
        return self._columns.array("seeds")

    @property
    def action_names(self) -> tuple[str, ...]:
        """The names of the actions: decision, word of the option, element."""
        return self.action_space.names

    @property
    def observation_names(self) -> tuple[str, ...]:
        """The names of the columns of `observation`."""
        return self.observation_space.names

    @property
    def apart(self) -> tuple[int, ...]:
        """The numbers of the games too large for native code at this decision; Python plays their next moves."""
        return tuple(self._apart)

    @cached_property
    def cells(self) -> int:
        """The number of bytes that one game takes in all arrays together."""
        return sum(len(each) for each in self._columns.bytes.values()) // self.games

    def encode(self, game: EncodableGame) -> list[int]:
        """Return the action numbers of the options of `game`, which has the same rules and players, in order."""
        return self._single.actions(game.remembered)

    def observe(self, game: EncodableGame, seat: int | None = None) -> list[int]:
        """Return the observation vector of `game`, of the same rules and players, for `seat` (None: decider)."""
        return self._single.observed(game.remembered, seat)

    def observe_public(self, game: EncodableGame) -> list[int]:
        """Return what everybody sees of `game`, as the observation vector of a spectator beside seat 0."""
        return self._single.observed_by_all(game.remembered)

    def recall(self, game: LoggedGame, seat: int, most: int) -> list[int]:
        """Return the last `most` entries of the information state of `seat`, as `recent_entries` does."""
        return recent_entries(game.log(seat), most)

    def decode(self, game: EncodableGame, action: int) -> int:
        """Return the index of the option with this action number. Raises IllegalChoice if there is none."""
        actions = self.encode(game)
        if action not in actions:
            raise IllegalChoice(f"no option is the action {action}")
        return actions.index(action)

    def __iter__(self) -> Iterator[int]:
        """Iterate over the indices of the games."""
        return iter(range(self.games))

    def __len__(self) -> int:
        return self.games


class EncodableGame(Protocol):
    """A single game that can be encoded and observed: `rulewright.Game`."""

    @property
    def remembered(self) -> GameState:
        """The game's current state, with its history if that is known."""


class LoggedGame(Protocol):
    """A game that keeps a log for each seat: `rulewright.Game`."""

    def log(self, seat: int) -> SeatLog:
        """Return the log of `seat`."""


MOST_GAMES: Final = 1 << 20
"""The largest number of games in a batch."""


def batch_of(
    rules: Rulebook,
    games: int,
    players: int,
    seed: int,
    options: Sequence[str],
    engine: EngineName,
    *,
    mask: bool,
    observation: bool,
    returns: Returns = "shares",
    kind: type[Batch] = Batch,
) -> Batch:
    """Return a batch, of a `kind`, of `games` games of a setup.

    Raises RulesError, and ValueError for a size out of range.
    """
    if not 0 < games <= MOST_GAMES:
        raise ValueError(f"a batch has 1 to {MOST_GAMES:,} games, not {games}")
    game = rules.compiled(players, options, engine)
    native, code = None, None
    if isinstance(game.engine, SupportsBatches):
        code = rules.batch_code(players, options)
        native = None if code is None else game.engine.batch(code, games)
    if code is not None:
        spaces = code.layout.actions, code.layout.columns
    else:
        module = rules.module(players, options)
        ranges = backend().spans(module)
        spaces = ActionSpace.of(module, ranges), ObservationSpace.of(module, ranges)
    shown = {"mask": mask, "observation": observation}
    return kind(game, spaces, games, seed, native, **shown, returns=returns)
