"""Fixes for slips of the pen: words swapped, missing, doubled, misspelt or confused."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from rulewright.assist.logical_lines import LogicalLine
from rulewright.assist.vocabulary import Vocabulary
from rulewright.language.syntax import language_keywords
from rulewright.language.syntax.recovery.known_mistakes.mistaken_words import DIGITS, frames_for
from rulewright.language.text import Fix, Span, did_you_mean, missing_word_hint, nearest
from rulewright.language.text.words.english import base_form
from rulewright.language.text.words.nearest_names import distance, is_one_edit

_WORD: Final = re.compile(r"\"[^\"]*\"|'s\b|[A-Za-z0-9-]+|\S")
_TEXTS: Final = re.compile(r"(?:scenario|text|tell|reading|printed|because|told) ([^\"]+)")
"""Matches lines that consist of a keyword and a text."""
_OTHER_QUOTES: Final = "\u201c\u201d\u201e\u00ab\u00bb"
_OWNERS: Final = ("his", "her", "their", "your")
_EMPTY: Final = ("some", "any", "of")
"""Words without a meaning of their own."""
_LONG: Final = 4
"""Length in letters; shorter words resemble too many others."""
_ARTICLES: Final = ("the", "a", "an")
"""Words that cannot begin a line in place of its verb: `the give cards` is no slip of the pen."""


def fix_slips(line: LogicalLine, at: Span, words: Vocabulary) -> Iterator[Fix]:
    """Yield fixes for slips in `line`: a word doubled, misspelt, capitalized, or swapped with its neighbour."""
    spans = _word_spans(line.span)
    yield from _remove_doubled(spans)
    yield from _quote_text(line)
    yield from _capitalize_cards(spans, words)
    yield from _insert_apostrophe(spans)
    yield from _split_joined_words(spans, words)
    yield from _replace_confused(spans, _word_index_at(spans, at), words)
    yield from _correct_misspelt(spans, words)
    yield from _swap_adjacent(spans, _word_index_at(spans, at), words)
    yield from _remove_stray_words(spans, _word_index_at(spans, at))
    yield from _break_line(line, at)
    yield from _move_condition(line)


def insert_articles(at: Span) -> Iterator[Fix]:
    """Yield fixes that insert a determiner before a name that means something else without one."""
    begin = Span(at.source, at.start, at.start)
    for word in ("the", "a", "my"):
        yield Fix(begin, f"{word} ", missing_word_hint(word, at.text))


def _word_index_at(words: list[Span], at: Span) -> int:
    """Return the index of the word at or after the start of `at`; the number of words if there is none."""
    return next((n for n, word in enumerate(words) if word.end > at.start), len(words))


def _word_spans(span: Span) -> list[Span]:
    """Return the span of each word in `span`."""
    return [
        Span(span.source, span.start + match.start(), span.start + match.end())
        for match in _WORD.finditer(span.text)
    ]


def _remove_doubled(words: list[Span]) -> Iterator[Fix]:
    """Yield fixes that remove the second of two equal adjacent words."""
    for before, word in pairwise(words):
        if before.text == word.text:
            at = Span(word.source, before.end, word.end)
            yield Fix(at, "", f"leave out one `{word.text}`")


def _quote_text(line: LogicalLine) -> Iterator[Fix]:
    """Yield the fix for a text without quotes."""
    match = _TEXTS.fullmatch(line.span.text)
    if match is not None:
        start = line.span.start + match.start(1)
        content = match[1].strip(_OTHER_QUOTES)
        if len(content) > 1 and content[0] == content[-1] == "'":
            content = content[1:-1]
        text = f'"{content}"'
        yield Fix(Span(line.span.source, start, line.span.end), text, f"write `{text}`, in quotes")


def _capitalize_cards(words: list[Span], known: Vocabulary) -> Iterator[Fix]:
    """Yield fixes for card names of two words in lower case: `blood orange`."""
    for before, word in pairwise(words):
        for name in (f"{before.text} {word.text}".title(), f"{before.text}-{word.text}".title()):
            pair = before.to(word)
            if name in known.names and name != pair.text and pair.text.lower() == name.lower():
                yield Fix(pair, name, f"write `{name}`")


def _replace_confused(words: list[Span], failing_index: int, known: Vocabulary) -> Iterator[Fix]:
    """Yield fixes for a word of the language confused with a similar one: `more then 3`."""
    for word in words[failing_index : failing_index + 1]:
        if word.text in _OWNERS:
            for who in ("its", *(f"the {name}'s" for name in known.introduced)):
                yield Fix(word, who, f"name the owner: `{who}`")
        if not word.text.isalpha() or len(word.text) < _LONG:
            continue
        far = 2 if len(word.text) > _LONG else 1
        for other in sorted(language_keywords()):
            may_be = len(other) >= _LONG and abs(len(other) - len(word.text)) <= far
            if may_be and other != word.text and distance(word.text, other) <= far:
                yield Fix(word, other, f"did you mean `{other}`?")


def _insert_apostrophe(words: list[Span]) -> Iterator[Fix]:
    """Yield fixes for a genitive without an apostrophe: `the players chips`."""
    keywords = language_keywords()
    for word, following in pairwise(words):
        if word.text.endswith("s") and word.text not in keywords and following.text[0].isalpha():
            owner = f"{word.text[:-1]}'s"
            if following.text not in keywords:
                yield Fix(word, owner, f"whose? perhaps `{owner} {following.text}`")


def _split_joined_words(words: list[Span], known: Vocabulary) -> Iterator[Fix]:
    """Yield fixes for two words without a blank between them: `atleast`, `gain2`."""
    all_known = {*language_keywords(), *known.names, *map(base_form, known.events)}
    for word in words:
        if word.text.isalnum() and word.text not in all_known:
            for place in range(1, len(word.text)):
                one, other = word.text[:place], word.text[place:]
                if all(each in all_known or each.isdigit() for each in (one, other)):
                    yield Fix(word, f"{one} {other}", f"write `{one} {other}`")


def _correct_misspelt(words: list[Span], known: Vocabulary) -> Iterator[Fix]:
    """Yield fixes for unknown words that resemble a word of the language or a name."""
    keywords = language_keywords()
    for word in words:
        text = word.text
        known_word = text in keywords or text in known.names or text in DIGITS
        if known_word or not text[0].isalpha() or frames_for(text):
            continue
        if text.lower() in keywords or text.lower() in known.names:
            yield Fix(word, text.lower(), f"write `{text.lower()}`")
        for names in (keywords, known.names):
            close = nearest(text, names)
            similar = sorted(each for each in names if is_one_edit(each, text) and each != close)
            for correct in (close, *similar) if close is not None else ():
                if help := did_you_mean(text, [correct]):
                    yield Fix(word, correct, help)


def _swap_adjacent(words: list[Span], failing_index: int, known: Vocabulary) -> Iterator[Fix]:
    """Yield fixes that swap two adjacent words at the failing place."""
    verbs = set(map(base_form, known.events))
    for place in (failing_index, failing_index + 1, failing_index - 1):
        if 0 < place < len(words):
            one, other = words[place - 1], words[place]
            is_verb = place == 1 and (one.text in verbs or one.text not in known.names)
            if any(map(_is_sign, (one.text, other.text))):
                continue
            if not (is_verb and other.text in _ARTICLES):
                swapped = f"{other.text} {one.text}".replace(" 's", "'s")
                yield Fix(one.to(other), swapped, f"swap two words: `{swapped}`")


def _break_line(line: LogicalLine, at: Span) -> Iterator[Fix]:
    """Yield the fix that breaks the line before the failing words."""
    source, start = at.source, at.start
    end = len(source.text[:start].rstrip())
    if line.span.start < end and start < line.span.end:
        rest = source.text[start : line.span.end]
        text = "\n" + " " * line.depth
        yield Fix(Span(source, end, start), text, f"begin a new line with `{rest}`")


def _move_condition(line: LogicalLine) -> Iterator[Fix]:
    """Yield the fix that moves a condition behind its head: `if I am rich, power trade at main`."""
    text = line.span.text
    for comma in re.finditer(r", ", text) if text.startswith("if ") else ():
        head = text[comma.end() :]
        suggested = f"{head}, {text[: comma.start()]}"
        yield Fix(line.span, suggested, f"put the condition last: write `{suggested}`")


def _remove_stray_words(words: list[Span], failing_index: int) -> Iterator[Fix]:
    """Yield fixes that remove a misplaced small word: `cards some in my hand`."""
    for place in (failing_index, failing_index - 1):
        if 0 < place < len(words) - 1 and words[place].text in _EMPTY:
            at = Span(words[place].source, words[place].start, words[place + 1].start)
            yield Fix(at, "", f"leave out `{words[place].text}`")


def _is_sign(text: str) -> bool:
    """Return whether `text` is a sign: neither a word nor a number nor a quoted text."""
    return not (text[0].isalnum() or text[0] in "\"'")
