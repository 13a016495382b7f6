"""Structs and arrays in memory: typed fields, from whose order the layout takes offsets."""

from __future__ import annotations

from typing import Any, ClassVar, Final, TypeVar, overload

from rulewright.native.ast import wasm_ast as wasm
from rulewright.native.ast.wasm_ast import HIGHEST, LOWEST, Expr, Operand, operand
from rulewright.native.builder.code import Code

S = TypeVar("S", bound="Struct")


class StructField:
    """A number in a struct: its type, bytes, interval and offset."""

    def __init__(
        self, type_: wasm.Type, size: wasm.Size, low: int = LOWEST, high: int = HIGHEST, signed: bool = True
    ) -> None:  # fmt: skip
        self.type, self.size, self.low, self.high, self.signed = type_, size, low, high, signed
        self.align, self.offset = int(size), -1

    @overload
    def __get__(self, struct: None, owner: type) -> StructField: ...
    @overload
    def __get__(self, struct: Struct, owner: type) -> Expr: ...
    def __get__(self, struct: Struct | None, owner: type) -> StructField | Expr:
        return self if struct is None else self.load(struct.address, struct.base + self.offset)

    def __set__(self, struct: Struct, value: Operand) -> None:
        struct.code.emit(self.store(struct.address, struct.base + self.offset, value))

    def load(self, address: Expr, offset: int) -> Expr:
        """Return the read of such a number in memory."""
        return wasm.Load(
            address, offset, self.size, self.signed, type=self.type, low=self.low, high=self.high
        )

    def store(self, address: Expr, offset: int, value: Operand) -> wasm.Store:
        """Return the write of such a number to memory."""
        return wasm.Store(address, offset, self.size, operand(value, self.type))


def i32() -> StructField:
    """Return a field of 32 bits."""
    return StructField("i32", 4)


def u32(high: int = HIGHEST) -> StructField:
    """Return a field of 32 bits, for numbers from 0 to `high`."""
    return StructField("i32", 4, 0, high)


def i64() -> StructField:
    """Return a field of 64 bits."""
    return StructField("i64", 8)


def f64() -> StructField:
    """Return a field for a float of 64 bits."""
    return StructField("f64", 8)


class Inner:
    """A field that is a struct itself."""

    def __init__(self, struct: type[Struct]) -> None:
        self.struct, self.size, self.align, self.offset = struct, struct.size, 8, -1

    def __get__(self, struct: Struct | None, owner: type) -> Any:
        if struct is None:
            return self
        return self.struct(struct.code, struct.address, struct.base + self.offset)


class Struct:
    """A view of the struct at `address + base`; fields are read, and writes of them recorded.

    Subclasses declare the fields in the order of memory, each aligned by itself.
    """

    size: ClassVar[int] = 0

    def __init_subclass__(cls) -> None:
        for each in tuple(vars(cls).values()):
            if isinstance(each, StructField | Inner):
                each.offset = -(-cls.size // each.align) * each.align
                cls.size = each.offset + each.size

    def __init__(self, code: Code, address: Operand, base: int = 0) -> None:
        self.code, self.address, self.base = code, operand(address), base

    @property
    def start(self) -> Expr:
        """The address of the struct."""
        return self.address + self.base


class StructArray:
    """Structs one after the other from a constant address; an index must be from 0 on."""

    def __init__(self, code: Code, struct: type[S], address: int) -> None:
        self._code, self._struct, self._address = code, struct, address

    def __getitem__(self, index: Operand) -> Any:
        return self._struct(self._code, operand(index) * self._struct.size, self._address)


class NumberArray:
    """Numbers of one sort from the address `start + base`; an index must be from 0 on."""

    def __init__(self, code: Code, sort: StructField, base: int, start: Operand = 0) -> None:
        self._code, self._sort, self._base, self._start = code, sort, base, operand(start)

    def _at(self, index: Operand) -> tuple[Expr, int]:
        """Return the address of an entry: an expression and a constant offset."""
        if isinstance(index, int):
            return self._start, self._base + index * self._sort.size
        return self._start + index * self._sort.size, self._base

    def address(self, index: int) -> Expr:
        """Return the address of an entry."""
        address, offset = self._at(index)
        return address + offset

    def __getitem__(self, index: Operand) -> Expr:
        return self._sort.load(*self._at(index))

    def __setitem__(self, index: Operand, value: Operand) -> None:
        self._code.emit(self._sort.store(*self._at(index), value))


I8: Final = StructField("i32", 1)
U8: Final = StructField("i32", 1, 0, 255, signed=False)
I16: Final = StructField("i32", 2)
U16: Final = StructField("i32", 2, signed=False)
I32: Final = i32()
I64: Final = i64()
F64: Final = f64()
"""Sorts of numbers in arrays."""
