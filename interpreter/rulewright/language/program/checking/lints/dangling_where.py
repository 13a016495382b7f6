"""Lint for a `where` that captures a following `and` or `or` meant for the outer condition."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulewright.base.records import Record
from rulewright.language.program import complaints as say, typed
from rulewright.language.program.checking.dependency_graph import DependencyGraph
from rulewright.language.program.checking.traversal import TypedNode, uses_variable, walk
from rulewright.language.program.program import Check
from rulewright.language.program.typed import Expr
from rulewright.language.text import Complaint, Span


def find_dangling(graph: DependencyGraph) -> Iterator[Complaint]:
    """Yield complaints about conditions in a `where` that do not mention its element, so belong outside."""
    return _find_captured(graph.unchecked_nodes)


def find_dangling_checks(graph: DependencyGraph) -> Iterator[Complaint]:
    """Yield complaints about conditions in scenario checks that a `where` captures by mistake."""
    steps = (step for scenario in graph.program.scenarios for step in scenario.steps)
    return _find_captured(walk(step.condition for step in steps if isinstance(step, Check)))


def _find_captured(nodes: Iterable[TypedNode]) -> Iterator[Complaint]:
    """Yield complaints about conditions among these nodes that a `where` seems to capture by mistake."""
    for end in _open_ends(nodes):
        condition, element = end.filter.condition, end.filter.var
        if not isinstance(condition, typed.Every) or condition.operator not in end.words:
            continue
        last = condition.parts[-1]
        in_parentheses = condition.at.start < condition.parts[0].at.start
        if not in_parentheses and not uses_variable(element, [last]):
            yield say.lints.captured_by_where(
                last.at, condition.operator, _where_span(end.filter), end.negated
            )


class _OpenEnd(Record):
    """A `where` at the end of a condition: a following `and` or `or` becomes part of it.

    `words` are the connectives that change the meaning by that. After `there is a … where …` an `and` has the
    same meaning in both readings.
    """

    filter: typed.Filter
    words: tuple[str, ...]
    negated: bool = False


def _open_ends(nodes: Iterable[TypedNode]) -> Iterator[_OpenEnd]:
    """Yield the `where` clauses among these nodes that a following `and` or `or` becomes part of."""
    negated: set[int] = set()
    for node in nodes:
        match node:
            case typed.Not(what=typed.Some() as what) if what.at == node.at:
                negated.add(id(what))
            case typed.Some(source=typed.Filter() as filtered) if not _is_in_parentheses(node):
                none = id(node) in negated
                yield _OpenEnd(filtered, ("or", "and") if none else ("or",), none)
            case typed.Compare(right=typed.Count() | typed.Gather() as right):
                if isinstance(right.source, typed.Filter) and not _is_in_parentheses(right):
                    yield _OpenEnd(right.source, ("or", "and"))


def _is_in_parentheses(node: Expr) -> bool:
    """Return whether an expression is written in parentheses."""
    return node.at.text.startswith("(")


def _where_span(filtered: typed.Filter) -> Span:
    """Return the span of the word `where` in a filtered list."""
    at = filtered.source.at
    start = at.source.text.index("where", at.end)
    return Span(at.source, start, start + len("where"))
