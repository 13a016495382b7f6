"""A whole WebAssembly module: functions, a memory with tables in it, globals."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import define, field

from rulewright.engines.native.form.code_writer import CodeWriter
from rulewright.engines.native.form.native_form import Function
from rulewright.engines.native.form.opcodes import (
    END,
    FUNCTION_TYPE,
    I32_CONST,
    I64_CONST,
    TYPES,
    signed,
    unsigned,
)

PAGE = 65536

FIRST_ADDRESS = 16
"""Where memory begins that is given out: no address is 0."""


@define
class WasmModule:
    """A module in the making: memory is given out from its beginning on.

    `parts` are others that share its memory and are called from here, by what is put before their names. `about` is
    data that go into the file, by the name of their section. Memory that `grows` has no end that is known here.
    """

    functions: dict[str, Function] = field(factory=dict)
    globals: dict[str, tuple[str, int]] = field(factory=dict)
    data: list[tuple[int, bytes]] = field(factory=list)
    used: int = FIRST_ADDRESS
    parts: dict[str, WasmModule] = field(factory=dict)
    about: dict[str, bytes] = field(factory=dict)
    grows: bool = False

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
        groups = {"": self, **self.parts}
        functions = {
            f"{before}{f.name}": f for before, m in groups.items() for f in m.functions.values()
        }
        globals_ = {
            f"{before}{name}": g for before, m in groups.items() for name, g in m.globals.items()
        }
        types = list(dict.fromkeys(map(_type_of, functions.values())))
        codes = [
            CodeWriter(each, _known(functions, before), _known(globals_, before)).written()
            for before, module in groups.items()
            for each in module.functions.values()
        ]
        data = [segment for module in groups.values() for segment in module.data]
        return b"".join((
            b"\0asm\1\0\0\0",
            *(_custom(name, each) for name, each in self.about.items()),
            _section(1, types),
            _section(3, [unsigned(types.index(_type_of(each))) for each in functions.values()]),
            _section(5, [self._limits()]),
            _section(6, [_global(type_, value) for type_, value in globals_.values()]),
            _section(7, [_named("memory") + b"\2\0", *_exports(list(self.functions.values()))]),
            _section(10, codes),
            _section(11, [_segment(address, each) for address, each in data]),
        ))  # fmt: skip

    def _limits(self) -> bytes:
        """How much memory there is, in pages."""
        pages = unsigned(-(-max(each.used for each in (self, *self.parts.values())) // PAGE))
        return b"\0" + pages if self.grows else b"\1" + pages + pages


def _known(names: Iterable[str], before: str) -> dict[str, int]:
    """The numbers of what one of the modules knows, by its own names."""
    return {
        name.removeprefix(before): number
        for number, name in enumerate(names)
        if name.startswith(before)
    }


def _custom(name: str, data: bytes) -> bytes:
    content = _named(name) + data
    return b"\0" + unsigned(len(content)) + content


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
    """What can be called from outside; what stands before a dot in a name is our own affair."""
    return [
        _named(function.name.rpartition(".")[2]) + b"\0" + unsigned(number)
        for number, function in enumerate(functions)
        if function.exported
    ]


def _segment(address: int, data: bytes) -> bytes:
    return (
        b"\0" + bytes((I32_CONST,)) + signed(address) + bytes((END,)) + unsigned(len(data)) + data
    )
