"""Words of the language that are wrong, missing, doubled or exchanged."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final

from rulewright.language.syntax.parsing.lexer import Token
from tools.corpus.material import Edit, Material
from tools.corpus.mutants import sort

WRONG: Final = {
    "move": ("put", "place", "bring", "transfer"),
    "choose": ("pick", "select", "pcik"),
    "set": ("change", "make", "let"),
    "tell": ("say", "announce", "print"),
    "show": ("reveal", "display"),
    "gain": ("get", "receive", "take"),
    "pay": ("spends", "give"),
    "each": ("every", "all"),
    "if": ("when", "whenever", "provided"),
    "otherwise": ("else", "elsewise"),
    "after": ("once", "following"),
    "may": ("might", "could"),
    "number": ("count", "amount"),
    "where": ("whose", "with", "that"),
    "while": ("during", "as"),
    "nothing": ("none", "null"),
    "nobody": ("noone", "none"),
    "from": ("among", "of"),
    "event": ("action", "deed"),
    "fact": ("predicate", "condition"),
    "value": ("property", "number"),
    "phase": ("step", "stage"),
    "power": ("ability", "skill"),
    "cannot": ("cant", "mustnt"),
    "is": ("equals", "be"),
    "more": ("greater", "bigger"),
    "less": ("smaller", "fewer"),
}
FOREIGN: Final = {
    "is": "==", "otherwise": "else", "nothing": "null", "yes": "true", "no": "false",
    "and": "&&", "or": "||", "not": "!", "move": "put", "me": "myself", "my": "your",
    "tell": "print", "for": "foreach", "let": "var", "reading": "comment", "cite": "quote",
}  # fmt: skip
PREPOSITIONS: Final = {"from": "of", "to": "into", "in": "from", "of": "in", "at": "on", "by": "for", "on": "at", "for": "by"}  # fmt: skip  # noqa: E501
NEEDED: Final = ("the", "to", "from", "is", "in", "of", "be", "each", "a", "if", "by", "than", "at")


@sort("a wrong word")
def wrong(one: Material, lot: Random) -> Iterator[Edit]:
    """`pick a card from …`."""
    for word in one.words:
        if (word.text in WRONG and word.type != "NAME") or (
            word.text in ("gain", "pay") and _is_first(one, word)
        ):
            yield Edit(word.start, word.end, lot.choice(WRONG[word.text]), word.text)


@sort("a word of other languages")
def foreign(one: Material, lot: Random) -> Iterator[Edit]:
    """`gold == 3`."""
    for word in one.words:
        if word.text in FOREIGN and word.type != "NAME":
            yield Edit(word.start, word.end, FOREIGN[word.text], word.text)


@sort("another preposition")
def preposition(one: Material, lot: Random) -> Iterator[Edit]:
    """`choose a card of …`."""
    for word in one.words:
        if word.text in PREPOSITIONS and word.type != "NAME" and not _is_first(one, word):
            yield Edit(word.start, word.end, PREPOSITIONS[word.text], word.text)


@sort("`a` for `the`, or the reverse")
def article(one: Material, lot: Random) -> Iterator[Edit]:
    """`set the gold of a victim`."""
    for word in one.words:
        if word.text in ("a", "the") and not _is_first(one, word):
            other = "the" if word.text == "a" else "a"
            yield Edit(word.start, word.end, other, word.text)


@sort("a word left out")
def left_out(one: Material, lot: Random) -> Iterator[Edit]:
    """`set my gold 3`."""
    for word in one.words:
        after_take = one.before(word).endswith(
            ("take ", "takes ", "close ", "inspect ", "inspects ")
        )  # `take crown` is said too
        if (
            word.text in NEEDED
            and word.type != "NAME"
            and not _is_first(one, word)
            and not after_take
        ):
            yield Edit(word.start, word.end + 1, "", word.text)


@sort("`if` left out")
def if_left_out(one: Material, lot: Random) -> Iterator[Edit]:
    """`my gold is at least 1` above a block."""
    for line, _ in one.blocks("if"):
        word = line.words[0]
        rest = line.words[-1].end
        yield Edit(word.start, rest, one.text[word.end + 1 : rest], "if", 0, rest - word.end - 1)


@sort("a comma left out")
def comma(one: Material, lot: Random) -> Iterator[Edit]:
    """`power x at main if …`."""
    for word in one.words:
        if word.text == ",":
            yield Edit(word.start, word.end, "", ",")


@sort("a word doubled")
def doubled(one: Material, lot: Random) -> Iterator[Edit]:
    """`the the victim`."""
    for word in one.words:
        if word.text.isalpha() and not _is_first(one, word):
            size = len(word.text)
            yield Edit(word.start, word.end, f"{word.text} {word.text}", "", 0, 2 * size + 1)


@sort("two words exchanged")
def exchanged(one: Material, lot: Random) -> Iterator[Edit]:
    """`not is`."""
    for word, next_word in zip(one.words, one.words[1:], strict=False):
        plain = word.text.isalpha() and next_word.text.isalpha() and word.text != next_word.text
        between = one.text[word.end : next_word.start]
        if plain and between == " " and not _is_first(one, word):
            yield Edit(
                word.start,
                next_word.end,
                f"{next_word.text} {word.text}",
                one.text[word.start : next_word.end],
            )


@sort("a word too many")
def too_many(one: Material, lot: Random) -> Iterator[Edit]:
    """`gain 1 gold please`."""
    for word in one.words:
        if word.text in ("to", "is", "from", "if") and not _is_first(one, word):
            extra = lot.choice(["then", "very", "also", "just"])
            yield Edit(word.end + 1, word.end + 1, f"{extra} ", "", 0, len(extra))


def _is_first(one: Material, word: Token) -> bool:
    return not one.before(word).strip()
