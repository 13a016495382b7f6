"""Rule files in colours: for Pygments, and so for documents and rich, and for editors that know TextMate grammars.

Pygments finds the lexer by its entry point, under the name `rulewright` and for files that end in .rules; to it
each word is what the parser takes it for. The TextMate grammar, for VS Code and others, is made of the grammar's
own terminals: `python -m rulewright.front.highlighting > docs/editor/vscode/rules.tmLanguage.json`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, ClassVar, Final

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


# ------------------------------------------------------------------ TextMate

SCOPE: Final = "source.rulewright"

_TOP: Final = (
    "game", "labels", "kind", "setting", "table", "list", "event", "phase", "moment", "flow", "outcome", "refuse",
    "always", "value", "fact", "scenario", "power", "means", "before", "after", "when", "given", "then",
)  # fmt: skip
"""Words that begin what stands by itself."""
_KNOWN: Final = frozenset(("NAME", "PROPER", "STRING", "NUMBER", "NEGATIVE", "RANGE", "_NL"))
"""Terminals that are no words of the language; the others are several words of it."""


def textmate_grammar() -> dict[str, Any]:
    """The TextMate grammar, as plain data."""
    from rulewright.syntax import known_signs, known_words, terminal_patterns
    from rulewright.syntax.grammar import without_letters

    patterns = {name: without_letters(each) for name, each in terminal_patterns().items()}
    joined = [pattern for name, pattern in patterns.items() if name not in _KNOWN]
    letters = sorted(known_words(), key=lambda word: (-len(word), word))
    top = [word for word in letters if word in _TOP]
    others = [word for word in letters if word not in _TOP]
    return {
        "$schema": "https://raw.githubusercontent.com/martinring/tmlanguage/master/tmlanguage.json",
        "name": "Rulewright",
        "scopeName": SCOPE,
        "fileTypes": ["rules"],
        "patterns": [
            {"match": "#.*$", "name": "comment.line.number-sign.rulewright"},
            _string(patterns["STRING"]),
            *({"match": pattern, "name": "keyword.other.rulewright"} for pattern in joined),
            _one_of(top, "keyword.control.rulewright"),
            _one_of(others, "keyword.other.rulewright"),
            {"match": patterns["PROPER"], "name": "entity.name.type.rulewright"},
            {"match": "[0-9]+\\.\\.[0-9]+|-?[0-9]+", "name": "constant.numeric.rulewright"},
            {"match": patterns["NAME"], "name": "variable.other.rulewright"},
            {"match": "'s", "name": "keyword.other.possessive.rulewright"},
            {
                "match": "|".join(map(re.escape, sorted(known_signs()))),
                "name": "keyword.operator.rulewright",
            },
        ],
    }


def _string(pattern: str) -> dict[str, Any]:
    """A text; what stands in its braces is worked out."""
    inside = {"match": r"\{[^{}\"]*\}", "name": "variable.other.braces.rulewright"}
    return {
        "match": pattern,
        "name": "string.quoted.double.rulewright",
        "captures": {"0": {"patterns": [inside]}},
    }


def _one_of(words: list[str], name: str) -> dict[str, str]:
    """Whole words: with a hyphen or an apostrophe they would be names."""
    return {"match": rf"(?<![\w-])(?:{'|'.join(words)})(?![\w-])", "name": name}


def textmate_text() -> str:
    """The TextMate grammar as it is written into its file."""
    return json.dumps(textmate_grammar(), indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    print(textmate_text(), end="")
