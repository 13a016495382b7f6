"""Digests of what a seat sees and hears: equal where it is equal, different where it differs."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from dealing.kit import GAMES
from rulewright.runtime.ir.hashing import digest_of
from rulewright.runtime.ir.module import Module
from rulewright.runtime.ir.nodes.ir_types import NO_NUMBER
from rulewright.runtime.observation.observation_digest import (
    digest_of_observation,
    messages_digest,
    option_digest,
)
from rulewright.runtime.observation.observer import EngineTape, Observer
from rulewright.runtime.observation.seat_log import HIDDEN, Observation, messages_to
from rulewright.runtime.python.python_engine import PythonEngine
from rulewright.runtime.session.rules.rulebook import load_rulebook

NAMES = sorted(path.stem for path in GAMES.glob("*.yaml"))

VALUES = (
    (), (0,), (0, 0), (-1,), (1, -1), (-1, 1), ((),), ((), ()), ((0,), 0), (0, (0,)), ((0, 0),),
    (NO_NUMBER,), (2**31,), ((-1, 0),), ((HIDDEN, (3,)),), (((3,), HIDDEN),),
)  # fmt: skip


def test_values_of_other_forms_have_other_digests() -> None:
    assert len({digest_of(value) for value in VALUES}) == len(VALUES)


class Seen:
    """What one seat saw and heard in a game by lot, with the digests."""

    def __init__(self, name: str, seat: int) -> None:
        book = load_rulebook(GAMES / f"{name}.yaml")
        self.engine = PythonEngine(book.module(min(book.edition.players.value)))
        self.eyes = Observer(self.engine, seat)
        self.looks: dict[Observation, int] = {}
        self.options: dict[Any, int] = {}
        self.heard: dict[Any, int] = {}

    def play(self, seed: int) -> None:
        lot, eyes = random.Random(seed), self.eyes
        for state, told in self._stops(seed, lot):
            sees = eyes.visible(state)
            look, heard = eyes.observe(state, sees), messages_to(eyes.seat, eyes.copy_of, told)
            self._note(self.looks, look, digest_of_observation(look, eyes))
            self._note(self.heard, heard, messages_digest(heard))
            for option in self.engine.options(state) if look.decision >= 0 else ():
                shown = eyes.describe_option(sees, option)
                self._note(self.options, shown, option_digest(shown, eyes))

    def _stops(self, seed: int, lot: random.Random) -> Iterator[tuple[Any, list[Any]]]:
        state, tape = self.engine.start(seed, True, True), EngineTape([])
        self.engine.run(state, tape)
        while True:
            yield state, tape.log or []
            if self.engine.snapshot(state).decision < 0:
                return
            tape.log = []
            self.engine.choose(state, tape, lot.choice(self.engine.options(state)))

    def _note(self, into: dict[Any, int], seen: Any, digest: int) -> None:
        assert into.setdefault(seen, digest) == digest


@pytest.mark.parametrize("name", NAMES)
def test_different_looks_options_and_tellings_have_different_digests(name: str) -> None:
    seen = Seen(name, 0)
    for seed in range(6):
        seen.play(seed)

    assert len(seen.looks) > 2
    for each in (seen.looks, seen.options, seen.heard):
        assert len(set(each.values())) == len(each)


def test_what_comes_in_no_order_counts_in_none() -> None:
    eyes = Seen("opened", 0).eyes
    assert True in eyes.orders
    assert False in eyes.orders
    places = tuple((2, ((0,), (1,))) for _ in eyes.orders)
    look = Observation(
        0, 0, ((0, (1,), -1, -1), (0, (2,), -1, -1)), places, (1, 2), ((0, 0, 1, 1),), (3,)
    )
    turned = look._replace(options=look.options[::-1])
    assert digest_of_observation(turned, eyes) == digest_of_observation(look, eyes)

    for at, ordered in enumerate(eyes.orders):
        other = (*places[:at], (2, ((1,), (0,))), *places[at + 1 :])
        same = digest_of_observation(look._replace(places=other), eyes) == digest_of_observation(
            look, eyes
        )
        assert same is not ordered


def test_each_part_of_a_look_counts() -> None:
    eyes = Seen("opened", 0).eyes
    hidden, one, other = (3, (HIDDEN,) * 3), (3, ((1,), HIDDEN, HIDDEN)), (3, ((2,),))
    option, mark = (0, (1,), -1, -1), (0, 0, 1, 1)
    base = Observation(1, 0, (option,), (hidden,) * len(eyes.orders), (1, -1), (mark,), (-2,))
    rest = base.places[1:]
    looks = [
        base,
        base._replace(decision=0, decider=1),
        base._replace(decision=-1),
        base._replace(options=()),
        base._replace(options=(option, option)),
        base._replace(options=((-1, (0,), -1, -1),)),
        base._replace(options=((0, HIDDEN, -1, -1),)),
        base._replace(places=((2, (HIDDEN,) * 2), *rest)),
        base._replace(places=(one, *rest)),
        base._replace(places=(other, *rest)),
        base._replace(kept=(1,)),
        base._replace(kept=(-1, 1)),
        base._replace(kept=(), acting=(1, -1, -2)),
        base._replace(marked=()),
        base._replace(marked=(mark, mark)),
        base._replace(acting=(-1,)),
    ]
    digests = [digest_of_observation(look, eyes) for look in looks]
    assert all(one != other for one, other in pairwise(sorted(digests)))


def test_cards_that_are_not_known_are_only_counted() -> None:
    """So the native engine passes over places with order in which the seat knows no card."""
    eyes = Seen("opened", 0).eyes
    looks = [
        Observation(1, 0, (), ((3, shown),) * len(eyes.orders), (), (), ())
        for shown in ((), (HIDDEN,) * 3)
    ]
    assert digest_of_observation(looks[0], eyes) == digest_of_observation(looks[1], eyes)


RING = """\
game ring

kind card
    starts in the deck

there is a deck of cards, seen by everyone
each card has a shelf of cards, seen by everyone

list of card
    printed "ours"
    name
    Ace
    Cup
    Bow

flow
    move Ace to Bow's shelf
    move Bow to Ace's shelf
    for each player in players
        play turn for the player

phase turn for a player
    choose a pick from cards in Ace's shelf

value a player's points is the number of cards in the deck
outcome by points
"""


def ring(folder: Path, cards: str) -> Module:
    """A table on which two cards lie on each other."""
    (folder / "ring.rules").write_text(RING, encoding="utf-8")
    edition = (
        f"edition: ring\nname: Ring\nrules: [ring.rules]\nplayers: 2\ncast:\n  card: {{{cards}}}\n"
    )
    (folder / "ring.yaml").write_text(edition, encoding="utf-8")
    return load_rulebook(folder / "ring.yaml").module(2)


def test_a_card_that_lies_on_what_lies_on_it_is_told_once(tmp_path: Path) -> None:
    engine = PythonEngine(ring(tmp_path, "Ace: 1, Bow: 1"))
    state, eyes = engine.start(0, asks_forced=True), Observer(engine, 0)
    engine.run(state, EngineTape())

    (option,) = engine.options(state)
    bow = eyes.describe_option(eyes.visible(state), option)[1]
    assert bow == (1, (), ((1, ((0, (), ((1, ((1,),)),)),)),))
