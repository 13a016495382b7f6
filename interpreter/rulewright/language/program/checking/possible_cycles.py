"""Quick conservative test whether a game may have an endless chain of effects, or a trial that asks a player.

Lowering reports these exactly (E0607, E0608 and E0622), following each rule once for each copy of its card, but
takes longer than all other parts of loading. The graph here contains every edge that lowering follows: it ignores
settings, and lets a rule trigger itself wherever several instances of it may meet. Without a cycle in this graph
no game has one.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final

from rulewright.language.program import program as p, typed
from rulewright.language.program.checking.cycles import (
    DependencyEdge,
    DependencyNode,
    evaluation_cycles,
    shortest_cycle,
    trigger_cycles,
)
from rulewright.language.program.checking.dependency_graph import DependencyGraph, Key, triggered_by
from rulewright.language.program.checking.traversal import walk

EdgesByNode = dict[DependencyNode, list[DependencyEdge]]

_ASKING_OR_ENDING: Final = (
    typed.Choose, typed.ChooseSome, typed.Menu, typed.May, typed.MayChoose, typed.UsePowers, typed.UsePowerOf,
    typed.EndGame,
)  # fmt: skip
"""Statements that ask a player or end the game."""


def may_have_cycle(graph: DependencyGraph) -> bool:
    """Return whether a game with any cards of this program may have an endless chain, or a trial that asks."""
    return bool(
        graph.cached_result(evaluation_cycles)
        or graph.cached_result(trigger_cycles)
        or _self_excluding_rules(graph)
        or _may_trial_ask(graph)
    )


def may_world_have_cycle(graph: DependencyGraph, copies: Mapping[str, int]) -> bool:
    """Return whether a game with `copies` of each card may have an endless chain, or a trial that asks."""
    several = {
        rule.number
        for rule in _self_excluding_rules(graph)
        if rule.delayed or copies.get(rule.card or "", 0) > 1 or graph.copies_of(rule)
    }
    edges = graph.cached_result(trigger_cycles) if not several else trigger_cycles(graph, several)
    leading = (graph.cached_result(evaluation_cycles), edges)
    return any(_has_cycle(each, copies) for each in leading) or _may_trial_ask(graph)


def _has_cycle(leading: EdgesByNode, cards: Collection[str]) -> bool:
    """Return whether the edges `leading` have a cycle by rules of these cards and rules on no card."""
    return any(shortest_cycle(start, leading, cards) for start in leading)


def _self_excluding_rules(graph: DependencyGraph) -> list[p.Hook]:
    """Return the rules that do not trigger themselves, though another instance may trigger them; cached."""
    return graph.cached_result(_find_self_excluding_rules)


def _find_self_excluding_rules(graph: DependencyGraph) -> list[p.Hook]:
    """Return the rules on cards, and delayed rules, that perform something without triggering themselves."""
    return [
        rule
        for rule in graph.program.rules
        if isinstance(rule, p.Hook)
        and (rule.card is not None or rule.delayed)
        and any(rule.is_not_triggered_by(statement) for statement in graph.statements_in(rule))
    ]


def _may_trial_ask(graph: DependencyGraph) -> bool:
    """Return whether a trial run of a means with `covers` may ask a player or end the game; cached."""
    return graph.cached_result(_find_asking_trial)


def _find_asking_trial(graph: DependencyGraph) -> bool:
    """Return whether the body of some means with `covers` may ask a player or end the game."""
    tried = [
        rule
        for rule in graph.program.rules
        if isinstance(rule, p.Means) and rule.covers is not None
    ]
    return any(_may_ask_or_end(graph, rule.body) for rule in tried)


def _may_ask_or_end(graph: DependencyGraph, body: typed.Block) -> bool:
    """Return whether these statements, or anything they trigger, may ask a player or end the game."""
    visited, blocks = set[Key](), [body]
    while blocks:
        for node in walk(blocks.pop()):
            if isinstance(node, _ASKING_OR_ENDING):
                return True
            for key in triggered_by(node):
                if key not in visited:
                    visited.add(key)
                    if _has_alternatives(graph, key):
                        return True
                    blocks += [block for _, block in graph.blocks(key)]
    return False


def _has_alternatives(graph: DependencyGraph, key: Key) -> bool:
    """Return whether an event has a means, an alternative that a player must choose or reject."""
    return any(isinstance(rule, p.Means) for rule in graph.rules_about.get(key, ()))
