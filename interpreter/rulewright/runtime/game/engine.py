"""What everything above engines knows of one: a module goes in, states come out, nobody else looks into them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Protocol

from rulewright.runtime.ir.deciding import Played, Ranks
from rulewright.runtime.ir.module import Module
from rulewright.runtime.ir.snapshot import Snapshot
from rulewright.runtime.spaces.leaf_values import Leaf

State = Any
"""A state of an engine; only that engine knows what it is."""


class Tape(Protocol):
    """What runs along with a game: what is told (None: nobody listens), and options that were just worked out."""

    log: list[Any] | None
    options: list[int] | None


class Engine(Protocol):
    """Plays a module. All engines play the same games: from a seed and the same choices comes the same state.

    What carries a game on raises Fault (`ir.engine_contract`) if the rules ask for what cannot be done; the state
    is then     as far as it came, and `restore` brings back what `copy` kept.
    """

    module: Module
    kept: Any  # what took time to make, for the next time, as plain data
    given_up: int  # how many games, of many that it was to play at once, another engine had to play

    def start(self, seed: int, asks_chance: bool = False, asks_forced: bool = False) -> State:
        """The table before anything happens; `run` plays up to the first decision."""

    def run(self, state: State, tape: Tape) -> None:
        """Carry on until a decision is awaited or the game is over."""

    def options(self, state: State) -> list[int]:
        """The options of the decision that is awaited, in their order, as `ir.engine_contract` codes them."""

    def choose(self, state: State, tape: Tape, option: int) -> None:
        """Choose one of the options, and carry on."""

    def retrace(
        self, state: State, tape: Tape, option: int | None, names: Mapping[int, Sequence[int]]
    ) -> list[tuple[int, ...]]:
        """Like `choose` (None: `run`); gives which cards were shuffled, each time that some were, by their numbers.

        Of a shuffle, by its number, `names` says which card comes to lie where each one would. Raises Fault for a
        card that was not shuffled.
        """

    def tracer(self) -> Any:
        """What makes many decisions again at once, as `dealing.replay` does one by one; None if nothing does."""

    def playout(self, state: State, tape: Tape, seed: int) -> list[int]:
        """Play to the end, every option equally likely, drawn from a stream of its own; the indices chosen."""

    def judged(self, state: State, seed: int) -> Ranks:
        """The ranks of all seats, as in `Played`, if a copy is played to its end as `playout` does."""

    def tree(self, seed: int, leaf: Leaf | None = None) -> Any:
        """Return a searcher that gives the numbers of `players.search_tree`, or None without a faster way.

        With what was learned of games that are cut, they are.
        """

    def playouts(self, seeds: Iterable[tuple[int, int]]) -> Iterator[Played | None]:
        """Whole games: from the first seed of each pair, with choices from a stream with the second.

        None stands for a game that the rules stopped.
        """

    def sums(self, seed: int, games: int) -> list[int] | None:
        """Games dealt from this seed and those after it, with `seed_of_choices`: sums of all that is told.

        For each number of `Played` in its order, ranks seat by seat; then the best scores, and victories by
        seat in parts of WHOLE. None where an engine has no quicker way, or a game was stopped. A seed has 64 bits.
        """

    def call(self, state: State, function: str, *arguments: int) -> Any:
        """What an exported function of the module gives: a number, or a list of them."""

    def shown(self, state: State, option_list: int, element: int) -> tuple[Any, ...]:
        """The values in the text of an option of the decision that is awaited."""

    def perform(self, state: State, tape: Tape, procedure: str) -> None:
        """Carry out an exported procedure without parameters, in place of what would come next."""

    def draw(self, state: State, below: int) -> int:
        """A number from 0 to `below` - 1 from the game's stream of chance, for who answers for chance."""

    def reseed(self, state: State, seed: int) -> None:
        """Let the game's chance come from the stream of a seed from here on."""

    def ask(self, state: State, asking: int) -> None:
        """From here on ask who has one option (ASKS_FORCED), for chance (ASKS_CHANCE), both, or (0) neither."""

    def stop(self, state: State) -> None:
        """Leave out what would come next."""

    def copy(self, state: State) -> State:
        """An independent copy."""

    def restore(self, state: State, kept: State) -> None:
        """Make a state what it was when it was copied."""

    def look(self, state: State) -> Snapshot:
        """The state, for reading as long as it stays."""

    def knowers(self, state: State, piece: int) -> int:
        """Who knows which piece this is and where it lies, as bits of seats; the last is who looks on."""

    def pack(self, state: State) -> list[Any]:
        """The state as plain data for JSON, laid out as the module says: equal states of any engine are equal."""

    def unpack(self, data: Sequence[Any]) -> State:
        """A state from data that was JSON; whether it can be one is not looked at."""

    def is_placed(self, state: State) -> bool:
        """Whether a state that was unpacked is at a place in the code, and all that is begun leads to the end."""

    def goes_on(self, state: State) -> bool:
        """Whether such a state, if it fits the module's tables, has options to choose from, or is over."""

    def count_into(self, counts: list[int]) -> None:
        """Let a module that counts add to these counts, by the numbers of its clauses."""
