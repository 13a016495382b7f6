"""What only whole games, many seeds or refused games can show of the setup."""

from __future__ import annotations

from collections import Counter

import pytest

import rulewright
from conformance.kit import BONUS, CHARACTERS, drafting, hands, offered, open_cards, play

# ------------------------------------------------------------------ how many may play


@pytest.mark.covers("FFG-OBJ-01")
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6, 7])
def test_the_basic_game_is_for_two_to_seven(classic: rulewright.Rules, players: int) -> None:
    assert classic.new_game(players=players, seed=1).decision is not None


@pytest.mark.covers("FFG-OBJ-01")
@pytest.mark.parametrize("players", [0, 1, 8, 9])
def test_the_basic_game_refuses_other_numbers(classic: rulewright.Rules, players: int) -> None:
    with pytest.raises(rulewright.RulesError):
        classic.new_game(players=players, seed=1)


@pytest.mark.covers("FE-CMP-01")
@pytest.mark.parametrize("players", [3, 4, 5, 6, 7])
def test_the_first_edition_is_for_three_to_seven(
    first_edition: rulewright.Rules, players: int
) -> None:
    assert first_edition.new_game(players=players, seed=1).decision is not None


@pytest.mark.covers("FE-CMP-01")
@pytest.mark.parametrize("players", [1, 2, 8])
def test_the_first_edition_refuses_other_numbers(
    first_edition: rulewright.Rules, players: int
) -> None:
    with pytest.raises(rulewright.RulesError):
        first_edition.new_game(players=players, seed=1)


# ------------------------------------------------------------------ cards and crown


@pytest.mark.sampled(2)
@pytest.mark.covers("FFG-SET-01", "FFG-SET-02", "FE-CMP-03")
@pytest.mark.parametrize("edition", ["classic", "first-edition"])
def test_only_the_eight_characters_are_ever_met(edition: str) -> None:
    met = set()
    for seed in range(10):
        for game in play(rulewright.load(edition).new_game(players=5, seed=seed), seed):
            assert game.decision is not None
            labels = " ".join(option.label for option in game.decision.options)
            assert not [name for name in BONUS if name in labels]
            if drafting(game):
                met |= {*offered(game), *open_cards(game)}
    assert met == set(CHARACTERS)


@pytest.mark.covers("FFG-SET-03")
def test_the_seed_alone_orders_the_deck(classic: rulewright.Rules) -> None:
    def deal(seed: int) -> str:
        return repr(hands(classic.new_game(players=4, seed=seed)))

    assert all(deal(seed) == deal(seed) for seed in range(20))
    assert len({deal(seed) for seed in range(50)}) == 50


@pytest.mark.long
@pytest.mark.covers("FFG-SET-03", "FFG-SET-04")
def test_every_district_is_dealt_as_often_as_it_has_copies(classic: rulewright.Rules) -> None:
    dealt: Counter[str | None] = Counter()
    for seed in range(1000):
        for hand in hands(classic.new_game(players=5, seed=seed)):
            assert len(hand) == 4
            dealt.update(hand)
    copies = {"Manor": 5, "Tavern": 5, "Market": 4, "Palace": 3, "Fortress": 2, "Dragon Gate": 1}
    for name, number in copies.items():
        expected = number * 1000 * 20 / 65
        assert abs(dealt[name] - expected) < 5 * expected**0.5
    assert len(dealt) == 27


@pytest.mark.covers("FFG-SET-06")
def test_the_first_seat_has_the_crown_whatever_the_seed(classic: rulewright.Rules) -> None:
    for seed in range(100):
        game = classic.new_game(players=5, seed=seed)
        assert game.decision is not None
        assert game.decision.player == 0
        assert game.view()["table"]["tracks"]["crown"]["player"] == 0


@pytest.mark.covers("FE-SET-03")
@pytest.mark.rotating
def test_every_seat_has_the_first_crown_equally_often(first_edition: rulewright.Rules) -> None:
    seats: Counter[int] = Counter()
    for seed in range(2000):
        game = first_edition.new_game(players=4, seed=seed)
        assert game.decision is not None
        assert game.decision.player == game.view()["table"]["tracks"]["crown"]["player"]
        seats[game.decision.player] += 1
    assert sorted(seats) == [0, 1, 2, 3]
    assert all(abs(number - 500) < 100 for number in seats.values())


@pytest.mark.covers("FE-CMP-05")
def test_one_player_has_the_crown_at_every_moment(first_edition: rulewright.Rules) -> None:
    holders = set()
    for game in play(first_edition.new_game(players=4, seed=3), 3):
        holders.add(game.view()["table"]["tracks"]["crown"]["player"])
    assert holders <= {0, 1, 2, 3}
    assert len(holders) > 1
