"""Static checks of editions, rules and translations."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright.base.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from rulewright.testing.checks.edition_checks import (
        EditionCheck,
        check_edition,
        check_scenarios,
    )
    from rulewright.testing.checks.rule_checks import check_rules

__all__ = ["EditionCheck", "check_edition", "check_rules", "check_scenarios"]

__getattr__ = lazy_exports(
    __name__,
    {
        "EditionCheck": "edition_checks:EditionCheck",
        "check_edition": "edition_checks:check_edition",
        "check_rules": "rule_checks:check_rules",
        "check_scenarios": "edition_checks:check_scenarios",
    },
)
