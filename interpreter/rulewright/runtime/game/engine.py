"""The interface of engines: a core, and capabilities beyond it. States are opaque: only their engine reads them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Protocol, runtime_checkable

from rulewright.runtime.ir.module import Module
from rulewright.runtime.ir.outcome_rules import GameSummary, Ranks
from rulewright.runtime.ir.snapshot import Snapshot
from rulewright.runtime.spaces.leaf_values import Leaf

State = Any
"""An opaque state; only its engine reads it."""


class Tape(Protocol):
    """Output of a running game: its story (`log`, None if nobody reads it) and its current `options`."""

    log: list[Any] | None
    options: list[int] | None


class Engine(Protocol):
    """The core of an engine, which plays a module; all give the same states for the same seed and choices.

    Methods that advance a game raise Fault (`ir.engine_contract`) if the rules ask for the impossible. The state
    is then incomplete; `restore` brings back a state kept by `copy`.
    """

    module: Module

    def start(self, seed: int, asks_chance: bool = False, asks_forced: bool = False) -> State:
        """Return the initial state, before any code has run; `run` advances it to the first decision."""

    def run(self, state: State, tape: Tape) -> None:
        """Run the game until a decision is pending or the game is over."""

    def options(self, state: State) -> list[int]:
        """Return the option numbers of the pending decision, in order (see `ir.engine_contract`)."""

    def choose(self, state: State, tape: Tape, option: int) -> None:
        """Choose an option of the pending decision by its option number, then run to the next decision."""

    def call(self, state: State, function: str, *arguments: int) -> Any:
        """Return the result of an exported function of the module: a number or a list of numbers."""

    def shown(self, state: State, option_list: int, element: int) -> tuple[Any, ...]:
        """Return the values to insert into the text of an option of the pending decision."""

    def snapshot(self, state: State) -> Snapshot:
        """Return a read-only view of a state; it becomes invalid when the state changes."""

    def copy(self, state: State) -> State:
        """Return an independent copy of a state."""

    def restore(self, state: State, snapshot: State) -> None:
        """Overwrite `state` with `snapshot`, an earlier copy of it."""

    def pack(self, state: State) -> list[Any]:
        """Return a state as JSON data in the module's layout; equal states give equal data in all engines."""

    def unpack(self, data: Sequence[Any]) -> State:
        """Return the state for JSON data from `pack`, without validation."""


# ------------------------------------------------------------------ capabilities of every engine of a game


class SupportsPlayouts(Protocol):
    """Capability: play on by random choices."""

    def playout(self, state: State, tape: Tape, seed: int) -> list[int]:
        """Play to the end by random choices from a generator with `seed`; return the indices chosen."""

    def rollout_ranks(self, state: State, seed: int) -> Ranks:
        """Return the final ranks of all seats after a random playout of a copy of the state."""


class SupportsChance(Protocol):
    """Capability: control the random generator of a state, and the decisions that it asks."""

    def draw(self, state: State, below: int) -> int:
        """Return a number from 0 to `below` - 1, drawn from the game's own random generator."""

    def reseed(self, state: State, seed: int) -> None:
        """Restart the game's random generator with a seed."""

    def ask(self, state: State, asking: int) -> None:
        """Set whether forced choices (ASKS_FORCED) and chance (ASKS_CHANCE) are asked; 0 for neither."""


class SupportsReplay(Protocol):
    """Capability: replay a decision with other cards, for determinization."""

    def retrace(
        self, state: State, tape: Tape, option: int | None, names: Mapping[int, Sequence[int]]
    ) -> list[tuple[int, ...]]:
        """Like `choose` (or `run` if `option` is None), with given results of shuffles; return the cards of each.

        `names` maps the index of a shuffle to the card that takes the position of each card. Raises Fault for a
        card that was not shuffled.
        """

    def knowers(self, state: State, piece: int) -> int:
        """Return the bit mask of the seats that know a piece and its place; the last bit is the spectator's."""


class SupportsProcedures(Protocol):
    """Capability: run single procedures of a module, for scenarios."""

    def perform(self, state: State, tape: Tape, procedure: str) -> None:
        """Run an exported procedure without parameters, in place of the code that would run next."""

    def stop(self, state: State) -> None:
        """Drop the code that would run next, so that only `perform` runs code."""

    def has_valid_frames(self, state: State) -> bool:
        """Return whether every frame of an unpacked state's call stack is at an existing block."""


class GameEngine(
    Engine, SupportsPlayouts, SupportsChance, SupportsReplay, SupportsProcedures, Protocol
):
    """An engine of compiled games, with all capabilities that each of them has."""


# ------------------------------------------------------------------ optional capabilities


@runtime_checkable
class SupportsManyGames(Protocol):
    """Optional capability: play many random games in the engine's own loop.

    `fallback_games` is the number of games that another engine had to play.
    """

    fallback_games: int

    def playouts(self, seeds: Iterable[tuple[int, int]]) -> Iterator[GameSummary | None]:
        """Yield a summary of one random game for each pair of seeds, for the deal and for the choices.

        None is a game that the rules stopped with a fault.
        """

    def sums(self, seed: int, games: int) -> list[int] | None:
        """Return `GameSummary.sums` summed over random games; None if the rules stopped one.

        Game i is dealt with `seed` + i; its choices are drawn with `seed_of_choices`. A seed has 64 bits.
        """


class SupportsCounting(Protocol):
    """Optional capability: count coverage."""

    module: Module

    def count_into(self, counts: list[int]) -> None:
        """Add the counts of a module's coverage counters to `counts` from now on, by clause number."""


class TreeSearch(Protocol):
    """A search tree of one decision, which can be extended at any time."""

    def search(self, worlds: Sequence[State], simulations: int) -> bool:
        """Run simulations on the states `worlds` in turn; return False if the tree does not support the game."""

    def results(self, world: State) -> tuple[tuple[int, ...], tuple[float, ...]]:
        """Return the visits and the mean value of each option of the decision pending in `world`."""


@runtime_checkable
class SupportsTree(Protocol):
    """Optional capability: search inside the engine, as `lab.players.search_tree` does outside."""

    def tree(self, seed: int, leaf: Leaf | None = None) -> TreeSearch | None:
        """Return a search tree of its own for one decision; None for a game without outcome.

        If `leaf` is given, the tree cuts playouts short and evaluates them by these learned values.
        """


@runtime_checkable
class SupportsTracing(Protocol):
    """Optional capability: replay many steps of a trajectory in one call, faster than `dealing.replay`."""

    def tracer(self) -> Any:
        """Return the tracer that `dealing` uses; None if the module has none."""


@runtime_checkable
class SupportsBatches(Protocol):
    """Optional capability: advance many games in one call."""

    def batch(self, code: Any, games: int) -> Any:
        """Return `games` games for `session.batch`, played by `code` that the engine's backend made."""
