"""Functions by the class of what they are for."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

_F = TypeVar("_F")


class Registry(dict[type, _F]):
    """Functions by class, each entered where it stands: `@STATEMENTS.of(tree.If)`."""

    def of(self, *classes: type) -> Callable[[_F], _F]:
        """Enter the function that follows for these classes."""

        def enter(function: _F) -> _F:
            self.update(dict.fromkeys(classes, function))
            return function

        return enter
