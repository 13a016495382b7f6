"""Invariants (`always`): checked after every event and phase, at the end of the flow, and before the game is ended.

Only a world lowered with them has them in its code; a game that violates one stops with a fault. Each invariant
is a procedure shared by all places that check it. A scenario sets up an artificial table, so there an invariant
is checked from the first `when` on, and only if it held then.
"""

from __future__ import annotations

from typing import Final

from rulewright.language.program.complaints.cycle_complaints import triggers_itself
from rulewright.runtime.ir import terms as ir
from rulewright.runtime.ir.engine_contract import BROKEN
from rulewright.runtime.ir.nodes.constructors import (
    ONE,
    ZERO,
    binary,
    conditional,
    conjunction,
    negation,
)
from rulewright.runtime.ir.terms import Body
from rulewright.runtime.lower.dispatch import lower
from rulewright.runtime.lower.lowering_context import Lowering

BEGIN: Final = "always_begins"
"""The procedure that starts the checks in a scenario; exists only if there are invariants."""

_ALWAYS: Final = "always"


def lower_invariants(work: Lowering, in_scenarios: bool = False) -> None:
    """Lower each invariant to a procedure that checks it; must precede the code that calls them."""
    invariants = work.program.always if work.with_always else []
    begin: list[ir.Stmt] = []
    for number, always in enumerate(invariants):
        assert always.condition is not None
        name = f"{_ALWAYS}_{number}"
        work.push_definition(_ALWAYS, f"always, {always.name}")
        holds = lower(work, always.condition, {})
        del work.in_progress[_ALWAYS]
        breaks = negation(holds)
        if in_scenarios:
            watched = work.allocation.invariant_flag(number)
            begin.append(ir.Write(watched, None, conditional(holds, ONE, ZERO)))
            breaks = conjunction(binary("==", ir.Read(watched), ONE), breaks)
        sentence = f"`always, {always.name}` ({work.world.displayed_place(str(always.at))})"
        fail = ir.If(
            breaks, (ir.Fail(sentence, BROKEN, always.at if work.places is not None else None),)
        )
        work.add_procedure(ir.Procedure(name, (), (fail,)), always.at)
        work.always.append(name)
    if begin:
        work.add_procedure(ir.Procedure(BEGIN, (), tuple(begin), exported=True), invariants[0].at)


def invariant_checks(work: Lowering) -> Body:
    """Return calls of the procedures that check the invariants, one each."""
    if _ALWAYS in work.in_progress:
        always = work.program.always[len(work.always)]
        chain = work.cycle_from(_ALWAYS)
        work.complain(triggers_itself(always.at, "the trial for `always`", chain))
    return tuple(ir.Perform(name, ()) for name in work.always)
