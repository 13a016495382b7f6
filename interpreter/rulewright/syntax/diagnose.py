"""From a trouble to what is said about it."""

from __future__ import annotations

from typing import Final

from rulewright.syntax import syntax_complaints as complaints
from rulewright.syntax.advice import said_so
from rulewright.syntax.known_mistakes import habit
from rulewright.syntax.lexer import (
    DEDENT,
    DEEP,
    END,
    INDENT,
    LONG,
    MOST_BLOCKS,
    MOST_WORDS,
    NEWLINE,
    UNEVEN,
    Token,
)
from rulewright.syntax.parse_failure import Trouble
from rulewright.text import Complaint, Span, nearest

MOST_EXPECTED: Final = 6

_LAYOUT: Final = {
    NEWLINE: "the end of the line",
    INDENT: "an indented block",
    DEDENT: "the end of the block",
    END: "the end of the file",
}
_WORDS: Final = {
    "NAME": "a name",
    "PROPER": "a card's name",
    "NUMBER": "a number",
    "STRING": "a text in quotes",
    "RANGE": "a range such as 4..8",
}
_PHRASES: Final = (
    ("a declaration", "_declaration"),
    ("a rule", "_rule"),
    ("a check", "_check"),
    ("a statement", "_statement"),
    ("a statement", "_deed"),
    ("a condition", "cond"),
    ("a number or a thing", "closed_sum"),
    ("a list", "simple_set"),
    ("a thing", "atom"),
    ("a thing", "ref"),
    ("a note", "note"),
    ("`a` and a name", "binder"),
)
"""What may begin here, in words, by the grammar's name for it; the wider before the narrower."""
_JOINTS: Final = frozenset({"PLUS", "MINUS", "STAR", "NEGATIVE", "LPAR"})
"""What may stand in very many places, and helps nobody to be told."""


def complaint_of(trouble: Trouble) -> Complaint:
    """What to say about a trouble."""
    token = trouble.token
    at = token.span
    if token.type == UNEVEN:
        return complaints.uneven_indentation(_line_from(token))
    if token.type == LONG:
        return complaints.too_long(trouble.line[0].span.to(at), MOST_WORDS)
    if token.type == DEEP:
        return complaints.too_deep(_line_from(token), MOST_BLOCKS)
    if (found := habit(trouble)) is not None:
        return found
    line = trouble.line
    if trouble.lacks_block and line:
        return complaints.no_block(line[0].span.to(line[-1].span), line[0].text)
    if token.type == INDENT:
        head = line[0].span.to(line[-1].span) if line else None
        return complaints.not_a_head(_line_from(token), head)
    if token.type in (NEWLINE, DEDENT, END) and line:
        end = line[-1].span.end
        at = Span(at.source, end, end)
    found_ = _LAYOUT.get(token.type, f"`{token.text}`")
    return complaints.unexpected(at, found_, expected(trouble), _advice(trouble))


def _line_from(token: Token) -> Span:
    """From a token of the layout to the end of the line that it begins."""
    text = token.reading.text
    end = text.find("\n", token.end)
    return token.reading.span(token.end, len(text) if end < 0 else end)


def expected(trouble: Trouble) -> list[str]:
    """What could stand here, in words; nothing when that would be a long list."""
    left = set(trouble.accepted)
    beginnings = trouble.grammar.beginnings
    said: list[str] = []
    for phrase, rule in _PHRASES:
        first = beginnings.get(rule, frozenset())
        if first and first <= left:
            said.append(phrase)
            left -= first
    left -= _JOINTS if said else frozenset()
    said += sorted({_WORDS[name] for name in left if name in _WORDS})
    spelling = trouble.grammar.spelling
    said += sorted(f"`{spelling[name]}`" for name in left if name in spelling)
    said += sorted(_LAYOUT[name] for name in left if name in _LAYOUT)
    said = list(dict.fromkeys(said))
    return said if len(said) <= MOST_EXPECTED else []


# ------------------------------------------------------------------ one word that would help


def _advice(trouble: Trouble) -> str | None:
    """A word to put in, to change or to leave out, after which the rest of the line fits."""
    token, spelling = trouble.token, trouble.grammar.spelling
    if (said := said_so(trouble)) is not None:
        return said
    words = [name for name in trouble.accepted if name in spelling]
    close = nearest(token.text, [spelling[name] for name in words if spelling[name].isalpha()])
    if close is not None and token.type == "NAME" and abs(len(close) - len(token.text)) <= 1:
        return f"did you mean `{close}`?"
    rest = trouble.rest
    missing = [name for name in words if trouble.fits([name, *rest])]
    for word in _FIRST_TRIED:
        if any(spelling[name] == word for name in missing):
            return _put_in(trouble, word)
    if len(missing) == 1:
        return _put_in(trouble, spelling[missing[0]])
    if len(rest) > 1 and token.type in spelling and trouble.fits(rest[1:]):
        return f"leave out `{token.text}`"
    before = trouble.before
    comma = before is not None and before.text == ","
    if comma and trouble.grammar_fits(trouble.stacks[-2], rest):
        return f"leave out the `,` before `{token.text}`"
    return None


_FIRST_TRIED: Final = ("the", "'s", "to", ",", "is", "from", "in", ")", "a")
"""Of several missing words, the one that people leave out most."""


def _put_in(trouble: Trouble, word: str) -> str:
    before = trouble.before
    if word == "'s" and before is not None:
        return f"whose? perhaps `{before.text}'s {trouble.token.text}`"
    if trouble.token.type in _LAYOUT:
        return f"perhaps `{word}` is missing at the end of the line"
    return f"perhaps `{word}` is missing before `{trouble.token.text}`"
