"""What the shipped games say that others do not have: declarations, found by what people say for them."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from functools import cache, cached_property
from pathlib import Path
from typing import Final

from rulewright.library import find_library
from rulewright.program.advising.game_words import WORDS
from rulewright.program.advising.search.covering import covered
from rulewright.program.advising.search.joining import Found
from rulewright.program.advising.search.question import Question
from rulewright.program.advising.search.ranking import Near, Ranking
from rulewright.program.advising.search.whom import worded
from rulewright.records import Record
from rulewright.text import read_source

SAMPLE: Final = "sample"
"""Where a sample stands: in another game."""
HERE: Final = "here"
"""Or in this one."""
_LEAST: Final = 0.4
"""A sample of another game fits at least so well."""
_LEAST_HERE: Final = 0.2
"""A declaration of the same game that fits so well is what has to be changed."""
_ANSWERS: Final = 0.4
"""Of which it says so much."""
_LOOKED_AT: Final = 12
_MOST_LINES: Final = 9
_MOST_HERE: Final = 6
_NOTE: Final = re.compile(r'^ *(?:#|(?:reading|cite|text|because) .*"$)')
_SAMPLE: Final = re.compile(r"[a-z][^=]*: ")
_BEGINS: Final = re.compile(r"(?m)^(?=[a-z])")


class Sample(Record):
    """Declarations of a game by their first words, and what people say for them."""

    folder: Path
    heads: tuple[str, ...]
    phrases: tuple[str, ...]
    advice: str = ""


class Samples:
    """Looks for samples in all games that are shipped."""

    def nearest(self, asked: Question, here: Collection[Path], most: int) -> list[Found]:
        """The nearest, those of the game's own folders first, with what they leave out."""
        words = [frozenset({word}) for word in worded(asked.text)]
        found: list[Found] = []
        for near in self._ranking.nearest(words, _LOOKED_AT):
            sample = self._all[near.number]
            is_here = sample.folder.resolve() in here
            if near.fit >= (_LEAST_HERE if is_here else _LEAST):
                found.append(self._found(asked, sample, near, is_here))
        found = [each for each in found if each.share >= _ANSWERS]
        found.sort(key=lambda each: each.context != HERE)
        return found[:most]

    @cached_property
    def _all(self) -> list[Sample]:
        return [
            each
            for file in sorted(find_library().folder("rules").glob(f"*/{WORDS}"))
            for each in samples_of(file)
        ]

    @cached_property
    def _ranking(self) -> Ranking:
        return Ranking([(1.0, worded(each)) for each in one.phrases] for one in self._all)

    def _found(self, asked: Question, sample: Sample, near: Near, is_here: bool) -> Found:
        lines, place = declared(sample)
        made = covered(asked, sample.phrases, lines)
        most = _MOST_HERE if is_here and sample.advice else _MOST_LINES
        return Found(
            lines[:most] + (("…",) if len(lines) > most else ()),
            sample.phrases[0],
            place,
            HERE if is_here else SAMPLE,
            "" if is_here else sample.folder.name,
            sample.advice if is_here else "",
            share=made.share,
            fit=near.fit,
            near=True,
            missing=made.missing,
        )


def samples_of(file: Path) -> Iterator[Sample]:
    """The samples that a file lists."""
    lines = [line for line in file.read_text(encoding="utf-8").splitlines() if line[:1] != "#"]
    for line, below in zip(lines, [*lines[1:], ""], strict=True):
        if _SAMPLE.match(line):
            heads, _, phrases = line.partition(": ")
            advice = below.strip() if below.startswith(" ") else ""
            yield Sample(
                file.parent, tuple(heads.split(" + ")), tuple(phrases.split(" | ")), advice
            )


def declared(sample: Sample) -> tuple[tuple[str, ...], str]:
    """The lines of a sample's declarations, and where the first of them stands."""
    lines: list[str] = []
    place = ""
    for head in sample.heads:
        for said, at in _declarations(sample.folder):
            if re.match(rf"{re.escape(head)}(?![\w-])", said):
                place = place or at
                lines += filter(_is_rule, said.split("\n"))
    return tuple(lines), place


@cache
def _declarations(folder: Path) -> tuple[tuple[str, str], ...]:
    """Each declaration of a game's rules, with its place."""
    made: list[tuple[str, str]] = []
    for file in sorted(folder.rglob("*.rules")):
        if not file.name.endswith(".scenarios.rules"):
            text = read_source(file).text
            starts = [found.start() for found in _BEGINS.finditer(text)]
            for begin, end in zip(starts, [*starts, len(text)][1:], strict=True):
                line = text.count("\n", 0, begin) + 1
                made.append((text[begin:end].rstrip(), f"{file}:{line}:1"))
    return tuple(made)


def _is_rule(line: str) -> bool:
    return bool(line.strip()) and not _NOTE.match(line)
