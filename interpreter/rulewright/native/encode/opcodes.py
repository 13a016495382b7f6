"""Opcodes and number encodings (W3C, WebAssembly Core Specification 2.0, chapter 5)."""

from __future__ import annotations

from typing import Final

UNREACHABLE, BLOCK, LOOP, IF, ELSE, END = 0x00, 0x02, 0x03, 0x04, 0x05, 0x0B
BR, BR_IF, BR_TABLE, RETURN, CALL, DROP, SELECT = 0x0C, 0x0D, 0x0E, 0x0F, 0x10, 0x1A, 0x1B
LOCAL_GET, LOCAL_SET, GLOBAL_GET, GLOBAL_SET = 0x20, 0x21, 0x23, 0x24
I32_CONST, I64_CONST, EQZ = 0x41, 0x42, 0x45
NO_RESULT, FUNCTION_TYPE = 0x40, 0x60
MEMORY_COPY: Final = bytes((0xFC, 10, 0, 0))

TYPES: Final = {"i32": 0x7F, "i64": 0x7E, "f64": 0x7C}

LOAD: Final = {
    ("i32", 4, True): (0x28, 2), ("i32", 4, False): (0x28, 2),
    ("i64", 8, True): (0x29, 3), ("i64", 8, False): (0x29, 3), ("f64", 8, True): (0x2B, 3),
    ("i32", 1, True): (0x2C, 0), ("i32", 1, False): (0x2D, 0),
    ("i32", 2, True): (0x2E, 1), ("i32", 2, False): (0x2F, 1),
}  # fmt: skip
"""Opcode and log2 of the alignment, by type, bytes and signedness."""

STORE: Final = {
    ("i32", 4): (0x36, 2), ("i64", 8): (0x37, 3), ("i32", 1): (0x3A, 0), ("i32", 2): (0x3B, 1),
    ("f64", 8): (0x39, 3),
}  # fmt: skip

_COMPARING = ("eq", "ne", "lt_s", "lt_u", "gt_s", "gt_u", "le_s", "le_u", "ge_s", "ge_u")
_COUNTING = (
    "clz",
    "ctz",
    "popcnt",
    "add",
    "sub",
    "mul",
    "div_s",
    "div_u",
    "rem_s",
    "rem_u",
    "and",
    "or",
    "xor",
)
_SHIFTING = ("shl", "shr_s", "shr_u", "rotl", "rotr")

OPERATIONS: Final = {
    "i32.eqz": EQZ,
    "i64.eqz": 0x50,
    **{f"i32.{name}": 0x46 + number for number, name in enumerate(_COMPARING)},
    **{f"i64.{name}": 0x51 + number for number, name in enumerate(_COMPARING)},
    **{f"i32.{name}": 0x67 + number for number, name in enumerate(_COUNTING + _SHIFTING)},
    **{f"i64.{name}": 0x79 + number for number, name in enumerate(_COUNTING + _SHIFTING)},
    "i32.wrap_i64": 0xA7,
    "i64.extend_i32_s": 0xAC,
    "i64.extend_i32_u": 0xAD,
    **{
        f"f64.{name}": 0x61 + number
        for number, name in enumerate(("eq", "ne", "lt", "gt", "le", "ge"))
    },
    "f64.abs": 0x99,
    "f64.sqrt": 0x9F,
    **{f"f64.{name}": 0xA0 + number for number, name in enumerate(("add", "sub", "mul", "div"))},
    "f64.max": 0xA5,
    "f64.convert_i32_s": 0xB7,
    "f64.convert_i64_s": 0xB9,
}
"""Opcodes by their names in the text format."""


_SHORT = [bytes((number,)) for number in range(0x80)]


def unsigned(number: int) -> bytes:
    """Return a number from 0 on, encoded as unsigned LEB128."""
    if number < 0x80:
        return _SHORT[number]
    encoded = bytearray()
    while number >= 0x80:
        encoded.append(number & 0x7F | 0x80)
        number >>= 7
    encoded.append(number)
    return bytes(encoded)


def signed(number: int) -> bytes:
    """Return a number of any sign, encoded as signed LEB128."""
    if -0x40 <= number < 0x40:
        return _SHORT[number & 0x7F]
    encoded = bytearray()
    while not -0x40 <= number < 0x40:
        encoded.append(number & 0x7F | 0x80)
        number >>= 7
    encoded.append(number & 0x7F)
    return bytes(encoded)
