"""A Pygments lexer for rule files, which documents and rich use for colours.

Pygments finds it by its entry point, for the name `rulewright` and for files that end in .rules. It gives each
word the sort that the parser's lexer gives it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence, Set
from typing import TYPE_CHECKING, ClassVar, Final

from pygments.lexer import Lexer
from pygments.token import Comment, Error, Keyword, Name, Number, Operator, String, Text

if TYPE_CHECKING:
    from pygments.token import _TokenType

    from rulewright.language.syntax.recovery.continuations import ClassifiedToken

_SORTS = {
    "keyword": Keyword,
    "name": Name,
    "proper": Name.Class,
    "number": Number.Integer,
    "string": String,
    "remark": Comment.Single,
    "sign": Operator,
    "strange": Error,
    "kind": Keyword.Type,
    "event": Name.Function,
    "place": Name.Constant,
}
_INTRODUCING: Final = ("a", "an", "the", "another", "each", "called", "some")
DOING: Final = ("I", "would", "cannot", "may")
DEEP: Final = 4
"""Indentation of a block in blanks."""
_PLACES: Final = re.compile(r"(?:there is|has) an? ([\w-]+) of ")


class RulesLexer(Lexer):
    """A Pygments lexer for the rule language."""

    name = "Rulewright"
    url = "https://pypi.org/project/rulewright/"
    aliases: ClassVar[list[str]] = ["rulewright", "rules"]
    filenames: ClassVar[list[str]] = ["*.rules"]
    version_added = ""
    places: ClassVar[frozenset[str]] = frozenset()
    """Names of zones in addition to those that the text declares."""

    def get_tokens_unprocessed(self, text: str) -> Iterator[tuple[int, _TokenType, str]]:
        """Yield the offset, token type and text of every word and of the gaps between them."""
        # Imported late: Pygments loads every installed lexer, but needs the language only for rule files.
        from rulewright.language.syntax.recovery.continuations import classify_tokens
        from rulewright.language.text import Source

        end = 0
        words = list(classify_tokens(Source("", text)))
        places = self.places | set(_PLACES.findall(text))
        for number, word in enumerate(words):
            start = word.span.start
            if end < start:
                yield end, Text, text[end:start]
            end = word.span.end
            sort = _named(text, words, number, places) if word.sort == "name" else word.sort
            yield start, _SORTS[sort], text[start:end]
        if end < len(text):
            yield end, Text, text[end:]


def _named(text: str, words: Sequence[ClassifiedToken], number: int, places: Set[str]) -> str:
    """Return the most likely sort of a name, by the words around it: "kind", "event", "place" or "name"."""
    word = words[number]
    before = [each.span.text for each in words[max(number - 2, 0) : number]]
    line = text[text.rfind("\n", 0, word.span.start) + 1 : word.span.start]
    if not line.strip():
        if number + 1 < len(words) and words[number + 1].sort == "proper" and len(line) < DEEP:
            return "kind"
        in_columns = text.startswith("  ", word.span.end)
        return "event" if line and not in_columns else "name"
    if word.span.text in places:
        return "place"
    subject = before[-1]
    is_introduced = before[0] in _INTRODUCING and subject != word.span.text
    follows = words[number - 1].sort == "name" and line.endswith(f"{subject} ")
    if subject in DOING or (follows and is_introduced) or _is_seat(line, subject):
        return "event"
    return "place" if before == ["in", "my"] else "name"


def _is_seat(line: str, subject: str) -> bool:
    """Return whether the line begins with the letter of a seat, whose action follows."""
    return line.strip() == subject and subject.isupper()
