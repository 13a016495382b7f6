"""The patterns of plain English phrases, which lie in grammar/wishes, with the nouns of a game in them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Final

from rulewright.library import find_library

PHRASES: Final = "plain.phrases"
_HOLE: Final = re.compile(r"\{([a-z][\w-]*)\}")
_DEED: Final = "deed"


@cache
def listed() -> tuple[dict[str, str], tuple[tuple[str, str], ...]]:
    """Every pattern by its name, and those of deeds in their order."""
    file = find_library().folder("grammar") / "wishes" / PHRASES
    lines = file.read_text(encoding="utf-8").splitlines()
    parts = [line.split(" ", 1) for line in lines if line and not line.startswith("#")]
    deeds = [tuple(rest.split(" ", 1)) for name, rest in parts if name == _DEED]
    return {name: rest for name, rest in parts if name != _DEED}, tuple((a, b) for a, b in deeds)


class Patterns:
    """Patterns with the nouns of a game."""

    def __init__(self, nouns: Mapping[str, str]) -> None:
        self._nouns = nouns
        self._known, deeds = listed()
        self._made: dict[str, re.Pattern[str]] = {}
        self.deeds = [(name, re.compile(self._filled(said), re.I)) for name, said in deeds]
        """What somebody does, each by the name of what makes lines of it."""

    def _filled(self, said: str) -> str:
        """A pattern with those in it that stand in braces."""

        def fill(hole: re.Match[str]) -> str:
            return self._nouns.get(hole[1]) or self._filled(self._known[hole[1]])

        return _HOLE.sub(fill, said)

    def pattern(self, name: str) -> re.Pattern[str]:
        """A pattern by its name."""
        if name not in self._made:
            self._made[name] = re.compile(self._filled(self._known[name]), re.I)
        return self._made[name]

    def whole(self, name: str, text: str) -> re.Match[str] | None:
        """How a pattern fits the whole of a text."""
        return self.pattern(name).fullmatch(text.strip())
