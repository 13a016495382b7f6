"""What trees, programs and modules are made of: values that are compared and shown by their fields.

There are some four hundred classes of them, and who checks one card makes things of half of these. So a class has
its `__init__` when the first is made, attrs finishes it when somebody asks for its fields, and what is the same for
all stands here once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from operator import attrgetter
from types import CodeType, FunctionType
from typing import TYPE_CHECKING, Any, ClassVar, dataclass_transform

import attrs
from attrs import NOTHING, Factory, define, field, fields

if TYPE_CHECKING:
    # mypy knows what this takes of a class that `dataclass_transform` speaks of, and not what that of attrs does.
    from dataclasses import replace as evolve
else:

    def evolve(record, **changes):
        """The same record with other values in some of its fields."""
        cls = type(record)
        if not _is_plain(cls):
            return attrs.evolve(record, **changes)
        return cls(**{name: getattr(record, name) for name in _written(cls)} | changes)


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
    cls = type(self)
    if _is_plain(cls):
        cls.__init__ = _plain_init(cls)  # type: ignore[method-assign]
    else:
        _finish(cls)
    cls.__init__(self, *args, **named)


@cache
def _is_plain(cls: type[_Late]) -> bool:
    """Whether to make one of these is to set its fields and nothing else."""
    own = sum(len(each.__dict__.get("__written__", ())) for each in cls.__mro__)
    written = _written(cls)
    return (
        not hasattr(cls, "__attrs_post_init__")
        and (cls.__kw_only__ or own == len(written))  # attrs moves a field that is declared anew
        and all(name[0] != "_" and _only_sets(default) for name, default in written.items())
    )


def _only_sets(default: Any) -> bool:
    """Whether a field takes what it is given as it is."""
    if isinstance(default, _FACTORY):
        return not default.takes_self
    if not isinstance(default, _FIELD):
        return True
    does_more = default.converter is not None or default._validator is not None
    return default.init and not (default.kw_only or does_more) and _only_sets(default._default)


def _plain_init(cls: type[_Late]) -> Any:
    """An `__init__` that sets the fields.

    To compile one takes longer than all else that a class needs, and most differ in nothing but the names of their
    fields. So the code of one is taken for all of its form, with other names in it.
    """
    written = _written(cls)
    defaults = [each._default if isinstance(each, _FIELD) else each for each in written.values()]
    are_made = tuple(isinstance(each, _FACTORY) for each in defaults)
    names = dict(zip(map("field{}".format, range(len(written))), written, strict=True))
    form = _form(are_made, cls.__kw_only__)
    code = form.replace(
        co_varnames=("self", *written),
        co_names=tuple(names.get(each, each) for each in form.co_names),
        co_qualname=f"{cls.__qualname__}.__init__",
    )
    known = {f"make{at}": each.factory for at, each in enumerate(defaults) if are_made[at]}
    made = FunctionType(code, {"NOTHING": NOTHING, **known}, "__init__")
    given = {
        name: NOTHING if is_made else default
        for name, default, is_made in zip(written, defaults, are_made, strict=True)
        if is_made or default is not NOTHING
    }
    made.__defaults__, made.__kwdefaults__ = (
        (None, given) if cls.__kw_only__ else (tuple(given.values()), None)
    )
    return made


@cache
def _form(are_made: tuple[bool, ...], kw_only: bool) -> CodeType:
    """The code of an `__init__` with so many fields, of which some are made where they are not given."""
    names = [f"field{at}" for at in range(len(are_made))]
    lines = [f"  self.{name} = {name}" for name in names]
    for at, name in enumerate(names):
        if are_made[at]:
            lines[at] = f"  self.{name} = make{at}() if {name} is NOTHING else {name}"
    head = ", ".join(["self", *(["*"] if kw_only and names else []), *names])
    made: dict[str, Any] = {}
    exec("\n".join([f"def __init__({head}):", *(lines or ["  pass"])]), made)
    code = made["__init__"].__code__
    assert isinstance(code, CodeType)
    return code


def _written(cls: type[_Late]) -> dict[str, Any]:
    """What is written behind the fields of a class, those of the classes above first."""
    found: dict[str, Any] = {}
    for each in reversed(cls.__mro__):
        found |= each.__dict__.get("__written__", {})
    return found


_UNFINISHED = {"__attrs_attrs__": _Fields(), "__init__": _first}


def _finish(cls: type[_Late]) -> None:
    """Let attrs write what a class declares; done twice, by two threads, it comes to the same."""
    these = {name: _declared(default) for name, default in cls.__written__.items()}
    define(cls, these=these, slots=False, init=True, eq=False, repr=False, kw_only=cls.__kw_only__)


def _declared(default: Any) -> Any:
    """A field as attrs wants it."""
    return default if isinstance(default, _FIELD) else field(default=default)


_FIELD: Any = type(field())
_FACTORY: Any = Factory


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
        return hash((self.__class__, _compared(self)(self)))

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
        written = _written(cls).items()
        names = [name for name, each in written if not isinstance(each, _FIELD) or each.eq]
        _COMPARED[cls] = attrgetter(*names) if names else lambda record: ()
    return _COMPARED[cls]


_COMPARED: dict[type[Record], Callable[[Record], Any]] = {}


def declared(cls: type) -> dict[str, str]:
    """The fields of a class, in order, with their types as they are written; the class is not finished for that."""
    found: dict[str, str] = {}
    for each in reversed(cls.__mro__):
        found |= _fields_among(each.__dict__)
    return found
