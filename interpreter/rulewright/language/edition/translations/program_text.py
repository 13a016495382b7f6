"""Texts of the command line in the current language: `say("{count} player(s)", count=4)`.

Translation files have every text in other languages; a test finds all texts in the code, so that none is missing.
Command help, complaints about rules and machine-readable output stay English.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar

import click

from rulewright.language.text.words.inflection import TextValue, fill_template, split_braces

_SPOKEN: ContextVar[tuple[str, Mapping[str, str]]] = ContextVar("spoken", default=("en", {}))


def set_language(language: str) -> None:
    """Set the language of the program's texts until the current click command ends."""
    click.get_current_context().with_resource(use_language(language))


@contextmanager
def use_language(language: str) -> Iterator[None]:
    """Set the language of the program's texts inside a `with` block; untranslated texts stay English."""
    words: Mapping[str, str] = {}
    if language != "en":
        from rulewright.language.edition.translations.vocabulary import messages_in

        words = messages_in(language)
    before = _SPOKEN.set((language, words))
    try:
        yield
    finally:
        _SPOKEN.reset(before)


def current_language() -> str:
    """Return the code of the current language of the program's texts."""
    return _SPOKEN.get()[0]


def say(text: str, **values: object) -> str:
    """Return the program's `text` in the current language, with `values` in its braces and words inflected."""
    language, words = _SPOKEN.get()
    pieces = list(split_braces(words.get(text, text)))
    names = [piece for piece, is_value in pieces if is_value]
    parts = [names.index(piece) if is_value else piece for piece, is_value in pieces]
    arguments = [values[name] for name in names]
    inflected = [
        TextValue(str(value), number=value if type(value) is int else None) for value in arguments
    ]
    return fill_template(parts, inflected, language)
