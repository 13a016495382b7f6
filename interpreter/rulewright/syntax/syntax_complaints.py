"""All that can be wrong with the form of rules: one function for each complaint, all wording here.

Codes are stable. E01 is about how rules are written, whatever they mean.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.text import Complaint, Note, Span


def unexpected(at: Span, found: str, expected: Sequence[str], help: str | None) -> Complaint:
    """A word that cannot stand where it stands."""
    message = f"{found} cannot stand here"
    if expected:
        message += f"; expected {either(expected)}"
    return Complaint("E0101", message, at, help=help)


def strange_character(at: Span, found: str, help: str | None) -> Complaint:
    """A character that belongs to no word of the language."""
    return Complaint("E0102", f"the character `{found}` means nothing here", at, help=help)


def open_quotes(at: Span) -> Complaint:
    """A text in quotes without its end."""
    message = "this text in quotes does not end on its line"
    return Complaint("E0103", message, at, help='close it with `"`')


def uneven_indentation(at: Span) -> Complaint:
    """A line that goes back to a depth at which no block began."""
    message = "this line is indented like no line above it"
    help = "go back exactly to the depth of an earlier line; blocks are indented by four spaces"
    return Complaint("E0104", message, at, help=help)


def tab(at: Span, lines: int) -> Complaint:
    """A tab in front of a line; told once for each file."""
    also = f", and {lines - 1} more of this file" if lines > 1 else ""
    message = f"a tab indents this line{also}; how wide it is depends on the editor"
    return Complaint("E0105", message, at, help="indent with four spaces")


def no_block(at: Span, head: str) -> Complaint:
    """A line that needs an indented block, and has none."""
    message = f"nothing is indented under this `{head}`"
    help = "write what belongs to it on the next lines, four spaces deeper"
    return Complaint("E0106", message, at, help=help)


def not_a_head(at: Span, head: Span | None) -> Complaint:
    """A line that is indented under one that takes no block."""
    message = "this line is indented, but the line above it takes no block"
    if head is None:
        message = "this line is indented, but there is no line above it"
        return Complaint("E0107", message, at, help="begin it at the left edge")
    help = "begin both lines at the same depth"
    return Complaint("E0107", message, at, (Note(head, "nothing can stand under this line"),), help)


def other_word(at: Span, found: str, meant: str) -> Complaint:
    """A word that other languages have in this place."""
    return Complaint("E0108", f"`{found}` is no word of this language", at, help=meant)


def other_sign(at: Span, found: str, meant: str) -> Complaint:
    """A sign that other languages have in this place."""
    return Complaint("E0109", f"`{found}` is no sign of this language", at, help=meant)


def colon(at: Span, more: bool, fits_without: bool) -> Complaint:
    """A `:` that has no place: before a block, or before a value."""
    message, help = "a line does not end in `:` before its block", "leave it out"
    if more and fits_without:
        message = "no `:` is wanted here"
    elif more:
        help = "put what follows on a line of its own, four spaces deeper"
    return Complaint("E0110", message, at, help=help)


def open_path(at: Span) -> Complaint:
    """The path of a file without quotes."""
    message = "the path of a file stands in quotes"
    return Complaint("E0124", message, at, help=f'write `"{at.text}"`')


def not_a_new_name(at: Span, article: str, name: str) -> Complaint:
    """`a` where something known is spoken of."""
    message = f"`{article}` introduces a new name, but here something known is spoken of"
    return Complaint("E0111", message, at, help=f"write `the {name}`")


def new_name(at: Span, name: str, article: str) -> Complaint:
    """`the` where a name is introduced."""
    message = "here a name is introduced, but `the` speaks of something known"
    return Complaint("E0112", message, at, help=f"write `{article} {name}`")


def bare(at: Span, name: str, may_be_new: bool) -> Complaint:
    """A name of a thing without `the` or `a`."""
    article = "an" if name[0] in "aeiou" else "a"
    help = f"write `the {name}`"
    if may_be_new:
        help += f", or `{article} {name}` if any will do"
    return Complaint("E0121", f"`{name}` stands alone", at, help=help)


def small_name(at: Span, head: str) -> Complaint:
    """A card whose name is written small."""
    message = "the name of a card begins with a capital letter, in each of its words"
    return Complaint("E0122", message, at, help=f"write `{head}`")


def two_words(at: Span, joined: str) -> Complaint:
    """A name of two words without a hyphen."""
    message = "two names stand here side by side"
    return Complaint("E0123", message, at, help=f"if it is one name, write `{joined}`")


def capital(at: Span, found: str, meant: str) -> Complaint:
    """A capital letter in front of a word that is no card's name."""
    message = f"`{found}` begins with a capital letter, like the name of a card"
    return Complaint("E0113", message, at, help=f"write `{meant}`, or the name of a card")


def space_after_minus(at: Span, found: str) -> Complaint:
    """`cards -1` without a space: a negative number follows, and nothing is taken away."""
    message = f"`{found}` is a number of its own, and cannot follow here"
    return Complaint("E0114", message, at, help=f"to take it away write `- {found[1:]}`")


def not_whole(at: Span) -> Complaint:
    """`1.5`: numbers are whole."""
    return Complaint("E0115", "numbers are whole", at, help="`half` halves and rounds down")


def too_long(at: Span, limit: int) -> Complaint:
    """A line with very many words."""
    message = f"this line has more than {limit} words"
    return Complaint("E0116", message, at, help="name parts of it with `let`, or with a value")


def too_deep(at: Span, limit: int) -> Complaint:
    """Blocks in blocks in blocks."""
    message = f"blocks stand in one another more than {limit} deep here"
    return Complaint("E0117", message, at, help="make the inner part an event of its own")


def misspelled(at: Span, found: str, meant: str) -> Complaint:
    """A word of the language with a wrong letter, so that it is taken for a name."""
    message = f"with `{found}` this line makes no sense"
    return Complaint("E0120", message, at, help=f"did you mean `{meant}`?")


def reserved(at: Span, word: str) -> Complaint:
    """A word of the language where a name is wanted."""
    message = f"`{word}` is a word of the language itself, and cannot be a name"
    return Complaint("E0118", message, at, help="choose another name")


def no_parentheses(at: Span, word: str) -> Complaint:
    """Something worked out, where only a name or something in parentheses can stand."""
    message = f"`the {word} of …` cannot stand here by itself"
    return Complaint("E0119", message, at, help=f"put it in parentheses: `(the {word} of …)`")


def either(things: Sequence[str]) -> str:
    """Return things as words: `a, b or c`."""
    return things[0] if len(things) == 1 else ", ".join(things[:-1]) + " or " + things[-1]
