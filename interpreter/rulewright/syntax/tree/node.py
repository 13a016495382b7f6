"""What every node of the tree is: a piece of text with its place."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from attrs import field, frozen

from rulewright.text import Span

#: Classes by the name of the grammar rule or alias that makes them.
NODES: dict[str, type[Node]] = {}

_Made = TypeVar("_Made", bound="type[Node]")


def rule(*names: str) -> Callable[[_Made], _Made]:
    """Register a node class for grammar rules of these names."""

    def register(cls: _Made) -> _Made:
        NODES.update(dict.fromkeys(names, cls))
        return cls

    return register


@frozen
class Node:
    """A piece of source text, understood as far as the grammar goes."""

    at: Span = field(eq=False, repr=False)


@frozen
class Word(Node):
    """A name, a proper name, a number or a quoted text, as written (quotes taken off).

    `kind` is the grammar's own name for words of this sort, or the word itself for keywords.
    """

    text: str
    kind: str = "NAME"

    def __str__(self) -> str:
        """Return the word as it is written."""
        return self.text


@frozen
class Unread(Node):
    """A declaration of which something could not be read.

    `declared` are the names that it would have given to all files, `local` those that its missing
    lines would have given to the rest of it. Nobody is to complain that these are unknown.
    """

    declared: frozenset[str]
    local: frozenset[str]
