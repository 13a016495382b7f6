"""Which function takes in which declaration, and what all of them do."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulewright.program import complaints as say
from rulewright.program.context import Context
from rulewright.syntax import tree

Declarer = Callable[[Context, Any], None]
DECLARE: dict[type[tree.Node], Declarer] = {}


def on(cls: type[tree.Node]) -> Callable[[Declarer], Declarer]:
    """Register the function for declarations of a class."""

    def register(declarer: Declarer) -> Declarer:
        DECLARE[cls] = declarer
        return declarer

    return register


def declare_once(ctx: Context, table: dict[str, Any], declared: Any) -> bool:
    """Enter a declaration; a second one of the name is complained about."""
    earlier = table.get(declared.name)
    if earlier is None:
        table[declared.name] = declared
        return True
    ctx.add(say.names.declared_twice(declared.at, declared.name, earlier.at, ""))
    return False
