"""Base classes for syntax trees, programs and other data: classes compared and printed by their fields.

There are about 400 of these classes, and checking one card instantiates half of them. attrs needs 0.3 ms to
define each, so their `__init__` is copied from a template on first use (decision 0024).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from operator import attrgetter
from types import CodeType, FunctionType
from typing import TYPE_CHECKING, Any, ClassVar, dataclass_transform

import attrs
from attrs import NOTHING, Factory, define, field

if TYPE_CHECKING:
    # mypy understands `dataclasses.replace` for these classes, but not `attrs.evolve`.
    from dataclasses import replace as evolve

__all__ = [
    "Draft",
    "KeywordRecord",
    "Record",
    "compared_fields",
    "declared_fields",
    "evolve",
    "field",
]


def _annotated_fields(body: Mapping[str, Any]) -> dict[str, str]:
    """Return the fields that a class body annotates, with their types as text, without class variables."""
    types: dict[str, str] = body.get("__annotations__", {})
    return {name: type_ for name, type_ in types.items() if not type_.startswith("ClassVar")}


class _RecordMeta(type):
    """The metaclass of records and drafts: collects the fields that each class declares, and adds slots."""

    def __new__(cls, name: str, bases: tuple[type, ...], body: dict[str, Any]) -> _RecordMeta:
        """Create a class whose `__init__` is generated when the first instance is created."""
        names = _annotated_fields(body)
        written = {name: body.pop(name, NOTHING) for name in names}
        slots = (*body.get("__slots__", ()), *names)
        matched = tuple(name for base in bases for name in getattr(base, "__match_args__", ()))
        own = {"__slots__": slots, "__written__": written, "__match_args__": (*matched, *names)}
        return super().__new__(cls, name, bases, body | own | _UNFINISHED)


class _LazyAttributes:
    """A descriptor that describes the fields of a class to `attrs.fields`, computed on first use."""

    def __get__(self, instance: object, cls: type[_LazyInit]) -> Any:
        _finish_by_attrs(cls, init=False)
        return cls.__attrs_attrs__


def _lazy_init(self: _LazyInit, *args: Any, **kwargs: Any) -> None:
    """Generate the class's `__init__` at its first instance, then call it."""
    _write_init(type(self))
    type(self).__init__(self, *args, **kwargs)


_UNFINISHED = {"__attrs_attrs__": _LazyAttributes(), "__init__": _lazy_init}


def _finish_by_attrs(cls: type[_LazyInit], init: bool) -> None:
    """Let attrs define a class; a second run, in another thread, has the same result."""
    these = {name: _as_field(default) for name, default in cls.__written__.items()}
    define(cls, these=these, slots=False, init=init, eq=False, repr=False, kw_only=cls.__kw_only__)


def _as_field(default: Any) -> Any:
    """Return the attrs field for a default in a class body, which may be a field already."""
    return default if isinstance(default, _FIELD) else field(default=default)


_PLAIN: Any = field()
_FIELD = type(_PLAIN)
_FACTORY: Any = type(Factory(list))


@cache
def _fields_of(cls: type[_LazyInit]) -> dict[str, Any]:
    """Return the fields of a class and its bases by name, in the order of attrs."""
    fields: dict[str, Any] = {}
    for each in reversed(cls.__mro__):
        for name, default in each.__dict__.get("__written__", {}).items():
            fields.pop(name, None)
            fields[name] = _PLAIN if default is NOTHING else _as_field(default)
    return fields


def _write_init(cls: type[_LazyInit]) -> None:
    """Give a class an `__init__` for its fields, made from a template by replacing names.

    Copying a code object with other names takes 1 µs, compiling one 100 µs. attrs generates `__init__` if a field
    has a converter or validator, is keyword-only, or has a default that needs the instance.
    """
    fields = _fields_of(cls)
    sorts: list[tuple[str, bool]] = []
    defaults: list[tuple[str, Any]] = []
    makers: dict[str, Any] = {"NOTHING": NOTHING}
    for number, each in enumerate(fields.values()):
        default = each._default
        is_made = isinstance(default, _FACTORY)
        if each.converter or each.kw_only or each._validator or (is_made and default.takes_self):
            return _finish_by_attrs(cls, init=True)
        sorts.append(("made" if is_made else "plain", each.init))
        if is_made:
            makers[f"make{number}"] = default.factory
        elif not each.init:
            makers[f"make{number}"] = lambda value=default: value
        if each.init and default is not NOTHING:
            defaults.append((f"from{number}", NOTHING if is_made else default))
    names = {f"to{number}": name for number, name in enumerate(fields)}
    names |= {f"from{number}": name.lstrip("_") for number, name in enumerate(fields)}
    code = _template(tuple(sorts), cls.__kw_only__, hasattr(cls, "__attrs_post_init__"))
    code = code.replace(
        co_varnames=tuple(names.get(name, name) for name in code.co_varnames),
        co_names=tuple(names.get(name, name) for name in code.co_names),
        co_qualname=f"{cls.__qualname__}.__init__",
    )
    init = FunctionType(code, makers)
    if cls.__kw_only__:
        init.__kwdefaults__ = {names[name]: default for name, default in defaults}
    else:
        init.__defaults__ = tuple(default for _, default in defaults)
    cls.__init__ = init  # type: ignore[method-assign]  # this is how a class gets one


