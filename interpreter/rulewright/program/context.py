"""What every part of the checker needs: the program so far, the complaints, and the names in sight."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import define, evolve, field, frozen

from rulewright.program.nodes import Expr, Unknown, Var
from rulewright.program.program import Program
from rulewright.program.types import UNKNOWN, Type
from rulewright.text import Complaint, Complaints, Note, Span, nearest


@frozen
class Scope:
    """The names in sight: locals with their types, who `me` and `this` are, and what may stand here."""

    names: dict[str, Type] = field(factory=dict)
    me: Type | None = None
    this: Type | None = None
    it: tuple[str, Type] | None = None
    depth: int = 0
    in_would: bool = False
    in_flow: bool = False
    in_scenario: bool = False
    owner: str = ""

    def bind(self, name: str, type_: Type) -> Scope:
        return evolve(self, names={**self.names, name: type_})

    def with_it(self, type_: Type) -> Scope:
        depth = self.depth + 1
        return evolve(self, it=(f"it{depth}", type_), depth=depth)

    def bound(self) -> tuple[tuple[str, Type], ...]:
        """Everything a delayed rule would have to carry with it."""
        own = [("me", self.me), ("this", self.this)]
        return tuple((name, kind) for name, kind in own if kind) + tuple(self.names.items())


@define
class Context:
    """The program being made and the complaints so far."""

    program: Program
    complaints: Complaints
    used: set[tuple[str, str]] = field(factory=set)
    decisions: dict[str, int] = field(factory=dict)
    rules: int = 0

    def complain(
        self,
        code: str,
        message: str,
        at: Span,
        *,
        help: str | None = None,
        notes: tuple[Note, ...] = (),
        severity: str = "error",
    ) -> None:
        self.complaints.add(Complaint(code, message, at, notes, help, severity))

    def unknown_name(
        self, what: str, name: str, at: Span, known: Iterable[str], extra: str | None = None
    ) -> None:
        """E0201: a name that nothing declares, with the nearest that something does."""
        close = nearest(name, known)
        help_ = f"did you mean `{close}`?" if close else extra
        self.complain("E0201", f"there is no {what} called `{name}`", at, help=help_)

    def wrong_type(self, wanted: Type, found: Expr, what: str, help: str | None = None) -> None:
        """E0301: an expression of the wrong type."""
        self.complain(
            "E0301", f"{what} is to be {wanted}, but this is {found.type}", found.at, help=help
        )

    def expect(self, wanted: Type, found: Expr, what: str) -> Expr:
        """The expression, if its type fits; else a complaint and an unknown in its place."""
        if wanted.accepts(found.type):
            return found
        self.wrong_type(wanted, found, what)
        return Unknown(type=UNKNOWN, at=found.at)

    def mark_used(self, sort: str, name: str) -> None:
        self.used.add((sort, name))

    def rule_number(self) -> int:
        """The number of the next rule, in the order in which rules begin."""
        self.rules += 1
        return self.rules - 1

    def decision_name(self, wanted: str) -> str:
        """A stable name for a decision: where it stands, numbered if the place has several."""
        count = self.decisions.get(wanted, 0) + 1
        self.decisions[wanted] = count
        return wanted if count == 1 else f"{wanted}-{count}"


def unknown(at: Span) -> Unknown:
    return Unknown(type=UNKNOWN, at=at)


def var(name: str, type_: Type, at: Span) -> Var:
    return Var(name=name, type=type_, at=at)
