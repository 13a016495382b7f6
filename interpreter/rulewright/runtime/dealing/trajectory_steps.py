"""The steps of a course, column by column: where many are replaced at once, nothing has to be made of each."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple, Protocol, overload

from rulewright.runtime.game.engine import Engine, State

Names = Mapping[int, Sequence[int]]
"""For shuffles, by their numbers: which card comes to lie where each one would, by the numbers of those."""

Sets = tuple[int, ...]
"""The cards of each shuffle of a step, as bits."""

BEGINNING: Final = -(2**62)
"""What stands for the option of the step with which a game begins: it has none."""


class Step(NamedTuple):
    """How a course comes from one stop to the next: by which option, with which chance; and where it stands then.

    `options` is how many there were to choose from, `shuffled` which cards were shuffled each time that some were,
    `known` the cards that the seat knows at the end, as bits.
    """

    option: int | None
    seed: int
    names: Names
    state: State
    options: int
    shuffled: list[tuple[int, ...]]
    known: int


class States(Protocol):
    """States one after the other; an engine may have a way of its own to keep many."""

    def __len__(self) -> int: ...

    def __getitem__(self, number: int, /) -> State:
        """A state, to be looked at."""

    def append(self, state: State) -> None:
        """One more."""

    def put(self, first: int, others: Any) -> None:
        """Others of their kind take the places of as many, from one on."""

    def cut(self, first: int) -> None:
        """Those from one on are dropped."""

    def copy(self) -> Any:
        """The same, to be changed apart."""

    def places(self, card: int, first: int, end: int) -> Sequence[int]:
        """Where a card lies in each state from one on, before another."""


class ListedStates(list[State]):
    """States in a list."""

    def __init__(self, engine: Engine, states: Sequence[State] = ()) -> None:
        super().__init__(states)
        self.engine = engine

    def put(self, first: int, others: ListedStates) -> None:
        """Others take the places of as many."""
        self[first : first + len(others)] = others

    def cut(self, first: int) -> None:
        """Those from one on are dropped."""
        del self[first:]

    def copy(self) -> ListedStates:
        """The same, to be changed apart."""
        return ListedStates(self.engine, self)

    def places(self, card: int, first: int, end: int) -> list[int]:
        """Where a card lies in each state from one on, before another."""
        return [self.engine.look(state).place(card) for state in self[first:end]]


class Traced(Protocol):
    """What an engine has made of steps: see `Steps`."""

    is_same: bool
    chosen: array[int]
    options: array[int]
    sets: Sequence[Sets]
    known: array[int]
    states: Any


class Forms(NamedTuple):
    """How steps keep things: room for states, names as the engine has them, how many words a set of cards has."""

    states: Callable[[], Any]
    named: Callable[[int, Names], bytes]
    words: int


class Steps(Sequence[Step]):
    """Steps of a course from one on, in columns; a step is made of them when it is asked for.

    `named` are their names as the engine has them, `sets` the cards of each shuffle as bits, `known` those that the
    seat knows, in words of 64 bits, so many for each step.
    """

    def __init__(self, forms: Forms, first: int = 0) -> None:
        self.forms, self.first = forms, first
        self.chosen, self.seeds, self.options = array("q"), array("q"), array("q")
        self.names: list[Names] = []
        self.named: list[bytes] = []
        self.sets: list[Sets] = []
        self.known = array("Q")
        self.states: States = forms.states()

    def __len__(self) -> int:
        return len(self.chosen)

    @overload
    def __getitem__(self, number: int) -> Step: ...
    @overload
    def __getitem__(self, number: slice) -> list[Step]: ...
    def __getitem__(self, number: int | slice) -> Step | list[Step]:
        """A step by its place here, or several."""
        if isinstance(number, slice):
            return [self[each] for each in range(len(self))[number]]
        at = range(len(self))[number]
        option = self.chosen[at]
        return Step(
            None if option == BEGINNING else option,
            self.seeds[at],
            self.names[at],
            self.states[at],
            self.options[at],
            list(map(cards_of, self.sets[at])),
            self.known_after(at),
        )

    def known_after(self, at: int) -> int:
        """The cards that the seat knows after the step with this place here, as bits."""
        words = self.forms.words
        return of_words(self.known[at * words : (at + 1) * words])

    def known_words(self, at: int = 0) -> list[array[int]]:
        """The same of each step from one on: the first words of all, and so on."""
        words = self.forms.words
        return [self.known[at * words + word :: words] for word in range(words)]

    def elements(self) -> list[int]:
        """What the options stand for that were chosen (see `ir.playing.element_of`), of all steps at once."""
        return memoryview(self.chosen).cast("B").cast("i")[::2].tolist()

    def append(self, step: Step) -> None:
        """One more step."""
        self.named.append(self.forms.named(self.first + len(self), step.names))
        self.chosen.append(BEGINNING if step.option is None else step.option)
        self.seeds.append(step.seed)
        self.options.append(step.options)
        self.names.append(step.names)
        self.sets.append(tuple(map(bits_of, step.shuffled)))
        self.known.frombytes(step.known.to_bytes(8 * self.forms.words, "little"))
        self.states.append(step.state)

    def put(self, others: Steps) -> None:
        """Other steps of the course take the places of as many, or of all that there are."""
        first, end = others.first - self.first, others.first - self.first + len(others)
        self.chosen[first:end], self.seeds[first:end] = others.chosen, others.seeds
        self.options[first:end], self.named[first:end] = others.options, others.named
        self.names[first:end], self.sets[first:end] = others.names, others.sets
        self.known[first * self.forms.words : end * self.forms.words] = others.known
        self.states.put(first, others.states)

    def cut(self, number: int) -> None:
        """Those from one on are dropped."""
        for column in (self.chosen, self.seeds, self.options):
            del column[number:]
        for listed in (self.names, self.named, self.sets):
            del listed[number:]
        del self.known[number * self.forms.words :]
        self.states.cut(number)

    def copy(self) -> Steps:
        """The same, to be changed apart."""
        other = Steps(self.forms, self.first)
        other.chosen, other.seeds, other.options = self.chosen[:], self.seeds[:], self.options[:]
        other.names, other.named, other.sets = self.names[:], self.named[:], self.sets[:]
        other.known, other.states = self.known[:], self.states.copy()
        return other

    def take(self, made: Traced, seeds: array[int], names: list[Names], named: list[bytes]) -> None:
        """What an engine has made of steps comes behind these; more may be given than were made."""
        number, count = len(self), len(made.chosen)
        self.chosen += made.chosen
        self.options += made.options
        self.seeds += seeds[:count]
        self.names += names[:count]
        self.named += named[:count]
        self.sets += made.sets
        self.known += made.known
        if number:
            self.states.put(number, made.states)
        else:
            self.states = made.states


def of_words(words: Iterable[int]) -> int:
    """A set of cards as bits, given word by word."""
    return sum(word << 64 * at for at, word in enumerate(words))


def bits_of(cards: Iterable[int]) -> int:
    """Cards as bits."""
    return sum(1 << card for card in cards)


@lru_cache(1 << 12)
def cards_of(bits: int) -> tuple[int, ...]:
    """The cards of a set, by their numbers."""
    return tuple(card for card in range(bits.bit_length()) if bits >> card & 1)
