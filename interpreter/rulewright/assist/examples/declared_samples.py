"""Samples: declarations of the shipped games, indexed by English phrases for them."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from functools import cache, cached_property
from itertools import pairwise
from pathlib import Path
from typing import Final

from rulewright.assist.examples.ranking import Ranking
from rulewright.assist.examples.retrieval import RetrievedExample
from rulewright.assist.stemming import terms
from rulewright.assist.vocabulary import WORDS
from rulewright.base.library import find_library
from rulewright.base.records import Record
from rulewright.language.link.rule_files import find_rule_files
from rulewright.language.text import read_source

SAMPLE: Final = "sample"
"""The context of a sample of another game."""
HERE: Final = "here"
"""The context of a sample of the same game."""
_LEAST: Final = 0.4
"""The least fit of a sample of another game."""
_LEAST_HERE: Final = 0.2
"""The least fit of a declaration of the same game, which is the one to change."""
_LOOKED_AT: Final = 12
_MOST_LINES: Final = 9
_NOTE: Final = re.compile(r'^ *(?:#|(?:reading|cite|text|because) .*"$)')
_SAMPLE: Final = re.compile(r"[a-z][^=]*: ")
_BEGINS: Final = re.compile(r"(?m)^(?=[a-z])")


class GameSample(Record):
    """Declarations of a game, named by their first words, with the phrases that describe them."""

    folder: Path
    heads: tuple[str, ...]
    phrases: tuple[str, ...]
    advice: str = ""


class SampleSearch:
    """A search over the samples of all shipped games."""

    def nearest(self, sentence: str, here: Collection[Path], most: int) -> list[RetrievedExample]:
        """Return at most `most` samples nearest to `sentence`, those from the folders `here` first."""
        words = [frozenset({word}) for word in terms(sentence)]
        examples: list[RetrievedExample] = []
        for near in self._ranking.nearest(words, _LOOKED_AT):
            sample = self._all_samples[near.number]
            is_here = sample.folder.resolve() in here
            if near.fit >= (_LEAST_HERE if is_here else _LEAST):
                examples.append(_to_example(sample, near.fit, is_here))
        examples.sort(key=lambda each: each.context != HERE)
        return examples[:most]

    @cached_property
    def _all_samples(self) -> list[GameSample]:
        """The samples of all games that are shipped."""
        files = sorted(find_library().folder("rules").glob(f"*/{WORDS}"))
        return [each for file in files for each in read_samples(file)]

    @cached_property
    def _ranking(self) -> Ranking:
        """The search index of the samples, by the words of their phrases."""
        return Ranking([(1.0, terms(each)) for each in one.phrases] for one in self._all_samples)


def _to_example(sample: GameSample, fit: float, is_here: bool) -> RetrievedExample:
    """Return a sample as an example, cut to its first lines."""
    lines, place = declared_lines(sample)
    return RetrievedExample(
        lines[:_MOST_LINES] + (("…",) if len(lines) > _MOST_LINES else ()),
        sample.phrases[0],
        place,
        HERE if is_here else SAMPLE,
        "" if is_here else sample.folder.name,
        sample.advice if is_here else "",
        fit=fit,
    )


def read_samples(file: Path) -> Iterator[GameSample]:
    """Yield the samples that a file lists."""
    lines = [line for line in file.read_text(encoding="utf-8").splitlines() if line[:1] != "#"]
    for line, below in pairwise([*lines, ""]):
        if _SAMPLE.match(line):
            heads, _, phrases = line.partition(": ")
            advice = below.strip() if below.startswith(" ") else ""
            yield GameSample(
                file.parent, tuple(heads.split(" + ")), tuple(phrases.split(" | ")), advice
            )


def declared_lines(sample: GameSample) -> tuple[tuple[str, ...], str]:
    """Return the lines of the declarations in `sample`, and the place of the first one."""
    lines: list[str] = []
    place = ""
    for head in sample.heads:
        for text, at in _declarations_below(sample.folder):
            if re.match(rf"{re.escape(head)}(?![\w-])", text):
                place = place or at
                lines += (
                    line for line in text.split("\n") if line.strip() and not _NOTE.match(line)
                )
    return tuple(lines), place


@cache
def _declarations_below(folder: Path) -> tuple[tuple[str, str], ...]:
    """Return each declaration in the rules below `folder`, with its place."""
    declarations: list[tuple[str, str]] = []
    for file in find_rule_files([folder]):
        text = read_source(file).text
        starts = [match.start() for match in _BEGINS.finditer(text)]
        for begin, end in pairwise([*starts, len(text)]):
            line = text.count("\n", 0, begin) + 1
            declarations.append((text[begin:end].rstrip(), f"{file}:{line}:1"))
    return tuple(declarations)
