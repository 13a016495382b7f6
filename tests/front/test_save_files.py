"""Games in files: whole, or not at all."""

import json
import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from front.conftest import loaded
from front.kit import Shell
from rulewright.cli.common.exits import NotPossible
from rulewright.cli.terminal.files.save_files import (
    SavedGame,
    is_free_for_save,
    read_save,
    refuse_to_overwrite,
    save_text,
    write_save,
)
from rulewright.runtime.session.saves.save_formats import FILE_FORMAT, GAME_FORMAT

pytestmark = pytest.mark.usefixtures("quick")


def save() -> SavedGame:
    return SavedGame(loaded("classic").new_game(4, seed=3), 2, "random")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "game.json"
    write_save(path, save())
    return path


def test_what_was_saved_is_read_again(path: Path) -> None:
    assert read_save(path) == save()


def test_nothing_is_left_beside_the_file(path: Path) -> None:
    assert list(path.parent.iterdir()) == [path]


def test_a_write_that_fails_leaves_the_old_file(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise OSError("no more room")

    old = path.read_bytes()
    monkeypatch.setattr(os, "replace", fail)

    with pytest.raises(OSError, match="no more room"):
        write_save(path, save())

    assert path.read_bytes() == old
    assert list(path.parent.iterdir()) == [path]


def test_a_link_stays_a_link(path: Path) -> None:
    link = path.parent / "link.json"
    link.symlink_to(path)
    path.write_text("")

    write_save(link, save())

    assert link.is_symlink()
    assert read_save(path) == save()


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_a_damaged_save_is_refused_in_plain_words(path: Path, data: st.DataObject) -> None:
    text = json.dumps({**json.loads(path.read_text())})
    at = data.draw(st.integers(0, len(text) - 1))
    spoilt = path.parent / "spoilt.json"
    spoilt.write_text(text[:at], encoding="utf-8")

    with pytest.raises(NotPossible, match=r"spoilt\.json") as caught:
        read_save(spoilt)

    assert caught.value.exit_code == 1


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"seat": 4}, "no seat 4"),
        ({"seat": "A"}, "no seat 'A'"),
        ({"seat": True}, "no seat True"),
        ({"bot": None}, "the bot of the other seats"),
        ({"game": None}, "cannot be used"),
        ({"game": {}}, "cannot be used"),
        ({"format": "something else"}, "not a saved game of Rulewright"),
        (
            {"version": 3, "rulewright": "0.9"},
            "reads versions 1, 2. To read it, use Rulewright 0.9",
        ),
        ({"version": [2]}, "version unknown"),
        ({"version": True}, "version unknown"),
    ],
)
def test_a_changed_save_is_refused(path: Path, change: dict[str, object], told: str) -> None:
    data = {**json.loads(path.read_text()), **change}
    path.write_text(json.dumps(data), encoding="utf-8")
    with pytest.raises(NotPossible, match=r"changed after it was saved|not a saved game|version"):
        read_save(path)

    write_sealed(path, data)
    with pytest.raises(NotPossible, match=told):
        read_save(path)


def test_a_file_of_version_1_is_read(path: Path) -> None:
    """Version 1 had no checksum; the game in it has one."""
    data = json.loads(path.read_text())
    del data["checksum"]
    path.write_text(json.dumps({**data, "version": 1}), encoding="utf-8")

    assert read_save(path) == save()
    write_save(path, read_save(path))
    assert json.loads(path.read_text()) == json.loads(save_text(save()))


def write_sealed(path: Path, data: dict[str, object]) -> None:
    """Write a save that somebody edited, with a right checksum."""
    data = {key: value for key, value in data.items() if key != "checksum"}
    path.write_text(json.dumps(FILE_FORMAT.seal(data)), encoding="utf-8")


@pytest.mark.parametrize("content", [b"", b"\xff\xfe", b"[]", b"3", b"null", b"{}", b"[" * 5000])
def test_a_foreign_file_is_refused(shell: Shell, path: Path, content: bytes) -> None:
    path.write_bytes(content)

    result = shell.run("play", "--resume", path, exit_code=1)

    assert str(path) in result.stderr.replace("\n", "")


def test_a_game_made_with_other_rules_says_so(path: Path, shell: Shell) -> None:
    data = json.loads(path.read_text())
    inner = {key: value for key, value in data["game"].items() if key != "checksum"}
    data["game"] = GAME_FORMAT.seal({**inner, "play": "of other rules", "rules": ""})
    write_sealed(path, data)

    shown = shell.run("play", "--resume", path, exit_code=1).stderr

    assert "the rules have changed" in shown.replace("\n", " ")


def test_a_new_game_does_not_wipe_out_anything(path: Path, tmp_path: Path) -> None:
    with pytest.raises(NotPossible, match="exists already"):
        refuse_to_overwrite(path, lambda question: False)

    (tmp_path / "empty.json").touch()
    for name in ("empty.json", "new.json"):
        assert not refuse_to_overwrite(tmp_path / name, lambda question: True)


def test_another_file_gives_way_if_somebody_says_so(path: Path, tmp_path: Path) -> None:
    other = tmp_path / "notes.txt"
    other.write_text("mine", encoding="utf-8")

    assert refuse_to_overwrite(other, f"{other} exists already. Replace it?".__eq__)
    assert other.read_text(encoding="utf-8") == "mine"  # until there is something to save
    write_save(other, read_save(path), replacing=True)
    assert read_save(other).game.decisions == read_save(path).game.decisions


def test_an_older_save_may_be_written_over(path: Path, tmp_path: Path) -> None:
    other = tmp_path / "notes.txt"
    other.write_text("mine", encoding="utf-8")

    assert is_free_for_save(path)
    assert is_free_for_save(tmp_path / "new.json")
    assert not is_free_for_save(other)
    assert not is_free_for_save(tmp_path)
