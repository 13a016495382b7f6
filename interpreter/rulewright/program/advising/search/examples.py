"""Which card does what lines say."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from functools import cached_property
from typing import Final

from rulewright.program.advising.search.documents import Shelf
from rulewright.program.english import forms
from rulewright.program.program import Program
from rulewright.syntax import known_words

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
