"""What beginners say of somebody known: a bare name, the card itself by its name, a receiver before the thing."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import permutations
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
MOST_CLAUSES: Final = 3
_FRAME: Final = re.compile(r"[\s:;{]+$")
_BEGINS: Final = r"(?:(?:at|in|on) (?!least|most)|(?:(?:only )?if|when|unless|for each|shown as|where|from|power) )"
_CLAUSE: Final = re.compile(rf",?\s+(?={_BEGINS})(?=(?:[^\"]*\"[^\"]*\")*[^\"]*$)")
"""Before what says when, where, if or for which something is, outside of texts."""
_WITHOUT_COMMA: Final = re.compile("(?:at|in|on|where|from) ")
_ASKING: Final = re.compile("^(?:only if|when) ")
_AS_IF: Final = re.compile(
    r"(?:if|when(?:ever)?|once) (\S+ [^,]+?)(?:(?:,? and|,? if|,) (.+?))?[ :]*"
)
"""What is heard, begun as a condition is: `if I draw a card and …`."""
_I: Final = {"is": "am", "has": "have"}
_CALLED: Final = re.compile(r" called [a-z][\w-]*")
_SOMETHING: Final = re.compile(r"\b(?:another|an?|each|every|some) [a-z][\w-]*")


def of_somebody_known(line: LogicalLine, words: Vocabulary, program: Program) -> Iterator[str]:
    """A line as the language speaks of who is known here, and of what a card lets its player do."""
    text = line.span.text
    if "\n" in text:
        return
    of_the_card = [] if '"' in text else list(_of_the_card(line, words))
    yield from of_the_card
    yield from _clauses_in_order(text)
    yield from _called_elsewhere(text)
    heard = _AS_IF.fullmatch(text)
    if heard is not None:
        yield f"after {heard[1]}" + (f", if {heard[2]}" if heard[2] else "")
    yield _with_fields(text, words)
    if '"' in text:
        return
    yield from _at_which_time(text, program)
    for each in (text, *of_the_card):
        yield from _by_name(each, words)


def _clauses_in_order(text: str) -> Iterator[str]:
    """A line with its clauses in another order, or with the commas that part them."""
    head, *clauses = _CLAUSE.split(_FRAME.sub("", text))
    if not 0 < len(clauses) <= MOST_CLAUSES:
        return
    parts = (head, *clauses) if re.match(_BEGINS, head) else clauses
    for order in permutations(parts):
        said = head if parts is clauses else ""
        for each in map(_as_a_clause, order):
            said += f" {each}" if _WITHOUT_COMMA.match(each) or not said else f", {each}"
        yield said.lstrip()


def _as_a_clause(text: str) -> str:
    """A clause as it begins here, a text in it in quotes."""
    text = _ASKING.sub("if ", text.strip(" ,"))
    return re.sub(r'^shown as ([^"]+)$', r'shown as "\1"', text)


def _with_fields(text: str, words: Vocabulary) -> str:
    """What is printed on a card, each word with the field of which it is one."""
    parts = text.split(", ")
    field_of = {label: name for name, _, labels in words.fields for label in labels}
    return ", ".join(f"{field_of[each]} {each}" if each in field_of else each for each in parts)


def _called_elsewhere(text: str) -> Iterator[str]:
    """The name that a line gives, given to another thing of which it speaks."""
    named = _CALLED.search(text)
    if named is not None:
        rest = text[: named.start()] + text[named.end() :]
        for thing in _SOMETHING.finditer(rest):
            yield rest[: thing.end()] + named[0] + rest[thing.end() :]


def out_of_place(line: LogicalLine) -> Iterator[Fix]:
    """A deed at the depth of the head, right under the deeper block of that; a list that nobody chooses from."""
    source = line.span.source
    if _FROM_A_LIST.match(line.text):
        begin = Span(source, line.span.start, line.span.start)
        yield Fix(begin, "choose ", may_be_missing("choose", line.text.split()[0]))
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
    said = re.sub(rf"{name} (is|has)(?= )", lambda verb: f"I {_I[verb[1]]}", said)
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
    for name in dict.fromkeys((*own, *words.introduced, *words.zones)):
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
