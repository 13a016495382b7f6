"""A program -> its clauses, in the order of files and lines. Scenarios have none: they are what fires clauses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from attrs import define, field

from rulewright.coverage import Clause
from rulewright.lower import counting as c
from rulewright.program import program as p
from rulewright.program import typed
from rulewright.program.checking.walking import Part, parts
from rulewright.program.typed import Block, Expr
from rulewright.text import Span

LONGEST = 100
"""So many characters of a clause's text are shown, and are part of its id."""


def clauses_of(program: p.Program) -> tuple[Clause, ...]:
    """All clauses of a program."""
    found = _Finder()
    found.block("flow", program.flow)
    for event in program.events.values():
        owner = f"event {event.name}"
        found.add(owner, event.at, c.FIRES)
        for condition in event.conditions:
            found.condition(owner, condition)
        found.block(owner, (*event.first, *event.body))
    for phase in program.phases.values():
        found.add(f"phase {phase.name}", phase.at, c.FIRES)
        found.block(f"phase {phase.name}", phase.body)
    for value in program.values.values():
        found.within(f"value {value.name}", value.result)
    for fact in program.facts.values():
        found.condition(f"fact {fact.name}", fact.condition)
    for rule in program.rules:
        found.rule(rule)
    for table in program.tables.values():
        for row, column in table.cells:
            arm = c.cell_arm(row, column)
            found.add(f"table {table.name}", table.at, arm, table.places.get((row, column)))
    return found.in_order()


@define
class _Finder:
    """Gathers clauses; what is found twice (a rule's condition looked at in two ways) is one."""

    found: dict[c.Key, tuple[str, Span, str, Span | None]] = field(factory=dict)

    def add(self, owner: str, at: Span, arm: str, shown_at: Span | None = None) -> None:
        self.found.setdefault(c.key_of(at, arm), (owner, at, arm, shown_at))

    def in_order(self) -> tuple[Clause, ...]:
        """By place; of clauses with the same owner, words and arm the later ones are numbered."""
        seen: Counter[str] = Counter()
        clauses = []
        for owner, at, arm, shown_at in sorted(self.found.values(), key=_position):
            words = _words(at)
            id_ = f"{owner}: {words} [{arm}]"
            seen[id_] += 1
            number = f" #{seen[id_]}" if seen[id_] > 1 else ""
            clauses.append(Clause(id_ + number, owner, words, arm, at, shown_at or at))
        return tuple(clauses)

    # -------------------------------------------------------------- rules

    def rule(self, rule: p.Rule) -> None:
        owner = rule.name
        self.add(owner, rule.at, c.FIRES)
        for part in _written(rule):
            self.condition(owner, part)
        if isinstance(rule, p.Change):
            self.within(owner, rule.amount)
        if isinstance(rule, p.Power | p.Means):
            self.within(owner, rule.source)
        if isinstance(rule, p.Means):
            self.within(owner, rule.covers)
        if isinstance(rule, p.Hook | p.Power | p.Means):
            self.block(owner, rule.body)

    # -------------------------------------------------------------- statements

    def block(self, owner: str, block: Block) -> None:
        for stmt in block:
            self._statement(owner, stmt)

    def _statement(self, owner: str, stmt: typed.Stmt) -> None:
        for arm in _arms(stmt):
            self.add(owner, stmt.at, arm)
        if isinstance(stmt, typed.If) and isinstance(stmt.condition, typed.Every):
            self.condition(owner, stmt.condition)
        shown = getattr(stmt, "shown", None)  # How options are labelled is no part of the play.
        for part in parts(stmt):
            if part is shown:
                continue
            if isinstance(part, typed.Stmt):
                self._statement(owner, part)
            elif isinstance(part, typed.MenuOption):
                self._option(owner, part)
            else:
                self.within(owner, part)

    def _option(self, owner: str, option: typed.MenuOption) -> None:
        self.add(owner, option.at, c.FIRES)
        self.condition(owner, option.condition)
        self.within(owner, option.source)
        self.block(owner, option.body)

    # -------------------------------------------------------------- conditions

    def condition(self, owner: str, expr: Expr | None) -> None:
        """The leaves of a condition, each with its two arms, and what is inside of them."""
        if isinstance(expr, typed.Every):
            for part in expr.parts:
                self.condition(owner, part)
        elif isinstance(expr, typed.Not):
            self.condition(owner, expr.what)
        elif expr is not None and not isinstance(expr, typed.YesNo):
            self.add(owner, expr.at, c.HOLDS)
            self.add(owner, expr.at, c.FAILS)
            self.within(owner, expr)

    def within(self, owner: str, part: Part | None) -> None:
        """The conditions of lists anywhere inside."""
        if part is None:
            return
        if isinstance(part, typed.Filter):
            self.condition(owner, part.condition)
        for inner in parts(part):
            self.within(owner, inner)


def _position(item: tuple[str, Span, str, Span | None]) -> tuple[str, int, int]:
    _, at, _, shown_at = item
    at = shown_at or at
    return (at.source.name, at.start, -at.end)


def _arms(stmt: typed.Stmt) -> tuple[str, ...]:
    """The ways in which a statement can go on."""
    match stmt:
        case typed.If():
            return (c.THEN, c.ELSE)
        case typed.May(anyway=True):  # It is asked, whether it is possible or not.
            return (c.TAKEN, c.DECLINED)
        case typed.May(otherwise=otherwise) | typed.MayChoose(otherwise=otherwise):
            return (c.TAKEN, c.DECLINED, *((c.IMPOSSIBLE,) if otherwise else ()))
        case typed.ChooseSome(exact=exact):
            return (c.TAKEN,) if exact else (c.TAKEN, c.STOPPED)
        case typed.ForEach():
            return (c.TAKEN,)
    return ()


def _written(rule: p.Rule) -> Iterable[Expr]:
    """The parts of a rule's condition that stand behind its `if`; the others are what its pattern means."""
    condition = rule.condition
    if condition is None:
        return ()
    return _behind_if(condition, rule.at)


def _behind_if(condition: Expr, whole: Span) -> Iterator[Expr]:
    before = condition.at.source.text[whole.start : condition.at.start].rstrip(" (\n")
    if before.split()[-1:] == ["if"]:
        yield condition
    elif isinstance(condition, typed.Every):
        for part in condition.parts:
            yield from _behind_if(part, whole)


def _words(at: Span) -> str:
    """The first line of a text, or so much of it as says which it is."""
    text = " ".join(at.text.split("\n")[0].split())
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"
