"""A game ready to be played: a module with the words in which it is told, and the engine that plays it."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from attrs import field, frozen

from rulewright.runtime.game.belongings import Belongings, Reader, reader_of
from rulewright.runtime.game.engine import Engine
from rulewright.runtime.ir.module import Module, Variable, Zone


@frozen
class CompiledGame:
    """An edition with one number of players. The module's texts are in the language; its code is the engine's.

    `label_words` are what labels are called, `messages` the interpreter's own words, where the language has some;
    `reasons` are lines of the rules in its words.
    `eyes` are kept for `knowledge`, by seats.
    """

    module: Module
    engine: Engine = field(eq=False)
    language: str = "en"
    label_words: dict[str, tuple[str, ...]] = field(factory=dict)
    messages: dict[str, str] = field(factory=dict)
    reasons: dict[str, str] = field(factory=dict)
    eyes: dict[int | None, Any] = field(init=False, factory=dict, eq=False, repr=False)

    @cached_property
    def zones(self) -> Belongings[Zone]:
        """Whose which places are."""
        return Belongings.of(self.module, self.module.zones.values())

    @cached_property
    def variables(self) -> Belongings[Variable]:
        """Whose which numbers, pointers and marks are."""
        return Belongings.of(self.module, self.module.variables.values())

    @cached_property
    def readers(self) -> dict[int | None, tuple[Reader, Reader]]:
        """What reads the places, and the variables, of each seat or (None) of nobody."""
        zones, kept = self.zones, self.variables
        seats = enumerate(zip(zones.of_seats, kept.of_seats, strict=True))
        owners = [(None, (zones.common, kept.common)), *seats]
        return {owner: (reader_of(lie), reader_of(count)) for owner, (lie, count) in owners}

    @cached_property
    def events(self) -> tuple[bool, ...]:
        """Which tellings are events; others say what was counted for one."""
        return tuple(not telling.counts for telling in self.module.tellings)

    @cached_property
    def card_names(self) -> tuple[str, ...]:
        """What each piece is called in this edition, in its language."""
        return tuple(self.design_name(piece.name) for piece in self.module.pieces)

    def design_name(self, name: str) -> str:
        """What a design is called in this edition, in its language."""
        texts = self.module.names.get(name, {})
        return texts.get(self.language) or texts.get("en") or name
