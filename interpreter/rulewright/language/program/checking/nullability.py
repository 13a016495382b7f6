"""Null check: a player or thing that may be missing has to be tested before a statement uses it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulewright.base.records import Draft
from rulewright.language.program import complaints as say, program as p, typed
from rulewright.language.program.checking.dependency_graph import DependencyGraph
from rulewright.language.program.checking.narrowing import (
    NOTHING_PRESENT,
    PresentForms,
    expression_form,
    form_of_variable,
    is_present,
    present_for_element,
    present_if,
    present_unless,
    still_present,
)
from rulewright.language.program.typed import Block, Expr, Stmt
from rulewright.language.text import Complaint, Complaints

Requirement = tuple[Expr, str]
"""An expression that must not be nothing, and its role for the complaint."""


def find_missing(graph: DependencyGraph) -> Iterable[Complaint]:
    """Find statements whose actor, decider, owner or argument may be nobody or nothing."""
    program = graph.program
    check = _NullCheck(graph, Complaints())
    check.stances()
    for event in program.events.values():
        known = NOTHING_PRESENT.union(*map(present_if, event.conditions))
        check.block((*event.first, *event.body), known)
    for phase in program.phases.values():
        check.block(phase.body, check.running(phase.name))
    check.block(program.flow, NOTHING_PRESENT)
    for rule in program.rules:
        if not rule.delayed:
            check.rule(rule, NOTHING_PRESENT)
    return check.complaints


class _NullCheck(Draft):
    """The walk through a program; the forms known to be present are passed along."""

    graph: DependencyGraph
    complaints: Complaints

    def stances(self) -> None:
        """Check that the player of each stance is present whenever its condition holds."""
        for kind in self.graph.program.kinds.values():
            for stance in kind.stances.values():
                player = stance.player
                if player is not None and not is_present(player, present_if(stance.condition)):
                    self.complaints.add(
                        say.speaking.stance_of_nobody(player.at, kind.name, stance.name)
                    )

    def rule(self, rule: p.Rule, known: PresentForms) -> None:
        """Check the body of a rule under its condition."""
        known |= present_if(rule.condition)
        match rule:
            case p.Power() | p.Means():
                self.block(rule.body, known | present_for_element(rule.source, rule.var))
            case p.Hook(when="start" | "end", about=phase, body=body):
                self.block(body, known | self.running(phase))
            case p.Hook(body=body):
                self.block(body, known)

    def running(self, phase: str) -> PresentForms:
        """Return the forms of a phase's parameters, which are present while it runs."""
        parameters = self.graph.program.phases[phase].parameters
        return frozenset(("Running", phase, parameter.name) for parameter in parameters)

    def block(self, block: Block, known: PresentForms) -> PresentForms:
        """Check statements in order; return the forms known to be present after them."""
        for stmt in block:
            for expr, role in _required_expressions(self.graph.program, stmt):
                self._need(expr, known, role)
            known = self._stmt(stmt, known)
        return known

    def _stmt(self, stmt: Stmt, known: PresentForms) -> PresentForms:
        match stmt:
            case typed.Let(var=var, value=value):
                return known | {form_of_variable(var)} if is_present(value, known) else known
            case typed.If(condition=condition, body=body, otherwise=otherwise):
                then = self.block(body, known | present_if(condition))
                return then & self.block(otherwise, known | present_unless(condition))
            case typed.SetVariable():
                return self._set(stmt, known)
            case typed.Until(rules=numbers):
                for number in numbers:
                    captured = frozenset(each for each in known if each[:1] == ("Var",))
                    self.rule(self.graph.rules[number], captured)
                return known
            case typed.Choose(source=source, var=var, then=then):
                return self.block(then, known | present_for_element(source, var))
            case typed.MayChoose(source=source, var=var, body=body, otherwise=otherwise):
                if_taken = self.block(body, known | present_for_element(source, var))
                return if_taken & self.block(otherwise, known)
            case typed.May(event=name, body=body, otherwise=otherwise):
                if_taken = self.block(
                    body, still_present(known, self.graph.reached(("event", name)))
                )
                return if_taken & self.block(otherwise, known)
            case typed.Menu(options=options):
                return frozenset.intersection(*(self._option(each, known) for each in options))
        lasting = still_present(known, self.graph.effects([stmt])) if known else known
        match stmt:
            case typed.ForEach() | typed.ChooseSome():
                self.block(stmt.body, lasting | present_for_element(stmt.source, stmt.var))
            case typed.Repeat(until=until, body=body, most=most):
                self.block(body, lasting | present_unless(until))
                return lasting | present_if(until) if most is None else lasting
        return lasting

    def _set(self, stmt: typed.SetVariable, known: PresentForms) -> PresentForms:
        known = still_present(known, [("variable", stmt.variable)])
        if not is_present(stmt.value, known):
            return known
        variable = self.graph.program.variables[stmt.variable]
        target = typed.VariableOf(
            variable=stmt.variable, owner=stmt.owner, type=variable.type, at=stmt.at
        )
        return known | {expression_form(target)}

    def _option(self, option: typed.MenuOption, known: PresentForms) -> PresentForms:
        known |= present_for_element(option.source, option.var) | present_if(option.condition)
        return self.block(option.body, known)

    def _need(self, expr: Expr, known: PresentForms, role: str) -> None:
        if not is_present(expr, known):
            text = expr.at.text
            if text.startswith("(") and text.endswith(")"):
                text = text[1:-1]
            nothing = expr.type.nothing
            self.complaints.add(
                say.speaking.may_be_nobody(expr.at, f"`{text}`", role, text, nothing)
            )


