"""One game of a batch, played move by move in Python: the reference for the native batch code.

It writes the columns of the batch: observation, mask, rewards and the others.
"""

from __future__ import annotations

from array import array
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from rulewright.language.text import RulesError
from rulewright.runtime.game.compiled_game import CompiledGame
from rulewright.runtime.game.engine import State
from rulewright.runtime.game.game_complaints import complaint_of
from rulewright.runtime.game.state import GameState
from rulewright.runtime.ir.engine_contract import (
    BY_INDEX,
    NO_ADVANCE,
    NO_MASK,
    NO_RESTART,
    NO_VIEW,
    Fault,
    element_of,
    list_of,
)
from rulewright.runtime.ir.nodes.ir_types import PIECE
from rulewright.runtime.ir.outcome_rules import WHOLE
from rulewright.runtime.ir.random_stream import fold_seed
from rulewright.runtime.observation.observer import EngineTape
from rulewright.runtime.observation.vectors.observation_vector import VectorObserver
from rulewright.runtime.spaces.action_space import ActionSpace
from rulewright.runtime.spaces.observation_space import ObservationSpace

Spaces = tuple[ActionSpace, ObservationSpace]

SHAPES = {
    "seeds": "q", "rewards": "d", "scores": "i", "chosen": "i", "decider": "i", "decision": "i",
    "count": "i", "observation": "b", "mask": "B", "done": "B",
}  # fmt: skip
"""The type of each column, as a format character of `struct`."""


class BatchColumns:
    """The columns of a batch of games as arrays, in native memory or in memory of its own."""

    def __init__(self, games: int, widths: dict[str, int], native: Any) -> None:
        self.games, self.widths = games, widths
        self.bytes: dict[str, memoryview] = {}
        for name, letter in SHAPES.items():
            size = array(letter).itemsize * widths[name] * games
            own = memoryview(bytearray(size))
            self.bytes[name] = own if native is None else native.columns[name]
        self.flat: dict[str, Any] = {
            name: as_numbers(self.bytes[name], letter) for name, letter in SHAPES.items()
        }
        self.seeds, self.chosen, self.count = (
            self.flat["seeds"], self.flat["chosen"], self.flat["count"],
        )  # fmt: skip
        self._arrays: dict[str, Any] = {}

    @classmethod
    def of(cls, players: int, spaces: Spaces, games: int, native: Any) -> BatchColumns:
        """Return columns for `games` games, as wide as the action and observation spaces require."""
        widths = dict.fromkeys(SHAPES, 1) | {"rewards": players, "scores": players}
        widths |= {"mask": len(spaces[0].names), "observation": len(spaces[1].names)}
        return cls(games, widths, native)

    def put(self, name: str, game: int, numbers: Any) -> None:
        """Write one game's numbers into the named column."""
        width = self.widths[name]
        self.flat[name][game * width : (game + 1) * width] = array(SHAPES[name], numbers)

    def of_game(self, name: str, game: int) -> Any:
        """Return a writable view of one game's numbers in the named column."""
        width = self.widths[name]
        return self.flat[name][game * width : (game + 1) * width]

    def put_chosen(self, chosen: Any) -> None:
        """Write the choice of each game; arrays of NumPy are copied without conversion."""
        if hasattr(chosen, "__array__"):
            self.array("chosen")[:] = chosen
        else:
            self.chosen[:] = array("i", chosen)

    def array(self, name: str) -> Any:
        """Return a column as users see it, with one row for each game if it has several numbers a game."""
        if name not in self._arrays:
            self._arrays[name] = self._shaped(name)
        return self._arrays[name]

    def _shaped(self, name: str) -> Any:
        """Return a column in its shape: a NumPy array, or a memory view without NumPy."""
        is_row = name in ("mask", "observation", "rewards", "scores")
        shape = [self.games, self.widths[name]] if is_row else [self.games]
        if find_spec("numpy") is None:
            return as_numbers(self.bytes[name], SHAPES[name], shape)
        return import_module("numpy").frombuffer(self.flat[name], dtype=SHAPES[name]).reshape(shape)


def as_numbers(data: memoryview, letter: Any, shape: list[int] | None = None) -> Any:
    """Return a memory view of `data` as numbers of the `struct` format `letter`, shaped if `shape` is given."""
    return data.cast(letter) if shape is None else data.cast(letter, shape)


