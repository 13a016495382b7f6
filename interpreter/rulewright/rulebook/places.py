"""What generated code refers to by number: causes, tellings, decisions and their options."""

from __future__ import annotations

from attrs import frozen

from rulewright.program.types import Type


@frozen
class Site:
    """A rule, phase or event that can be the cause of something: its name, its place, and where it comes from."""

    name: str
    place: str
    cites: tuple[str, ...]


@frozen
class Telling:
    """A text of the story: its parts are words, or (None) the next value, of these types."""

    event: str
    parts: tuple[str | None, ...]
    types: tuple[Type, ...]


@frozen
class OptionPlace:
    """How options of one code are labelled: a word, the element's type, and perhaps a text of their own.

    The text's parts are words, or (None) the next value, of these types. `var` is the element's name in code.
    """

    word: str
    var: str | None
    type: Type | None
    shown: tuple[str | None, ...] = ()
    shown_types: tuple[Type, ...] = ()


@frozen
class DecisionPlace:
    """A question of the rules: its stable name, its form, its kinds of options by code, and its rule."""

    name: str
    form: str
    options: tuple[OptionPlace, ...]
    site: int
    prompt: str = ""
