"""What always holds: every game that breaks it is told, whoever plays it and with whatever engine."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from front.kit import Shell
from rulewright.language.text import RulesError
from rulewright.runtime.game.state import GameState
from rulewright.runtime.session.rules.rulebook import load_rulebook
from rulewright.testing.checks import check_edition
from rulewright.testing.checks.deep_checks import check_deep
from rulewright.testing.scenarios import ScenarioResult, find_scenarios, run_scenario

GAME = """\
game purses

kind coin
    worth: number
    starts in the mint

there is a mint of coins, in order, seen by nobody
there is a box of coins, seen by everyone
each player has a hand of coins, seen by its owner
each player has gold, a number, seen by everyone

value a player's points is the player's gold
outcome by points

flow
    for each player in players
        the player draws
    shuffle the mint
    repeat at most 3 times
        play day

phase day
    for each player in players
        the player acts

event a player draws
    move the top of the mint to my hand

event a player earns some gold
    set my gold to my gold + the gold

event a player acts
    choose
        option earn
            earn 2 gold
        option rest
            do nothing

list of coin
    reading "Ours."
    name worth
    Ten 10
    Six 6
    Two 2
"""
EDITION = """\
edition: purses
name: Purses
rules: [purses.rules]
players: 2
cast: {coin: [Ten, Six, Two]}
"""
POOR = "always, there is no player in players where its gold is more than 4\n"
COINS = (
    "always, the number of coins in the mint + the number of coins in any hand"
    " + the number of coins in the box is 3\n"
)


def written(folder: Path, more: str) -> Path:
    """The edition of the game with more rules."""
    (folder / "purses.rules").write_text(f"{GAME}\n{more}", encoding="utf-8")
    (folder / "purses.yaml").write_text(EDITION, encoding="utf-8")
    return folder / "purses.yaml"


def simulated(edition: Path, *options: str) -> tuple[int, str]:
    """What `simulate` says of 40 games, and its exit code."""
    args = ["simulate", str(edition), "--games", "40", "--jobs", "1", *options]
    ran = Shell(CliRunner()).run(*args, exit_code=None)
    return ran.exit_code, ran.output


@pytest.mark.parametrize("options", [[], ["--engine", "python"], ["--bot", "search-easy"]])
def test_a_simulation_stops_at_the_game_that_breaks_it(tmp_path: Path, options: list[str]) -> None:
    code, told = simulated(written(tmp_path, COINS + POOR), *options)

    assert code == 1
    sentence = POOR.strip()
    line = GAME.count("\n") + 3
    assert f"error[E0704]: `{sentence}` (" in told
    assert f"purses.rules:{line}:9) is not true after the choice `acts" in told
    assert "→ `earns` (" in told
    command = told.partition("to play this game again, run: rulewright ")[2].partition(
        "; options chosen so far: "
    )[0]
    chosen = told.partition("; options chosen so far: ")[2].split("\n")[0]
    again = Shell(CliRunner()).run(*shlex.split(command), exit_code=1)
    assert "E0704" in again.output
    seed = int(command.rpartition(" ")[2])
    assert _breaks_at_the_last(tmp_path / "purses.yaml", seed, [int(n) for n in chosen.split(",")])


def _breaks_at_the_last(edition: Path, seed: int, chosen: list[int]) -> bool:
    game = GameState.start(load_rulebook(edition).with_always().compiled(2), seed)
    for index in chosen[:-1]:
        game.choose(index)
    with pytest.raises(RulesError, match="E0704"):
        game.choose(chosen[-1])
    return True


def test_what_holds_stops_nothing_and_changes_no_game(tmp_path: Path) -> None:
    edition = written(tmp_path, COINS)
    held = load_rulebook(edition).with_always()
    bare = load_rulebook(edition)

    assert simulated(edition)[0] == 0
    assert check_deep(edition, 5, 1) == () or "E0704" not in str(check_deep(edition, 5, 1))
    for seed in range(20):
        games = [GameState.start(book.compiled(2), seed) for book in (held, bare)]
        for game in games:
            game.playout(seed)
        assert games[0].decisions == games[1].decisions


def test_deep_checks_tell_it_at_its_line(tmp_path: Path) -> None:
    edition = written(tmp_path, POOR)

    (found,) = [each for each in check_deep(edition, 10, 1) if each.code == "E0704"]

    assert found.span is not None
    assert found.span.text == POOR.strip().removeprefix("always, ")
    assert "--players 2 --games 1 --seed" in (found.help or "")
    assert "chosen so far: " in (found.help or "")


def test_who_plays_is_not_stopped(tmp_path: Path) -> None:
    game = GameState.start(load_rulebook(written(tmp_path, POOR)).compiled(2), 1)

    for _ in range(6):
        game.choose(0)

    assert not game.waiting


def test_rules_without_it_have_no_other_games(tmp_path: Path) -> None:
    book = load_rulebook(written(tmp_path, ""))

    assert book.with_always() is book
    with_it = load_rulebook(written(tmp_path, POOR))
    assert "always" not in str(with_it.module(2).code)
    assert with_it.with_always().module(2).code != with_it.module(2).code


SCENARIO = """
scenario "Enough is enough"
    in "purses.yaml", 2 players
    given
        set A's gold to {gold}
    when
        A earns 2 gold
    then
        A's gold is {after}