class SingleGamePlayer:
    """An executor of single games of a batch on an ordinary engine, which fills their columns."""

    def __init__(
        self, game: CompiledGame, spaces: Spaces, columns: BatchColumns, flags: int
    ) -> None:
        self.game, self.columns = game, columns
        self.engine, self.module = game.engine, game.module
        self.spaces, self.space, self.flags = spaces, spaces[0], flags
        self._by_engine: dict[Any, SingleGamePlayer] = {game.engine: self}
        self.view = VectorObserver(game.engine, spaces[1])
        self._design_of = self.view.observers[0].design_of

    def begin(self, number: int) -> State:
        """Start game `number` from its seed and return its state. Raises RulesError."""
        try:
            state = self._fresh(self.columns.seeds[number])
        except Fault as fault:
            raise RulesError([complaint_of(self.game.module, -1, fault)]) from fault
        self._write_columns(number, state)
        return state

    def _fresh(self, seed: int) -> State:
        """Return the state of a game dealt from `seed`, at its first decision."""
        state = self.engine.start(fold_seed(seed))
        self.engine.run(state, EngineTape())
        return state

    def advance(self, number: int, state: State, how: int) -> State:
        """Apply the choice written for game `number` and return its next state.

        A finished game restarts, unless `how` forbids it.

        Raises RulesError.
        """
        decision = self.engine.snapshot(state).decision
        try:
            return self._advanced(number, state, how)
        except Fault as fault:
            raise RulesError([complaint_of(self.game.module, decision, fault)]) from fault

    def _advanced(self, number: int, state: State, how: int) -> State:
        """Apply the choice written for game `number`, fill its columns and return its next state. Raises Fault."""
        players = self.module.players
        self.columns.put("rewards", number, [0.0] * players)
        self.columns.put("done", number, [0])
        wanted = self.columns.chosen[number]
        if wanted == NO_ADVANCE:
            return state
        index = wanted if how & BY_INDEX else self._actions(state).index(wanted)
        option = self.engine.options(state)[index]
        self.engine.choose(state, EngineTape(), option)
        over = self.engine.snapshot(state).decision < 0
        self.columns.put("done", number, [over])
        if over:
            self._write_result(number, state)
        if over and not how & NO_RESTART:
            seed = self.columns.seeds[number] + self.columns.games
            self.columns.seeds[number] = seed
            state = self._fresh(seed)
        self._write_columns(number, state)
        return state

    def fits(self, number: int, by_index: int) -> bool:
        """Return whether the choice written for game `number` is legal."""
        wanted = self.columns.chosen[number]
        if wanted == NO_ADVANCE:
            return True
        if by_index:
            return bool(0 <= wanted < self.columns.count[number])
        mask = self.columns.of_game("mask", number)
        return bool(0 <= wanted < len(mask) and mask[wanted])

    def options(self, state: State) -> list[int]:
        """Return the options of the pending decision; none if the game is over."""
        return self.engine.options(state) if self.engine.snapshot(state).decision >= 0 else []

    def _write_result(self, number: int, state: State) -> None:
        """Write the rewards and scores of a finished game."""
        outcome, seats = self.module.outcome, range(self.module.players)
        if not outcome.values:
            return
        call = self.engine.call
        ranks = tuple(tuple(call(state, each, seat) for each in outcome.values) for seat in seats)
        self.columns.put("rewards", number, [each / WHOLE for each in outcome.shares(ranks)])
        self.columns.put("scores", number, [rank[outcome.scored] for rank in ranks])

    def _write_columns(self, number: int, state: State) -> None:
        """Write the decision, mask and observation of a game into its columns."""
        look, put = self.engine.snapshot(state), self.columns.put
        options = self.options(state)
        put("decider", number, [look.decider])
        put("decision", number, [look.decision])
        put("count", number, [len(options)])
        if not self.flags & NO_MASK:
            mask = [0] * len(self.space.names)
            for action in self._actions(state):
                mask[action] = 1
            put("mask", number, mask)
        if not self.flags & NO_VIEW:
            put("observation", number, self.view.of(state))

    def actions(self, at: GameState) -> list[int]:
        """Return the action numbers of the options of game `at`, in the order of the options."""
        return self._reader_for(at)._actions(at.state)

    def observed(self, at: GameState, seat: int | None) -> list[int]:
        """Return the observation vector of game `at` for `seat` (None: the deciding seat)."""
        return self._reader_for(at).view.of(at.state, seat)

    def observed_by_all(self, at: GameState) -> list[int]:
        """Return the observation vector of game `at` for a spectator."""
        return self._reader_for(at).view.public(at.state)

    def _reader_for(self, at: GameState) -> SingleGamePlayer:
        """Return the executor for the engine of game `at`; each engine has one, built once."""
        if at.engine not in self._by_engine:
            self._by_engine[at.engine] = SingleGamePlayer(
                at.game, self.spaces, self.columns, self.flags
            )
        return self._by_engine[at.engine]

    def _actions(self, state: State) -> list[int]:
        """Return the action numbers of the options in `state`, in their order; none if the game is over."""
        engine = self.engine
        look = engine.snapshot(state)
        if look.decision < 0:
            return []
        eyes = self.view.observers[look.decider]
        visible = eyes.visible(state, engine.pack(state))
        return [self._action(look, visible, option) for option in engine.options(state)]

    def _action(self, look: Any, visible: Any, option: int) -> int:
        """Return the action number of an option; a card enters only as far as the deciding seat knows it."""
        number, card = list_of(option), element_of(option)
        lists = self.module.decisions[look.decision].options
        design, owner = -1, None
        if number >= 0 and lists[number].type == PIECE:
            is_named = self.space.decisions[look.decision].lists[number].is_named
            design = self._design_of[card] if is_named or visible.known[card] else -1
            owner = self.module.owner_of(look.place(card))
        given = look.decision, option, design, owner, look.decider
        return self.space.number(*given, self.module.players)
