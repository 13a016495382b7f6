"""What of a sentence is said by an answer and what is not: nothing is dropped without being told."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Final

from rulewright.library import find_library
from rulewright.program.advising.search.one_form import stem, terms
from rulewright.records import Record
from rulewright.syntax.known_mistakes.mistaken_words import DIGITS

SIGNS: Final = "accounting.signs"
Alike = Callable[[str], frozenset[str]]

_WORD: Final = re.compile(r"[^\W\d_]+(?:'t)?|\d+")
_ESCAPE: Final = re.compile(r"\\[a-z]")
_BREAK: Final = re.compile(r"[,;:.]")
_DEEDS: Final = (
    "gain",
    "pay",
    "draw",
    "discard",
    "give",
    "exchange",
    "show",
    "destroy",
    "shuffle",
    "build",
    "lay",
)
"""What is done by an answer only if a sentence speaks of it."""
_STEMS: Final = frozenset(map(stem, _DEEDS))
_TIMES: Final = re.compile(r"\b(?:double|twice|half|halve\w*|both|pair|even|odd)\b", re.I)
_BOUND: Final = re.compile(r"repeat at most \d+")


class Signs(Record):
    """What sentences say beside their words, and what an answer has for it, as grammar/wishes lists it."""

    silent: frozenset[str]
    """Words that claim nothing by themselves."""
    said: tuple[tuple[re.Pattern[str], re.Pattern[str]], ...]
    """What a sentence may say, and one of what an answer has for each of it."""
    besides: tuple[tuple[str, re.Pattern[str], re.Pattern[str]], ...]
    """What an answer may say, and what asks for it."""
    means: tuple[tuple[re.Pattern[str], frozenset[str], frozenset[str]], ...]
    """Forms of the language, words that they say, and their own."""


@cache
def signs() -> Signs:
    """The lists of the file."""
    text = (find_library().folder("grammar") / "wishes" / SIGNS).read_text(encoding="utf-8")
    lists: dict[str, list[str]] = {}
    for line in text.splitlines():
        if line.startswith("## "):
            lists[line[3:]] = []
        elif line and not line.startswith("#"):
            lists[next(reversed(lists))].append(line)
    pairs = {
        name: [line.split(" => ") for line in lists[name]] for name in ("signs", "besides", "means")
    }
    return Signs(
        frozenset(" ".join(lists["silent"]).split()),
        tuple((_words(said), re.compile(told)) for said, told in pairs["signs"]),
        tuple((*_called(told), _words(said)) for told, said in pairs["besides"]),
        tuple((re.compile(told), _stems(said), _stems(told)) for told, said in pairs["means"]),
    )


def _words(pattern: str) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{pattern})\b", re.I)


def _called(said: str) -> tuple[str, re.Pattern[str]]:
    name, _, pattern = said.partition(": ")
    return name, re.compile(pattern)


def _stems(text: str) -> frozenset[str]:
    return frozenset(map(stem, _WORD.findall(_ESCAPE.sub(" ", text))))


class Account(Record):
    """What an answer leaves out of a sentence, which it names in its words, and what it says besides."""

    missing: tuple[str, ...]
    besides: tuple[str, ...]
    share: float
    """How much of what is claimed it says."""

    def but_for_deeds(self) -> tuple[str, ...]:
        """What it says besides that is no deed."""
        return tuple(each for each in self.besides if stem(each) not in _STEMS)


def account(
    sentence: str, lines: Sequence[str], phrase: str, alike: Alike, exact: frozenset[str]
) -> Account:
    """What is said of a sentence by lines that people ask for by a phrase.

    `alike` has the words that mean the same as one; of `exact` words, as colours, none stands for another.
    """
    told = "\n".join(lines)
    said = {stem(word) for word in _WORD.findall(told)}
    for form, words, _ in signs().means:
        if form.search(told):
            said |= words
    asked = said | set(terms(phrase))
    digits = {*re.findall(r"\d+", told)}

    def is_said(word: str) -> bool:
        small = word.lower()
        if small in exact or word in exact:
            return small in said or stem(small) in said or word in told
        if number := DIGITS.get(small, small if small.isdigit() else ""):
            return number in digits or (number == "1" and not small.isdigit())
        return not asked.isdisjoint(alike(stem(small)) | {stem(small)})

    marked = list(_marked(sentence, told, phrase, is_said))
    claimed = [is_there for _, is_there in marked if is_there is not None]
    missing = tuple(_named(sentence, marked))
    besides = tuple(_besides(sentence, told, lines, alike))
    return Account(missing, besides, sum(claimed) / max(len(claimed), 1))


Marked = tuple[re.Match[str], bool | None]
"""A word, and whether it is said; None for one that claims nothing."""


def _marked(
    sentence: str, told: str, phrase: str, is_said: Callable[[str], bool]
) -> Iterator[Marked]:
    """Each word of a sentence with whether it is said."""
    silent = signs().silent
    marks: dict[int, bool] = {}
    for said, form in signs().said:
        for found in said.finditer(sentence):
            is_there = form.search(told) is not None or said.search(phrase) is not None
            for at in range(found.start(), found.end()):
                marks[at] = marks.get(at, True) and is_there
    for word in _WORD.finditer(sentence):
        if word.start() in marks and (word[0].lower() in silent or not marks[word.start()]):
            yield word, marks[word.start()]
        elif word.start() in marks and not _is_number(word[0]):
            yield word, True
        elif word[0].lower() in silent:
            yield word, None
        else:
            yield word, is_said(word[0])


def _is_number(word: str) -> bool:
    return word.isdigit() or word.lower() in DIGITS


def _named(sentence: str, marked: Sequence[Marked]) -> Iterator[str]:
    """What is not said, in the words of the sentence: words between which nothing is said."""
    begin: int | None = None
    end = silent = 0
    for word, is_there in marked:
        apart = _BREAK.search(sentence, end if begin is not None else silent, word.start())
        if begin is not None and (is_there or (apart and is_there is not False)):
            yield sentence[begin:end]
            begin = None
        if is_there is False:
            if begin is None:
                begin = (
                    silent
                    if sentence[silent : word.start()].strip() and not apart
                    else word.start()
                )
            end = word.end()
        if is_there or apart:
            silent = word.end() + 1 if is_there else word.start()
    if begin is not None:
        yield sentence[begin:end]


def _besides(sentence: str, told: str, lines: Sequence[str], alike: Alike) -> Iterator[str]:
    """What lines say that was not asked for."""
    for name, form, said in signs().besides:
        if any(form.search(line.strip()) for line in lines) and not said.search(sentence):
            yield name
    numbers = {DIGITS.get(word.lower(), word) for word in _WORD.findall(sentence)}
    doubled = _TIMES.search(sentence)
    told = _BOUND.sub("", told)
    for number in dict.fromkeys(re.findall(r"(?<![\w-])\d+", told)):
        if number not in numbers and number not in ("0", "1") and not (number == "2" and doubled):
            yield number
    wanted = {stem(word) for word in _WORD.findall(sentence.lower())}
    reached = frozenset().union(*(alike(word) | {word} for word in wanted))
    for form, words, own in signs().means:
        if form.search(told) and wanted & words:
            reached |= own
    for word in dict.fromkeys(_WORD.findall(told)):
        verb = stem(word)
        if verb in _STEMS and verb not in reached:
            yield word
