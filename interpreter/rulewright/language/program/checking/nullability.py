"""Null check: an optional player or thing has to be tested before a statement uses it.

It is a forward data-flow analysis over the statements; the facts are the expressions known to be present.
"""

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
    present_if_all,
    present_unless,
    still_present,
)
from rulewright.language.program.typed import Block, Expr, Stmt
from rulewright.language.text import Complaint, Complaints

Requirement = tuple[Expr, str]
"""An expression that must not be nothing, and its role for the complaint."""


def find_missing(graph: DependencyGraph) -> Iterable[Complaint]:
    """Return complaints about statements whose actor, decider, owner or argument may be `nothing`."""
    program = graph.program
    check = _NullCheck(graph, Complaints())
    check.check_stances()
    for event in program.events.values():
        known = present_if_all(event.conditions)
        check.check_block((*event.first, *event.body), known)
    for phase in program.phases.values():
        check.check_block(phase.body, check.phase_parameters(phase.name))
    check.check_block(program.flow, NOTHING_PRESENT)
    for rule in program.rules:
        if not rule.delayed:
            check.check_rule(rule, NOTHING_PRESENT)
    return check.complaints


class _NullCheck(Draft):
    """The null check of one program; methods pass on the expressions known to be present."""

    graph: DependencyGraph
    complaints: Complaints

    def check_stances(self) -> None:
        """Report stances whose player may be nobody while the stance's condition holds."""
        for kind in self.graph.program.kinds.values():
            for stance in kind.stances.values():
                player = stance.player
                if player is not None and not is_present(player, present_if(stance.condition)):
                    self.complaints.add(
                        say.speaking.stance_of_nobody(
                            player.at, stance.name, stance.condition is not None
                        )
                    )

    def check_rule(self, rule: p.Rule, known: PresentForms) -> None:
        """Report optional expressions that a rule's body uses untested; its condition counts as a test."""
        match rule:
            case p.Power() | p.Means():
                known |= present_for_element(rule.source, rule.var)
            case p.Hook(when="start" | "end", about=phase):
                known |= self.phase_parameters(phase)
            case p.Hook():
                pass
            case _:
                return
        self.check_block(rule.body, present_if(rule.condition, known))

    def phase_parameters(self, phase: str) -> PresentForms:
        """Return the parameters of a phase, which are present while it runs, as expression forms."""
        parameters = self.graph.program.phases[phase].parameters
        return frozenset(("Running", phase, parameter.name) for parameter in parameters)

    def check_block(self, block: Block, known: PresentForms) -> PresentForms:
        """Check statements in order; return the expressions known to be present after the last one."""
        for stmt in block:
            for expr, role in _required_expressions(self.graph.program, stmt):
                self._require(expr, known, role)
            known = self._check_statement(stmt, known)
        return known

    def _check_statement(self, stmt: Stmt, known: PresentForms) -> PresentForms:
        """Check the blocks in a statement; return the expressions known to be present after it."""
        match stmt:
            case typed.Let(var=var, value=value):
                return known | {form_of_variable(var)} if is_present(value, known) else known
            case typed.If(condition=condition, body=body, otherwise=otherwise):
                # Merge point: keep the facts that hold on both branches.
                then = self.check_block(body, present_if(condition, known))
                return then & self.check_block(otherwise, present_unless(condition, known))
            case typed.SetVariable():
                return self._after_assignment(stmt, known)
            case typed.Until(rules=numbers):
                for number in numbers:
                    captured = frozenset(each for each in known if each[:1] == ("Var",))
                    self.check_rule(self.graph.rules[number], captured)
                return known
            case typed.Choose(source=source, var=var, then=then):
                return self.check_block(then, known | present_for_element(source, var))
            case typed.MayChoose(source=source, var=var, body=body, otherwise=otherwise):
                if_taken = self.check_block(body, known | present_for_element(source, var))
                return if_taken & self.check_block(otherwise, known)
            case typed.May(event=name, body=body, otherwise=otherwise):
                if_taken = self.check_block(
                    body, still_present(known, self.graph.effects_of(("event", name)))
                )
                return if_taken & self.check_block(otherwise, known)
            case typed.Menu(options=options):
                return frozenset.intersection(
                    *(self._check_option(each, known) for each in options)
                )
        # A loop body may run any number of times, an event any rule that reacts to it: keep only the
        # facts that these effects cannot change.
        lasting = still_present(known, self.graph.effects_of_block([stmt])) if known else known
        match stmt:
            case typed.ForEach() | typed.ChooseSome():
                self.check_block(stmt.body, lasting | present_for_element(stmt.source, stmt.var))
            case typed.Repeat(until=until, body=body, most=most):
                self.check_block(body, present_unless(until, lasting))
                return present_if(until, lasting) if most is None else lasting
        return lasting

    def _after_assignment(self, stmt: typed.SetVariable, known: PresentForms) -> PresentForms:
        """Return the expressions known to be present after an assignment."""
        known = still_present(known, [("variable", stmt.variable)])
        if not is_present(stmt.value, known):
            return known
        variable = self.graph.program.variables[stmt.variable]
        target = typed.VariableOf(
            variable=stmt.variable, owner=stmt.owner, type=variable.type, at=stmt.at
        )
        return known | {expression_form(target)}

    def _check_option(self, option: typed.MenuOption, known: PresentForms) -> PresentForms:
        """Check an option of a menu; return the expressions known to be present after it."""
        known |= present_for_element(option.source, option.var)
        known = present_if(option.condition, known)
        return self.check_block(option.body, known)

    def _require(self, expr: Expr, known: PresentForms, role: str) -> None:
        """Report `expr` if it may be `nothing`; `role` describes it in the complaint."""
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
    """Yield each expression that a statement itself needs to be present, with its role for a complaint."""
    decider = getattr(stmt, "decider", None)
    if decider is not None:
        yield decider, "a player who decides"
    match stmt:
        case typed.Do(event=name, arguments=given) | typed.May(event=name, arguments=given):
            yield from _required_arguments(given, program.events[name].parameters)
        case typed.Play(phase=name, arguments=given):
            yield from _required_arguments(given, program.phases[name].parameters)
        case typed.SetVariable(owner=Expr() as owner):
            yield owner, "an owner"
        case typed.Move(zone=place) | typed.Rearrange(zone=place):
            yield from _required_for_place(place)
        case typed.Exchange(one=one, other=other):
            yield from (*_required_for_place(one), *_required_for_place(other))
        case typed.UsePowers(player=player) | typed.UsePowerOf(player=player):
            yield player, "a player who uses powers"
        case typed.EndGame(winners=Expr() as winners):
            yield winners, "a winner"
        case typed.Show(to=Expr() as to):
            yield to, "a player who sees it"
        case typed.Tell(to=Expr() as to):
            yield to, "a player who reads it"
        case typed.Until(whose=Expr() as whose):
            yield whose, "the player of `until`"


def _required_for_place(place: Expr) -> Iterator[Requirement]:
    """Yield what a place needs for moving cards: the zone's owner, or the card that is exchanged."""
    if not isinstance(place, typed.ZoneOf):
        yield place, "a card"
    elif place.owner is not None:
        yield place.owner, "an owner"


def _required_arguments(
    arguments: tuple[Expr, ...], parameters: tuple[p.Parameter, ...]
) -> Iterator[Requirement]:
    """Yield the arguments that must be present, with their roles; a missing amount counts as 0."""
    for number, (argument, parameter) in enumerate(zip(arguments, parameters, strict=True)):
        role = f"a {parameter.type.name}" if number else "a player who does it"
        if parameter.unit is None:  # a missing amount counts as 0
            yield argument, role
