"""What the shipped games say that others do not have: declarations, found by what people say for them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import Final

from rulewright.library import find_library
from rulewright.program.advising.search.accounting import account
from rulewright.program.advising.search.joining import Found
from rulewright.program.advising.search.ranking import Near, Ranking
from rulewright.records import Record
from rulewright.text import read_source

WORDS: Final = "samples.words"
"""In the folder of a game's rules: what people say, and which declarations say it."""
SAMPLE: Final = "sample"
"""Where a sample stands: in another game."""
_LEAST: Final = 0.5
_MOST_LINES: Final = 9
_NOTE: Final = re.compile(r'^ *(?:#|(?:reading|cite|text|because) .*"$)')
_BEGINS: Final = re.compile(r"(?m)^(?=[a-z])")


class Sample(Record):
    """Declarations of a game by their first words, and what people say for them."""

    folder: Path
    heads: tuple[str, ...]
    phrases: tuple[str, ...]


class Samples:
    """Looks for samples in all games that are shipped."""

    def nearest(self, sentence: str, most: int) -> list[Found]:
        """The nearest, with what they leave out."""
        found: list[Found] = []
        for near in self._ranking.nearest(sentence, most):
            sample = self._all[near.number]
            made = self._found(sentence, sample, near)
            if near.fit >= _LEAST and made is not None:
                found.append(made)
        return found

    @cached_property
    def _all(self) -> list[Sample]:
        return [
            each
            for file in sorted(find_library().folder("rules").glob(f"*/{WORDS}"))
            for each in samples_of(file)
        ]

    @cached_property
    def _ranking(self) -> Ranking:
        return Ranking([(1.0, phrase) for phrase in each.phrases] for each in self._all)

    def _found(self, sentence: str, sample: Sample, near: Near) -> Found | None:
        lines, place = declared(sample)
        same = self._ranking.same
        ways = {each: account(sentence, lines, each, same, frozenset()) for each in sample.phrases}
        phrase = max(ways, key=lambda each: ways[each].share)
        made = ways[phrase]
        return Found(
            lines[:_MOST_LINES] + (("…",) if len(lines) > _MOST_LINES else ()),
            phrase,
            place,
            SAMPLE,
            sample.folder.name,
            share=made.share,
            fit=near.fit,
            near=True,
            missing=made.missing,
        )


def samples_of(file: Path) -> Iterator[Sample]:
    """The samples that a file lists."""
    for line in file.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            heads, _, phrases = line.partition(": ")
            yield Sample(file.parent, tuple(heads.split(" + ")), tuple(phrases.split(" | ")))


def declared(sample: Sample) -> tuple[tuple[str, ...], str]:
    """The lines of a sample's declarations, and where the first of them stands."""
    lines: list[str] = []
    place = ""
    for head in sample.heads:
        for file in sorted(sample.folder.glob("*.rules")):
            if file.name.endswith(".scenarios.rules"):
                continue
            text = read_source(file).text
            starts = [found.start() for found in _BEGINS.finditer(text)]
            for begin, end in zip(starts, [*starts, len(text)][1:], strict=True):
                said = text[begin:end].rstrip()
                if re.match(rf"{re.escape(head)}(?![\w-])", said):
                    place = place or f"{file}:{text.count(chr(10), 0, begin) + 1}:1"
                    lines += filter(_is_rule, said.split("\n"))
    return tuple(lines), place


def _is_rule(line: str) -> bool:
    return bool(line.strip()) and not _NOTE.match(line)
