"""The French summary: which games are refused, the crown by lot, and what is said to be borrowed."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

import rulewright
from conformance.casts import in_game
from rulewright import Game
from rulewright.runtime.session.rules.internals import inside
from tiers import sample

TOO_MANY = "plus de personnages d'origine sont remplacés que l'édition ne le permet"
NO_NINTH = "il y a trop peu de personnages pour ce nombre de joueurs : il en manque un de rang 9"
NO_ROOM = "il y a trop de personnages pour si peu de joueurs"
NO_QUEEN = "la Reine demande au moins cinq joueurs"
REPLACING = [
    "Witch", "Tax Gatherer", "Wizard", "Emperor", "Abbot", "Alchemist", "Navigator", "Diplomat",
]  # fmt: skip


@pytest.fixture(scope="module")
def rules() -> rulewright.Rules:
    return rulewright.load("french")


def cast_of(game: Game) -> list[str]:
    return [card["card"] for card in game.view(None)["cast"]["character"]]


def refused(rules: rulewright.Rules, players: int, *cast: str) -> str:
    with pytest.raises(rulewright.RulesError) as caught:
        rules.new_game(players=players, seed=1, cast=cast)
    (complaint,) = caught.value.complaints
    return complaint.message


@pytest.mark.covers("FR-OBJ-01")
def test_two_to_seven_play_with_eight_characters_and_eight_with_nine(
    rules: rulewright.Rules,
) -> None:
    for players in range(2, 8):
        assert len(in_game(rules, players)) == 8
    assert in_game(rules, 8)[-1] == "Artist"
    for players in (1, 9):
        with pytest.raises(rulewright.RulesError):
            rules.new_game(players=players, seed=1)


@pytest.mark.covers("FR-OBJ-01")
def test_eight_players_with_eight_characters_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "eight.yaml"
    path.write_text(
        "edition: eight\nextends: french\nname: {en: Eight}\nplayers: 8\n"
        "by-players:\n  8: {cast: {character: {remove: [Artist]}}}\n",
        encoding="utf-8",
    )
    with pytest.raises(rulewright.RulesError) as caught:
        rulewright.load(path).new_game(players=8, seed=1)
    assert NO_NINTH in [complaint.message for complaint in caught.value.complaints]


@pytest.mark.sampled(3)
@pytest.mark.covers("FR-EXP-01")
@pytest.mark.parametrize("replacing", REPLACING)
@pytest.mark.rotating
def test_each_new_character_takes_the_place_of_its_rank(
    rules: rulewright.Rules, replacing: str
) -> None:
    plain = in_game(rules, 4)
    names = in_game(rules, 4, cast=[replacing])
    assert [name for name in names if name not in plain] == [replacing]
    assert names.index(replacing) == REPLACING.index(replacing)
    assert len(names) == 8


@pytest.mark.covers("FR-EXP-01")
def test_two_may_be_replaced_and_three_may_not(rules: rulewright.Rules) -> None:
    names = in_game(rules, 5, options=["new-characters"])
    assert names == [
        "Witch", "Thief", "Magician", "King", "Bishop", "Alchemist", "Architect", "Warlord",
    ]  # fmt: skip
    assert refused(rules, 5, "Witch", "Alchemist", "Diplomat") == TOO_MANY


@pytest.mark.covers("FR-EXP-02")
@pytest.mark.rotating
def test_one_of_the_two_of_rank_nine_may_be_added(rules: rulewright.Rules) -> None:
    for players in range(5, 8):
        for ninth in ("Artist", "Queen"):
            names = in_game(rules, players, cast=[ninth])
            assert names[7:] == ["Warlord", ninth]
        with pytest.raises(rulewright.RulesError):
            rules.new_game(players=players, seed=1, cast=["Artist", "Queen"])
    assert in_game(rules, 8, cast=["Queen"])[7:] == ["Warlord", "Queen"]


def test_two_and_three_players_have_no_ninth(rules: rulewright.Rules) -> None:
    assert refused(rules, 2, "Artist") == NO_ROOM
    assert refused(rules, 3, "Artist") == NO_ROOM


@pytest.mark.covers("FR-QUE-03")
def test_the_queen_needs_five_players(rules: rulewright.Rules) -> None:
    assert refused(rules, 4, "Queen") == NO_QUEEN
    assert in_game(rules, 5, cast=["Queen"])[-1] == "Queen"


@pytest.mark.covers("FR-SET-03")
@pytest.mark.rotating
def test_the_first_crown_falls_on_every_seat_alike(rules: rulewright.Rules) -> None:
    begins = Counter(
        decision.player
        for seed in range(2000)
        if (decision := rules.new_game(players=4, seed=seed).decision) is not None
    )
    # Five standard deviations around 500.
    assert all(403 < begins[seat] < 597 for seat in range(4))
    assert sum(begins.values()) == 2000


@pytest.mark.covers("FR-GAP-01")
def test_what_was_lost_is_marked_as_borrowed(rules: rulewright.Rules) -> None:
    edition = inside(rules).edition
    lost = edition.readings["lost-passage"].text.value
    assert all(word in lost for word in ("lost", "2004", "heir", "tie-break", "shorter"))
    heir = edition.options["no-heir"].reading
    assert heir is not None
    assert "borrowed from 2004" in heir.value
    # A shorter game is no rule of this edition, but can be asked for.
    assert "shorter-game" in edition.options
    assert "shorter-game" not in inside(rules).playout_options


@pytest.mark.covers("FR-GAP-02")
def test_the_new_characters_and_the_second_game_both_have_their_edition() -> None:
    lost_cities, expeditions = rulewright.load("lost-cities"), rulewright.load("expeditions")
    assert "Lost Cities" in lost_cities.name
    assert "Witch" in in_game(lost_cities, 4)
    assert "character" not in expeditions.new_game(players=2, seed=1).view(None)["cast"]


def test_a_card_is_explained_as_this_edition_has_it(rules: rulewright.Rules) -> None:
    assert rules.card("Architect").fields["income"] == "noble"
    assert rulewright.load("classic").card("Architect").fields["income"] is None


def test_it_is_told_in_french_unless_asked_otherwise(rules: rulewright.Rules) -> None:
    decision = rules.new_game(players=4, seed=1).decision
    assert decision is not None
    assert decision.prompt == "choisissez un personnage"
    english = rulewright.load("french", lang="en").new_game(players=4, seed=1).decision
    assert english is not None
    assert english.prompt == "choose a character"


@pytest.mark.rotating
def test_random_games_of_many_casts_end(rules: rulewright.Rules) -> None:
    casts = [(), ("Witch", "Navigator"), ("Wizard", "Emperor"), ("Tax Gatherer", "Diplomat"),
             ("Abbot", "Alchemist")]  # fmt: skip
    for players in range(2, 9):
        for cast in sample(casts, every=len(casts)):
            if players == 2 and "Emperor" in cast:
                continue
            game = rules.new_game(players=players, seed=players, cast=cast)
            game.playout(7)
            assert game.outcome is not None
            assert game.outcome.winners
