"""The interface of engines. States are opaque: only their engine reads them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Protocol

from rulewright.runtime.ir.module import Module
from rulewright.runtime.ir.outcome_rules import GameSummary, Ranks
from rulewright.runtime.ir.snapshot import Snapshot
from rulewright.runtime.spaces.leaf_values import Leaf

State = Any
"""An opaque state; only its engine reads it."""


class Tape(Protocol):
    """Output of a running game: the story (`log`, None without readers), and the options just computed."""

    log: list[Any] | None
    options: list[int] | None


class Engine(Protocol):
    """Plays a module. All engines are equivalent: the same seed and choices lead to the same state.

    Methods that advance a game raise Fault (`ir.engine_contract`) if the rules ask for the impossible. The state
    is then incomplete; `restore` brings back a state kept by `copy`.
    """

    module: Module
    compiled: Any  # compiled code as plain data, to be cached
    given_up: int  # number of games of batches that another engine had to play

    def start(self, seed: int, asks_chance: bool = False, asks_forced: bool = False) -> State:
        """Return the state before anything happens; `run` advances it to the first decision."""

    def run(self, state: State, tape: Tape) -> None:
        """Advance until a decision is pending or the game is over."""

    def options(self, state: State) -> list[int]:
        """Return the options of the pending decision, in order, in the coding of `ir.engine_contract`."""

    def choose(self, state: State, tape: Tape, option: int) -> None:
        """Choose one of the options, and advance."""

    def retrace(
        self, state: State, tape: Tape, option: int | None, names: Mapping[int, Sequence[int]]
    ) -> list[tuple[int, ...]]:
        """Like `choose` (None: `run`), with given results of shuffles; return the cards of each shuffle.

        `names` maps the index of a shuffle to the card that takes the position of each card. Raises Fault for a
        card that was not shuffled.
        """

    def tracer(self) -> Any:
        """Return an object that replays many decisions at once, faster than `dealing.replay`, or None."""

    def playout(self, state: State, tape: Tape, seed: int) -> list[int]:
        """Play to the end by uniformly random choices from a generator with `seed`; return their indices."""

    def rollout_ranks(self, state: State, seed: int) -> Ranks:
        """Return the final ranks of all seats, as in `GameSummary`, after a playout of a copy of the state."""

    def tree(self, seed: int, leaf: Leaf | None = None) -> Any:
        """Return a searcher with the results of `players.search_tree`, or None without a faster way.

        With learned leaf values, playouts are cut and evaluated by them.
        """

    def playouts(self, seeds: Iterable[tuple[int, int]]) -> Iterator[GameSummary | None]:
        """Yield whole random games, each from a pair of seeds: for the deal and for the choices.

        None is a game that the rules stopped with a fault.
        """

    def sums(self, seed: int, games: int) -> list[int] | None:
        """Return the sums of `GameSummary.sums` over random games with deals from `seed` on, and `seed_of_choices`.

        The order is that of `GameSummary.sums`: ranks seat by seat, then the best score, then victories by seat in
        parts of WHOLE. None if the engine has no faster way, or a game was stopped. A seed has 64 bits.
        """

    def call(self, state: State, function: str, *arguments: int) -> Any:
        """Return the result of an exported function of the module: a number, or a list of them."""

    def shown(self, state: State, option_list: int, element: int) -> tuple[Any, ...]:
        """Return the values in the text of an option of the pending decision."""

    def perform(self, state: State, tape: Tape, procedure: str) -> None:
        """Run an exported procedure without parameters, in place of the code that would come next."""

    def draw(self, state: State, below: int) -> int:
        """Return a number from 0 to `below` - 1 from the game's random generator, to answer for chance."""

    def reseed(self, state: State, seed: int) -> None:
        """Reset the game's random generator to a seed."""

    def ask(self, state: State, asking: int) -> None:
        """Set whether the engine asks forced choices (ASKS_FORCED), chance (ASKS_CHANCE), both, or (0) neither."""

    def stop(self, state: State) -> None:
        """Discard the code that would come next."""

    def copy(self, state: State) -> State:
        """Return an independent copy."""

    def restore(self, state: State, snapshot: State) -> None:
        """Reset a state to a copy of it made before."""

    def snapshot(self, state: State) -> Snapshot:
        """Return a read-only view of the state, valid until it changes."""

    def knowers(self, state: State, piece: int) -> int:
        """Return the bit mask of the seats that know a piece and its place; the last bit is the spectator's."""

    def pack(self, state: State) -> list[Any]:
        """Return the state as JSON data in the layout of the module; equal states are equal for all engines."""

    def unpack(self, data: Sequence[Any]) -> State:
        """Return a state from JSON data, without validation."""

    def has_valid_frames(self, state: State) -> bool:
        """Return whether the frames of an unpacked state are at existing blocks, down to the end."""

    def can_continue(self, state: State) -> bool:
        """Return whether an unpacked state that fits the module's tables has options to choose from, or is over."""

    def count_into(self, counts: list[int]) -> None:
        """Let a module with coverage counters add to `counts`, by the numbers of its clauses."""
