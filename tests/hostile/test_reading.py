"""Nothing is read that does not belong to what was given, and nothing of it shown, wherever a file leads."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

import rulewright
from hostile.kit import game
from hostile.limits import CREDS, creds_beside, run_limited, run_refused
from rulewright.runtime.session.saves.save_formats import GAME_FORMAT

OWN = "edition: own\nextends: classic\n"
CARD = 'character Baker\n    rank 1\n    cite reading "x"\n'


@pytest.fixture
def work(tmp_path: Path) -> Path:
    folder = tmp_path / "work"
    folder.mkdir()
    creds_beside(folder)
    for name in ("creds.yaml", "creds.rules"):
        (tmp_path / CREDS.parent / name).write_bytes((tmp_path / CREDS).read_bytes())
    return folder


@pytest.mark.parametrize(
    "path", ["{0}", "{0}.yaml", "../outside/creds", "../outside/creds.yaml", "/etc/passwd"]
)
def test_an_edition_that_extends_what_lies_elsewhere(work: Path, path: str) -> None:
    (work / "own.yaml").write_text(f"edition: own\nextends: {path.format(work.parent / CREDS)}\n")

    for args in (
        ["check", "."],
        ["check", "own.yaml"],
        ["play", "own.yaml"],
        ["simulate", "own.yaml"],
    ):
        assert "may not be read" in run_refused(args, work).said


@pytest.mark.parametrize("key", ["rules", "cards"])
@pytest.mark.parametrize(
    "path", ["/", "..", "../outside", "../outside/creds.rules", "/etc", "link"]
)
def test_rules_that_lie_elsewhere(work: Path, key: str, path: str) -> None:
    (work / "link").symlink_to(work.parent / "outside")
    (work / "own.yaml").write_text(f"{OWN}{key}: [{path}]\n")

    ran = run_refused(["check", "own.yaml"], work)
    assert "may not be read" in ran.said


@pytest.mark.parametrize("name", ["own.rules", "own.yaml", "own.fr.yaml", "own.scenarios.rules"])
def test_a_link_to_what_lies_elsewhere(work: Path, name: str) -> None:
    (work / "own.yaml").write_text(f"{OWN}rules: [own.rules]\n")
    (work / "own.rules").write_text(CARD)
    (work / name).unlink(missing_ok=True)
    (work / name).symlink_to(work.parent / CREDS)

    for args in (["check", "."], ["check", name], ["test", "."]):
        run_limited(args, work)
    assert "E0003" in run_refused(["check", "."], work).said


def test_a_link_within_the_folder_is_followed(work: Path) -> None:
    (work / "own.yaml").write_text(OWN)
    (work / "other.yaml").symlink_to("own.yaml")

    assert run_limited(["check", "other.yaml"], work).code in (0, 1)
    assert "E0003" not in run_limited(["check", "other.yaml"], work).said


def test_scenarios_of_an_edition_that_lies_elsewhere(work: Path) -> None:
    for path in ("../outside/creds.yaml", "../outside/creds", "/etc/passwd"):
        (work / "own.scenarios.rules").write_text(
            f'scenario "x"\n    in "{path}", 4 players\n    then the game goes on\n'
        )
        for command in ("check", "test"):
            run_refused([command, "own.scenarios.rules"], work)


@pytest.mark.parametrize("configured", ["rulewright.yaml", "pyproject.toml"])
@pytest.mark.parametrize("path", ["../outside/creds.yaml", "/etc/passwd"])
def test_a_configuration_that_came_with_the_rules(work: Path, configured: str, path: str) -> None:
    text = (
        f"edition: {path}"
        if configured.endswith("yaml")
        else f'[tool.rulewright]\nedition = "{path}"\n'
    )
    (work / configured).write_text(text)
    assert "outside of its folder" in run_refused(["play"], work).said

    (work / configured).unlink()
    (work / configured).symlink_to(work.parent / CREDS)
    run_refused(["play"], work)


def test_the_edition_of_a_save(work: Path) -> None:
    game = json.loads(rulewright.load("classic").new_game(4, 1).to_json())
    del game["checksum"]
    for path in (work.parent / CREDS, "/etc/passwd", "../outside/creds.yaml", "/dev/zero"):
        text = json.dumps(GAME_FORMAT.seal({**game, "edition": str(path)}))
        with pytest.raises(rulewright.RulesError) as caught:
            rulewright.Game.from_json(text)
        (complaint,) = caught.value.complaints
        assert complaint.span is None
        assert complaint.code in ("E0803", "Y0302", "Y0301")


@pytest.mark.parametrize("name", ["own.rules", "own.yaml", "own.fr.yaml", "own.json"])
@pytest.mark.parametrize("sort", ["zero", "random", "pipe", "socket", "sparse", "loop", "folder"])
def test_what_is_no_regular_file_or_has_no_end(work: Path, name: str, sort: str) -> None:
    (work / "some.yaml").write_text(f"{OWN}rules: [own.rules]\n")
    path = work / name
    if sort in ("zero", "random"):
        path.symlink_to(f"/dev/{'zero' if sort == 'zero' else 'urandom'}")
    elif sort == "pipe":
        os.mkfifo(path)
    elif sort == "socket":
        here = Path.cwd()
        os.chdir(work)
        with socket.socket(socket.AF_UNIX) as made:
            made.bind(name)
        os.chdir(here)
    elif sort == "sparse":
        with path.open("wb") as file:
            file.truncate(1 << 36)
    elif sort == "loop":
        path.symlink_to(name)
    else:
        path.mkdir()

    for args in (["check", "."], ["check", name], ["play", "--resume", name], ["test", "."]):
        run_limited(args, work)


def test_folders_that_lead_in_a_circle(work: Path) -> None:
    (work / "own.yaml").write_text(f"{OWN}rules: [a]\n")
    (work / "a" / "b").mkdir(parents=True)
    (work / "a" / "b" / "c").symlink_to(work / "a")
    (work / "a" / "own.rules").write_text("moment noon\n")

    run_limited(["check", "."], work)


@pytest.mark.rotating
def test_very_many_files(work: Path) -> None:
    (work / "a").mkdir()
    for number in range(5_001):
        (work / "a" / f"{number}.rules").touch()
    (work / "own.yaml").write_text(f"{OWN}rules: [a]\n")

    assert "E0004" in run_refused(["check", "own.yaml"], work).said
    assert "E0004" in run_refused(["check", "."], work).said
    assert "E0004" in run_refused(["test", "a"], work).said


def test_a_link_that_no_edition_reads(work: Path) -> None:
    (work / "own.rules").symlink_to(work.parent / CREDS)
    (work / "rules").mkdir()
    (work / "rules" / "own.rules").symlink_to(work.parent / CREDS)

    for args in (["check", "own.rules"], ["check", "."], ["check", "rules/own.rules"]):
        assert "E0003" in run_refused(args, work).said


KEYS = "API_KEY: 2f9c\n[core]\n\tkey 2f9c\n"
"""What lies in checkouts and is nobody's business."""

