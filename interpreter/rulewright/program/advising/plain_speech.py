"""What beginners say of somebody known: a bare name, the card itself by its name, a receiver before the thing."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from rulewright.program.advising.game_words import Vocabulary, introduced_in
from rulewright.program.advising.logical_lines import LogicalLine
from rulewright.program.english import base_form
from rulewright.program.program import Program
from rulewright.program.types import PLAYER
from rulewright.syntax.lexer import STEP
from rulewright.text import Fix, Span, may_be_missing

_CARD: Final = re.compile(r"([a-z][a-z0-9-]*) ([A-Z][^\n\"]*?) *(?:#.*)?(?:\n|$)")
"""The head of a card: its kind and its name."""
_RECEIVED: Final = re.compile(r"(.+?\S) (me|the [a-z][a-z0-9-]*) ((?:\d+|an?|the|all) .+)")
"""A deed with its receiver before the thing: `the host gives me 1 card`."""
_FROM_A_LIST: Final = re.compile(r"an? [a-z][a-z0-9-]* from ")
_BEGINNING: Final = re.compile(r"at (?:the )?(?:([a-z][a-z0-9-]*) )?(start|end)(?=,|$)")
_PREPOSITIONS: Final = r"(?:to|from|with|of|for)"


def of_somebody_known(line: LogicalLine, words: Vocabulary, program: Program) -> Iterator[Fix]:
    """The line as the language speaks of who is known here, and of what a card lets its player do."""
    yield from _too_far_left(line)
    text = line.span.text
    if '"' in text or "\n" in text:
        return
    if _FROM_A_LIST.match(text):
        begin = Span(line.span.source, line.span.start, line.span.start)
        yield Fix(begin, "choose ", may_be_missing("choose", text.split()[0]))
    of_the_card = list(_of_the_card(line, words))
    by_name = [other for each in (text, *of_the_card) for other in _by_name(each, words)]
    for other in dict.fromkeys((*_at_which_time(text, program), *of_the_card, *by_name)):
        if other != text:
            yield Fix(line.span, other, f"write `{other}`")


def _too_far_left(line: LogicalLine) -> Iterator[Fix]:
    """A deed at the depth of the head, right under the deeper block of that."""
    source = line.span.source
    start = line.span.start - line.depth
    above = source.text[:start].rstrip().rpartition("\n")[2]
    deeper = len(above) - len(above.lstrip()) - line.depth
    if line.depth and deeper >= STEP:
        block = Span(source, start, line.with_block.end)
        for more in dict.fromkeys((STEP, deeper)):
            moved = re.sub(r"(?m)^(?=[^\n])", " " * more, block.text)
            yield Fix(block, moved, f"it belongs to the block above: indent it by {more} spaces")


def _at_which_time(text: str, program: Program) -> Iterator[str]:
    """`at start, …`: in the phase that is a player's own, one that is played as a card first."""
    found = _BEGINNING.match(text)
    if found is None:
        return
    phases = [
        each
        for each in program.phases.values()
        if each.parameters and each.parameters[0].type == PLAYER
    ]
    for phase in sorted(phases, key=lambda each: (each.name != found[1], -len(each.parameters))):
        yield f"at the {found[2]} of my {phase.name}{text[found.end() :]}"


def _of_the_card(line: LogicalLine, words: Vocabulary) -> Iterator[str]:
    """On a card itself, who plays it is `I`, and not called as the card."""
    card = _CARD.match(line.above)
    if card is None or card[1] not in words.kinds:
        return
    name = rf"(?:\bthe )?\b{re.escape(card[2])}"
    said = re.sub(rf"{name}'s(?= )", "my", line.span.text)
    said = re.sub(rf"\b({_PREPOSITIONS}) {name}(?![\w'-])", r"\1 me", said)
    said = re.sub(rf"{name} is(?= )", "I am", said)
    yield said
    subject = re.match(rf"{name} ([a-z][a-z-]*)", said)
    if subject is not None:
        done = base_form(subject[1]) + said[subject.end() :]
        yield from (done, f"I {done}")


def _by_name(text: str, words: Vocabulary) -> Iterator[str]:
    """Bare names of who was introduced, with `the` or `'s`; the verb after one; the thing before its receiver."""
    own = introduced_in(text)
    said = text
    owned = "|".join(map(re.escape, sorted(words.owned)))
    for name in dict.fromkeys((*own, *words.introduced)):
        owner = "its" if name in own else f"the {name}'s"
        has = rf"(?<![\w'-])(?:the )?{name}(?:'s)? (?=(?:{owned})(?![\w-]))"
        said = re.sub(has, f"{owner} ", said) if owned else said
        said = re.sub(rf"(^|^[a-z-]+ |\b{_PREPOSITIONS} ){name}(?![\w'-])", rf"\1the {name}", said)
    yield said
    subject = re.match(r"(the [a-z][a-z0-9-]*) ([a-z][a-z-]*)", said)
    verbs = {base_form(verb): verb for verb in words.events}
    if subject is not None and subject[2] in verbs:
        said = f"{subject[1]} {verbs[subject[2]]}{said[subject.end() :]}"
        yield said
    received = _RECEIVED.fullmatch(said)
    if received is not None and (received[2] != "me" or said.startswith("the ")):
        yield f"{received[1]} {received[3]} to {received[2]}"
