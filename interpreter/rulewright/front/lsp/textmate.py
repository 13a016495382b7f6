"""The words of the language as a TextMate grammar, by which VS Code and others colour rule files.

It is made of the grammar's own terminals:
`python -m rulewright.front.lsp.textmate > docs/editor/vscode/rules.tmLanguage.json`.
"""

from __future__ import annotations

import json
import re
from typing import Any, Final

from rulewright.syntax import known_signs, known_words, terminal_patterns

SCOPE: Final = "source.rulewright"

_TOP: Final = (
    "game", "labels", "kind", "setting", "table", "list", "event", "phase", "moment", "flow", "outcome", "refuse",
    "value", "fact", "scenario", "power", "means", "before", "after", "when", "given", "then",
)  # fmt: skip
"""Words that begin what stands by itself."""
_KNOWN: Final = frozenset(("NAME", "PROPER", "STRING", "NUMBER", "NEGATIVE", "RANGE", "_NL"))
"""Terminals that are no words of the language; the others are several words of it."""


def textmate_grammar() -> dict[str, Any]:
    """The grammar, as plain data."""
    patterns = terminal_patterns()
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
    """The grammar as it is written into its file."""
    return json.dumps(textmate_grammar(), indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    print(textmate_text(), end="")
