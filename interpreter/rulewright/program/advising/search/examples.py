"""Which card does what lines say, and which form of the language says a word that no answer explains."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import Final

from rulewright.program.advising.search.documents import Saying, Shelf
from rulewright.program.english import forms
from rulewright.program.program import Program
from rulewright.syntax import known_words

_PLAIN: Final = re.compile(r"[^\W\d_][\w']*|\d+")
_LONG: Final = 5
"""Phrases have so many words at most."""
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


class Forms:
    """What says words that no answer explains, by the phrases that need it."""

    def __init__(self, sayings: Iterable[Saying]) -> None:
        self._phrases: dict[str, list[int]] = defaultdict(list)
        for number, saying in enumerate(sayings):
            for phrase in saying.words:
                self._phrases[phrase].append(number)

    def needed(self, said: str, missing: Iterable[str]) -> Iterator[tuple[str, Sequence[int]]]:
        """Phrases of a sentence of which a word is missing in an answer, each with the numbers of what says it."""
        found = list(_PLAIN.finditer(said.lower()))
        left = {word for each in missing for word in _PLAIN.findall(each.lower())}
        at = 0
        while at < len(found):
            for many in range(min(_LONG, len(found) - at), 0, -1):
                words = [each[0] for each in found[at : at + many]]
                numbers = self._phrases.get(" ".join(words))
                if numbers and left & set(words):
                    yield said[found[at].start() : found[at + many - 1].end()], numbers
                    at += many - 1
                    break
            at += 1
