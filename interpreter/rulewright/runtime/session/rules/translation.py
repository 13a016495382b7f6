"""Translation of a compiled game: the same engine and states with other texts."""

from __future__ import annotations

from rulewright.base.records import evolve
from rulewright.language.edition.translations.vocabulary import Words
from rulewright.language.text import split_braces
from rulewright.runtime.game.compiled_game import CompiledGame
from rulewright.runtime.ir.module import DecisionEntry, OptionLabel, Parts, Telling
from rulewright.runtime.ir.outcome_rules import ScorePart


def translate(game: CompiledGame, words: Words) -> CompiledGame:
    """Return the game with the texts of `words`; untranslated texts stay as they are."""
    module = game.module
    names = dict(module.names)
    for card in module.designs:
        name = words.card(card)
        if name is not None:  # the edition's own names take precedence
            names[card] = {words.language: name, **names.get(card, {})}
    parts = tuple(_score_part(part, words) for part in module.outcome.parts)
    translated = evolve(
        module,
        names=names,
        tellings=tuple(_telling(telling, words) for telling in module.tellings),
        decisions=tuple(_decision(asked, words) for asked in module.decisions),
        outcome=evolve(module.outcome, parts=parts),
    )
    labels = {name: _labels(words, name, items) for name, items in module.labels.items()}
    reasons = dict(words.reasons)
    return CompiledGame(
        translated, game.engine, words.language, labels, dict(words.messages), reasons
    )


def _labels(words: Words, name: str, items: tuple[str, ...]) -> tuple[str, ...]:
    """Return the display words of a list's labels; an untranslated label with blanks for hyphens."""
    said = words.labels.get(name, {})
    return tuple(said.get(item) or item.replace("-", " ") for item in items)


def _telling(telling: Telling, words: Words) -> Telling:
    """Return a message template with its text translated, if there is a translation."""
    said = words.texts.get(telling.text) or words.messages.get(telling.text)
    return evolve(telling, parts=_parts(telling.text, said)) if said else telling


def _decision(asked: DecisionEntry, words: Words) -> DecisionEntry:
    """Return a decision with its question and option labels translated."""
    question = (
        words.texts.get(asked.question)
        or words.messages.get(asked.question)
        or _consent_question(asked, words)
        or asked.question
    )
    options = tuple(_option(option, words) for option in asked.options)
    return evolve(asked, question=question, options=options)


def _consent_question(asked: DecisionEntry, words: Words) -> str:
    """Return the translated text of the yes of a yes-or-no decision as a question; "" without a translation."""
    said = words.texts.get(asked.question.removesuffix("?")) if asked.form == "may" else None
    return words.messages.get("{words}?", "{words}?").format(words=said) if said else ""


def _option(label: OptionLabel, words: Words) -> OptionLabel:
    """Return an option label with its text and word translated."""
    said = words.texts.get(label.text)
    shown = _parts(label.text, said) if said else label.shown
    return evolve(label, shown=shown, translated_word=words.choices.get(label.word, ""))


def _score_part(part: ScorePart, words: Words) -> ScorePart:
    """Return a part of the score with its label translated."""
    label = words.texts.get(part.label) or words.names.get(part.label) or part.label
    return evolve(part, label=label)


def _parts(text: str, translated: str) -> Parts:
    """Return the translation `translated` in parts, with its values numbered as in the original `text`."""
    values = [piece for piece, is_value in split_braces(text) if is_value]
    return tuple(
        values.index(piece) if is_value else piece for piece, is_value in split_braces(translated)
    )
