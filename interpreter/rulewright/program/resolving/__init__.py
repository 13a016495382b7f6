"""The second pass: names resolved and types checked, one small function for each form of the grammar."""

from rulewright.program.resolving import (
    changes,
    decisions,
    lists,
    powers,
    rules,
    sentences,
    statements,
    sums,
    table,
    words,
)
from rulewright.program.resolving.bodies import fill_all
from rulewright.program.resolving.scenarios import make_scenario

__all__ = [
    "changes",
    "decisions",
    "fill_all",
    "lists",
    "make_scenario",
    "powers",
    "rules",
    "sentences",
    "statements",
    "sums",
    "table",
    "words",
]
