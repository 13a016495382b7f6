"""`Game.determinize`: a game that a seat cannot tell from this one, with all else dealt anew."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest

import rulewright
from game.kit import make_rules, texts
from rulewright import Game, Rules
from rulewright.runtime.session.native_backend import EngineName
from rulewright.runtime.session.rules.internals import inside
from tiers import LONG

DRAFT = """
there is a bowl of fruits, seen by the guest
a fruit may be marked, seen by the guest

flow
    play picking
    play calling
phase picking
    move all fruits in the crate to the bowl
    for each player in players
        set the guest to the player
        the player chooses a treat from fruits in the bowl
        move the treat to the player's basket
        tell "{player} take(s) {treat}"
    set the guest to nobody
phase calling
    for each fruit in fruits
        if the fruit is in any basket
            the fruit's owner chooses a bid from 1 to 2
            set the fruit's owner's money to the bid
value a player's points is the player's money
outcome by points
"""

SECRET = """
flow
    play bidding
phase bidding
    for each player in players
        the player chooses a bid from 1 to 4
        set the player's savings to the bid
        the player gains some-luck
    for each player in players
        the player chooses a look from 1 to 2
        set the player's money to the player's savings
event a player gains some-luck
    set the guest to me
value a player's points is the player's money
outcome by points
"""


EACH = 40 if LONG else 16
"""How often each deal should come up where that is looked at."""


@pytest.fixture
def draft(tmp_path: Path) -> Rules:
    return make_rules(tmp_path, DRAFT, "Apple: 1, Lemon: 1, Cherry: 1")


def played(game: Game, *choices: int) -> Game:
    for index in choices:
        game.choose(index)
    return game


def arrangement(game: Game) -> tuple[Any, ...]:
    """Which fruit everybody has, and what was left."""
    view = game.whole_view()
    zones = [seat["zones"]["basket"] for seat in view["seats"]]
    return tuple(card["name"] for zone in zones for card in zone["cards"])


def observed(rules: Rules, choices: tuple[int, ...], seat: int) -> list[Any]:
    """All that a seat sees of a game from its beginning."""
    game = rules.new_game(3, 1, ask_forced=True)
    found = [game.view(seat)]
    for index in choices:
        if game.decision is None or index >= len(game.decision.options):
            return []
        game.choose(index)
        found.append(game.view(seat))
    return found


def alike(rules: Rules, game: Game, seat: int) -> Iterator[Game]:
    """All games with other choices of others that look the same to a seat from their beginning."""
    expected = observed(rules, tuple(game.decisions), seat)
    for choices in product(range(4), repeat=len(game.decisions)):
        if observed(rules, choices, seat) == expected:
            yield played(rules.new_game(3, 1, ask_forced=True), *choices)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("seat", [0, 1, 2])
@pytest.mark.parametrize("choices", [(1, 2, 1), (3, 1, 0, 1), (2, 0, 0, 0)])
@pytest.mark.rotating
def test_all_that_is_possible_is_equally_likely(
    draft: Rules, choices: tuple[int, ...], seat: int
) -> None:
    """What was passed on lies with those who came later; who was not called has none of those that were."""
    game = played(draft.new_game(3, 1, ask_forced=True), *choices)
    possible = Counter(map(arrangement, alike(draft, game, seat)))
    tries = EACH * len(possible)
    found = Counter(arrangement(game.determinize(seat, seed)) for seed in range(tries))

    assert found.keys() == possible.keys()
    assert set(possible.values()) == {1}
    square = sum((count - EACH) ** 2 for count in found.values()) / EACH
    assert square < len(possible) + 4 * (2 * len(possible)) ** 0.5


@pytest.mark.long
def test_a_secret_number_is_dealt_anew(tmp_path: Path) -> None:
    game = played(make_rules(tmp_path, SECRET).new_game(3, 1), 2, 0, 3)
    found = Counter[tuple[int, ...]]()
    for seed in range(16 * EACH):
        other = game.determinize(1, seed)
        seats = other.whole_view()["seats"]
        found[tuple(seat["tracks"]["savings"] for seat in seats)] += 1
        assert other.view(1) == game.view(1)
    assert len(found) == 16
    assert {numbers[1] for numbers in found} == {1}
    assert sum((count - EACH) ** 2 for count in found.values()) / EACH < 16 + 4 * 32**0.5


@pytest.mark.parametrize("engine", ["python", "native"])
@pytest.mark.rotating
def test_nothing_tells_a_seat_the_games_apart(engine: EngineName) -> None:
    if engine == "native":
        pytest.importorskip("wasmtime")
    rules = rulewright.load("classic")
    for seed, part in ((1, 6), (2, 20)):
        game = rules.new_game(
            max(rules.players[0], 2), seed, told=engine == "python", engine=engine
        )
        lot = [index for record in [game.copy()] for index in ends(record, seed)]
        played(game, *lot[:part])
        for seat in range(game.players):
            check_alike(game, seat)


def ends(game: Game, seed: int) -> list[int]:
    game.playout(seed)
    return game.decisions


def check_alike(game: Game, seat: int) -> None:
    """View, options, story, who decides and the log are equal, and every place has cards of the same kinds."""
    other = game.determinize(seat, 5)
    assert other.view(seat) == game.view(seat)
    assert texts(other, seat) == texts(game, seat)
    assert other.log(seat) == game.log(seat)
    one, two = game._at, other._at
    assert [one.seen.decision, one.decider] == [two.seen.decision, two.decider]
    row, dealt = one.engine.pack(one.state), two.engine.pack(two.state)
    module = one.game.module
    for zone in module.zones.values():
        for cell in zone.run.cells:
            kinds = {module.pieces[card].kind for card in row[cell]}
            assert {module.pieces[card].kind for card in dealt[cell]} == kinds
            assert all(dealt[module.layout.place + card] == cell for card in dealt[cell])
    assert rulewright.load(inside(game.rules).source).game_from_json(other.to_json()) == other


def test_the_same_seed_deals_the_same(draft: Rules) -> None:
    game = played(draft.new_game(3, 1), 1, 1, 1)
    assert game.determinize(0, 4) == game.determinize(0, 4)
    dealt = {arrangement(game.determinize(0, seed)) for seed in range(30)}
    assert len(dealt) > 1


@pytest.mark.rotating
def test_what_looks_the_same_is_dealt_alike(draft: Rules) -> None:
    """So nothing of what a seat cannot know reaches what is dealt to it."""
    game = played(draft.new_game(3, 1, ask_forced=True), 1, 1, 1)
    for seat in range(3):
        for other in alike(draft, game, seat):
            for seed in range(10):
                assert other.determinize(seat, seed) == game.determinize(seat, seed)


def test_the_dealt_story_names_nothing_that_the_seat_was_not_told(draft: Rules) -> None:
    game = played(draft.new_game(3, 1), 1, 1, 1)
    other = game.determinize(0, 1)
    assert texts(other, 0) == texts(game, 0)
    assert texts(other, 1) == ["A takes a card", "B takes a card", "C takes a card"]
    other.playout(1)
    assert other.outcome is not None


def test_a_dealt_game_is_taken_back_no_further_than_it_is_known(draft: Rules) -> None:
    game = played(draft.new_game(3, 1), 1, 1, 1)
    other = game.determinize(1, 1)
    while other.decisions:
        other.undo()
    with pytest.raises(rulewright.IllegalChoice):
        other.undo()


@pytest.mark.parametrize("seat", [-1, 3])
def test_there_is_no_such_seat(draft: Rules, seat: int) -> None:
    with pytest.raises(ValueError, match="no seat"):
        draft.new_game(3, 1).determinize(seat, 1)


@pytest.mark.long
def test_a_game_without_a_past_is_dealt_as_it_lies(draft: Rules) -> None:
    """Nobody knows how it came there; what lies together unseen changes places all the same."""
    game = played(draft.new_game(3, 1), 1, 1, 1)
    at = draft.game_from_json(game.to_json())
    at.seed += 1
    dealt = {arrangement(at.determinize(0, seed)) for seed in range(60)}
    assert len(dealt) > len({arrangement(game.determinize(0, seed)) for seed in range(60)})
    assert all(other[0] == arrangement(game)[0] for other in dealt)


HELD_BACK = """
flow
    play bidding
phase bidding
    let the bidder be the seat-one
    the bidder chooses a bid from 1 to 4
    tell "{bidder} has chosen"
    for each player in players
        the player chooses a look from 1 to 2
    set the bidder's money to the bid
value a player's points is the player's money
outcome by points
there is a seat-one, a player, seen by everyone
"""


@pytest.mark.rotating
def test_a_secret_that_only_the_code_holds_is_dealt_anew(tmp_path: Path) -> None:
    """It lies in a frame until all have looked, and comes out only then."""
    game = played(make_rules(tmp_path, HELD_BACK).new_game(2, 1, told=False), 2, 0)
    found = Counter[int]()
    for seed in range(120):
        other = game.determinize(1, seed)
        played(other, 0)
        found[other.whole_view()["seats"][0]["tracks"]["money"]] += 1
    assert found.keys() == {1, 2, 3, 4}
    assert max(found.values()) < 60
    known = {
        played(game.determinize(0, seed), 0).whole_view()["seats"][0]["tracks"]["money"]
        for seed in range(9)
    }
    assert known == {3}
