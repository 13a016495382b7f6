"""Rules in a stance that speaks for whoever's turn it is, about what does not happen in that turn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from attrs import define, field

from rulewright.program import complaints as say
from rulewright.program import program as p
from rulewright.program import typed
from rulewright.program.checking.effects import bodies_of, led_to
from rulewright.program.checking.nullability import form
from rulewright.program.checking.walking import Part, everything, head, program_parts, rule_parts
from rulewright.program.program import Program
from rulewright.program.typed import Expr
from rulewright.text import Complaints


def complain_turns(program: Program, complaints: Complaints) -> None:
    """Warn of rules that wait for what never happens, or what nobody else does, in their stance."""
    doers: dict[str, _Doers] = {}
    last = _asked_at_the_end(program)
    for rule in program.rules:
        phase = _phase_of(program, rule)
        if phase is None:
            continue
        if isinstance(rule, p.Change) and rule.value in last:
            at = head(rule.at)
            complaints.add(say.odd.asked_too_late(at, rule.stance or "", phase, rule.value))
        if not isinstance(rule, p.Hook | p.Restriction):
            continue
        if phase not in doers:
            doers[phase] = _Doers(program, phase)
        if (why := _why_never(program, rule, phase, doers[phase])) is not None:
            card = program.cards[rule.card or ""]
            stances = program.kinds[card.kind].stances.values()
            others = [s.name for s in stances if s.name != rule.stance and s.player is not None]
            at = head(rule.at)
            complaints.add(say.odd.wrong_stance(at, rule.stance or "", phase, why, others))


def _asked_at_the_end(program: Program) -> set[str]:
    """The values that decide the game, and that nothing asks for while it runs."""
    asked = {n.value for n in everything(program_parts(program)) if isinstance(n, typed.ValueOf)}
    return set(program.outcome.values) - asked if program.outcome is not None else set()


def _why_never(
    program: Program, rule: p.Hook | p.Restriction, phase: str, doers: _Doers
) -> str | None:
    if isinstance(rule, p.Hook) and rule.when in ("start", "end"):
        if ("phase", rule.event) not in doers.during:
            return f"the {rule.event} neither begins nor ends then"
    elif ("event", rule.event) not in doers.during:
        return "nobody does this then"
    if _waits_for_others(program, rule, phase, doers):
        return "nobody else does this then"
    return None


def _waits_for_others(
    program: Program, rule: p.Hook | p.Restriction, phase: str, doers: _Doers
) -> bool:
    player = program.phases[phase].parameters[0].name
    for test in _parts(rule.condition):
        if not isinstance(test, typed.Not) or not _is_me(test.what):
            continue
        compared = (test.what.left, test.what.right)  # type: ignore[attr-defined]
        if any(_is_running(each, phase, player) for each in compared):
            return True
        names = [each.name for each in compared if isinstance(each, typed.Var)]
        if rule.event in doers.always and rule.names[0] in names:
            return True
    return False


def _parts(condition: Expr | None) -> Iterable[Expr]:
    if isinstance(condition, typed.Every):
        return condition.parts if condition.operator == "and" else ()
    return () if condition is None else (condition,)


def _is_me(test: Expr) -> bool:
    if not isinstance(test, typed.Compare) or test.operator != "==":
        return False
    return any(form(each) == ("Var", "me") for each in (test.left, test.right))


def _is_running(expr: Expr, phase: str, player: str) -> bool:
    return form(expr) == ("Running", phase, player)


def _phase_of(program: Program, rule: p.Rule) -> str | None:
    """The phase whose player a rule on a card speaks for, if that is its stance."""
    if rule.card is None or rule.delayed or rule.card not in program.cards:
        return None
    stance = program.kinds[program.cards[rule.card].kind].stances.get(rule.stance or "")
    if stance is None or not isinstance(stance.player, typed.Running):
        return None
    phase = program.phases[stance.player.phase]
    first = phase.parameters[0].name if phase.parameters else None
    return phase.name if stance.player.parameter == first else None


@define
class _Doers:
    """The events that nobody but a phase's own player ever does; what is in doubt is not among them."""

    program: Program
    phase: str
    always: set[str] = field(init=False)
    during: set[tuple[str, str]] = field(init=False)
    """All that can be done or played while the phase runs, by sort and name."""
    used: list[tuple[str, Expr, object]] = field(init=False)

    def __attrs_post_init__(self) -> None:
        """Begin with all that are done, and take away until the rest holds."""
        self.always = set(self.program.events)
        self.during = _during(self.program, self.phase)
        bodies = list(self._bodies())
        self.used = [use for body, place in bodies for use in _uses(body, place)]
        places = [deed for body, place in bodies for deed in _deeds(body, place)]
        done = {name for name, _, _ in places}
        self.always &= done
        changed = True
        while changed:
            doubtful = {
                name
                for name, doer, place in places
                if name in self.always and not self._is_player(doer, place)
            }
            self.always -= doubtful
            changed = bool(doubtful)

    def _bodies(self) -> Iterator[tuple[tuple[Part, ...], object]]:
        """All that is done, with the declaration or rule that does it."""
        program = self.program
        for event in program.events.values():
            yield (*event.first, *event.body), event
        for phase in program.phases.values():
            yield phase.body, phase
        for rule in program.rules:
            yield tuple(rule_parts(rule)), rule
        yield program.flow, None

    def _is_player(self, doer: Expr, place: object) -> bool:
        own = self.program.phases[self.phase].parameters[0].name
        if _is_running(doer, self.phase, own):
            return True
        if isinstance(place, p.Phase):
            return place.name == self.phase and form(doer) in (("Var", "me"), ("Var", own))
        return form(doer) == ("Var", "me") and self._speaks_for_player(place)

    def _speaks_for_player(self, place: object) -> bool:
        match place:
            case p.Event(name=name) | p.Means(event=name):
                return name in self.always
            case p.Rule(delayed=True):
                return False
            case p.Power(moment=moment):
                return self._is_of_phase(moment)
            case p.Rule():
                return _phase_of(self.program, place) == self.phase
        return False

    def _is_of_phase(self, moment: str) -> bool:
        """Whether powers at a moment are used by the phase's player only."""
        own = self.program.phases[self.phase].parameters[0].name
        right = (("Var", "me"), ("Var", own))
        return all(
            isinstance(place, p.Phase) and place.name == self.phase and form(player) in right
            for used, player, place in self.used
            if used == moment
        )


def _during(program: Program, phase: str) -> set[tuple[str, str]]:
    bodies = dict(bodies_of(program))
    found = {("phase", phase)}
    waiting = list(found)
    while waiting:
        for node in everything(bodies.get(waiting.pop(), ())):
            for key in led_to(node):
                if key not in found:
                    found.add(key)
                    waiting.append(key)
    return found


def _deeds(body: Iterable[Part], place: object) -> Iterator[tuple[str, Expr, object]]:
    for node in everything(body):
        if isinstance(node, typed.Do | typed.May):
            yield node.event, node.arguments[0], place


def _uses(body: Iterable[Part], place: object) -> Iterator[tuple[str, Expr, object]]:
    for node in everything(body):
        if isinstance(node, typed.UsePowers):
            yield from ((moment, node.player, place) for moment in node.moments)
