"""Habits from other languages, and slips that many make: recognised, so that the help can be plain."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Final

from rulewright.syntax import complaints
from rulewright.syntax.reading import INDENT, LAYOUT, STRANGE, Token
from rulewright.syntax.trouble import Trouble
from rulewright.text import Complaint, Span, nearest

Habit = Callable[[Trouble], "Complaint | None"]

FIRST_WORDS: Final = {
    "else": "write `otherwise`",
    "elif": "write `otherwise if`",
    "elsif": "write `otherwise if`",
    "elseif": "write `otherwise if`",
    "unless": "write `if not`",
    "foreach": "write `for each`",
    "while": "use `for each`, `repeatedly choose`, or in the flow of the game `repeat until`",
    "whenever": "write `after a … …`, or `when a … would …`",
    "that": "write `the`",
    "def": "a deed of the game is an `event`",
    "func": "a deed of the game is an `event`",
    "function": "a deed of the game is an `event`",
    "var": "write `let the … be …`",
    "const": "write `let the … be …`",
    "endif": "a block ends where its indentation ends: leave this out",
    "endfor": "a block ends where its indentation ends: leave this out",
    "import": "all rule files of a game know each other: leave this out",
    "include": "all rule files of a game know each other: leave this out",
}
"""Words that begin a line elsewhere, and what to do here."""

INNER_WORDS: Final = {
    "greater": "write `is more than`",
    "bigger": "write `is more than`",
    "larger": "write `is more than`",
    "higher": "write `is more than`",
    "smaller": "write `is less than`",
    "fewer": "write `is less than`",
    "lower": "write `is less than`",
    "equals": "write `is`",
    "equal": "write `is`",
    "unless": "write `if not`",
    "every": "write `each`",
    "upon": "write `after`",
    "whenever": "write `after`, or `when … would …`",
    "once": "leave it out: without `repeatedly` a power is used once each time",
    "his": "say whose: `the player's …`",
    "her": "say whose: `the player's …`",
    "their": "say whose: `the player's …`",
    "your": "write `my`",
    "you": "write `I` or `me`",
    "random": "chance chooses: `chance chooses a card from …`",
    "randomly": "chance chooses: `chance chooses a card from …`",
    "true": "write `yes`",
    "false": "write `no`",
    "none": "write `nothing`, or `there is no … in …`",
    "null": "write `nothing`",
    "isnt": "write `is not`",
    "cant": "write `cannot`",
    "then": "leave it out: what follows stands in an indented block below",
    "do": "leave it out: what follows stands in an indented block below",
}
"""Words that stand within a line elsewhere."""

SIGNS: Final = {
    "==": "write `is`",
    "!=": "write `is not`",
    "<>": "write `is not`",
    "<=": "write `is at most`",
    ">=": "write `is at least`",
    "=>": "begin a new line for what follows",
    "->": "begin a new line for what follows",
    ":=": "write `set … to …`",
    "+=": "write `set … to … + …`",
    "-=": "write `set … to … - …`",
    "++": "write `set … to … + 1`",
    "&&": "write `and`",
    "||": "write `or`",
    "//": "a remark begins with `#`",
    "/*": "a remark begins with `#`, on each of its lines",
    "=": "write `is`; to change a number write `set … to …`",
    "<": "write `is less than`",
    ">": "write `is more than`",
    "!": "write `not`",
    "&": "write `and`",
    "|": "write `or`",
    "/": "`half` halves and rounds down; a remark begins with `#`",
    "%": "there is no such sum",
    "{": "a block is what is indented: leave the braces out",
    "}": "a block is what is indented: leave the braces out",
    "[": "leave the brackets out",
    "]": "leave the brackets out",
    ";": "leave it out: each line says one thing",
    ".": "leave it out: a line ends where it ends",
    "?": "leave it out",
    "×": "write `*`",
    "–": "write `-`",
    "—": "write `-`",
    "\u2212": "write `-`",
    "…": "leave it out",
    "\u2018": "a text stands in `\"`; whose something is, is said with `'s`",
    "’": "write a straight `'`",
    "“": 'write straight quotes: `"`',
    "”": 'write straight quotes: `"`',
    "„": 'write straight quotes: `"`',
    "«": 'write straight quotes: `"`',
    "»": 'write straight quotes: `"`',
}
"""Signs of other languages, the longer ones first."""

_SIGN: Final = re.compile("|".join(re.escape(sign) for sign in SIGNS))
_QUOTED: Final = re.compile(r"'([^'\n\"]*)'(?![A-Za-z])")
_SHORT_FORMS: Final = {
    "isn't": "is not",
    "aren't": "is not",
    "can't": "cannot",
    "doesn't": "does not",
    "don't": "does not",
    "it's": "its",
    "won't": "cannot",
}

_WORKED_OUT: Final = ("top", "bottom", "number", "total", "most", "least")
_NEVER_NAMES: Final = frozenset(
    [
        "a",
        "am",
        "an",
        "and",
        "can",
        "if",
        "in",
        "is",
        "it",
        "its",
        "me",
        "my",
        "not",
        "of",
        "or",
        "the",
        "this",
        "to",
        "I",
    ]
)


def habit(trouble: Trouble) -> Complaint | None:
    """The complaint about a habit that explains the trouble, None if none does."""
    for look in _HABITS:
        if (found := look(trouble)) is not None:
            return found
    return None


# ------------------------------------------------------------------ words


def _first_word(trouble: Trouble) -> Complaint | None:
    line = trouble.line
    if not line or line[0].text not in FIRST_WORDS:
        return None
    first = line[0]
    if first.text == "else" and len(line) > 1 and line[1].text == "if":
        at = first.span.to(line[1].span)
        return complaints.other_word(at, "else if", "write `otherwise if`")
    return complaints.other_word(first.span, first.text, FIRST_WORDS[first.text])


def _inner_word(trouble: Trouble) -> Complaint | None:
    for token in (trouble.token, trouble.before):
        if token is None or token.text not in INNER_WORDS or token is trouble.line[0]:
            continue
        if token is trouble.token or token.type == "NAME":
            return complaints.other_word(token.span, token.text, INNER_WORDS[token.text])
    return None


def _article(trouble: Trouble) -> Complaint | None:
    """`a` for `the`, and the reverse."""
    token, accepted = trouble.token, trouble.accepted
    following = _after(trouble)
    if following is None or following.type != "NAME":
        return None
    if token.type in ("A", "AN") and "THE" in accepted and "A" not in accepted:
        return complaints.not_a_new_name(token.span, token.text, following.text)
    if token.type == "THE" and "A" in accepted and "THE" not in accepted:
        article = "an" if following.text[0] in "aeiou" else "a"
        return complaints.new_name(token.span, following.text, article)
    return None


def _after(trouble: Trouble) -> Token | None:
    following = trouble.index + 1
    return trouble.tokens[following] if following < trouble.line_end else None


def _capital(trouble: Trouble) -> Complaint | None:
    """A capital at the beginning of a line, after `the`, or where no card can be."""
    keywords = trouble.grammar.lexer.keywords
    for token in _capitals(trouble):
        first, _, rest = token.text.partition(" ")
        small = first.lower()
        known = small in keywords or _heads_a_card(trouble, token, rest)
        if not known and (token is not trouble.token or "PROPER" in trouble.accepted):
            continue
        if "NAME" in trouble.accepted or known:
            at = Span(token.span.source, token.span.start, token.span.start + len(first))
            return complaints.capital(at, first, small)
    return None


def _heads_a_card(trouble: Trouble, token: Token, rest: str) -> bool:
    """Whether a line is `Kind Name`, both with a capital letter."""
    line = trouble.line
    return bool(rest) and len(line) == 1 and line[0] is token and trouble.token.type in LAYOUT


def _small_name(trouble: Trouble) -> Complaint | None:
    """A line of names alone: the head of a card whose name is written small."""
    line = trouble.line
    block = trouble.line_end + 1 < len(trouble.tokens) and trouble.tokens[trouble.line_end + 1]
    if len(line) < 2 or not block or block.type != INDENT or any(w.type != "NAME" for w in line):
        return None
    name = " ".join(word.text.title() for word in line[1:])
    at = line[1].span.to(line[-1].span)
    return complaints.small_name(at, f"{line[0].text} {name}")


def _two_words(trouble: Trouble) -> Complaint | None:
    """A name of two words without a hyphen between them."""
    for token, stack, following in trouble.names_so_far():
        if following[:1] == ["NAME"] and trouble.grammar_fits(stack, following):
            second = trouble.tokens[trouble.tokens.index(token) + 1]
            if second is trouble.token and any(
                trouble.fits([whose, *trouble.rest]) for whose in trouble.kinds_of("'s")
            ):
                return None  # perhaps `'s` is missing
            at = token.span.to(second.span)
            return complaints.two_words(at, f"{token.text}-{second.text}")
    return None


def _capitals(trouble: Trouble) -> Iterator[Token]:
    line = trouble.line
    for token in (trouble.token, trouble.before, line[0] if line else None):
        if token is not None and token.type == "PROPER":
            yield token


def _reserved(trouble: Trouble) -> Complaint | None:
    """A word of the language as a name; a name in its place would make sense of the line."""
    token = trouble.token
    if token.text not in trouble.grammar.lexer.keywords or token.text in _NEVER_NAMES:
        return None
    alone = trouble.accepted == {"NAME"} and not trouble.fits(trouble.rest[1:])
    if alone or ("NAME" in trouble.accepted and trouble.fits(["NAME", *trouble.rest[1:]])):
        return complaints.reserved(token.span, token.text)
    return None


def _no_parentheses(trouble: Trouble) -> Complaint | None:
    """`the top of …` where only a name can stand."""
    token, before = trouble.token, trouble.before
    if before is None or before.type != "THE" or token.text not in _WORKED_OUT:
        return None
    following = [each.text for each in trouble.tokens[trouble.index + 1 : trouble.index + 3]]
    if "of" in following:
        return complaints.no_parentheses(before.span.to(token.span), token.text)
    return None


def _misspelled(trouble: Trouble) -> Complaint | None:
    """A word of the language that is taken for a name, because a letter of it is wrong."""
    keywords = trouble.grammar.lexer.keywords
    for token, stack, following in trouble.names_so_far():
        close = nearest(token.text, keywords)
        if close is None or abs(len(close) - len(token.text)) > 1:
            continue
        if trouble.grammar_fits(stack, [keywords[close], *following]):
            return complaints.misspelled(token.span, token.text, close)
    return None


def _bare(trouble: Trouble) -> Complaint | None:
    """`victim gives …` for `the victim gives …`."""
    for token, stack, following in trouble.names_so_far():
        if token is trouble.before and trouble.token.text == "'s":
            following = [trouble.token.type]
        if token is trouble.token:
            return None  # one word that is missing there is told in another way
        if trouble.grammar_fits(stack, ["THE", "NAME", *following]):
            new = trouble.grammar_fits(stack, ["A", "NAME", *following])
            return complaints.bare(token.span, token.text, new)
    return None


def _small_i(trouble: Trouble) -> Complaint | None:
    line = trouble.line
    if line and line[0].type == "NAME" and line[0].text == "i":
        return complaints.other_word(line[0].span, "i", "write `I`")
    return None


# ------------------------------------------------------------------ signs


def _colon(trouble: Trouble) -> Complaint | None:
    if trouble.token.type != "COLON":
        return None
    return complaints.colon(trouble.token.span, more=trouble.rest[1:2] != ["_NL"])


def _minus(trouble: Trouble) -> Complaint | None:
    token = trouble.token
    if token.type == "NEGATIVE" and "MINUS" in trouble.accepted:
        return complaints.space_after_minus(token.span, token.text)
    return None


def _strange(trouble: Trouble) -> Complaint | None:
    """A character that is in no word, or a sign of which the first half is one of ours."""
    token = trouble.token
    text, start = token.reading.text, token.start
    if token.type in LAYOUT:
        return None
    if token.type == STRANGE and token.text == '"':
        return complaints.open_quotes(token.span)
    quoted = _QUOTED.match(text, start)
    if token.type == STRANGE and quoted is not None:
        at = token.reading.span(start, quoted.end())
        return complaints.other_sign(at, "'", f'write `"{quoted.group(1)}"`')
    if (found := _within_word(token)) is not None:
        return found
    # `==` is met at its second sign if the first can stand there.
    for begin in (start - 1, start):
        sign = _SIGN.match(text, max(begin, 0))
        if sign is None or sign.end() <= start:
            continue
        if token.type != STRANGE and len(sign.group()) < 2 and token.text != "=":
            continue
        at = token.reading.span(sign.start(), sign.end())
        return complaints.other_sign(at, sign.group(), SIGNS[sign.group()])
    if token.type == STRANGE:
        return complaints.strange_character(token.span, _named(token.text), _meant(token.text))
    return None


def _within_word(token: Token) -> Complaint | None:
    """A strange character between letters or digits: `a_b`, `isn't`, `1.5`, `été`."""
    text, start = token.reading.text, token.start
    begin, end = start, start + 1
    while begin > 0 and (text[begin - 1].isalnum() or text[begin - 1] in "_'"):
        begin -= 1
    while end < len(text) and (text[end].isalnum() or text[end] in "_'"):
        end += 1
    word, at = text[begin:end], token.reading.span(begin, end)
    if len(word) > 1 and "_" in word:
        help = f"join words with a hyphen: `{word.strip('_').replace('_', '-').lower()}`"
        return complaints.strange_character(at, "_", help)
    if word.lower() in _SHORT_FORMS:
        return complaints.other_word(at, word, f"write `{_SHORT_FORMS[word.lower()]}`")
    if token.type != STRANGE:
        return None
    if token.text == "." and word.replace(".", "").isdigit() and word[-1:].isdigit():
        return complaints.not_whole(at)
    if token.text.isalpha():
        help = "names are made of the letters a to z, digits and hyphens; texts in quotes are free"
        return complaints.strange_character(token.span, token.text, help)
    return None


def _named(character: str) -> str:
    return character if character.isprintable() and character.strip() else f"U+{ord(character):04X}"


def _meant(character: str) -> str | None:
    if character == "'":
        return "whose something is, is said with `'s`; a text stands in `\"`"
    if character.isspace() or not character.isprintable():
        return "an ordinary space is wanted here, or nothing"
    return None


_HABITS: Final[tuple[Habit, ...]] = (
    _first_word,
    _strange,
    _colon,
    _small_i,
    _small_name,
    _misspelled,
    _capital,
    _no_parentheses,
    _inner_word,
    _bare,
    _two_words,
    _reserved,
    _article,
    _minus,
)
