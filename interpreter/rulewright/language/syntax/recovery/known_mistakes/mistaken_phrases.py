"""Mistakes within a sentence: words of other languages, missing words, misspellings."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, get_args

from rulewright.language.syntax import syntax_complaints as complaints
from rulewright.language.syntax.parsing.lexer import INDENT, LAYOUT, NEWLINE, STRANGE, Token
from rulewright.language.syntax.recovery.known_mistakes.mistaken_words import (
    FIRST_WORDS,
    INNER_WORDS,
)
from rulewright.language.syntax.recovery.parse_failure import ParseFailure
from rulewright.language.syntax.tree.expression_syntax import GatheredKind
from rulewright.language.text import Complaint, Span, nearest
from rulewright.language.text.words.meaning_words import ADVERBS, NEGATIONS
from rulewright.language.text.words.nearest_names import is_one_edit

_WORKED_OUT: Final = ("top", "bottom", "first", "number", *get_args(GatheredKind))
_OF_TWO: Final = ("smaller", "larger")


def first_word(failure: ParseFailure) -> Complaint | None:
    """Report a line that begins with a keyword of programming languages: `else`, `foreach`."""
    line = failure.line
    if not line or line[0].text not in FIRST_WORDS:
        return None
    first = line[0]
    if first.text == "while" and len(line) == 2 and failure.lacks_block:
        return None  # a stance, which takes no block
    if first.text == "while" and len(line) == 3 and line[2].type in ("COLON", STRANGE):
        return None  # a stance followed by a sign
    if first.text == "else" and len(line) > 1 and line[1].text == "if":
        at = first.span.to(line[1].span)
        return complaints.foreign_word(at, "else if", "write `otherwise if`")
    return complaints.foreign_word(first.span, first.text, FIRST_WORDS[first.text])


def inner_word(failure: ParseFailure) -> Complaint | None:
    """Report a word of programming languages or of common English within a line: `greater`, `then`."""
    # After `I have 3` the parser still expects a fact, so the word to report is two tokens back.
    further = failure.tokens[failure.index - 2] if failure.index >= failure.line_start + 2 else None
    for is_, equal, to in zip(failure.line, failure.line[1:], failure.line[2:], strict=False):
        if equal.text == "equal" and to.text == "to" and is_.text in ("is", "am"):
            at = is_.span.to(to.span)
            return complaints.foreign_word(at, at.text, f"write `{is_.text}`")
    last = failure.line[-1] if failure.line and failure.token.type in LAYOUT else None
    if last is not None and last.text in INNER_WORDS and last.type != "NAME":
        return complaints.foreign_word(last.span, last.text, INNER_WORDS[last.text])
    for token in (failure.token, failure.before, further):
        if token is None or token.text not in INNER_WORDS or token is failure.line[0]:
            continue
        if token is failure.token or token.type == "NAME":
            if token.text in ("has", "have") and (advice := _negated_having(failure, token)):
                return complaints.foreign_word(token.span, token.text, advice)
            return complaints.foreign_word(token.span, token.text, INNER_WORDS[token.text])
    return None


def _negated_having(failure: ParseFailure, having: Token) -> str | None:
    """Return advice for `the rival has not 3 chips` or `it has no chips` that keeps owner and negation."""
    texts = [each.text for each in failure.line]
    at = failure.line.index(having)
    what = texts[at + 1 :]
    if not NEGATIONS & {*what}:
        return None
    subject = texts[max(at - 2, 0) : at]
    whose = {"it": "its", "I": "my"}.get("".join(subject[-1:]))
    if whose is None and subject[:1] == ["the"]:
        whose = f"the {subject[-1]}'s"
    match what:
        case ["no", name, *_]:
            rewording = f"`{whose or '…'} {name} is 0`, or `there is no {name} in {whose or '…'} …`"
        case ["not", number, name, *_] if number.isdigit():
            rewording = f"`{whose or '…'} {name} is not {number}`"
        case _:
            rewording = "`… is not …`, or `there is no … in …`"
    return f"compare a number, or look for a card: {rewording}"


def article(failure: ParseFailure) -> Complaint | None:
    """Report `a` where the grammar wants `the`, or `the` where it wants `a`."""
    token, accepted = failure.token, failure.accepted
    following = _next_word(failure)
    if following is None or following.type != "NAME":
        return None
    if token.type in ("A", "AN") and "THE" in accepted and "A" not in accepted:
        return complaints.not_a_new_name(
            token.span,
            following.span,
            only_the=accepted <= {"THE"},
            amount="_NL" in accepted,
            asks="THERE" in accepted,
        )
    if token.type == "THE" and "A" in accepted and "THE" not in accepted:
        article = "an" if following.text[0] in "aeiou" else "a"
        return complaints.new_name(token.span, following.text, article)
    return None


def all_of(failure: ParseFailure) -> Complaint | None:
    """Report a superfluous `all`: `the number of all cards` in place of `the number of cards`."""
    token, following = failure.token, _next_word(failure)
    if token.text != "all" or following is None or not failure.fits(failure.rest[1:]):
        return None
    both = token.span.to(following.span)
    return complaints.foreign_word(both, f"all {following.text}", f"write `{following.text}`")


_BEHIND_A_FIELD: Final = ("`,`", "the end of the line")


def unit(failure: ParseFailure) -> Complaint | None:
    """Report a unit after a plain number in a card's field: `price 4 chips`."""
    line = failure.line
    kinds = [*(each.type for each in line), NEWLINE]
    for place in range(2, len(line)):
        if ["COMMA", *kinds][place - 2 : place + 2] != ["COMMA", "NAME", "NUMBER", "NAME"]:
            continue
        joined = line[place].start == line[place - 1].end
        stack = failure.states_before(failure.line_start)
        if stack is None or joined or not failure.grammar_fits(stack, [*kinds[:place], "COMMA"]):
            continue
        if failure.grammar_fits(stack, [*kinds[:place], *kinds[place + 1 :]]):
            help = f"write `{line[place - 1].text}` alone"
            description = f"`{line[place].text}`"
            return complaints.unexpected(line[place].span, description, _BEHIND_A_FIELD, help, None)
    return None


