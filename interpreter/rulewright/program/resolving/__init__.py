"""The second pass: names resolved and types checked, one small function for each form of the grammar."""

# ruff: noqa: F401 - each module enters what it resolves

from rulewright.program.resolving import (
    resolve_cards,
    resolve_changes,
    resolve_decisions,
    resolve_lists,
    resolve_names,
    resolve_places,
    resolve_powers,
    resolve_rules,
    resolve_sentences,
    resolve_statements,
    resolve_sums,
    resolve_table,
)
from rulewright.program.resolving.resolve_bodies import resolve_all
from rulewright.program.resolving.resolve_scenarios import make_scenario

__all__ = ["make_scenario", "resolve_all"]
