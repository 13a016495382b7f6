"""A game is saved in a new file or over an older save, whole, and over nothing else."""

from __future__ import annotations

import os
import stat
import time
from pathlib import Path

import pytest

import rulewright
from hostile.limits import CREDS, creds_beside, run_limited
from rulewright.base.plain_files import PREFIX, SUFFIX
from rulewright.cli.terminal.files.save_files import SavedGame, read_save, write_save

PLAY = ["play", "--seed", "5"]


@pytest.fixture
def work(tmp_path: Path) -> Path:
    folder = tmp_path / "work"
    folder.mkdir()
    creds_beside(folder)
    return folder


def laid(work: Path, sort: str) -> Path:
    """Something in the place of a saved game."""
    path = work / "game.json"
    if sort == "device":
        path.symlink_to("/dev/null")
    elif sort == "pipe":
        os.mkfifo(path)
    elif sort == "elsewhere":
        path.symlink_to(work.parent / CREDS)
    elif sort == "nowhere":
        path.symlink_to(work.parent / "outside" / "new.json")
    elif sort == "folder":
        path.mkdir()
    elif sort == "foreign":
        path.write_text("a letter\n")
    elif sort == "like a save":
        path.write_text('{"about": "rulewright game"}\n')
    return path


SORTS = ["device", "pipe", "elsewhere", "nowhere", "folder", "foreign", "like a save"]


@pytest.mark.parametrize("sort", SORTS)
def test_what_is_no_save_is_not_replaced(work: Path, sort: str) -> None:
    path = laid(work, sort)
    before = os.lstat(path)

    assert run_limited([*PLAY, "--save", "game.json"], work).code == 2
    run_limited(PLAY, work, stdin=b"1\ns game.json\nq\n")

    after = os.lstat(path)
    assert (before.st_ino, before.st_mode, before.st_size) == (
        after.st_ino,
        after.st_mode,
        after.st_size,
    )
    assert not [name for name in os.listdir(work) if name.startswith(PREFIX)]


def test_what_is_laid_in_the_place_of_a_save_meanwhile_stays(work: Path) -> None:
    save = SavedGame(rulewright.load("classic").new_game(4, 1), 0, "random")
    path = work / "game.json"
    write_save(path, save)
    write_save(path, save)
    path.write_text("a letter\n")

    with pytest.raises(OSError, match="another file is there"):
        write_save(path, save)
    assert path.read_text() == "a letter\n"


def test_a_save_is_synced_before_it_has_its_name(
    work: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    save, done = SavedGame(rulewright.load("classic").new_game(4, 1), 0, "random"), list[str]()
    sync, replace = os.fsync, os.replace

    def synced(handle: int) -> None:
        done.append("synced")
        sync(handle)

    def named(fresh: str, path: Path) -> None:
        done.append("named")
        replace(fresh, path)

    monkeypatch.setattr(os, "fsync", synced)
    monkeypatch.setattr(os, "replace", named)
    write_save(work / "game.json", save)

    assert done == ["synced", "named"]
    assert stat.S_IMODE((work / "game.json").stat().st_mode) == 0o600


def test_what_writers_left_behind_is_taken_away(work: Path) -> None:
    old, new = (work / f"{PREFIX}{name}{SUFFIX}" for name in ("old", "new"))
    other, link = work / "other.new", work / f"{PREFIX}link{SUFFIX}"
    for path in (old, new, other):
        path.touch()
    link.symlink_to(other)
    for path in (old, other, link):
        os.utime(path, (time.time() - 7200,) * 2, follow_symlinks=False)
    run_limited([*PLAY, "--save", "game.json"], work)

    assert not old.exists()
    assert new.exists()
    assert other.exists()
    assert link.is_symlink()


@pytest.mark.skipif(not hasattr(os, "getuid") or os.getuid() == 0, reason="root may write anywhere")
def test_a_last_save_that_failed_is_in_the_exit_code(work: Path) -> None:
    work.chmod(0o500)
    assert run_limited([*PLAY, "--save", "game.json"], work).code == 2


def test_a_save_that_fails_while_the_game_is_played_is_in_the_exit_code(
    work: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from click.testing import CliRunner

    from rulewright.cli.command_line import rulewright as command
    from rulewright.cli.terminal.files import save_files

    def full(path: Path, data: bytes) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(save_files, "write_whole", full)
    monkeypatch.chdir(work)
    result = CliRunner().invoke(command, [*PLAY, "--save", "game.json"], input="1\nq\n")

    assert result.exit_code == 1
    assert "could not be saved" in result.output


def test_damage_anywhere_in_a_save_is_noticed(work: Path) -> None:
    path = work / "game.json"
    write_save(path, SavedGame(rulewright.load("classic").new_game(4, 1), 0, "random"))
    text = path.read_text()
    assert read_save(path).seat == 0
    for old, new in (
        ('"seat": 0', '"seat": 1'),
        ('"lang": "en"', '"lang": "fr"'),
        ("random", "first"),
    ):
        path.write_text(text.replace(old, new, 1))
        assert path.read_text() != text
        with pytest.raises(Exception, match="changed after it was saved"):
            read_save(path)
