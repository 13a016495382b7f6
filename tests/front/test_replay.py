"""`rulewright replay`: what recorded games come to under other rules."""

from __future__ import annotations

import json
import os
import shutil
import signal
import sys
from contextlib import suppress
from pathlib import Path

import pytest

import rulewright
from front.kit import Shell
from rulewright import Rules
from rulewright.cli.terminal.files.save_files import (
    ARCHIVES,
    LARGEST,
    SavedGame,
    read_save,
    write_save,
)
from rulewright.runtime.ir.layout import FORCED, MADE, RANDOM
from rulewright.runtime.session.games import keep_rules
from rulewright.runtime.session.saves.save_formats import FILE_FORMAT, GAME_FORMAT
from tiers import LONG

CARD = """character Bard
    rank 3
    reading "A card for tests."
    power sing "sing" at main{condition}
        gain {gold} gold
"""
SOMETIMES = ", if my gold is at most 7"
RARE = ", if my gold is more than 50"
EDITION = """edition: house
extends: classic
name: {en: House}
rules: [citadels, bard.rules]
cast:
  character: {add: [Bard], remove: [Magician]}
"""


def write_house(folder: Path, condition: str = "", gold: int = 1, more: str = "") -> Path:
    folder.mkdir(exist_ok=True)
    rules = CARD.format(condition=condition, gold=gold) + more
    (folder / "bard.rules").write_text(rules, encoding="utf-8")
    (folder / "house.yaml").write_text(EDITION, encoding="utf-8")
    return folder / "house.yaml"


def record(rules: Rules, folder: Path, seeds: range) -> None:
    folder.mkdir(exist_ok=True)
    for seed in seeds:
        game = rules.new_game(4, seed, told=False)
        game.playout(seed)
        write_save(folder / f"{seed:03}.json", SavedGame(game, None, "random"))


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with an edition and ten games of it, which keep its rules."""
    folder = tmp_path_factory.mktemp("recorded")
    record(keep_rules(rulewright.load(write_house(folder))), folder / "games", range(10))
    return folder


@pytest.fixture
def house(recorded: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(recorded, tmp_path / "house"))


@pytest.mark.rotating
def test_unchanged_rules_give_identical_games(house: Path, shell: Shell) -> None:
    data = shell.json("replay", house / "games", "--json")
    assert (data["games"], data["identical"]) == (10, 10)
    assert data["different"] == data["rules"] == data["unreadable"] == []


@pytest.mark.rotating
def test_a_comment_changes_no_game(house: Path, shell: Shell) -> None:
    (house / "bard.rules").write_text("# as before\n" + CARD.format(condition="", gold=1))
    assert (
        shell.json("replay", house / "games", "--against", house / "house.yaml", "--json")[
            "identical"
        ]
        == 10
    )


@pytest.mark.rotating
def test_a_game_parts_where_a_choice_is_gone(house: Path, shell: Shell) -> None:
    against = write_house(house / "new", ", if my gold is more than 50")
    result = shell.run("replay", house / "games", "--against", against, exit_code=1)
    assert "- sing" in result.stdout
    assert "not so under the new rules: my gold is more than 50" in result.stdout
    data = json.loads(
        shell.run(
            "replay", house / "games", "--against", against, "--json", exit_code=1
        ).stdout.splitlines()[-1]
    )
    assert data["parted"] > 0
    (first, *_) = [
        game for game in data["different"] if game["missing"] and game["verdict"] == "parted"
    ]
    assert first["missing"] == ["sing"]
    assert first["place"].startswith("bard.rules:4")
    assert sum(rule["parted"] for rule in data["rules"]) == data["parted"]


@pytest.mark.rotating
def test_a_new_option_plays_on(house: Path, shell: Shell) -> None:
    record(
        keep_rules(rulewright.load(write_house(house / "rare", ", if my gold is more than 50"))),
        house / "some",
        range(4),
    )
    data = shell.json("replay", house / "some", "--against", write_house(house / "new"), "--json")
    assert data["parted"] == 0
    assert data["otherwise"] > 0
    assert data["different"][0]["new"] == ["sing"]
    assert "only the old rules ask" in data["different"][0]["reason"]


@pytest.mark.rotating
def test_a_changed_number_may_end_otherwise(house: Path, shell: Shell) -> None:
    against = write_house(house / "new", gold=2)
    result = shell.run("replay", house / "games", "--against", against, exit_code=None)
    assert " identical" in result.stdout
    data = json.loads(
        shell.run("replay", house / "games", "--against", against, "--json", exit_code=None).stdout
    )
    assert data["identical"] < 10


@pytest.mark.rotating
def test_the_changed_rule_is_named(house: Path, shell: Shell) -> None:
    """Not the turn, which asks: a song that brings more gold changes what can be built."""
    against = write_house(house / "new", gold=3)
    result = shell.run("replay", house / "games", "--against", against, "--json", exit_code=None)
    data = json.loads(result.stdout.splitlines()[-1])
    assert data["rules"]
    assert {(rule["rule"], rule["place"]) for rule in data["rules"]} == {
        ("Bard.sing", "bard.rules:4:5")
    }


@pytest.mark.rotating
def test_a_changed_condition_is_named_by_its_place(house: Path, shell: Shell) -> None:
    against = write_house(house / "new", SOMETIMES)
    result = shell.run("replay", house / "games", "--against", against, "--json", exit_code=1)
    data = json.loads(result.stdout.splitlines()[-1])
    assert {rule["place"].partition(":")[0] for rule in data["rules"]} == {"bard.rules"}


@pytest.mark.rotating
def test_a_changed_rule_of_a_card_within_the_turn_is_named(tmp_path: Path, shell: Shell) -> None:
    """Its code is part of the turn's, which changes with it; one line in the summary has all its games."""
    ends = "    at the end of my turn, if my builds is 0\n        draw {} card\n"
    folder, against = tmp_path / "house", tmp_path / "new"
    rules = rulewright.load(write_house(folder, more=ends.format(1)))
    record(keep_rules(rules), folder / "games", range(4))
    edition = write_house(against, more=ends.format(2).replace("card", "cards"))
    command = ("replay", folder / "games", "--against", edition, "--json")
    data = json.loads(shell.run(*command, exit_code=1).stdout.splitlines()[-1])

    (rule,) = data["rules"]
    assert (rule["rule"], rule["place"]) == ("Bard.end of turn", "bard.rules:6:5")
    assert rule["parted"] + rule["otherwise"] == len(data["different"]) > 1


