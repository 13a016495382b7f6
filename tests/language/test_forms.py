"""Every form of the language does what its scenarios promise, and the same on both engines."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

import rulewright
from engines.kit import Lockstep, module_of
from ir.verify import verify
from perft.games import Way
from rulewright.testing.scenarios import ScenarioRef, find_scenarios, run_scenario

FOLDER = Path(__file__).parent / "forms"
EDITION = "language/forms/forms.yaml"


@pytest.mark.parametrize("ref", find_scenarios(FOLDER), ids=lambda ref: ref.title)
def test_scenarios_of_forms_hold(ref: ScenarioRef) -> None:
    """What the rule files beside this test promise."""
    result = run_scenario(ref)
    assert result.passed, f"{result.place}: {result.message} {result.actual}"


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.rotating
def test_games_that_rules_end_are_the_same_on_both_engines(players: int) -> None:
    pytest.importorskip("wasmtime")
    both = Lockstep.of(verify(module_of(Way(EDITION, players))))

    for seed in range(12):
        both.play(seed)
    both.play_whole(range(40))

    assert both.decisions
    assert not both.given_up


def test_what_is_chosen_at_once_is_seen_by_nobody_else() -> None:
    """Only a row shows its length, as others see which question a player is asked."""
    rules = rulewright.load(FOLDER / "forms.yaml")
    tried: dict[str, int] = {}
    for seed in range(12):
        game, chance = rules.new_game(2, seed=seed), Random(seed)
        while (decision := game.decision) is not None:
            if decision.kind.startswith("market.") and decision.player == 0:
                after = [game.copy() for _ in decision.options]
                for option, tree in enumerate(after):
                    tree.choose(option)
                seen = {
                    (tree.decision.kind, json.dumps(tree.seat(1), sort_keys=True))
                    for tree in after
                    if tree.decision is not None and tree.decision.player == 0
                }
                assert len(seen) <= (2 if decision.kind == "market.trinket" else 1), decision.kind
                tried[decision.kind] = max(len(after), tried.get(decision.kind, 0))
            game.choose(chance.randrange(len(decision.options)))
    kinds = "choice", "gain", "gifts", "keepsake", "stake", "trinket"
    assert sorted(tried) == [f"market.{kind}" for kind in kinds]
    assert min(tried.values()) > 1


def complaint_of(folder: Path, rules: str, setting: int = 3) -> str:
    """What is said of the game of forms with more rules, when it is made or begins."""
    text = (FOLDER / "forms.rules").read_text(encoding="utf-8")
    (folder / "forms.rules").write_text(text + rules, encoding="utf-8")
    edition = (FOLDER / "forms.yaml").read_text(encoding="utf-8")
    if "card Jar" in rules:
        edition = edition.replace("Jug]", "Jug, Jar]")
    edition += f"settings: {{shares: {setting}}}\n"
    (folder / "forms.yaml").write_text(edition, encoding="utf-8")
    with pytest.raises(rulewright.RulesError) as found:
        rulewright.load(folder / "forms.yaml").new_game(2)
    return str(found.value)


def test_a_division_by_what_is_0_in_an_edition_is_a_complaint(tmp_path: Path) -> None:
    assert "E0623]: in this game `shares` is 0" in complaint_of(tmp_path, "", 0)


def test_a_division_by_0_in_play_stops_the_game(tmp_path: Path) -> None:
    rules = """
at the start of the round
    let the part be 7 divided by (the number of cards in the heap), rounded up
    tell "{part}"
"""
    assert "E0703]: at the start of the game the rules divide by 0" in complaint_of(tmp_path, rules)


def test_what_is_tried_asks_nothing(tmp_path: Path) -> None:
    rules = """
event a player settles some stones
    first lay-down the stones stones

event a player lays-down some stones
    only if my stones is at least the stones

card Jar
    rank 9, suit sun
    printed "Jar"

    means pledge "pledge {card}" to settle some stones, covers 1,
        for each card from cards in my hand
        end the game

power settle at main
    settle 3 stones
"""
    assert "E0622]: a means with `covers` is tried" in complaint_of(tmp_path, rules)


@pytest.mark.parametrize("edition", ["oh-hell", "liars-hand"])
@pytest.mark.rotating
def test_a_game_that_is_over_is_saved_and_dealt_anew_as_it_is(edition: str) -> None:
    game = rulewright.load(edition).new_game(3, seed=4)
    choices = 0
    while (decision := game.decision) is not None:
        game.choose(choices * 7 % len(decision.options))
        choices += 1

    assert rulewright.Game.from_json(game.to_json()) == game
    assert game.determinize(seat=1, seed=3).outcome == game.outcome
