"""Data that upper packages keep with a game, or with its rules: one value of each class."""

from __future__ import annotations

from typing import Any, TypeVar

from rulewright.runtime.game.engine import Engine

T = TypeVar("T")


class Attachment:
    """Data that an upper package keeps with a running game; copies of the game begin without it."""

    __slots__ = ()

    def copy(self, engine: Engine) -> Attachment | None:
        """Return the value for a copy of the game; None for none."""
        return None

    def undo_to(self, decision_count: int) -> None:
        """Take note that only the first decisions of the game still hold."""


class Attachments(dict[type[Any], Any]):
    """Values by their class."""

    def find(self, kind: type[T]) -> T | None:
        """Return the value of class `kind`; None if there is none."""
        return self.get(kind)

    def of(self, kind: type[T]) -> T:
        """Return the value of class `kind`, created on first use."""
        if kind not in self:
            self[kind] = kind()
        value: T = self[kind]
        return value

    def put(self, value: object) -> None:
        """Store a value in place of the one of its class."""
        self[type(value)] = value

    def copied(self, engine: Engine) -> Attachments:
        """Return the values for a copy of the game; each value is an `Attachment`."""
        copies = ((kind, value.copy(engine)) for kind, value in self.items())
        return Attachments((kind, copy) for kind, copy in copies if copy is not None)
