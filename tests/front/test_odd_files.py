"""Files and folders that are not what their names say: every command tells it, and never fails itself."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from front.kit import Shell
from hostile.kit import EDITION, game

COMMANDS = (("check",), ("test",), ("play", "--watch"), ("simulate", "--games", "1"), ("document",))

LONG = "a" * 5000
NAMES = ["", ".", "/dev/null", "two\nlines", "☃", LONG, f"{LONG}.yaml", f"{LONG}.rules"]


def edition(folder: Path) -> Path:
    """An edition with a folder `own` of its own rules."""
    (folder / "own").mkdir()
    path = folder / "mine.yaml"
    path.write_text(
        "edition: mine\nextends: classic\nname: Mine\nabout: Mine.\nrules: [own]\n",
        encoding="utf-8",
    )
    return path


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[0])
@pytest.mark.parametrize("name", NAMES, ids=lambda name: repr(name[-7:]))
def test_odd_names(shell: Shell, command: tuple[str, ...], name: str) -> None:
    assert shell.run(*command, name, exit_code=None).output


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[0])
@pytest.mark.parametrize("link", ["nowhere", "loop.rules"])
def test_a_link_to_nowhere_among_the_rules(
    shell: Shell, tmp_path: Path, command: tuple[str, ...], link: str
) -> None:
    mine = edition(tmp_path)
    (tmp_path / "own" / "loop.rules").symlink_to(link)

    result = shell.run(*command, "own" if command[0] == "test" else mine, exit_code=None)

    assert "E0001" in result.output
    assert result.exit_code in (1, 2)


def test_a_link_to_itself_among_files_that_are_named(shell: Shell, tmp_path: Path) -> None:
    link = tmp_path / "loop.rules"
    link.symlink_to(link)

    assert "no file" in shell.run("check", link, exit_code=2).output
    assert "no file" in shell.run("test", link, exit_code=2).output


def test_a_folder_that_is_called_like_a_rule_file(shell: Shell, tmp_path: Path) -> None:
    (tmp_path / "folder.rules").mkdir()
    (tmp_path / "empty.rules").touch()

    assert "0 editions and 1 rule file" in shell.run("check", "empty.rules").output
    assert "no rule file" in shell.run("check", "folder.rules", exit_code=2).output
    assert "0 scenarios" in shell.run("test", "folder.rules", exit_code=2).output


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no such pipes here")
def test_nobody_waits_for_a_pipe(shell: Shell, tmp_path: Path) -> None:
    mine = edition(tmp_path)
    os.mkfifo(tmp_path / "own" / "pipe.rules")
    (tmp_path / "own" / "empty.rules").touch()

    for command in (("check", mine), ("check", "own"), ("test", "own")):
        assert "not an ordinary file" in shell.run(*command, exit_code=None).output
    assert "neither a rule file" in shell.run("test", "own/pipe.rules", exit_code=2).output
    assert "not an ordinary file" in shell.run("check", "own/pipe.rules", exit_code=2).output


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[0])
def test_a_rule_file_that_may_not_be_read(
    shell: Shell, tmp_path: Path, command: tuple[str, ...]
) -> None:
    mine = edition(tmp_path)
    secret = tmp_path / "own" / "secret.rules"
    secret.touch(mode=0)
    if os.access(secret, os.R_OK):
        pytest.skip("this user may read everything")

    result = shell.run(*command, "own" if command[0] == "test" else mine, exit_code=None)

    assert "E0001" in result.output
    assert result.exit_code in (1, 2)


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("command", "below"),
    [
        (["check"], "mine.yaml"),
        (["check", "--write-baseline", "kept.json"], "."),
        (["test"], "."),
    ],
)
@pytest.mark.rotating
def test_a_folder_with_letters_where_the_locale_has_none(
    tmp_path: Path, command: list[str], below: str
) -> None:
    folder = tmp_path / "Größe"
    folder.mkdir()
    edition(folder)
    scenario = (
        'scenario "Nothing"\n    in "mine.yaml", 4 players\n    then\n        A\'s gold is 0\n'
    )
    (folder / "own" / "lamp.rules").write_text("setting lamp: number = 1\n", encoding="utf-8")
    (folder / "one.scenarios.rules").write_text(scenario, encoding="utf-8")
    path = "." if command == ["test"] else below

    ran = subprocess.run(
        [sys.executable, "-m", "rulewright", *command, path],
        cwd=folder, capture_output=True, check=False,
        env={**os.environ, "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    )  # fmt: skip

    assert ran.returncode == 0, (ran.stdout, ran.stderr)


@pytest.mark.long
def test_what_one_locale_kept_is_nothing_to_another(tmp_path: Path) -> None:
    """Each spells the letters of a name otherwise, and would take the file for two."""
    folder = tmp_path / "work" / "Größe"
    folder.mkdir(parents=True)
    small = game("", edition=EDITION.replace("hostile.rules", "bäcker.rules"))
    for name, text in zip(("bäcker.rules", "table.yaml"), small.values(), strict=True):
        (folder / name).write_text(text, encoding="utf-8")
    scenario = 'scenario "x"\n    in "table.yaml", 2 players\n    then\n        A\'s points is 0\n'
    (folder / "baker.scenarios.rules").write_text(scenario)
    without = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}

    for locale in (without, {"PYTHONUTF8": "1"}):
        ran = subprocess.run(
            [sys.executable, "-m", "rulewright", "check", "."],
            cwd=folder.parent, capture_output=True, check=False,
            env={**os.environ, "RULEWRIGHT_CACHE": str(tmp_path / "cache"), **locale},
        )  # fmt: skip
        assert ran.returncode == 0, ran.stdout
