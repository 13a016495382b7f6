"""Rule files in colours for Pygments, and so for documents and rich: each word is what the parser takes it for.

Pygments finds this by its entry point, under the name `rulewright` and for files that end in .rules.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from pygments.lexer import Lexer
from pygments.token import Comment, Error, Keyword, Name, Number, Operator, String, Text

if TYPE_CHECKING:
    from pygments.token import _TokenType

_SORTS = {
    "keyword": Keyword,
    "name": Name,
    "proper": Name.Class,
    "number": Number.Integer,
    "string": String,
    "remark": Comment.Single,
    "sign": Operator,
    "strange": Error,
}


class RulesLexer(Lexer):
    """The rule language of Rulewright."""

    name = "Rulewright"
    url = "https://pypi.org/project/rulewright/"
    aliases: ClassVar[list[str]] = ["rulewright", "rules"]
    filenames: ClassVar[list[str]] = ["*.rules"]
    version_added = ""

    def get_tokens_unprocessed(self, text: str) -> Iterator[tuple[int, _TokenType, str]]:
        """Every word with its place and sort; what lies between words is plain."""
        # Late: Pygments looks at all that is installed, and needs the language only for rule files.
        from rulewright.syntax.continuing import sorted_words
        from rulewright.text import Source

        end = 0
        for word in sorted_words(Source("", text)):
            start = word.span.start
            if end < start:
                yield end, Text, text[end:start]
            end = word.span.end
            yield start, _SORTS[word.sort], text[start:end]
        if end < len(text):
            yield end, Text, text[end:]
