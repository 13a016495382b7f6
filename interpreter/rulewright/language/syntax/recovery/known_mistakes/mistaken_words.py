"""Words and signs of other (programming) languages, with what to write instead."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final


def _by_word(rows: Mapping[str, str]) -> dict[str, str]:
    """Return a dict from single words to advice; each key of `rows` lists several words separated by blanks."""
    return {word: advice for words, advice in rows.items() for word in words.split()}


FIRST_WORDS: Final = _by_word(
    {
        "else": "write `otherwise`",
        "elif elsif elseif": "write `otherwise if`",
        "unless": "write `if not`",
        "foreach": "write `for each`",
        "while": "for a condition, end the line with `, if …`; for a loop use `for each`, "
        "`repeatedly choose`, or in the flow of the game `repeat until`",
        "whenever": "write `after a … …`, or `when a … would …`",
        "that": "write `the`",
        "you": "write `I`",
        "your": "write `my`",
        "def func function": "for one card write a `power`; for something that several cards do, an `event`",
        "var const": "write `let the … be …`",
        "endif endfor": "leave this out: a block ends where its indentation ends",
        "import include": "leave this out: the rule files of a game know each other",
    }
)
"""First words of lines in other languages, with advice."""

LONE_WORDS: Final = _by_word(
    {"return break continue exit": "a block cannot be left early: use `if … otherwise`"}
)
"""Words that form a line of their own in other languages, with advice."""

INNER_WORDS: Final = _by_word(
    {
        "greater bigger larger higher": "write `is more than`",
        "smaller fewer lower": "write `is less than`",
        "equals equal": "write `is`",
        "unless": "write `if not`",
        "every": "write `each`",
        "upon": "write `after`",
        "whenever": "write `after`, or `when … would …`",
        "have": "compare a number, or look for a card: `my … is at least 3`, `there is a … in my …`",
        "has": "compare a number, or look for a card: `the player's … is at least 3`, `there is a … in …`",
        "once": "leave it out: a power without `repeatedly` can be used once; or write `once per game`",
        "his her their": "name the owner: `the player's …`",
        "your": "write `my`",
        "you": "write `I` or `me`",
        "random randomly": "write `chance chooses a card from …`",
        "foreach": "write `for each`",
        "true": "write `yes`",
        "false": "write `no`",
        "none": "write `nothing`, or `there is no … in …`",
        "null": "write `nothing`",
        "isnt": "write `is not`",
        "cant": "write `cannot`",
        "then do": "leave it out, and write the rest as an indented block below",
    }
)
"""Words within lines of other languages, with advice."""

FRAMES: Final = {
    "add increase raise increment credit": ("set {0} to {0} + {1}", "move {0} to {1}"),
    "decrease lose lower reduce decrement subtract deduct": ("set {0} to {0} - {1}",),
    "move put place return take add push append insert send bring drop deposit stow slide transfer": (
        "move {0} to {1}",
    ),
    "pop remove shift": ("move {0} to {1}",),
    "exchange swap switch trade": ("exchange {0} with {1}",),
    "show look reveal see view display peek inspect": ("show {0} to {1}", "show {0} to everyone"),
    "mix riffle randomize scramble": ("shuffle {0}",),
    "call run execute perform invoke start begin go goto": ("play {0}",),
    "set assign store save update change": ("set {0} to {1}",),
    "mark flag turn tag label": ("{0} becomes {1}",),
    "unmark clear untag unflag": ("{0} stops being {1}",),
    "print say write log announce echo": ("tell {0}",),
    "contain include hold": ("{0} is in {1}",),
    "pick select": ("choose a … from {0}",),
}
"""Verbs that people expect, with the equivalent statement forms; operands may come in any order."""


def frames_for(verb: str) -> tuple[str, ...]:
    """Return statement templates such as `move {0} to {1}` that express a verb the language lacks."""
    forms = {verb, verb.removesuffix("s"), verb.removesuffix("es")}
    return tuple(frame for row, all_ in FRAMES.items() if forms & {*row.split()} for frame in all_)


def frame_help(verb: str, counted: bool) -> str | None:
    """Return advice with the statements that express `verb`, which the game does not declare, or None.

    If `counted`, the verb is used with a number of things, and only `set` statements are suggested.
    """
    frames = (frame for frame in frames_for(verb) if frame.startswith("set") or not counted)
    phrases = dict.fromkeys(re.sub(r"{\d}", "…", frame) for frame in frames)
    return (
        " or ".join(["write", *(f"`{each}`" for each in phrases)]).replace("write or", "write")
        if phrases
        else None
    )


SIGNS_ASKED: Final = {
    "==": "is", "!=": "is not", "<>": "is not", "<=": "is at most", ">=": "is at least", "<": "is less than",
    ">": "is more than", "&&": "and", "||": "or",
}  # fmt: skip
"""Comparison and logical operators of other languages, with their words here."""

SIGNS: Final = {sign: f"write `{meant}`" for sign, meant in SIGNS_ASKED.items()} | _by_word(
    {
        "=> ->": "begin a new line for what follows",
        "..": "write `… to …`, such as `for each n in 1 to 6`",
        ":=": "write `set … to …`",
        "+=": "write `set … to … + …`",
        "-=": "write `set … to … - …`",
        "++": "write `set … to … + 1`",
        "&": "write `and`",
        "|": "write `or`",
        "// --": "a remark begins with `#`",
        "/*": "a remark begins with `#`, on each of its lines",
        "=": "write `is`; to change a number write `set … to …`",
        "!": "write `not`",
        "/": "to halve, write `half …`; a remark begins with `#`",
        "%": "there is no such calculation; a remark begins with `#`",
        "{ }": "leave out the braces: indentation marks a block",
        "[ ]": "leave out the brackets",
        ";": "leave it out: each line holds one sentence",
        ".": "leave it out: a sentence ends with its line",
        "?": "for something that may be missing, write `…, a player or nobody`; for a question, write `if`",
        "…": "leave it out",
        "×": "write `*`",
        "– — \u2212": "write `-`",
        "\u2018": "a text stands in `\"`; whose something is, is said with `'s`",
        "’": "write a straight `'`",
        "“ ” „ « »": 'write straight quotes: `"`',
    }
)
"""Signs of other languages with advice, the longer ones first."""

METHOD_CALL_ADVICE: Final = "write owners with `'s`, and begin with the action: `move … to …`"
"""The advice for a dot between two words."""

DIGITS: Final = {
    "zero": "0", "one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6",
    "seven": "7", "eight": "8", "nine": "9", "ten": "10", "eleven": "11", "twelve": "12",
}  # fmt: skip
"""Number words."""


_LETTERS_FOR_DIGITS: Final = re.compile(r"(?=.{1,3}$)[\dOo]*[OolI][\dOolI]*")
_DIGITS_MEANT: Final = str.maketrans("OolI", "0011")


def digits_meant(word: str) -> str | None:
    """Return the digits of the number that a mistyped word such as `1O` or `l` means; None for other words."""
    if word == "I" or _LETTERS_FOR_DIGITS.fullmatch(word) is None:
        return None
    return word.translate(_DIGITS_MEANT)
