"""Suggestions: tried fixes, repaired lines and worked examples; whoever compiles hands them to the compiler."""

from __future__ import annotations

from rulewright.assist.restoring import restores
from rulewright.language.program.from_syntax import NewContext, Trees
from rulewright.language.program.program import Program
from rulewright.language.text import Complaints

__all__ = ["advise", "restores"]


def advise(complaints: Complaints, program: Program, trees: Trees, new_context: NewContext) -> None:
    """Put help into complaints; its modules are imported at the first error only."""
    from rulewright.assist.adviser import advise

    advise(complaints, program, trees, new_context)
