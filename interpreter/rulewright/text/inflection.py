"""Texts with values in them, whose words bend to a number, or to whom they are told.

At the end of a word, or around a bar, stand forms in parentheses: `card(s)`, `(is|are)`. They go with the
number or the person told last before them; if there is none, with the first one after them.
Of a number the first form means one and the second several; of a person the first speaks about him and the
second to him. So `{me} draw(s) {n} card(s)` is "Ann draws 1 card", and "You draw 1 card" for Ann.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from rulewright.records import Record, evolve

FORMS: Final = re.compile(r"(?<=\w)\((\w+)\)|\(([^()|]*)\|([^()|]*)\)")
_END: Final = re.compile(r"\s*(?:[.,;:!?)]|$)")
_OF: Final = "'s"
_BRACES: Final = re.compile(r"\{([^{}]*)\}")


class Speech(Record):
    """How a language counts and speaks to somebody: what is told like one, `you`, and what stands for `you's`.

    `before` are the words after which `you` may end a sentence; without them, any.
    """

    singular: frozenset[int]
    you: str
    your: str = ""
    before: tuple[str, ...] = ()

    def ends_with_you(self, words: str) -> bool:
        """Whether `you` may end a sentence that goes like these words so far."""
        return not self.before or words.endswith(self.before)


SPEECH: Final = {
    "en": Speech(frozenset({1, -1}), "you", "your"),
    # Elsewhere what is done to somebody stands before the verb: *on vous donne*, not *on donne à vous*.
    "fr": Speech(
        frozenset({0, 1, -1}),
        "vous",
        before=(" chez ", " avec ", " contre ", " pour ", " sur ", " par ", " : "),
    ),
}
"""The languages of which texts may be; any other bends as English does."""


class Said(Record):
    """A value in words; whether words bend to it, and whether it is the person who reads the text."""

    word: str
    number: int | None = None
    person: bool = False
    reader: bool = False

    @property
    def bends(self) -> bool:
        """Whether words can go with it."""
        return self.person or self.number is not None


def number_of(number: int, what: str) -> str:
    """Return `1 card`, `2 cards`: a number of things whose name takes an s."""
    return f"{number} {what}{'' if number == 1 else 's'}"


def in_pieces(text: str) -> Iterator[tuple[str, bool]]:
    """The pieces of a text in their order, each with whether it stood in braces."""
    for number, piece in enumerate(_BRACES.split(text)):
        if number % 2 or piece:
            yield piece, bool(number % 2)


def filled(parts: Sequence[str | int], values: Sequence[Said], language: str = "en") -> str:
    """Return the text of `parts`, in which numbers stand for those of `values`, with all words bent."""
    pieces = [values[part] if isinstance(part, int) else part for part in parts]
    speech = SPEECH.get(language, SPEECH["en"])
    words = [
        _told(pieces, place, speech) if isinstance(piece, Said) else _bent(pieces, place, speech)
        for place, piece in enumerate(pieces)
    ]
    return "".join(words)


Bending = tuple[int, str, str]
"""Words that go with a number: which of the values that is, the words for one and for several."""


def bending(parts: Sequence[str | int], values: Sequence[Said]) -> list[str | int | Bending]:
    """The parts of a text, with the words that bend apart; only what sort of values they are counts, not which.

    For whoever fills it in for nobody in particular, knowing no more of the language than what it tells like one.
    """
    pieces = [values[part] if isinstance(part, int) else part for part in parts]
    found: list[str | int | Bending] = []
    for place, part in enumerate(parts):
        said = _governor(pieces, place)
        if isinstance(part, int) or said is None:
            found.append(part)
            continue
        number = next(at for at, value in enumerate(values) if value is said)
        for plain, form in _forms_in(part):
            found += [plain] if plain else []
            if form is not None:
                several, one = (
                    _form(form, said if said.person else evolve(said, number=n), SPEECH["en"])
                    for n in (2, 1)
                )
                found.append(one if said.person else (number, one, several))
    return found


def _forms_in(text: str) -> Iterator[tuple[str, re.Match[str] | None]]:
    """The words before each form, and the form; last what stands behind all."""
    at = 0
    for form in FORMS.finditer(text):
        yield text[at : form.start()], form
        at = form.end()
    yield text[at:], None


def _told(pieces: Sequence[str | Said], place: int, speech: Speech) -> str:
    """A value; the reader as *you* where the words beside it allow it, and else with his name."""
    said = pieces[place]
    assert isinstance(said, Said)
    before = pieces[place - 1] if place else None
    after = pieces[place + 1] if place + 1 < len(pieces) else ""
    if not said.reader or isinstance(after, Said):
        return said.word
    if speech.your and after.startswith(_OF):
        you = speech.your
    elif FORMS.search(after) or (
        isinstance(before, str) and _END.match(after) and speech.ends_with_you(before)
    ):
        you = speech.you
    else:
        return f"{said.word} ({speech.you})"
    return you if place else you.capitalize()


def _bent(pieces: Sequence[str | Said], place: int, speech: Speech) -> str:
    """Words with the forms that go with the value beside them."""
    text = pieces[place]
    assert isinstance(text, str)
    before = pieces[place - 1] if place else ""
    if isinstance(before, Said) and before.reader and speech.your and text.startswith(_OF):
        text = text[len(_OF) :]
    said = _governor(pieces, place)
    return text if said is None else FORMS.sub(lambda form: _form(form, said, speech), text)


def _governor(pieces: Sequence[str | Said], place: int) -> Said | None:
    """What the forms of these words go with."""
    for piece in (*reversed(pieces[:place]), *pieces[place:]):
        if isinstance(piece, Said) and piece.bends:
            return piece
    return None


def _form(found: re.Match[str], said: Said, speech: Speech) -> str:
    ending, first, second = found.groups()
    if said.number is None:
        # English: she draws, you draw; but one card, two cards.
        about, to = (ending, "") if ending is not None else (first, second)
        return to if said.reader else about
    one, several = ("", ending) if ending is not None else (first, second)
    return one if said.number in speech.singular else several
