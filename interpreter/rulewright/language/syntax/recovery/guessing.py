"""Single-word repairs: insert, replace or delete one word so that a line parses."""

from __future__ import annotations

import re
from typing import Final

from rulewright.language.syntax.parsing.lexer import LAYOUT
from rulewright.language.syntax.recovery.parse_failure import ParseFailure
from rulewright.language.text import Fix, Span, did_you_mean, missing_word_hint, nearest


def guess_fix(failure: ParseFailure) -> Fix | None:
    """Return a fix of one word (inserted, replaced or deleted) that lets the rest of the line parse, or None."""
    token, spelling = failure.token, failure.grammar.spelling
    if (change := _set_statement_fix(failure)) is not None:
        return change
    if (naming := _name_insertion(failure)) is not None:
        return naming
    if (amount := _more_fix(failure)) is not None:
        return amount
    words = [name for name in failure.accepted if name in spelling]
    close = nearest(token.text, [spelling[name] for name in words if spelling[name].isalpha()])
    if close is not None and token.type == "NAME" and abs(len(close) - len(token.text)) <= 1:
        return Fix(token.span, close, did_you_mean(token.text, [close]) or "")
    rest = failure.rest
    missing = [name for name in words if failure.fits([name, *rest])]
    for word in _FIRST_TRIED:
        if any(spelling[name] == word for name in missing):
            return _insertion(failure, word)
    if len(missing) == 1:
        return _insertion(failure, spelling[missing[0]])
    before = failure.before
    doubled = before is not None and before.text == token.text
    is_sign = token.type not in LAYOUT and token.type != "STRING" and not token.text[0].isalnum()
    may_go = doubled or is_sign or token.text in _MAY_GO
    if may_go and len(rest) > 1 and failure.fits(rest[1:]):
        return Fix(token.span, "", f"leave out `{token.text}`")
    comma = before is not None and before.text == ","
    if comma and before is not None and failure.grammar_fits(failure.stacks[-2], rest):
        return Fix(before.span, "", f"leave out the `,` before `{token.text}`")
    instead = [name for name in words if failure.fits([name, *rest[1:]])]
    if len(instead) == 1 and token.type not in LAYOUT and spelling[instead[0]] != "'s":
        word = spelling[
            instead[0]
        ]  # the only acceptable word; a whole word is never a misspelt `'s`
        return Fix(token.span, word, f"write `{word}` in place of `{token.text}`")
    return None


_NAMED: Final = ("option", "power", "means", "moment")
"""Head keywords that are followed by a name and a text."""


def _name_insertion(failure: ParseFailure) -> Fix | None:
    """Return a fix for `option "Take it"` without a name: insert the text's first word as name; else None."""
    token, before = failure.token, failure.before
    words = re.findall(r"[a-z]{3,}", token.text.replace("{", " {"))
    if token.type != "STRING" or before is None or before.text not in _NAMED or not words:
        return None
    if words[0] in failure.grammar.lexer.keywords or not failure.fits(["NAME", *failure.rest]):
        words[0] += "-it"
    at = Span(token.span.source, token.span.start, token.span.start)
    return Fix(at, f"{words[0]} ", f"write a name first: `{before.text} {words[0]} {token.text}`")


def _set_statement_fix(failure: ParseFailure) -> Fix | None:
    """Return a fix from `x is …` to `set x to …` where the grammar accepts only statements, else None."""
    takes_statement = bool(failure.stacks) and failure.grammar_fits(failure.stacks[0], ["SET"])
    if (
        failure.token.type == "IS"
        and takes_statement
        and failure.line[0].type in ("MY", "THE", "PROPER")
    ):
        at = failure.line[0].span.to(failure.token.span)
        what = at.text.removesuffix("is").strip()
        help = f"to change it, write `set {what} to …`"
        return Fix(at, f"set {what} to", help)
    return None


def _more_fix(failure: ParseFailure) -> Fix | None:
    """Return a fix from `is +2` to `is 2 more`, which adds to a value; else None."""
    after = failure.tokens[failure.index + 1 : failure.index + 2]
    is_signed = failure.token.text == "+" and after and after[0].type == "NUMBER"
    if not is_signed or not failure.fits(["NUMBER", "MORE", *failure.rest[2:]]):
        return None
    text = f"{after[0].text} more"
    return Fix(failure.token.span.to(after[0].span), text, f"write `{text}`")


_FIRST_TRIED: Final = ("the", "'s", "to", ",", "is", "from", "in", ")", "a")
"""Commonly omitted words, the most common first."""
_MAY_GO: Final = frozenset(("a", "an", "the", "to", "of", "from", "with", "does"))
"""Words that can be omitted without changing the meaning."""


def _insertion(failure: ParseFailure, word: str) -> Fix:
    """Return a fix that inserts `word` before the rejected token; a comma and `'s` follow the word before."""
    before, token = failure.before, failure.token
    at = Span(token.span.source, token.span.start, token.span.start)
    if word == "'s" and before is not None:
        at = Span(at.source, before.span.end, before.span.end)
        return Fix(at, "'s", f"whose? perhaps `{before.text}'s {token.text}`")
    if token.type in LAYOUT:
        end = failure.line[-1].span.end if failure.line else at.end
        at = Span(at.source, end, end)
        return Fix(at, f" {word}", missing_word_hint(word))
    if word == "," and before is not None:
        at = Span(at.source, before.span.end, before.span.end)
        return Fix(at, ",", missing_word_hint(word, token.text))
    return Fix(at, f"{word} ", missing_word_hint(word, token.text))
