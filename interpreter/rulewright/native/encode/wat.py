"""Prints a module as WebAssembly text (folded S-expressions), with the names of the rules."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, assert_never

from rulewright.native.ast import wasm_ast as wasm
from rulewright.native.ast.folding import is_selectable
from rulewright.native.encode.wasm_module import PAGE, WasmModule

INDENT: Final = "  "
BYTES: Final = {"i32": 4, "i64": 8, "f64": 8}
"""The bytes of a number of each type."""


def module_text(module: WasmModule) -> str:
    """Return a module as text that `wat2wasm` accepts; it does what the bytes of the module do."""
    groups = {"": module, **module.parts}
    pages = -(-max(each.used for each in groups.values()) // PAGE)
    limits = f"{pages}" if module.grows else f"{pages} {pages}"
    lines = ["(module", f'{INDENT}(memory (export "memory") {limits})']
    for before, each in groups.items():
        for name, (type_, value) in each.globals.items():
            global_ = _name(before + name)
            lines.append(f"{INDENT}(global {global_} (mut {type_}) ({type_}.const {value}))")
    for before, each in groups.items():
        for function in each.functions.values():
            exports = function.exported and not before
            lines += _FunctionPrinter(before, each, function).lines(exports)
    for each in groups.values():
        lines += (f'{INDENT}(data (i32.const {at}) "{_escaped(data)}")' for at, data in each.data)
    return "\n".join([*lines, ")\n"])


def _name(name: str) -> str:
    """Return an identifier of the text format for a name."""
    return "$" + re.sub(r"[^\w.:/'+-]", lambda match: f"~{ord(match[0]):x}", name, flags=re.ASCII)


def _escaped(data: bytes) -> str:
    """Return bytes as the content of a string of the text format."""
    return "".join(f"\\{byte:02x}" for byte in data)


class _FunctionPrinter:
    """A printer of one function; names of functions and globals in it get the prefix `before`."""

    def __init__(self, before: str, module: WasmModule, function: wasm.Function) -> None:
        self.before, self.module, self.function = before, module, function

    def lines(self, exported: bool) -> Iterator[str]:
        """Yield the lines of the function."""
        function = self.function
        head = [f"func {_name(self.before + function.name)}"]
        if exported:
            head.append(f'(export "{function.name.rpartition(".")[2]}")')
        head += (f"(param {_name(name)} {type_})" for name, type_ in function.parameters)
        if function.result is not None:
            head.append(f"(result {function.result})")
        yield f"{INDENT}({' '.join(head)}"
        for name, type_ in function.locals.items():
            yield f"{INDENT * 2}(local {_name(name)} {type_})"
        yield from self._body(function.body, INDENT * 2)
        # Every path returns, but validation wants a result at the end: `unreachable` has any type.
        yield f"{INDENT})" if function.result is None else f"{INDENT * 2}(unreachable))"

    def _body(self, body: wasm.Body, indent: str) -> Iterator[str]:
        """Yield the lines of some statements."""
        for stmt in body:
            yield from self._statement(stmt, indent)

    def _statement(self, stmt: wasm.Stmt, indent: str) -> Iterator[str]:
        """Yield the lines of a statement."""
        match stmt:
            case wasm.If():
                yield f"{indent}(if {self._expression(stmt.condition)} (then"
                yield from self._body(stmt.body, indent + INDENT)
                if stmt.else_body:
                    yield f"{indent}) (else"
                    yield from self._body(stmt.else_body, indent + INDENT)
                yield f"{indent}))"
            case wasm.Block() | wasm.Loop():
                kind = "block" if isinstance(stmt, wasm.Block) else "loop"
                yield f"{indent}({kind} {_name(stmt.label)}"
                yield from self._body(stmt.body, indent + INDENT)
                yield f"{indent})"
            case _:
                yield indent + self._simple_statement(stmt)

    def _simple_statement(
        self,
        stmt: wasm.Set | wasm.SetGlobal | wasm.Store | wasm.Jump | wasm.Switch | wasm.Return
        | wasm.CallStmt | wasm.Drop | wasm.CopyBytes | wasm.Trap,
    ) -> str:  # fmt: skip
        """Return the line of a statement that contains no others."""
        match stmt:
            case wasm.Set(name=name, value=value):
                return f"(local.set {_name(name)} {self._expression(value)})"
            case wasm.SetGlobal(name=name, value=value):
                return f"(global.set {_name(self.before + name)} {self._expression(value)})"
            case wasm.Store(value=value, size=size):
                name = f"{value.type}.store" + ("" if size == BYTES[value.type] else f"{8 * size}")
                address = self._expression(stmt.address)
                return f"({name} offset={stmt.offset} {address} {self._expression(value)})"
            case wasm.Jump(label=label, condition=None):
                return f"(br {_name(label)})"
            case wasm.Jump(label=label, condition=condition):
                assert condition is not None
                return f"(br_if {_name(label)} {self._expression(condition)})"
            case wasm.Switch(value=value, labels=labels):
                return f"(br_table {' '.join(map(_name, labels))} {self._expression(value)})"
            case wasm.Return(value=None):
                return "(return)"
            case wasm.Return(value=value):
                assert value is not None
                return f"(return {self._expression(value)})"
            case wasm.CallStmt(function=function, arguments=arguments):
                return self._call(function, arguments)
            case wasm.Drop(value=value):
                return f"(drop {self._expression(value)})"
            case wasm.CopyBytes(to=to, source=source, count=count):
                return f"(memory.copy {' '.join(map(self._expression, (to, source, count)))})"
            case wasm.Trap():
                return "(unreachable)"
            case _:
                assert_never(stmt)

    def _expression(self, expr: wasm.Expr) -> str:
        """Return an expression in one line."""
        match expr:
            case wasm.Const(value=value):
                return f"({expr.type}.const {value})"
            case wasm.Get(name=name):
                return f"(local.get {_name(name)})"
            case wasm.Global(name=name):
                return f"(global.get {_name(self.before + name)})"
            case wasm.Load(address=address, size=size):
                part = (
                    "" if size == BYTES[expr.type] else f"{8 * size}_{'s' if expr.signed else 'u'}"
                )
                return f"({expr.type}.load{part} offset={expr.offset} {self._expression(address)})"
            case wasm.Binary(name=name, left=left, right=right):
                return f"({left.type}.{name} {self._expression(left)} {self._expression(right)})"
            case wasm.Unary(name=name, of=of):
                return f"({name} {self._expression(of)})"
            case wasm.Call(function=function, arguments=arguments):
                return self._call(function, arguments)
            case wasm.Conditional(condition=condition, yes=yes, no=no):
                one, other, test = map(self._expression, (yes, no, condition))
                if is_selectable(yes) and is_selectable(no):
                    return f"(select {one} {other} {test})"
                return f"(if (result {expr.type}) {test} (then {one}) (else {other}))"
            case wasm.Sequenced(body=body, value=value):
                lines = " ".join(line.strip() for line in self._body(body, ""))
                return f"(block (result {expr.type}) {lines} {self._expression(value)})"
            case _:
                assert_never(expr)

    def _call(self, function: str, arguments: tuple[wasm.Expr, ...]) -> str:
        """Return a function call."""
        # A part calls its own functions; the whole calls those of parts by their prefix.
        return (
            f"(call {' '.join((_name(self.before + function), *map(self._expression, arguments)))})"
        )
