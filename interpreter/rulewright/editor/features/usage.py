"""How often rules begin their lines with words, to offer the likeliest completions first."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Final

from rulewright.base.records import Draft, field
from rulewright.cli.naming.workbench import EditionView
from rulewright.language.link.rule_files import is_unchanging
from rulewright.language.text import read_leniently, strip_comment

MOST: Final = 9999
"""The largest count that still makes a difference."""

_WORD: Final = re.compile(r"[^\W\d_][\w-]*")
_LITTLE: Final = frozenset(["a", "an", "of", "player", "some", "the", "to"])
"""Words that say nothing about a sentence."""

Place = tuple[str, str]
"""Where a line stands: the first words of its unindented line, and of the line that it belongs to."""


class LineUsage(Draft):
    """Counts of the first words of lines by place, of word pairs in a line, and of all words."""

    starts: dict[Place, Counter[str]] = field(factory=lambda: defaultdict(Counter))
    pairs: Counter[tuple[str, str]] = field(factory=Counter)
    words: Counter[str] = field(factory=Counter)

    def add(self, text: str) -> None:
        """Count the lines of a rule file."""
        for place, line in _placed_lines(text):
            words = _WORD.findall(line)
            if words:
                for each in {place, (place[0], "")}:
                    self.starts[each][words[0]] += 1
                self.pairs.update((words[0], word) for word in set(words))
                self.words.update(words)

    def of_line(self, place: Place, sentence: str) -> int:
        """Return how often lines at `place` begin as `sentence`, with all of its telling words.

        Of other lines of such a card, event or scenario four count as one.
        """
        first, *others = _WORD.findall(sentence) or [""]
        counts = [self.pairs[first, word] for word in others if word not in _LITTLE]
        elsewhere = self.starts[place[0], ""][first]
        return min(self.starts[place][first] + elsewhere // 4, *counts, MOST)


def usage_of(view: EditionView) -> LineUsage:
    """Return how the shipped rules of an edition use words; its own rules if there are no others."""
    files = view.incremental.files_with_scenarios
    shipped = tuple(file for file in files if is_unchanging(file))
    return _usage_of_shipped(shipped) if shipped else _count(files)


@cache
def _usage_of_shipped(files: tuple[Path, ...]) -> LineUsage:
    """Return how files that never change use words."""
    return _count(files)


def _count(files: Iterable[Path]) -> LineUsage:
    """Return how files use words."""
    usage = LineUsage()
    for file in files:
        usage.add(read_leniently(file))
    return usage


def place_at(text: str, offset: int) -> Place:
    """Return the place of the line around an offset."""
    start = text.rfind("\n", 0, offset) + 1
    depth = len(text[start:offset]) - len(text[start:offset].lstrip())
    *_, (place, _) = _placed_lines(f"{text[:start]}{' ' * depth}x")
    return place


def _placed_lines(text: str) -> Iterator[tuple[Place, str]]:
    """Yield the lines of a rule file that are not blank, without comments, each with its place."""
    above: list[tuple[int, str]] = []
    for line in text.split("\n"):
        content = strip_comment(line).strip()
        if not content:
            continue
        depth = len(line) - len(line.lstrip())
        while above and above[-1][0] >= depth:
            above.pop()
        yield (above[0][1] if above else "", above[-1][1] if above else ""), content
        above.append((depth, content.split()[0]))
