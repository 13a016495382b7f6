"""What `replay` says of games that differ only at their end, and of games whose options are in another order."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulewright
from front.kit import Shell
from front.test_replay import record, resealed, write_house
from rulewright.cli.terminal.files.save_files import SavedGame, read_save, write_save
from rulewright.runtime.session.games import keep_rules


def sung(house: Path, keep: bool) -> Path:
    """A game saved right after the first song, with the file that it is in."""
    rules = rulewright.load(house)
    game = (keep_rules(rules) if keep else rules).new_game(4, 0, told=False)
    while "sing" not in (words := [str(each.data) for each in game.decision.options]):  # type: ignore[union-attr]
        sings = [number for number, word in enumerate(words) if "sing" in word]
        game.choose(sings[0] if sings else 0)
        if sings:
            break
    write_save(house.parent / "sung.json", SavedGame(game, 0, "random"))
    return house.parent / "sung.json"


def gold_in(save: Path) -> list[int]:
    seen = read_save(save).game.state.seen
    return [seen.value("gold", seat) for seat in range(4)]


@pytest.mark.parametrize("keep", [True, False], ids=["with rules", "without"])
@pytest.mark.rotating
def test_a_game_with_equal_options_and_other_gold_is_not_identical(
    tmp_path: Path, shell: Shell, keep: bool
) -> None:
    house = write_house(tmp_path / "house")
    save = sung(house, keep)
    gold = gold_in(save)
    command = (
        "replay",
        save,
        "--against",
        write_house(tmp_path / "new", gold=2),
        "--migrate",
        "--json",
    )

    data = shell.json(*command)

    assert (data["identical"], data["otherwise"]) == (0, 1)
    (rule,) = data["rules"]
    assert (rule["rule"], rule["place"]) == ("Bard.sing", "bard.rules:4:5")
    assert rule["reason"].endswith(f"{max(gold)} becomes {max(gold) + 1}")
    assert data["migrated"]["carried"] == 0
    assert gold_in(save) == gold


@pytest.mark.rotating
def test_a_game_without_its_rules_and_with_other_gold_is_left(tmp_path: Path, shell: Shell) -> None:
    house = write_house(tmp_path / "house")
    save = sung(house, keep=False)
    before = save.read_text()
    write_house(tmp_path / "house", gold=2)
    data = shell.json("replay", save, "--migrate", "--json")
    assert (data["identical"], data["migrated"]["left"]) == (0, 1)
    assert save.read_text() == before


DANCE = """    power dance "dance" at main
        gain 3 gold
"""


@pytest.mark.rotating
def test_options_in_another_order_are_the_same_choices(tmp_path: Path, shell: Shell) -> None:
    """The game is carried over with what was chosen, though it has another number now."""
    save = sung(write_house(tmp_path / "house", more=DANCE), keep=True)
    gold, choices = gold_in(save), read_save(save).game.decisions
    new = write_house(tmp_path / "new")
    head, power, sing = (new.parent / "bard.rules").read_text().partition("    power sing")
    (new.parent / "bard.rules").write_text(f"{head}{DANCE}{power}{sing}")

    data = shell.json("replay", save, "--against", new, "--migrate", "--json")

    assert data["migrated"]["carried"] == 1
    game = read_save(save).game
    assert gold_in(save) == gold
    assert game.decisions != choices


@pytest.mark.rotating
def test_other_scores_are_told_with_their_line_and_rule(tmp_path: Path, shell: Shell) -> None:
    more = "a player's points is {} more, if the player is complete\n"
    house = write_house(tmp_path / "house", more=more.format(2))
    record(keep_rules(rulewright.load(house)), tmp_path / "games", range(3))
    new = write_house(tmp_path / "new", more=more.format(3))
    data = shell.json("replay", tmp_path / "games", "--against", new, "--json")
    assert data["otherwise"] == 3
    assert [rule["rule"] for rule in data["rules"]] == ["points"]
    assert all(": 2 becomes 3" in game["reason"] for game in data["different"])


@pytest.mark.rotating
def test_a_link_to_a_saved_game_stays_a_link(tmp_path: Path, shell: Shell) -> None:
    save = sung(write_house(tmp_path / "house"), keep=True)
    link = tmp_path / "link.json"
    link.symlink_to(save)
    new = write_house(tmp_path / "new", more="# as before\n")
    data = shell.json("replay", link, "--against", new, "--migrate", "--json")
    assert data["migrated"]["carried"] == 1
    assert link.is_symlink()
    assert save.with_name("sung.json.before").exists()


@pytest.mark.rotating
def test_a_game_whose_choices_lead_elsewhere_is_refused(tmp_path: Path, shell: Shell) -> None:
    save = sung(write_house(tmp_path / "house"), keep=True)
    save.write_text(resealed(save.read_text(), seed=1))
    assert "do not lead to its state" in shell.run("replay", save, exit_code=1).stdout
