"""Static checks of editions, rules and translations."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rulewright.testing.checks.edition_checks import (
        EditionCheck,
        check_edition,
        check_scenarios,
    )
    from rulewright.testing.checks.rule_checks import check_rules

__all__ = ["EditionCheck", "check_edition", "check_rules", "check_scenarios"]


def __getattr__(name: str) -> Any:
    """Import a check on first use, because modules here that only explain complaints need none."""
    if name not in __all__:
        raise AttributeError(f"module 'rulewright.testing.checks' has no attribute {name!r}")
    from importlib import import_module

    page = "rule_checks" if name == "check_rules" else "edition_checks"
    return getattr(import_module(f"rulewright.testing.checks.{page}"), name)
