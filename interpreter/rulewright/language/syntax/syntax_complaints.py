"""Complaints of the parser: one function for each code, which words it.

Codes are stable. E01 is about the form of rules, whatever they mean.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from rulewright.language.syntax.parsing.lexer import STEP
from rulewright.language.text import (
    Fix,
    Span,
    SpanNote,
    Wording,
    code,
    did_you_mean,
    indent_with_spaces,
    is_curly_quote,
    missing_word_hint,
    one_of,
    outdent_block,
    straighten_quotes,
)

MOST_ENDS: Final = 8
"""The maximum number of places where closing the parentheses is tried."""
MOST_QUOTED: Final = 4
"""Most words of another line that help quotes."""
_ONLY: Final = re.compile(r"write `([^`…]+)`")
"""A help text that consists of a single replacement."""


@code("E0101")
def unexpected(
    at: Span, found: str, expected: Sequence[str], help: str | None, guess: Fix | None
) -> Wording:
    """A word that does not fit in its place."""
    message = f"{found} does not fit here"
    if expected:
        message += f"; expected {one_of(expected)}"
    return Wording(message, at, help=help, fixes=(guess,) if guess is not None else ())


@code("E0102")
def strange_character(at: Span, found: str, help: str | None) -> Wording:
    """A character that belongs to no word of the language."""
    return Wording(f"the character `{found}` has no meaning here", at, help=help)


@code("E0103")
def open_quotes(at: Span) -> Wording:
    """A text in quotes without its end."""
    message, help = (
        "the closing quote of this text is missing",
        'add `"` at the end of the text, on the same line',
    )
    end = at.start + len(at.source.text[at.start :].partition("\n")[0].rstrip())
    fix = Fix(Span(at.source, end, end), '"', help)
    return Wording(message, at, help=help, fixes=(fix,))


@code("E0104")
def uneven_indentation(at: Span, above_others: bool = False, deeper: bool = False) -> Wording:
    """A line whose indentation matches no block."""
    if above_others or deeper:
        message = f"this line is indented {'more' if deeper else 'less'} than those below it"
        help = "indent it like those lines; each block is indented by four spaces"
        return Wording(message, at, help=help)
    message = "no line above has this indentation"
    above = _lines_around(at)
    help = f"begin it in the same column as {' or as '.join(f'`{each}`' for each in above)}"
    return Wording(message, at, help=help if above else "begin it at the left edge")


def _lines_around(at: Span) -> list[str]:
    """Return the beginnings of the lines above whose depths are next to that of `at`: a lesser, then a greater."""
    text = at.source.text
    begin = text.rfind("\n", 0, at.start) + 1
    depth, deepest = at.start - begin, None
    for line in reversed(text[:begin].splitlines()):
        said = line.strip()
        found = len(line) - len(line.lstrip(" "))
        if not said or said.startswith("#"):
            continue
        if found < depth:
            return [_beginning(said), *([_beginning(deepest)] if deepest else [])]
        deepest = said
    return []


def _beginning(line: str) -> str:
    """Return the first words of a line, with `…` if it has more."""
    words = line.split()
    return " ".join(words[:MOST_QUOTED]) + (" …" if len(words) > MOST_QUOTED else "")


@code("E0105")
def tab(indents: Sequence[Span]) -> Wording:
    """A tab in front of a line; reported once per file."""
    also = f", and {len(indents) - 1} more of this file" if len(indents) > 1 else ""
    message = f"this line is indented with a tab{also}"
    help = "indent with four spaces"
    fixes = indent_with_spaces(indents[0].source, STEP, help)
    return Wording(message, indents[0], help=help, fixes=fixes)


@code("E0128")
def broken_line(first: Span, at: Span) -> Wording:
    """A sentence that is split over two lines."""
    message = "this sentence continues on the next line"
    between = Span(at.source, first.end, at.start)
    help = f"write it on one line: `… {first.text} {at.text} …`"
    return Wording(message, first, fixes=(Fix(between, " ", help),))


@code("E0129")
def plain_words(at: Span) -> Wording:
    """A sentence of prose in place of a rule."""
    begin = Span(at.source, at.start, at.start)
    fix = Fix(begin, "# ", "begin a remark with `#`")
    return Wording("this looks like a remark, not like a rule", at, fixes=(fix,))


@code("E0130")
def no_section(at: Span, word: str, here: str) -> Wording:
    """A line of a scenario that belongs under another of the words `given`, `when` and `then`."""
    under = f", not under `{here}`" if here else ""
    begin = at.source.text.rfind("\n", 0, at.start) + 1
    depth = max(at.start - begin - STEP, 0)
    line = at.source.text[at.start :].partition("\n")[0].rstrip()
    help = f"write `{word}` on a line of its own above it"
    return Wording(
        f"this line belongs under `{word}`{under}",
        Span(at.source, at.start, at.start + len(line)),
        fixes=(Fix(Span(at.source, begin, begin), f"{' ' * depth}{word}\n", help),),
    )


@code("E0131")
def other_section(at: Span, word: str) -> Wording:
    """A section of a scenario with a wrong name."""
    message = f"a scenario has the sections `given`, `when` and `then`, but no `{at.text}`"
    return _rewritten(message, at, word, f"write `{word}`")


@code("E0132")
def no_kind(at: Span) -> Wording:
    """The name of a card above a block, without its kind."""
    small, _, rest = at.text.partition(" ")
    fixes = (Fix(at, f"{small.lower()} {rest}", f"write `{small.lower()} {rest}`"),) if rest else ()
    message = f"`{at.text}` has no kind; a card begins with its kind"
    help = f"write the kind before the name, with a small letter: `… {at.text}`"
    return Wording(message, at, help=help, fixes=fixes)


@code("E0133")
def inner_declaration(at: Span) -> Wording:
    """A declaration inside another one."""
    begin = at.source.text.rfind("\n", 0, at.start) + 1
    help = f"begin it at the left edge, and indent its block by {STEP} spaces"
    message = f"`{at.text}` begins a declaration, which cannot be inside another one"
    return Wording(message, at, fixes=(Fix(Span(at.source, begin, at.start), "", help),), help=help)


@code("E0134")
def other_tongue(at: Span) -> Wording:
    """A sentence in another language than English."""
    help = "write it in English; texts for players can be translated in a translation file"
    return Wording("this is not English, but rules are written in English", at, help=help)


@code("E0106")
def no_block(at: Span, head: str, only: bool = False) -> Wording:
    """A line that needs an indented block but has none."""
    message = f"nothing is indented under this `{head}`"
    help = "write its block on the next lines, four spaces deeper"
    if only:
        begin = Span(at.source, at.start, at.start)
        fix = Fix(begin, "only ", f"write `only {head} …` if the action is not allowed otherwise")
        return Wording(message, at, help=help, fixes=(fix,))
    return Wording(message, at, help=help, fixes=_deeper(at))


def _deeper(head: Span) -> tuple[Fix, ...]:
    """Return a fix that indents the line under `head` if it is at the head's depth; else no fix."""
    text = head.source.text
    depth = head.start - text.rfind("\n", 0, head.start) - 1
    begin = text.find("\n", head.end) + 1
    line = text[begin:].partition("\n")[0]
    said = line.strip()
    if not begin or not said or len(line) - len(line.lstrip()) != depth:
        return ()
    at = Span(head.source, head.start, begin + len(line))
    deeper = f"{text[head.start : begin]}{' ' * (depth + STEP)}{said}"
    return (Fix(at, deeper, f"write `{said}` four spaces deeper"),)


