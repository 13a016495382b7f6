"""Lint for rules that do something else than their author probably intends, or nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from rulewright.language.program import complaints as say, program as p, typed
from rulewright.language.program.checking.dependency_graph import DependencyGraph
from rulewright.language.program.checking.traversal import (
    child_nodes,
    first_line_span,
    uses_variable,
    walk,
    without_filters,
)
from rulewright.language.program.declarations import Variable, Zone
from rulewright.language.program.typed import Expr, Stmt
from rulewright.language.text import Complaint


def find_ineffective(graph: DependencyGraph) -> Iterator[Complaint]:
    """Yield complaints about `would` rules, means, card texts and story lines that misuse the language."""
    yield from _find_stopping_rules(graph)
    yield from _find_late_means(graph)
    yield from _find_cards_without_rules(graph)
    yield from _find_revealing_lines(graph)
    yield from _find_replaced_scores(graph)
    yield from _find_unshuffled_piles(graph)
    yield from _find_sights_of_no_owner(graph)


# ------------------------------------------------------------------ `would` rules


def _find_stopping_rules(graph: DependencyGraph) -> Iterator[Complaint]:
    """Yield complaints about `would` rules that stop an event for all players without replacing it."""
    for rule in graph.unchecked(graph.program.rules):
        if not isinstance(rule, p.Hook) or rule.when != "would" or _is_about_itself(rule):
            continue
        nodes = list(walk(rule.body))
        carries_on = any(isinstance(part, typed.CarryOn) for part in nodes)
        used = {part.name for part in nodes if isinstance(part, typed.Var)}
        introduced = {name for name in rule.names if not name.startswith("$")}
        # A delayed rule that begins here may make up for the stopped event.
        waits = any(isinstance(part, typed.Until) for part in nodes)
        if not carries_on and used.isdisjoint(introduced) and not waits:
            verb = graph.program.events[rule.about].verb
            yield say.lints.stops_all_players(first_line_span(rule.at), verb)


def _is_about_itself(rule: p.Hook) -> bool:
    """Return whether a rule reacts only to its own player or its own card."""
    return (
        not rule.names or rule.names[0].startswith("$") or uses_variable("this", [rule.condition])
    )


# ------------------------------------------------------------------ means and cards


def _find_late_means(graph: DependencyGraph) -> Iterator[Complaint]:
    """Yield complaints about means for the event that brings their card into the stance they apply in."""
    for rule in graph.unchecked(graph.program.rules):
        stance = graph.stance_of(rule) if isinstance(rule, p.Means) else None
        if not isinstance(rule, p.Means) or stance is None or not _is_limited_to_own_card(rule):
            continue
        event = graph.program.events[rule.about]
        names = frozenset(parameter.name for parameter in event.parameters[1:])
        if not set(_tested_zones(stance.condition)).isdisjoint(
            _destination_zones(graph, event, names)
        ):
            verb = event.verb
            kind = graph.program.kinds[graph.program.cards[rule.card or ""].kind]
            others = [each.name for each in kind.stances.values() if each.name != stance.name]
            yield say.lints.means_too_late(first_line_span(rule.at), stance.name, verb, others)


def _is_limited_to_own_card(rule: p.Means) -> bool:
    """Return whether a means is restricted to its own card."""
    return any(
        isinstance(part, typed.Compare)
        and isinstance(part.right, typed.Var)
        and part.right.name == "this"
        for part in walk([rule.condition])
    )


def _tested_zones(condition: Expr | None) -> Iterator[str]:
    """Yield the zones that a condition compares a card's place with."""
    for part in walk([condition]):
        if isinstance(part, typed.Within) and isinstance(part.source, typed.ZoneOf | typed.AnyZone):
            yield part.source.zone


def _destination_zones(
    graph: DependencyGraph,
    event: p.Event,
    names: frozenset[str],
    known: frozenset[str] = frozenset(),
) -> Iterator[str]:
    """Yield the zones that an event moves its parameters `names` to, itself or by events that it performs.

    `known` are the events on the way here, which are not followed again.
    """
    for part in walk(event.body):
        if isinstance(part, typed.Move) and _is_one_of(part.what, names):
            yield part.zone.zone
        elif isinstance(part, typed.Do) and part.event not in known:
            inner = graph.program.events[part.event]
            arguments = zip(inner.parameters, part.arguments, strict=True)
            passed = frozenset(other.name for other, what in arguments if _is_one_of(what, names))
            if passed:
                yield from _destination_zones(graph, inner, passed, known | {event.name})


def _is_one_of(what: Expr, names: frozenset[str]) -> bool:
    """Return whether an expression is a variable with one of these names."""
    return isinstance(what, typed.Var) and what.name in names


