"""Syntax tree -> program: names resolved and types checked, knowing no edition."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rulewright.program.from_syntax import program_from

__all__ = ["program_from"]


def __getattr__(name: str) -> Any:
    """Types are often wanted without the checker and the parser behind it, so those are imported when asked for."""
    if name == "program_from":
        from rulewright.program.from_syntax import program_from

        return program_from
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
