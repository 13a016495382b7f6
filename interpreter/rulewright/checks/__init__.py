"""Everything that can be found wrong with editions, rules and files of words without playing them."""

from rulewright.checks.edition_checks import check_edition, check_open
from rulewright.checks.rule_checks import check_rules
from rulewright.checks.scenario_checks import check_scenarios

__all__ = ["check_edition", "check_open", "check_rules", "check_scenarios"]
