"""Several `first` deeds of one event that draw on the same number: each is asked for by itself."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, partial

from rulewright.program import complaints as say, typed
from rulewright.program.checking.graph import Graph, first_deeds
from rulewright.program.checking.narrowing import form
from rulewright.program.checking.traversal import everything
from rulewright.text import Complaint


def find_overspending(graph: Graph) -> Iterator[Complaint]:
    """Find each deed that has to be possible while an earlier one takes what it needs."""
    changed = cache(partial(_changed, graph))
    needed = cache(partial(_needed, graph))
    for event in graph.program.events.values():
        deeds = first_deeds(event)
        # Which deed is the first that takes this of somebody.
        taken: dict[tuple[object, str], int] = {}
        for number, deed in enumerate(deeds):
            whose = form(deed.arguments[0])
            wanted = (
                (taken[whose, each], each) for each in needed(deed.event) if (whose, each) in taken
            )
            if (first := min(wanted, default=None)) is not None:
                yield say.lints.one_purse(deed.at, first[1], deeds[first[0]].at)
            for each in changed(deed.event):
                taken.setdefault((whose, each), number)


def _changed(graph: Graph, name: str) -> set[str]:
    """The numbers, pointers and marks that an event sets, by itself and by its own first deeds."""
    blocks = ((*event.first, *event.body) for event in graph.with_first(name))
    found = (node for block in blocks for node in everything(block))
    return {node.variable for node in found if isinstance(node, typed.SetVariable)}


def _needed(graph: Graph, name: str) -> set[str]:
    """The numbers, pointers and marks that the conditions of an event and its first deeds look at."""
    found = (node for event in graph.with_first(name) for node in everything(event.conditions))
    return {node.variable for node in found if isinstance(node, typed.VariableOf)}
