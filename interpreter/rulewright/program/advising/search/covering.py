"""Which words of what was asked an answer says, and what it says that nobody has asked for."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final

from rulewright.program.advising.search.little_game import FRAME_NAMES, NUMBER_IN, how_many_numbers
from rulewright.program.advising.search.naming import Link
from rulewright.program.advising.search.one_form import (
    NUMBER,
    NUMBERS,
    SAME,
    groups,
    patterned,
    stem,
    terms,
)
from rulewright.program.advising.search.question import Question
from rulewright.program.advising.search.whom import Person, as_me, persons, worded
from rulewright.records import Record

_WORD: Final = re.compile(r"[A-Za-z][\w-]*|\d+")
FILE: Final = "covering.words"
_ENDS_IN_NUMBER: Final = re.compile(rf"\b(?:\d+|{'|'.join(NUMBERS)})$", re.I)
_ARTICLE: Final = re.compile(r"\b(?:an?|another|extra)\b", re.I)
_MINE: Final = re.compile(r"\b(?:I|my|mine|me)\b")
_TO_ME: Final = "to:me"
_SIGNS: Final = {"by:other": "another player", "to:other": "another player", _TO_ME: "me"}


class Mark(Record):
    """Words of a question, and what has the same meaning in what people say who mean an answer, and in its lines.

    `besides` is told of an answer that alone has it, but where the question has words for which that is allowed.
    """

    asked: re.Pattern[str]
    phrase: re.Pattern[str]
    lines: re.Pattern[str]
    besides: str
    allowed: re.Pattern[str]


@cache
def _marks() -> tuple[Mark, ...]:
    """Moments and conditions, what is counted, and what is denied: each once, for question and answer."""
    return tuple(_mark(asked.pattern, *rest.split(" => ")) for asked, rest in patterned(FILE)[1])


def _mark(asked: str, phrase: str, lines: str = "-", besides: str = "", allowed: str = "") -> Mark:
    may = "|".join(filter(None, (asked, allowed)))
    said, same, besides_it = (
        re.compile(rf"(?i)\b(?:{each})(?![\w-])") for each in (asked, phrase, may)
    )
    return Mark(said, same, re.compile("(?!)" if lines == "-" else lines), besides, besides_it)


@cache
def _idle(name: str = "IDLE") -> frozenset[str]:
    """Words that say nothing here that the lines do not say anyway."""
    return frozenset(terms(patterned(FILE)[0][name].replace("|", " ")))


class Covered(Record):
    """What an answer leaves out, in the words of the question, and what it says besides."""

    missing: tuple[str, ...]
    besides: tuple[str, ...]
    share: float


def covered(
    asked: Question, phrases: Sequence[str], lines: Sequence[str], shaped: bool = False
) -> Covered:
    """How an answer with these phrases of people covers a question: by the phrase that does it best.

    What was shaped by who does it says that, whoever it is.
    """
    ways = [_by(asked, phrase, lines, shaped) for phrase in phrases or ("",)]
    return min(ways, key=lambda way: len(way.missing) + len(way.besides))


def _by(asked: Question, phrase: str, lines: Sequence[str], shaped: bool) -> Covered:
    theirs = worded(phrase)
    known = _widened(theirs)
    text = " ".join(lines)
    linked = {
        at
        for link in asked.links
        for at in range(link.start, link.end)
        if _is_said(link, f"{text} {phrase}")
    }
    missing: list[str] = []
    meant = {word for link in asked.links for word in terms(link.name.replace("-", " "))}
    numbers = set(re.findall(r"\d+", text))
    for at, word in enumerate(asked.words):
        meant |= _widened((word,))
        if word == NUMBER:
            is_said = set(asked.all_numbers) <= numbers | {"1"}
        else:
            is_said = word in _idle() or at in linked or word in known
        if is_said:
            continue
        missing.append(_as_written(asked.text, word))
    own = {word for word in theirs if ":" not in word} - _idle("SLIGHT") - {NUMBER}
    if any(link.sort == "event" and _is_said(link, text) for link in asked.links):
        own -= {FRAME_NAMES.kind}  # the verb says of what
    counted = len(asked.all_numbers) + (_ARTICLE.search(asked.text) is not None)
    if how_many_numbers(phrase) > counted:
        own |= {"another number"}
    often = [each for each in NUMBER_IN.findall(asked.text) if NUMBERS.get(each, each) != "1"]
    if len(often) > len(NUMBER_IN.findall(phrase)) + len(_ARTICLE.findall(phrase)) > 0:
        missing.append(often[-1])
    if asked.role == "deed" and _ENDS_IN_NUMBER.search(asked.text):
        own -= {FRAME_NAMES.kind, *terms(asked.kind)}  # `discard two`
    besides = sorted(word for word in own if word not in meant)
    if NUMBER in theirs and not asked.all_numbers and numbers - {"0", "1"}:
        besides.append(max(numbers))
    signs = {sign for ways in asked.asked for sign in ways if ":" in sign}
    besides += [sign[4:] for sign in theirs if sign.startswith("who:") and sign not in signs]
    sides = {each.said for each in asked.persons}
    besides += [
        each.said
        for each in persons(as_me(phrase))
        if each.said.startswith("my ") and each.said not in sides
    ]
    besides += [_SIGNS[sign] for sign in _SIGNS if sign in theirs and sign not in signs]
    if lines[0] != "settings:":
        missing += _unsaid(asked, phrase, text, shaped)
    is_common = "player" in text or lines[0] == "settings:"
    if _MINE.search(asked.text) and not asked.persons and is_common:
        missing += [] if _MINE.search(f"{text} {as_me(phrase)}") else ["my"]
    for mark in _marks():
        found = mark.asked.search(asked.text)
        if found and not mark.phrase.search(phrase) and not mark.lines.search("\n".join(lines)):
            missing.append(found[0])
        elif mark.besides and mark.asked.search(phrase) and not mark.allowed.search(asked.text):
            besides.append(mark.besides)
    if (
        _TO_ME in signs
        and lines[0] != "settings:"
        and _TO_ME not in theirs
        and not re.search(r"\bme\b", text)
    ):
        missing.append("me")
    counted = sum(1 for word in asked.words if word not in _idle()) or 1
    share = 1 - len(set(missing)) / counted
    return Covered(tuple(dict.fromkeys(missing)), tuple(besides), share)


def _unsaid(asked: Question, phrase: str, text: str, shaped: bool) -> Iterator[str]:
    """Of whom a question speaks, and neither a phrase nor lines do."""
    theirs = persons(as_me(phrase))
    for person in asked.persons:
        if person.said.startswith("my "):
            is_said = person.said in text or any(each.said == person.said for each in theirs)
        elif person.many:
            listed = person.said.split("{")[0].strip()
            is_said = re.search(rf"\b(?:in|from) {listed}\b", text) is not None
            usual = _is_usual(person, asked)
            same = (each for each in theirs if each.said == person.said)
            is_said = is_said or any(_is_usual(each, asked) == usual for each in same)
        else:
            alike = [
                each for each in theirs if each.is_subject == person.is_subject and not each.many
            ]
            is_said = bool(alike) or (shaped and person.is_subject)
        if not is_said:
            yield asked.text[person.start : person.end]


def _is_usual(person: Person, asked: Question) -> bool:
    """Whether what is counted of somebody is what players usually have so many of."""
    usual = groups(*SAME)[stem(FRAME_NAMES.amount)] | {stem(asked.amount)}
    return usual.issuperset(terms(person.about))


def _is_said(link: Link, text: str) -> bool:
    """Whether lines speak of what words stand for."""
    return re.search(rf"(?<![\w-]){re.escape(link.word)}(?:e?s)?(?![\w-])", text) is not None


def _widened(words: Sequence[str]) -> frozenset[str]:
    """Words with those that people use for the very same."""
    alike = groups(*SAME)
    return frozenset(words).union(*(alike.get(word, frozenset()) for word in words))


def _as_written(text: str, word: str) -> str:
    """A word as it stands in a text."""
    return next((each for each in _WORD.findall(text) if word in terms(each)), word)
