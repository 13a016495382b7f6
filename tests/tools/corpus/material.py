"""What is spoilt: the shipped rule files and editions, and where in them words of each sort stand."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, cached_property
from pathlib import Path
from typing import Final

from attrs import field, frozen

from rulewright.base.library import find_library
from rulewright.language.syntax.parsing.lexer import LAYOUT, Excerpt, Token
from rulewright.language.syntax.parsing.parser import grammar
from rulewright.language.text import Source

_BINDER: Final = re.compile(r"\b(?:choose|chooses|let|for each|called) (?:an? |the )?$")
_HEAD: Final = re.compile(
    r"(?:event an? [a-z-]+ |(?:phase|setting|table|labels|moment|kind) |value .*'s )$"
)


@frozen
class Edit:
    """A place of a file that reads otherwise now, and which part of it is the mistake.

    `right` is the word that should stand there; `at` and `size` say where in the new text the mistake is, if it
    is not all of it.
    """

    start: int
    end: int
    text: str
    right: str | None = None
    at: int | None = None
    size: int = 0


@frozen
class Line:
    """One line with something in it: its words, how deep it stands, and where."""

    start: int
    end: int
    words: tuple[Token, ...] = field(eq=False)
    text: str

    @property
    def depth(self) -> int:
        """How many blanks it begins with."""
        return len(self.text) - len(self.text.lstrip())

    @property
    def first(self) -> str:
        """Its first word."""
        return self.words[0].text if self.words else ""


@frozen
class Material:
    """A file of the library, and the edition in which it is checked."""

    path: Path
    edition: Path
    text: str

    @property
    def is_yaml(self) -> bool:
        """Whether it is an edition."""
        return self.path.suffix == ".yaml"

    @cached_property
    def words(self) -> tuple[Token, ...]:
        """The words of a rule file, without remarks, line ends and blocks."""
        excerpt = Excerpt(Source(self.path.name, self.text), self.text)
        return tuple(token for token in grammar().lexer.tokens(excerpt) if token.type not in LAYOUT)

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        """The lines that say something, each with its words; those of a YAML file have none."""
        found, start = [], 0
        for text in self.text.split("\n"):
            end = start + len(text)
            if text.strip() and not text.lstrip().startswith("#"):
                inside = (
                    () if self.is_yaml else tuple(t for t in self.words if start <= t.start < end)
                )
                found.append(Line(start, end, inside, text))
            start = end + 1
        return tuple(found)

    def before(self, word: Token) -> str:
        """What stands before a word on its line."""
        return self.text[self.text.rfind("\n", 0, word.start) + 1 : word.start]

    def after(self, word: Token) -> str:
        """What stands after a word on its line."""
        end = self.text.find("\n", word.end)
        return self.text[word.end : len(self.text) if end < 0 else end]

    def is_declared(self, word: Token) -> bool:
        """Whether a name is given here to something that all rules know."""
        before = self.before(word)
        return before.strip() == before.rstrip() and _HEAD.search(before) is not None

    def is_introduced(self, word: Token) -> bool:
        """Whether a name is given here to something of this block."""
        return _BINDER.search(self.before(word)) is not None

    def block(self, line: Line) -> tuple[Line, ...]:
        """The deeper lines under a line."""
        found: list[Line] = []
        for other in self.lines[self.lines.index(line) + 1 :]:
            if other.depth <= line.depth:
                break
            found.append(other)
        return tuple(found)

    def blocks(self, *first: str) -> Iterator[tuple[Line, tuple[Line, ...]]]:
        """The lines that begin so and have a block, each with it."""
        for line in self.lines:
            if (not first or line.first in first) and (inside := self.block(line)):
                yield line, inside

    def drop(self, line: Line, last: Line | None = None) -> tuple[int, int]:
        """From where to where a line reaches, or several, with the end of the last."""
        return line.start, (last or line).end + 1


@cache
def material() -> tuple[Material, ...]:
    """Everything shipped but scenarios."""
    root = find_library().root
    editions = sorted((root / "editions").glob("*.yaml"))
    rules = sorted(p for p in (root / "rules").rglob("*.rules") if ".scenarios." not in p.name)
    found = [Material(path, path, path.read_text(encoding="utf-8")) for path in editions]
    for path in rules:
        folder = path.relative_to(root / "rules").parts[0]
        home = "classic" if folder == "citadels" else folder
        text = path.read_text(encoding="utf-8")
        found.append(Material(path, root / "editions" / f"{home}.yaml", text))
    return tuple(found)


@cache
def declared_names() -> frozenset[str]:
    """The names that the rules of all games give, and the words of the language."""
    rules = (each for each in material() if not each.is_yaml)
    names = {w.text for each in rules for w in each.words if w.type in ("NAME", "PROPER")}
    return frozenset(names) | frozenset(grammar().lexer.keywords)
