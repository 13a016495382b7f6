"""Options as single numbers: which list of the decision they are from, and which element of it.

An option is list * 2^32 + element, where an element is any number of a game (32 bits, signed). So options of
different lists never meet, those of the first list are the elements themselves, and the end of a row of choices,
which is in no list, is like none of them.
"""

from __future__ import annotations

from typing import Final

LIST: Final = 2**32
HALF: Final = LIST // 2

END: Final = -LIST
"""The option that ends a row of choices."""


def answer(list_number: int, element: int) -> int:
    """The option for an element of a list; `element` is from -2^31 to 2^31 - 1."""
    return list_number * LIST + element


def list_of(value: int) -> int:
    """Which list an option is from; -1 for the end."""
    return (value + HALF) // LIST


def element_of(value: int) -> int:
    """The element that an option stands for; 0 for the end, and where a list has a single option."""
    return (value + HALF) % LIST - HALF