def _find_cards_without_rules(graph: DependencyGraph) -> Iterator[Complaint]:
    """Yield complaints about cards that have a text for players but no rule."""
    program = graph.program
    with_rules = {rule.card for rule in program.rules}
    mentioned = {part.card for part in graph.of(typed.Design, typed.IsDesign)}
    for card in program.cards.values():
        if card.notes.text and not card.listed and card.name not in with_rules | mentioned:
            yield say.lints.text_without_rule(card.at, card.name)


# ------------------------------------------------------------------ story lines about hidden cards


def _find_revealing_lines(graph: DependencyGraph) -> Iterator[Complaint]:
    """Yield complaints about public story lines that name a hidden card before it is moved or shown."""
    for part in graph.unchecked_nodes:
        if isinstance(part, typed.Choose | typed.ForEach | typed.ChooseSome):
            block = part.then if isinstance(part, typed.Choose) else part.body
            yield from _revealing_lines(graph, part.var, part.source, block)


def _revealing_lines(
    graph: DependencyGraph, name: str, source: Expr, block: Iterable[Stmt]
) -> Iterator[Complaint]:
    """Yield complaints about the public story lines of a block that name the hidden card `name`."""
    if _is_hidden(graph, source):
        for part in _parts_until_moved(name, block):
            if isinstance(part, typed.Var) and part.name == name:
                yield say.lints.story_names_hidden_card(part.at, name)


def _parts_until_moved(name: str, block: Iterable[Stmt]) -> Iterator[str | Expr | None]:
    """Yield the parts of public story lines in a block, up to the first statement that uses the card `name`.

    None is yielded at that statement.
    """
    for stmt in block:
        if isinstance(stmt, typed.Tell):
            yield from stmt.text.parts if stmt.to is None else ()
            continue
        inner = [part for part in child_nodes(stmt) if isinstance(part, Stmt)]
        own = [part for part in child_nodes(stmt) if not isinstance(part, Stmt)]
        if isinstance(stmt, _USING) and uses_variable(name, own):
            yield None
            return
        for part in _parts_until_moved(name, inner):
            yield part
            if part is None:
                return


_USING: Final = (typed.Move, typed.Show, typed.Do, typed.May, typed.Play, typed.Exchange)


def _is_hidden(graph: DependencyGraph, source: Expr) -> bool:
    """Return whether `source` lists all cards of a kind, or a zone that some player does not see."""
    match without_filters(source):
        case typed.KindAll():
            return True
        case typed.ZoneOf(zone=name):
            return graph.program.zones[name].sight.who != "everyone"
    return False


# ------------------------------------------------------------------ scores and piles


def _find_replaced_scores(graph: DependencyGraph) -> Iterator[Complaint]:
    """Yield complaints about cards that set a value of the outcome instead of adding to it."""
    outcome = graph.program.outcome
    for rule in graph.unchecked(graph.program.rules) if outcome else ():
        if not isinstance(rule, p.Change) or rule.how != "to" or rule.card is None:
            continue
        is_zero = isinstance(rule.amount, typed.Number) and rule.amount.value == 0
        if outcome and rule.about in outcome.values and not is_zero:
            yield say.lints.replaces_score(
                first_line_span(rule.at), rule.about, rule.amount.at.text
            )


def _find_unshuffled_piles(graph: DependencyGraph) -> Iterator[Complaint]:
    """Yield complaints about hidden ordered zones where cards start, but which no rule ever mixes."""
    program = graph.program
    drawn = (walk([each.source]) for each in graph.of(typed.Choose) if each.decider is None)
    mixed = {node.zone.zone for node in graph.of(typed.Rearrange)}
    mixed |= {node.zone for nodes in drawn for node in nodes if isinstance(node, typed.ZoneOf)}
    starts = {kind.starts for kind in program.kinds.values()}
    for zone in graph.unchecked(program.zones.values()):
        hidden = zone.ordered and zone.sight.who == "nobody"
        if hidden and zone.name in starts - mixed and program.flow:
            yield say.lints.never_shuffled(zone.at, zone.name)


def _find_sights_of_no_owner(graph: DependencyGraph) -> Iterator[Complaint]:
    """Yield complaints about things seen by their owner that belong to no player: the table's or a card's."""
    things: list[Zone | Variable] = [*graph.unchecked(graph.program.zones.values())]
    things += graph.unchecked(graph.program.variables.values())
    for thing in things:
        if thing.sight.who == "owner" and thing.owner != "player":
            yield say.lints.seen_by_no_owner(thing.at, thing.name)