@code("E0125")
def not_closed(at: Span, fixes: Sequence[Fix]) -> Wording:
    """A parenthesis that is not closed on its line."""
    help = "add `)` where it ends"
    return Wording("this `(` is not closed", at, help=help, fixes=tuple(fixes))


@code("E0126")
def headless(at: Span, word: str, first: str) -> Wording:
    """A condition above a block, without its `if`."""
    message = f"this line has a block, but does not begin with `{word}`"
    begin = Span(at.source, at.start, at.start)
    return Wording(
        message,
        at,
        fixes=(Fix(begin, f"{word} ", missing_word_hint(word, first)),),
    )


@code("E0127")
def comma_above(at: Span, word: str) -> Wording:
    """A line that continues on the next one but lacks the `,` at its end."""
    message = f"`{word}` on the next line continues this line, which must then end in `,`"
    fixes = (Fix(at, ",", missing_word_hint(",", word)),)
    return Wording(message, at, help="end this line in `,`", fixes=fixes)


@code("E0107")
def not_a_head(at: Span, head: Span | None) -> Wording:
    """An indented line below a line that cannot have a block."""
    message = "this line is indented, but the line above it cannot have a block"
    if head is None:
        message = "this line is indented, but there is no line above it"
        return Wording(message, at, help="begin it at the left edge")
    help = "indent both lines equally"
    notes = (SpanNote(head, "this line cannot have a block"),)
    return Wording(message, at, notes, help, (outdent_block(at, head, help),))


