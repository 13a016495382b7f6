"""All that rules say to players, as it can be said in another language too."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulewright.edition.catalogue import Key
from rulewright.lower.labels import question_of
from rulewright.program import program as p
from rulewright.program import typed
from rulewright.program.checking.traversal import everything, program_parts
from rulewright.records import Record
from rulewright.text import Span


class Saying(Record):
    """Something that a player reads: its key in a file of words, and where the rules say it."""

    key: Key
    at: Span


def sayings(program: p.Program) -> Iterator[Saying]:
    """Everything that can be said in other words, some of it more than once."""
    yield from _cards_and_labels(program)
    yield from _names_on_the_table(program)
    yield from _rules(program)
    for part in everything(program_parts(program)):
        yield from _in_part(part, program)
    for refusal in program.refusals:
        yield _text(refusal.name, refusal.at)


def _text(text: str, at: Span) -> Saying:
    return Saying(("texts", "", text), at)


def _choice(word: str, at: Span) -> Saying:
    return Saying(("choices", "", word), at)


def _cards_and_labels(program: p.Program) -> Iterator[Saying]:
    numbered = {card for series in program.series.values() for card in series.cards}
    for series in program.series.values():
        yield Saying(("cards", "", series.name), series.at)
    for card in program.cards.values():
        if card.name not in numbered:
            yield Saying(("cards", "", card.name), card.at)
        if card.notes.text:
            yield _text(card.notes.text, card.at)
    for labels in program.labels.values():
        yield from (Saying(("labels", labels.name, item), labels.at) for item in labels.items)


def _names_on_the_table(program: p.Program) -> Iterator[Saying]:
    """The names that stand on the table: of places, numbers, kinds of cards, and phases played for somebody."""
    named: list[p.Declared] = [
        *program.zones.values(),
        *program.variables.values(),
        *program.kinds.values(),
        *(field for kind in program.kinds.values() for field in kind.fields.values()),
        *(phase for phase in program.phases.values() if phase.parameters),
    ]
    for thing in named:
        yield Saying(("names", "", thing.name), thing.at)


def _rules(program: p.Program) -> Iterator[Saying]:
    score = program.outcome.values[0] if program.outcome is not None else ""
    if score:
        value = program.values[score]
        said = value.notes.text
        yield _text(said, value.at) if said else Saying(("names", "", score), value.at)
    for rule in program.rules:
        if isinstance(rule, p.Power | p.Means) and rule.shown is None:
            yield _choice(rule.word, rule.at)
        if isinstance(rule, p.Means):
            plain = program.events[rule.about]
            said = plain.notes.text
            yield _text(said, plain.at) if said else _choice(plain.verb, rule.at)
        if isinstance(rule, p.Change) and rule.shown:
            yield _text(rule.shown, rule.at)
    for moment in program.moments.values():
        yield _text(question_of(program, moment.name, "powers"), moment.at)


def _in_part(part: object, program: p.Program) -> Iterable[Saying]:
    match part:
        case typed.Template():
            yield _text(part.text, part.at)
        case typed.Choose(decider=None):
            pass
        case typed.Choose() | typed.ChooseSome() | typed.MayChoose():
            yield _text(question_of(program, part.name, "choose"), part.at)
        case typed.MenuOption(shown=None):
            yield _choice(part.name, part.at)