def small_i(failure: ParseFailure) -> Complaint | None:
    """Report `i` in place of `I`."""
    line = failure.line
    if line and line[0].type == "NAME" and line[0].text == "i":
        return complaints.foreign_word(line[0].span, "i", "write `I`")
    return None


def misspelled(failure: ParseFailure) -> Complaint | None:
    """Report a misspelt keyword that the lexer took for a name, if the right one makes the line parse."""
    keywords = failure.grammar.lexer.keywords
    for token, stack, following in failure.names_so_far():
        close = nearest(token.text, keywords)
        one_edit_away = (
            word for word in keywords if word != close and is_one_edit(word, token.text)
        )
        for word in (close, *one_edit_away) if close is not None else ():
            if abs(len(word) - len(token.text)) <= 1 and failure.grammar_fits(
                stack, [keywords[word], *following]
            ):
                return complaints.misspelled(token.span, token.text, word)
    return None


def bare(failure: ParseFailure) -> Complaint | None:
    """Report a name that lacks its article: `victim gives …` in place of `the victim gives …`."""
    for token, stack, following in failure.names_so_far():
        if token is failure.before and failure.token.text == "'s":
            following = [failure.token.type]
        if token is failure.token:
            return None  # the general diagnosis reports a missing word there
        if failure.grammar_fits(stack, ["THE", "NAME", *following]):
            new = failure.grammar_fits(stack, ["A", "NAME", *following])
            return complaints.bare(token.span, token.text, new)
    return None


def no_parentheses(failure: ParseFailure) -> Complaint | None:
    """Report an expression such as `the top of …` that needs parentheses, where only a name is accepted."""
    token, before = failure.token, failure.before
    if before is None or before.type != "THE" or token.text not in (*_WORKED_OUT, *_OF_TWO):
        return None
    following = [each.text for each in failure.tokens[failure.index + 1 : failure.index + 3]]
    if "of" in following:
        here = failure.tokens.index(token)
        ends = [each.span for each in failure.tokens[here + 2 : failure.line_end]]
        return complaints.no_parentheses(before.span.to(token.span), token.text, ends)
    return None


def _next_word(failure: ParseFailure) -> Token | None:
    """Return the token after the rejected one on its line, or None."""
    following = failure.index + 1
    return failure.tokens[following] if following < failure.line_end else None


_NEVER_NAMES: Final = frozenset({
    "a", "am", "an", "and", "can", "if", "in", "is", "it", "its", "me", "my", "not", "of", "or", "the", "this",
    "to", "I",
})  # fmt: skip


