"""Circles: values and facts that depend on themselves, events and phases that set themselves off.

Only circles that are there in every game with the rule that closes them are found here: those through
the frame and one card. Where several cards have to meet, and where a setting decides, the check of an
edition looks.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator
from functools import cached_property

from attrs import define, frozen

from rulewright.program import circle_complaints, typed
from rulewright.program import program as p
from rulewright.program.checking.walking import Part, everything, parts, rule_parts
from rulewright.program.program import Program
from rulewright.program.types import YES_OR_NO
from rulewright.text import Complaint, Complaints, Note, Span

Place = tuple[str, str, int]
"""What depends: its sort, its name, and (of events) the replacement that it is done without, or -1."""


@frozen
class Step:
    """One thing that leads to another: where, and on which card (None: in the frame) it says so.

    Of the steps of a circle the one with the highest rank was written last, and closes it.
    """

    start: Place
    end: Place
    at: Span
    card: str | None
    rank: Rank


Following = Callable[[Place], Iterable[Step]]
Rank = tuple[int, int]


def complain_circles(
    program: Program, complaints: Complaints, cards: Collection[str] | None = None
) -> None:
    """Complain of every circle, once for each place in it; with `cards` also of those through several of them."""
    events: list[Place] = [("event", name, -1) for name in program.events]
    asked: list[Place] = [("value", name, -1) for name in program.values]
    asked += [("fact", name, -1) for name in program.facts]
    complaints.extend(_circles([*asked, *events], _Asked(program).following, cards, _depends))
    played: list[Place] = [("phase", name, -1) for name in program.phases]
    played += [("moment", name, -1) for name in program.moments]
    complaints.extend(_circles([*events, *played], _Done(program).following, cards, _sets_off))


def _circles(
    starts: Iterable[Place],
    following: Following,
    cards: Collection[str] | None,
    tell: Callable[[list[Step]], Complaint],
) -> Iterator[Complaint]:
    leading = _in_circles(starts, following)
    told: set[Place] = set()
    for start in leading:
        if start not in told and (circle := _shortest(start, leading, cards)):
            told |= {step.start for step in circle}
            last = max(range(len(circle)), key=lambda number: circle[number].rank)
            yield tell([*circle[last:], *circle[:last]])


def _in_circles(starts: Iterable[Place], following: Following) -> dict[Place, list[Step]]:
    """Every place that can be reached and from which a circle can be, with what it leads to."""
    steps: dict[Place, list[Step]] = {}
    waiting = list(starts)
    while waiting:
        place = waiting.pop()
        if place not in steps:
            steps[place] = list(following(place))
            waiting += [step.end for step in steps[place]]
    found = True
    while found:
        found = False
        for place in list(steps):
            steps[place] = [step for step in steps[place] if step.end in steps]
            if not steps[place]:
                del steps[place]
                found = True
    return steps


def _shortest(
    start: Place, steps: dict[Place, list[Step]], cards: Collection[str] | None
) -> list[Step] | None:
    """The shortest way from a place back to itself that rules of these cards, or of one at most, make."""
    waiting: deque[tuple[Place, str | None, list[Step]]] = deque([(start, None, [])])
    seen: set[tuple[Place, str | None]] = {(start, None)}
    while waiting:
        place, card, way = waiting.popleft()
        for step in steps[place]:
            if cards is not None:
                if step.card is not None and step.card not in cards:
                    continue
            elif card is not None and step.card not in (None, card):
                continue
            found = [*way, step]
            if step.end == start:
                return found
            key = (step.end, step.card or card)
            if key not in seen:
                seen.add(key)
                waiting.append((*key, found))
    return None


def _depends(circle: list[Step]) -> Complaint:
    first = circle[0].start
    notes = [
        Note(step.at, f"`{_name(step.start)}` looks at `{_name(step.end)}` here")
        for step in circle[1:]
    ]
    return circle_complaints.circle(circle[0].at, _name(first), _chain(circle), notes)


def _sets_off(circle: list[Step]) -> Complaint:
    notes = [
        Note(step.at, f"{_said(step.start)} leads to {_said(step.end)} here") for step in circle[1:]
    ]
    what = _said(circle[0].start)
    return circle_complaints.sets_itself_off(circle[0].at, what, _chain(circle), notes)


def _name(place: Place) -> str:
    return place[1]


def _said(place: Place) -> str:
    sort, name, _ = place
    return f"`{name}`" if sort == "event" else f"the {sort} {name}"


def _chain(circle: list[Step]) -> list[str]:
    return [*(_name(step.start) for step in circle), _name(circle[-1].end)]


# ------------------------------------------------------------------ what values and facts look at


@define(slots=False)
class _Asked:
    """Which values, facts and questions (whether an event can happen) look at which."""

    program: Program

    def following(self, place: Place) -> Iterator[Step]:
        sort, name, _ = place
        for roots, card, rank in self._roots(sort, name):
            for node in everything(roots):
                match node:
                    case typed.ValueOf(value=other):
                        yield Step(place, ("value", other, -1), node.at, card, rank)
                    case typed.FactOf(fact=other):
                        yield Step(place, ("fact", other, -1), node.at, card, rank)
                    case typed.Can(event=other):
                        yield Step(place, ("event", other, -1), node.at, card, rank)

    def _roots(self, sort: str, name: str) -> Iterator[tuple[list[Part | None], str | None, Rank]]:
        program = self.program
        rank = _declared(program, sort, name)
        if sort == "value":
            yield [program.values[name].result], None, rank
        elif sort == "fact":
            yield [program.facts[name].condition], None, rank
        else:
            event = program.events[name]
            yield [*event.conditions], None, rank
            yield [_asked(deed) for deed in event.first if isinstance(deed, typed.Do)], None, rank
        for rule in self._changing.get((sort, name), ()):
            yield [*rule_parts(rule), *self._stance(rule)], rule.card, (1, rule.number)

    @cached_property
    def _changing(self) -> dict[tuple[str, str], list[p.Rule]]:
        found: dict[tuple[str, str], list[p.Rule]] = {}
        for rule in self.program.rules:
            match rule:
                case p.Change(value=name):
                    found.setdefault(("value", name), []).append(rule)
                case p.Grant(fact=name):
                    found.setdefault(("fact", name), []).append(rule)
                case p.Restriction(event=name):
                    found.setdefault(("event", name), []).append(rule)
        return found

    def _stance(self, rule: p.Rule) -> Iterator[Part | None]:
        """When a rule on a card speaks at all."""
        card = self.program.cards.get(rule.card or "")
        if card is not None:
            stance = self.program.kinds[card.kind].stances.get(rule.stance or "")
            if stance is not None:
                yield from (stance.player, stance.condition)


def _asked(deed: typed.Do) -> typed.Can:
    """What is done first has to be possible."""
    return typed.Can(event=deed.event, arguments=deed.arguments, type=YES_OR_NO, at=deed.at)


def _declared(program: Program, sort: str, name: str) -> Rank:
    """Declarations rank by their order, and before all rules."""
    tables: dict[str, Iterable[str]] = {
        "value": program.values,
        "fact": program.facts,
        "event": program.events,
        "phase": program.phases,
    }
    return (0, list(tables[sort]).index(name) if sort in tables else -1)


# ------------------------------------------------------------------ what events and phases lead to


@define(slots=False)
class _Done:
    """Which events and phases lead to which, by themselves and through the rules that hear them."""

    program: Program

    def following(self, place: Place) -> Iterator[Step]:
        sort, name, without = place
        program = self.program
        if sort == "event":
            event = program.events[name]
            yield from self._steps(place, (*event.first, *event.body), None)
        elif sort == "phase":
            yield from self._steps(place, program.phases[name].body, None)
        for rule in self._hearing.get((sort, name), ()):
            if rule.number != without and isinstance(rule, p.Hook | p.Power | p.Means):
                yield from self._steps(place, rule.body, rule)

    def _steps(self, place: Place, body: Iterable[Part], rule: p.Rule | None) -> Iterator[Step]:
        """What a block leads to; an event begun again by its own replacement is done without that."""
        card = rule.card if rule is not None else None
        rank = (1, rule.number) if rule is not None else _declared(self.program, *place[:2])
        replacing = isinstance(rule, p.Hook) and rule.when == "would"
        for node in _certain(body):
            match node:
                case typed.Do(event=name) | typed.May(event=name):
                    again = replacing and rule is not None and name == place[1]
                    without = rule.number if again and rule is not None else -1
                    yield Step(place, ("event", name, without), node.at, card, rank)
                case typed.Play(phase=name):
                    yield Step(place, ("phase", name, -1), node.at, card, rank)
                case typed.UsePowers(moments=names):
                    for name in names:
                        yield Step(place, ("moment", name, -1), node.at, card, rank)

    @cached_property
    def _hearing(self) -> dict[tuple[str, str], list[p.Rule]]:
        found: dict[tuple[str, str], list[p.Rule]] = {}
        for rule in self.program.rules:
            match rule:
                case p.Hook(when="start" | "end", event=name):
                    found.setdefault(("phase", name), []).append(rule)
                case p.Hook(event=name) | p.Means(event=name):
                    found.setdefault(("event", name), []).append(rule)
                case p.Power(moment=name):
                    found.setdefault(("moment", name), []).append(rule)
        return found


def _certain(body: Iterable[Part]) -> Iterator[Part]:
    """The nodes of a block, without what a setting may leave out."""
    waiting = list(body)
    while waiting:
        node = waiting.pop()
        if isinstance(node, typed.If) and _is_chosen(node.condition):
            continue
        yield node
        waiting.extend(parts(node))


def _is_chosen(condition: Part) -> bool:
    return any(isinstance(node, typed.SettingOf) for node in everything([condition]))
