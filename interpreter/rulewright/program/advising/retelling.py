"""A line with a part in another role: another head, a loop that ends otherwise, a thing in place of a condition."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from rulewright.program.advising.changed_words import instead
from rulewright.program.advising.game_words import Vocabulary
from rulewright.program.advising.logical_lines import LogicalLine
from rulewright.program.advising.programs import in_words
from rulewright.syntax import known_words
from rulewright.syntax.lexer import STEP
from rulewright.text import Complaint, Fix, Span, may_be_missing, nearest

_UNKNOWN: Final = "E0201"
_NO_CONDITION: Final = "E0301"
_NOBODY_MEANT: Final = "E0403"
_NO_THING: Final = re.compile(r"there is no thing here called `[^`]+`")
_HEADS: Final = (
    "power",
    "event",
    "phase",
    "value",
    "fact",
    "kind",
    "setting",
    "table",
    "labels",
    "otherwise",
)
"""Words that begin a declaration or a block, those first that are meant most."""
_LOOP: Final = re.compile(
    r"(?:(repeat(?: at most .+? times)?),? )?(?:while|(?:for )?(?:as|so) long as|until not) (.+?):?"
)
_WHOLE: Final = re.compile(r"\(((?:[^()]|\([^()]*\))*)\)")
"""What stands in parentheses from its first sign to its last."""
_OFTEN: Final = "outside of the flow of the game it is said how often at most"
_OPPOSITES: Final = (
    (r"^there (is|are) no ", r"there \1 "),
    (r"^there is an? ", "there is no "),
    (r"^there are ", "there are no "),
    (r" is not ", " is "),
    (r" is more than ", " is at most "),
    (r" is less than ", " is at least "),
    (r" is at least ", " is less than "),
    (r" is at most ", " is more than "),
    (r" is ", " is not "),
)
_PREPOSITIONS: Final = r"(?:to|from|with|in|into|on|onto|of|at|for|by|is)\b"
_OWNED: Final = re.compile(
    rf"(?<![\w-])((?:the|my) [\w-]+|this|it)'s ([\w-]+(?: (?!{_PREPOSITIONS})[\w-]+)*)"
)
"""Whose something is, and what it is, perhaps of several words: `the deck's top 3 cards`."""
_OF_ITS: Final = re.compile(r"its ([\w-]+)'s ([\w-]+)")
_COMPARED: Final = re.compile(
    r"(?:(?<= )|(?<=\())(?<!not )((?:the|my|its|this|it|[A-Z][\w'-]*)\b(?:(?! (?:is|and|or) ).)* is "
    r"(?:at least |at most |more than |less than |in )?)"
    r"(?:(?:my|the|any) )?[^\s,]+(?:,? (?:or|and) [^\s,]+)*,? (?:or|and) (?:not )?$"
)
"""`my chips is 3 or `: what is compared, and how."""
_OTHERS: Final = re.compile(r"(?:,? (?:or|and) (?:[0-9]+|(?:the|my) [\w-]+))+(?![\w' -])")
_NEXT: Final = re.compile(r" (?:or|and) ")
_OPTIONAL: Final = re.compile(
    r"( ?\?| or none| or null| or nothing| or none at all|, optional)(?=,|$)"
)


def of_another_role(line: LogicalLine) -> Iterator[Fix]:
    """The line with a word of another role where the language knows none like that."""
    text = line.span.text
    yield from _other_head(line)
    if (loop := _LOOP.fullmatch(text)) is not None:
        whole = _WHOLE.fullmatch(loop[2])
        asked = in_words(whole[1] if whole is not None else loop[2])
        for until in _negated(asked):
            said = f"{loop[1] or 'repeat'} until {until}"
            yield Fix(line.span, said, f"write `{said}`")
            if loop[1] is None:
                said = f"repeat at most 20 times until {until}"
                yield Fix(line.span, said, f"write `{said}`; {_OFTEN}")
        yield from _only_while(line, asked)
    for found in _OWNED.finditer(text):
        for said in (f"the {found[2]} of {found[1]}", f"the {found[2]} for {found[1]}"):
            yield Fix(_within(line, found), said, f"write `{said}`")
    for found in _OPTIONAL.finditer(text):
        yield Fix(_within(line, found), " or nobody", "write `or nobody` where there may be none")


def _only_while(line: LogicalLine, asked: str) -> Iterator[Fix]:
    """What a card says only while something is so: each line of the block says it for itself."""
    block = line.with_block
    if line.depth != STEP or block == line.span:
        return
    own = [each for each in line.below if each.end <= block.end]
    if len({each.column for each in own}) == 1:
        said = [f"{each.text}, if {asked}" for each in own]
        yield Fix(block, line.indented(tuple((0, each) for each in said)), f"write `{said[0]}`")


def _within(line: LogicalLine, found: re.Match[str]) -> Span:
    start = line.span.start
    return Span(line.span.source, start + found.start(), start + found.end())


def _other_head(line: LogicalLine) -> Iterator[Fix]:
    """Another word at the beginning, or in place of a line in which nothing is named: `unless so`."""
    first, _, rest = line.span.text.partition(" ")
    if not rest or not first.isalpha() or line.with_block == line.span:
        return
    start = Span(line.span.source, line.span.start, line.span.start + len(first))
    for word in _HEADS:
        if word == "otherwise":
            if set(known_words()) >= {*rest.split()} or not re.search(r"\d|the |my ", rest):
                yield Fix(line.span, word, f"write `{word}`")
        elif first not in known_words():
            yield Fix(start, word, f"write `{word}` here, not `{first}`")


def _negated(condition: str) -> Iterator[str]:
    """What is not so as long as a condition is."""
    if not re.search(r" (?:and|or) ", condition):
        for pattern, other in _OPPOSITES:
            said, number = re.subn(pattern, other, condition, count=1)
            if number:
                yield said
                break
    yield f"not ({condition})"


def of_another_type(line: LogicalLine, complaint: Complaint, words: Vocabulary) -> Iterator[Fix]:
    """What is asked of a thing or a number that stands where a condition is wanted; whose something is."""
    at = complaint.span
    if at is None or not (line.span.start <= at.start and at.end <= line.span.end):
        return
    if complaint.code == _UNKNOWN:  # `null`; `the victim tired`
        begin = Span(at.source, at.start, at.start)
        yield Fix(begin, "becomes ", may_be_missing("becomes", at.text))
        puts = (" ".join(each.text for each in put) for put in instead().get(at.text, ()) if put)
        yield from (Fix(at, said, f"write `{said}` here, not `{at.text}`") for said in puts)
    if complaint.code == _NOBODY_MEANT and at.text.startswith("its"):
        owners = [
            *(f"the {name}'s" for name in words.introduced),
            "my",
            *(f"the {kind}'s" for kind in words.kinds),
        ]
        begin = Span(at.source, at.start, at.start + len("its"))
        owned = _OF_ITS.match(at.source.text, at.start)
        for owner in owners:
            yield Fix(begin, owner, f"say whose: `{owner}`")
            if owned is not None:
                said = f"the {owned[2]} for {owner} {owned[1]}"
                yield Fix(Span(at.source, *owned.span()), said, f"write `{said}`")
    if _NO_THING.fullmatch(complaint.message) and line.span.source.text.startswith("'s ", at.end):
        begin = Span(at.source, at.start - len("the "), at.end + len("'s"))
        if begin.text.startswith("the ") and nearest(at.text, ("player", *words.kinds)):
            for owner in ("my", *(f"the {name}'s" for name in words.introduced)):
                yield Fix(begin, owner, f"say whose: `{owner}`")
    if complaint.code == _NO_CONDITION and "yes-or-no" in complaint.message:
        negated = at.source.text.endswith("not ", line.span.start, at.start)
        start = at.start - len("not ") if negated else at.start
        place, said = Span(at.source, start, at.end), at.text
        text = line.span.source.text
        for compared in _COMPARED.finditer(text[line.span.start : start]):
            others = _OTHERS.match(text, at.end)
            end = others.end() if others is not None else at.end
            again = _NEXT.sub(rf"\g<0>{compared[1]}", f"{compared[1]}{text[at.start : end]}")
            yield Fix(
                Span(at.source, at.start, end), again, f"say again what is compared: `{again}`"
            )
        for asked in _asked(said, negated, words):
            yield Fix(place, asked, f"write `{asked}`")


def _asked(said: str, negated: bool, words: Vocabulary) -> Iterator[str]:
    """Conditions about a number, a player, a card or a place."""
    if said.isdigit():
        return  # what is compared is said again
    if negated:
        yield from (f"{said} is 0", f"{said} is nobody", f"{said} is nothing")
        yield from (f"there is no {kind} in {said}" for kind in words.kinds)
    else:
        yield from (f"{said} is at least 1", f"{said} is not nobody", f"{said} is not nothing")
        yield from (f"there is a {kind} in {said}" for kind in words.kinds)
