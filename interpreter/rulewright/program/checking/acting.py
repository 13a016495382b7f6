"""Whoever may be nobody, and whatever may be missing, is asked for before anything is done with it."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from attrs import define, field

from rulewright.program import complaints as say
from rulewright.program import program as p
from rulewright.program import typed
from rulewright.program.checking import nullability as something
from rulewright.program.checking.effects import Effect, after
from rulewright.program.checking.nullability import NONE, Known, if_not, if_so, is_there, of_element
from rulewright.program.program import Parameter, Program
from rulewright.program.typed import Block, Expr, Stmt
from rulewright.text import Complaints


def complain_missing(program: Program, complaints: Complaints) -> None:
    """Complain of everybody who acts, decides or is given something, and may be nobody."""
    check = _Check(program, complaints)
    check.stances()
    for event in program.events.values():
        check.event(event)
    for phase in program.phases.values():
        check.block(phase.body, check.running(phase.name))
    check.block(program.flow, NONE)
    for rule in program.rules:
        if not rule.delayed:
            check.rule(rule, NONE)


@define(slots=False)
class _Check:
    """The walk through a program; what is known to be there goes along with it."""

    program: Program
    complaints: Complaints
    effect: Effect = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.effect = Effect(self.program)

    @cached_property
    def rules(self) -> dict[int, p.Rule]:
        """The rules by their numbers."""
        return {rule.number: rule for rule in self.program.rules}

    # -------------------------------------------------------------- declarations

    def stances(self) -> None:
        """Who a card speaks for is somebody while it speaks."""
        for kind in self.program.kinds.values():
            for stance in kind.stances.values():
                known = if_so(self.program, stance.condition)
                player = stance.player
                if player is not None and not self._there(player, known):
                    self.complaints.add(
                        say.speaking.stance_of_nobody(player.at, kind.name, stance.name)
                    )

    def event(self, event: p.Event) -> None:
        """An event's conditions guard its deeds."""
        known = NONE
        for condition in event.conditions:
            known |= if_so(self.program, condition)
        self.block((*event.first, *event.body), known)

    def rule(self, rule: p.Rule, known: Known) -> None:
        """A rule's condition guards its deeds."""
        known |= if_so(self.program, rule.condition)
        match rule:
            case (
                p.Power(source=source, var=var, body=body)
                | p.Means(source=source, var=var, body=body)
            ):
                self.block(body, known | self._element(source, var))
            case p.Hook(when="start" | "end", event=phase, body=body):
                self.block(body, known | self.running(phase))
            case p.Hook(body=body):
                self.block(body, known)

    def running(self, phase: str) -> Known:
        """While a phase runs, what it is played for is there."""
        return frozenset(
            ("Running", phase, parameter.name)
            for parameter in self.program.phases[phase].parameters
        )

    def _element(self, source: Expr | None, var: str | None) -> Known:
        if source is None or var is None:
            return NONE
        return of_element(self.program, source, var, source.type.one())

    # -------------------------------------------------------------- statements

    def block(self, block: Block, known: Known) -> Known:
        """Go through statements; return what is known after them."""
        for stmt in block:
            known = self._stmt(stmt, known)
        return known

    def _stmt(self, stmt: Stmt, known: Known) -> Known:
        match stmt:
            case typed.Let(var=var, value=value):
                return known | {something.variable(var)} if self._there(value, known) else known
            case typed.Do(event=name, arguments=arguments):
                self._arguments(arguments, self.program.events[name].parameters, known)
                return self._after(stmt, known)
            case typed.Play(phase=name, arguments=arguments):
                self._arguments(arguments, self.program.phases[name].parameters, known)
                return self._after(stmt, known)
            case typed.If(condition=condition, body=body, otherwise=otherwise):
                then = self.block(body, known | if_so(self.program, condition))
                other = self.block(otherwise, known | if_not(self.program, condition))
                return then & other
            case typed.SetTrack(owner=owner, value=value):
                return self._set(stmt, owner, value, known)
            case typed.Until(rules=numbers):
                for number in numbers:
                    captured = frozenset(each for each in known if each[:1] == ("Var",))
                    self.rule(self.rules[number], captured)
                return known
        return self._decision(stmt, known)

    def _set(self, stmt: typed.SetTrack, owner: Expr | None, value: Expr, known: Known) -> Known:
        if owner is not None:
            self._need(owner, known, "whose it is")
        known = after(known, frozenset([stmt.track]))
        if not self._there(value, known):
            return known
        track = self.program.tracks[stmt.track]
        target = typed.TrackOf(track=stmt.track, owner=owner, type=track.type, at=stmt.at)
        return known | {something.form(target)}

    def _decision(self, stmt: Stmt, known: Known) -> Known:
        """Statements in which somebody decides, and those that go on inside others."""
        decider = getattr(stmt, "decider", None)
        if decider is not None:
            self._need(decider, known, "who decides")
        match stmt:
            case typed.Choose(source=source, var=var, then=then):
                return self.block(then, known | self._element(source, var))
            case typed.MayChoose(source=source, var=var, body=body, otherwise=otherwise):
                taken = self.block(body, known | self._element(source, var))
                return taken & self.block(otherwise, known)
            case typed.May(event=name, arguments=arguments, body=body, otherwise=otherwise):
                self._arguments(arguments, self.program.events[name].parameters, known)
                taken = self.block(
                    body, after(known, self.effect.of.get(("event", name), frozenset()))
                )
                return taken & self.block(otherwise, known)
            case typed.Menu(options=options):
                return self._menu(options, known)
            case (
                typed.ForEach(source=source, var=var, body=body)
                | typed.ChooseSome(source=source, var=var, body=body)
            ):
                lasting = self._after(stmt, known)
                self.block(body, lasting | self._element(source, var))
                return lasting
            case typed.Repeat(until=until, body=body):
                lasting = self._after(stmt, known)
                self.block(body, lasting | if_not(self.program, until))
                return lasting | if_so(self.program, until)
        return self._table(stmt, known)

    def _menu(self, options: Iterable[typed.MenuOption], known: Known) -> Known:
        ends = []
        for option in options:
            inside = known | self._element(option.source, option.var)
            inside |= if_so(self.program, option.condition)
            ends.append(self.block(option.body, inside))
        return frozenset.intersection(*ends) if ends else known

    def _table(self, stmt: Stmt, known: Known) -> Known:
        match stmt:
            case typed.UsePowers(player=player):
                self._need(player, known, "who uses powers")
            case typed.Move(zone=zone):
                self._place(zone, known)
            case typed.Exchange(one=one, other=other):
                for side in (one, other):
                    self._place(side, known)
            case typed.Rearrange(zone=zone):
                self._place(zone, known)
            case typed.Show(to=to):
                if to is not None:
                    self._need(to, known, "who sees it")
            case typed.Tell(to=to) if to is not None:
                self._need(to, known, "who is told")
        return self._after(stmt, known)

    def _after(self, stmt: Stmt, known: Known) -> Known:
        """What is still known when a statement has done all it does."""
        return after(known, self.effect.block([stmt])) if known else known

    # -------------------------------------------------------------- expressions

    def _place(self, place: Expr, known: Known) -> None:
        """Somewhere that cards come to or leave: it is somebody's, if it is anybody's."""
        if isinstance(place, typed.ZoneOf):
            if place.owner is not None:
                self._need(place.owner, known, "whose it is")
        else:
            self._need(place, known, "which card is meant")

    def _arguments(
        self, arguments: tuple[Expr, ...], parameters: tuple[Parameter, ...], known: Known
    ) -> None:
        for number, (argument, parameter) in enumerate(zip(arguments, parameters, strict=True)):
            if parameter.unit is None:  # an amount of nothing counts as 0
                role = "who does it" if number == 0 else _role(parameter)
                self._need(argument, known, role)

    def _need(self, expr: Expr, known: Known, role: str) -> None:
        if not self._there(expr, known):
            nothing = expr.type.nothing
            text = expr.at.text
            if text.startswith("(") and text.endswith(")"):
                text = text[1:-1]
            self.complaints.add(
                say.speaking.may_be_nobody(expr.at, f"`{text}`", role, text, nothing)
            )

    def _there(self, expr: Expr, known: Known) -> bool:
        return is_there(self.program, expr, known)


def _role(parameter: Parameter) -> str:
    return (
        "who is meant"
        if parameter.type.name == "player"
        else f"which {parameter.type.name} is meant"
    )
