"""Games that must stay as they are, each told in a digest: nothing of it comes from inside the interpreter.

A way is an edition (by its id, or by its path below `tests/`), a number of players, and perhaps an option or a
cast. `python tests/perft/make.py` writes the digests of all ways down; `test_perft.py` plays them again.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from attrs import frozen

import rulewright
from rulewright import Game, Rules
from rulewright.base.library import find_library

TESTS = Path(__file__).resolve().parents[1]
FILE = Path(__file__).with_name("digests.txt")
SEEDS, OPTION_SEEDS = 20, 3
TINY = ("tiny_game/lanterns.yaml", "language/asking/asking.yaml", "language/payment/payment.yaml")
APART = 6
DRAWN, CASTS, CAST_PLAYERS = "modern", 10, (4, 5, 6, 7)


@frozen
class Way:
    """How a game is set up; its name has no spaces, and is what its line in the file begins with."""

    edition: str
    players: int
    option: str = ""
    cast: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """`classic:5`, `classic:5:shorter-game`, or `modern:5::Witch,Spy…`."""
        cast = ",".join(card.replace(" ", "_") for card in self.cast)
        return ":".join([self.edition, str(self.players), self.option, cast]).rstrip(":")

    @classmethod
    def named(cls, name: str) -> Way:
        """The way of this name."""
        edition, players, option, cast = (*name.split(":"), "", "")[:4]
        cards = tuple(card.replace("_", " ") for card in cast.split(",") if card)
        return cls(edition, int(players), option, cards)

    def new(self, seed: int) -> Game:
        """The game of this seed, not begun."""
        options = (self.option,) if self.option else ()
        return _rules(self.edition).new_game(self.players, seed, options, cast=self.cast)


@cache
def _rules(edition: str) -> Rules:
    return rulewright.load(TESTS / edition if edition in TINY else edition)


def ways() -> Iterator[tuple[Way, int]]:
    """Every way, and how many seeds of it are played."""
    shipped = sorted(path.stem for path in (find_library().root / "editions").glob("*.yaml"))
    for edition in [*shipped, *TINY]:
        low, high = _rules(edition).players
        for players in range(low, high + 1):
            yield Way(edition, players), SEEDS
        for option in _rules(edition).options:
            yield Way(edition, (low + high) // 2, option), OPTION_SEEDS
    for way in _drawn():
        yield way, SEEDS


def _drawn() -> Iterator[Way]:
    """Casts with a character by lot for every rank, each one of those that may sit together."""
    rules, lot = _rules(DRAWN), Random(8)
    by_rank: dict[int, list[str]] = {}
    whole = rules.with_cast(rules.castable)
    for name in rules.castable:
        card = whole.card(name)
        if card.kind == "character":
            by_rank.setdefault(int(str(card.fields["rank"])), []).append(name)
    made = 0
    while made < CASTS:
        cast = tuple(lot.choice(sorted(by_rank[rank])) for rank in sorted(by_rank))
        way = Way(DRAWN, CAST_PLAYERS[made % len(CAST_PLAYERS)], "", cast[: 8 + lot.randrange(2)])
        try:
            way.new(0)
        except rulewright.RulesError:
            continue  # Some need more players than there are, or a ninth.
        yield way
        made += 1


def digest(way: Way, seed: int) -> str:
    """All that a random game shows, as twelve hexadecimal digits."""
    told = hashlib.sha256()
    for part in _shown(way, seed):
        told.update(json.dumps(part, sort_keys=True).encode())
    return told.hexdigest()[:12]


def _shown(way: Way, seed: int) -> Iterator[Any]:
    """Every decision with its options, what was forced, what was told to whom, how it ended."""
    game, lot = way.new(seed), Random(seed)
    while (decision := game.decision) is not None:
        data = [option.data for option in decision.options]
        yield [decision.kind, decision.player, data, game.forced]
        game.choose(lot.randrange(len(data)))
    seats = [None, *range(game.players)]
    for event in game.events:
        yield [event.name, event.rule.name, event.to, [event.text(seat) for seat in seats]]
    outcome = game.outcome
    if outcome is not None:
        yield [outcome.scores, outcome.winners, outcome.reason, outcome.parts]


def digests(way: Way, seeds: int) -> list[str]:
    """The digests of the first seeds of a way."""
    return [digest(way, seed) for seed in range(seeds)]


def line(way: Way, seeds: int) -> str:
    """The line of a way in the file."""
    return " ".join([way.name, *digests(way, seeds)])


def fewer(options: Iterable[Way]) -> list[Way]:
    """Of ways with an option some: each option in every fourth edition that has it, and in one at least."""
    having: dict[str, list[Way]] = {}
    for way in options:
        having.setdefault(way.option, []).append(way)
    return [
        way
        for number, all_ in enumerate(having.values())
        for way in all_[number % min(len(all_), APART) :: APART]
    ]


@cache
def written() -> dict[str, list[str]]:
    """What the file says: the digests of each way by its name."""
    lines = (text.split() for text in FILE.read_text(encoding="utf-8").splitlines())
    return {name: found for name, *found in lines}
