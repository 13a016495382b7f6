"""The text of a module: it assembles to code that does the same, and keeps the names of the rules."""

from __future__ import annotations

import re
from typing import Any

import pytest

from front.kit import Shell
from rulewright.native.ast import wasm_ast as wasm
from rulewright.native.ast.folding import choose, sequenced
from rulewright.native.builder.code import Code, call
from rulewright.native.builder.structs import F64, I16, I64, U16, NumberArray
from rulewright.native.compile_module import build_playout_module, lay_out
from rulewright.native.encode.wasm_module import WasmModule
from rulewright.native.encode.wat import module_text
from rulewright.native.host import Host, Trapped
from rulewright.native.layout.frame_layout import Capacity
from rulewright.native.layout.rows import RowConverter
from rulewright.runtime.python.python_engine import PythonEngine
from rulewright.runtime.session.rules.rulebook import load_rulebook

wasmtime = pytest.importorskip("wasmtime")


def every_form() -> WasmModule:
    """A module with a function of each sort of statement and expression; names have all sorts of characters."""
    module = WasmModule(grows=True)
    at = module.put(bytes(range(256)))
    module.globals |= {"it's": ("i32", 3), "wide one": ("i64", -5)}
    double = Code(wasm.Function("double (é)", (("a b", "i32"),), "i32"))
    double.give(double.parameter("a b") * 2)
    nothing = Code(wasm.Function("nothing", ()))
    nothing.set_global("it's", wasm.Global("it's") + 1)
    code = Code(wasm.Function("every.main", (("n", "i32"),), "i32", exported=True))
    n, total = code.parameter("n"), code.var(0, "total; (comment")
    shorts, unsigned, wide, reals = (NumberArray(code, each, at) for each in (I16, U16, I64, F64))
    with code.switch(n) as switch:
        for number in (0, 2):
            with switch.case(number):
                total += 100 + number
    with code.range(n) as index:
        with code.when(index > 2):
            total += choose(index == 3, shorts[index], call("double (é)", index))
        with code.else_():
            total ^= index
    shorts[1] = -1
    wide[2] = wasm.Global("wide one", type="i64") + wide[1]
    reals[3] = wasm.real(n) / 3
    code.copy(at + 40, at, 8)
    code.run("nothing")
    code.drop(call("double (é)", 1))
    with code.loop() as out:
        total += sequenced([wasm.Set(n.name, n - 1)], n)
        out.leave(n < -3)
    code.trap_if(total == 77)
    small = wasm.Load(wasm.number(at), 7, 1, signed=False)
    code.give(
        total + unsigned[1] + small + wasm.Global("it's") + choose(reals[3] > 0, unsigned[20], n)
    )
    for each in (double, nothing, code):
        module.add(each.function)
    return module


def results(code: bytes) -> list[Any]:
    host, found = Host(code), list[Any]()
    for n in range(-2, 9):
        try:
            found.append(host.call("main", n))
        except Trapped:
            found.append(None)
    return found


def test_every_form_assembles_to_the_same_code() -> None:
    module = every_form()

    assert results(bytes(wasmtime.wat2wasm(module_text(module)))) == results(module.to_bytes())


def test_a_game_plays_the_same_from_its_text() -> None:
    module = load_rulebook("caravan").module(3, ())
    builder, python = build_playout_module(lay_out(module, Capacity())), PythonEngine(module)
    first = RowConverter.of(builder.layout).state(python.pack(python.start(0)))
    found = []
    for code in (builder.wasm.to_bytes(), bytes(wasmtime.wat2wasm(module_text(builder.wasm)))):
        host = Host(code)
        host.write(builder.state, bytes(first))
        host.call("sums", builder.state, 3, 7)
        found.append(host.read(builder.sums, 8 * builder.sum_count))

    assert found[0] == found[1]
    assert any(found[0])


def test_build_prints_the_text_with_the_names_of_the_rules(shell: Shell) -> None:
    text = shell.run("build", "caravan", "--players", 3, "--wat").output

    assert re.search(r"\(func \$f_\w+ ", text)
    assert '(export "new_game")' in text
    assert text.count("(") == text.count(")")
    wasmtime.wat2wasm(text)


def test_build_prints_the_text_or_writes_a_file(shell: Shell) -> None:
    told = shell.run("build", "caravan", "--players", 3, "--wat", "-o", "caravan.wasm", exit_code=2)

    assert "leave out -o" in told.output
