"""A line as programs are written, in the words and signs of sentences: `if (victim.chips >= 3) {`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from typing import Final

from rulewright.program.advising.game_words import Vocabulary, introduced_in
from rulewright.program.advising.logical_lines import LogicalLine
from rulewright.program.advising.reordering import called
from rulewright.syntax.known_mistakes.mistaken_words import SIGNS_ASKED
from rulewright.text import Fix, Span

_REMARK: Final = re.compile(r"\s*(?://|/\*|--(?=\s))\s*(.*?)(?:\s*\*/)?$")
_FRAME: Final = re.compile(r"^(?:\}\s*)?(.*?)(?:\s*[;{:]|\s+then|\s+do)*$")
"""What stands between the signs that hold a block of a program together."""
_WHOLE: Final = re.compile(r"(if|while|until|otherwise if) ?\(((?:[^()]|\([^()]*\))*)\)")
_OWNED: Final = re.compile(r"(?<![\w\"'.-])([a-z][\w-]*)\.([a-z][\w-]*)(?![\w(.])")
_SELVES: Final = ("me", "self", "player", "this")
_SET: Final = re.compile(r"(?!if |let )(.+?) ?(:=|=|\+=|-=|\*=|\+\+|--) ?(.*)")
_LET: Final = re.compile(r"(?:let|var|const|auto|int) (?:the )?([a-z][\w-]*) ?(?::=|=) ?(.+)")
_BARE: Final = re.compile(r"(?<![\w\"'-])(?<!the )(?<!an )(?<!a )([a-z][a-z0-9-]*)(?![\w\"'(-])")
_ENDS: Final = frozenset(("end", "endif", "fi", "done", "endfor", "end if", "end for"))
_OTHER_HEADS: Final = (
    (re.compile(r"else if|elif|elsif|elseif"), "otherwise if"),
    (re.compile(r"else"), "otherwise"),
    (
        re.compile(
            r"for(?:each)? \(?(?:each |var |let |const )?([a-z][\w-]*) (?:in|of|:) (.+?)\)?"
        ),
        r"for each \1 in \2",
    ),
    (re.compile(r"pass|noop"), "do nothing"),
)


def in_words(text: str) -> str:
    """A condition or sum with words in place of signs."""
    for sign, meant in SIGNS_ASKED.items():
        text = re.sub(rf" ?(?<![=<>!&|:+-]){re.escape(sign)}(?![=<>&|]) ?", f" {meant} ", text)
    return re.sub(r"(?<=[ (])!(?=[a-z(])", "not ", text)


def of_a_program(text: str, words: Vocabulary) -> Iterator[str]:
    """A line without what programs need, and sentences do not; what it remarks stays."""
    remark = None if '"' in text else _REMARK.search(text)
    told = f"  # {remark[1]}" if remark is not None and remark[1] else ""
    bare = _FRAME.sub(r"\1", text[: remark.start()] if remark is not None else text)
    yield from (said + told for said in _said(bare, words) if said)


def in_straight_quotes(text: str) -> Iterator[str]:
    """A line as it was before a word processor bent its quotes."""
    if text.count("“") == text.count("”") > 0 and '"' not in text:
        yield text.replace("“", '"').replace("”", '"')


def closes_a_block(line: LogicalLine) -> Iterator[Fix]:
    """What ends a block in other languages goes."""
    if line.text in _ENDS:
        begin = line.span.source.text.rfind("\n", 0, line.span.start)
        at = Span(line.span.source, max(begin, 0), line.span.end)
        yield Fix(at, "", "leave it out: a block ends where its indentation ends")


def _said(text: str, words: Vocabulary) -> Iterator[str]:
    yield text
    yield from called(text, words)
    for head, meant in _OTHER_HEADS:
        if (found := head.match(text)) is not None:
            text = found.expand(meant) + text[found.end() :]
            break
    if '"' in text:
        return  # signs in a text for players are its own
    text = _WHOLE.sub(r"\1 \2", text)
    for own in ("the {}'s", "my"):
        plain = _OWNED.sub(partial(_whose, own=own, words=words), text)
        yield from _changed(plain)
        yield from _changed(_BARE.sub(lambda each: _known(each[1], words), plain))


def _changed(text: str) -> Iterator[str]:
    """The same, where a number may be changed or a name given."""
    let, changed = _LET.fullmatch(text), _SET.fullmatch(text)
    if let is not None:
        yield f"let the {let[1]} be {let[2]}"
    elif changed is not None and not text.startswith(("if ", "otherwise ")):
        what, sign, value = changed.groups()
        what = what.removeprefix("set ")
        yield (
            f"set {what} to {value}"
            if sign in (":=", "=")
            else (f"set {what} to {what} {sign[0]} {value or 1}")
        )
    yield in_words(text)


def _whose(owned: re.Match[str], *, own: str, words: Vocabulary) -> str:
    """`victim.chips`."""
    if owned[1] in introduced_in(owned.string[: owned.start()]):
        return f"its {owned[2]}"
    if owned[1] in _SELVES and owned[1] not in words.introduced:
        return f"my {owned[2]}"
    return f"{own.format(owned[1])} {owned[2]}"


def _known(name: str, words: Vocabulary) -> str:
    return f"the {name}" if name in words.introduced else name
