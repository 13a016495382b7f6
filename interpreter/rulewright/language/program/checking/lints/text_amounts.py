"""Lint for amounts in the text of a card that its rules do not have."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from rulewright.language.program import complaints as say, program as p
from rulewright.language.program.checking.dependency_graph import DependencyGraph
from rulewright.language.text import Complaint, Span
from rulewright.language.text.words.number_words import numbers_in

_TEXT: Final = re.compile(r'"[^"]*"|#.*')
_NAME: Final = re.compile(r"[a-z][a-z-]*")
_AMOUNT: Final = re.compile(r"\b(?:(more than|at most|less than|fewer than|at least) )?(\d+)\b")
_ABOVE: Final = ("more than", "at most")
"""Words after which a text may say the next higher amount: more than 4 is at least 5."""


def find_wrong_amounts(graph: DependencyGraph) -> Iterator[Complaint]:
    """Yield complaints about amounts in the English texts of cards."""
    for card in graph.program.cards.values():
        at = span_of_text(card)
        if at is not None:
            yield from wrong_amounts(graph.program, card, at, "en")


def wrong_amounts(program: p.Program, card: p.Card, at: Span, language: str) -> Iterator[Complaint]:
    """Yield a complaint about an amount in the text of a card at `at` in this language.

    Only the first amount that the rules do not have is reported, and only if they have one that the text
    lacks: many amounts of a text follow from rules that are on no card. A card with a setting in its rules is
    left out, because editions change its amounts.
    """
    said = list(numbers_in(at.text, language))
    if not said:
        return
    rules = [_TEXT.sub("", each.at.text) for each in program.rules if each.card == card.name]
    if any(_has_number_setting(program, each) for each in rules):
        return
    own = {number: near for each in rules for number, near in _amounts_of(each)}
    known = {*card.values.values()}.union(*own.values())
    missing = sorted(
        n for n, near in own.items() if n >= 2 and near.isdisjoint({s for s, *_ in said})
    )
    for number, start, end in said:
        if number not in known and missing:
            place = Span(at.source, at.start + start, at.start + end)
            yield say.lints.amount_not_in_rules(place, card.name, number, missing)
            return


def span_of_text(card: p.Card) -> Span | None:
    """Return the span of a card's text as its file has it; None if it is not written in one piece."""
    source = card.at.source
    start = source.text.find(card.notes.text, card.at.end) if card.notes.text else -1
    return Span(source, start, start + len(card.notes.text)) if start >= 0 else None


def _has_number_setting(program: p.Program, rule: str) -> bool:
    """Return whether a rule names a setting that is a number."""
    settings = (program.settings.get(name) for name in _NAME.findall(rule))
    return any(each is not None and type(each.default) is int for each in settings)


def _amounts_of(rule: str) -> Iterator[tuple[int, set[int]]]:
    """Yield each amount in a rule, with the amounts that a text may say for it."""
    for found in _AMOUNT.finditer(rule):
        number = int(found[2])
        other = 0 if found[1] is None else 1 if found[1] in _ABOVE else -1
        yield number, {number, number + other}
