"""Readers for single values: texts, ids, numbers, ranges, yes and no, texts in several languages.

Every function takes a node, and a description `what` of it for messages ("`players`"). It returns None after a
complaint, and also if the node is None because the key is absent. Nothing is guessed: `012`, `1e3`, `true` and
`on` are refused.
"""

from __future__ import annotations

import re
from typing import Final

from rulewright.language.edition import edition_complaints as say
from rulewright.language.edition.yaml.coercions import as_range
from rulewright.language.edition.yaml.spanned import Numbers, Spanned, Text, Value
from rulewright.language.edition.yaml.yaml_nodes import Broken, Items, Keys, Node, Scalar
from rulewright.language.text import Complaints


def told(node: Node) -> str:
    """Return a description of `node` for a message."""
    match node:
        case Items():
            return "a list"
        case Keys():
            return "keys"
        case Scalar(text="", plain=True):
            return "nothing"
        case Scalar():
            return f"`{_short(node.text)}`"
        case Broken():
            return "something else"


def _short(text: str, most: int = 40) -> str:
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


def scalar(
    node: Node | None, what: str, expected: str, example: str, says: Complaints
) -> Scalar | None:
    """Return `node` if it is a non-empty scalar."""
    if node is None or isinstance(node, Broken):
        return None
    if not isinstance(node, Scalar):
        says.add(say.wrong_shape(node.span, what, expected, told(node), _only(node) or example))
    elif not node.text.strip() or (node.plain and node.text in _NOTHING):
        says.add(say.nothing(node.span, what))
    else:
        return node
    return None


def _only(node: Node) -> str | None:
    """Return the only word of a list, or None."""
    match node:
        case Items(items=(Scalar(text=word),)):
            return word
        case _:
            return None


def text(node: Node | None, what: str, says: Complaints) -> Spanned[str] | None:
    """Read a text as written; a number is a text, too."""
    found = scalar(node, what, "text", "some words", says)
    return None if found is None else Spanned(found.text.strip(), found.span)


def is_id(word: str) -> bool:
    """Return whether `word` consists of lower-case words joined by hyphens."""
    return ID.fullmatch(word) is not None


def an_id(node: Node | None, what: str, says: Complaints) -> Spanned[str] | None:
    """Read an id: lower-case words joined by hyphens."""
    found = text(node, what, says)
    if found is not None and not is_id(found.value):
        says.add(say.bad_id(found.span, what, found.value))
        return None
    return found


def value(node: Node | None, what: str, says: Complaints) -> Spanned[Value] | None:
    """Read a number, `yes`, `no` or a word; anything in quotes is a word."""
    found = scalar(node, what, "a number, yes, no or a word", "3", says)
    if found is None:
        return None
    if not found.plain:
        return Spanned(found.text, found.span)
    if found.text in ("yes", "no"):
        return Spanned(found.text == "yes", found.span)
    if (meant := _MEANT.get(found.text.lower())) is not None:
        says.add(say.not_yes_or_no(found.span, found.text, meant))
        return None
    if _LIKE_A_NUMBER.fullmatch(found.text):
        return number(found, what, -LARGEST, LARGEST, says)
    return Spanned(found.text, found.span)


def number(
    node: Node | None, what: str, low: int, high: int, says: Complaints
) -> Spanned[int] | None:
    """Read an integer from `low` to `high`."""
    found = scalar(node, what, "a number", str(max(low, 1)), says)
    if found is None:
        return None
    if not found.plain or not _NUMBER.fullmatch(found.text):
        says.add(say.not_a_number(found.span, what, found.text))
        return None
    # Checked first, because Python refuses to convert thousands of digits.
    short = len(found.text) <= 12
    if not short or not low <= int(found.text) <= high:
        says.add(say.out_of_range(found.span, what, low, high))
        return None
    return Spanned(int(found.text), found.span)


def numbers(node: Node | None, what: str, limit: int, says: Complaints) -> Spanned[Numbers] | None:
    """Read a number or a range such as `2-7`, up to `limit`."""
    found = scalar(node, what, "a number or a range", as_range(node) or "2-7", says)
    if found is None:
        return None
    if match := _RANGE.fullmatch(found.text):
        low, high = int(match[1]), int(match[2] or match[1])
        if low <= high <= limit:
            return Spanned(Numbers(low, high), found.span)
    says.add(say.bad_range(found.span, what, found.text, limit, as_range(found)))
    return None


def language(node: Node | None, what: str, says: Complaints) -> Spanned[str] | None:
    """Read a language code."""
    found = text(node, what, says)
    if found is not None and not LANGUAGE.fullmatch(found.value):
        says.add(say.bad_language(found.span, found.value))
        return None
    return found


def words(node: Node | None, what: str, says: Complaints) -> Text:
    """Read a text in several languages; a plain text is English. Return an empty mapping after a complaint."""
    if not isinstance(node, Keys):
        plain = text(node, what, says)
        return {} if plain is None else {"en": plain}
    told_in: dict[str, Spanned[str]] = {}
    for key, value in node.entries:
        code = language(key, what, says)
        said = text(value, f"{what} in `{key.text}`", says)
        if code is not None and said is not None:
            told_in[code.value] = said
    if not node.entries:
        says.add(say.nothing(node.span, what))
    return told_in
