"""A machine in the words of another language: the same functions and the same row, told otherwise."""

from __future__ import annotations

from attrs import evolve

from rulewright.edition.words import Words
from rulewright.engines.machine import Machine, ScorePart
from rulewright.ir.places import DecisionPlace, OptionPlace, Telling
from rulewright.text import in_pieces

Parts = tuple[str | int, ...]


def in_words(machine: Machine, words: Words) -> Machine:
    """The machine with these words in its tables; what they lack stays as it is."""
    names = dict(machine.names)
    for card in machine.designs:
        name = words.card(card)
        if name is not None:  # and what the edition itself says goes before
            names[card] = {words.language: name, **names.get(card, {})}
    return evolve(
        machine,
        language=words.language,
        names=names,
        label_words={name: _labels(words, name, items) for name, items in machine.labels.items()},
        own_words=dict(words.own),
        tellings=[_telling(telling, words) for telling in machine.tellings],
        decisions=[_decision(place, words) for place in machine.decisions],
        parts=tuple(_score_part(part, words) for part in machine.parts),
    )


def _labels(words: Words, name: str, items: tuple[str, ...]) -> tuple[str, ...]:
    said = words.labels.get(name, {})
    return tuple(said.get(item) or item.replace("-", " ") for item in items)


def _telling(telling: Telling, words: Words) -> Telling:
    said = words.texts.get(telling.text)
    return evolve(telling, parts=_parts(telling.text, said)) if said else telling


def _decision(place: DecisionPlace, words: Words) -> DecisionPlace:
    question = words.texts.get(place.question) or words.own.get(place.question) or place.question
    options = tuple(_option(option, words) for option in place.options)
    return evolve(place, question=question, options=options)


def _option(place: OptionPlace, words: Words) -> OptionPlace:
    said = words.texts.get(place.text)
    shown = _parts(place.text, said) if said else place.shown
    return evolve(place, shown=shown, said=words.choices.get(place.word, ""))


def _score_part(part: ScorePart, words: Words) -> ScorePart:
    label = words.texts.get(part.label) or words.names.get(part.label) or part.label
    return evolve(part, label=label)


def _parts(text: str, said: str) -> Parts:
    """The parts of what is said, its values by their numbers in the text of the rules."""
    values = [piece for piece, is_value in in_pieces(text) if is_value]
    return tuple(values.index(piece) if is_value else piece for piece, is_value in in_pieces(said))
