"""Finds the expressions whose values decide how a world is lowered.

Lowering folds comparisons that are known before the game, and removes dead code. Its complaints may therefore
depend on such a comparison, or on a divisor that is 0. Two worlds with equal values are lowered alike.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from rulewright.language.link.world import World
from rulewright.language.program import typed
from rulewright.language.program.checking.dependency_graph import DependencyGraph
from rulewright.language.program.checking.traversal import TypedNode, parts_of_program, walk
from rulewright.language.program.program import Refusal
from rulewright.language.program.typed import Expr
from rulewright.language.text import Complaints
from rulewright.runtime.ir.terms import Const
from rulewright.runtime.lower.dispatch import lower
from rulewright.runtime.lower.lowering_context import Lowering, limit_complaints

Verdicts = tuple[int | None, ...]
"""Values of expressions in a world; None if they are unknown before the game."""

_KNOWN: Final = (
    typed.Number, typed.Label, typed.YesNo, typed.SettingOf, typed.TableOf, typed.Count, typed.Players,
    typed.Arithmetic, typed.Quotient, typed.Compare,
)  # fmt: skip
_OF_PLAYERS: Final = (typed.Players, typed.TableOf)


def deciding_expressions(graph: DependencyGraph) -> Iterator[Expr]:
    """Yield comparisons that the number of players or a table decides, and divisors known before the game.

    Those in refusals are left out, because refusals are checked in every world.
    """
    for node in _nodes(graph):
        if isinstance(node, typed.Quotient):
            parts = list(walk([node.right]))
            if not isinstance(node.right, typed.Number) and _are_known(parts):
                yield node.right
        elif isinstance(node, typed.Compare):
            parts = list(walk([node]))
            if _are_known(parts) and any(isinstance(each, _OF_PLAYERS) for each in parts):
                yield node


def _nodes(graph: DependencyGraph) -> Iterator[TypedNode]:
    """Yield the quotients and comparisons in all rules except refusals, and all nodes of the flow."""
    yield from walk(graph.program.flow)
    for thing in parts_of_program(graph.program):
        if not isinstance(thing, Refusal):
            # A generator over types avoids a function call for each of the many other nodes.
            yield from (
                n for n in graph.nodes_inside(thing) if type(n) in (typed.Quotient, typed.Compare)
            )


def _are_known(parts: Iterable[TypedNode]) -> bool:
    """Return whether all values in `parts` are known before the game."""
    return all(
        isinstance(each, _KNOWN) and not (isinstance(each, typed.Players) and each.start)
        for each in parts
    )


def evaluate_expressions(world: World, expressions: Sequence[Expr]) -> Verdicts:
    """Return each expression's value in `world`, for a divisor whether it is not 0; None if it is not constant."""
    if not expressions:
        return ()
    work = Lowering(world, Complaints())
    values: list[int | None] = []
    with limit_complaints(work):
        for each in expressions:
            node = lower(work, each, {})
            value = node.value if isinstance(node, Const) else None
            values.append(
                value if isinstance(each, typed.Compare) or value is None else bool(value)
            )
    return tuple(values)
