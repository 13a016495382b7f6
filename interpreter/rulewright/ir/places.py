"""What generated code refers to by number: causes, tellings, decisions and their options."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import count

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
    """A text of the story, and how the rules write it.

    Its parts are words, or the number of one of its values, which are of these types.
    """

    event: str
    text: str
    parts: tuple[str | int, ...]
    types: tuple[Type, ...]


@frozen
class OptionPlace:
    """How options of one code are labelled: a word, the element's type, and perhaps a text of their own.

    The parts of the text, which the rules write as `text`, are words, or the number of one of its values, which
    are of these types. `var` is the element's name in code. `said` is the word in the language of the game; in
    it `{}` may mark where the element comes.
    """

    word: str
    var: str | None
    type: Type | None
    text: str = ""
    shown: tuple[str | int, ...] = ()
    shown_types: tuple[Type, ...] = ()
    said: str = ""


@frozen
class DecisionPlace:
    """A question of the rules: its stable name, its form, its kinds of options by code, and its rule.

    `question` is what is asked in a few words, `card` the card that it is asked for, if it is for one.
    """

    name: str
    form: str
    options: tuple[OptionPlace, ...]
    site: int
    question: str = ""
    card: str = ""


def numbered(parts: Iterable[object]) -> tuple[str | int, ...]:
    """The parts of a text, with a number for each that is not words."""
    numbers = count()
    return tuple(part if isinstance(part, str) else next(numbers) for part in parts)
