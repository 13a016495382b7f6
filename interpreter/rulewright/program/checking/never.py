"""Conditions that are never so, and powers whose first step can never be taken."""

from __future__ import annotations

from collections.abc import Container, Iterator

from attrs import define, evolve, field

from rulewright.program import complaints as say
from rulewright.program import program as p
from rulewright.program import typed
from rulewright.program.checking.constant import Constant, constant
from rulewright.program.checking.walking import everything, head, program_parts
from rulewright.program.program import Program
from rulewright.program.typed import Block, Expr
from rulewright.text import Complaint, Complaints, Span


def complain_never(program: Program, complaints: Complaints) -> None:
    """Warn of what can never happen."""
    steps = _Steps(program)
    told: set[Span] = set()
    for rule in program.rules:
        if isinstance(rule, p.Power) and (found := steps.impossible(rule)) is not None:
            name = rule.name.rpartition(".")[2]
            complaints.add(say.odd.never_possible(head(rule.at), name, found.at, found.why))
            if rule.at.start <= found.at.start < rule.at.end:
                told.add(found.at)
    complaints.extend(_conditions(program, told))


def _conditions(program: Program, told: Container[Span]) -> Iterator[Complaint]:
    """Every condition that comes out the same in each game, but for those that were told."""
    for condition in _all_conditions(program):
        found = constant(program, condition)
        if found is None or isinstance(condition, typed.YesNo) or found.at in told:
            continue
        tell = say.odd.always_applies if found.value else say.odd.never_applies
        yield tell(found.at, found.why)


def _all_conditions(program: Program) -> Iterator[Expr]:
    for rule in program.rules:
        if rule.condition is not None:
            yield rule.condition
    for event in program.events.values():
        yield from event.conditions
    for fact in program.facts.values():
        if fact.condition is not None:
            yield fact.condition
    for kind in program.kinds.values():
        yield from (s.condition for s in kind.stances.values() if s.condition is not None)
    for node in everything(program_parts(program)):
        match node:
            case typed.If(condition=condition) | typed.Filter(condition=condition):
                yield condition
            case typed.MenuOption(condition=Expr() as condition):
                yield condition
            case typed.Repeat(until=until):
                yield until
            case typed.UsePowers(during=during, until=until):
                yield from (one for one in (during, until) if one is not None)


# ------------------------------------------------------------------ first steps


@define
class _Steps:
    """Whether the first step of a block can ever be taken."""

    program: Program
    looking_at: set[str] = field(factory=set)

    def impossible(self, power: p.Power) -> Constant | None:
        """Why the first step of a power can never be taken, if that is so."""
        if power.source is not None and (found := self._empty(power.source)) is not None:
            return found
        return self._block(power.body)

    def _block(self, block: Block) -> Constant | None:
        for stmt in block:
            match stmt:
                case typed.Let() | typed.Tell():
                    continue
                case typed.Do(event=name):
                    found = self._event(name)
                    return found if found is None else evolve(found, at=stmt.at)
                case typed.Choose(source=source) | typed.ChooseSome(source=source, exact=True):
                    return self._empty(source)
                case typed.Menu(options=options):
                    return self._menu(stmt, options)
            return None
        return None

    def _menu(self, menu: typed.Menu, options: tuple[typed.MenuOption, ...]) -> Constant | None:
        never = all(self._option(option) for option in options)
        return Constant(False, "none of its options is ever offered", menu.at) if never else None

    def _option(self, option: typed.MenuOption) -> Constant | None:
        found = constant(self.program, option.condition)
        if found is not None and not found.value:
            return found
        return self._empty(option.source) if option.source is not None else None

    def _empty(self, source: Expr) -> Constant | None:
        """Why a list has never an element, if that is so."""
        match source:
            case typed.Filter(source=inner, condition=condition):
                found = constant(self.program, condition)
                if found is not None and not found.value:
                    return found
                return self._empty(inner)
            case typed.Range(low=typed.Number(value=low), high=typed.Number(value=high)):
                if low > high:
                    return Constant(False, "there are no numbers between these", source.at)
        return None

    def _event(self, name: str) -> Constant | None:
        """Why an event can never happen, if that is so."""
        if name in self.looking_at:
            return None
        event = self.program.events[name]
        for condition in event.conditions:
            found = constant(self.program, condition)
            if found is not None and not found.value:
                return found
        for rule in self.program.rules:
            if isinstance(rule, p.Restriction) and rule.event == name and rule.card is None:
                always = rule.condition is None and not rule.delayed
                if always:
                    why = f"a rule forbids `{event.verb}` to everybody, always"
                    return Constant(False, why, rule.at)
        self.looking_at.add(name)
        found = next(filter(None, (self._event(deed.event) for deed in _deeds(event))), None)
        self.looking_at.remove(name)
        return found


def _deeds(event: p.Event) -> Iterator[typed.Do]:
    yield from (deed for deed in event.first if isinstance(deed, typed.Do))
