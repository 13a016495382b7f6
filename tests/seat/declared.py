"""The types of what seats see as TypeScript has them, made from its schema."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import rulewright

TYPES = {"integer": "number", "object": "Record<string, unknown>"}
NAMES = {"number": "Track", "event": "Telling"}
"""What is called otherwise, as JavaScript itself has something of that name."""


def declarations() -> str:
    """All of them: of the whole value, and of all that is in it.

    `python -m seat.declared`, in `tests`, prints them.
    """
    schema = rulewright.seat_schema()
    named = {"Seen": schema, **{_named(name): each for name, each in schema["$defs"].items()}}
    return "\n".join(line for name, each in named.items() for line in _declared(name, each))


def _declared(name: str, schema: dict[str, Any]) -> Iterator[str]:
    if "description" in schema:
        yield f"/** {schema['description']} */"
    if "properties" not in schema:
        yield f"export type {name} = {_type(schema)};\n"
        return
    yield f"export interface {name} {{"
    for key, each in schema["properties"].items():
        yield f"  /** {each['description']} */"
        yield f"  {_key(key)}: {_type({**each, 'description': ''})};"
    yield "}\n"


def _type(schema: dict[str, Any]) -> str:
    match schema:
        case {"$ref": name}:
            return _named(name.rpartition("/")[2])
        case {"anyOf": several}:
            return " | ".join(_type(each) for each in several)
        case {"enum": words}:
            return " | ".join(map(json.dumps, words))
        case {"const": value}:
            return json.dumps(value)
        case {"items": items}:
            return f"Array<{_type(items)}>"
        case {"properties": properties}:
            keys = [f"{_key(key)}: {_type(each)}" for key, each in properties.items()]
            return f"{{ {'; '.join(keys)} }}"
        case {"additionalProperties": values}:
            return f"Record<string, {_type(values)}>"
    several = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    return " | ".join(TYPES.get(str(each), str(each)) for each in several)


def _key(key: str) -> str:
    return key if key.isidentifier() else json.dumps(key)


def _named(name: str) -> str:
    return NAMES.get(name) or "".join(part.capitalize() for part in name.split("_"))


if __name__ == "__main__":
    print(declarations(), end="")