@pytest.mark.rotating
def test_without_the_old_rules_numbers_of_choices_are_compared(house: Path, shell: Shell) -> None:
    record(rulewright.load(house / "house.yaml"), house / "bare", range(4))
    write_house(house, ", if my gold is more than 50")
    data = json.loads(shell.run("replay", house / "bare", "--json", exit_code=None).stdout)
    assert data["identical"] == 0
    assert all(game["blind"] for game in data["different"])


def test_rules_that_refuse_the_game_part_at_its_beginning(house: Path, shell: Shell) -> None:
    result = shell.run(
        "replay", house / "games" / "003.json", "--against", "expeditions", exit_code=1
    )
    assert "Traceback" not in result.output
    assert "unreadable" not in result.stdout


@pytest.mark.rotating
def test_any_number_of_workers_finds_the_same(house: Path, shell: Shell) -> None:
    against = write_house(house / "new", gold=2)
    one, two = (
        json.loads(
            shell.run(
                "replay",
                house / "games",
                "--against",
                against,
                "--json",
                "--jobs",
                jobs,
                exit_code=None,
            ).stdout
        )
        for jobs in (1, 2)
    )
    one.pop("seconds"), two.pop("seconds")
    assert one == two


@pytest.mark.long
def test_a_cluster_finds_the_same(house: Path, shell: Shell) -> None:
    distributed = pytest.importorskip("distributed")
    against = write_house(house / "new", RARE)
    command = "replay", house / "games", "--against", against, "--json"
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
    ) as cluster:
        there = shell.run(*command, "--cluster", cluster.scheduler_address, exit_code=1).stdout
    here = shell.run(*command, "--jobs", 1, exit_code=1).stdout
    one, two = (json.loads(each.splitlines()[-1]) for each in (here, there))
    one.pop("seconds"), two.pop("seconds")
    assert one["parted"] > 0
    assert one == two


# ------------------------------------------------------------------ bad input


def test_nothing_found_is_wrong_use(tmp_path: Path, shell: Shell) -> None:
    assert "no recorded games" in shell.run("replay", tmp_path, exit_code=2).stderr
    assert "no file or folder" in shell.run("replay", tmp_path / "x", exit_code=2).stderr


def resealed(text: str, **changes: object) -> str:
    """A saved file whose game somebody edited, with right checksums."""
    data = json.loads(text)
    return json.dumps(
        FILE_FORMAT.seal({**data, "game": GAME_FORMAT.seal({**data["game"], **changes})})
    )


@pytest.mark.rotating
def test_bad_files_draw_one_complaint_each_and_lose_nothing(house: Path, shell: Shell) -> None:
    games = house / "games"
    text = (games / "001.json").read_text()
    bad = {
        "cut": text[:500],
        "foreign": '{"a": [1, 2]}',
        "deep": "[" * 100_000,
        "bytes": "\0\1",
        "edited": text.replace('"players": 4', '"players": 5'),
        "file-of-tomorrow": json.dumps({**json.loads(text), "version": 99, "rulewright": "9.0"}),
        "game-of-tomorrow": resealed(text, version=99),
        "other-players": resealed(text, players=5, names=["A"] * 5),
        "other-choices": resealed(text, decisions=[10**9]),
        "other-rules": resealed(text, archive="../../../../etc/passwd"),
        "no-rules": resealed(text, archive="0" * 64),
        "no-edition": resealed(text, edition="../../etc/passwd", archive="", play="", rules=""),
    }
    for name, content in bad.items():
        (games / f"{name}.json").write_text(content, encoding="utf-8")
    with (games / "huge.json").open("wb") as file:
        file.truncate(LARGEST + 1)

    data = json.loads(shell.run("replay", games, "--migrate", "--json", exit_code=1).stdout)

    assert data["identical"] == 10
    reasons = {Path(each["game"]).stem: each["reason"] for each in data["unreadable"]}
    assert sorted(reasons) == sorted([*bad, "huge"])
    assert all(reasons.values())
    assert len(reasons) == len(data["unreadable"])
    assert "use Rulewright 9.0" in reasons["file-of-tomorrow"]
    assert "larger than" in reasons["huge"]
    assert bad == {name: (games / f"{name}.json").read_text(encoding="utf-8") for name in bad}


