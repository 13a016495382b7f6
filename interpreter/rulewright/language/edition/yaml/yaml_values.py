"""Conversion of single values from YAML: texts, ids, numbers, ranges, yes and no, translations.

Every function takes a node, and a description `what` of it for messages ("`players`"). It returns None after a
complaint, and also if the node is None because the key is absent. Nothing is guessed: `012`, `1e3`, `true` and
`on` are refused.
"""

from __future__ import annotations

import re
from typing import Final

from rulewright.language.edition import edition_complaints as say
from rulewright.language.edition.yaml.coercions import as_range
from rulewright.language.edition.yaml.spanned import NumberRange, Spanned, Text, Value
from rulewright.language.edition.yaml.yaml_nodes import Broken, Items, Keys, Node, Scalar
from rulewright.language.text import Complaints


def describe_node(node: Node) -> str:
    """Return a description of `node` for a message."""
    match node:
        case Items():
            return "a list"
        case Keys():
            return "keys"
        case Scalar(text="", plain=True):
            return "nothing"
        case Scalar():
            return f"`{_shorten(node.text)}`"
        case Broken():
            return "something else"


def _shorten(text: str, most: int = 40) -> str:
    """Return the first line of a text, cut to `most` characters, with `…` if anything was cut."""
    line = text.split("\n", 1)[0]
    return line if len(line) <= most and line == text else line[:most] + "…"


LARGEST: Final = 2_147_483_647
"""The largest absolute value of a number: 32 bits."""

_NUMBER: Final = re.compile(r"-?(0|[1-9][0-9]*)", re.ASCII)
_LIKE_A_NUMBER: Final = re.compile(
    r"[-+]?\.?[0-9][0-9_]*([.:][0-9_]*)*([eE][-+]?[0-9]+)?|[-+]?0[xob][0-9a-fA-F_]+", re.ASCII
)
_RANGE: Final = re.compile(r"(0|[1-9][0-9]{0,8})(?: ?- ?(0|[1-9][0-9]{0,8}))?", re.ASCII)
ID: Final = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", re.ASCII)
LANGUAGE: Final = re.compile(r"[a-z]{2,3}(-[A-Z]{2})?", re.ASCII)
_NOTHING: Final = frozenset({"", "~", "null", "Null", "NULL"})
_MEANT: Final = {"yes": "yes", "true": "yes", "on": "yes", "no": "no", "false": "no", "off": "no"}


def required_scalar(
    node: Node | None, what: str, expected: str, example: str, complaints: Complaints
) -> Scalar | None:
    """Return `node` if it is a non-empty scalar; else report it and return None."""
    if node is None or isinstance(node, Broken):
        return None
    if not isinstance(node, Scalar):
        complaints.add(
            say.wrong_shape(
                node.span, what, expected, describe_node(node), _single_word(node) or example
            )
        )
    elif not node.text.strip() or (node.plain and node.text in _NOTHING):
        complaints.add(say.empty_value(node.span, what))
    else:
        return node
    return None


def _single_word(node: Node) -> str | None:
    """Return the word of a list with one word; None for other nodes."""
    match node:
        case Items(items=(Scalar(text=word),)):
            return word
        case _:
            return None


def read_text(node: Node | None, what: str, complaints: Complaints) -> Spanned[str] | None:
    """Return a text as written, with its span; a number counts as a text."""
    word = required_scalar(node, what, "text", "some words", complaints)
    return None if word is None else Spanned(word.text.strip(), word.span)


def is_id(word: str) -> bool:
    """Return whether `word` consists of lower-case words joined by hyphens."""
    return ID.fullmatch(word) is not None


def read_id(node: Node | None, what: str, complaints: Complaints) -> Spanned[str] | None:
    """Return an id, which consists of lower-case words joined by hyphens, with its span."""
    identifier = read_text(node, what, complaints)
    if identifier is not None and not is_id(identifier.value):
        only_capitals = is_id(identifier.value.lower())
        complaints.add(say.bad_id(identifier.span, what, identifier.value, only_capitals))
        return None
    return identifier


def read_value(node: Node | None, what: str, complaints: Complaints) -> Spanned[Value] | None:
    """Return a number, `yes`, `no` or a word with its span; anything in quotes is a word."""
    word = required_scalar(node, what, "a number, yes, no or a word", "3", complaints)
    if word is None:
        return None
    if not word.plain:
        return Spanned(word.text, word.span)
    if word.text in ("yes", "no"):
        return Spanned(word.text == "yes", word.span)
    if (correction := _MEANT.get(word.text.lower())) is not None:
        complaints.add(say.not_yes_or_no(word.span, word.text, correction))
        return None
    if _LIKE_A_NUMBER.fullmatch(word.text):
        return read_number(word, what, -LARGEST, LARGEST, complaints)
    return Spanned(word.text, word.span)


def read_number(
    node: Node | None, what: str, low: int, high: int, complaints: Complaints
) -> Spanned[int] | None:
    """Return an integer from `low` to `high` with its span."""
    word = required_scalar(node, what, "a number", str(max(low, 1)), complaints)
    if word is None:
        return None
    if not word.plain or not _NUMBER.fullmatch(word.text):
        complaints.add(say.not_a_number(word.span, what, word.text))
        return None
    # Checked first, because Python refuses to convert thousands of digits.
    short = len(word.text) <= 12
    if not short or not low <= int(word.text) <= high:
        complaints.add(say.out_of_range(word.span, what, low, high))
        return None
    return Spanned(int(word.text), word.span)


def read_range(
    node: Node | None, what: str, limit: int, complaints: Complaints
) -> Spanned[NumberRange] | None:
    """Return a range such as `2-7`, or a single number as a range, with its span; `limit` is the most."""
    word = required_scalar(node, what, "a number or a range", as_range(node) or "2-7", complaints)
    if word is None:
        return None
    if match := _RANGE.fullmatch(word.text):
        low, high = int(match[1]), int(match[2] or match[1])
        if low <= high <= limit:
            return Spanned(NumberRange(low, high), word.span)
    complaints.add(say.bad_range(word.span, what, word.text, limit, as_range(word)))
    return None


def read_language(node: Node | None, what: str, complaints: Complaints) -> Spanned[str] | None:
    """Return a language code such as `fr` or `pt-BR`, with its span."""
    code = read_text(node, what, complaints)
    if code is not None and not LANGUAGE.fullmatch(code.value):
        complaints.add(say.bad_language(code.span, code.value))
        return None
    return code


def read_translations(node: Node | None, what: str, complaints: Complaints) -> Text:
    """Return a text by language code; a plain text is English. Faulty entries are reported and left out."""
    if not isinstance(node, Keys):
        plain = read_text(node, what, complaints)
        return {} if plain is None else {"en": plain}
    translations: dict[str, Spanned[str]] = {}
    for key, value in node.entries:
        code = read_language(key, what, complaints)
        translation = read_text(value, f"{what} in `{key.text}`", complaints)
        if code is not None and translation is not None:
            translations[code.value] = translation
    if not node.entries:
        complaints.add(say.empty_value(node.span, what))
    return translations
