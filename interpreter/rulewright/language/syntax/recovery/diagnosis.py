"""Diagnosis of a parse failure: the choice of the complaint that explains it best."""

from __future__ import annotations

from collections.abc import Callable
from itertools import takewhile
from typing import Final

from rulewright.language.syntax import syntax_complaints as complaints
from rulewright.language.syntax.parsing import lexer
from rulewright.language.syntax.recovery.advice import advice_on
from rulewright.language.syntax.recovery.guessing import guess_fix as one_word
from rulewright.language.syntax.recovery.known_mistakes import (
    mistaken_lines,
    mistaken_phrases,
    mistaken_sections,
    mistaken_signs,
)
from rulewright.language.syntax.recovery.parse_failure import ParseFailure
from rulewright.language.text import Complaint, Span

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
    "NTH": "a rank such as second",
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
"""Descriptions of what may begin here, by nonterminal, the more general first."""
_JOINTS: Final = frozenset({"PLUS", "MINUS", "STAR", "NEGATIVE", "LPAR"})
"""Operators that are acceptable almost everywhere, so listing them does not help."""


def diagnose(failure: ParseFailure) -> Complaint:
    """Return the most specific complaint for a parse failure."""
    token = failure.token
    at = token.span
    if token.type == lexer.UNEVEN:
        if (above := _too_deep_block(failure)) is not None:
            if (head := _head_above(failure, above)) is not None:
                return complaints.uneven_indentation(head, above_others=True)
            return complaints.uneven_indentation(above, deeper=True)
        return complaints.uneven_indentation(_line_from(token))
    if token.type == lexer.LONG:
        return complaints.too_long(failure.line[0].span.to(at), lexer.MOST_WORDS)
    if token.type == lexer.DEEP:
        return complaints.too_deep(_line_from(token), lexer.MOST_BLOCKS)
    if (complaint := _known_mistake(failure)) is not None:
        return complaint
    line = failure.line
    if failure.lacks_block and line:
        return complaints.no_block(
            line[0].span.to(line[-1].span), line[0].text, _could_be_only_if(failure)
        )
    if token.type == lexer.INDENT:
        if (above := _line_with_wrong_indentation(failure)) is not None:
            return complaints.uneven_indentation(above, above_others=True)
        head = line[0].span.to(line[-1].span) if line else None
        return complaints.not_a_head(_line_from(token), head)
    if token.type in (lexer.NEWLINE, lexer.DEDENT, lexer.END) and line:
        end = line[-1].span.end
        at = Span(at.source, end, end)
    description = _LAYOUT.get(token.type, f"`{token.text}`")
    help = advice_on(failure)
    guess = one_word(failure) if help is None else None
    return complaints.unexpected(at, description, describe_expected(failure), help, guess)


Mistake = Callable[[ParseFailure], "Complaint | None"]

#: The more specific explanations come first.
_MISTAKES: Final[tuple[Mistake, ...]] = (
    mistaken_lines.plain_words,
    mistaken_lines.other_tongue,
    mistaken_lines.bullet,
    mistaken_lines.remark,
    mistaken_signs.letters_for_digits,
    mistaken_signs.joined,
    mistaken_phrases.unit,
    mistaken_sections.section,
    mistaken_sections.missing_kind,
    mistaken_sections.declaration,
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

#: Recognizers for a line that lacks its block; the failure is at the line after it.
_MISTAKES_OF_HEADS: Final[tuple[Mistake, ...]] = (
    mistaken_lines.plain_words,
    mistaken_lines.remark,
    mistaken_phrases.first_word,
    mistaken_phrases.small_i,
    mistaken_phrases.small_name,
    mistaken_phrases.misspelled,
    mistaken_lines.broken_line,
)


def _known_mistake(failure: ParseFailure) -> Complaint | None:
    """Return the complaint of the first known mistake that explains the failure, or None."""
    for look in _MISTAKES_OF_HEADS if failure.lacks_block else _MISTAKES:
        if (complaint := look(failure)) is not None:
            return complaint
    return None


def _could_be_only_if(failure: ParseFailure) -> bool:
    """Return whether the line, an `if` without a block, would parse with `only` before it."""
    kinds = ["ONLY", *(token.type for token in failure.line), lexer.NEWLINE]
    states = failure.states_before(failure.line_start) if kinds[1] == "IF" else None
    return states is not None and failure.grammar_fits(states, kinds)


def _too_deep_block(failure: ParseFailure) -> Span | None:
    """Return the first line of the block above the failure if that is indented too deep, else None."""
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


def _head_above(failure: ParseFailure, block: Span) -> Span | None:
    """Return the line above `block` if the line after the block parses only outside of the block, else None."""
    inside = failure.states_before(failure.index - 1)  # the states before the end of the block
    rest = takewhile(
        lambda each: each.type not in lexer.LAYOUT, failure.tokens[failure.index + 1 :]
    )
    kinds = [*(each.type for each in rest), lexer.NEWLINE]
    if inside is None or failure.grammar_fits(inside, kinds):
        return None
    text = block.source.text[: block.start].rstrip()
    return Span(block.source, text.rfind("\n") + 1, len(text))


def _line_with_wrong_indentation(failure: ParseFailure) -> Span | None:
    """Return the line above the failure if its indentation is no multiple of a step, else None."""
    if not failure.line:
        return None
    text, first, deep = failure.token.excerpt.text, failure.line[0].start, failure.token.end
    depth = first - text.rfind("\n", 0, first) - 1
    below = deep - text.rfind("\n", 0, deep) - 1
    if depth % lexer.STEP > 0 and below % lexer.STEP == 0:
        return failure.line[0].span.to(failure.line[-1].span)
    return None


def _line_from(token: lexer.Token) -> Span:
    """Return the span of the line that a layout token (indent, dedent) begins, without its indentation."""
    text = token.excerpt.text
    end = text.find("\n", token.end)
    return token.excerpt.span(token.end, len(text) if end < 0 else end)


def describe_expected(failure: ParseFailure) -> list[str]:
    """Return descriptions of the accepted tokens, for a complaint; empty if there are too many."""
    remaining = set(failure.accepted)
    first_sets = failure.grammar.first_sets
    phrases: list[str] = []
    for phrase, rule in _PHRASES:
        first = first_sets.get(rule, frozenset())
        if first and first <= remaining:
            phrases.append(phrase)
            remaining -= first
    remaining -= _JOINTS if phrases else frozenset()
    phrases += sorted({_WORDS[name] for name in remaining if name in _WORDS})
    spelling = failure.grammar.spelling
    phrases += sorted(f"`{spelling[name]}`" for name in remaining if name in spelling)
    phrases += sorted(_LAYOUT[name] for name in remaining if name in _LAYOUT)
    phrases = list(dict.fromkeys(phrases))
    return phrases if len(phrases) <= MOST_EXPECTED else []
