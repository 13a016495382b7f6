"""What the command line itself says, in the language of the game: `say("{count} player(s)", count=4)`.

Files of words give every text in other languages; a test finds all texts in the code, so none is forgotten there.
Help on commands, complaints about rules and what machines read stay English.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar

import click

from rulewright.language.text.inflection import Said, filled, in_pieces

_SPOKEN: ContextVar[tuple[str, Mapping[str, str]]] = ContextVar("spoken", default=("en", {}))


def speak(language: str) -> None:
    """Speak a language until the command ends."""
    click.get_current_context().with_resource(speaking(language))


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Speak a language for a while; what it has no words for is said in English."""
    words: Mapping[str, str] = {}
    if language != "en":
        from rulewright.language.edition.translations.vocabulary import messages_in

        words = messages_in(language)
    before = _SPOKEN.set((language, words))
    try:
        yield
    finally:
        _SPOKEN.reset(before)


def spoken() -> str:
    """The language that is spoken."""
    return _SPOKEN.get()[0]


def say(text: str, **values: object) -> str:
    """Return a text in the language that is spoken, its values filled in and its words bent to numbers."""
    language, words = _SPOKEN.get()
    pieces = list(in_pieces(words.get(text, text)))
    names = [piece for piece, is_value in pieces if is_value]
    parts = [names.index(piece) if is_value else piece for piece, is_value in pieces]
    told = [values[name] for name in names]
    said = [Said(str(value), number=value if type(value) is int else None) for value in told]
    return filled(parts, said, language)
