"""Words and signs of other languages, and what to write in their place."""

from __future__ import annotations

from typing import Final

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
    "you": "write `I`",
    "your": "write `my`",
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
    "have": "say what is compared, or what lies where: `my … is at least 3`, `there is a … in my …`",
    "has": "say what is compared, or what lies where: `the player's … is at least 3`, `there is a … in …`",
    "once": "leave it out: without `repeatedly` a power is used once each time; or say `once per game`",
    "his": "say whose: `the player's …`",
    "her": "say whose: `the player's …`",
    "their": "say whose: `the player's …`",
    "your": "write `my`",
    "you": "write `I` or `me`",
    "random": "chance chooses: `chance chooses a card from …`",
    "randomly": "chance chooses: `chance chooses a card from …`",
    "foreach": "write `for each`",
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

DEEDS: Final = {
    verb: meant
    for verbs, meant in {
        "add adds increase increases raise raises": "numbers change with `set … to … + …`",
        "decrease decreases lose loses lower lowers reduce reduces": "numbers change with `set … to … - …`",
        "put puts place places return returns take takes": "cards change places with `move … to …`",
        "swap swaps switch switches": "places change their cards with `exchange … with …`",
        "look looks reveal reveals": "cards are shown with `show … to …`",
        "pick picks select selects": "things are chosen with `choose a … from …`",
    }.items()
    for verb in verbs.split()
}
"""Verbs that people expect, for the case that no event of the game is called so."""

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

DIGITS: Final = {
    "zero": "0", "one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6",
    "seven": "7", "eight": "8", "nine": "9", "ten": "10", "eleven": "11", "twelve": "12",
}  # fmt: skip
"""Numbers as words."""