@cache
def _template(sorts: tuple[tuple[str, bool], ...], kw_only: bool, with_more: bool) -> CodeType:
    """Return the compiled `__init__` for fields of these sorts, each set from a parameter or by a factory."""
    parameters = [f"from{number}" for number, (_, is_parameter) in enumerate(sorts) if is_parameter]
    lines = []
    for number, (sort, is_parameter) in enumerate(sorts):
        value = f"from{number}" if is_parameter else f"make{number}()"
        if sort == "made" and is_parameter:
            value = f"make{number}() if from{number} is NOTHING else from{number}"
        lines.append(f"self.to{number} = {value}")
    if with_more:
        lines.append("self.__attrs_post_init__()")
    star = ["*"] if kw_only and parameters else []
    head = f"def __init__({', '.join(['self', *star, *parameters])}):"
    scope: dict[str, Any] = {}
    exec("\n    ".join([head, *(lines or ["pass"])]), scope)
    code: CodeType = scope["__init__"].__code__
    return code


if not TYPE_CHECKING:

    def evolve(instance: Any, **changes: Any) -> Any:
        """Return a copy of a record or draft with the fields named in `changes` replaced."""
        if not isinstance(instance, _LazyInit):
            return attrs.evolve(instance, **changes)
        for name, each in _fields_of(type(instance)).items():
            if each.init and (argument := name.lstrip("_")) not in changes:
                changes[argument] = getattr(instance, name)
        return type(instance)(**changes)


class _LazyInit(metaclass=_RecordMeta):
    """The base of records and drafts, whose `__init__` is generated at the first instance."""

    __written__: ClassVar[dict[str, Any]]
    __kw_only__: ClassVar[bool] = False
    if TYPE_CHECKING:
        __attrs_attrs__: ClassVar[Any]


@dataclass_transform(eq_default=False, field_specifiers=(field,))
class Draft(_LazyInit):
    """A mutable class compared by identity; instances have a `__dict__`, so they can have cached properties."""

    __slots__ = ("__dict__",)


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
class Record(_LazyInit):
    """An immutable value, equal to another of its class whose fields are equal.

    Fields declared with `eq=False` are not compared; fields with `repr=False` are not printed. Only mypy enforces
    immutability.
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
        shown = (name for name, each in _fields_of(self.__class__).items() if each.repr)
        parts = ", ".join(f"{name}={getattr(self, name)!r}" for name in shown)
        return f"{self.__class__.__qualname__}({parts})"


@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(field,))
class KeywordRecord(Record):
    """A record whose fields are given by keyword only."""

    __kw_only__ = True


def _compared(record: Record) -> Callable[[Record], Any]:
    """Return a function that returns the compared fields of a record of this class as a tuple."""
    cls = record.__class__
    if cls not in _COMPARED:
        names = compared_fields(cls)
        _COMPARED[cls] = attrgetter(*names) if names else lambda record: ()
    return _COMPARED[cls]


_COMPARED: dict[type[Record], Callable[[Record], Any]] = {}


def compared_fields(cls: type[_LazyInit]) -> tuple[str, ...]:
    """Return the names of the fields that are compared between instances of `cls`."""
    return tuple(name for name, each in _fields_of(cls).items() if each.eq)


def declared_fields(cls: type) -> dict[str, str]:
    """Return the fields of `cls` in order, with their annotations as text, without generating `__init__`."""
    fields: dict[str, str] = {}
    for each in reversed(cls.__mro__):
        fields |= _annotated_fields(each.__dict__)
    return fields
