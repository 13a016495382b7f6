"""Lint for indirect leaks of hidden state: by the options that are offered, or by a question that is skipped."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulewright.language.program import complaints as say, program as p, typed
from rulewright.language.program.checking.dependency_graph import DependencyGraph
from rulewright.language.program.checking.narrowing import Form, expression_form
from rulewright.language.program.checking.traversal import TypedNode, without_filters
from rulewright.language.program.checking.visibility import OBSERVER, HiddenStateFinder
from rulewright.language.program.typed import Expr
from rulewright.language.program.types import PLAYER
from rulewright.language.text import Complaint

Determinant = tuple[Expr, Expr]
"""A list or condition that determines options, and the player who chooses."""


def find_leaks(graph: DependencyGraph) -> Iterator[Complaint]:
    """Yield complaints about options and skipped questions that let a player infer hidden state."""
    program = graph.program
    things = (*program.rules, *program.events.values(), *program.phases.values())
    for thing in graph.unchecked(things):
        inside = graph.statements_in(thing)
        offers = list(_option_determinants(thing, inside))
        if offers:
            yield from _leaks_by_options(graph, inside, offers)
        for part in inside:
            if isinstance(part, typed.May | typed.MayChoose) and not part.anyway:
                yield from _leaks_by_silence(graph, thing, inside, part)


# ------------------------------------------------------------------ options


def _option_determinants(thing: object, inside: Iterable[TypedNode]) -> Iterator[Determinant]:
    """Yield each list or condition that decides which options are offered, with the deciding player."""
    if isinstance(thing, p.Power):
        me = typed.Var(name="me", type=PLAYER, at=thing.at)
        for test in (thing.source, *thing.if_conditions):
            if test is not None:
                yield test, me
    for part in inside:
        match part:
            case typed.Choose() | typed.MayChoose() | typed.ChooseSome():
                if part.decider is not None:
                    yield part.source, part.decider
            case typed.Menu(decider=decider, options=options):
                for option in options:
                    for test in (option.source, option.condition):
                        if test is not None:
                            yield test, decider


def _leaks_by_options(
    graph: DependencyGraph, inside: list[TypedNode], offers: Iterable[Determinant]
) -> Iterator[Complaint]:
    """Yield complaints about options that depend on state hidden from the deciding player."""
    for source, decider in offers:
        finder = HiddenStateFinder(graph, decider, frozenset(_shown_lists(decider, inside)))
        bound = {decider.name: OBSERVER} if isinstance(decider, typed.Var) else {}
        for name in finder.unseen(source, bound):
            yield say.lints.leaked_by_options(source.at, name)
            break


def _shown_lists(player: Expr | None, inside: Iterable[TypedNode]) -> Iterator[Form]:
    """Yield the lists that statements show to all or to `player`, as expression forms; None means all only."""
    to = () if player is None else expression_form(player)
    for part in inside:
        if isinstance(part, typed.Show) and (part.to is None or expression_form(part.to) == to):
            yield expression_form(without_filters(part.what))


# ------------------------------------------------------------------ skipped questions


def _leaks_by_silence(
    graph: DependencyGraph, thing: object, inside: list[TypedNode], may: typed.May | typed.MayChoose
) -> Iterator[Complaint]:
    """Yield a complaint if hidden state decides whether a player gets the optional question `may`."""
    others = HiddenStateFinder(graph, None, frozenset(_shown_lists(None, inside)))
    secret = {name: name for name in hidden_card_variables(graph, others, thing, inside)}
    if isinstance(may, typed.May):
        verb = graph.program.events[may.event].verb
        hidden = others.unseen_in_event(may.event, may.arguments, secret)
    else:
        verb = "choose"
        hidden = others.unseen(typed.Some(source=may.source, at=may.at), secret)
    for name in hidden:
        yield say.lints.leaked_by_silence(may.at, verb, name)
        break


def hidden_card_variables(
    graph: DependencyGraph, others: HiddenStateFinder, thing: object, inside: list[TypedNode]
) -> Iterator[str]:
    """Yield variables for cards from zones that some player does not see, unless made public in `inside`."""
    bound = [(thing.var, thing.source)] if isinstance(thing, p.Power | p.Means) else []
    for part in inside:
        match part:
            case (
                typed.Choose(var=name, source=source)
                | typed.MayChoose(var=name, source=source)
                | typed.ChooseSome(var=name, source=source)
                | typed.ForEach(var=name, source=source)
            ):
                bound.append((name, source))
            case typed.MenuOption(var=var, source=source):
                bound.append((var, source))
            case typed.Let(var=name, value=value) if value.type.name in graph.program.kinds:
                bound.append((name, value))
    opened = {card_made_public(graph, part) for part in inside} if bound else set()
    for var, source in bound:
        if var is None or source is None or var in opened:
            continue
        if next(others.unseen(without_filters(source), {}), None) is not None:
            yield var


def card_made_public(graph: DependencyGraph, part: TypedNode) -> str | None:
    """Return the variable whose card a statement shows to all or moves to a public zone; else None."""
    match part:
        case typed.Show(what=typed.Var(name=shown), to=None):
            return shown
        case typed.Move(what=typed.Var(name=moved), zone=typed.ZoneOf(zone=zone)):
            return moved if graph.program.zones[zone].sight.who == "everyone" else None
    return None
