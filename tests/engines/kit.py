"""Two engines side by side: the same module, seeds and choices, and all that can be seen compared."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from random import Random
from typing import Any

import pytest
from attrs import define

from perft.games import TESTS, Way
from rulewright.base.cache import load_cached, store_cached
from rulewright.native.compile_module import native_module
from rulewright.native.engine.native_engine import NativeEngine, NativeState
from rulewright.native.layout.frame_layout import Capacity
from rulewright.runtime.game.random_playouts import SilentTape, play_random_game, ranks_of
from rulewright.runtime.ir.engine_contract import Fault
from rulewright.runtime.ir.module import Module
from rulewright.runtime.python.python_engine import PythonEngine
from rulewright.runtime.session.rules.rulebook import Rulebook, load_rulebook

GAMES = (
    "tiny_game/lanterns.yaml", "language/asking/asking.yaml", "language/payment/payment.yaml",
    "language/numbers/numbers.yaml", "language/powers/powers.yaml", "language/fair/fair.yaml",
    "language/forms/forms.yaml", "language/secrets/secrets.yaml", "language/together/teams.yaml",
    "language/together/lamps.yaml", "language/together/queue.yaml",
)  # fmt: skip
"""Games that are none of those shipped, below `tests`."""


@cache
def book_of(edition: str) -> Rulebook:
    return load_rulebook(TESTS / edition if edition in GAMES else edition)


def module_of(way: Way) -> Module:
    """The module of a way to play, made once for all tests; of a cast that the rules refuse RulesError."""
    book = book_of(way.edition).with_cast(way.cast)
    options = (way.option,) if way.option else ()
    # What can happen in a game is the same in all processes that run tests.
    index = f"module for tests {book.hashes.located} {way.name}"
    module: Module | None = load_cached(index)
    if module is None:
        module = book.module(way.players, options)
        store_cached(index, module)
    return module


def native(module: Module, capacity: Capacity | None = None) -> NativeEngine:
    """The native engine of a module, with a Python engine behind it."""
    return NativeEngine(native_module(module, capacity), PythonEngine(module))


@define
class Lockstep:
    """A Python engine and a native one; what was compared, and how often the native one gave up.

    Whole states are compared at every so many decisions and at the end; options and who decides at each.
    """

    python: PythonEngine
    native: NativeEngine
    every: int = 1
    decisions: int = 0
    given_up: int = 0

    @classmethod
    def of(cls, module: Module, capacity: Capacity | None = None, every: int = 1) -> Lockstep:
        """Both engines of a module."""
        return cls(PythonEngine(module), native(module, capacity), every)

    def play(self, seed: int, playouts: int = 3) -> None:
        """A game by lot, compared at every decision; from some of its middle it is played to the end at once."""
        lot, tape = Random(seed), SilentTape()
        row, state = self.python.start(seed), self.native.start(seed)
        self.python.run(row, tape)
        self.native.run(state, tape)
        self._compare(row, state)
        while self.python.snapshot(row).decision >= 0:
            self.decisions += 1
            options = self.python.options(row)
            assert self.native.options(state) == options, self._where(row)
            if lot.random() * 200 < playouts:
                self._play_out(row, state, lot.getrandbits(64))
            option = lot.choice(options)
            try:
                self.python.choose(row, tape, option)
            except Fault as fault:
                with pytest.raises(Fault, match=re.escape(str(fault))):
                    self.native.choose(state, tape, option)
                raise
            self.native.choose(state, tape, option)
            self._compare(row, state)
        self._compare_calls(row, state)

    def play_whole(self, seeds: Iterable[int]) -> None:
        """Whole games by lot, as they are played many at a time."""
        pairs = [(seed, seed * 7 + 1) for seed in seeds]
        expected = [play_random_game(self.python, *pair) for pair in pairs]
        assert list(self.native.playouts(pairs)) == expected

    def _compare(self, row: Any, state: NativeState) -> None:
        """All that is in two states, and what `look` shows before the whole row is made."""
        self.given_up += state.memory is None
        seen, expected = self.native.snapshot(state), self.python.snapshot(row)
        assert seen.decision == expected.decision
        assert seen.decider == expected.decider
        assert (seen.made, seen.forced) == (expected.made, expected.forced)
        if expected.decision >= 0 and self.decisions % self.every:
            return
        found, wanted = self.native.pack(state), self.python.pack(row)
        if (
            found == wanted
        ):  # mostly, and told in a hundredth of the time that it takes to go through all
            return
        differing = [
            cell
            for cell, pair in enumerate(zip(found, wanted, strict=True))
            if plain(pair[0]) != plain(pair[1])
        ]
        assert not differing, [self._where(row), *((c, found[c], wanted[c]) for c in differing)]

    def _play_out(self, row: Any, state: NativeState, seed: int) -> None:
        row, state, before = self.python.copy(row), self.native.copy(state), self.native.copy(state)
        expected = self.python.playout(row, SilentTape(), seed)
        assert self.native.playout(state, SilentTape(), seed) == expected
        assert self.native.rollout_ranks(before, seed) == ranks_of(self.python, row)
        self._compare(row, state)
        self._compare_calls(row, state)

    def _compare_calls(self, row: Any, state: NativeState) -> None:
        """Scores, their parts, and whatever else is asked from outside for a seat."""
        for name, function in self.python.module.code.functions.items():
            if function.exported and len(function.parameters) <= 1:
                given = range(self.python.module.players) if function.parameters else [None]
                for seat in given:
                    arguments = () if seat is None else (seat,)
                    wanted = self.python.call(row, name, *arguments)
                    assert plain(self.native.call(state, name, *arguments)) == plain(wanted)

    def _where(self, row: Any) -> str:
        number = self.python.snapshot(row).decision
        return self.python.module.decisions[number].name if number >= 0 else "the end"


def plain(value: Any) -> Any:
    """A value in which a yes is 1 and a list a tuple."""
    if isinstance(value, list | tuple):
        return tuple(map(plain, value))
    return int(value) if isinstance(value, bool) else value


def players_of(edition: str) -> Iterator[int]:
    """The numbers of players that an edition is for."""
    numbers = book_of(edition).edition.players.value
    return iter(range(min(numbers), max(numbers) + 1))