@code("E0108")
def foreign_word(at: Span, found: str, advice: str) -> Wording:
    """A word that the rule language does not have, such as a word of a programming language."""
    only = _ONLY.fullmatch(advice)
    fixes = (Fix(at, only[1], advice),) if only is not None else ()
    return Wording(f"the rule language has no word `{found}`", at, help=advice, fixes=fixes)


@code("E0109")
def foreign_sign(at: Span, found: str, advice: str) -> Wording:
    """A sign that the rule language does not have, such as `=`."""
    message = f"the rule language has no sign `{found}`"
    only = _ONLY.fullmatch(advice)
    if advice.startswith("leave it out"):
        return _rewritten(message, at, "", advice, advice)
    if is_curly_quote(found):
        return Wording(message, at, help=advice, fixes=(straighten_quotes(at, advice),))
    return Wording(message, at, help=advice, fixes=(Fix(at, only[1], advice),) if only else ())


@code("E0110")
def colon(at: Span, more: bool, fits_without: bool) -> Wording:
    """A `:` before a block or a value."""
    message, help = "a line does not end in `:` before its block", "leave out the `:`"
    if more and fits_without:
        message = "there is no `:` here in the rule language"
    elif more:
        help = "write the rest on a new line, four spaces deeper"
    return Wording(message, at, help=help)


@code("E0135")
def bullet(at: Span, mark: str, line: str) -> Wording:
    """A mark such as `-` or `+` before a line."""
    help = f"write `{line}`"
    return _rewritten(f"`{mark}` cannot begin a line", at, "", help, help)


@code("E0136")
def letters(at: Span, digits: str) -> Wording:
    """Letters that look like digits."""
    help = f"write `{digits}`, in digits"
    return _rewritten(f"`{at.text}` is not a number", at, digits, help, help)


@code("E0137")
def joined(at: Span, whole: Span, text: str) -> Wording:
    """Texts and names joined by a sign."""
    message = f"texts cannot be joined by `{at.text}`; write values in braces"
    return Wording(
        message, at, help=f"write `{text}`", fixes=(Fix(whole, text, f"write `{text}`"),)
    )


@code("E0124")
def open_path(at: Span) -> Wording:
    """The path of a file without quotes."""
    quoted = f'"{at.text}"'
    help = f"write `{quoted}`"
    return Wording("a path needs quotes", at, help=help, fixes=(Fix(at, quoted, help),))


@code("E0111")
def not_a_new_name(article: Span, name: Span, only_the: bool, amount: bool, asks: bool) -> Wording:
    """`a card` or the like where the line needs to know which card it is."""
    fixes = (Fix(article, "the", f"write `the {name.text}`"),)
    if only_the:
        message = f"`{name.text}` must have `the` before it here, not `{article.text}`"
        return Wording(message, article, fixes=fixes)
    new = f"{article.text} {name.text}"
    help = f"first write `choose {new} from …`, then use `the {name.text}`"
    if asks:
        help = f"write `there is {new} …`, or `the {name.text}` if it is known already"
    elif amount:
        help = f"for an amount, use `1 {name.text}`; for one thing, {help}"
    message = f"`{new}` does not say which {name.text}"
    return Wording(message, article.to(name), help=help, fixes=fixes)


@code("E0112")
def new_name(at: Span, name: str, article: str) -> Wording:
    """`the` before a name that is being introduced."""
    message = "this line introduces a name, but `the` refers to a known one"
    return _rewritten(message, at, article, f"write `{article} {name}`")


