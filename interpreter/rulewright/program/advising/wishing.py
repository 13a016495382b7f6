"""What a line says in words of its author's, put into the language, and tried."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Final

from rulewright.program.advising.game_words import Vocabulary, introduced_in
from rulewright.program.advising.logical_lines import LogicalLine
from rulewright.program.advising.patterns import Lines
from rulewright.program.advising.rewriting import ways_to_say
from rulewright.program.advising.trial import Trial
from rulewright.program.advising.wish_table import Wish, wishes_for
from rulewright.records import Record
from rulewright.text import Complaint, Fix, Span

MOST_OF_A_LINE: Final = 400
"""So many steps are taken for what a line says in words of its author's; no wish of the table needs more."""
FOR_A_SENTENCE: Final = 2
"""To find one more sentence for a line takes as many steps."""
MOST_MEANT: Final = 2
"""So many may be meant by `he`."""

_PRONOUN: Final = re.compile(r"\b(?:he|she|they|him|them)\b")
_NO_THING: Final = re.compile(r"there is no thing here called `([^`]+)`")
_OTHER: Final = "E0108"
_OF_A_WORD: Final = ("E0201", "E0202", "E03")
"""Where a line can be read, and a thing is not known or of another type."""
NO_EVENT: Final = re.compile("there is no event called")
_DEEPER: Final = ", with the block that follows one step deeper, under that"


class Answer(Record):
    """What helps, what else it settles, and the change by which it does. Without a change it is only told."""

    help: str | None
    fix: Fix | None = None
    settled: tuple[Complaint, ...] = ()
    whole: bool = True


def meant(
    trial: Trial, line: LogicalLine, first: Complaint, words: Vocabulary, others: Iterable[str]
) -> Answer | None:
    """What the line says in words of its author's, put into the language; `others` are ways to begin with."""
    texts = [line.text]
    if is_certain(first):
        texts.append(line.text.replace(first.fixes[0].span.text, first.fixes[0].text, 1))
    for pronoun in islice(_PRONOUN.finditer(line.text), 1):
        names = (*introduced_in(line.text[: pronoun.start()]), *words.introduced)
        # A card speaks of who has it.
        whom = [f"the {name}" for name in names[:MOST_MEANT]] or ["I"]
        start, end = pronoun.span()
        texts += [line.text[:start] + each + line.text[end:] for each in whom]
    is_near = first.code.startswith(_OF_A_WORD) and not NO_EVENT.match(first.message)
    texts += islice((each for each in others if each not in texts), MOST_MEANT)
    # A third is left for what else may help: a sign, a small word, another form.
    least = max(trial.left - MOST_OF_A_LINE, (trial.left + 2 * trial.kept_back) // 3)
    tried = (wished(trial, line, words, text, is_near, least) for text in dict.fromkeys(texts))
    return next((found for found in tried if found is not None), None)


def is_certain(complaint: Complaint) -> bool:
    """Whether a word of another language is in the way, and there is one for it here."""
    return complaint.code == _OTHER and bool(complaint.fixes)


def wished(
    trial: Trial,
    line: LogicalLine,
    words: Vocabulary,
    text: str,
    is_near: bool = False,
    least: int = 0,
) -> Answer | None:
    """What a line says in other words, if there is a way to say it; so many steps are left then at least.

    Less is tried for what may be said right but for a word.
    """
    rows = wishes_for(line)
    leaving: tuple[Answer, frozenset[str]] | None = None
    for lines, used in ways_to_say(text, rows, words, is_near):
        if trial.left <= max(least, trial.kept_back):
            break
        trial.left -= FOR_A_SENTENCE
        answer = _said(trial, line, lines, _told(used, words))
        if answer is None and trial.spoilt:
            left = frozenset(each.message for each in trial.spoilt)
            if (named := _named_as_below(line, lines, left)) is not None:
                answer = _said(trial, line, named, _told(used, words))
            help = _written(lines) + _told(used, words)
            fix = Fix(line.span, line.indented(lines), help)
            leaving = leaving or (Answer(help, fix), left)
        if answer is not None:
            return answer
    if leaving is not None and leaving[1] <= {c.message for c in trial.left_without(line.span)}:
        return leaving[0]
    return None


def _told(used: Iterable[Wish], words: Vocabulary) -> str:
    return words.without_examples(_remarks(used))


def _said(trial: Trial, line: LogicalLine, lines: Lines, remarks: str) -> Answer | None:
    """The answer that a line is to be these, if that helps."""
    for at, text, deeper in _places(line, lines):
        own = text.count("\n", 0, len(line.indented(lines))) + 1
        if (outcome := trial.after(at, text, own_lines=own)) is not None:
            help = _written(lines) + deeper + remarks
            return Answer(help, Fix(at, text, help), outcome.settled)
    return None


def _named_as_below(line: LogicalLine, lines: Lines, left: Iterable[str]) -> Lines | None:
    """Lines in which what they introduce has the name by which the lines below speak of it."""
    asked = {found[1] for each in left if (found := _NO_THING.fullmatch(each)) is not None}
    said = " ".join(text for _, text in lines)
    given = set(introduced_in(said)) - set(introduced_in(line.text))
    if len(asked) != 1 or len(given) != 1:
        return None
    name = re.compile(rf"(?<![\w-]){re.escape(given.pop())}(?![\w-])")
    return tuple((deep, name.sub(min(asked), text)) for deep, text in lines)


def _places(line: LogicalLine, lines: Lines) -> Iterator[tuple[Span, str, str]]:
    """What is to stand where, and how that is told: a block goes with the head that it belongs to."""
    said, block = line.indented(lines), line.with_block
    if lines[-1][0] > 0 and block != line.span:
        yield block, said + line.block_under(lines), _DEEPER
    yield line.span, said, ""


def _written(lines: Lines) -> str:
    """Lines as they are advised."""
    said = f"write `{lines[0][1]}`"
    depth = lines[0][0]
    for deep, text in lines[1:]:
        where = ", then" if deep == depth else ", and indented below it"
        if deep < depth:
            where = ", then less indented" if deep else ", then not indented"
        said += f"{where} `{text}`"
        depth = deep
    return said


def _remarks(used: Iterable[Wish]) -> str:
    return "".join(f"; {wish.remark}" for wish in dict.fromkeys(used) if wish.remark)
