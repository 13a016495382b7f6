"""Completion of whole sentences: events of the game, and worked examples, as snippets with placeholders."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import Final

from rulewright.assist.example_table import WorkedExample, examples_for
from rulewright.assist.examples.nearest_examples import MOST
from rulewright.assist.examples.retrieval import Retriever
from rulewright.assist.logical_lines import LogicalLine
from rulewright.editor import wire
from rulewright.editor.positions import PositionConverter
from rulewright.language.program.program import Event, Parameter, Program
from rulewright.language.syntax import language_keywords
from rulewright.language.syntax.parsing.lexer import STEP
from rulewright.language.syntax.recovery.continuations import Continuation
from rulewright.language.text import Source, Span
from rulewright.language.text.words.english import base_form

_WORD: Final = re.compile(r'"[^"]*"|[^\W_]+(?:-[^\W_]+)*|.', re.DOTALL)
_LEAST_WORDS: Final = 2
_LITTLE: Final = frozenset({"players", "player"})
"""Names that every game has, and that are kept in snippets."""


def sentences(program: Program, at: Span, allowed: Continuation) -> Iterator[wire.CompletionItem]:
    """Yield events and examples that can begin at `at`; after a typed word, those with a word beginning like it."""
    begun = re.compile(rf"(?i)\b{re.escape(at.text)}")
    deeds, hooks = allowed.accepts("choose"), allowed.accepts("after x")
    for event in program.events.values():
        instruction, trigger = _as_instruction(event), _as_trigger(event)
        if deeds and begun.search(instruction) and allowed.accepts(instruction):
            yield _item(instruction, event.notes.text or f"event {event.name}", "3")
        if hooks and begun.search(trigger):
            yield _item(f"{trigger}\n    ", f"when this has happened: event {event.name}", "4")
    logical_line = LogicalLine(at, at.text, allowed.depth)
    for row in examples_for(logical_line):
        if begun.search(f"{row.lines[0]} {row.phrases[0]}") and allowed.accepts(row.lines[0]):
            yield _example_item(row)


def examples(
    program: Program, source: Source, at: Span, positions: PositionConverter
) -> Iterator[wire.CompletionItem]:
    """Yield the examples nearest to the line around `at`, each to replace that line."""
    start = source.text.rfind("\n", 0, at.start) + 1
    line = source.text[start : source.text.find("\n", at.end) % (len(source.text) + 1)]
    content = line.strip()
    if len(content.split()) < _LEAST_WORDS or content.startswith("#"):
        return
    depth = len(line) - len(line.lstrip())
    above = LogicalLine(Span(source, start + depth, start + len(line.rstrip())), content, depth)
    nearest = Retriever.for_program(program).nearest(
        content, MOST, above.above.startswith("scenario ")
    )
    for number, example in enumerate(nearest, 1):
        text = above.indented(tuple(_indentation(each) for each in example.lines))
        yield wire.CompletionItem(
            f"{number}. {example.lines[0]}",
            kind=wire.CompletionItemKind.Text,
            detail=f"for example: {example.phrase}",
            documentation="\n".join([*example.lines, *example.extra, example.remark]).rstrip(),
            filter_text=line[depth:],
            sort_text=f"7{number}",
            text_edit=positions.edit(above.span, text),
        )


def _indentation(line: str) -> tuple[int, str]:
    """Return the indentation of a line in steps, and the line without it."""
    content = line.lstrip()
    return (len(line) - len(content)) // STEP, content


def _as_instruction(event: Event) -> str:
    """Return the event as an instruction to the acting player: `draw 2 cards`."""
    parts = _parameter_words(
        event, lambda each: f"1 {each.unit}" if each.unit else f"the {each.type.name}"
    )
    return " ".join([base_form(event.verb), *parts])


def _as_trigger(event: Event) -> str:
    """Return the event as a trigger: `after a player draws some cards`."""
    parts = _parameter_words(
        event, lambda each: f"some {each.unit}" if each.unit else f"a {each.type.name}"
    )
    return " ".join([f"after a {event.parameters[0].type.name} {event.verb}", *parts])


def _parameter_words(event: Event, say: Callable[[Parameter], str]) -> Iterator[str]:
    """Yield the words after an event's verb, with `say` for each parameter."""
    if event.fixed:
        yield event.fixed
    for parameter in event.parameters[1:]:
        if parameter.preposition:
            yield parameter.preposition
        yield say(parameter)


def _example_item(row: WorkedExample) -> wire.CompletionItem:
    """Return a worked example as a completion, labelled with its first phrase."""
    item = _item("\n".join(row.lines), row.remark or f"how to say: {row.phrases[0]}", "6")
    item.label = row.phrases[0]
    item.detail = row.lines[0]
    item.filter_text = f"{row.lines[0]} {row.phrases[0]}"
    return item


def _item(text: str, about: str, order: str) -> wire.CompletionItem:
    """Return a snippet completion of `text`; `order` begins its sort key."""
    return wire.CompletionItem(
        text.rstrip(),
        kind=wire.CompletionItemKind.Snippet,
        detail=about,
        insert_text=as_snippet(text),
        insert_text_format=wire.InsertTextFormat.Snippet,
        sort_text=f"{order}{text}",
    )


@cache
def as_snippet(text: str) -> str:
    """Return a sentence as a snippet: every word except for keywords becomes a placeholder."""
    known = {*language_keywords(), *_LITTLE, "s"}
    pieces: list[str] = []
    holes = 0
    for word in _WORD.findall(text):
        if word in known or not (word[0].isalnum() or word[0] == '"'):
            pieces.append(_escaped(word))
        else:
            holes += 1
            pieces.append(f"${{{holes}:{_escaped(word)}}}")
    return "".join(pieces)


def _escaped(text: str) -> str:
    """Return text with the special characters of snippets escaped."""
    return re.sub(r"([\\$}])", r"\\\1", text)
