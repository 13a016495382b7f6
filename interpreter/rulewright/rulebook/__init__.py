"""Program + edition -> rulebook: specialised to an edition, lowered, ready to run."""

from rulewright.rulebook.checking import check_edition, check_rules
from rulewright.rulebook.machine import Machine
from rulewright.rulebook.rulebook import Rulebook, load_rulebook

__all__ = ["Machine", "Rulebook", "check_edition", "check_rules", "load_rulebook"]
