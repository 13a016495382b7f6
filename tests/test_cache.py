"""What is kept from run to run: whatever is wrong with it, things are made anew."""

import os
from collections.abc import Iterable
from pathlib import Path

import pytest

import rulewright
from checks.kit import our_table
from rulewright.base import cache
from rulewright.base.library import Library, find_library
from rulewright.base.plain_files import read_plain
from rulewright.language.edition.loading.load import read_edition
from rulewright.language.link.rule_files import read_sources
from rulewright.language.text import Complaints, Source, open_in_editor
from rulewright.runtime.session.rules.read_rules import read_rules

pytestmark = pytest.mark.portable


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("RULEWRIGHT_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def test_what_is_kept_is_found_again(folder: Path) -> None:
    assert cache.load_cached("key") is None
    cache.store_cached("key", [1, 2])
    assert cache.load_cached("key") == [1, 2]
    assert cache.load_cached("other key") is None


@pytest.mark.parametrize("data", [b"", b"rubbish", b"x" * 5000])
def test_what_is_damaged_is_not_used(folder: Path, data: bytes) -> None:
    cache.store_cached("key", [1, 2])
    (path,) = folder.iterdir()
    path.write_bytes(data)
    assert cache.load_cached("key") is None
    cache.store_cached("key", [3])
    assert cache.load_cached("key") == [3]


def test_a_folder_in_the_place_of_a_file_is_left_alone(folder: Path) -> None:
    cache.store_cached("key", [1, 2])
    (path,) = folder.iterdir()
    path.unlink()
    path.mkdir()
    cache.store_cached("key", [3])
    assert cache.load_cached("key") is None
    assert list(folder.iterdir()) == [path]  # and nothing half written beside it


@pytest.mark.parametrize("place", ["/proc/nowhere", "/dev/null", __file__, "off"])
def test_where_nothing_can_be_kept_games_are_played(
    place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RULEWRIGHT_CACHE", place)
    cache.store_cached("key", [1])
    assert cache.load_cached("key") is None
    assert rulewright.load("classic").new_game(4, seed=1).decision is not None


def test_the_oldest_go_when_there_are_too_many(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cache, "MAX_FILES", 6)
    for number in range(7):
        cache.store_cached(str(number), number)
        for path in folder.iterdir():
            os.utime(path, (path.stat().st_mtime - 10, path.stat().st_mtime - 10))
    assert [cache.load_cached(str(number)) for number in range(7)] == [None] * 4 + [4, 5, 6]


def test_what_was_wanted_lately_stays(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "MAX_FILES", 6)
    for number in range(7):
        cache.store_cached(str(number), number)
        for path in folder.iterdir():
            os.utime(path, (path.stat().st_mtime - 10, path.stat().st_mtime - 10))
        assert cache.load_cached("0") == 0
    assert [cache.load_cached(str(number)) for number in range(7)] == [0, *[None] * 4, 5, 6]


def test_what_is_not_ours_is_never_dropped(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "MAX_FILES", 1)
    folder.mkdir(mode=0o700)
    other = folder / "letter.txt"
    other.touch()
    for number in range(5):
        cache.store_cached(str(number), number)
    assert other.exists()


def test_a_file_that_cannot_be_read_has_a_hash_too(tmp_path: Path) -> None:
    path = tmp_path / "a"
    missing = cache.digest_of([path])
    path.touch()
    assert cache.digest_of([path]) != missing


def test_the_hash_of_a_file_that_was_hashed_before_is_that_of_what_it_says_now(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[Path] = []

    def noted(path: Path, most: int) -> bytes:
        read.append(path)
        return read_plain(path, most)

    monkeypatch.setattr("rulewright.base.cache.read_plain", noted)
    path = tmp_path / "a"
    path.write_text("one")
    first = cache.digest_of([path])
    path.write_text("two")  # of the same size, and perhaps at the same time
    assert cache.digest_of([path]) != first

    monkeypatch.setattr(cache, "SETTLED", -1)  # no clock shows the same time twice
    second = cache.digest_of([path])
    read.clear()
    assert cache.digest_of([path]) == second
    assert read == []
    other = tmp_path / "b"
    other.write_text("one")
    other.replace(path)
    assert cache.digest_of([path]) == first


def test_what_is_made_elsewhere_is_not_found_here(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It would name the files as they are seen from there."""
    here = cache.digest_of([tmp_path / "some.rules"])
    monkeypatch.chdir(tmp_path)
    there = cache.digest_of([tmp_path / "some.rules"])

    assert here.located != there.located
    assert here.content == there.content


def test_what_is_shipped_is_found_from_every_folder_but_one_above_it(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shipped = find_library().root / "rules" / "citadels"
    found = {}
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        monkeypatch.chdir(tmp_path / name)
        found[name] = cache.digest_of([shipped / "some.rules"]).located
    monkeypatch.chdir(shipped)

    assert found["a"] == found["b"] != cache.digest_of([shipped / "some.rules"]).located


def test_what_a_changed_grammar_makes_is_another_thing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = tmp_path / "grammar" / "assist" / "worked.examples"
    rows.parent.mkdir(parents=True)
    rows.write_text("", encoding="utf-8")
    monkeypatch.setattr(cache, "find_library", lambda: Library(tmp_path))
    before = cache._code_version.__wrapped__()
    rows.write_text("draw a card\n", encoding="utf-8")

    assert cache._code_version.__wrapped__() != before


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes here")
def test_nobody_waits_for_a_pipe_to_be_hashed(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.rules")

    assert cache.digest_of([tmp_path / "pipe.rules"]) == cache.digest_of([tmp_path / "pipe.rules"])


def test_what_shipped_files_say_is_kept_beside_an_own_one(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    edition = our_table(tmp_path)
    loaded = read_edition(edition, find_library().root, Complaints())
    assert loaded is not None
    anew = read_rules(loaded)
    read: list[Path] = []

    def noted(files: Iterable[Path], complaints: Complaints) -> list[Source]:
        read.extend(files)
        return read_sources(files, complaints)

    monkeypatch.setattr("rulewright.runtime.session.rules.read_rules.read_sources", noted)
    again = read_rules(loaded)

    assert read == [tmp_path / "bard.rules"]
    assert (again.files, again.digest, again.unread) == (anew.files, anew.digest, anew.unread)
    assert again.program.rules == anew.program.rules
    assert again.program.cards == anew.program.cards


def test_a_shipped_file_that_somebody_edits_is_read_as_it_stands_there(
    folder: Path, tmp_path: Path
) -> None:
    loaded = read_edition(our_table(tmp_path), find_library().root, Complaints())
    assert loaded is not None
    king = find_library().folder("rules") / "citadels" / "characters" / "king.rules"
    before = read_rules(loaded)
    text = king.read_text(encoding="utf-8").replace("rank 4", "rank 9", 1)
    with open_in_editor({king: text}):
        found = read_rules(loaded)

    assert before.program.cards["King"].values["rank"] == 4
    assert found.program.cards["King"].values["rank"] == 9
    assert found.digest != before.digest
