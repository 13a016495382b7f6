"""Games with cards besides those of their edition."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import rulewright
from program.chunks import FRAME
from rulewright import Game, Rules, RulesError
from rulewright.language.text import Complaint
from rulewright.runtime.session.rules.internals import inside

HELPERS = {
    "Baker": "wage 2",
    "Cook": "wage 2",
    "Dog": "wage 7",
}
EDITION = """\
edition: farms
rules: [harvest]
cards: [harvest/helpers]
players: 2-4
one-per: {helper: wage}
cast: {field: {Hill: 4, Meadow: 4, Valley: 4}, helper: [Smith, Miller]}
settings: {goal: 2}
"""
REFUSED = """\

refuse "the Dog needs company", if the number of players is 2
    and there is a helper in helpers where its wage is at least 5
"""


@pytest.fixture
def rules(tmp_path: Path) -> Rules:
    helpers = tmp_path / "harvest" / "helpers"
    helpers.mkdir(parents=True)
    frame = FRAME.read_text(encoding="utf-8")
    (tmp_path / "harvest" / "frame.rules").write_text(frame + REFUSED, encoding="utf-8")
    for name, wage in HELPERS.items():
        text = f'helper {name}\n    {wage}\n    printed "{name}"\n    my reach is 1 more\n'
        (helpers / f"{name.lower()}.rules").write_text(text, encoding="utf-8")
    (tmp_path / "farms.yaml").write_text(EDITION, encoding="utf-8")
    return rulewright.load(tmp_path / "farms.yaml")


def helpers_of(game: Game) -> list[str]:
    module = inside(game.rules).compiled(game.players, game.options).module
    return sorted(piece.name for piece in module.pieces if piece.kind == "helper")


def complaint_of(rules: Rules, *cast: str, players: int = 3) -> Complaint:
    with pytest.raises(RulesError) as caught:
        rules.new_game(players, cast=cast)
    (complaint,) = caught.value.complaints
    return complaint


def test_a_card_is_added_and_another_of_its_rank_gives_way(rules: Rules) -> None:
    assert helpers_of(rules.new_game(3)) == ["Miller", "Smith"]
    assert helpers_of(rules.new_game(3, cast=["Baker"])) == ["Baker", "Smith"]
    assert helpers_of(rules.new_game(3, cast=["Dog"])) == ["Dog", "Miller", "Smith"]
    assert helpers_of(rules.new_game(3, cast=["Dog", "Baker", "Dog"])) == ["Baker", "Dog", "Smith"]


def test_a_card_that_is_in_the_cast_anyway_changes_nothing(rules: Rules) -> None:
    game = rules.new_game(3, seed=5, cast=["Miller", "Hill"])

    assert game.cast == ("Miller", "Hill")
    assert game == rules.new_game(3, seed=5)


def test_the_rules_of_an_edition_stay_as_they_are(rules: Rules) -> None:
    game = rules.new_game(3, cast=["Baker"])

    assert "Baker" in game.rules.cards
    assert game.rules.card("Baker").kind == "helper"
    assert "Baker" not in rules.cards
    assert inside(game.rules).digest != inside(rules).digest
    assert rules.with_cast(["Baker"]) is game.rules
    assert rules.new_game(3).rules is rules


def test_all_cards_that_may_be_asked_for(rules: Rules) -> None:
    assert set(rules.castable) >= {"Smith", "Miller", "Hill", "Orchard", *HELPERS}


def test_a_game_is_saved_with_its_cast(rules: Rules) -> None:
    game = rules.new_game(3, seed=2, cast=["Baker"])
    while game.decision is not None and game.made < 3:
        game.choose(0)
    text = game.to_json()
    again = Game.from_json(text)

    assert json.loads(text)["cast"] == ["Baker"]
    assert again == game
    assert again.cast == ("Baker",)
    assert again.copy().cast == ("Baker",)


def test_a_game_is_refused_when_the_rules_of_its_cast_have_changed(
    rules: Rules, tmp_path: Path
) -> None:
    text = rules.new_game(3, cast=["Baker"]).to_json()
    plain = rules.new_game(3, 1).to_json()
    with (tmp_path / "harvest" / "helpers" / "baker.rules").open("a", encoding="utf-8") as file:
        file.write("    my reach is 1 more\n")

    assert Game.from_json(plain) == rules.new_game(3, 1)
    with pytest.raises(RulesError) as caught:
        Game.from_json(text)
    assert [complaint.code for complaint in caught.value.complaints] == ["E0802"]


def test_the_same_seed_plays_the_same_game_with_another_in_between() -> None:
    classic = rulewright.load("classic")
    first = classic.new_game(4, seed=9, cast=["Witch"])
    plain = classic.new_game(4, seed=9)
    second = classic.new_game(4, seed=9, cast=["Witch"])
    for game in (first, plain, second):
        game.playout(1)

    assert first == second != plain
    assert first.outcome is not None


def test_a_card_that_nobody_knows(rules: Rules) -> None:
    complaint = complaint_of(rules, "Bakr")

    assert (complaint.code, complaint.help) == ("E0601", "did you mean `Baker`?")


def test_two_cards_of_one_rank(rules: Rules) -> None:
    complaint = complaint_of(rules, "Baker", "Cook")

    assert complaint.code == "E0615"
    assert complaint.message.startswith("Baker and Cook cannot both be in the game")


def test_a_game_that_the_rules_refuse(rules: Rules) -> None:
    complaint = complaint_of(rules, "Dog", players=2)

    assert (complaint.code, complaint.message) == ("E0610", "the Dog needs company")
    assert rules.new_game(2).decision is not None
    assert rules.new_game(3, cast=["Dog"]).decision is not None


def test_with_options(rules: Rules, tmp_path: Path) -> None:
    more = "options: {bread: {cast: {helper/bakers: [Cook]}}}\n"
    (tmp_path / "farms.yaml").write_text(EDITION + more, encoding="utf-8")
    rules = rulewright.load(tmp_path / "farms.yaml")

    assert helpers_of(rules.new_game(3, options=["bread"])) == ["Cook", "Smith"]
    game = rules.new_game(3, options=["bread"], cast=["Baker"])
    assert helpers_of(game) == ["Baker", "Smith"]
