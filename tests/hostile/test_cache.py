"""Nothing runs out of a cache that somebody else wrote, and nothing in it is older than the files it is made of."""

from __future__ import annotations

import hashlib
import os
import pickle
import shutil
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from hostile.kit import game
from hostile.limits import run_limited
from rulewright.base import cache, user_key as own_key
from rulewright.base.plain_files import read_plain
from rulewright.language.text import files
from rulewright.runtime.session.rules import rulebook

EDITION = "edition: own\nextends: classic\nrules: [own.rules]\n"
pytestmark = pytest.mark.skipif(not hasattr(os, "getuid"), reason="modes mean nothing here")


class Bomb:
    """Leaves a file behind where it is unpickled."""

    def __init__(self, mark: Path) -> None:
        self.mark = mark

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return Path.touch, (self.mark,)


@pytest.fixture(autouse=True)
def own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A cache and a data folder of one's own, with a key that is made there."""
    monkeypatch.setenv("RULEWRIGHT_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    own_key.load_user_key.cache_clear()
    yield tmp_path
    own_key.load_user_key.cache_clear()


def key_file(home: Path) -> Path:
    return home / "data" / "rulewright" / own_key.NAME


def test_the_key_and_the_folder_are_the_users_alone(own_home: Path) -> None:
    cache.store_cached("key", 1)

    assert cache.load_cached("key") == 1
    assert stat.S_IMODE(key_file(own_home).stat().st_mode) == 0o600
    assert stat.S_IMODE((own_home / "cache").stat().st_mode) == 0o700


def test_what_anybody_can_make_is_not_unpickled(own_home: Path) -> None:
    cache.store_cached("key", 1)
    (path,) = (own_home / "cache").iterdir()
    data = pickle.dumps(Bomb(own_home / "mark"))
    for seal in (hashlib.sha256(data).digest(), bytes(32), b""):
        path.write_bytes(seal + data)
        assert cache.load_cached("key") is None
    assert not (own_home / "mark").exists()


def test_an_entry_under_another_name_is_not_used(own_home: Path) -> None:
    cache.store_cached("one", 1)
    (one,) = (own_home / "cache").iterdir()
    cache.store_cached("two", 2)
    (two,) = set((own_home / "cache").iterdir()) - {one}
    two.write_bytes(one.read_bytes())

    assert cache.load_cached("two") is None


def test_a_key_that_others_can_read_is_none(own_home: Path) -> None:
    cache.store_cached("key", 1)
    key_file(own_home).chmod(0o644)
    own_key.load_user_key.cache_clear()

    assert own_key.load_user_key() is None
    assert cache.load_cached("key") is None


def test_a_key_of_known_bytes_is_another_wherever_it_is_laid(own_home: Path) -> None:
    """As in a repository that brings key and cache along, checked out where new files are private."""
    cache.store_cached("key", 1)
    secret = key_file(own_home).read_bytes()
    before = own_key.load_user_key()
    key_file(own_home).unlink()
    key_file(own_home).write_bytes(secret)
    key_file(own_home).chmod(0o600)
    own_key.load_user_key.cache_clear()

    assert own_key.load_user_key() not in (None, before)
    assert cache.load_cached("key") is None


@pytest.mark.parametrize("mode", [0o777, 0o770, 0o722])
def test_a_folder_that_others_can_write_to_is_not_used(own_home: Path, mode: int) -> None:
    cache.store_cached("key", 1)
    (own_home / "cache").chmod(mode)

    assert cache.load_cached("key") is None


def test_a_link_to_a_folder_is_not_used(own_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (own_home / "other").mkdir(mode=0o700)
    (own_home / "link").symlink_to(own_home / "other")
    monkeypatch.setenv("RULEWRIGHT_CACHE", str(own_home / "link"))
    cache.store_cached("key", 1)

    assert not list((own_home / "other").iterdir())


@pytest.mark.parametrize("named", ["cache", ".", "{here}/cache", "{here}/../work/cache"])
def test_a_cache_in_the_folder_that_is_worked_in_is_not_used(
    own_home: Path, named: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = own_home / "work"
    here.mkdir()
    monkeypatch.chdir(here)
    monkeypatch.setenv("RULEWRIGHT_CACHE", named.format(here=here))
    cache.store_cached("key", 1)

    assert cache.load_cached("key") is None
    assert not list(here.iterdir())


@pytest.mark.parametrize("sort", ["home", "temporary"])
def test_a_home_or_a_folder_for_temporary_files_comes_with_no_rules(
    own_home: Path, sort: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = own_home / "work"
    here.mkdir()
    monkeypatch.chdir(here)
    monkeypatch.setenv("RULEWRIGHT_CACHE", str(here / "cache"))
    if sort == "home":
        monkeypatch.setenv("HOME", str(here))
    else:
        here.chmod(0o1777)
    cache.store_cached("key", 1)

    assert cache.load_cached("key") == 1


def test_a_folder_of_ones_own_is_none_for_everybody(
    own_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An archive may bring the sign of a folder for temporary files along, but for that others may write there."""
    here = own_home / "work"
    here.mkdir()
    here.chmod(0o1755)
    monkeypatch.chdir(here)
    monkeypatch.setenv("RULEWRIGHT_CACHE", str(here / "cache"))
    cache.store_cached("key", 1)

    assert cache.load_cached("key") is None


@pytest.mark.parametrize("sort", ["home", "temporary"])
def test_what_a_repository_brings_for_the_cache_of_a_home_is_not_unpickled(
    own_home: Path, sort: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The home, or the folder for temporary files, is the checkout: key, cache and entries come with it."""
    here = own_home / "work"
    here.mkdir()
    monkeypatch.chdir(here)
    monkeypatch.setenv("RULEWRIGHT_CACHE", str(here / "cache"))
    monkeypatch.setenv("XDG_DATA_HOME", str(here / "data"))
    if sort == "home":
        monkeypatch.setenv("HOME", str(here))
    else:
        here.chmod(0o1777)
    cache.store_cached("key", Bomb(own_home / "mark"))
    checkout = shutil.copytree(here, own_home / "checkout", copy_function=shutil.copy2)
    shutil.rmtree(here)
    checkout.rename(here)
    here.chmod(0o1777 if sort == "temporary" else 0o755)
    monkeypatch.chdir(here)
    own_key.load_user_key.cache_clear()

    assert [*(here / "cache").iterdir()]
    assert cache.load_cached("key") is None
    assert not (own_home / "mark").exists()


def test_nobody_waits_for_a_pipe_in_the_cache(own_home: Path) -> None:
    cache.store_cached("key", 1)
    (path,) = (own_home / "cache").iterdir()
    path.unlink()
    os.mkfifo(path)

    assert cache.load_cached("key") is None


def test_a_repository_with_a_cache_of_its_own_runs_nothing(own_home: Path) -> None:
    """Every entry that a check asks for is there, and each would leave a mark."""
    work = own_home / "place" / "work"
    work.mkdir(parents=True)
    for name, text in game("").items():
        (work / name).write_text(text)
    place = work / ".cache"
    outside = own_home / "cache"
    run_limited(["check", "hostile.yaml"], work, env={"RULEWRIGHT_CACHE": str(outside)})
    data = pickle.dumps(Bomb(work / "mark"))
    place.mkdir()
    for entry in list(outside.iterdir()):
        (place / entry.name).write_bytes(hashlib.sha256(data).digest() + data)

    for named in (place, Path(".cache")):
        ran = run_limited(["check", "hostile.yaml"], work, env={"RULEWRIGHT_CACHE": str(named)})
        assert ran.code == 0, ran.said
    for entry in outside.iterdir():
        entry.write_bytes((place / entry.name).read_bytes())
    assert run_limited(["check", "hostile.yaml"], work).code == 0
    assert not (work / "mark").exists()


def test_a_file_saved_while_it_is_read_is_not_kept_under_its_new_text(
    own_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The program that is made is the old one; the file says something else when it is hashed."""
    path, rules = own_home / "own.yaml", own_home / "own.rules"
    path.write_text(EDITION)
    rules.write_text("moment noon\n")

    def saved_behind(place: Path, most: int) -> bytes:
        data = read_plain(place, most)
        if place.name == rules.name:
            rules.write_text("moment evening\n")
        return data

    monkeypatch.setattr(files, "read_plain", saved_behind)
    assert "noon" in rulebook.load_rulebook(path).program.moments
    monkeypatch.setattr(files, "read_plain", read_plain)
    rulebook._LOADED.clear()

    assert "evening" in rulebook.load_rulebook(path).program.moments


def test_an_edition_saved_while_it_is_read_is_not_kept_under_its_new_text(
    own_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = own_home / "own.yaml"
    path.write_text("edition: own\nextends: classic\nname: Old\n")

    def saved_behind(place: Path, most: int) -> bytes:
        data = read_plain(place, most)
        if place == path:
            path.write_text("edition: own\nextends: classic\nname: New\n")
        return data

    monkeypatch.setattr(files, "read_plain", saved_behind)
    rulebook.load_rulebook(path)
    monkeypatch.setattr(files, "read_plain", read_plain)
    rulebook._LOADED.clear()

    assert rulebook.load_rulebook(path).edition.name["en"].value == "New"
