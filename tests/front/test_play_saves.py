"""`rulewright play`: what is saved, when, and how a game goes on from there."""

import json
import re
import tempfile
from pathlib import Path

import pytest

from front.kit import Shell
from rulewright.runtime.game.state import GameState
from rulewright.runtime.python.card_moves import Row
from rulewright.runtime.python.python_engine import PythonEngine

pytestmark = pytest.mark.usefixtures("quick")

ONES = "1\n" * 2000
SHORT = ("play", "caravan", "--seed", 6)
"""A game that is over soon."""


def test_a_save_that_failed_is_told_and_in_the_exit_code(shell: Shell) -> None:
    typed = "s /no/such/folder/game.json\n"
    assert "could not be saved" in shell.run("play", "--seed", 5, typed=typed, exit_code=1).stdout


def test_leaving_keeps_the_game_and_says_how_to_go_on(shell: Shell, tmp_path: Path) -> None:
    shown = shell.run("play", "--seed", 5, typed="1\nq\n").stdout

    path = re.search(r"rulewright play --resume (\S+)", shown)
    assert path is not None
    again = shell.run("play", "--resume", path[1], typed="q\n").stdout
    assert "seed 5" in again


def test_leaving_before_anything_was_decided_keeps_nothing(shell: Shell, tmp_path: Path) -> None:
    shown = shell.run("play", "--seed", 5, typed="q\n").stdout

    assert "nothing is saved" in shown
    assert list(tmp_path.iterdir()) == []


def test_an_interrupted_game_goes_on_as_if_nothing_had_been(shell: Shell, tmp_path: Path) -> None:
    whole, parts = tmp_path / "whole.json", tmp_path / "parts.json"
    shell.run(*SHORT, "--save", whole, typed=ONES)

    shell.run(*SHORT, "--save", parts, typed="1\n")
    for _ in range(3):
        shell.run("play", "--resume", parts, typed="1\n1\n")
    shell.run("play", "--resume", parts, typed=ONES)

    assert json.loads(parts.read_text()) == json.loads(whole.read_text())


def test_a_resumed_game_takes_back_the_choice_before_it_was_left(
    shell: Shell, tmp_path: Path
) -> None:
    path = tmp_path / "game.json"
    game = ("play", "classic", "--players", 4, "--seed", 3, "--save", path)
    shell.run(*game, typed="1\n2\nq\n")
    made = json.loads(path.read_text())["game"]["decisions"]
    shown = shell.run("play", "--resume", path, typed="u\nu\n1\nq\n").stdout

    assert re.search(r"\n  You draw [A-Z][\w ]+, [A-Z][\w ]+\n", shown)
    assert shown.count("You cannot take this back") == 1
    assert json.loads(path.read_text())["game"]["decisions"][: len(made) - 1] == made[:-1]


def test_a_finished_game_shows_its_result_again(shell: Shell, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    end = shell.run(*SHORT, "--save", path, typed=ONES).stdout[-200:]

    assert shell.run("play", "--resume", path).stdout.endswith(end)


def test_the_game_is_saved_after_every_decision(
    shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(*_: object) -> str:
        raise KeyboardInterrupt

    path = tmp_path / "game.json"
    monkeypatch.setattr("builtins.input", interrupt)

    shown = shell.run("play", "--seed", 6, "--save", path, "--seat", 3, exit_code=130).stdout

    assert f"--resume {path}" in shown
    assert len(json.loads(path.read_text())["game"]["decisions"]) == 3


def test_ctrl_c_in_the_middle_of_a_decision_loses_nothing(
    shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    choose = PythonEngine.choose

    def interrupted(engine: PythonEngine, row: Row, tape: GameState, option: int) -> None:
        choose(engine, row, tape, option)
        if len(tape.decisions) == 5:
            raise KeyboardInterrupt

    path = tmp_path / "game.json"
    with monkeypatch.context() as patched:
        patched.setattr(PythonEngine, "choose", interrupted)
        shell.run(*SHORT, "--save", path, typed=ONES, exit_code=130)

    assert len(json.loads(path.read_text())["game"]["decisions"]) == 4
    assert "The game is over" in shell.run("play", "--resume", path, typed=ONES).stdout


def test_saving_by_hand(shell: Shell, tmp_path: Path) -> None:
    path, other = tmp_path / "a game.json", tmp_path / "notes.txt"
    other.write_text("mine", encoding="utf-8")

    typed = f"s {path}\n1\ns {path}\ns {other}\nq\n"
    shown = shell.run("play", "--seed", 6, typed=typed).stdout

    assert shown.replace("\n", " ").count("Saved in ") == 2
    assert other.read_text(encoding="utf-8") == "mine"
    shell.run("play", "--resume", path, typed="q\n")


def test_a_file_once_named_is_the_only_one_and_follows_the_game(
    shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "spare"))
    (tmp_path / "spare").mkdir()
    path = tmp_path / "game.json"

    shown = shell.run("play", "--seed", 6, typed=f"1\ns {path}\n1\nq\n").stdout

    assert shown.endswith(f"rulewright play --resume {path}\n")
    assert [each for each in (tmp_path / "spare").iterdir() if each.suffix == ".json"] == []
    made = len(json.loads(path.read_text(encoding="utf-8"))["game"]["decisions"])
    shell.run("play", "--seed", 6, "--save", tmp_path / "other.json", typed="1\n1\nq\n")
    other = json.loads((tmp_path / "other.json").read_text(encoding="utf-8"))
    assert made == len(other["game"]["decisions"])


@pytest.mark.parametrize(("answer", "gives_way"), [("y", True), ("n", False), ("", False)])
def test_another_file_is_asked_about(
    shell: Shell, tmp_path: Path, answer: str, gives_way: bool
) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("mine", encoding="utf-8")

    shown = shell.run("play", "--seed", 6, typed=f"1\ns {path}\n{answer}\nq\n").stdout

    assert "exists already and is not a saved game. Replace it? (y/n)" in shown.replace("\n", " ")
    assert (path.read_text(encoding="utf-8") == "mine") is not gives_way


def test_a_game_with_other_cards_goes_on_with_them(shell: Shell, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    begun = ("play", "--seed", 3, "--cast", "Witch", "--save", path)
    assert "seed 3, with Witch." in shell.run(*begun, typed="1\n? Witch\n").stdout

    resumed = shell.run("play", "--resume", path, typed="? Witch rules\nq\n").stdout
    assert "seed 3, with Witch." in resumed
    assert "witch.rules" in resumed


def test_another_may_take_over(shell: Shell, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    shell.run(*SHORT, "--save", path, typed="1\n")

    assert "B Boris (you)" in shell.run("play", "--resume", path, "--seat", "B", typed="q\n").stdout
    assert "game is over" in shell.run("play", "--resume", path, "--watch").stdout


def test_an_edition_in_a_file_is_found_again_from_another_folder(
    shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = "edition: mine\nextends: classic\nname: My Own\nabout: Mine.\n"
    (tmp_path / "mine.yaml").write_text(text, encoding="utf-8")
    shell.run("play", "mine.yaml", "--seed", 1, "--save", "game.json", typed="1\n")

    monkeypatch.chdir("/")

    resumed = shell.run("play", "--resume", tmp_path / "game.json", typed="q\n").stdout
    assert resumed.startswith("My Own (mine)")