RIGHT = 'character Baker\n    rank 1\n    reading "x"\n'


@pytest.fixture
def with_keys(work: Path) -> Path:
    for name in (".env", ".env.yaml", ".git/config", ".git/config.yaml", ".git/own.rules", "keys"):
        (work / name).parent.mkdir(exist_ok=True)
        (work / name).write_text(KEYS)
    (work / "games").mkdir()
    return work


def refused_unseen(args: list[str], folder: Path) -> str:
    said = run_refused(args, folder).said
    assert "2f9c" not in said
    assert "API_KEY" not in said
    assert "[core]" not in said
    return said


@pytest.mark.parametrize("name", [".env", ".env.yaml", ".git/config", ".git/config.yaml", "keys"])
def test_an_edition_that_extends_what_is_hidden_or_no_edition(with_keys: Path, name: str) -> None:
    (with_keys / "games" / "own.yaml").write_text(f"edition: own\nextends: ../{name}\n")
    (with_keys / "top.yaml").write_text(f"edition: top\nextends: ./{name}\n")

    for args in (["check", "."], ["check", "games"], ["check", "top.yaml"], ["play", "top.yaml"]):
        assert "Y0313" in refused_unseen(args, with_keys)


@pytest.mark.parametrize("key", ["rules", "cards"])
@pytest.mark.parametrize("name", [".git", ".git/own.rules", ".env", "keys"])
def test_rules_that_are_hidden_or_none(with_keys: Path, key: str, name: str) -> None:
    (with_keys / "own.yaml").write_text(f"{OWN}{key}: [{name}]\n")

    refused_unseen(["check", "."], with_keys)


@pytest.mark.sampled(4)
@pytest.mark.parametrize("name", ["own.rules", "own.yaml", "own.fr.yaml", "own.scenarios.rules"])
@pytest.mark.parametrize("target", [".env", ".env.yaml", ".git/config", ".git/own.rules", "keys"])
def test_a_link_to_what_is_hidden_or_not_ours(with_keys: Path, name: str, target: str) -> None:
    (with_keys / "own.yaml").write_text(f"{OWN}rules: [own.rules]\n")
    (with_keys / "own.rules").write_text(RIGHT)
    (with_keys / name).unlink(missing_ok=True)
    (with_keys / name).symlink_to(target)

    refused_unseen(["check", "."], with_keys)


