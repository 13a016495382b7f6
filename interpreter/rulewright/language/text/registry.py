"""A registry of functions by the class that they handle, for dispatch on node classes."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

_F = TypeVar("_F")


class Registry(dict[type, _F]):
    """A dictionary from classes to their handlers, filled by a decorator: `@STATEMENTS.of(tree.If)`."""

    def of(self, *classes: type) -> Callable[[_F], _F]:
        """Return a decorator that registers a function for these classes."""

        def enter(function: _F) -> _F:
            """Register the function and return it."""
            self.update(dict.fromkeys(classes, function))
            return function

        return enter
