"""Suggestions for YAML values of the wrong form: how to write them as a list, mapping or range."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Final

from rulewright.language.edition.yaml.yaml_nodes import Items, Keys, Node, Scalar
from rulewright.language.syntax.recovery.known_mistakes.mistaken_words import DIGITS

_PAIR: Final = re.compile(
    r"(\S.*?)(?: *(?:=|:|->|=>) *|(?<=[^x×*]) +(?=-?\d+$)| +[x×*] *(?=\d+$))(\S.*)"
)
"""A key and a value with another separator than `: `."""
_COUNTED: Final = re.compile(r"(\d+) *[x×*]? +([^\W\d_a-z].*)")
"""A capitalized name after its number of copies."""
_WORDS: Final = re.compile(r" +")
_WORDS_ALONE: Final = re.compile(r"[a-z][a-z0-9-]*(?: +[a-z][a-z0-9-]*)+")
"""Lower-case words, which are no names of cards."""
_NUMBER: Final = re.compile(r"(?<![\w.])\d{1,2}(?![\w])")


def as_pair(text: str) -> str | None:
    """Return `text` such as `Tea x12` or `goal = 3` as a YAML key with value, for a suggestion; else None."""
    if (counted := _COUNTED.fullmatch(text.strip())) is not None:
        return f"{counted[2]}: {counted[1]}"
    match = _PAIR.fullmatch(text.strip())
    return f"{match[1]}: {match[2]}" if match is not None else None


def as_keys(node: Node) -> str | None:
    """Return a word or list as a YAML mapping, for a suggestion; None if a part is no key with a value."""
    match node:
        case Scalar(text=text):
            pairs = [as_pair(part) for part in text.split(",")]
        case Items(items=items) if items:
            pairs = [_entry_as_pair(item) for item in items]
        case _:
            return None
    known = [pair for pair in pairs if pair is not None]
    return f"{{{', '.join(known)}}}" if len(known) == len(pairs) else None


def _entry_as_pair(node: Node) -> str | None:
    """Return a list entry as a YAML key with value, for a suggestion; None if it is none."""
    match node:
        case Scalar(text=text):
            return as_pair(text)
        case Keys(entries=((key, Scalar(text=text)),)):
            return f"{key.text}: {text}"
        case _:
            return None


def keys_without_values(node: Keys) -> str | None:
    """Return a mapping such as `{Tea x12, Silk x4}` with its values separated from the keys, else None."""
    if not all(isinstance(value, Scalar) and not value.text for _, value in node.entries):
        return None
    pairs = [as_pair(key.text) for key, _ in node.entries]
    known = [pair for pair in pairs if pair is not None]
    return f"{{{', '.join(known)}}}" if known and len(known) == len(pairs) else None


def with_list_brackets(node: Keys, known: Collection[str]) -> str | None:
    """Return `{add: [Bard, Inn]}` for a mapping without brackets such as `{add: Bard, Inn}`; None for others."""
    lists_by_key: list[tuple[str, list[str]]] = []
    for key, value in node.entries:
        if not isinstance(value, Scalar) or (not lists_by_key and key.text not in known):
            return None
        if key.text in known:
            lists_by_key.append((key.text, [value.text]))
        elif not value.text:
            lists_by_key[-1][1].append(key.text)
    lists = ", ".join(f"{key}: [{', '.join(names)}]" for key, names in lists_by_key)
    return f"{{{lists}}}" if len(lists_by_key) < len(node.entries) else None


def as_list(node: Node) -> str | None:
    """Return a word, or a mapping without values, as a YAML list, for a suggestion; else None."""
    match node:
        case Scalar(text=text) if text.strip():
            return f"[{_WORDS.sub(', ', text) if _WORDS_ALONE.fullmatch(text) else text}]"
        case Keys(entries=entries) if all(
            isinstance(value, Scalar) and not value.text for _, value in entries
        ):
            return f"[{', '.join(key.text for key, _ in entries)}]"
        case _:
            return None


def as_range(node: Node | None) -> str | None:
    """Return the range covering the numbers in `2 to 7` or `[2, 3, 4]`, for a suggestion; else None."""
    match node:
        case Scalar(text=text):
            words = (DIGITS.get(word, word) for word in text.casefold().split())
            numbers = [int(number) for number in _NUMBER.findall(" ".join(words))]
        case Items(items=items):
            texts = (item.text for item in items if isinstance(item, Scalar))
            numbers = [int(text) for text in texts if _NUMBER.fullmatch(text)]
        case _:
            return None
    return f"{min(numbers)}-{max(numbers)}" if len(numbers) > 1 else None


def as_written(node: Node, most: int = 60) -> str:
    """Return the text of a node in its file on one line, or `…` if that is longer than `most` characters."""
    text = " ".join(node.span.text.split())
    return text if len(text) <= most else "…"
