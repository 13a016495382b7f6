"""Valid lines that replace faulty ones, so that the rest parses; and names that faulty lines may declare."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from rulewright.language.syntax.parsing.grammar import expand_letters

_WORD: Final = re.compile(r"[^\W\d_][^\W_]*(?:-[^\W_]+)*")
PROPER: Final = re.compile(
    expand_letters(r"\p{capital}[\w']*(?:[ -](?:(?:of|the) )*\p{capital}[\w']*)*")
)
_CARD: Final = re.compile(
    expand_letters(
        r"(?:\p{small}|-)+ \p{capital}|\p{capital}\w*$"
        r"|[^\W\d_][\w-]* (?!an? |the )[^\W\d_][\w' -]*$"
    )
)
"""A possible head of a card with wrong capitalization or without its kind."""
_HEADS: Final = {
    "event": "event a b c",
    "phase": "phase x",
    "flow": "flow",
    "kind": "kind x",
    "after": "power x",
    "before": "power x",
    "when": "power x",
    "at": "power x",
    "power": "power x",
    "scenario": 'scenario "x"',
}
"""Placeholders for faulty heads of declarations, by first word; each accepts the same block."""
_LISTS: Final = ("labels", "list", "table")
"""First words of declarations whose block no placeholder accepts."""
_BLOCK_HEADS: Final = ("if yes", "power x")
"""Placeholders for a faulty line above a block."""
_CLAUSES: Final = ("if yes", "if yes,", 'shown as "x"')
"""Placeholders for a faulty clause on its own line, after a comma."""
_LIKE: Final = {"until": "until my next x", "when": "when I would x", "in": "in x, 8 players"}
"""Placeholders, by first word, for lines that other lines depend on."""
_ON_THEIR_OWN: Final = (*_BLOCK_HEADS, *_CLAUSES, _LIKE["until"], _LIKE["when"], "choose")
"""Placeholders that accept the block below them."""
_BEHIND_NAMES: Final = ("of", "is", "from", "in", "to", "for", "be")


def placeholders_for(lines: Sequence[str], line: int) -> list[str]:
    """Return valid lines that may replace the faulty line with index `line`, the best first."""
    placeholders = ["do nothing", "yes", ""]
    if has_block(lines, line):
        placeholders[:0] = _BLOCK_HEADS
    if lines[line - 1].rstrip().endswith(","):
        placeholders[:0] = _CLAUSES
    return placeholders


def accepts_block(stand_in: str) -> bool:
    """Return whether a faulty line's block can stay below this placeholder."""
    return stand_in in _ON_THEIR_OWN


def similar_placeholder(lines: Sequence[str], line: int) -> str | None:
    """Return a placeholder that declares or begins the same kind of thing as the faulty line, or None."""
    first = _WORD.search(lines[line])
    following = next((_WORD.search(each) for each in lines[line + 1 :] if each.strip()), None)
    if following is not None and following.group() == "option":
        return "choose"
    return _LIKE.get(first.group()) if first else None


def placeholder_head(head: str) -> str | None:
    """Return a valid head of a declaration that accepts the same block as the faulty `head`, or None."""
    word = _WORD.match(head)
    first = word.group() if word else ""
    if first in _HEADS or first in _LISTS:
        return _HEADS.get(first)
    return "x Y" if _CARD.match(head) else None


def has_block(lines: Sequence[str], line: int) -> bool:
    """Return whether the next non-empty line after index `line` is indented deeper."""
    following = (each for each in lines[line + 1 :] if each.strip())
    return indentation_of(next(following, "")) > indentation_of(lines[line])


def placeholder_name(word: str) -> str:
    """Return a name of the same length as `word`, a keyword that was used as a name."""
    return word[:-1] + ("x" if word[-1] != "x" else "z")


def names_in(text: str) -> frozenset[str]:
    """Return the words in a text that may be names, also without a suffix that was run together with them."""
    names = {*_WORD.findall(text), *PROPER.findall(text)}
    ends = [(word, end) for word in names for end in _BEHIND_NAMES if word.endswith(end)]
    return frozenset(names | {word.removesuffix(end) for word, end in ends})


def indentation_of(line: str) -> int:
    """Return the indentation of a line in characters."""
    return len(line) - len(line.lstrip())
