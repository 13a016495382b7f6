"""Program + edition -> rulebook: specialised to an edition, lowered, ready to run."""

from __future__ import annotations

from typing import Any

from rulewright.rulebook.machine import Machine
from rulewright.rulebook.rulebook import Rulebook, load_rulebook

__all__ = ["Machine", "Rulebook", "check_edition", "check_rules", "load_rulebook"]


def __getattr__(name: str) -> Any:
    """The checks bring in every earlier stage, which playing from the cache does not need."""
    if name in ("check_edition", "check_rules"):
        from rulewright.rulebook import checking

        return getattr(checking, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
