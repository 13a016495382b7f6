"""Native code is kept from run to run, and only taken from where nobody else can have put it."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import rulewright.base.cache
from engines.kit import GAMES, module_of
from perft.games import Way
from rulewright.native import host
from rulewright.native.compile_module import native_module
from rulewright.native.engine.native_engine import NativeEngine
from rulewright.runtime.game.random_playouts import play_random_game
from rulewright.runtime.ir.module import Module
from rulewright.runtime.python.python_engine import PythonEngine

wasmtime = pytest.importorskip("wasmtime")

LANTERNS = Way(GAMES[0], 2)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The cache of this test, in which nothing else is kept."""
    lanterns()
    place = tmp_path / "cache"

    monkeypatch.setenv("RULEWRIGHT_CACHE", str(place))
    return place


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many bytes were compiled, each time."""
    sizes: list[int] = []
    compile_ = wasmtime.Module.__init__

    def noted(self: Any, engine: Any, wasm: bytes) -> None:
        sizes.append(len(wasm))
        compile_(self, engine, wasm)

    monkeypatch.setattr(wasmtime.Module, "__init__", noted)
    return sizes


@cache
def lanterns() -> Module:
    return module_of(LANTERNS)


def played(keeps: bool = True) -> object:
    module = lanterns()
    engine = NativeEngine(native_module(module), PythonEngine(module), keeps=keeps)
    assert list(engine.playouts([(1, 2)])) == [play_random_game(engine.other, 1, 2)]
    return play_random_game(engine, 3, 4)


def test_what_was_compiled_is_not_compiled_again(compiled: list[int], folder: Path) -> None:
    first = played()
    assert len(compiled) == 2  # moves, and whole games
    assert played() == first
    assert len(compiled) == 2
    assert len(list(folder.iterdir())) == 2


def test_only_who_wants_it_keeps_code(compiled: list[int], folder: Path) -> None:
    played(keeps=False)
    played(keeps=False)

    assert len(compiled) == 4
    assert not folder.exists()


@pytest.mark.sampled(3)
@pytest.mark.parametrize("at", [0, 40, -1])
def test_a_damaged_entry_is_made_anew(compiled: list[int], folder: Path, at: int) -> None:
    first = played()
    for path in folder.iterdir():
        data = bytearray(path.read_bytes())
        data[at] ^= 1
        path.write_bytes(data)

    assert played() == first
    assert len(compiled) == 4
    assert played() == first
    assert len(compiled) == 4


def test_an_entry_of_other_code_is_not_taken(compiled: list[int], folder: Path) -> None:
    """As where somebody exchanges two entries: each is sealed with its name."""
    first = played()
    one, other = folder.iterdir()
    data = one.read_bytes(), other.read_bytes()
    one.write_bytes(data[1])
    other.write_bytes(data[0])

    assert played() == first
    assert len(compiled) == 4


def test_what_wasmtime_cannot_take_is_made_anew(
    compiled: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    store = rulewright.base.cache.store_cached
    monkeypatch.setattr(host, "store_cached", lambda key, thing: store(key, b"no code" + thing))
    first = played()
    monkeypatch.undo()

    assert played() == first


def test_code_of_another_wasmtime_or_processor_is_not_taken(
    compiled: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    first = played()
    monkeypatch.setattr(host, "_processor_features", lambda: "another")
    assert played() == first
    assert len(compiled) == 4
    monkeypatch.setattr(host, "_wasmtime_version", lambda: f"{host.VERSIONS[0]}.0.1")
    assert played() == first
    assert len(compiled) == 6


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="modes say nothing here")
def test_a_folder_that_others_can_write_to_is_not_used(compiled: list[int], folder: Path) -> None:
    first = played()
    folder.chmod(0o777)

    assert played() == first
    assert len(compiled) == 4
