"""Conservative test whether lowering a world may find an endless chain (E0607, E0608) or a trial that asks (E0622).

Lowering follows each rule once for each copy of its card. It is exact, and takes longer than all other parts of
loading. The graph here contains every edge that lowering follows: it ignores settings, and lets a rule trigger
itself wherever several instances of it may meet. Without a cycle in this graph no world has one.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final

from rulewright.language.program import program as p, typed
from rulewright.language.program.checking.cycles import (
    Place,
    Step,
    askings,
    doings,
    shortest_circle,
)
from rulewright.language.program.checking.dependency_graph import Graph, Key, leads_to
from rulewright.language.program.checking.traversal import everything

Leading = dict[Place, list[Step]]

_STOPPING: Final = (
    typed.Choose, typed.ChooseSome, typed.Menu, typed.May, typed.MayChoose, typed.UsePowers, typed.UsePowerOf,
    typed.EndGame,
)  # fmt: skip
"""Statements that ask somebody or end the game."""


def may_need_lowering(graph: Graph) -> bool:
    """Return whether some world of a program may have such a chain or trial, whatever cards are in it."""
    return bool(
        graph.worked_out(askings) or graph.worked_out(doings) or _deaf(graph) or _may_ask(graph)
    )


def must_be_lowered(graph: Graph, copies: Mapping[str, int]) -> bool:
    """Return whether a world with these `copies` of each card may have such a chain or trial."""
    several = {
        rule.number
        for rule in _deaf(graph)
        if rule.delayed or copies.get(rule.card or "", 0) > 1 or graph.copied_as(rule)
    }
    edges = graph.worked_out(doings) if not several else doings(graph, several)
    leading = (graph.worked_out(askings), edges)
    return any(_closes(each, copies) for each in leading) or _may_ask(graph)


def _closes(leading: Leading, cards: Collection[str]) -> bool:
    """Return whether the rules of these cards and the frame form a cycle."""
    return any(shortest_circle(start, leading, cards) for start in leading)


def _deaf(graph: Graph) -> list[p.Hook]:
    """Return the rules that do not trigger themselves and that a world may have several instances of."""
    return graph.worked_out(_deaf_rules)


def _deaf_rules(graph: Graph) -> list[p.Hook]:
    return [
        rule
        for rule in graph.program.rules
        if isinstance(rule, p.Hook)
        and (rule.card is not None or rule.delayed)
        and any(rule.is_deaf_to(statement) for statement in graph.deeds(rule))
    ]


def _may_ask(graph: Graph) -> bool:
    """Return whether a means with `covers`, which is tried before it is offered, may ask or end the game."""
    return graph.worked_out(_asks_in_trial)


def _asks_in_trial(graph: Graph) -> bool:
    tried = [
        rule
        for rule in graph.program.rules
        if isinstance(rule, p.Means) and rule.covers is not None
    ]
    return any(_stops(graph, rule.body) for rule in tried)


def _stops(graph: Graph, body: typed.Block) -> bool:
    """Return whether statements, or anything that they trigger, may ask a player or end the game."""
    met, blocks = set[Key](), [body]
    while blocks:
        for node in everything(blocks.pop()):
            if isinstance(node, _STOPPING):
                return True
            for key in leads_to(node):
                if key not in met:
                    met.add(key)
                    if _has_ways(graph, key):
                        return True
                    blocks += [block for _, block in graph.blocks(key)]
    return False


def _has_ways(graph: Graph, key: Key) -> bool:
    """Return whether a means gives an event alternatives, so that a player has to choose."""
    return any(isinstance(rule, p.Means) for rule in graph.rules_about.get(key, ()))
