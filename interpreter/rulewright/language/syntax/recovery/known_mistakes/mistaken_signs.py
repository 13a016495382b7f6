"""Mistakes about signs and characters that the language does not have."""

from __future__ import annotations

import re
from typing import Final

from rulewright.language.syntax import syntax_complaints as complaints
from rulewright.language.syntax.parsing.lexer import LAYOUT, NEWLINE, STRANGE, Token
from rulewright.language.syntax.recovery.known_mistakes.mistaken_words import (
    METHOD_CALL_ADVICE,
    SIGNS,
    digits_meant,
)
from rulewright.language.syntax.recovery.parse_failure import ParseFailure
from rulewright.language.text import Complaint, Span

_SIGN: Final = re.compile("|".join(re.escape(sign) for sign in SIGNS))
_QUOTED: Final = re.compile(r"'([^'\n\"]*)'(?![A-Za-z])")
_OWNERS: Final = re.compile(r"(\w[\w-]*?)s'(?= \w)")
"""An English plural possessive: `the victims' hand`."""
_SHORT_FORMS: Final = {
    "isn't": "is not",
    "aren't": "is not",
    "can't": "cannot",
    "doesn't": "does not",
    "don't": "does not",
    "it's": "its",
    "won't": "cannot",
}


def colon(failure: ParseFailure) -> Complaint | None:
    """Report a `:` that the language does not use, before a block or a value."""
    if failure.token.type != "COLON":
        return None
    rest = failure.rest[1:]
    return complaints.colon(failure.token.span, rest != [NEWLINE], failure.fits(rest))


def minus(failure: ParseFailure) -> Complaint | None:
    """Report a subtraction whose minus lacks the space after it: `cards -1`."""
    token = failure.token
    if token.type == "NEGATIVE" and "MINUS" in failure.accepted:
        return complaints.space_after_minus(token.span, token.text)
    return None


def letters_for_digits(failure: ParseFailure) -> Complaint | None:
    """Report a letter in place of a digit, such as `O` for `0`, if a number makes the line parse."""
    for place, token in enumerate(failure.line):
        end = place + 1
        following = failure.line[end : end + 1]
        if following and following[0].start == token.end and following[0].text.isalnum():
            end += 1  # the lexer splits `1O` into two tokens
        at = token.span.to(failure.line[end - 1].span)
        if (digits := digits_meant(at.text)) is not None:
            kinds = [each.type for each in failure.line]
            kinds[place:end] = ["NUMBER"]
            stack = failure.states_before(failure.line_start)
            if stack is not None and failure.grammar_fits(stack, [*kinds, NEWLINE]):
                return complaints.letters(at, digits)
    return None


_ARTICLE: Final = re.compile(r"^(?:the|an?) ")
_JOINED: Final = re.compile(r'[\w\' -]+|"[^"]*"')


def joined(failure: ParseFailure) -> Complaint | None:
    """Report texts and names concatenated with `+` or `&`, as in other languages."""
    line, place = failure.line, failure.index - failure.line_start
    if failure.token.text not in ("+", "&") or place < 1 or line[place - 1].type != "STRING":
        return None
    at = line[place - 1].span.to(line[-1].span)
    parts = [each.strip() for each in re.split(r'[+&](?=(?:[^"]*"[^"]*")*[^"]*$)', at.text)]
    if not all(map(_JOINED.fullmatch, parts)):
        return None
    literals = (
        each if each.startswith('"') else f'"{{{_ARTICLE.sub("", each)}}}"' for each in parts
    )
    text = "".join(each[1:-1] for each in literals)
    return complaints.joined(failure.token.span, at, f'"{text}"')


