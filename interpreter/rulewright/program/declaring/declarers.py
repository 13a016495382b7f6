"""Which function takes in which declaration, and what all of them do."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulewright.program import complaints as say
from rulewright.program.context import Context
from rulewright.program.witness import declare
from rulewright.text import Registry

#: What takes in the declarations of a class.
DECLARE = Registry[Callable[[Context, Any], None]]()


def declare_once(ctx: Context, table: dict[str, Any], declared: Any) -> bool:
    """Enter a declaration; a second one of the name is complained about."""
    earlier = table.get(declared.name)
    if earlier is None:
        table[declared.name] = declared
        declare(declared)
        return True
    ctx.add(say.names.declared_twice(declared.at, declared.name, earlier.at, ""))
    return False
