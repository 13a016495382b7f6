"""Whole sentences to begin a line with: the events of the game, and those of the table of wishes, with holes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import Final

from rulewright.front.editing import wire
from rulewright.front.editing.positions import Positions
from rulewright.program.advising.logical_lines import LogicalLine
from rulewright.program.advising.perhaps import MOST
from rulewright.program.advising.search import Searcher
from rulewright.program.advising.wish_table import Wish, wishes_for
from rulewright.program.english import base_form
from rulewright.program.program import Event, Parameter, Program
from rulewright.syntax import known_words
from rulewright.syntax.continuing import Continuation
from rulewright.syntax.lexer import STEP
from rulewright.text import Source, Span

_WORD: Final = re.compile(r'"[^"]*"|[^\W_]+(?:-[^\W_]+)*|.', re.DOTALL)
_LEAST_WORDS: Final = 2
_LITTLE: Final = frozenset({"players", "player"})
"""Names that every game has."""


def sentences(program: Program, at: Span, allowed: Continuation) -> Iterator[wire.CompletionItem]:
    """The sentences that can begin here, with a word that begins as the one at the place, if there is one."""
    begun = re.compile(rf"(?i)\b{re.escape(at.text)}")
    deeds, hooks = allowed.takes("choose"), allowed.takes("after x")
    for event in program.events.values():
        done, heard = _as_done(event), _as_heard(event)
        if deeds and begun.search(done) and allowed.takes(done):
            yield _item(done, event.notes.text or f"event {event.name}", "3")
        if hooks and begun.search(heard):
            yield _item(f"{heard}\n    ", f"when this has happened: event {event.name}", "4")
    said = LogicalLine(at, at.text, allowed.depth)
    for wish in wishes_for(said):
        if begun.search(f"{wish.answer[0]} {wish.example}") and allowed.takes(wish.answer[0]):
            yield _wished(wish)


def wished(
    program: Program, source: Source, at: Span, positions: Positions
) -> Iterator[wire.CompletionItem]:
    """What may be meant by the line around a place, to stand instead of it: wherever somebody writes in it."""
    start = source.text.rfind("\n", 0, at.start) + 1
    line = source.text[start : source.text.find("\n", at.end) % (len(source.text) + 1)]
    said = line.strip()
    if len(said.split()) < _LEAST_WORDS or said.startswith("#"):
        return
    depth = len(line) - len(line.lstrip())
    above = LogicalLine(Span(source, start + depth, start + len(line.rstrip())), said, depth)
    searcher = Searcher.over(program)
    for number, found in enumerate(
        searcher.found(said, MOST, above.above.startswith("scenario ")), 1
    ):
        text = above.indented(tuple(_deep(each) for each in found.lines))
        yield wire.CompletionItem(
            f"{number}. {found.lines[0]}",
            kind=wire.ItemKind.TEXT,
            detail=f"perhaps: {found.asked}",
            documentation="\n".join([*found.lines, *found.extra, found.remark]).rstrip(),
            filter_text=line[depth:],
            sort_text=f"7{number}",
            text_edit=positions.edit(above.span, text),
        )


def _deep(line: str) -> tuple[int, str]:
    said = line.lstrip()
    return (len(line) - len(said)) // STEP, said


def _as_done(event: Event) -> str:
    """`draw 2 cards`, as whoever a rule speaks for does it."""
    parts = _parts(event, lambda each: f"1 {each.unit}" if each.unit else f"the {each.type.name}")
    return " ".join([base_form(event.verb), *parts])


def _as_heard(event: Event) -> str:
    """`after a player draws some cards`."""
    parts = _parts(event, lambda each: f"some {each.unit}" if each.unit else f"a {each.type.name}")
    return " ".join([f"after a {event.parameters[0].type.name} {event.verb}", *parts])


def _parts(event: Event, say: Callable[[Parameter], str]) -> Iterator[str]:
    if event.fixed:
        yield event.fixed
    for parameter in event.parameters[1:]:
        if parameter.preposition:
            yield parameter.preposition
        yield say(parameter)


def _wished(wish: Wish) -> wire.CompletionItem:
    """A wish by what people write, with the sentence that says it here."""
    item = _item("\n".join(wish.answer), wish.remark or f"how to say: {wish.example}", "6")
    item.label = wish.example
    item.detail = wish.answer[0]
    item.filter_text = f"{wish.answer[0]} {wish.example}"
    return item


def _item(text: str, about: str, order: str) -> wire.CompletionItem:
    return wire.CompletionItem(
        text.rstrip(),
        kind=wire.ItemKind.SNIPPET,
        detail=about,
        insert_text=with_holes(text),
        insert_text_format=wire.SNIPPET,
        sort_text=f"{order}{text}",
    )


@cache
def with_holes(text: str) -> str:
    """A sentence in which every word that is no word of the language is a hole to be filled."""
    known = {*known_words(), *_LITTLE, "s"}
    made: list[str] = []
    holes = 0
    for word in _WORD.findall(text):
        if word in known or not (word[0].isalnum() or word[0] == '"'):
            made.append(_escaped(word))
        else:
            holes += 1
            made.append(f"${{{holes}:{_escaped(word)}}}")
    return "".join(made)


def _escaped(text: str) -> str:
    return re.sub(r"([\\$}])", r"\\\1", text)
