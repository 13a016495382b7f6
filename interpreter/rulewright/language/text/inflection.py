"""Texts with values in them, whose words bend to a number, or to whom they are told.

At the end of a word, or around a bar, stand forms in parentheses: `card(s)`, `(is|are)`. They go with the
number or the person told last before them; if there is none, with the first one after them.
Of a number the first form means one and the second several; of a person the first speaks about him and the
second to him. So `{me} draw(s) {n} card(s)` is "Ann draws 1 card", and "You draw 1 card" for Ann.
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
    """How a language counts and speaks to somebody: what is told like one, `you`, and what stands for `you's`.

    `before` are the words after which `you` may end a sentence; without them, any; after `with_you` it always may.
    """

    singular: frozenset[int]
    you: str
    your: str = ""
    before: tuple[str, ...] = ()
    with_you: tuple[str, ...] = ()

    def may_say_you(self, words: str, *, ends: bool) -> bool:
        """Whether `you` may follow these words, if a sentence `ends` with it or not."""
        return words.endswith(self.with_you) or (
            ends and (not self.before or words.endswith(self.before))
        )


SPEECH: Final = {
    "en": Speech(frozenset({1, -1}), "you", "your"),
    # Elsewhere what is done to somebody stands before the verb: *on vous donne*, not *on donne à vous*.
    "fr": Speech(
        frozenset({0, 1, -1}),
        "vous",
        before=(" : ",),
        with_you=(" chez ", " avec ", " contre ", " pour ", " sur ", " par "),
    ),
}
"""The languages of which texts may be; any other bends as English does."""


Sort = Literal["person", "number", ""]
"""What sort of value stands in a text, for the words that go with it."""


class Said(Record):
    """A value in words; whether words bend to it, and whether it is the person who reads the text."""

    word: str
    number: int | None = None
    person: bool = False
    reader: bool = False

    @property
    def sort(self) -> Sort:
        """What words can go with: a person or a number; with other values none do."""
        return "person" if self.person else "" if self.number is None else "number"


def number_of(number: int, what: str) -> str:
    """Return `1 card`, `2 cards`: a number of things whose name takes an s."""
    return f"{number} {what}{'' if number == 1 else 's'}"


def in_pieces(text: str) -> Iterator[tuple[str, bool]]:
    """The pieces of a text in their order, each with whether it stood in braces."""
    for number, piece in enumerate(_BRACES.split(text)):
        if number % 2 or piece:
            yield piece, bool(number % 2)


Form = tuple[int, str | None, str | None]
"""Words that go with a value, the first or the second: of a number those for one and for several, of a person those
about somebody else and those to the reader. None is what the value itself is called.
"""

Template = tuple[str | int | Form, ...]
"""A text to be filled in without knowing its language: words, numbers of values, and what goes with a value."""


def filled(parts: Sequence[str | int], values: Sequence[Said], language: str = "en") -> str:
    """Return the text of `parts`, in which numbers stand for those of `values`, with all words bent."""
    sorts = tuple(value.sort for value in values)
    singular = speech_of(language).singular
    found = template(tuple(parts), sorts, language)
    return "".join(
        [part if isinstance(part, str) else _told(part, values, singular) for part in found]
    )


def _told(part: int | Form, values: Sequence[Said], singular: frozenset[int]) -> str:
    """What stands for a value, or goes with it."""
    if isinstance(part, int):
        return values[part].word
    at, first, second = part
    said = values[at]
    is_first = not said.reader if said.person else said.number in singular
    word = first if is_first else second
    return said.word if word is None else word


def speech_of(language: str) -> Speech:
    """How a language speaks; any that is not known speaks as English does."""
    return SPEECH.get(language, SPEECH["en"])


@lru_cache(maxsize=4096)
def template(parts: tuple[str | int, ...], sorts: tuple[Sort, ...], language: str) -> Template:
    """A text whose values are of these sorts, with all that can be known before they are."""
    speech, found = speech_of(language), list[str | int | Form]()
    for place, part in enumerate(parts):
        if isinstance(part, str):
            found += (each for each in _words(part, parts, place, sorts, speech) if each)
        else:
            found += _value(part, parts, place, sorts, speech)
    return tuple(found)


def _value(
    value: int, parts: Sequence[str | int], place: int, sorts: Sequence[Sort], speech: Speech
) -> Sequence[int | Form]:
    """A value; the reader as *you* where the words beside it allow it, and else with his name."""
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


def _words(
    text: str, parts: Sequence[str | int], place: int, sorts: Sequence[Sort], speech: Speech
) -> Iterator[str | Form]:
    """Words with the forms that go with the value beside them."""
    before = parts[place - 1] if place else ""
    is_whose = speech.your and text.startswith(_OF)
    if is_whose and isinstance(before, int) and sorts[before] == "person":
        yield before, _OF, ""  # behind "your" nothing says whose
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


def _forms(found: re.Match[str], sort: Sort) -> tuple[str, str]:
    """Both forms: of a number one and several, of a person about it and to it."""
    ending, first, second = found.groups()
    if ending is None:
        return first, second
    # English: she draws, you draw; but one card, two cards.
    return (ending, "") if sort == "person" else ("", ending)
