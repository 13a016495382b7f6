"""Lint for public marks and numbers on hidden cards: players recognize the card by them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property

from rulewright.base.records import Draft, Record
from rulewright.language.program import complaints as say, program as p, typed
from rulewright.language.program.checking.dependency_graph import Container, DependencyGraph
from rulewright.language.program.checking.lints.secrecy import (
    card_made_public,
    hidden_card_variables,
)
from rulewright.language.program.checking.visibility import HiddenStateFinder
from rulewright.language.program.declarations import Variable
from rulewright.language.text import Complaint

EventParameter = tuple[str, int]
"""A parameter of an event: the event's name and the parameter's index."""


def find_revealing_marks(graph: DependencyGraph) -> Iterator[Complaint]:
    """Yield complaints about public marks and numbers that are set on cards hidden from some player."""
    open_on_cards = [each for each in graph.program.variables.values() if _is_public(graph, each)]
    if not open_on_cards:
        return
    flows = _CardFlows(graph)
    for flow in flows.all:
        for part in graph.statements_in(flow.thing):
            match part:
                case typed.SetVariable(variable=name, owner=typed.Var(name=card)):
                    variable = graph.program.variables[name]
                    if variable in open_on_cards and card in flows.secret_in(
                        flow, flows.secret_parameters
                    ):
                        yield say.lints.mark_reveals_card(part.at, name, card)


def _is_public(graph: DependencyGraph, variable: Variable) -> bool:
    """Return whether a variable of cards is visible to all even while its card is hidden.

    A variable that lasts only while its card is in a public zone does no harm.
    """
    program = graph.program
    lasts = program.zones.get(variable.while_in or "")
    lies_open = lasts is not None and lasts.sight.who == "everyone"
    return variable.owner in program.kinds and variable.sight.who == "everyone" and not lies_open


class _CardFlow(Record):
    """The cards that one event, phase or rule takes, makes public and passes on, by variable name."""

    thing: Container
    hidden: frozenset[str]
    """Names of cards taken from hidden zones."""
    opened: frozenset[str | None]
    """Names of cards shown to all players or moved to public zones."""
    passed: tuple[tuple[str, EventParameter], ...]
    """Names passed as arguments, each with the event's parameter."""


class _CardFlows(Draft):
    """Data-flow analysis of cards through events: parameters that receive hidden cards or make cards public."""

    graph: DependencyGraph

    @cached_property
    def all(self) -> list[_CardFlow]:
        """The card flows of all events, phases and rules."""
        program = self.graph.program
        things: list[Container] = [
            *program.events.values(),
            *program.phases.values(),
            *program.rules,
        ]
        return [_card_flow(self.graph, thing) for thing in things]

    @cached_property
    def public_parameters(self) -> set[EventParameter]:
        """Event parameters whose card the event shows to all or moves to a public zone."""
        events = [(flow, flow.thing.name) for flow in self.all if isinstance(flow.thing, p.Event)]
        return _least_fixpoint(
            lambda public: {
                (event, number)
                for flow, event in events
                for number, name in enumerate(_parameter_names(flow.thing))
                if name in flow.opened
                or any(n == name and part in public for n, part in flow.passed)
            }
        )

    @cached_property
    def secret_parameters(self) -> set[EventParameter]:
        """Event parameters that may receive a card from a zone which some player does not see."""
        passing = [flow for flow in self.all if flow.passed]
        return _least_fixpoint(
            lambda known_secret: {
                part
                for flow in passing
                for secret in [self.secret_in(flow, known_secret)]
                for name, part in flow.passed
                if name in secret
            }
        )

    def secret_in(self, flow: _CardFlow, secret: set[EventParameter]) -> set[str]:
        """Return the variables for hidden cards within `flow`; `secret` are the parameters with hidden cards."""
        thing, names = flow.thing, set(flow.hidden)
        about = thing.about if isinstance(thing, p.Rule) else thing.name
        for number, name in enumerate(_parameter_names(thing)):
            late = isinstance(thing, p.Hook) and thing.when == "after"
            known = name in flow.opened or (late and (about, number) in self.public_parameters)
            if (about, number) in secret and not known:
                names.add(name)
        return names


def _card_flow(graph: DependencyGraph, thing: Container) -> _CardFlow:
    """Return the cards that one event, phase or rule takes, makes public and passes on."""
    inside = graph.statements_in(thing)
    hidden = frozenset(hidden_card_variables(graph, HiddenStateFinder(graph, None), thing, inside))
    opened = frozenset(card_made_public(graph, part) for part in inside)
    return _CardFlow(
        thing, hidden, opened, tuple(each for part in inside for each in _passed_variables(part))
    )


def _least_fixpoint(
    step: Callable[[set[EventParameter]], set[EventParameter]],
) -> set[EventParameter]:
    """Return the least fixpoint of the monotone function `step`, starting from the empty set."""
    result: set[EventParameter] = set()
    while new := step(result) - result:
        result |= new
    return result


def _parameter_names(thing: Container) -> tuple[str, ...]:
    """Return the names that an event, or a rule about it, uses for the event's parameters; else none."""
    match thing:
        case p.Event():
            return tuple(each.name for each in thing.parameters)
        case p.Hook(when="before" | "after" | "would") | p.Means():
            return thing.names
    return ()


def _passed_variables(part: object) -> Iterator[tuple[str, EventParameter]]:
    """Yield each variable that a statement passes to an event, with the event and parameter number."""
    match part:
        case (
            typed.Do(event=event, arguments=arguments) | typed.May(event=event, arguments=arguments)
        ):
            for number, argument in enumerate(arguments):
                if isinstance(argument, typed.Var):
                    yield argument.name, (event, number)
