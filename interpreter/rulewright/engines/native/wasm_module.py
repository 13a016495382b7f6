"""A whole WebAssembly module: functions, a memory with tables in it, globals."""

from __future__ import annotations

from attrs import define, field

from rulewright.engines.native.code_writer import CodeWriter
from rulewright.engines.native.form import Function
from rulewright.engines.native.opcodes import (
    END,
    FUNCTION_TYPE,
    I32_CONST,
    I64_CONST,
    TYPES,
    signed,
    unsigned,
)

PAGE = 65536


@define
class WasmModule:
    """A module in the making: memory is given out from its beginning on."""

    functions: dict[str, Function] = field(factory=dict)
    globals: dict[str, tuple[str, int]] = field(factory=dict)
    data: list[tuple[int, bytes]] = field(factory=list)
    used: int = 16  # no address is 0

    def add(self, function: Function) -> Function:
        """A function; the name must be new."""
        assert function.name not in self.functions, function.name
        self.functions[function.name] = function
        return function

    def reserve(self, size: int, align: int = 8) -> int:
        """The address of so many bytes, all 0 at first."""
        address = (self.used + align - 1) // align * align
        self.used = address + size
        return address

    def put(self, data: bytes, align: int = 8) -> int:
        """The address of these bytes; the same for the same."""
        for address, known in self.data:
            if known == data and address % align == 0:
                return address
        address = self.reserve(len(data), align)
        self.data.append((address, data))
        return address

    def written(self) -> bytes:
        """The module as bytes."""
        functions = list(self.functions.values())
        types = list(dict.fromkeys(map(_type_of, functions)))
        numbers = {function.name: number for number, function in enumerate(functions)}
        globals_ = {name: number for number, name in enumerate(self.globals)}
        pages = (self.used + PAGE - 1) // PAGE
        codes = [CodeWriter(each, numbers, globals_).written() for each in functions]
        return b"".join((
            b"\0asm\1\0\0\0",
            _section(1, types),
            _section(3, [unsigned(types.index(_type_of(each))) for each in functions]),
            _section(5, [b"\1" + unsigned(pages) + unsigned(pages)]),
            _section(6, [_global(type_, value) for type_, value in self.globals.values()]),
            _section(7, [_named("memory") + b"\2\0", *_exports(functions)]),
            _section(10, codes),
            _section(11, [_segment(address, data) for address, data in self.data]),
        ))  # fmt: skip


def _section(number: int, items: list[bytes]) -> bytes:
    content = unsigned(len(items)) + b"".join(items)
    return bytes((number,)) + unsigned(len(content)) + content


def _type_of(function: Function) -> bytes:
    given = bytes(TYPES[type_] for _, type_ in function.parameters)
    result = b"" if function.result is None else bytes((TYPES[function.result],))
    return bytes((FUNCTION_TYPE,)) + unsigned(len(given)) + given + unsigned(len(result)) + result


def _global(type_: str, value: int) -> bytes:
    opcode = I32_CONST if type_ == "i32" else I64_CONST
    return bytes((TYPES[type_], 1, opcode)) + signed(value) + bytes((END,))


def _named(name: str) -> bytes:
    data = name.encode()
    return unsigned(len(data)) + data


def _exports(functions: list[Function]) -> list[bytes]:
    return [
        _named(function.name) + b"\0" + unsigned(number)
        for number, function in enumerate(functions)
        if function.exported
    ]


def _segment(address: int, data: bytes) -> bytes:
    return (
        b"\0" + bytes((I32_CONST,)) + signed(address) + bytes((END,)) + unsigned(len(data)) + data
    )
