"""The texts of a game as JSON data: card names, questions, options and scores, for programs in other languages."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from rulewright.language.text.words.inflection import Sort, resolve_template, speech_of
from rulewright.runtime.game.compiled_game import CompiledGame
from rulewright.runtime.game.outcome import line_name
from rulewright.runtime.game.value_words import (
    card_name,
    design_name,
    interpreter_text,
    label_word,
    seat_letters,
)
from rulewright.runtime.ir.module import DecisionEntry, OptionLabel, Parts
from rulewright.runtime.ir.nodes.ir_types import Kind, Type
from rulewright.runtime.ir.outcome_rules import OutcomeRules

SORTS: Final[dict[Kind, Sort]] = {Kind.NUMBER: "number", Kind.PLAYER: "person"}
"""The types of values that inflect words; lists and other values do not."""


def game_data(game: CompiledGame) -> dict[str, Any]:
    """Return all texts of a game: its cards, labels, questions, options, and parts of the score.

    A text is a list like `Template`: words, the index of a value, or words that depend on a value. For a number
    these are its singular and plural; for a player, the forms for others and for the reader, where null means the
    value itself. `singular` lists the numbers that take the singular.
    """
    module = game.module
    words = (
        "nobody", "nothing", "yes", "no", "a card", "{count} cards", "other rules",
        "for {cards}",
    )  # fmt: skip
    return {
        "language": game.language,
        "singular": sorted(speech_of(game.language).singular),
        "words": {word: interpreter_text(game, word) for word in words},
        "names": seat_letters(module.players),
        "cards": [
            {"name": c.name, "called": card_name(game, at), "kind": c.kind, "fields": c.fields, "zone": c.zone}
            for at, c in enumerate(module.pieces)
        ],
        "designs": [{"name": name, "called": design_name(game, name)} for name in module.designs],
        "labels": {
            name: [{"name": each, "called": label_word(game, name, at)} for at, each in enumerate(items)]
            for name, items in module.labels.items()
        },
        "decisions": [_decision_data(game, number, each) for number, each in enumerate(module.decisions)],
        "outcome": _outcome_data(game, module.outcome),
    }  # fmt: skip


def story_texts(game: CompiledGame) -> list[dict[str, Any]]:
    """Return the texts of the story by number, with the types of their values."""
    return [
        {
            "event": telling.event,
            "text": _template_data(telling.parts, telling.types, game.language),
            "values": [{"type": type_name(type_), "many": type_.many} for type_ in telling.types],
            "turn": [type_name(type_) for type_ in telling.turn],
        }
        for telling in game.module.tellings
    ]


def type_name(type_: Type) -> str:
    """Return a type as text: `piece`, `number`, `label colour`."""
    return f"{type_.kind.value} {type_.of}".rstrip()


def _decision_data(game: CompiledGame, number: int, decision: DecisionEntry) -> dict[str, Any]:
    """Return the data about a kind of decision: its question, rule and options."""
    site = game.module.sites[decision.site]
    return {
        "name": decision.name,
        "form": decision.form,
        "question": decision.question,
        "card": design_name(game, decision.card) if decision.card else None,
        "rule": {"name": site.name, "cites": list(site.cites)},
        "end": interpreter_text(game, "no" if decision.form == "may-choose" else "done"),
        "options": [
            _option_label_data(game, decision, f"shown_{number}_{at}", label)
            for at, label in enumerate(decision.options)
        ],
    }


def _option_label_data(
    game: CompiledGame, decision: DecisionEntry, shown: str, label: OptionLabel
) -> dict[str, Any]:
    """Return the label of a list of options as data: its text, and the types and functions of its values."""
    type_, values = label.type, _value_data(shown, label.shown_types)
    if label.shown:
        text = _template_data(label.shown, label.shown_types, game.language)
    elif decision.form == "may":
        text = [interpreter_text(game, label.word)]
    else:
        word = label.translated_word or label.word.replace("-", " ")
        text = [word] if type_ is None else _label_parts(word)
        values = [] if type_ is None else [{"type": type_name(type_)}]
    type_text = None if type_ is None else type_name(type_)
    worded = {"word": label.word, "type": type_text, "text": text, "values": values}
    return {**worded, "of_all": label.of_all}


def _label_parts(word: str) -> list[str | int]:
    """Return an option's label as parts; 0 is the place of its element, at `{}` or at the end."""
    before, hole, after = word.partition("{}")
    if not hole:
        before, after = f"{word} " if word else "", ""
    return [*([before] if before else []), 0, *([after] if after else [])]


def _value_data(function: str, types: Sequence[Type]) -> list[dict[str, Any]]:
    """Return the data about the values of a text: their types and the functions that compute them."""
    return [
        {"type": type_name(type_), "call": f"{function}_{at}"} for at, type_ in enumerate(types)
    ]


def _template_data(parts: Parts, types: Sequence[Type], language: str) -> list[Any]:
    """Return a template as JSON parts in `language`, given the types of its values."""
    sorts = tuple("" if type_.many else SORTS.get(type_.kind, "") for type_ in types)
    text_parts = resolve_template(parts, sorts, language)
    return [list(part) if isinstance(part, tuple) else part for part in text_parts]


def _outcome_data(game: CompiledGame, outcome: OutcomeRules) -> dict[str, Any]:
    """Return the data about the outcome: the functions that compute scores, and their parts."""
    parts = [
        {"called": line_name(game, part), "call": f"call_{part.function}"} for part in outcome.parts
    ]
    data: dict[str, Any] = {
        "values": [f"call_{function}" for function in outcome.values],
        "scored": outcome.scored,
        "gated": outcome.gated,
        "sides": outcome.teams or outcome.sides,
        "counted": outcome.counted,
        "parts": parts,
        "because": None,
    }
    if outcome.because is not None:
        telling = game.module.tellings[outcome.because]
        calls = zip(telling.types, outcome.because_values, strict=True)
        values = [
            {"type": type_name(type_), "call": f"call_{function}"} for type_, function in calls
        ]
        data["because"] = {
            "text": _template_data(telling.parts, telling.types, game.language),
            "values": values,
        }
    return data
