"""Passes: each takes a module and gives a module in which the same happens."""

from __future__ import annotations

from rulewright.ir.module import Module
from rulewright.lower.passes.blocks import cut, with_liveness
from rulewright.lower.passes.bounding import bounded
from rulewright.lower.passes.fold import folded
from rulewright.lower.passes.informing import informed
from rulewright.lower.passes.inline import inlined, opened_options
from rulewright.lower.passes.metering import metered
from rulewright.lower.passes.option_order import with_option_order
from rulewright.lower.passes.prune import pruned
from rulewright.lower.passes.secrets import with_secrets
from rulewright.lower.passes.seeing import with_learning, with_open_counts

OPTIMIZING = (inlined, opened_options, folded, pruned)
"""What makes a module faster. What counts clauses counts them where they were asked, and does without."""

SHOWING = (with_secrets,)
"""What is for who shows its decisions."""

SHORTENING = (informed, pruned)
"""What makes it faster still: no question says any more on what it hangs that is known there."""

CUTTING = (bounded, metered, cut, with_liveness)
"""What makes a module ready for engines."""


def prepared(module: Module, optimized: bool = True, shown: bool = True) -> Module:
    """The module as engines take it."""
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
