"""Functions written out where they are called: small modules before and after."""

from __future__ import annotations

import pytest

from rulewright.native.ast.wasm_ast import Call, Function, Get, Return
from rulewright.native.encode import inlining
from rulewright.native.encode.inlining import inline
from rulewright.native.encode.wasm_module import WasmModule


def calling(wasm: WasmModule, name: str, *called: str, exported: bool = False) -> None:
    """A function that adds what others give of its number, and 1 for itself."""
    number, found = Get(f"{name}:n"), Get(f"{name}:n") + 1
    for each in called:
        found = found + Call(each, (number,))
    wasm.add(Function(name, ((number.name, "i32"),), "i32", [Return(found)], exported=exported))


def left(wasm: WasmModule) -> set[str]:
    inline(wasm)
    return set(wasm.functions)


def test_what_is_written_out_everywhere_is_dropped() -> None:
    wasm = WasmModule()
    calling(wasm, "inner")
    calling(wasm, "middle", "inner")
    calling(wasm, "outer", "middle", "inner", exported=True)
    calling(wasm, "alone", "inner")

    assert left(wasm) == {"outer"}


def test_what_is_called_by_something_that_was_written_out_stays(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(inlining, "ALWAYS_INLINED_NODES", 10)
    wasm = WasmModule()
    calling(wasm, "apart")
    wasm.functions["apart"].never_inlined = True
    calling(wasm, "middle", "apart")
    calling(wasm, "outer", "middle", exported=True)
    calling(wasm, "other", "middle", exported=True)

    assert left(wasm) == {"apart", "outer", "other"}


def test_large_functions_are_written_out_where_nobody_else_calls_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(inlining, "ALWAYS_INLINED_NODES", 1)
    wasm = WasmModule()
    calling(wasm, "shared")
    calling(wasm, "own", "shared")
    calling(wasm, "outer", "own", "shared", exported=True)

    assert left(wasm) == {"shared", "outer"}


def test_functions_that_call_what_is_elsewhere_are_left_alone() -> None:
    wasm = WasmModule()
    calling(wasm, "inner", "whole.sums")
    calling(wasm, "outer", "inner", exported=True)

    assert left(wasm) == {"outer"}


def test_what_is_written_out_gives_the_same() -> None:
    host = pytest.importorskip("rulewright.native.host")
    pytest.importorskip("wasmtime")
    found = []
    for change in (lambda wasm: None, inline):
        wasm = WasmModule()
        calling(wasm, "inner")
        calling(wasm, "middle", "inner", "inner")
        calling(wasm, "outer", "middle", "inner", exported=True)
        wasm.reserve(8)
        change(wasm)
        found.append(host.Host(wasm.to_bytes()).call("outer", 5))

    assert found == [30, 30]
