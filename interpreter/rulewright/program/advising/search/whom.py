"""Of whom a sentence speaks: the players in it, as the language says them and where they stand."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import cache, lru_cache
from typing import Final

from rulewright.library import find_library
from rulewright.program.advising.search.one_form import patterned, terms
from rulewright.program.english import base_form
from rulewright.records import Record

VICTIM: Final = "the victim"
"""Whom wishes speak of in deeds: a player who has been chosen."""
ANY: Final = "a player"
"""Whoever it is."""
HE: Final = "he"
"""Somebody who was spoken of before."""
HOLDER: Final = "the holder"
"""Whom something of the game points to, which stands behind him."""
OWNER: Final = "its owner"
"""Whoever has the card of which is spoken."""
FILE: Final = "persons.words"
YOURS: Final = "yours.words"
HIS: Final = "his.words"
"""What is said of who reads it, and of him, in the words of a rule about me."""
_ME: Final = re.compile(r"\bme\b")
_BLANK: Final = "{amount}"
_MYSELF: Final = re.compile(r"\b(?:I|my|mine)\b")
_YOURSELF: Final = re.compile(r"\byou(rs?)?\b", re.I)
_WORD: Final = re.compile(r"(?<![\w'-])[\w-]+")
_ARTICLE: Final = re.compile(r"(?<![\w'-])(?:the|an?) $", re.I)
_ARTICLE_FIRST: Final = re.compile(r"^(?:the|an?) ")
AT_FIRST: Final = re.compile(
    r"^(?:when|whenever|if|after|before|as soon as|once|then|and|while|or|but) ", re.I
)


_MODALS: Final = ("may", "can", "cannot", "must")


class Person(Record):
    """Somebody in a sentence, and the words in which he is spoken of."""

    said: str
    many: bool
    start: int
    end: int
    about: str = ""
    """What is counted of those of whom it is asked how much they have."""

    @property
    def is_subject(self) -> bool:
        """Whether the sentence begins with him."""
        return self.start == 0


def as_me(text: str) -> str:
    """A text in which `you` who reads it is `I`; where somebody says `my` and `yours`, it is another."""
    if _MYSELF.search(text) and _YOURSELF.search(text):
        text = _YOURSELF.sub(lambda you: "another player" + "'s" * (you[1] is not None), text)
    for pattern, word in patterned(YOURS)[1]:
        text = pattern.sub(word, text)
    return text


def as_mine(text: str, is_known: Callable[[str], bool]) -> str:
    """A sentence that calls whoever has the card by a name of its own, as one of mine."""
    found = re.match(patterned(HIS)[0]["CALLED"], text, re.I)
    if found is None or _MYSELF.search(text):
        return text
    if found[1] and (is_known(found[1]) or persons(found[0])):
        return text
    rest = text[found.end() :]
    for pattern, word in patterned(HIS)[1]:
        rest = pattern.sub(word, rest)
    modal = found[2] in _MODALS
    return f"I {found[2] if modal else base_form(found[2])}{rest}"


def persons(text: str) -> list[Person]:
    """All in a text, in their order, what joins it to others left away."""
    first = AT_FIRST.match(text)
    begin = first.end() if first else 0
    found: list[Person] = []
    at = 0
    for word in _WORD.finditer(text):
        ways = _ways().get(word[0].lower()) if word.start() >= at else None
        for way, said, many in ways or ():
            known = way.partition(_BLANK)[0]
            if text[word.start() : word.start() + len(known)].lower() != known:
                continue
            if (each := _phrase(way).match(text, word.start())) is not None:
                article = _ARTICLE.search(text, 0, word.start())
                start = article.start() if article else word.start()
                about = each.groupdict().get("about") or ""
                if said == HE and article and article[0].lower().startswith("a"):
                    said = ANY
                found.append(Person(said, many, 0 if start == begin else start, each.end(), about))
                at = each.end()
                break
    return found


def without(text: str, found: list[Person]) -> str:
    """A text in which a sign stands for each of the persons."""
    for each in reversed(found):
        text = f"{text[: each.start]}victim {each.about} {text[each.end :]}"
    return text


@cache
def _ways() -> dict[str, list[tuple[str, str, bool]]]:
    """For the first words of phrases those that begin so, the longest first, with what the language says."""
    path = find_library().folder("grammar") / "wishes" / FILE
    ways: dict[str, list[tuple[str, str, bool]]] = defaultdict(list)
    for line in path.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            sort, _, rest = line.partition(" ")
            said, _, phrases = rest.partition(" = ")
            for phrase in phrases.split(" | "):
                plain = _ARTICLE_FIRST.sub("", phrase)
                ways[plain.split()[0]].append((plain, said.strip(), sort == "all"))
    return {word: sorted(each, key=lambda way: -len(way[0])) for word, each in ways.items()}


@cache
def _phrase(phrase: str) -> re.Pattern[str]:
    said = re.escape(phrase).replace(re.escape(_BLANK), r"(?P<about>[\w-]+)")
    return re.compile(rf"{said}(?![\w'-])", re.I)


@lru_cache(maxsize=4096)
def worded(text: str) -> tuple[str, ...]:
    """The words of a text by which it is found: who does it, and to whom, are among them."""
    said = as_me(text)
    found = persons(said)
    return (*terms(without(said, found)), *signs(said, found))


def signs(text: str, found: list[Person]) -> Iterator[str]:
    """Signs for who does something, and to whom: in `pay me` and `I pay` are the same words."""
    if any(each.is_subject for each in found):
        yield "by:other"
    if any(not each.is_subject for each in found):
        yield "to:other"
    for each in found:
        if each.many:
            yield f"who:{each.said}"
    if _ME.search(text):
        yield "to:me"
