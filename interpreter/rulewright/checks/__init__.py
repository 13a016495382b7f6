"""Everything that can be found wrong with editions, rules and files of words without playing them."""

from rulewright.checks.edition_checks import check_edition, check_rules

__all__ = ["check_edition", "check_rules"]
