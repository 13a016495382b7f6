"""Builders by grammar rule, and what all of them share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rulewright.syntax import tree
from rulewright.text import Span

Child = Any


Build = Callable[[Span, Sequence[Child]], tree.Node]


NOTES = (
    tree.Cite, tree.Borrowed, tree.Reading, tree.Printed, tree.TextNote, tree.Because,
)  # fmt: skip


#: Builders by grammar rule, where passing the children on is not enough.
BUILD: dict[str, Build] = {}


def builds(*names: str) -> Callable[[Build], Build]:
    """Register a builder for grammar rules of these names."""

    def register(build: Build) -> Build:
        for name in names:
            BUILD[name] = build
        return build

    return register


def only(children: Sequence[Child], *classes: type) -> tuple[Any, ...]:
    """Return the children that are of these classes."""
    return tuple(child for child in children if isinstance(child, classes))
