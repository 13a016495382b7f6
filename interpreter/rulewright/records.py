"""What trees, programs and modules are made of: values that are compared and shown by their fields.

These methods stand here once. Generated anew for each of some three hundred classes they take a tenth of a second
of every start.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter
from typing import Any

from attrs import fields


class Record:
    """What classes of attrs with `eq=False, repr=False` are: equal are two of one class with equal fields.

    Fields declared with `eq=False` do not count; those with `repr=False` are not shown.
    """

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if type(other) is not type(self):
            return NotImplemented
        compared = _compared(self)
        return bool(compared(self) == compared(other))

    def __hash__(self) -> int:
        return hash((self.__class__, _compared(self)(self)))

    def __repr__(self) -> str:
        shown = (field.name for field in _fields(self.__class__) if field.repr)
        told = ", ".join(f"{name}={getattr(self, name)!r}" for name in shown)
        return f"{self.__class__.__qualname__}({told})"


def _compared(record: Record) -> Callable[[Record], Any]:
    """What takes from a record of this class all that counts."""
    cls = record.__class__
    if cls not in _COMPARED:
        names = [field.name for field in _fields(cls) if field.eq]
        _COMPARED[cls] = attrgetter(*names) if names else lambda record: ()
    return _COMPARED[cls]


_COMPARED: dict[type[Record], Callable[[Record], Any]] = {}


def _fields(cls: Any) -> Any:
    return fields(cls)