def strange(failure: ParseFailure) -> Complaint | None:
    """Report an unknown character, or an operator of another language such as `==`."""
    token = failure.token
    text, start = token.excerpt.text, token.start
    if token.type in LAYOUT:
        return None
    if _is_path(failure):
        return complaints.open_path(_whole_word(token))
    if token.type == STRANGE and token.text == '"':
        return complaints.open_quotes(token.span)
    quoted = _QUOTED.match(text, start)
    if token.type == STRANGE and quoted is not None:
        at = token.excerpt.span(start, quoted.end())
        return complaints.foreign_sign(at, "'", f'write `"{quoted.group(1)}"`')
    if (complaint := _within_word(token)) is not None:
        return complaint
    # `==` fails at its second character if `=` is acceptable.
    for begin in (start - 1, start):
        sign = _SIGN.match(text, max(begin, 0))
        if sign is None or sign.end() <= start:
            continue
        if token.type != STRANGE and len(sign.group()) < 2 and token.text != "=":
            continue
        at = token.excerpt.span(sign.start(), sign.end())
        call = sign.group() == "." and text[sign.end() : sign.end() + 1].isalpha()
        help = METHOD_CALL_ADVICE if call else SIGNS[sign.group()]
        return complaints.foreign_sign(at, sign.group(), help)
    if token.type == STRANGE:
        if (
            owner := _OWNERS.match(text, text.rfind(" ", 0, start) + 1)
        ) and owner.end() == start + 1:
            at = token.excerpt.span(owner.start(), owner.end())
            return complaints.foreign_word(at, owner.group(), f"write `{owner.group(1)}'s`")
        return complaints.strange_character(
            token.span, _character_name(token.text), _advice_for_character(token.text)
        )
    return None


def _is_path(failure: ParseFailure) -> bool:
    """Return whether the failure is inside an unquoted YAML file name on the `in` line of a scenario."""
    line = failure.line
    place = bool(line) and line[0].text == "in" and failure.tokens[0].text == "scenario"
    return place and _whole_word(failure.token).text.endswith((".yaml", ".yml"))


def _whole_word(token: Token) -> Span:
    """Return the span around a token up to the nearest blanks or commas."""
    text, begin, end = token.excerpt.text, token.start, token.start
    while begin > 0 and text[begin - 1] not in " ,\n":
        begin -= 1
    while end < len(text) and text[end] not in " ,\n":
        end += 1
    return token.excerpt.span(begin, end)


def _within_word(token: Token) -> Complaint | None:
    """Report a character that names cannot contain, inside a word or number: `a_b`, `isn't`, `1.5`."""
    text, start = token.excerpt.text, token.start
    begin, end = start, start + 1
    while begin > 0 and (text[begin - 1].isalnum() or text[begin - 1] in "_'"):
        begin -= 1
    while end < len(text) and (text[end].isalnum() or text[end] in "_'"):
        end += 1
    word, at = text[begin:end], token.excerpt.span(begin, end)
    if len(word) > 1 and "_" in word:
        help = f"join words with a hyphen: `{word.strip('_').replace('_', '-').lower()}`"
        return complaints.strange_character(at, "_", help)
    if word.lower() in _SHORT_FORMS:
        return complaints.foreign_word(at, word, f"write `{_SHORT_FORMS[word.lower()]}`")
    if token.type != STRANGE:
        return None
    if token.text == "." and word.replace(".", "").isdigit() and word[-1:].isdigit():
        return complaints.not_whole(at)
    return None


def _character_name(character: str) -> str:
    """Return a character as shown in a complaint: itself if it is printable, else its code such as `U+200B`."""
    return character if character.isprintable() and character.strip() else f"U+{ord(character):04X}"


def _advice_for_character(character: str) -> str:
    """Return advice for a character that the language does not use."""
    if character == "'":
        return "write owners with `'s`, and texts in `\"`"
    if character == "`":
        return "leave it out: fences and backquotes belong into Markdown, not into rules"
    if character.isspace() or not character.isprintable():
        return "write an ordinary space here, or nothing"
    return "delete it; a calculation uses `+`, `-`, `*` and `half`"