def test_lost_or_damaged_rules_are_told(house: Path, shell: Shell) -> None:
    (kept,) = (house / "games" / ARCHIVES).iterdir()
    kept.write_text(kept.read_text()[:-5])
    data = json.loads(shell.run("replay", house / "games", "--json", exit_code=1).stdout)
    assert len(data["unreadable"]) == 10
    assert "damaged" in data["unreadable"][0]["reason"]
    kept.unlink()
    data = json.loads(shell.run("replay", house / "games", "--json", exit_code=1).stdout)
    assert "missing" in data["unreadable"][0]["reason"]


# ------------------------------------------------------------------ migration


def texts(folder: Path) -> dict[str, str]:
    return {
        path.name: path.read_text(encoding="utf-8") for path in folder.iterdir() if path.is_file()
    }


@pytest.mark.rotating
def test_identical_games_are_carried_over_and_the_rest_is_pinned(house: Path, shell: Shell) -> None:
    record(rulewright.load(house / "house.yaml"), house / "bare", range(8))
    before = texts(house / "bare")
    against = write_house(house / "new", SOMETIMES)
    result = shell.run(
        "replay", house / "bare", "--against", against, "--migrate", "--json", exit_code=None
    )
    data = json.loads(result.stdout)
    assert data["migrated"]["carried"] == data["identical"] > 0
    assert data["migrated"]["pinned"] == 8 - data["identical"] > 0
    write_house(house, RARE)
    for name, text in before.items():
        assert (house / "bare" / f"{name}.before").read_text(encoding="utf-8") == text
        game = read_save(house / "bare" / name).game
        row = json.loads(text)["game"]["row"]
        now = game.state.engine.pack(game.state.state)
        assert [now[cell] for cell in (RANDOM, FORCED, MADE)] == [
            row[cell] for cell in (RANDOM, FORCED, MADE)
        ]
    again = shell.run(
        "replay", house / "bare", "--against", against, "--migrate", "--json", exit_code=None
    )
    assert json.loads(again.stdout)["migrated"]["unchanged"] == 8
    assert len(texts(house / "bare")) == 16


def test_games_without_known_rules_are_left(house: Path, shell: Shell) -> None:
    record(rulewright.load(house / "house.yaml"), house / "bare", range(2))
    write_house(house, RARE)
    before = texts(house / "bare")
    data = json.loads(
        shell.run("replay", house / "bare", "--migrate", "--json", exit_code=None).stdout
    )
    assert data["migrated"]["left"] == 2
    assert texts(house / "bare") == before


def migrate_and_die(shell: Shell, folder: Path, against: Path, moment: int) -> int:
    """Migrate the games in a folder in a process that is killed before it touches the folder for the nth time."""
    child = os.fork()
    if child:
        return os.waitpid(child, 0)[1]
    touched = 0

    def count(event: str, arguments: tuple[object, ...]) -> None:
        nonlocal touched
        if event in ("open", "os.rename", "os.remove", "os.mkdir") and str(folder) in str(
            arguments[0]
        ):
            touched += 1
            if touched == moment:
                os.kill(os.getpid(), signal.SIGKILL)

    with suppress(BaseException):
        sys.addaudithook(count)
        shell.run("replay", folder, "--against", against, "--migrate", "--jobs", 1, exit_code=None)
    os._exit(0)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="kills a forked process")
@pytest.mark.rotating
def test_a_kill_at_any_moment_leaves_every_game_readable(house: Path, shell: Shell) -> None:
    """A hundred kills in the long tier, one before each access to the folder."""
    numbers = range(18)
    record(rulewright.load(house / "house.yaml"), house / "bare", numbers)
    against = write_house(house / "new", SOMETIMES)
    whole = [read_save(house / "bare" / f"{number:03}.json").game.decisions for number in numbers]
    killed = partly = 0
    for moment in range(1, 101, 1 if LONG else 20):
        folder = Path(shutil.copytree(house / "bare", house / f"copy{moment}"))
        killed += os.WIFSIGNALED(migrate_and_die(shell, folder, against, moment))
        partly += 0 < len([*folder.glob("*.before")]) < len(numbers)
        for number in numbers:
            assert read_save(folder / f"{number:03}.json").game.decisions == whole[number]
        shutil.rmtree(folder)
    assert killed == (100 if LONG else 5)
    assert partly > killed // 2
