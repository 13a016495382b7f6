"""The steps of a trajectory in columns: a struct of arrays, so that many are replaced at once without objects."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple, Protocol, overload

from rulewright.runtime.game.engine import Engine, State

Permutations = Mapping[int, Sequence[int]]
"""Permutations by the index of the shuffle: which card takes the place of each card, by card number."""

ShuffledSets = tuple[int, ...]
"""The cards of each shuffle of a step, as bit sets."""

BEGINNING: Final = -(2**62)
"""The marker for the first step of a game, which has no option."""


class TrajectoryStep(NamedTuple):
    """One step of a trajectory: an option, a random seed, and the state it leads to.

    `options` counts the options available, `shuffled` lists the cards of each shuffle, `known` are the cards that
    the seat knows at the end, as bits.
    """

    option: int | None
    seed: int
    names: Permutations
    state: State
    options: int
    shuffled: list[tuple[int, ...]]
    known: int


class StateSequence(Protocol):
    """A sequence of states; an engine may store it in its own format."""

    def __len__(self) -> int: ...

    def __getitem__(self, number: int, /) -> State:
        """Return a state, for reading only."""

    def append(self, state: State) -> None:
        """Append a state."""

    def overwrite(self, first: int, others: Any) -> None:
        """Replace the states from `first` on by as many `others` of the same format."""

    def cut(self, first: int) -> None:
        """Drop the states from `first` on."""

    def copy(self) -> Any:
        """Return an independent copy."""

    def places(self, card: int, first: int, end: int) -> Sequence[int]:
        """Return the place of `card` in each state from `first` to before `end`."""


class StateList(list[State]):
    """A list of states, for engines without a format of their own."""

    def __init__(self, engine: Engine, states: Sequence[State] = ()) -> None:
        super().__init__(states)
        self.engine = engine

    def overwrite(self, first: int, others: StateList) -> None:
        """Replace the states from `first` on by as many `others`."""
        self[first : first + len(others)] = others

    def cut(self, first: int) -> None:
        """Drop the states from `first` on."""
        del self[first:]

    def copy(self) -> StateList:
        """Return an independent copy."""
        return StateList(self.engine, self)

    def places(self, card: int, first: int, end: int) -> list[int]:
        """Return the place of `card` in each state from `first` to before `end`."""
        return [self.engine.snapshot(state).place(card) for state in self[first:end]]


class TracedSteps(Protocol):
    """Steps replayed by an engine's tracer, in the columns of `TrajectorySteps`."""

    is_same: bool
    chosen: array[int]
    options: array[int]
    sets: Sequence[ShuffledSets]
    known: array[int]
    states: Any


class StepFormats(NamedTuple):
    """The storage formats of steps: of states, of permutations for the tracer, and the words of a card set."""

    states: Callable[[], Any]
    named: Callable[[int, Permutations], bytes]
    words: int


