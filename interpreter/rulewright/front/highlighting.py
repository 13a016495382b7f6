"""Rule files in colours: for Pygments, and so for documents and rich, and for editors that know TextMate grammars.

Pygments finds the lexer by its entry point, under the name `rulewright` and for files that end in .rules; to it
each word is what the parser takes it for. The TextMate grammar, for VS Code and others, is made of the grammar's
own terminals: `python -m rulewright.front.highlighting > docs/editor/vscode/rules.tmLanguage.json`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence, Set
from typing import TYPE_CHECKING, Any, ClassVar, Final

from pygments.lexer import Lexer
from pygments.token import Comment, Error, Keyword, Name, Number, Operator, String, Text

if TYPE_CHECKING:
    from pygments.token import _TokenType

    from rulewright.syntax.continuing import SortedWord

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
_DOING: Final = ("I", "would", "cannot", "may")
_PLACES: Final = re.compile(r"(?:there is|has) an? ([\w-]+) of ")


class RulesLexer(Lexer):
    """The rule language of Rulewright."""

    name = "Rulewright"
    url = "https://pypi.org/project/rulewright/"
    aliases: ClassVar[list[str]] = ["rulewright", "rules"]
    filenames: ClassVar[list[str]] = ["*.rules"]
    version_added = ""
    places: ClassVar[frozenset[str]] = frozenset()
    """Names of places that are known besides those that a text declares."""

    def get_tokens_unprocessed(self, text: str) -> Iterator[tuple[int, _TokenType, str]]:
        """Every word with its place and sort; what lies between words is plain."""
        # Late: Pygments looks at all that is installed, and needs the language only for rule files.
        from rulewright.syntax.continuing import sorted_words
        from rulewright.text import Source

        end = 0
        words = list(sorted_words(Source("", text)))
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


def _named(text: str, words: Sequence[SortedWord], number: int, places: Set[str]) -> str:
    """What a name most likely is, by the words around it: the kind of a card, an event, a place, or any name."""
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
    if subject in _DOING or (follows and is_introduced) or _is_seat(line, subject):
        return "event"
    return "place" if before == ["in", "my"] else "name"


def _is_seat(line: str, subject: str) -> bool:
    """Whether somebody in a scenario does what comes next."""
    return line.strip() == subject and subject.isupper()


# ------------------------------------------------------------------ TextMate

DEEP: Final = 4
"""Blanks for a block."""
DEPTHS: Final = range(1, 8)
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
            *_by_place(patterns["NAME"], patterns["PROPER"]),
            {"match": "[0-9]+\\.\\.[0-9]+|-?[0-9]+", "name": "constant.numeric.rulewright"},
            {"match": patterns["NAME"], "name": "variable.other.rulewright"},
            {"match": "'s", "name": "keyword.other.possessive.rulewright"},
            {
                "match": "|".join(map(re.escape, sorted(known_signs()))),
                "name": "keyword.operator.rulewright",
            },
        ],
    }


def _by_place(name: str, proper: str) -> Iterator[dict[str, str]]:
    """What a name is by where it stands, as the lexer above tells too: kinds before cards, deeds, places."""
    card, deep = _behind("^", f"^{' ' * DEEP}"), _behind(*(f"^{' ' * DEEP * n}" for n in DEPTHS))
    doing, placed = _behind(*(rf"\b{word} " for word in _DOING)), _behind(r"\bin my ")
    yield {"match": f"{card}{name}(?= {proper})", "name": "storage.type.rulewright"}
    yield {"match": f"{deep}{name}(?=$| [^ ])", "name": "entity.name.function.rulewright"}
    yield {"match": f"{doing}{name}", "name": "entity.name.function.rulewright"}
    yield {"match": f"{placed}{name}", "name": "variable.other.constant.rulewright"}


def _behind(*words: str) -> str:
    """Right behind one of these; a text to look back for has one length, for some editors."""
    return f"(?:{'|'.join(f'(?<={word})' for word in words)})"


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
