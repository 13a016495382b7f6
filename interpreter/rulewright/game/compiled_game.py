"""A game ready to be played: a module with the words in which it is told, and the engine that plays it."""

from __future__ import annotations

from attrs import field, frozen

from rulewright.game.engine import Engine
from rulewright.ir.module import Module


@frozen
class CompiledGame:
    """An edition with one number of players. The module's texts are in the language; its code is the engine's.

    `label_words` are what labels are called, `messages` the interpreter's own words, where the language has some.
    """

    module: Module
    engine: Engine = field(eq=False)
    language: str = "en"
    label_words: dict[str, tuple[str, ...]] = field(factory=dict)
    messages: dict[str, str] = field(factory=dict)
