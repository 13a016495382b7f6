"""The second pass: names resolved and types checked, one small function for each form of the grammar."""

from rulewright.program.resolving import (
    resolve_changes,
    resolve_decisions,
    resolve_lists,
    resolve_powers,
    resolve_rules,
    resolve_sentences,
    resolve_statements,
    resolve_sums,
    resolve_table,
    resolve_words,
)
from rulewright.program.resolving.resolve_bodies import fill_all
from rulewright.program.resolving.resolve_scenarios import make_scenario

__all__ = [
    "fill_all",
    "make_scenario",
    "resolve_changes",
    "resolve_decisions",
    "resolve_lists",
    "resolve_powers",
    "resolve_rules",
    "resolve_sentences",
    "resolve_statements",
    "resolve_sums",
    "resolve_table",
    "resolve_words",
]
