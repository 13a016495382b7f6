"""From a failure to what is said about it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from rulewright.syntax import lexer, syntax_complaints as complaints
from rulewright.syntax.advice import advice_on
from rulewright.syntax.known_mistakes import mistaken_lines, mistaken_phrases, mistaken_signs
from rulewright.syntax.parse_failure import ParseFailure
from rulewright.text import Complaint, Fix, Span, did_you_mean, may_be_missing, nearest

MOST_EXPECTED: Final = 6

_LAYOUT: Final = {
    lexer.NEWLINE: "the end of the line",
    lexer.INDENT: "an indented block",
    lexer.DEDENT: "the end of the block",
    lexer.END: "the end of the file",
}
_WORDS: Final = {
    "NAME": "a name",
    "PROPER": "a card's name",
    "NUMBER": "a number",
    "STRING": "a text in quotes",
    "RANGE": "a range such as 4..8",
    "_REVERSED": "in reverse order",
    "ROUNDED": "rounded down or up",
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


def diagnose(failure: ParseFailure) -> Complaint:
    """What to say about a failure."""
    token = failure.token
    at = token.span
    if token.type == lexer.UNEVEN:
        if (above := _deep(failure)) is not None:
            return complaints.uneven_indentation(above, deeper=True)
        return complaints.uneven_indentation(_line_from(token))
    if token.type == lexer.LONG:
        return complaints.too_long(failure.line[0].span.to(at), lexer.MOST_WORDS)
    if token.type == lexer.DEEP:
        return complaints.too_deep(_line_from(token), lexer.MOST_BLOCKS)
    if (found := _known_mistake(failure)) is not None:
        return found
    line = failure.line
    if failure.lacks_block and line:
        return complaints.no_block(line[0].span.to(line[-1].span), line[0].text)
    if token.type == lexer.INDENT:
        if (above := _shallow(failure)) is not None:
            return complaints.uneven_indentation(above, above_others=True)
        head = line[0].span.to(line[-1].span) if line else None
        return complaints.not_a_head(_line_from(token), head)
    if token.type in (lexer.NEWLINE, lexer.DEDENT, lexer.END) and line:
        end = line[-1].span.end
        at = Span(at.source, end, end)
    found_ = _LAYOUT.get(token.type, f"`{token.text}`")
    help = advice_on(failure)
    guess = _guess(failure) if help is None else None
    return complaints.unexpected(at, found_, expected(failure), help, guess)


Mistake = Callable[[ParseFailure], "Complaint | None"]

#: What explains more comes first.
_MISTAKES: Final[tuple[Mistake, ...]] = (
    mistaken_lines.plain_words,
    mistaken_phrases.first_word,
    mistaken_lines.broken_line,
    mistaken_lines.open_parenthesis,
    mistaken_signs.strange,
    mistaken_lines.comma_above,
    mistaken_lines.headless,
    mistaken_signs.colon,
    mistaken_phrases.small_i,
    mistaken_phrases.small_name,
    mistaken_phrases.misspelled,
    mistaken_phrases.capital,
    mistaken_phrases.no_parentheses,
    mistaken_phrases.inner_word,
    mistaken_phrases.bare,
    mistaken_phrases.two_words,
    mistaken_phrases.reserved,
    mistaken_phrases.article,
    mistaken_phrases.all_of,
    mistaken_signs.minus,
)

#: What the line says whose block is missing; the failure is met on the next one.
_MISTAKES_OF_HEADS: Final[tuple[Mistake, ...]] = (
    mistaken_lines.plain_words,
    mistaken_phrases.first_word,
    mistaken_phrases.small_i,
    mistaken_phrases.small_name,
    mistaken_phrases.misspelled,
    mistaken_lines.broken_line,
)


def _known_mistake(failure: ParseFailure) -> Complaint | None:
    """The complaint about a known mistake that explains the failure, None if none does."""
    for look in _MISTAKES_OF_HEADS if failure.lacks_block else _MISTAKES:
        if (found := look(failure)) is not None:
            return found
    return None


def _deep(failure: ParseFailure) -> Span | None:
    """The first line of the block above, if it is that which stands too deep."""
    token = failure.token
    source = token.excerpt.text
    here = token.end - source.rfind("\n", 0, token.end) - 1
    if here % lexer.STEP:
        return None
    deepest: Span | None = None
    end = source.rfind("\n", 0, token.end)
    while end > 0:
        start = source.rfind("\n", 0, end) + 1
        text = source[start:end]
        depth = len(text) - len(text.lstrip())
        if text.strip():
            if depth <= here:
                return deepest if depth == here - lexer.STEP else None
            deepest = token.excerpt.span(start + depth, end)
        end = start - 1
    return None


def _shallow(failure: ParseFailure) -> Span | None:
    """The line above, if it is that which is not indented as others are."""
    if not failure.line:
        return None
    text, first, deep = failure.token.excerpt.text, failure.line[0].start, failure.token.end
    depth = first - text.rfind("\n", 0, first) - 1
    below = deep - text.rfind("\n", 0, deep) - 1
    if depth % lexer.STEP > 0 and below % lexer.STEP == 0:
        return failure.line[0].span.to(failure.line[-1].span)
    return None


def _line_from(token: lexer.Token) -> Span:
    """From a token of the layout to the end of the line that it begins."""
    text = token.excerpt.text
    end = text.find("\n", token.end)
    return token.excerpt.span(token.end, len(text) if end < 0 else end)


def expected(failure: ParseFailure) -> list[str]:
    """What could stand here, in words; nothing when that would be a long list."""
    left = set(failure.accepted)
    beginnings = failure.grammar.beginnings
    said: list[str] = []
    for phrase, rule in _PHRASES:
        first = beginnings.get(rule, frozenset())
        if first and first <= left:
            said.append(phrase)
            left -= first
    left -= _JOINTS if said else frozenset()
    said += sorted({_WORDS[name] for name in left if name in _WORDS})
    spelling = failure.grammar.spelling
    said += sorted(f"`{spelling[name]}`" for name in left if name in spelling)
    said += sorted(_LAYOUT[name] for name in left if name in _LAYOUT)
    said = list(dict.fromkeys(said))
    return said if len(said) <= MOST_EXPECTED else []


# ------------------------------------------------------------------ one word that would help


def _guess(failure: ParseFailure) -> Fix | None:
    """A word to put in, to change or to leave out, after which the rest of the line fits."""
    token, spelling = failure.token, failure.grammar.spelling
    if (change := _setting(failure)) is not None:
        return change
    words = [name for name in failure.accepted if name in spelling]
    close = nearest(token.text, [spelling[name] for name in words if spelling[name].isalpha()])
    if close is not None and token.type == "NAME" and abs(len(close) - len(token.text)) <= 1:
        return Fix(token.span, close, did_you_mean(token.text, [close]) or "")
    rest = failure.rest
    missing = [name for name in words if failure.fits([name, *rest])]
    for word in _FIRST_TRIED:
        if any(spelling[name] == word for name in missing):
            return _put_in(failure, word)
    if len(missing) == 1:
        return _put_in(failure, spelling[missing[0]])
    before = failure.before
    doubled = before is not None and before.text == token.text
    if (doubled or token.text in _MAY_GO) and len(rest) > 1 and failure.fits(rest[1:]):
        return Fix(token.span, "", f"leave out `{token.text}`")
    comma = before is not None and before.text == ","
    if comma and before is not None and failure.grammar_fits(failure.stacks[-2], rest):
        return Fix(before.span, "", f"leave out the `,` before `{token.text}`")
    return None


def _setting(failure: ParseFailure) -> Fix | None:
    """A number that is said to be something, among deeds: it is set."""
    deed = bool(failure.stacks) and failure.grammar_fits(failure.stacks[0], ["SET"])
    if failure.token.type == "IS" and deed and failure.line[0].type in ("MY", "THE", "PROPER"):
        at = failure.line[0].span.to(failure.token.span)
        what = at.text.removesuffix("is").strip()
        help = f"a deed changes what is kept: `set {what} to …`"
        return Fix(at, f"set {what} to", help)
    return None


_FIRST_TRIED: Final = ("the", "'s", "to", ",", "is", "from", "in", ")", "a")
"""Of several missing words, the one that people leave out most."""
_MAY_GO: Final = frozenset((",", ")", "(", "a", "an", "the", "to", "of", "from", "with", "does"))
"""Words that can be left out without saying another thing."""


def _put_in(failure: ParseFailure, word: str) -> Fix:
    before, token = failure.before, failure.token
    at = Span(token.span.source, token.span.start, token.span.start)
    if word == "'s" and before is not None:
        at = Span(at.source, before.span.end, before.span.end)
        return Fix(at, "'s", f"whose? perhaps `{before.text}'s {token.text}`")
    if token.type in _LAYOUT:
        end = failure.line[-1].span.end if failure.line else at.end
        at = Span(at.source, end, end)
        return Fix(at, f" {word}", may_be_missing(word))
    if word == "," and before is not None:
        at = Span(at.source, before.span.end, before.span.end)
        return Fix(at, ",", may_be_missing(word, token.text))
    return Fix(at, f"{word} ", may_be_missing(word, token.text))
