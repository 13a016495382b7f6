"""Decisions made again natively come to what they come to in Python, also with cards that lie elsewhere."""

from __future__ import annotations

from contextlib import nullcontext
from random import Random

import pytest

from engines.kit import GAMES, module_of, native, plain
from perft.games import Way, written
from rulewright.native.engine.native_engine import NativeEngine
from rulewright.runtime.game.random_playouts import SilentTape
from rulewright.runtime.ir.engine_contract import Fault
from rulewright.runtime.python.python_engine import PythonEngine
from tiers import sample

WRITTEN = [Way.named(name) for name in written()]
TABLES = [way for way in WRITTEN if not (way.option or way.cast or way.edition in GAMES)]

pytest.importorskip("wasmtime")

Names = dict[int, tuple[int, ...]]


def exchanged(lot: Random, shuffled: list[tuple[int, ...]], cards: int) -> Names:
    """Some cards of each shuffle, that come to lie where others of it would."""
    found: Names = {}
    for number, pool in enumerate(shuffled):
        some = lot.sample(pool, min(len(pool), 4))
        others = dict(zip(some, lot.sample(some, len(some)), strict=True))
        found[number] = tuple(others.get(card, card) for card in range(cards))
    return found


def retrace_both(python: PythonEngine, engine: NativeEngine, seed: int) -> int:
    """A game by lot, made in both engines with cards that lie elsewhere; how many were shuffled."""
    lot, tapes, count = Random(seed), (SilentTape(), SilentTape()), 0
    row, state = python.start(seed, True, True), engine.start(seed, True, True)
    option = None
    while option is None or python.snapshot(row).decision >= 0:
        shuffled = python.retrace(python.copy(row), SilentTape(), option, {})
        names = exchanged(lot, shuffled, len(python.module.pieces)) if lot.random() < 0.5 else {}
        found = [
            python.retrace(row, tapes[0], option, names),
            engine.retrace(state, tapes[1], option, names),
        ]
        assert found == [shuffled, shuffled]
        assert state.memory is not None
        over = python.snapshot(row).decision < 0
        if over or lot.random() < 0.1:
            assert plain(engine.pack(state)) == plain(python.pack(row))
        if over:
            break
        assert engine.options(state) == tapes[1].options == tapes[0].options
        option = lot.choice(python.options(row))
        count += len(shuffled)
    return count


@pytest.mark.parametrize("way", sample(TABLES, every=75), ids=lambda way: way.name)
@pytest.mark.rotating
def test_what_was_shuffled_lies_as_it_is_named(way: Way) -> None:
    module = module_of(way)
    assert retrace_both(PythonEngine(module), native(module), 5)


def test_a_card_that_was_not_shuffled_cannot_lie_there() -> None:
    module = module_of(Way("classic", 4))
    engine = native(module)
    state = engine.start(1, True, True)
    (cards, *_) = engine.retrace(engine.copy(state), SilentTape(), None, {})
    other = next(card for card in range(len(module.pieces)) if card not in cards)

    tracer = engine.tracer()
    assert tracer is not None
    assert state.memory is not None
    for swapped, fits in ((cards[1], True), (other, False)):
        names = list(range(len(module.pieces)))
        names[cards[0]], names[swapped] = swapped, cards[0]
        assert bool(tracer.retrace(state.memory, None, {0: tuple(names)})) == fits
        with nullcontext() if fits else pytest.raises(Fault):
            engine.retrace(engine.copy(state), SilentTape(), None, {0: tuple(names)})


def test_code_that_replays_is_made_when_it_is_first_wanted() -> None:
    module = module_of(Way("oh-hell", 3))
    asked: list[int] = []

    def none() -> None:
        asked.append(1)

    engine = native(module)
    engine = NativeEngine(engine.native, PythonEngine(module), none)
    state = engine.start(1)
    engine.run(state, SilentTape())
    assert not asked
    for _ in range(2):
        engine.retrace(engine.start(1), SilentTape(), None, {})
    assert asked == [1]
