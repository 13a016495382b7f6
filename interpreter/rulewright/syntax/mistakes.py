"""What is said of text that the grammar does not take: in words, never in the parser's own names."""

from __future__ import annotations

from collections.abc import Mapping

from rulewright.text import Complaint, Span, nearest

#: What the grammar's terminals are called when we speak of them.
TERMINALS = {
    "NAME": "a name",
    "PROPER": "a card's name",
    "NUMBER": "a number",
    "NEGATIVE": "a number",
    "STRING": "a text in quotes",
    "RANGE": "a range such as 4..8",
    "_NL": "the end of the line",
    "_INDENT": "an indented block",
    "_DEDENT": "the end of the block",
    "$END": "the end of the file",
}

MOST_EXPECTED = 8


def strange_character(span: Span, found: str) -> Complaint:
    """A character that no word of the language has."""
    if found == '"':
        return Complaint("E0103", "this text in quotes does not end on its line", span)
    message = f"the character {found!r} has no meaning here" if found else "nothing readable here"
    return Complaint("E0102", message, span)


def uneven_indentation(span: Span) -> Complaint:
    """A line that goes back to a depth at which no block began."""
    return Complaint(
        "E0104",
        "this line is indented like no line above it",
        span,
        help="blocks are indented by four spaces; go back exactly to the depth of an earlier line",
    )


def unexpected(
    span: Span, found: object, expected: set[str], line: str, texts: Mapping[str, str]
) -> Complaint:
    """A word that cannot stand here, with what could."""
    token_type = getattr(found, "type", "$END")
    what = TERMINALS.get(token_type) if token_type in ("_NL", "_INDENT", "_DEDENT", "$END") else None
    said = what or f"`{found}`"
    words = sorted(texts[name] for name in expected if name in texts)
    kinds = sorted({TERMINALS[name] for name in expected if name in TERMINALS})
    close = nearest(str(found), [word for word in words if len(word) > 1]) if what is None else None
    message = f"{said} cannot stand here"
    listed = kinds + [f"`{word}`" for word in words]
    if 0 < len(listed) <= MOST_EXPECTED:
        message += f"; expected {_either(listed)}"
    elif kinds:
        message += f"; expected {_either(kinds)} or another word of the language"
    return Complaint("E0101", message, span, help=_advice(token_type, close, line))


def _advice(token_type: str, close: str | None, line: str) -> str | None:
    if token_type == "_INDENT":
        return "nothing is to be indented under the line above"
    return f"did you mean `{close}`?" if close else None


def _either(things: list[str]) -> str:
    return things[0] if len(things) == 1 else ", ".join(things[:-1]) + " or " + things[-1]