@code("E0121")
def bare(at: Span, name: str, may_be_new: bool) -> Wording:
    """A name of a thing without `the` or `a`."""
    article = "an" if name[0] in "aeiou" else "a"
    help = f"write `the {name}`"
    if may_be_new:
        help += f", or `{article} {name}` if any will do"
    fixes = (
        Fix(at, f"the {name}", help),
        Fix(at, f"{article} {name}", help),
        Fix(at, f"my {name}", missing_word_hint("my", name)),
    )
    return Wording(f"`{name}` needs `the`, `a` or `my` before it", at, fixes=fixes)


@code("E0122")
def small_name(at: Span, head: str, name: str) -> Wording:
    """A word in the name of a card that begins with a small letter."""
    message = "each word in the name of a card begins with a capital letter"
    if name == at.text:  # its letters have no capitals
        help = f"call it `{head} Other Name` here, and add to the edition: `names: {{Other Name: {name}}}`"
        return Wording(message, at, help=help)
    return _rewritten(message, at, name, f"write `{head} {name}`")


@code("E0123")
def two_words(at: Span, joined: str) -> Wording:
    """A name of two words without a hyphen."""
    message = "there are two names side by side"
    help = f"if it is one name, write `{joined}`"
    everywhere = " everywhere" if at.source.text.count(at.text) > 1 else ""
    hint = f"use `{joined}`{everywhere} if this is one name"
    return _rewritten(message, at, joined, help, hint)


@code("E0113")
def capital(at: Span, found: str, lowercase: str) -> Wording:
    """A capital letter at the beginning of a word that is no card's name."""
    message = f"`{found}` begins with a capital letter, but is not a card"
    hint = "only the names of cards begin with a capital letter"
    return _rewritten(message, at, lowercase, f"write `{lowercase}`, or the name of a card", hint)


@code("E0114")
def space_after_minus(at: Span, found: str) -> Wording:
    """`cards -1` without a space after the minus: a negative number in place of a subtraction."""
    message = f"`{found}` is a separate number, which cannot follow here"
    return _rewritten(message, at, f"- {found[1:]}", f"to subtract, write `- {found[1:]}`")


@code("E0115")
def not_whole(at: Span) -> Wording:
    """`1.5`: numbers are whole."""
    return Wording(
        "numbers must be whole",
        at,
        help="write a whole number; to halve a number, write `half …`, which rounds down",
    )


@code("E0116")
def too_long(at: Span, limit: int) -> Wording:
    """A line with very many words."""
    message = f"this line has more than {limit} words, numbers and signs"
    help = "write it shorter, or give parts of it a name with `let`"
    return Wording(message, at, help=help)


@code("E0117")
def too_deep(at: Span, limit: int) -> Wording:
    """Too many nested blocks."""
    message = f"more than {limit} blocks are inside one another here"
    return Wording(
        message, at, help="move the inner part into an event, or join conditions with `and`"
    )


@code("E0120")
def misspelled(at: Span, found: str, correction: str) -> Wording:
    """A misspelt word of the language, which was taken for a name."""
    message = f"`{found}` does not fit in this line"
    return _rewritten(message, at, correction, did_you_mean(found, [correction]) or "")


@code("E0118")
def reserved(at: Span, word: str) -> Wording:
    """A word of the language in place of a name."""
    message = f"`{word}` is a word of the rule language, so it cannot be a name"
    return Wording(message, at, help="choose another name")


@code("E0119")
def no_parentheses(at: Span, word: str, ends: Sequence[Span]) -> Wording:
    """A computed value that needs parentheses, because only a name fits there."""
    message = f"`the {word} of …` needs parentheses here"
    whole = [Span(at.source, at.start, end.end) for end in reversed(ends)]
    fixes = [Fix(each, f"({each.text})", f"write `({each.text})`") for each in whole]
    help = f"write `(the {word} of …)`"
    return Wording(message, at, help=help, fixes=tuple(fixes[:MOST_ENDS]))


def _rewritten(message: str, at: Span, text: str, help: str, hint: str | None = None) -> Wording:
    """Return a wording whose fix replaces the word at `at` by `text`; `hint` is the help if the fix fails."""
    return Wording(message, at, help=hint, fixes=(Fix(at, text, help),))
