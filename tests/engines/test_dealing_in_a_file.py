"""A game file deals games anew as Python does: a seat cannot tell them from its own."""

from __future__ import annotations

from collections import Counter
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest

import rulewright
from front.kit import Shell
from game.test_dealing_anew import DRAFT, HELD_BACK, SECRET, alike, arrangement, played
from perft.games import TESTS
from properties.kit import state_of
from properties.twins import unknown
from rulewright.game.dealing_anew import Dealer

pytest.importorskip("wasmtime")

from engines.dealing import New, Table, build, check_alike, moved
from engines.reader import GameFile

SHOWN = """
flow
    play bidding
phase bidding
    for each player in players
        the player chooses a bid from 1 to 4
        set the player's savings to the bid
    for each player in players
        the player chooses a look from 1 to 2
        set the player's money to the player's savings
        the player chooses a wink from 1 to 2
        set the player's money to 0
value a player's points is the player's money
outcome by points
"""


@pytest.mark.parametrize(
    ("edition", "players", "share"),
    [
        ("classic", 5, 0.01),
        ("modern", 4, 0.01),
        ("expeditions", 2, 0.03),
        ("oh-hell", 4, 0.05),
        ("liars-hand", 3, 0.2),
        ("tiny_game/lanterns.yaml", 2, 0.3),
    ],
)
def test_a_seat_cannot_tell_the_games_apart(
    shell: Shell, tmp_path: Path, edition: str, players: int, share: float
) -> None:
    """Neither those that were played again nor those that were dealt as they lie; much has moved, and all end.

    What names could be on is what Python finds.
    """
    name = str(TESTS / edition) if "/" in edition else edition
    file, lot = GameFile(build(shell, tmp_path, name, players)), Random(7)
    at = Table.of(file, rulewright.load(name), players, 7)
    changed = hidden = 0
    while at.game.decision is not None:
        if lot.random() < share:
            for seat in range(players):
                assert at.look_back(seat) >= 0
                assert at.could() == Dealer.of(state_of(at.game), seat).apart.could
                for deal in (at.deal, partial(at.determinize, seat)):
                    other = deal(lot.getrandbits(40))
                    check_alike(at.game, other, seat)
                    changed += moved(at.game, other)
                    hidden += len(unknown(state_of(at.game), seat))
                    at.file.call("playout", at.dealt, 3)
                    assert at.file.call("decision", at.dealt) == -1
        at.choose(lot.randrange(len(at.game.decision.options)))

    assert changed > hidden / 5 > 0


def square(found: Counter[Any], each: int) -> float:
    """How far counts lie from being equal, in the measure of chi-square."""
    return sum((count - each) ** 2 for count in found.values()) / each


@pytest.mark.parametrize("choices", [(1, 2, 1), (3, 1, 0, 1), (2, 0, 0, 0)])
def test_all_that_is_possible_is_equally_likely(own: New, choices: tuple[int, ...]) -> None:
    """What was passed on lies with those who came later; who was not called has none of those that were."""
    at = own(DRAFT, 3)
    whole = played(at.rules.new_game(3, 1, ask_forced=True), *choices)
    at.choose(*asked(at.rules, choices))
    for seat in range(3):
        possible = Counter(map(arrangement, alike(at.rules, whole, seat)))
        at.look_back(seat)
        found = Counter(arrangement(at.deal(seed)) for seed in range(60 * len(possible)))

        assert found.keys() == possible.keys()
        assert square(found, 60) < len(possible) + 4 * (2 * len(possible)) ** 0.5


def asked(rules: rulewright.Rules, choices: tuple[int, ...]) -> list[int]:
    """The choices of a game in which single options are asked, without these."""
    game, found = rules.new_game(3, 1, ask_forced=True), list[int]()
    for index in choices:
        assert game.decision is not None
        found += [index] if len(game.decision.options) > 1 else []
        game.choose(index)
    return found


def test_a_secret_number_is_dealt_anew(own: New) -> None:
    at = own(SECRET, 3).choose(2, 0, 3)
    at.look_back(1)
    found = Counter[tuple[int, ...]]()
    for seed in range(480):
        seats = at.deal(seed).whole_view()["seats"]
        found[tuple(seat["tracks"]["savings"] for seat in seats)] += 1

    assert len(found) == 16
    assert {numbers[1] for numbers in found} == {1}
    assert square(found, 30) < 16 + 4 * 32**0.5


