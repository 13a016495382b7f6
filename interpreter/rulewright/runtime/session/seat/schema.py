"""The JSON Schema (draft 2020-12) of the seat value, made from its types (`seat_types`)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Final,
    Literal,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from rulewright.runtime.session.seat import seat_types
from rulewright.runtime.session.seat.seat_types import AnyRef, AnyValue, Minimum, SeenValue

Schema = dict[str, Any]

_SUFFIX: Final = "Value"
"""Types with this suffix have definitions of their own in the schema; all others are written inline."""

_ALIASES: Final[Mapping[str, Any]] = {"value": AnyValue, "ref": AnyRef}
"""Unions with definitions of their own in the schema."""

_BASIC: Final = {int: "integer", bool: "boolean", str: "string", NoneType: "null"}
"""The JSON types of basic types."""


def seat_schema() -> Schema:
    """Return the JSON Schema of the values of `Game.seat`."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "What a seat sees of a game",
        **_object(SeenValue),
        "$defs": {
            **{name: _object(each) for name, each in _definitions()},
            **{name: _schema_of_parts(*get_args(each)) for name, each in _ALIASES.items()},
        },
    }


def _definitions() -> Iterator[tuple[str, Any]]:
    """Yield the named objects in the schema, with their types."""
    for type_ in vars(seat_types).values():
        if is_typeddict(type_) and type_ is not SeenValue and type_.__name__.endswith(_SUFFIX):
            yield _name_of(type_), type_


def _name_of(type_: Any) -> str:
    """Return the name of a type in the schema: `marked_card` for `MarkedCardValue`."""
    words = re.findall("[A-Z][a-z]+", type_.__name__.removesuffix(_SUFFIX))
    return "_".join(words).lower()


def _object(type_: Any) -> Schema:
    """Return the schema of an object with exactly the keys of a type."""
    keys = {
        name: _schema(each) for name, each in get_type_hints(type_, include_extras=True).items()
    }
    return {
        "type": "object", "properties": keys, "required": [*keys], "additionalProperties": False,
    }  # fmt: skip


def _schema(type_: Any) -> Schema:
    """Return the schema of a type; its annotations give the description and the smallest value."""
    if get_origin(type_) is Annotated:
        parts = get_args(type_)
        for name, alias in _ALIASES.items():
            if parts[:2] == get_args(alias):
                return {"$ref": f"#/$defs/{name}", **_notes(parts[2:])}
        return _schema_of_parts(*parts)
    if is_typeddict(type_):
        is_named = type_.__name__.endswith(_SUFFIX)
        return {"$ref": f"#/$defs/{_name_of(type_)}"} if is_named else _object(type_)
    arguments = get_args(type_)
    match get_origin(type_):
        case origin if origin in (Union, UnionType):
            return _union([_schema(each) for each in arguments])
        case origin if origin is Literal:
            return {"enum": [*arguments]} if len(arguments) > 1 else {"const": arguments[0]}
        case origin if origin is list:
            return {"type": "array", "items": _schema(arguments[0])}
        case origin if origin is dict and arguments[1] is not Any:
            return {"type": "object", "additionalProperties": _schema(arguments[1])}
        case origin if origin is dict:
            return {"type": "object"}
    return {"type": _BASIC[type_]}


def _schema_of_parts(plain: Any, *notes: Any) -> Schema:
    """Return the schema of a type with annotations."""
    return {**_schema(plain), **_notes(notes)}


def _notes(notes: Sequence[Any]) -> Schema:
    """Return what annotations add to a schema."""
    found: Schema = {}
    for note in notes:
        found |= {"minimum": int(note)} if isinstance(note, Minimum) else {"description": note}
    return found


def _union(schemas: list[Schema]) -> Schema:
    """Return the schema of one of several; basic types without limits are listed together."""
    basic = [
        each["type"] for each in schemas if each.keys() == {"type"} and each["type"] != "object"
    ]
    others = [each for each in schemas if each.keys() != {"type"} or each["type"] == "object"]
    together: list[Schema] = []
    if basic:
        together = [{"type": basic[0] if len(basic) == 1 else basic}]
    found = [*together, *others] if len(basic) > 1 else [*others, *together]
    return found[0] if len(found) == 1 else {"anyOf": found}