"""


def result_of(tmp_path: Path, more: str) -> ScenarioResult:
    written(tmp_path, more)
    (ref,) = find_scenarios(tmp_path / "purses.rules")
    return run_scenario(ref)


def test_a_scenario_that_breaks_it_fails(tmp_path: Path) -> None:
    found = result_of(tmp_path, POOR + SCENARIO.format(gold=3, after=5))

    assert not found.passed
    assert "E0704" in found.message
    assert "is not true here" in found.message


def test_a_scenario_is_held_to_what_holds_on_its_table(tmp_path: Path) -> None:
    assert result_of(tmp_path, POOR + SCENARIO.format(gold=9, after=11)).passed
    assert result_of(tmp_path, COINS + POOR + SCENARIO.format(gold=1, after=3)).passed


FOR_ALL = "    for each player in players\n        set the player's gold to 7\n"


@pytest.mark.parametrize(
    ("old", "new", "where"),
    [
        ("        the player acts\n", "        set the player's gold to 7\n", "`day`"),
        ("    shuffle the mint\n", FOR_ALL, "the flow"),
        ("            do nothing\n", "            triumph\n", "`triumphs`"),
    ],
)
def test_it_is_looked_at_after_phases_and_before_the_end(
    tmp_path: Path, old: str, new: str, where: str
) -> None:
    over = "event a player triumphs\n    set my gold to 9\n    win the game\n"
    edition = written(tmp_path, POOR + over)
    rules = tmp_path / "purses.rules"
    text = rules.read_text("utf-8")
    assert old in text
    rules.write_text(text.replace(old, new), encoding="utf-8")

    code, told = simulated(edition)

    assert code == 1
    assert "E0704" in told
    assert where in told


@pytest.mark.parametrize(
    ("sentence", "code"),
    [
        ("always, my gold is 3\n", "E0401"),
        ("always, the number of players\n", "E0301"),
        ("always pigs fly\n", "E0101"),
        ("always, the number of all coins is 3\n", "E0108"),
    ],
)
def test_what_is_no_sentence_is_complained_of(tmp_path: Path, sentence: str, code: str) -> None:
    edition = written(tmp_path, sentence)

    ran = Shell(CliRunner()).run("check", "--format", "json", edition, exit_code=1)

    assert [each["code"] for each in json.loads(ran.stdout)] == [code]


def test_what_is_tried_before_it_is_known_cannot_be_asked(tmp_path: Path) -> None:
    sentence = "always, there is no player in players where it can build Manor\n"
    (tmp_path / "own.rules").write_text(sentence, encoding="utf-8")
    edition = tmp_path / "own.yaml"
    edition.write_text("edition: own\nname: Own\nextends: modern\nrules: [own.rules]\n")

    found = check_edition(edition)

    assert [each.code for each in found] == ["E0608"]
    assert found[0].span is not None
    assert found[0].span.text == sentence.strip().removeprefix("always, ")