class TrajectorySteps(Sequence[TrajectoryStep]):
    """A range of a trajectory's steps in columns; a `TrajectoryStep` is built only when it is read.

    `named` are the permutations in the tracer's format, `sets` the cards of each shuffle as bits, `known` the
    cards that the seat knows, in a fixed number of 64-bit words for each step.
    """

    def __init__(self, formats: StepFormats, first: int = 0) -> None:
        self.formats, self.first = formats, first
        self.chosen, self.seeds, self.options = array("q"), array("q"), array("q")
        self.names: list[Permutations] = []
        self.named: list[bytes] = []
        self.sets: list[ShuffledSets] = []
        self.known = array("Q")
        self.states: StateSequence = formats.states()

    def __len__(self) -> int:
        return len(self.chosen)

    @overload
    def __getitem__(self, number: int) -> TrajectoryStep: ...
    @overload
    def __getitem__(self, number: slice) -> list[TrajectoryStep]: ...
    def __getitem__(self, number: int | slice) -> TrajectoryStep | list[TrajectoryStep]:
        """Return a step by its index here, or a list of them."""
        if isinstance(number, slice):
            return [self[each] for each in range(len(self))[number]]
        at = range(len(self))[number]
        option = self.chosen[at]
        return TrajectoryStep(
            None if option == BEGINNING else option,
            self.seeds[at],
            self.names[at],
            self.states[at],
            self.options[at],
            list(map(cards_of, self.sets[at])),
            self.known_after(at),
        )

    def known_after(self, at: int) -> int:
        """Return the cards that the seat knows after the step at index `at`, as bits."""
        words = self.formats.words
        return bits_of_words(self.known[at * words : (at + 1) * words])

    def known_words(self, at: int = 0) -> list[array[int]]:
        """Return the known cards of all steps from index `at` on, as columns, one for each word of the set."""
        words = self.formats.words
        return [self.known[at * words + word :: words] for word in range(words)]

    def elements(self) -> list[int]:
        """Return the elements of all chosen options at once (see `element_of`)."""
        return memoryview(self.chosen).cast("B").cast("i")[::2].tolist()

    def append(self, step: TrajectoryStep) -> None:
        """Append a step."""
        self.named.append(self.formats.named(self.first + len(self), step.names))
        self.chosen.append(BEGINNING if step.option is None else step.option)
        self.seeds.append(step.seed)
        self.options.append(step.options)
        self.names.append(step.names)
        self.sets.append(tuple(map(bits_of, step.shuffled)))
        self.known.frombytes(step.known.to_bytes(8 * self.formats.words, "little"))
        self.states.append(step.state)

    def replace_steps(self, others: TrajectorySteps) -> None:
        """Replace the steps of the same numbers by `others`."""
        first, end = others.first - self.first, others.first - self.first + len(others)
        self.chosen[first:end], self.seeds[first:end] = others.chosen, others.seeds
        self.options[first:end], self.named[first:end] = others.options, others.named
        self.names[first:end], self.sets[first:end] = others.names, others.sets
        self.known[first * self.formats.words : end * self.formats.words] = others.known
        self.states.overwrite(first, others.states)

    def cut(self, number: int) -> None:
        """Drop the steps from index `number` on."""
        for column in (self.chosen, self.seeds, self.options):
            del column[number:]
        for listed in (self.names, self.named, self.sets):
            del listed[number:]
        del self.known[number * self.formats.words :]
        self.states.cut(number)

    def copy(self) -> TrajectorySteps:
        """Return an independent copy."""
        other = TrajectorySteps(self.formats, self.first)
        other.chosen, other.seeds, other.options = self.chosen[:], self.seeds[:], self.options[:]
        other.names, other.named, other.sets = self.names[:], self.named[:], self.sets[:]
        other.known, other.states = self.known[:], self.states.copy()
        return other

    def append_traced(
        self, traced: TracedSteps, seeds: array[int], names: list[Permutations], named: list[bytes]
    ) -> None:
        """Append the steps `traced`, replayed by the engine's tracer.

        `seeds`, `names` and `named` may be longer than the replay.
        """
        number, count = len(self), len(traced.chosen)
        self.chosen += traced.chosen
        self.options += traced.options
        self.seeds += seeds[:count]
        self.names += names[:count]
        self.named += named[:count]
        self.sets += traced.sets
        self.known += traced.known
        if number:
            self.states.overwrite(number, traced.states)
        else:
            self.states = traced.states


def bits_of_words(words: Iterable[int]) -> int:
    """Return a set of cards as bits, joined from its 64-bit words."""
    return sum(word << 64 * at for at, word in enumerate(words))


def bits_of(cards: Iterable[int]) -> int:
    """Return a set of cards as an integer with one bit for each card."""
    return sum(1 << card for card in cards)


@lru_cache(1 << 12)
def cards_of(bits: int) -> tuple[int, ...]:
    """Return the cards of a bit set, in ascending order."""
    return tuple(card for card in range(bits.bit_length()) if bits >> card & 1)
