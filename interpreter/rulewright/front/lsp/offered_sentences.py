"""Whole sentences to begin a line with: the events of the game, and those of the table of wishes, with holes."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator
from typing import Final

from lsprotocol import types as lsp

from rulewright.program.advising.said_lines import SaidLine
from rulewright.program.advising.wish_table import Wish, wishes_for
from rulewright.program.english import base_form
from rulewright.program.program import Event, Parameter, Program
from rulewright.syntax import known_words
from rulewright.syntax.continuing import Continuation
from rulewright.text import Span

_WORD: Final = re.compile(r'"[^"]*"|[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*|.', re.DOTALL)
_LITTLE: Final = frozenset({"players", "player"})
"""Names that every game has."""


def sentences(program: Program, at: Span, allowed: Continuation) -> Iterator[lsp.CompletionItem]:
    """The sentences that can begin here."""
    for event in program.events.values():
        yield from _deed(event, allowed)
        yield from _hooks(event, allowed)
    said = SaidLine(at, at.text, allowed.depth)
    for wish in wishes_for(said).wishes:
        if allowed.takes(wish.answer[0]):
            yield _wished(wish)


def _deed(event: Event, allowed: Continuation) -> Iterator[lsp.CompletionItem]:
    """`draw 2 cards`, as whoever a rule speaks for does it."""
    said = " ".join([base_form(event.verb), *_parts(event, _as_done)])
    if allowed.takes(said) and allowed.takes("choose"):
        yield _item(said, event.notes.text or f"event {event.name}", "3")


def _hooks(event: Event, allowed: Continuation) -> Iterator[lsp.CompletionItem]:
    """`after a player draws some cards`."""
    doer = f"a {event.parameters[0].type.name}"
    heard = " ".join([f"after {doer} {event.verb}", *_parts(event, _as_heard)])
    if allowed.takes("after x"):
        yield _item(f"{heard}\n    ", f"when this has happened: event {event.name}", "4")


def _parts(event: Event, say: Callable[[Parameter], str]) -> Iterator[str]:
    if event.fixed:
        yield event.fixed
    for parameter in event.parameters[1:]:
        if parameter.preposition:
            yield parameter.preposition
        yield say(parameter)


def _as_done(parameter: Parameter) -> str:
    return f"1 {parameter.unit}" if parameter.unit else f"the {parameter.type.name}"


def _as_heard(parameter: Parameter) -> str:
    return f"some {parameter.unit}" if parameter.unit else f"a {parameter.type.name}"


def _wished(wish: Wish) -> lsp.CompletionItem:
    """A wish by what people write, with the sentence that says it here."""
    item = _item("\n".join(wish.answer), wish.remark or f"how to say: {wish.example}", "6")
    item.label = wish.example
    item.detail = wish.answer[0]
    item.filter_text = f"{wish.answer[0]} {wish.example}"
    return item


def _item(text: str, about: str, order: str) -> lsp.CompletionItem:
    return lsp.CompletionItem(
        text.rstrip(),
        kind=lsp.CompletionItemKind.Snippet,
        detail=about,
        insert_text=with_holes(text),
        insert_text_format=lsp.InsertTextFormat.Snippet,
        sort_text=f"{order}{text}",
    )


def with_holes(text: str) -> str:
    """A sentence in which every word that is no word of the language is a hole to be filled."""
    known = _known()
    made: list[str] = []
    holes = 0
    for word in _WORD.findall(text):
        if word in known or not (word[0].isalnum() or word[0] == '"'):
            made.append(_escaped(word))
        else:
            holes += 1
            made.append(f"${{{holes}:{_escaped(word)}}}")
    return "".join(made)


def _known() -> Collection[str]:
    return {*known_words(), *_LITTLE, "s"}


def _escaped(text: str) -> str:
    return re.sub(r"([\\$}])", r"\\\1", text)
