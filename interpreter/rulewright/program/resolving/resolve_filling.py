"""Which function resolves which declaration, and what these functions share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulewright.program.context import Context, Scope
from rulewright.program.program import Parameter
from rulewright.syntax import tree
from rulewright.text import Span

Filler = Callable[[Context, Any], None]
FILL: dict[type[tree.Node], Filler] = {}


def on(cls: type[tree.Node]) -> Callable[[Filler], Filler]:
    """Register what resolves these declarations."""

    def register(filler: Filler) -> Filler:
        FILL[cls] = filler
        return filler

    return register


def declared(table: dict[str, Any], name: str, at: Span) -> Any:
    """The declaration made from the words at this place; None if another one has its name."""
    found = table.get(name)
    return found if found is not None and found.at.start <= at.start <= found.at.end else None


def scope_of(parameters: tuple[Parameter, ...], owner: str) -> Scope:
    """The names that stand for parameters."""
    return Scope(names={q.name: q.type for q in parameters}, owner=owner)
