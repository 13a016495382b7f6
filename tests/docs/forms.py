"""Which forms of the grammar a text has, and where each begins."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

from attrs import frozen

from rulewright.language.syntax.parsing.grammar import Production
from rulewright.language.syntax.parsing.lexer import Excerpt, Token
from rulewright.language.syntax.parsing.parser import Grammar, grammar
from rulewright.language.text import Source

INNER = frozenset({"start", "block", "notes", "_nothing"})
"""Rules of the grammar that only hold others together."""


@frozen
class Found:
    """A form in a text: the grammar's rule, and from where to where the text has it."""

    rule: Production
    start: int
    end: int
    words: frozenset[str]
    """Keywords and signs that are its own."""


def form_of(rule: Production) -> str:
    """What a rule is a form of; the parser library's helpers belong to the rule that they help."""
    name = rule.name
    return (
        name.lstrip("_").rsplit("_plus_", 1)[0].rsplit("_star_", 1)[0] if name[:2] == "__" else name
    )


def parts() -> set[tuple[str, str]]:
    """Every form of the grammar with each thing that it may be made of."""
    return {(form_of(rule), symbol.name) for rule in grammar().rules for symbol in rule.symbols}


def forms() -> dict[str, set[str]]:
    """The forms that authors see, with the words and signs that are their own."""
    found: dict[str, set[str]] = {}
    for rule in grammar().rules:
        name = rule.name
        only_passes_on = rule.expands_one and not rule.alias and len(rule.symbols) == 1
        if name not in INNER and not name.startswith("_") and not only_passes_on:
            found.setdefault(name, set()).update(map(spelled, own_words(rule)))
    return found


def own_words(rule: Production) -> Iterator[str]:
    """The keywords and signs of a rule, by the grammar's names for them."""
    return (each.name for each in rule.symbols if each.name in grammar().spelling)


def spelled(name: str) -> str:
    """A keyword or sign as it is written."""
    return grammar().spelling[name]


def found_in(text: str) -> list[Found]:
    """All forms of a text that is right. Raises NotUnderstood for one that is not."""
    found: list[Found] = []
    recorder: Any = _recorder()
    recorder.reducers = [_recorded(rule, found) for rule in reversed(recorder.rules)]
    recorder.read(Excerpt(Source("example.rules", text), text))
    return found


@cache
def _recorder() -> Grammar:
    """The grammar as the interpreter has it, to be read with other builders."""
    usual = grammar()
    made = Grammar.__new__(Grammar)
    made.__dict__.update(usual.__dict__)
    return made


Place = tuple[int, int, frozenset[str]]


def _recorded(rule: Production, found: list[Found]) -> Callable[[list[Any]], Any]:
    """A builder that notes where a rule was read, and makes a place of it."""

    def reduce(given: list[Any]) -> Place | None:
        places = [_place(each) for each in given]
        seen = [each for each in places if each is not None]
        own = {
            each.text
            for each in given
            if isinstance(each, Token) and each.type in grammar().spelling
        }
        own |= {word for each in seen for word in each[2]}
        if not seen:
            return None
        start, end = min(each[0] for each in seen), max(each[1] for each in seen)
        found.append(Found(rule, start, end, frozenset(own)))
        return start, end, frozenset(own) if rule.name.startswith("_") else frozenset()

    return reduce


def _place(each: Token | Place | None) -> Place | None:
    if isinstance(each, Token):
        return (each.start, each.end, frozenset()) if each.end > each.start else None
    return each
