"""What trees, programs and modules are made of: values that are compared and shown by their fields.

There are some four hundred classes of them, and who checks one card makes things of half of these. So attrs
finishes a class when it is first wanted, and what is the same for all stands here once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from operator import attrgetter
from typing import TYPE_CHECKING, Any, ClassVar, dataclass_transform

from attrs import NOTHING, define, field, fields

if TYPE_CHECKING:
    # mypy knows what this takes of a class that `dataclass_transform` speaks of, and not what that of attrs does.
    from dataclasses import replace as evolve
else:
    from attrs import evolve

__all__ = ["Draft", "KeywordRecord", "Record", "declared", "evolve", "field"]


def _fields_among(body: Mapping[str, Any]) -> dict[str, str]:
    types: dict[str, str] = body.get("__annotations__", {})
    return {name: type_ for name, type_ in types.items() if not type_.startswith("ClassVar")}


class _Kind(type):
    """The type of these classes: notes what each declares, and gives it slots for that."""

    def __new__(cls, name: str, bases: tuple[type, ...], body: dict[str, Any]) -> _Kind:
        """Make a class that attrs will finish."""
        names = _fields_among(body)
        written = {name: body.pop(name, NOTHING) for name in names}
        slots = (*body.get("__slots__", ()), *names)
        own = {"__slots__": slots, "__written__": written}
        return super().__new__(cls, name, bases, body | own | _UNFINISHED)


class _Fields:
    """The fields of a class that is not finished yet: who asks for them finishes it."""

    def __get__(self, made: object, cls: type[_Late]) -> Any:
        _finish(cls)
        return cls.__attrs_attrs__


def _first(self: _Late, *args: Any, **named: Any) -> None:
    """Stand in for `__init__` until the first of a class is made."""
    _finish(type(self))
    type(self).__init__(self, *args, **named)


_UNFINISHED = {"__attrs_attrs__": _Fields(), "__init__": _first}


def _finish(cls: type[_Late]) -> None:
    """Let attrs write what a class declares; done twice, by two threads, it comes to the same."""
    these = {name: _declared(default) for name, default in cls.__written__.items()}
    define(cls, these=these, slots=False, init=True, eq=False, repr=False, kw_only=cls.__kw_only__)


def _declared(default: Any) -> Any:
    """A field as attrs wants it."""
    return default if isinstance(default, _FIELD) else field(default=default)


_FIELD = type(field())


class _Late(metaclass=_Kind):
    """What attrs finishes when it is first wanted."""

    __written__: ClassVar[dict[str, Any]]
    __kw_only__: ClassVar[bool] = False
    if TYPE_CHECKING:
        __attrs_attrs__: ClassVar[Any]


@dataclass_transform(eq_default=False, field_specifiers=(field,))
class Draft(_Late):
    """What is filled in while somebody works on it; it is equal to itself alone, and may keep what it works out."""

    __slots__ = ("__dict__",)


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
class Record(_Late):
    """A value: equal are two of one class with equal fields.

    Fields declared with `eq=False` do not count; those with `repr=False` are not shown. mypy refuses to change one.
    """

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if type(other) is not type(self):
            return NotImplemented
        compared = _compared(self)
        return bool(compared(self) == compared(other))

    def __hash__(self) -> int:
        cls = self.__class__
        return hash((cls, (_COMPARED.get(cls) or _compared(self))(self)))

    def __repr__(self) -> str:
        shown = (field.name for field in fields(self.__class__) if field.repr)
        told = ", ".join(f"{name}={getattr(self, name)!r}" for name in shown)
        return f"{self.__class__.__qualname__}({told})"


@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(field,))
class KeywordRecord(Record):
    """A record that is made with the names of its fields."""

    __kw_only__ = True


def _compared(record: Record) -> Callable[[Record], Any]:
    """What takes from a record of this class all that counts."""
    cls = record.__class__
    if cls not in _COMPARED:
        names = [field.name for field in fields(cls) if field.eq]
        _COMPARED[cls] = attrgetter(*names) if names else lambda record: ()
    return _COMPARED[cls]


_COMPARED: dict[type[Record], Callable[[Record], Any]] = {}


def declared(cls: type) -> dict[str, str]:
    """The fields of a class, in order, with their types as they are written; the class is not finished for that."""
    found: dict[str, str] = {}
    for each in reversed(cls.__mro__):
        found |= _fields_among(each.__dict__)
    return found
