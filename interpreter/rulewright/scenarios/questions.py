"""The steps and conditions of scenarios as code of their machine."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from rulewright.game.core import Core
from rulewright.game.words import worded
from rulewright.ir import Const, Function, Procedure
from rulewright.lower import Lowering
from rulewright.lower.lower_expressions import lower
from rulewright.lower.lower_statements import Frame, body
from rulewright.program import typed
from rulewright.program.program import Notes, Steps
from rulewright.program.typed import Expr
from rulewright.program.types import Type
from rulewright.text import Span


@frozen
class Question:
    """A part of a condition: the function that answers it, and those that tell what its sides come to."""

    text: str
    at: Span
    function: str
    sides: tuple[tuple[str, str, Type], ...] = ()

    def actual(self, core: Core, names: Sequence[str]) -> str:
        """What the sides of the condition come to, in words."""
        found = []
        for text, function, type_ in self.sides:
            value = core.machine.code[function](core.row)
            if type_.many:
                words = ", ".join(worded(core.machine, item, type_.one(), names) for item in value)
                found.append(f"{text} is {words or 'empty'}")
            else:
                found.append(f"{text} is {worded(core.machine, value, type_, names)}")
        return "; ".join(found)


def make_steps(work: Lowering, step: Steps, name: str) -> str:
    """The procedure of a step; it may stop for a choice like any other."""
    at = step.body[0].at if step.body else "scenario"
    site = work.site("scenario", at, Notes())  # type: ignore[arg-type]
    frame = Frame({}, Const(site), site, "", None, "scenario", scenario=True)
    work.lowered.procedures[name] = Procedure(name, (), body(work, step.body, frame))
    return name


def make_questions(work: Lowering, condition: Expr, name: str) -> list[Question]:
    """The parts of a condition that must hold, each a function of its own."""
    parts = [condition]
    if isinstance(condition, typed.Every) and condition.operator == "and":
        parts = list(condition.parts)
    return [_question(work, part, f"{name}_{number}") for number, part in enumerate(parts)]


def _question(work: Lowering, part: Expr, name: str) -> Question:
    work.lowered.functions[name] = Function(name, (), lower(work, part, {}))
    sides = []
    for number, side in enumerate(_sides(part)):
        function = f"{name}_side{number}"
        work.lowered.functions[function] = Function(function, (), lower(work, side, {}))
        sides.append((side.at.text, function, side.type))
    return Question(part.at.text, part.at, name, tuple(sides))


def _sides(part: Expr) -> list[Expr]:
    """What of a condition is worth showing: whatever is not written as a constant."""
    inner = part.what if isinstance(part, typed.Not) else part
    match inner:
        case typed.Compare(left=left, right=right):
            return [side for side in (left, right) if not _constant(side)]
        case typed.IsDesign(piece=piece):
            return [piece]
        case typed.Within(source=typed.ZoneOf() as source):
            return [source]
        case typed.Some(source=typed.Filter(source=source)):
            return [source]
    return []


def _constant(expr: Expr) -> bool:
    return isinstance(
        expr, typed.Number | typed.YesNo | typed.Nothing | typed.Label | typed.Seat | typed.Design
    )