def capital(failure: ParseFailure) -> Complaint | None:
    """Report a capitalized word that should be lower case: a keyword, or a word where no card is accepted."""
    keywords = failure.grammar.lexer.keywords
    for token in _capitalized_words(failure):
        if len(token.text) == 1 and failure.tokens[0].text == "scenario":
            continue  # a seat
        first, _, rest = token.text.partition(" ")
        small = first.lower()
        known = small in keywords or _heads_a_card(failure, token, rest)
        if not known and (token is not failure.token or "PROPER" in failure.accepted):
            continue
        if "NAME" in failure.accepted or known:
            at = Span(token.span.source, token.span.start, token.span.start + len(first))
            return complaints.capital(at, first, small)
    return None


def small_name(failure: ParseFailure) -> Complaint | None:
    """Report a line of lower-case names above a block, probably a card's head without capital letters."""
    line = failure.line
    block = failure.line_end + 1 < len(failure.tokens) and failure.tokens[failure.line_end + 1]
    if len(line) < 2 or not block or block.type != INDENT or any(w.type != "NAME" for w in line):
        return None
    at = line[1].span.to(line[-1].span)
    name = re.sub(r"\b(?:Of|The)\b", lambda small: small.group().lower(), at.text.title())
    return complaints.small_name(at, line[0].text, name)


_IN_NAMES: Final = frozenset({
    "after", "before", "bottom", "chance", "choose", "end", "event", "first", "game", "half", "kind", "list",
    "most", "move", "next", "number", "option", "order", "other", "phase", "play", "power", "shown", "start",
    "table", "text", "top", "total", "value",
})  # fmt: skip
"""Keywords that are often a part of a name."""


def two_words(failure: ParseFailure) -> Complaint | None:
    """Report a space in place of a hyphen within a name (`round counter`), or a misplaced adverb next to a name."""
    line = failure.line
    for token, stack, following in failure.words_so_far():
        place = line.index(token) + 1
        second = line[place] if place < len(line) else None
        if (
            second is None
            or not _make_a_name(
                token, second, new=place > 1 and line[place - 2].text in ("a", "an")
            )
            or (place == 1 and token.type != "NAME")
        ):
            continue
        if second is failure.token and any(
            failure.fits([whose, *failure.rest]) for whose in failure.kinds_of("'s")
        ):
            return None  # perhaps `'s` is missing
        if failure.grammar_fits(stack, ["NAME", *following[1:]]):
            for word in (token, second):
                if word.text in ADVERBS:
                    return complaints.unexpected(word.span, f"`{word.text}`", (), None, None)
            at = token.span.to(second.span)
            return complaints.two_words(at, f"{token.text}-{second.text}")
    return None


def _make_a_name(one: Token, other: Token, new: bool) -> bool:
    """Return whether two words with one blank between may be one name; only a `new` one begins with `first`."""
    parts = (one, other)
    if one.text == "first" and not new:
        return False
    in_names = all(each.type == "NAME" or each.text in _IN_NAMES for each in parts)
    has_name = any(each.type == "NAME" for each in parts)
    return has_name and in_names and one.end + 1 == other.start


def reserved(failure: ParseFailure) -> Complaint | None:
    """Report a keyword used as a name, if a name in its place makes the line parse."""
    token = failure.token
    if token.text not in failure.grammar.lexer.keywords or token.text in _NEVER_NAMES:
        return None
    first = failure.line[0] if failure.line else token
    if first.text == "until" or (first.type == "PROPER" and token.text == "choose"):
        return None  # the line needs a phase, or a seat that `chooses`
    if failure.fits(["NAME", *failure.rest]):
        return None  # a name is missing before the keyword
    alone = failure.accepted == {"NAME"} and not failure.fits(failure.rest[1:])
    if alone or ("NAME" in failure.accepted and failure.fits(["NAME", *failure.rest[1:]])):
        return complaints.reserved(token.span, token.text)
    return None


def _heads_a_card(failure: ParseFailure, token: Token, rest: str) -> bool:
    """Return whether `token` is alone on its line and `rest`, its text after the first word, is not empty."""
    line = failure.line
    return bool(rest) and len(line) == 1 and line[0] is token and failure.token.type in LAYOUT


def _capitalized_words(failure: ParseFailure) -> Iterator[Token]:
    """Yield the capitalized tokens among the rejected one, the one before it and the first on the line."""
    line = failure.line
    for token in (failure.token, failure.before, line[0] if line else None):
        if token is not None and token.type == "PROPER":
            yield token
