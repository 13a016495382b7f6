"""Passes: functions from a module to a module with equal behaviour."""

from __future__ import annotations

from rulewright.runtime.ir.module import Module
from rulewright.runtime.lower.passes.block_splitting import add_liveness, split_blocks
from rulewright.runtime.lower.passes.constant_folding import fold_constants
from rulewright.runtime.lower.passes.dead_code import remove_dead_code
from rulewright.runtime.lower.passes.fuel import insert_fuel
from rulewright.runtime.lower.passes.inlining import inline_functions, inline_option_conditions
from rulewright.runtime.lower.passes.known_facts import propagate_facts
from rulewright.runtime.lower.passes.logged_moves import mark_logged_moves
from rulewright.runtime.lower.passes.option_order import sort_options
from rulewright.runtime.lower.passes.overflow_bounds import insert_overflow_checks
from rulewright.runtime.lower.passes.secret_inputs import add_secrets
from rulewright.runtime.lower.passes.turns import add_turns
from rulewright.runtime.lower.passes.visibility import add_learning, remove_secret_counts

OPTIMIZATIONS = (inline_functions, inline_option_conditions, fold_constants, remove_dead_code)
"""Optimizations; left out for coverage, which must count expressions where the rules evaluate them."""

DISPLAY_PASSES = (add_secrets,)
"""Passes for modules whose decisions are shown to players."""

FACT_PASSES = (propagate_facts, remove_dead_code)
"""Optimizations that hide dependencies of questions; so they run after the secrets of decisions are known."""

ENGINE_PASSES = (insert_overflow_checks, insert_fuel, split_blocks, add_liveness)
"""Passes that engines require."""


def run_passes(module: Module, optimized: bool = True, shown: bool = True) -> Module:
    """Return the module after all passes that engines require, and after optimizations if `optimized`."""
    faster, shorter = (OPTIMIZATIONS, FACT_PASSES) if optimized else ((), ())
    for change in (
        remove_secret_counts,
        add_learning,
        sort_options,
        *faster,
        *(DISPLAY_PASSES if shown else ()),
        *shorter,
        add_turns,  # late: no optimization has to look at the turn in each line
        mark_logged_moves,
        *ENGINE_PASSES,
    ):
        module = change(module)
    return module
