"""Passes: functions from a module to a module with equal behaviour."""

from __future__ import annotations

from rulewright.runtime.ir.module import Module
from rulewright.runtime.lower.passes.block_splitting import cut, with_liveness
from rulewright.runtime.lower.passes.constant_folding import folded
from rulewright.runtime.lower.passes.dead_code import pruned
from rulewright.runtime.lower.passes.fuel import metered
from rulewright.runtime.lower.passes.inlining import inlined, opened_options
from rulewright.runtime.lower.passes.known_facts import informed
from rulewright.runtime.lower.passes.option_order import with_option_order
from rulewright.runtime.lower.passes.overflow_bounds import bounded
from rulewright.runtime.lower.passes.secret_inputs import with_secrets
from rulewright.runtime.lower.passes.visibility import with_learning, with_open_counts

OPTIMIZING = (inlined, opened_options, folded, pruned)
"""Optimizations; left out for coverage, which must count expressions where the rules evaluate them."""

SHOWING = (with_secrets,)
"""Passes for modules whose decisions are shown to players."""

SHORTENING = (informed, pruned)
"""Optimizations that hide dependencies of questions; so they run after the secrets of decisions are known."""

CUTTING = (bounded, metered, cut, with_liveness)
"""Passes that engines require."""


def prepared(module: Module, optimized: bool = True, shown: bool = True) -> Module:
    """Return the module after all passes, ready for engines."""
    faster, shorter = (OPTIMIZING, SHORTENING) if optimized else ((), ())
    for change in (
        with_open_counts,
        with_learning,
        with_option_order,
        *faster,
        *(SHOWING if shown else ()),
        *shorter,
        *CUTTING,
    ):
        module = change(module)
    return module
