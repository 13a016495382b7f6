"""Which function resolves which declaration, and what these functions share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulewright.program.context import Context, Scope
from rulewright.program.program import Parameter
from rulewright.text import Registry, Span

#: What resolves the declarations of a class.
FILL = Registry[Callable[[Context, Any], None]]()


def declared(table: dict[str, Any], name: str, at: Span) -> Any:
    """The declaration made from the words at this place; None if another one has its name."""
    found = table.get(name)
    return found if found is not None and found.at.start <= at.start <= found.at.end else None


def scope_of(parameters: tuple[Parameter, ...], owner: str) -> Scope:
    """The names that stand for parameters."""
    return Scope(names={q.name: q.type for q in parameters}, owner=owner)
