"""What the server takes and answers, as an OpenAPI page."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

from starlette.routing import Route

from rulewright import __version__
from rulewright.table.table_pages import DEEDS

FIELDS: Final[dict[str, tuple[str, ...]]] = {
    "/new": (
        "edition", "name", "players", "option", "card", "minutes", "hints", "undo", "spectators",
    ),
    "/t/{table}/ask": ("ask", "what"),
    "/t/{table}/call": ("hook",),
    **{f"/t/{{table}}/{name}": tuple(fields) for name, (_, fields) in DEEDS.items()},
    "/host/{key}": ("do", "table", "person"),
}  # fmt: skip
"""The fields of forms, besides the key that all of them carry."""

QUERIES: Final[dict[str, tuple[str, ...]]] = {
    "/": ("lang",),
    "/new": ("edition", "lang"),
    "/t/{table}/stream": ("have",),
    "/t/{table}/steps": ("at", "seen"),
    "/t/{table}/scenario": ("at",),
}


def described(routes: Sequence[Route]) -> dict[str, Any]:
    """The OpenAPI page of these routes."""
    paths: dict[str, Any] = {}
    for route in routes:
        for method in sorted((route.methods or set()) - {"HEAD"}):
            paths.setdefault(route.path, {})[method.lower()] = _operation(route.path, method)
    info = {"title": "Rulewright's table", "version": __version__}
    return {"openapi": "3.1.0", "info": info, "paths": paths}


def _operation(path: str, method: str) -> dict[str, Any]:
    named = [_parameter(name, "path") for name in re.findall(r"{(\w+)(?::int)?}", path)]
    asked = [_parameter(name, "query") for name in QUERIES.get(path, ()) if method == "GET"]
    statuses = ("200", "303", "400", "403", "404", "405", "409", "413", "422", "429", "503")
    answers = {status: {"description": "a page, or JSON with a sentence"} for status in statuses}
    found: dict[str, Any] = {"parameters": named + asked, "responses": answers}
    if method == "POST":
        fields = {name: {"type": "string"} for name in ("key", *FIELDS.get(path, ()))}
        form = {"schema": {"type": "object", "properties": fields}}
        found["requestBody"] = {"content": {"application/x-www-form-urlencoded": form}}
    return found


def _parameter(name: str, where: str) -> dict[str, Any]:
    return {"name": name, "in": where, "required": where == "path", "schema": {"type": "string"}}
