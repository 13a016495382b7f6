"""The second pass: resolve names and check types, with one small function for each form of the grammar.

`resolvers` dispatches by node class. From the ground up:

- words, attributes and names are looked up in the name table of the first pass (`Context.names_in`);
  lists, arithmetic and the values in texts are built on them;
- a sentence finds its event and an argument for each parameter; so does a pattern, which binds or compares them;
- blocks consist of statements and decisions, rules of patterns and blocks, declarations of all of these.
"""

# ruff: noqa: F401 - modules register their functions on import

from rulewright.language.program.resolving import resolve_changes, resolve_powers
from rulewright.language.program.resolving.expressions import resolve_operators
from rulewright.language.program.resolving.resolve_declarations import resolve_all
from rulewright.language.program.resolving.resolve_scenarios import resolve_scenario
from rulewright.language.program.resolving.statements import (
    resolve_state_changes,
    resolve_statements,
)

__all__ = ["resolve_all", "resolve_scenario"]
