"""Marks and numbers that everybody sees, put on cards that not everybody knows: in a view they name the card."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property

from rulewright.base.records import Draft, Record
from rulewright.language.program import complaints as say, program as p, typed
from rulewright.language.program.checking.dependency_graph import Graph, Thing
from rulewright.language.program.checking.lints.secrecy import opened_by, secret_names
from rulewright.language.program.checking.visibility import Onlooker
from rulewright.language.program.declarations import Variable
from rulewright.language.text import Complaint

Part = tuple[str, int]
"""What an event is about, by its number among the parameters."""


def find_open_marks(graph: Graph) -> Iterator[Complaint]:
    """Find each mark and number that is open and is put on a card that is not."""
    open_on_cards = [each for each in graph.program.variables.values() if _is_open(graph, each)]
    if not open_on_cards:
        return
    ways = _Ways(graph)
    for way in ways.all:
        for part in graph.deeds(way.thing):
            match part:
                case typed.SetVariable(variable=name, owner=typed.Var(name=card)):
                    variable = graph.program.variables[name]
                    if variable in open_on_cards and card in ways.secret_in(way, ways.secret):
                        yield say.lints.named_by_mark(part.at, name, card)


def _is_open(graph: Graph, variable: Variable) -> bool:
    """Whether everybody sees it wherever its card lies; what lasts while a card lies openly is put on it there."""
    program = graph.program
    lasts = program.zones.get(variable.while_in or "")
    lies_open = lasts is not None and lasts.sight.who == "everyone"
    return variable.owner in program.kinds and variable.sight.who == "everyone" and not lies_open


class _Way(Record):
    """What a thing does with cards, by the names that it has for them."""

    thing: Thing
    taken: frozenset[str]
    """Out of hidden places."""
    opened: frozenset[str | None]
    """Shown to all, or moved to where all see them."""
    passed: tuple[tuple[str, Part], ...]
    """Made a part of an event."""


class _Ways(Draft):
    """The ways that cards take through events: which come there unknown to some, and which are opened there."""

    graph: Graph

    @cached_property
    def all(self) -> list[_Way]:
        """Of all that does something."""
        program = self.graph.program
        things: list[Thing] = [*program.events.values(), *program.phases.values(), *program.rules]
        return [_way(self.graph, thing) for thing in things]

    @cached_property
    def opened(self) -> set[Part]:
        """What is shown to all by an event, or moved to where all see it."""
        events = [(way, way.thing.name) for way in self.all if isinstance(way.thing, p.Event)]
        return _spread(
            lambda found: {
                (event, number)
                for way, event in events
                for number, name in enumerate(_parameters(way.thing))
                if name in way.opened or any(n == name and part in found for n, part in way.passed)
            }
        )

    @cached_property
    def secret(self) -> set[Part]:
        """What comes to an event out of a place that not everybody sees."""
        passing = [way for way in self.all if way.passed]
        return _spread(
            lambda found: {
                part
                for way in passing
                for secret in [self.secret_in(way, found)]
                for name, part in way.passed
                if name in secret
            }
        )

    def secret_in(self, way: _Way, secret: set[Part]) -> set[str]:
        """The names of cards that not everybody knows there, if these parts of events are secret."""
        thing, names = way.thing, set(way.taken)
        about = thing.about if isinstance(thing, p.Rule) else thing.name
        for number, name in enumerate(_parameters(thing)):
            late = isinstance(thing, p.Hook) and thing.when == "after"
            known = name in way.opened or (late and (about, number) in self.opened)
            if (about, number) in secret and not known:
                names.add(name)
        return names


def _way(graph: Graph, thing: Thing) -> _Way:
    inside = graph.deeds(thing)
    taken = frozenset(secret_names(graph, Onlooker(graph, None), thing, inside))
    opened = frozenset(opened_by(graph, part) for part in inside)
    return _Way(thing, taken, opened, tuple(each for part in inside for each in _passed(part)))


def _spread(more: Callable[[set[Part]], set[Part]]) -> set[Part]:
    """What there is in the end, if there is always more by what there is already."""
    found: set[Part] = set()
    while new := more(found) - found:
        found |= new
    return found


def _parameters(thing: Thing) -> tuple[str, ...]:
    """What it calls the parts of the event that it is, or hears of."""
    match thing:
        case p.Event():
            return tuple(each.name for each in thing.parameters)
        case p.Hook(when="before" | "after" | "would") | p.Means():
            return thing.names
    return ()


def _passed(part: object) -> Iterator[tuple[str, Part]]:
    """What a statement passes on by name, and as which parts of events."""
    match part:
        case (
            typed.Do(event=event, arguments=arguments) | typed.May(event=event, arguments=arguments)
        ):
            for number, argument in enumerate(arguments):
                if isinstance(argument, typed.Var):
                    yield argument.name, (event, number)
