"""Advice that cannot be tried as a fix, because no change of the line alone would be correct."""

from __future__ import annotations

import re
from typing import Final

from rulewright.assist.logical_lines import LogicalLine
from rulewright.assist.vocabulary import Vocabulary, introduced_in
from rulewright.language.program.program import Program
from rulewright.language.syntax import first_error_span
from rulewright.language.syntax.parsing.lexer import STEP
from rulewright.language.text import Complaint, Source

_CAPITAL: Final = "E0113"
_OF_FORM: Final = "E01"
_DECLARING: Final = (
    "setting", "labels", "kind", "table", "event", "phase", "moment", "value", "fact", "list", "flow",
)  # fmt: skip
_OF_CARDS: Final = ("power", "means", "text")
_MISFIT: Final = "E0101"
_NEVER_NAMES: Final = (
    "", "of", "to", "is", "'s", "at", "in", "for", "with", "by", "if", "where", "+", "*", ",", ")",
)  # fmt: skip
"""Words that cannot follow `the`; "" is the end of the line."""
_EXPECTED_NAME: Final = re.compile(r"; expected (?:.*, )?a name(?:$|,| or )")
_BEFORE_NAME: Final = re.compile(r"(?:^|[\s(])([\w-]*'s|the|an?|my|its) *$")
_NO_THING: Final = re.compile(r"there is no thing here called `([^`]+)`")
_SETTING: Final = re.compile(
    r"(?:set |let |change )?(?:the )?([a-z][a-z0-9-]*|number of players)"
    r" (?:is|to|be|=|:=|becomes) ([a-z0-9-]+)"
)


def advise_order(line: LogicalLine, complaint: Complaint) -> str | None:
    """Return advice for a name that is introduced only in a later line of the block."""
    unknown = _NO_THING.fullmatch(complaint.message)
    for below in line.siblings if unknown is not None else ():
        if unknown is not None and unknown[1] in introduced_in(below.text):
            help = f"line {below.line} introduces `{unknown[1]}`: move it above this line"
            return help
    return None


def advise_edition_setting(line: LogicalLine, program: Program) -> str | None:
    """Return advice for a line that sets something an edition decides: a setting or the number of players."""
    match = _SETTING.fullmatch(line.text)
    if match is None:
        return None
    name, value = match.groups()
    if name == "number of players":
        return f"an edition sets the number of players: `players: {value}`"
    if name not in program.settings:
        return None
    advice = f"an edition changes it with `settings: {{{name}: {value}}}`"
    return f"`{name}` is a setting, which no rule can change during a game; {advice}"


def advise_placement(line: LogicalLine, complaint: Complaint) -> str | None:
    """Return advice for a declaration inside another one, or for a part of a card outside a card."""
    word = line.text.split(" ")[0]
    if not complaint.code.startswith(_OF_FORM):
        return None
    if line.depth and word in _DECLARING and _can_be_read(line, "{}"):
        return f"move `{word}` to the left edge, outside of other declarations"
    if not line.depth and word in _OF_CARDS and _can_be_read(line, "x Y\n{}"):
        return f"move `{word}` into its card, four spaces deeper"
    return None


def _can_be_read(line: LogicalLine, where: str) -> bool:
    """Return whether `line` with its block parses in the template `where`."""
    lines = line.with_block.text.split("\n")
    deeper = " " * STEP * where.count("\n")
    text = "\n".join(deeper + each[line.depth * (n > 0) :] for n, each in enumerate(lines))
    return first_error_span(Source("", where.format(text) + "\n")) is None


def advise_missing_name(complaint: Complaint) -> str | None:
    """Return advice for a word such as `the` without the name that has to follow it."""
    at = complaint.span
    if at is None or complaint.code != _MISFIT:
        return None
    if at.text.strip() not in _NEVER_NAMES and not _EXPECTED_NAME.search(complaint.message):
        return None
    line = at.source.text[at.source.text.rfind("\n", 0, at.start) + 1 : at.start]
    before = _BEFORE_NAME.search(line)
    return None if before is None else f"a word is missing after `{before[1]}`"


def advise_card_name(complaint: Complaint, words: Vocabulary) -> str | None:
    """Return advice for a card that is referred to like a player or another thing."""
    if complaint.code != _CAPITAL or complaint.span is None:
        return None
    card = complaint.span.text
    if card not in words.names:
        return None
    where = f"to ask who has it, write where it is: `if {card} is in my …`"
    return f"`{card}` is a card, so it has no `the`; {where}"
