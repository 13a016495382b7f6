"""Marks and numbers that everybody sees, put on cards that not everybody knows: in a view they name the card."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property

from rulewright.program import complaints as say, program as p, typed
from rulewright.program.checking.graph import Graph, Thing
from rulewright.program.checking.looking_in import Onlooker
from rulewright.program.checking.secrecy import is_opened, secret_names
from rulewright.program.declarations import Variable
from rulewright.records import Draft, field
from rulewright.text import Complaint

Part = tuple[str, int]
"""What an event is about, by its number among the parameters."""


def find_open_marks(graph: Graph) -> Iterator[Complaint]:
    """Find each mark and number that is open and is put on a card that is not."""
    open_on_cards = [each for each in graph.program.variables.values() if _is_open(graph, each)]
    if not open_on_cards:
        return
    ways = _Ways(graph)
    for thing in ways.things:
        for part in graph.within(thing):
            match part:
                case typed.SetVariable(variable=name, owner=typed.Var(name=card)):
                    variable = graph.program.variables[name]
                    if variable in open_on_cards and card in ways.secret_in(thing):
                        yield say.lints.named_by_mark(part.at, name, card)


def _is_open(graph: Graph, variable: Variable) -> bool:
    """Whether everybody sees it wherever its card lies; what lasts while a card lies openly is put on it there."""
    program = graph.program
    lasts = program.zones.get(variable.while_in or "")
    lies_open = lasts is not None and lasts.sight.who == "everyone"
    return variable.owner in program.kinds and variable.sight.who == "everyone" and not lies_open


class _Ways(Draft):
    """The ways that cards take through events: which come there unknown to some, and which are opened there."""

    graph: Graph
    own: dict[int, set[str]] = field(factory=dict)
    """The names of cards that a thing itself takes out of hidden places, by its identity."""

    @property
    def things(self) -> list[Thing]:
        """What does something."""
        program = self.graph.program
        return [*program.events.values(), *program.phases.values(), *program.rules]

    @cached_property
    def opened(self) -> set[Part]:
        """What is shown to all by an event, or moved to where all see it."""

        def is_shown(thing: Thing, name: str, found: set[Part]) -> bool:
            inside = self.graph.within(thing)
            if any(is_opened(self.graph, part, name) for part in inside):
                return True
            passed = (each for part in inside for each in _passed(part, {name}))
            return any(each in found for each in passed)

        return self._spread(
            lambda found: {
                (event.name, number)
                for event in self.graph.program.events.values()
                for number, parameter in enumerate(event.parameters)
                if is_shown(event, parameter.name, found)
            }
        )

    @cached_property
    def secret(self) -> set[Part]:
        """What comes to an event out of a place that not everybody sees."""

        def passed_on(found: set[Part]) -> Iterator[Part]:
            for thing in self.things:
                names = self._secret_in(thing, found)
                for part in self.graph.within(thing) if names else ():
                    yield from _passed(part, names)

        return self._spread(lambda found: set(passed_on(found)))

    def _spread(self, more: Callable[[set[Part]], set[Part]]) -> set[Part]:
        """What there is in the end, if there is always more by what there is already."""
        found: set[Part] = set()
        while new := more(found) - found:
            found |= new
        return found

    def secret_in(self, thing: Thing) -> set[str]:
        """The names of cards that not everybody knows there."""
        return self._secret_in(thing, self.secret)

    def _secret_in(self, thing: Thing, secret: set[Part]) -> set[str]:
        inside = self.graph.within(thing)
        if id(thing) not in self.own:
            onlooker = Onlooker(self.graph, None)
            self.own[id(thing)] = {*secret_names(self.graph, onlooker, thing, inside)}
        names = set(self.own[id(thing)])
        for number, name in enumerate(_parameters(thing)):
            part = thing.about if isinstance(thing, p.Rule) else thing.name, number
            late = isinstance(thing, p.Hook) and thing.when == "after" and part in self.opened
            opened = any(is_opened(self.graph, each, name) for each in inside)
            if part in secret and not late and not opened:
                names.add(name)
        return names


def _parameters(thing: Thing) -> tuple[str, ...]:
    """What it calls the parts of the event that it is, or hears of."""
    match thing:
        case p.Event():
            return tuple(each.name for each in thing.parameters)
        case p.Hook(when="before" | "after" | "would") | p.Means():
            return thing.names
    return ()


def _passed(part: object, names: set[str]) -> Iterator[Part]:
    """The parts of events as which a statement passes these on."""
    match part:
        case (
            typed.Do(event=event, arguments=arguments) | typed.May(event=event, arguments=arguments)
        ):
            for number, argument in enumerate(arguments):
                if isinstance(argument, typed.Var) and argument.name in names:
                    yield event, number
