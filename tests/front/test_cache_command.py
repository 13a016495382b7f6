"""`rulewright cache`: where it lies, how large it is, and what clearing drops."""

from __future__ import annotations

from pathlib import Path

import pytest

from front.kit import Shell
from rulewright.base.cache import load_cached, store_cached


@pytest.fixture
def place(shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    place = tmp_path / "kept"
    monkeypatch.setenv("RULEWRIGHT_CACHE", str(place))
    monkeypatch.chdir(Path(__file__).parent)
    return place


def test_an_empty_one_and_one_with_something(shell: Shell, place: Path) -> None:
    assert shell.run("cache").stdout.splitlines() == [str(place), "0 files, 0.0 MB"]
    store_cached("a", "something")

    told = shell.json("cache", "--json")
    assert (told["folder"], told["files"]) == (str(place), 1)
    assert told["bytes"] == sum(file.stat().st_size for file in place.iterdir())


def test_only_what_is_ours_is_dropped(shell: Shell, place: Path) -> None:
    store_cached("a", "something")
    foreign = place / "letter.txt"
    foreign.write_text("mine", encoding="utf-8")

    assert shell.run("cache", "clear").stdout == "deleted 1 file, 0.0 MB\n"
    assert [*place.iterdir()] == [foreign]
    assert load_cached("a") is None


def test_where_nothing_is_kept_that_is_said(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULEWRIGHT_CACHE", "off")

    assert shell.run("cache").stdout.startswith("the cache is off")
    assert shell.json("cache", "--json") == {"folder": None, "files": 0, "bytes": 0}
    assert shell.run("cache", "clear").stdout == "deleted 0 files, 0.0 MB\n"
