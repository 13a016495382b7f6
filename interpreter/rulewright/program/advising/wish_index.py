"""Which patterns of the table of wishes can fit a text at all, by the words that are in it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rulewright.program.advising.patterns import Rewriting, words_of
from rulewright.program.advising.wish_table import Wish
from rulewright.records import Draft

RULES: Final = frozenset({"rule", "hook"})
"""Where wishes for rules stand."""


class Shelf(Draft):
    """Patterns in their order, by a word without which they are not found; `free` are those that need none."""

    ways: list[tuple[Wish, Rewriting]]
    free: set[int]
    by_word: dict[str, list[int]]

    @classmethod
    def of(cls, rows: Sequence[Wish], *sorts: str) -> Shelf:
        """Those of some sorts."""
        shelf = cls([], set(), {})
        for wish in rows:
            for way in wish.rewritings:
                if way.sort in sorts:
                    shelf._add(wish, way)
        return shelf

    def _add(self, wish: Wish, way: Rewriting) -> None:
        number = len(self.ways)
        self.ways.append((wish, way))
        if not way.needs:
            self.free.add(number)
            return
        for word in min(way.needs, key=len):
            self.by_word.setdefault(word, []).append(number)

    def fitting(self, *texts: str) -> list[tuple[Wish, Rewriting]]:
        """Those that may fit one of the texts."""
        numbers = set(self.free)
        for text in texts:
            for word in words_of(text):
                numbers.update(self.by_word.get(word, ()))
        return [self.ways[number] for number in sorted(numbers)]


class Rows(Draft):
    """Rows of the table that can be meant on a line: what is always said in another way, what may be, what is no
    sentence."""

    wishes: tuple[Wish, ...]
    soon: Shelf
    searched: Shelf
    forms: Shelf
    last: Shelf

    @classmethod
    def of(cls, own: Sequence[Wish], others: Sequence[Wish]) -> Rows:
        """Those that are just for such lines, and others; what is only told of rules is told where rules stand."""
        rows = [*own, *others]
        telling = [*own, *(wish for wish in others if wish.context not in RULES)]
        return cls(
            tuple(rows),
            Shelf.of(rows, "soon"),
            Shelf.of(rows, "like", "late"),
            Shelf.of(telling, "form"),
            Shelf.of(telling, "last"),
        )
