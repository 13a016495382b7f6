"""Text templates whose words agree in number, or in grammatical person, with inserted values.

Alternatives in parentheses follow a word or are separated by a bar: `card(s)`, `(is|are)`. They agree with the
last number or person before them; if there is none, with the first one after them. For a number the alternatives
are singular and plural. For a person they are third and second person. So `{me} draw(s) {n} card(s)` is "Ann
draws 1 card", and "You draw 1 card" when Ann reads it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final, Literal

from rulewright.base.records import Record

FORMS: Final = re.compile(r"(?<=\w)\((\w+)\)|\(([^()|]*)\|([^()|]*)\)")
_END: Final = re.compile(r"\s*(?:[.,;:!?)]|$)")
_OF: Final = "'s"
_BRACES: Final = re.compile(r"\{([^{}]*)\}")


class Speech(Record):
    """The grammar of a language, as far as templates need it: singular numbers, and words for "you" and "your".

    `you` may end a sentence after one of the words in `before`, or after any word if `before` is empty. After the
    words in `with_you` it may be used anywhere.
    """

    singular: frozenset[int]
    you: str
    your: str = ""
    before: tuple[str, ...] = ()
    with_you: tuple[str, ...] = ()

    def may_say_you(self, words: str, *, ends: bool) -> bool:
        """Return whether the word `you` may follow `words`; `ends` tells whether it ends the sentence."""
        return words.endswith(self.with_you) or (
            ends and (not self.before or words.endswith(self.before))
        )


SPEECH: Final = {
    "en": Speech(frozenset({1, -1}), "you", "your"),
    # French puts indirect pronouns before the verb: *on vous donne*, not *on donne à vous*.
    "fr": Speech(
        frozenset({0, 1, -1}),
        "vous",
        before=(" : ",),
        with_you=(" chez ", " avec ", " contre ", " pour ", " sur ", " par "),
    ),
}
"""The grammars of the known languages; others use that of English."""


Sort = Literal["person", "number", ""]
"""The grammatical category of a value, with which other words may agree."""


class TextValue(Record):
    """A value to insert in a template, as text with what words agree with: a number, or who reads it."""

    word: str
    number: int | None = None
    person: bool = False
    reader: bool = False

    @property
    def sort(self) -> Sort:
        """The category that words agree with: `number`, `person`, or an empty string for none."""
        return "person" if self.person else "" if self.number is None else "number"


def format_count(number: int, what: str) -> str:
    """Return a number with its noun, `1 card` or `2 cards`; the plural is formed with s."""
    return f"{number} {what}{'' if number == 1 else 's'}"


def split_braces(text: str) -> Iterator[tuple[str, bool]]:
    """Yield the pieces of a text in order, each with whether it was in braces (then without them)."""
    for number, piece in enumerate(_BRACES.split(text)):
        if number % 2 or piece:
            yield piece, bool(number % 2)


Form = tuple[int, str | None, str | None]
"""A value's index with its two alternatives: singular and plural for a number, third and second person for a
person. None stands for the value's own name."""

Template = tuple[str | int | Form, ...]
"""A text resolved as far as possible before its values are known: words, value indices and agreeing forms."""


def fill_template(
    parts: Sequence[str | int], values: Sequence[TextValue], language: str = "en"
) -> str:
    """Return a template's text with values inserted and all words inflected.

    In `parts`, a number is the index of a value.
    """
    sorts = tuple(value.sort for value in values)
    singular = speech_of(language).singular
    pieces = resolve_template(tuple(parts), sorts, language)
    return "".join(
        [part if isinstance(part, str) else _text_of(part, values, singular) for part in pieces]
    )


def _text_of(part: int | Form, values: Sequence[TextValue], singular: frozenset[int]) -> str:
    """Return the text of a part: the value with this index, or the form of a word that agrees with one."""
    if isinstance(part, int):
        return values[part].word
    at, first, second = part
    value = values[at]
    is_first = not value.reader if value.person else value.number in singular
    word = first if is_first else second
    return value.word if word is None else word


def speech_of(language: str) -> Speech:
    """Return the grammar of a language; that of English if it is unknown."""
    return SPEECH.get(language, SPEECH["en"])


@lru_cache(maxsize=4096)
def resolve_template(
    parts: tuple[str | int, ...], sorts: tuple[Sort, ...], language: str
) -> Template:
    """Return the parts of a template with each word that agrees with a value paired with that value's index.

    `sorts` are the categories of the values, which decide that.
    """
    speech, resolved = speech_of(language), list[str | int | Form]()
    for place, part in enumerate(parts):
        if isinstance(part, str):
            resolved += (each for each in _word_parts(part, parts, place, sorts, speech) if each)
        else:
            resolved += _value_parts(part, parts, place, sorts, speech)
    return tuple(resolved)


def _value_parts(
    value: int, parts: Sequence[str | int], place: int, sorts: Sequence[Sort], speech: Speech
) -> Sequence[int | Form]:
    """Return the parts for one value; a person who reads becomes "you" if the words around it allow that."""
    before = parts[place - 1] if place else None
    after = parts[place + 1] if place + 1 < len(parts) else ""
    if sorts[value] != "person" or isinstance(after, int):
        return (value,)
    if speech.your and after.startswith(_OF):
        you = speech.your
    elif FORMS.search(after) or (
        isinstance(before, str) and speech.may_say_you(before, ends=bool(_END.match(after)))
    ):
        you = speech.you
    else:
        return value, (value, "", f" ({speech.you})")
    return ((value, None, you if place else you.capitalize()),)


def _word_parts(
    text: str, parts: Sequence[str | int], place: int, sorts: Sequence[Sort], speech: Speech
) -> Iterator[str | Form]:
    """Yield the words of a text part, with each alternative paired with the value that it agrees with."""
    before = parts[place - 1] if place else ""
    is_whose = speech.your and text.startswith(_OF)
    if is_whose and isinstance(before, int) and sorts[before] == "person":
        yield before, _OF, ""  # drop the possessive after "your"
        text = text[len(_OF) :]
    nearest = (*reversed(parts[:place]), *parts[place:])
    governor = next((part for part in nearest if isinstance(part, int) and sorts[part]), None)
    if governor is None:
        yield text
        return
    at = 0
    for form in FORMS.finditer(text):
        yield text[at : form.start()]
        yield governor, *_forms(form, sorts[governor])
        at = form.end()
    yield text[at:]


def _forms(match: re.Match[str], sort: Sort) -> tuple[str, str]:
    """Return both alternatives that a match offers: singular and plural, or third and second person."""
    ending, first, second = match.groups()
    if ending is None:
        return first, second
    # English: she draws, you draw; but one card, two cards.
    return (ending, "") if sort == "person" else ("", ending)