# ------------------------------------------------------------------ required expressions


def _required_expressions(program: p.Program, stmt: Stmt) -> Iterator[Requirement]:
    """Yield the expressions that a statement itself needs to be present, each with its role for the complaint."""
    decider = getattr(stmt, "decider", None)
    if decider is not None:
        yield decider, "who decides"
    match stmt:
        case typed.Do(event=name, arguments=given) | typed.May(event=name, arguments=given):
            yield from _required_arguments(given, program.events[name].parameters)
        case typed.Play(phase=name, arguments=given):
            yield from _required_arguments(given, program.phases[name].parameters)
        case typed.SetVariable(owner=Expr() as owner):
            yield owner, "whose it is"
        case typed.Move(zone=place) | typed.Rearrange(zone=place):
            yield from _required_for_place(place)
        case typed.Exchange(one=one, other=other):
            yield from (*_required_for_place(one), *_required_for_place(other))
        case typed.UsePowers(player=player) | typed.UsePowerOf(player=player):
            yield player, "who uses powers"
        case typed.EndGame(winners=Expr() as winners):
            yield winners, "who wins"
        case typed.Show(to=Expr() as to):
            yield to, "who sees it"
        case typed.Tell(to=Expr() as to):
            yield to, "who is told"
        case typed.Until(whose=Expr() as whose):
            yield whose, "who is waited for"


def _required_for_place(place: Expr) -> Iterator[Requirement]:
    """Yield what has to be present for cards to enter or leave a place: the owner of a zone, or the card."""
    if not isinstance(place, typed.ZoneOf):
        yield place, "which card is meant"
    elif place.owner is not None:
        yield place.owner, "whose it is"


def _required_arguments(
    arguments: tuple[Expr, ...], parameters: tuple[p.Parameter, ...]
) -> Iterator[Requirement]:
    for number, (argument, parameter) in enumerate(zip(arguments, parameters, strict=True)):
        name = parameter.type.name
        role = "who is meant" if name == "player" else f"which {name} is meant"
        if parameter.unit is None:  # a missing amount counts as 0
            yield argument, role if number else "who does it"
