"""The field's words: docstrings, names and pages use standard terms, so that a newcomer can read them.

ruff's pydocstyle rules hold the form of docstrings; this holds their vocabulary.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "interpreter" / "rulewright"

INSTEAD = {
    r"by lot": "at random",
    r"anew": "again",
    r"whence": "from where",
    r"whoever": "the player who",
    r"so (?:many|much|often|long)": "a number, or `as many as`",
    r"hangs? on": "depends on",
    r"of one's own": "their own",
    r"in the mind": "in rollouts",
    r"what is told|is told|are told": "who reports what",
    r"as of": "on, or from",
}
"""Private phrases, and what to write."""

ODD_OPENING = re.compile(
    r"(?:What|Whose|Who|Whom|Where|Which|The same|As of|Those|That of|The rest)\b"
)
PRIVATE_NAME = re.compile(
    r"(?:^|_)(?:told|said|heard|alike|whom|deeds?|wish(?:es)?|lot|anew|lying|reckon\w*|hindsight|doors?|faces|shelf"
    r"|sittings?|partings?|by_hand|otherwise|besides|errand|trove|nursery)(?:_|$)"
)
QUOTED = re.compile(r"```.*?```|`[^`]*`", re.DOTALL)
GENERATED = ("how-to-say.md", "moments.md", "played.md", "complaints.md", "measured.md")


@cache
def definitions() -> list[tuple[str, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef]]:
    """Return all definitions of the package with their places; parsing it takes seconds."""
    return [
        (f"{path.relative_to(ROOT)}:{node.lineno} {node.name}", node)
        for path in sorted(PACKAGE.rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
    ]


def pages() -> Iterator[Path]:
    for path in (*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")):
        parts = path.relative_to(ROOT).parts
        if not {"node_modules", "conformance", "ledger"} & set(parts) and not path.name.endswith(
            GENERATED
        ):
            yield path


def private_phrases(text: str) -> list[str]:
    """Return the private phrases in a text, each with what to write instead."""
    plain = QUOTED.sub("", text)
    return [
        f"{found[0]!r}: write {instead!r}"
        for phrase, instead in INSTEAD.items()
        for found in re.finditer(rf"\b(?:{phrase})\b", plain, re.IGNORECASE)
    ]


def test_docstrings_open_with_a_verb_or_a_noun() -> None:
    odd = [
        f"{place}: {text.splitlines()[0]}"
        for place, node in definitions()
        if (text := ast.get_docstring(node)) and ODD_OPENING.match(text)
    ]
    assert not odd, "\n".join(odd)


def test_docstrings_use_standard_phrases() -> None:
    wrong = [
        f"{place}: {phrase}"
        for place, node in definitions()
        for phrase in private_phrases(ast.get_docstring(node) or "")
    ]
    assert not wrong, "\n".join(wrong)


def test_pages_use_standard_phrases() -> None:
    wrong = [
        f"{page.relative_to(ROOT)}: {phrase}"
        for page in pages()
        for phrase in private_phrases(page.read_text(encoding="utf-8"))
    ]
    assert not wrong, "\n".join(wrong)


def test_names_use_standard_words() -> None:
    odd = [
        place
        for place, node in definitions()
        if "/syntax/tree/" not in place  # these are named after productions of the grammar
        and PRIVATE_NAME.search(re.sub(r"(?<=[a-z])(?=[A-Z])", "_", node.name).lower())
    ]
    assert not odd, "\n".join(odd)


def test_private_phrases_are_found() -> None:
    assert private_phrases("It is dealt anew, `by lot`.") == ["'anew': write 'again'"]
    assert ODD_OPENING.match("What a seat sees.")
    assert PRIVATE_NAME.search("is_told_of")
