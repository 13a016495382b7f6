"""Casts with bonus characters: which are refused and why, and what only whole games show of them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import pytest

import rulewright
from conformance.casts import in_game
from rulewright import Game
from tiers import LONG, sample

ORIGINAL = (
    "Assassin", "Thief", "Magician", "King", "Bishop", "Merchant", "Architect", "Warlord",
)  # fmt: skip
BONUS = (
    "Witch", "Tax Gatherer", "Wizard", "Emperor", "Abbot", "Alchemist", "Navigator", "Diplomat",
)  # fmt: skip
NINTH = ("Artist", "Queen")
EDITIONS = ("lost-cities", "achiles")
TOO_MANY = "more of the original characters are replaced than the edition allows"
NO_NINTH = "there are too few characters for this number of players: one of rank 9 is missing"
NO_ROOM = "there are too many characters for so few players"


@pytest.fixture(scope="module", params=EDITIONS)
def rules(request: pytest.FixtureRequest) -> rulewright.Rules:
    return rulewright.load(request.param)


@pytest.fixture(scope="module")
def lost_cities() -> rulewright.Rules:
    return rulewright.load("lost-cities")


def cast_of(game: Game, looker: int | None = None) -> list[str]:
    """The characters of a game, as a seat reads them in its view."""
    return [card["card"] for card in game.view(looker)["cast"]["character"]]


def with_originals(*cast: str) -> list[str]:
    """The cards, and the original characters whose place nobody among them takes."""
    ranks = {BONUS.index(name) for name in cast if name in BONUS}
    return [*(name for rank, name in enumerate(ORIGINAL) if rank not in ranks), *cast]


def refused(rules: rulewright.Rules, players: int, *cast: str) -> str:
    with pytest.raises(rulewright.RulesError) as caught:
        rules.new_game(players=players, seed=1, cast=cast)
    (complaint,) = caught.value.complaints
    assert complaint.code == "E0610"
    assert complaint.span is not None
    return complaint.message


# ------------------------------------------------------------------ who may be in a game


@pytest.mark.sampled(2)
@pytest.mark.covers("OWN-LC-CHARACTERS", "ACH-CMP-03")
@pytest.mark.rotating
def test_there_are_eighteen_characters_two_for_each_rank(rules: rulewright.Rules) -> None:
    ranks: dict[object, list[object]] = {}
    for name in (*ORIGINAL, *BONUS, *NINTH):
        fields = rules.with_cast([name]).card(name).fields
        ranks.setdefault(fields["rank"], []).append(fields["bonus"])
    assert ranks == {**{rank: [False, True] for rank in range(1, 9)}, 9: [True, True]}


@pytest.mark.covers("FFG-EXP-01", "ACH-EXP-01", "OWN-LC-SAME-RANK")
@pytest.mark.parametrize("number", range(8) if LONG else (0, 5))
def test_each_original_character_can_be_replaced(rules: rulewright.Rules, number: int) -> None:
    cast = in_game(rules, 6, cast=with_originals(BONUS[number]))
    expected = list(ORIGINAL)
    expected[number] = BONUS[number]
    assert [name for name in cast if name not in NINTH] == expected


@pytest.mark.covers("FFG-EXP-01", "ACH-EXP-01")
@pytest.mark.parametrize(("first", "second"), sample([*combinations(range(8), 2)], every=28))
def test_any_two_can_be_replaced(lost_cities: rulewright.Rules, first: int, second: int) -> None:
    cast = with_originals(BONUS[first], BONUS[second])
    named = in_game(lost_cities, 4, cast=cast)
    assert sum(name in BONUS for name in named) == 2
    assert len(named) == 9


@pytest.mark.covers("OWN-LC-AT-MOST-TWO", "ACH-EXP-01")
def test_a_third_replacement_is_refused(rules: rulewright.Rules) -> None:
    assert refused(rules, 4, "Witch", "Alchemist", "Wizard") == TOO_MANY
    assert refused(rules, 7, "Witch", "Alchemist", "Diplomat", "Artist") == TOO_MANY


@pytest.mark.sampled(2)
@pytest.mark.covers("OWN-LC-AT-MOST-TWO")
@pytest.mark.rotating
def test_characters_of_the_revised_edition_replace_others_too(rules: rulewright.Rules) -> None:
    assert refused(rules, 4, "Witch", "Alchemist", "Spy") == TOO_MANY
    assert refused(rules, 4, "Magistrate", "Blackmailer", "Seer") == TOO_MANY
    assert {"Witch", "Spy"} < {*in_game(rules, 4, cast=["Witch", "Spy"])}
    three = ["Magistrate", "Blackmailer", "Seer"]
    assert {*three} < {*in_game(rules, 4, cast=three, options=["many-bonus"])}


@pytest.mark.covers("OWN-LC-AT-MOST-TWO")
def test_a_group_may_agree_to_more(rules: rulewright.Rules) -> None:
    cast = [*BONUS, "Queen"]
    assert in_game(rules, 5, cast=cast, options=["many-bonus"]) == cast


@pytest.mark.covers("FFG-EXP-03", "ACH-EXP-02", "ACH-SET-01")
@pytest.mark.parametrize("players", [4, 5, 6, 7])
@pytest.mark.rotating
def test_one_of_the_ninth_may_be_added(rules: rulewright.Rules, players: int) -> None:
    names = in_game(rules, players, cast=["Artist"])
    assert len(names) == 9
    assert names[-1] == "Artist"
    if players >= 5:
        names = in_game(rules, players, cast=["Queen"])
        assert names[-2:] == ["Warlord", "Queen"]
        with pytest.raises(rulewright.RulesError):
            rules.new_game(players=players, seed=1, cast=["Artist", "Queen"])


@pytest.mark.covers("FFG-EXP-10", "ACH-EXP-02")
def test_the_queen_needs_five_players(rules: rulewright.Rules) -> None:
    assert refused(rules, 4, "Queen") == "the Queen needs at least five players"
    assert in_game(rules, 5, cast=["Queen"])[-1] == "Queen"


@pytest.mark.covers("FFG-EMP-05")
def test_the_emperor_needs_three_players(lost_cities: rulewright.Rules) -> None:
    message = refused(lost_cities, 2, "Assassin", "Emperor")
    assert message == "the Emperor needs at least three players"
    assert "Emperor" in in_game(lost_cities, 3, cast=["Assassin", "Emperor"])


def test_two_and_three_players_of_2004_have_no_ninth(lost_cities: rulewright.Rules) -> None:
    assert refused(lost_cities, 2, "Artist") == NO_ROOM
    assert refused(lost_cities, 3, "Artist") == NO_ROOM


@pytest.mark.covers("OWN-LC-EIGHT-PLAYERS", "OWN-ACH-EIGHT-NEED-NINE", "ACH-OBJ-01")
def test_eight_players_need_a_ninth_character(rules: rulewright.Rules) -> None:
    for ninth in NINTH:
        assert in_game(rules, 8, cast=[ninth])[-1] == ninth
    assert len(in_game(rules, 8)) == 9


@pytest.mark.covers("OWN-LC-EIGHT-PLAYERS", "OWN-ACH-EIGHT-NEED-NINE")
@pytest.mark.parametrize("edition", EDITIONS)
def test_eight_players_without_it_are_refused(edition: str, tmp_path: Path) -> None:
    path = tmp_path / "eight.yaml"
    path.write_text(
        f"edition: eight\nextends: {edition}\nname: {{en: Eight}}\nplayers: 8\n"
        "by-players:\n  8: {cast: {character: {remove: [Artist]}}}\n",
        encoding="utf-8",
    )
    with pytest.raises(rulewright.RulesError) as caught:
        rulewright.load(path).new_game(players=8, seed=1)
    assert NO_NINTH in [complaint.message for complaint in caught.value.complaints]


@pytest.mark.covers("ACH-OBJ-01")
def test_achiles_is_for_three_to_eight() -> None:
    rules = rulewright.load("achiles")
    for players in range(3, 9):
        assert len(in_game(rules, players)) >= 8
    for players in (2, 9):
        with pytest.raises(rulewright.RulesError):
            rules.new_game(players=players, seed=1)


# ------------------------------------------------------------------ what all can see


@pytest.mark.covers("FFG-CMP-06", "OWN-LC-COUNTERS")
@pytest.mark.rotating
def test_everybody_always_sees_who_is_in_the_game(lost_cities: rulewright.Rules) -> None:
    expected = [
        "Witch", "Thief", "Magician", "King", "Bishop", "Alchemist", "Architect", "Warlord",
        "Artist",
    ]  # fmt: skip
    for game in played(lost_cities.new_game(players=4, seed=4), 4):
        assert all(cast_of(game, looker) == expected for looker in (None, 0, 1, 2, 3))


def played(game: Game, seed: int) -> Iterator[Game]:
    """The game before each choice, made by lot."""
    lot = random.Random(seed)
    while (decision := game.decision) is not None:
        yield game
        game.choose(lot.randrange(len(decision.options)))


# ------------------------------------------------------------------ achiles is 2004 but for a few cells


@pytest.mark.covers("ACH-GAP-01")
def test_achiles_has_no_power_or_district_of_its_own() -> None:
    """Both editions read the same rules; only what the document of achiles says differs."""
    achiles, classic = rulewright.load("achiles"), rulewright.load("classic")
    for name in (*ORIGINAL, "Dragon Gate", "Haunted City", "Library"):
        assert achiles.card(name) == classic.card(name)
        assert "achiles" not in " ".join(achiles.card(name).cites)


# ------------------------------------------------------------------ whole games


@pytest.mark.covers("OWN-ACH-WINNER")
def test_most_points_win_and_ties_are_those_of_2004() -> None:
    ties = 0
    for end in rulewright.load("achiles").playouts(150, 6):
        best = max(end.scores)
        assert {end.scores[seat] for seat in end.winners} == {best}
        ties += len(end.winners) < end.scores.count(best)
    assert ties > 0


CASTS = [
    (),
    ("Tax Gatherer", "Wizard", "Queen"),
    ("Emperor", "Abbot", "Navigator", "Diplomat"),
    ("Assassin", "Tax Gatherer", "Merchant", "Diplomat"),
    (*BONUS,),
    (*BONUS, "Queen"),
]


@pytest.mark.sampled(4)
@pytest.mark.parametrize("cast", CASTS, ids=lambda cast: "+".join(cast) or "default")
@pytest.mark.parametrize("players", range(2, 9) if LONG else (2, 7))
@pytest.mark.rotating
def test_random_games_of_many_casts_end(
    lost_cities: rulewright.Rules, players: int, cast: tuple[str, ...]
) -> None:
    if players < 5:
        cast = tuple(name for name in cast if name != "Queen")
    if players == 2:
        cast = tuple(name for name in cast if name != "Emperor")
    for seed in range(3 if LONG else 1):
        game = lost_cities.new_game(players, seed, options=["many-bonus"], cast=cast)
        for _ in played(game, seed):
            pass
        assert game.outcome is not None
        assert game.outcome.winners
