"""A WebAssembly module under construction: functions, globals, and a memory with constant data."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from rulewright.base.records import Draft, field
from rulewright.native.ast import wasm_ast as wasm
from rulewright.native.builder.code import Code
from rulewright.native.encode import opcodes as op
from rulewright.native.encode.code_writer import CodeWriter

PAGE = 65536

FIRST_ADDRESS = 16
"""The first address that is allocated; 0 stays free as "no address"."""


class WasmModule(Draft):
    """A WebAssembly module under construction: functions, globals, and memory allocated from bottom to top.

    `parts` are further modules in the same memory; functions call them under the prefix that is their key.
    `about` is data for custom sections, by section name. A memory that `grows` has no maximum size.
    """

    functions: dict[str, wasm.Function] = field(factory=dict)
    globals: dict[str, tuple[str, int]] = field(factory=dict)
    data: list[tuple[int, bytes]] = field(factory=list)
    used: int = FIRST_ADDRESS
    parts: dict[str, WasmModule] = field(factory=dict)
    about: dict[str, bytes] = field(factory=dict)
    grows: bool = False

    def add(self, function: wasm.Function) -> wasm.Function:
        """Add a function, whose name must be new, and return it."""
        assert function.name not in self.functions, function.name
        self.functions[function.name] = function
        return function

    @contextmanager
    def record(
        self, name: str, result: wasm.Type | None = None, **parameters: wasm.Type
    ) -> Iterator[Code]:
        """Record a function, and add it to the module."""
        code = Code(wasm.Function(name, tuple(parameters.items()), result))
        yield code
        self.add(code.function)

    def reserve(self, size: int, align: int = 8) -> int:
        """Allocate `size` zeroed bytes and return their address."""
        address = (self.used + align - 1) // align * align
        self.used = address + size
        return address

    def put(self, data: bytes, align: int = 8) -> int:
        """Allocate memory with constant data and return its address; equal data is stored once."""
        for address, known in self.data:
            if known == data and address % align == 0:
                return address
        address = self.reserve(len(data), align)
        self.data.append((address, data))
        return address

    def to_bytes(self) -> bytes:
        """Return the module in WebAssembly's binary format."""
        groups = {"": self, **self.parts}
        functions = {
            f"{before}{f.name}": f for before, m in groups.items() for f in m.functions.values()
        }
        globals_ = {
            f"{before}{name}": g for before, m in groups.items() for name, g in m.globals.items()
        }
        types = list(dict.fromkeys(map(_type_of, functions.values())))
        indices = {key: (_indices(functions, key), _indices(globals_, key)) for key in groups}
        codes = [
            CodeWriter(each, *indices[before]).to_bytes()
            for before, module in groups.items()
            for each in module.functions.values()
        ]
        data = [segment for module in groups.values() for segment in module.data]
        return b"".join((
            b"\0asm\1\0\0\0",
            *(_custom(name, each) for name, each in self.about.items()),
            _section(1, types),
            _section(3, [op.unsigned(types.index(_type_of(each))) for each in functions.values()]),
            _section(5, [self._limits()]),
            _section(6, [_global(type_, value) for type_, value in globals_.values()]),
            _section(7, [_encoded_name("memory") + b"\2\0", *_exports(list(self.functions.values()))]),
            _section(10, codes),
            _section(11, [_segment(address, each) for address, each in data]),
        ))  # fmt: skip

    def _limits(self) -> bytes:
        """Return the encoded size limits of the memory, in pages."""
        pages = op.unsigned(-(-max(each.used for each in (self, *self.parts.values())) // PAGE))
        return b"\0" + pages if self.grows else b"\1" + pages + pages


def _indices(names: Iterable[str], before: str) -> dict[str, int]:
    """Return the indices of functions or globals by name, for those with the prefix `before`, which is removed."""
    return {
        name.removeprefix(before): number
        for number, name in enumerate(names)
        if name.startswith(before)
    }


def _custom(name: str, data: bytes) -> bytes:
    """Return a custom section in binary format."""
    content = _encoded_name(name) + data
    return b"\0" + op.unsigned(len(content)) + content


def _section(number: int, items: list[bytes]) -> bytes:
    """Return the section with the id `number` in binary format."""
    content = op.unsigned(len(items)) + b"".join(items)
    return bytes((number,)) + op.unsigned(len(content)) + content


def _type_of(function: wasm.Function) -> bytes:
    """Return the type of a function (parameters and result) in binary format."""
    parameters = bytes(op.TYPES[type_] for _, type_ in function.parameters)
    result = b"" if function.result is None else bytes((op.TYPES[function.result],))
    return (
        bytes((op.FUNCTION_TYPE,))
        + op.unsigned(len(parameters))
        + parameters
        + op.unsigned(len(result))
        + result
    )


def _global(type_: str, value: int) -> bytes:
    """Return a mutable global and its initial value in binary format."""
    opcode = op.I32_CONST if type_ == "i32" else op.I64_CONST
    return bytes((op.TYPES[type_], 1, opcode)) + op.signed(value) + bytes((op.END,))


def _encoded_name(name: str) -> bytes:
    """Return a name in binary format: its length and UTF-8 bytes."""
    data = name.encode()
    return op.unsigned(len(data)) + data


def _exports(functions: list[wasm.Function]) -> list[bytes]:
    """Return the exports in binary format; a name is exported without its part up to the last dot."""
    return [
        _encoded_name(function.name.rpartition(".")[2]) + b"\0" + op.unsigned(number)
        for number, function in enumerate(functions)
        if function.exported
    ]


def _segment(address: int, data: bytes) -> bytes:
    """Return constant data for an address in memory in binary format."""
    return (
        b"\0"
        + bytes((op.I32_CONST,))
        + op.signed(address)
        + bytes((op.END,))
        + op.unsigned(len(data))
        + data
    )
