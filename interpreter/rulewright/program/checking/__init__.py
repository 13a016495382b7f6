"""Looking once more at a whole checked program: what can never end, never be or never matter."""

from __future__ import annotations

from rulewright.program.checking.acting import complain_missing
from rulewright.program.checking.circles import complain_circles
from rulewright.program.checking.conflicts import complain_alike, complain_twice
from rulewright.program.checking.never import complain_never
from rulewright.program.checking.overspending import complain_purses
from rulewright.program.checking.picks import complain_picks
from rulewright.program.checking.reaching import complain_reaching
from rulewright.program.checking.turns import complain_turns
from rulewright.program.checking.unused import complain_unused
from rulewright.program.program import Program
from rulewright.text import Complaints

__all__ = ["check_program", "complain_circles", "complain_odd"]


def check_program(program: Program, complaints: Complaints) -> None:
    """Complain of what is wrong with the program as a whole."""
    complain_circles(program, complaints)
    complain_twice(program, complaints)
    complain_alike(program, complaints)
    complain_missing(program, complaints)
    complain_picks(program, complaints)


def complain_odd(program: Program, complaints: Complaints) -> None:
    """Warn of what is legal but odd."""
    complain_unused(program, complaints)
    complain_never(program, complaints)
    complain_purses(program, complaints)
    complain_turns(program, complaints)
    complain_reaching(program, complaints)
