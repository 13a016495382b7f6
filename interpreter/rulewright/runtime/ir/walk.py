"""Traversal and rewriting of IR terms: children, descendants, and copies with changed children."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from operator import attrgetter, is_
from typing import Any, TypeVar, cast, get_args

from rulewright.base.records import declared_fields, evolve
from rulewright.runtime.ir.nodes import ir_expressions, ir_statements
from rulewright.runtime.ir.nodes.ir_expressions import Call, Filtered, Local, Node, Reduce, Trial
from rulewright.runtime.ir.nodes.ir_statements import (
    Ask,
    Body,
    For,
    If,
    Loop,
    OptionList,
    Perform,
    Stmt,
)

NODES: frozenset[type] = frozenset(get_args(ir_expressions.Node))
STATEMENTS: frozenset[type] = frozenset(get_args(ir_statements.Stmt))
_PARTS: frozenset[type] = NODES | STATEMENTS | {OptionList}

_HOLDS = re.compile(r"\b(Node|Body|OptionList)\b").search
_ALL = {cls: declared_fields(cls) for cls in _PARTS}
_NAMES = {
    cls: tuple(name for name, type_ in fields.items() if _HOLDS(type_))
    for cls, fields in _ALL.items()
}
"""The fields of each class that hold child terms."""

LEAVES: frozenset[type] = frozenset(cls for cls, names in _NAMES.items() if not names)
"""Node and statement classes without children."""

Term = Node | Stmt | OptionList
"""A node of the syntax tree of code."""

LOOP = 10
"""Weight of a loop over a list or of a call; other nodes weigh 1."""

T = TypeVar("T")


def _children_getter(cls: type) -> Callable[[Any], Sequence[Term]]:
    """Return a fast function that gets the children of a node or statement of class `cls`."""
    names = _NAMES[cls]
    if not names:
        return lambda part: ()
    if any(_ALL[cls][name] != "Node" for name in names):
        return _children_of_mixed_fields
    get: Callable[[Any], Any] = attrgetter(*names)
    return get if len(names) > 1 else lambda part: (get(part),)


def _children_of_mixed_fields(part: Term) -> Sequence[Term]:
    """Return the children of a term with fields that hold lists of children or optional children."""
    terms: list[Term] = []
    for name in _NAMES[type(part)]:
        value = getattr(part, name)
        if type(value) is tuple:
            terms += value
        elif value is not None:
            terms.append(value)
    return terms


_INSIDE = {cls: _children_getter(cls) for cls in _PARTS}
_OF_NODES = frozenset(
    cls for cls, getter in _INSIDE.items() if getter is not _children_of_mixed_fields
)


def direct_children(part: Term) -> Sequence[Term]:
    """Return the expressions, statements and option lists directly inside a term."""
    return _INSIDE[type(part)](part)


def walk(part: Term, passing_by: type[Term] | None = None) -> Iterator[Term]:
    """Yield a term and its descendants in preorder, except those of class `passing_by` and theirs."""
    # An explicit stack: with nested generators each term would cost time proportional to its depth.
    stack = [part]
    while stack:
        term = stack.pop()
        cls = type(term)
        if cls is passing_by:
            continue
        yield term
        if cls not in LEAVES:
            stack += reversed(_INSIDE[cls](term))


def walk_body(body: Body) -> Iterator[Term]:
    """Yield all terms of several statements, in preorder."""
    for stmt in body:
        yield from walk(stmt)


def statements_in(body: Body) -> Iterator[Stmt]:
    """Yield all statements of a body in preorder, nested ones included."""
    for stmt in body:
        yield stmt
        for inner in bodies(stmt):
            yield from statements_in(inner)


def child_nodes(term: Node | Stmt) -> tuple[Node, ...]:
    """Return the expressions directly inside an expression, or inside a statement without bodies."""
    return cast(tuple[Node, ...], tuple(direct_children(term)))


def map_children(part: T, change: Callable[[Node], Node]) -> T:
    """Return `part` with `change` applied to its child expressions, those of nested statements included.

    Returns `part` itself if nothing changes.
    """
    # A hot spot: half the time of compiling a module. So nothing is copied where nothing changes.
    cls = type(part)
    changes: dict[str, object] = {}
    if cls in _OF_NODES:
        for name in _NAMES[cls]:
            node = getattr(part, name)
            new_node = change(node)
            if new_node is not node:
                changes[name] = new_node
    else:
        for name in _NAMES[cls]:
            value = getattr(part, name)
            new_value = _mapped_inside(value, change)
            if new_value is not value:
                changes[name] = new_value
    return _replace_fields(part, changes) if changes else part


def _mapped_inside(value: Any, change: Callable[[Node], Node]) -> object:
    """Return a field's value with `change` applied to the expressions in it; `value` itself if none changes."""
    if type(value) in NODES:
        return change(value)
    if type(value) is tuple and value and type(value[0]) in _PARTS:
        items = [
            change(item) if type(item) in NODES else map_children(item, change) for item in value
        ]
        return value if all(map(is_, items, value)) else tuple(items)
    return value


def _replace_fields(part: T, changes: Mapping[str, object]) -> T:
    """Return a copy of `part` with the fields in `changes` replaced."""
    cls = type(part)
    return cls(*[changes[name] if name in changes else getattr(part, name) for name in _ALL[cls]])


def bodies(stmt: Stmt) -> tuple[Body, ...]:
    """Return the bodies directly inside a statement, such as the branches of a conditional."""
    match stmt:
        case If():
            return (stmt.body, stmt.otherwise)
        case For() | Loop():
            return (stmt.body,)
        case Ask(options=options):
            return (*(options.then for options in options), stmt.ended, stmt.empty)
    return ()


def map_bodies(stmt: Stmt, change: Callable[[Body], Body]) -> Stmt:
    """Return a statement with `change` applied to each body directly inside it."""
    match stmt:
        case If():
            return evolve(stmt, body=change(stmt.body), otherwise=change(stmt.otherwise))
        case For() | Loop():
            return evolve(stmt, body=change(stmt.body))
        case Ask():
            lists = tuple(evolve(each, then=change(each.then)) for each in stmt.options)
            return evolve(stmt, options=lists, empty=change(stmt.empty), ended=change(stmt.ended))
    return stmt


def called_procedures(body: Body) -> set[str]:
    """Return the names of the procedures that a body calls, without procedures run as trials."""
    return {term.procedure for term in walk_body(body) if isinstance(term, Perform)}


def exceeds_weight(limit: int, *nodes: Node) -> bool:
    """Return whether nodes weigh more than `limit`: LOOP for each loop or call, 1 for each other node.

    Counts no further than needed.
    """
    stack = [*nodes]
    while stack and limit >= 0:
        each = stack.pop()
        limit -= LOOP if isinstance(each, Filtered | Reduce | Call | Trial) else 1
        stack += child_nodes(each)
    return limit < 0


def count_reads(node: Node, name: str) -> int:
    """Return how often `node` reads the local `name`, doubled for each list loop around a read."""
    if isinstance(node, Local):
        return int(node.name == name)
    count = sum(count_reads(child, name) for child in child_nodes(node))
    return count * 2 if isinstance(node, Filtered | Reduce) else count


def substitute(node: Node, by: Mapping[str, Node]) -> Node:
    """Return `node` with each local named in `by` replaced by its node."""
    if isinstance(node, Local):
        return by.get(node.name, node)
    return map_children(node, lambda child: substitute(child, by))
