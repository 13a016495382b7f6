"""Syntax tree -> program: names resolved and types checked, knowing no edition."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rulewright.program.checking import complain_circles
    from rulewright.program.from_syntax import program_from

__all__ = ["complain_circles", "program_from"]


def __getattr__(name: str) -> Any:
    """Types are often wanted without the checker and the parser behind it: those come when asked for."""
    if name == "program_from":
        from rulewright.program.from_syntax import program_from

        return program_from
    if name == "complain_circles":
        from rulewright.program import checking

        return getattr(checking, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
