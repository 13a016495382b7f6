"""The second pass: names resolved and types checked, one small function for each form of the grammar.

`resolvers` knows which function that is. From the ground up:

- words alone, what things have, and things by their names are looked up in what declared names mean
  (`Context.named`, all that the first pass declared); lists and sums are made of them, and the values in texts;
- a sentence finds its event and what is said for each parameter; a pattern does so too, and binds or asks;
- blocks are made of statements and decisions, rules of patterns and blocks, declarations of all of these.
"""

# ruff: noqa: F401 - each module, and what it imports, enters what it resolves

from rulewright.language.program.resolving import resolve_changes, resolve_powers
from rulewright.language.program.resolving.expressions import resolve_sums
from rulewright.language.program.resolving.resolve_bodies import resolve_all
from rulewright.language.program.resolving.resolve_scenarios import make_scenario
from rulewright.language.program.resolving.statements import resolve_statements, resolve_table

__all__ = ["make_scenario", "resolve_all"]