def test_a_secret_that_came_out_stays(own: New) -> None:
    """Who has looked shows what was bid; of those who have not nobody can tell."""
    at = own(SECRET, 3).choose(2, 0, 3, 0)
    at.look_back(1)
    dealt = [at.deal(seed).whole_view()["seats"] for seed in range(60)]

    assert {seats[0]["tracks"]["savings"] for seats in dealt} == {3}
    assert {seats[2]["tracks"]["savings"] for seats in dealt} == {1, 2, 3, 4}


def test_a_secret_that_was_shown_for_a_while_stays(own: New) -> None:
    at = own(SHOWN, 3).choose(2, 0, 3, 0, 0)
    assert at.game.whole_view()["seats"][0]["tracks"]["money"] == 0
    at.look_back(1)
    dealt = [at.deal(seed).whole_view()["seats"] for seed in range(60)]

    assert {seats[0]["tracks"]["savings"] for seats in dealt} == {3}
    assert {seats[2]["tracks"]["savings"] for seats in dealt} == {1, 2, 3, 4}


def test_a_secret_that_only_the_code_holds_is_dealt_anew(own: New) -> None:
    """It lies in a frame until all have looked, and comes out only then."""
    at = own(HELD_BACK, 2).choose(2, 0)

    def bids(seat: int) -> set[int]:
        at.look_back(seat)
        ended = [played(at.deal(seed), 0).whole_view()["seats"][0] for seed in range(60)]
        return {seat["tracks"]["money"] for seat in ended}

    assert bids(1) == {1, 2, 3, 4}
    assert bids(0) == {3}


def test_the_same_seed_deals_the_same(own: New) -> None:
    at = own(DRAFT, 3).choose(1, 1)
    at.look_back(2)
    first = [at.row(at.dealt) for seed in range(20) if at.deal(seed)]
    at.look_back(2)
    again = [at.row(at.dealt) for seed in reversed(range(20)) if at.deal(seed)]

    assert first == again[::-1]
    assert len({str(row) for row in first}) == 20  # also chance to come is another
    assert len({arrangement(at.deal(seed)) for seed in range(20)}) > 1


def test_what_looks_the_same_is_dealt_alike(own: New) -> None:
    """So nothing of what a seat cannot know reaches what is dealt to it."""
    at = own(DRAFT, 3)
    choices = (1, 1, 1)
    whole = played(at.rules.new_game(3, 1, ask_forced=True), *choices)
    for seat in range(3):
        dealt = set()
        for other in alike(at.rules, whole, seat):
            one = own(DRAFT, 3).choose(*asked(at.rules, tuple(other.decisions)))
            one.look_back(seat)
            dealt.add(tuple(arrangement(one.deal(seed)) for seed in range(10)))
        assert len(dealt) == 1


def test_without_a_past_cards_change_places_as_they_lie(own: New) -> None:
    at = own(DRAFT, 3).choose(1, 1, 1)
    dealt = {arrangement(at.determinize(0, seed)) for seed in range(60)}

    assert len(dealt) > 3
    assert all(other[0] == arrangement(at.game)[0] for other in dealt)
    at.look_back(0)
    assert {arrangement(at.deal(seed)) for seed in range(60)} < dealt


def test_a_dealt_game_is_looked_back_on_like_another(own: New) -> None:
    """Its reader may go on from it: it is the first state of a course of its own."""
    at = own(DRAFT, 3).choose(1)
    at.look_back(0)
    at.deal(3)
    at.file.call("copy", at.first, at.dealt)
    game = at.python(at.first)
    at.made.clear()

    assert at.look_back(1) == 0
    check_alike(game, at.deal(4), 1)


@pytest.mark.parametrize("wrong", [-1, 99])
def test_choices_that_were_none_are_told(own: New, wrong: int) -> None:
    at = own(DRAFT, 3).choose(1)
    at.made.append(wrong)

    assert at.look_back(0) == -1


@pytest.mark.parametrize("seat", [-1, 3])
def test_there_is_no_such_seat(own: New, seat: int) -> None:
    at = own(DRAFT, 3)
    with pytest.raises(Exception, match="unreachable"):
        at.look_back(seat)
