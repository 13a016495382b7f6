"""Suggestions for faulty rules: tried fixes, repaired lines and worked examples.

The caller of the compiler hands them to it, so that `language` does not import this package.
"""

from __future__ import annotations

from rulewright.assist.fixes.spelling_fixes import restores
from rulewright.language.program.from_syntax import NewContext, Trees
from rulewright.language.program.program import Program
from rulewright.language.text import Complaints

__all__ = ["advise", "restores"]


def advise(complaints: Complaints, program: Program, trees: Trees, new_context: NewContext) -> None:
    """Add help to `complaints`. The modules that do the work are imported at the first error only."""
    from rulewright.assist.adviser import advise

    advise(complaints, program, trees, new_context)
