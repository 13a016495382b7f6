"""Warrants and threats: which one is signed or laced only its giver knows, until it is shown by rule.

Games are cut in two (or three) where the marker is laid: in each of them it lies under another character. Then
they are played on by the same choices, and have to look the same to everybody else: what a seat sees, what it
is told, who is asked when, what and among which options.
"""

from __future__ import annotations

import random
from collections import Counter

import pytest
from attrs import field, frozen, mutable

from properties.kit import FACTOR, rules, seen_options
from rulewright import Game
from tiers import LONG


@frozen
class Marker:
    """Who lays it: the power, the question where it lies, the questions that can bring it to light."""

    character: str
    power: str
    laid: str
    shown: str


MARKERS = [
    Marker("Magistrate", "sign", "Magistrate.sign.culprit", "confiscate"),
    Marker("Blackmailer", "threaten", "Blackmailer.threaten.victim", "unveil"),
]


@mutable
class Twins:
    """Games that differ in the place of the marker alone."""

    marker: Marker
    giver: int
    games: list[Game]
    told_before: int
    seen: Counter[str] = field(factory=Counter)

    def compare(self) -> None:
        """Nobody but the giver can tell them apart."""
        first, *others = self.games
        for seat in {None, *range(first.players)} - {self.giver}:
            view, story = first.view(seat), self.told_to(first, seat)
            for other in others:
                assert other.view(seat) == view
                assert self.told_to(other, seat) == story
        self.told_before = len(first.events)
        asked = first.decision
        for decision in (other.decision for other in others):
            if asked is None or decision is None:
                assert asked is decision
                continue
            assert (decision.player, decision.kind) == (asked.player, asked.kind)
        if not self.is_asked_for_it():
            for other in others:
                assert seen_options(other) == seen_options(first)
        self.seen["positions"] += 1

    def told_to(self, game: Game, seat: int | None) -> list[str]:
        """What a seat has been told since the last look."""
        return [event.text(seat) for event in game.events_since(self.told_before)]

    def is_asked_for_it(self) -> bool:
        """Whether the giver is asked whether to show the marker."""
        decision = self.games[0].decision
        if decision is None or decision.kind.split(".")[-1] != self.marker.shown:
            return False
        assert decision.player == self.giver
        return True

    def part(self, chance: random.Random) -> None:
        """The giver shows it, or not. Games in which it comes to light are no more compared."""
        labels = [[label for label, _ in seen_options(game)] for game in self.games]
        self.seen["asked"] += 1
        wanted = "no" if chance.random() < 0.7 else "yes"
        if wanted == "yes" and all(wanted in there for there in labels):
            self.seen["shown"] += 1
            self.games = []
            return
        able = [wanted in there for there in labels]
        assert wanted == "no" or sum(able) <= 1
        self.seen["shown"] += able.count(True) if wanted == "yes" else 0
        rest = [
            game for game, can in zip(self.games, able, strict=True) if wanted == "no" or not can
        ]
        for game in rest:
            game.choose([label for label, _ in seen_options(game)].index("no"))
        self.games = rest

    def play_round(self, chance: random.Random) -> None:
        """Play on to the next round, in step."""
        number = self.games[0].counter("round")
        while len(self.games) > 1 and self.games[0].counter("round") == number:
            self.compare()
            if self.games[0].decision is None:
                return
            if self.is_asked_for_it():
                self.part(chance)
                continue
            index = chance.randrange(len(self.games[0].decision.options))
            for game in self.games:
                game.choose(index)
        if len(self.games) > 1:
            self.compare()
            assert len({str(game.view(self.giver)) for game in self.games}) == 1
            self.seen["forgotten"] += 1


def twins_of(game: Game, marker: Marker) -> Twins:
    """The games that begin with a choice of the marker's place."""
    decision = game.decision
    assert decision is not None
    copies = [game.copy() for _ in decision.options]
    for index, copy in enumerate(copies):
        copy.choose(index)
    assert len({str(copy.view(decision.player)) for copy in copies}) == len(copies)
    return Twins(marker, decision.player, copies, len(game.events))


def laying(game: Game, marker: Marker, chance: random.Random) -> None:
    """Play to where the marker is laid, which is done whenever it can be; or to the end."""
    while (decision := game.decision) is not None and decision.kind != marker.laid:
        powers = [option.data.get("power") for option in decision.options]
        at_random = chance.randrange(len(powers))
        game.choose(powers.index(marker.power) if marker.power in powers else at_random)


CASTS: dict[str, list[str]] = {
    "Magistrate": ["Magistrate", "Wizard", "Alchemist", "Architect"],
    "Blackmailer": ["Blackmailer", "Witch", "Navigator"],
}


@pytest.mark.sampled(3)
@pytest.mark.covers("MOD-INFO-07", "MOD-MAGISTRATE-11", "MOD-X-INFO-01")
@pytest.mark.parametrize("players", [2, 3, 4, 5, 7] if LONG else [2, 3, 5])
@pytest.mark.parametrize("marker", MARKERS, ids=lambda marker: marker.character)
@pytest.mark.rotating
def test_nobody_learns_where_the_marker_lies(marker: Marker, players: int) -> None:
    seen: Counter[str] = Counter()
    for seed in range(3 * FACTOR):
        chance = random.Random(seed)
        game = rules("modern").new_game(players, seed, cast=CASTS[marker.character])
        for _ in range(3):
            laying(game, marker, chance)
            if game.decision is None:
                break
            twins = twins_of(game, marker)
            twins.play_round(chance)
            seen += twins.seen
            game.choose(0)
    assert seen["positions"] > 40
    assert seen["asked"] > 0
    assert seen["shown"] + seen["forgotten"] > 2
