"""Which card does what lines say, and which form of the language says a word that no answer explains."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, cached_property
from typing import Final

from rulewright.program.advising.search.documents import Saying, Shelf, wished
from rulewright.program.english import forms
from rulewright.program.program import Program
from rulewright.syntax import known_words

_PLAIN: Final = re.compile(r"[^\W\d_][\w']*|\d+")
_WORD: Final = re.compile(r"'s\b|[A-Za-z][\w-]*|\d+|\S")


class Examples:
    """Cards by the forms of their lines."""

    def __init__(self, program: Program, shelf: Shelf) -> None:
        self.program, self._shelf = program, shelf

    def done_by(self, lines: Sequence[str]) -> str:
        """A card whose rules have lines of the same form, if there is one."""
        wanted = [self._form(line) for line in lines]
        cards = [self._with_form.get(form, frozenset()) for form in wanted]
        both = frozenset.intersection(*cards) if cards else frozenset()
        return min(both, default="")

    @cached_property
    def _with_form(self) -> dict[str, frozenset[str]]:
        made: dict[str, set[str]] = defaultdict(set)
        for saying in self._shelf.sayings:
            if saying.card:
                for line in saying.lines:
                    made[self._form(line)].add(saying.card)
        return {form: frozenset(cards) for form, cards in made.items()}

    @cached_property
    def _verbs(self) -> frozenset[str]:
        return frozenset(
            form for event in self.program.events.values() for form in forms(event.verb)
        )

    def _form(self, line: str) -> str:
        known = known_words()
        return " ".join(
            word
            if word in known or not word[0].isalnum() or word in self._verbs
            else "#"
            if word.isdigit()
            else "_"
            for word in _WORD.findall(line)
        )


def forms_for(said: str, missing: Iterable[str]) -> Iterator[tuple[str, Saying]]:
    """For words of a sentence that are missing in an answer, and for those around them, what says them."""
    words = _words(said)
    left = {word for each in missing for word in _words(each)}
    at = 0
    while at < len(words):
        phrase, saying = next(_from(words, at, left), ((), None))
        if saying is not None:
            yield _as_written(said, at, len(phrase)), saying
        at += len(phrase) or 1


def _from(words: Sequence[str], at: int, left: set[str]) -> Iterator[tuple[Sequence[str], Saying]]:
    """What begins at a word and has one that is missing, the longest first."""
    for phrase, saying in _phrases().get(words[at], ()):
        if words[at : at + len(phrase)] == phrase and left & set(phrase):
            yield phrase, saying


@cache
def _phrases() -> dict[str, list[tuple[list[str], Saying]]]:
    """The forms by the first words of the phrases that need them, those of many words first."""
    made: dict[str, list[tuple[list[str], Saying]]] = defaultdict(list)
    for saying in wished():
        for phrase in map(_words, saying.words):
            made[phrase[0]].append((phrase, saying))
    for each in made.values():
        each.sort(key=lambda form: -len(form[0]))
    return made


def _words(text: str) -> list[str]:
    return _PLAIN.findall(text.lower())


def _as_written(said: str, start: int, many: int) -> str:
    found = list(_PLAIN.finditer(said))
    return said[found[start].start() : found[start + many - 1].end()]
