"""The TextMate grammar of the rule language, for VS Code and others, made of the grammar's own terminals.

`python tests/front/textmate.py` writes docs/editor/vscode/rules.tmLanguage.json.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any, Final

from rulewright.cli.highlighting import DEEP, DOING
from rulewright.language.syntax import language_keywords
from rulewright.language.syntax.parsing.grammar import LETTERS
from rulewright.language.syntax.parsing.parser import grammar

EXTENSION: Final = Path(__file__).resolve().parents[2] / "docs" / "editor" / "vscode"
KEPT: Final = EXTENSION / "rules.tmLanguage.json"
DEPTHS: Final = range(1, 8)
SCOPE: Final = "source.rulewright"

_TOP: Final = (
    "game", "labels", "kind", "setting", "table", "list", "event", "phase", "moment", "flow", "outcome", "refuse",
    "always", "value", "fact", "scenario", "power", "means", "before", "after", "when", "given", "then",
)  # fmt: skip
"""Words that begin what stands by itself."""
_KNOWN: Final = frozenset(("NAME", "PROPER", "STRING", "NUMBER", "NEGATIVE", "RANGE", "_NL"))
"""Terminals that are no words of the language; the others are several words of it."""


def known_signs() -> Collection[str]:
    """Return the signs of the language."""
    return {spelled for spelled in grammar().spelling.values() if not spelled[-1].isalpha()}


def terminal_patterns() -> dict[str, str]:
    """Return the patterns of all that is no single word or sign, by the grammar's names for it."""
    known = grammar()
    named = re.compile(r"\(\?P<(\w+)>")
    starts = [*named.finditer(known.lexer.pattern)]
    ends = [each.start() - 1 for each in starts[1:]] + [len(known.lexer.pattern)]
    return {
        found[1]: known.lexer.pattern[found.end() : end - 1]
        for found, end in zip(starts, ends, strict=True)
        if found[1] not in known.lexer.ignored
        and (found[1] not in known.spelling or known.spelling[found[1]].isalpha())
    }


def without_letters(pattern: str) -> str:
    """Return a pattern as editors read it, which know sorts of letters by name."""
    for meant, said in (
        (LETTERS[r"\p{capital}"], r"[\p{Lu}\p{Lt}]"),
        (LETTERS[r"\p{small}"], r"[\p{Ll}\p{Lo}\p{Lm}]"),
        (LETTERS[r"\p{rest}"], r"[\p{L}\p{M}\p{N}]*"),
        (r"[^\W_]", r"[\p{L}\p{N}]"),
    ):
        pattern = pattern.replace(meant, said)
    return pattern


def textmate_grammar() -> dict[str, Any]:
    """The TextMate grammar, as plain data."""
    patterns = {name: without_letters(each) for name, each in terminal_patterns().items()}
    joined = [pattern for name, pattern in patterns.items() if name not in _KNOWN]
    letters = sorted(language_keywords(), key=lambda word: (-len(word), word))
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
    doing, placed = _behind(*(rf"\b{word} " for word in DOING)), _behind(r"\bin my ")
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
    KEPT.write_text(textmate_text(), encoding="utf-8")
