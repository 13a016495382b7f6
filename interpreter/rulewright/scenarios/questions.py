"""The steps and conditions of scenarios as code of their module."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.game.state import GameState
from rulewright.game.words import worded
from rulewright.ir import terms as ir
from rulewright.ir.terms import Const, Procedure
from rulewright.lower.dispatch import Scope, body, lower
from rulewright.lower.from_world import export
from rulewright.lower.lowering import Lowering
from rulewright.lower.state_access import place_at
from rulewright.program import typed
from rulewright.program.program import Notes, Steps
from rulewright.program.typed import Expr
from rulewright.records import Record
from rulewright.text import Span


class Question(Record):
    """A part of a condition: the function that answers it, and those that tell what its sides come to."""

    text: str
    at: Span
    function: str
    sides: tuple[tuple[str, str, ir.Type], ...] = ()

    def holds(self, at: GameState) -> bool:
        """Whether it does."""
        return bool(at.engine.call(at.state, self.function))

    def actual(self, at: GameState, names: Sequence[str]) -> str:
        """What the sides of the condition come to, in words."""
        found = []
        for text, function, type_ in self.sides:
            value = at.engine.call(at.state, function)
            if type_.many:
                words = ", ".join(worded(at.game, item, type_.one(), names) for item in value)
                found.append(f"{text} is {words or 'empty'}")
            else:
                found.append(f"{text} is {worded(at.game, value, type_, names)}")
        return "; ".join(found)


def make_steps(work: Lowering, step: Steps, name: str) -> str:
    """The procedure of a step; it may stop for a choice like any other."""
    at = step.body[0].at if step.body else "scenario"
    site = work.site("scenario", at, Notes())
    scope = Scope({}, Const(site), site, event="scenario", scenario=True)
    steps = body(work, step.body, scope)
    work.code.procedures[name] = Procedure(name, (), steps, exported=True)
    return name


def make_place(work: Lowering, zone: typed.ZoneOf, name: str) -> str:
    """The function that tells which place is meant."""
    return export(work, name, ir.PLACE, place_at(work, zone, {}))


def make_seat(work: Lowering, player: Expr, name: str) -> str:
    """The function that tells which player is meant."""
    return export(work, name, ir.PLAYER, lower(work, player, {}))


def make_questions(work: Lowering, condition: Expr, name: str) -> list[Question]:
    """The parts of a condition that must hold, each a function of its own."""
    parts = [condition]
    if isinstance(condition, typed.Every) and condition.operator == "and":
        parts = list(condition.parts)
    return [_question(work, part, f"{name}_{number}") for number, part in enumerate(parts)]


def _question(work: Lowering, part: Expr, name: str) -> Question:
    export(work, name, ir.TRUTH, lower(work, part, {}))
    sides = []
    for number, side in enumerate(_sides(part)):
        type_ = work.type_of(side.type)
        function = export(work, f"{name}_side{number}", type_, lower(work, side, {}))
        sides.append((side.at.text, function, type_))
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
