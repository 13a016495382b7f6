"""Suggestions for misshapen YAML values: a list, mapping or range written in another form."""

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


def as_pair(said: str) -> str | None:
    """Return a key with its value as YAML, for forms such as `Tea x12` or `goal = 3`; else None."""
    if (counted := _COUNTED.fullmatch(said.strip())) is not None:
        return f"{counted[2]}: {counted[1]}"
    found = _PAIR.fullmatch(said.strip())
    return f"{found[1]}: {found[2]}" if found is not None else None


def as_keys(node: Node) -> str | None:
    """Return a word or a list as a YAML mapping, if all its parts look like keys with values; else None."""
    match node:
        case Scalar(text=said):
            pairs = [as_pair(part) for part in said.split(",")]
        case Items(items=items) if items:
            pairs = [_entry(item) for item in items]
        case _:
            return None
    known = [pair for pair in pairs if pair is not None]
    return f"{{{', '.join(known)}}}" if len(known) == len(pairs) else None


def _entry(node: Node) -> str | None:
    """Return a list entry as a key with its value, or None."""
    match node:
        case Scalar(text=said):
            return as_pair(said)
        case Keys(entries=((key, Scalar(text=said)),)):
            return f"{key.text}: {said}"
        case _:
            return None


def keys_without_values(node: Keys) -> str | None:
    """Return keys that contain their values, as in `{Tea x12, Silk x4}`, as a proper mapping; else None."""
    if not all(isinstance(value, Scalar) and not value.text for _, value in node.entries):
        return None
    pairs = [as_pair(key.text) for key, _ in node.entries]
    known = [pair for pair in pairs if pair is not None]
    return f"{{{', '.join(known)}}}" if known and len(known) == len(pairs) else None


def run_on(node: Keys, known: Collection[str]) -> str | None:
    """Return an unbracketed list after a known key, as in `{add: Bard, Inn}`, as a proper list; else None."""
    said: list[tuple[str, list[str]]] = []
    for key, value in node.entries:
        if not isinstance(value, Scalar) or (not said and key.text not in known):
            return None
        if key.text in known:
            said.append((key.text, [value.text]))
        elif not value.text:
            said[-1][1].append(key.text)
    lists = ", ".join(f"{key}: [{', '.join(names)}]" for key, names in said)
    return f"{{{lists}}}" if len(said) < len(node.entries) else None


def as_list(node: Node) -> str | None:
    """Return a word as a list, or keys without values as its entries; else None."""
    match node:
        case Scalar(text=said) if said.strip():
            return f"[{_WORDS.sub(', ', said) if _WORDS_ALONE.fullmatch(said) else said}]"
        case Keys(entries=entries) if all(
            isinstance(value, Scalar) and not value.text for _, value in entries
        ):
            return f"[{', '.join(key.text for key, _ in entries)}]"
        case _:
            return None


def as_range(node: Node | None) -> str | None:
    """Return the range that covers the numbers in `2 to 7` or `[2, 3, 4]`; else None."""
    match node:
        case Scalar(text=said):
            words = (DIGITS.get(word, word) for word in said.casefold().split())
            found = [int(number) for number in _NUMBER.findall(" ".join(words))]
        case Items(items=items):
            texts = (item.text for item in items if isinstance(item, Scalar))
            found = [int(said) for said in texts if _NUMBER.fullmatch(said)]
        case _:
            return None
    return f"{min(found)}-{max(found)}" if len(found) > 1 else None


def as_written(node: Node, most: int = 60) -> str:
    """Return a node as it is written in its file, or `…` if it is longer than `most` characters."""
    said = " ".join(node.span.text.split())
    return said if len(said) <= most else "…"