@pytest.mark.parametrize("command", ["check", "test"])
@pytest.mark.parametrize("name", [".env", ".git/config", "keys", ".env.yaml"])
def test_an_edition_of_a_scenario_that_is_hidden_or_none(
    with_keys: Path, command: str, name: str
) -> None:
    (with_keys / "own.scenarios.rules").write_text(
        f'scenario "x"\n    in "./{name}", 4 players\n    then the game goes on\n'
    )

    refused_unseen([command, "."], with_keys)


@pytest.mark.parametrize("name", [".env", ".git/config", "keys", ".env.yaml"])
def test_a_configuration_that_names_what_is_hidden_or_none(with_keys: Path, name: str) -> None:
    (with_keys / "rulewright.yaml").write_text(f"edition: ./{name}\n")

    refused_unseen(["play"], with_keys)
    refused_unseen(["play", f"./{name}"], with_keys)


def test_hidden_files_in_a_folder_of_rules_are_not_read(with_keys: Path) -> None:
    (with_keys / "mine" / ".tool").mkdir(parents=True)
    (with_keys / "mine" / ".tool" / "x.rules").write_text(KEYS)
    (with_keys / "mine" / ".tool" / "x.fr.yaml").write_text(KEYS)
    (with_keys / "mine" / ".x.rules").write_text(KEYS)
    (with_keys / "mine" / "baker.rules").write_text(RIGHT)
    (with_keys / "own.yaml").write_text(f"{OWN}rules: [mine]\n")

    said = run_limited(["check", "own.yaml"], with_keys)

    assert said.code == 0, said.said


def test_a_checkout_in_a_hidden_folder_works(tmp_path: Path) -> None:
    """Also where its files name and link to each other, and from wherever it is checked."""
    home = tmp_path / "home"
    games = home / ".dotfiles" / "games"
    games.mkdir(parents=True)
    for name, text in game("").items():
        (games / name).write_text(text)
    (games / "base.yaml").write_text(
        "edition: base\nextends: ./hostile.yaml\nrules: [base.rules]\n"
    )
    (games / "base.rules").write_text('card Joker\n    rank 0\n    reading "x"\n')
    (games / "own.yaml").write_text("edition: own\nextends: ./base.yaml\n")
    (games / "other.yaml").symlink_to("own.yaml")

    for folder, names in (
        (games, [".", "own.yaml", "base.rules", "other.yaml"]),
        (games.parent, ["games", "games/own.yaml"]),
        (home, [".dotfiles", ".dotfiles/games", ".dotfiles/games/own.yaml", str(games)]),
    ):
        for name in names:
            ran = run_limited(["check", name], folder)
            assert ran.code == 0, (folder, name, ran.said)


def test_a_link_to_rules_that_an_edition_beside_them_reads(work: Path) -> None:
    """That edition lies elsewhere as well: it is not told of, and the broken rules do not pass."""
    there = work.parent / "outside"
    (there / "game.yaml").write_text(f"{OWN}rules: [game.rules]\n".replace("own", "game"))
    (there / "game.rules").write_text("nonsense\n")
    (work / "link.rules").symlink_to(there / "game.rules")

    for args in (["check", "link.rules"], ["check", "."], ["test", "."]):
        said = run_refused(args, work).said
        assert "game.yaml" not in said
        assert "E0003" in said or args[0] == "test"


WATCH = """\
import os, sys
from rulewright.cli.command_line import main

def tell(event, args):
    if event == "open" and "outside" in os.path.realpath(str(args[0])):
        print("OPENED", args[0], flush=True)

sys.addaudithook(tell)
sys.exit(main())
"""


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("command", "typed"),
    [
        ("check .", ""),
        ("say gold own.yaml", ""),
        # A hint is computed with the leaf that the edition has learned.
        ("play own.yaml --seed 1", "h\n"),
    ],
)
@pytest.mark.rotating
def test_nothing_is_opened_where_a_link_leads_away(work: Path, command: str, typed: str) -> None:
    """Neither to be read, nor to see whether it is what it was."""
    outside = work.parent / "outside"
    ours = (
        "samples.words",
        "samples.examples",
        "own.leaf.json",
        "own.table.json",
        "baker.fr.yaml",
        "own.fr.yaml",
    )
    for name in ours:
        (outside / name).write_text("key = 2f9c")
        (work / name).symlink_to(outside / name)
    (work / "own.yaml").write_text(f"{OWN}rules: [baker.rules]\n")
    (work / "baker.rules").write_text(RIGHT)

    done = subprocess.run(
        [sys.executable, "-c", WATCH, *command.split()], input=typed,
        cwd=work, capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert done.returncode < 3, done.stderr
    assert "OPENED" not in done.stdout
    assert not typed or "%" in done.stdout
