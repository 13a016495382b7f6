"""Values of the state as words and as JSON: cards, seats, labels."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from rulewright.language.text import SEATS, TextValue
from rulewright.runtime.game.compiled_game import CompiledGame
from rulewright.runtime.ir.nodes.ir_types import NO_NUMBER, PIECE, Kind, Type


def seat_letters(players: int) -> list[str]:
    """Return the default names of the first `players` seats: letters."""
    return list(SEATS[:players])


def card_name(game: CompiledGame, piece: int) -> str:
    """Return the name of a piece's card in this edition, in the game's language."""
    return game.card_names[piece]


def design_name(game: CompiledGame, name: str) -> str:
    """Return the edition's name for a design, in the game's language."""
    return game.design_name(name)


def interpreter_text(game: CompiledGame, text: str) -> str:
    """Return a text of the interpreter translated into the game's language; untranslated if unknown."""
    return game.messages.get(text, text)


def label_word(game: CompiledGame, labels: str, number: int) -> str:
    """Return the word for label `number` of the list `labels`, in the game's language."""
    if labels in game.label_words:
        return game.label_words[labels][number]
    return game.module.labels[labels][number].replace("-", " ")


def any_label_word(game: CompiledGame, label: str) -> str:
    """Return the word for `label`, searched in all lists of labels; the label itself if it is in none."""
    lists = (name for name, items in game.module.labels.items() if label in items)
    return next((label_word(game, n, game.module.labels[n].index(label)) for n in lists), label)


def value_word(game: CompiledGame, value: int, type_: Type, names: Sequence[str]) -> str:
    """Return a value of the state in words, in the game's language; `names` are those of the seats."""
    match type_.kind:
        case Kind.NUMBER:
            return str(value) if value != NO_NUMBER else interpreter_text(game, "nothing")
        case Kind.TRUTH:
            return interpreter_text(game, "yes") if value else interpreter_text(game, "no")
        case Kind.PLAYER:
            return names[value] if value >= 0 else interpreter_text(game, "nobody")
    if value < 0:
        return interpreter_text(game, "nothing")
    match type_.kind:
        case Kind.LABEL:
            return label_word(game, type_.of, value)
        case Kind.DESIGN:
            return design_name(game, game.module.designs[value])
        case _:
            return card_name(game, value)


def text_value(
    game: CompiledGame, value: int, type_: Type, names: Sequence[str], reader: int | None = None
) -> TextValue:
    """Return a value ready to insert into a text; `reader` is the seat that the text addresses."""
    word = value_word(game, value, type_, names)
    if type_.kind is Kind.NUMBER:
        return TextValue(word, number=value)
    person = type_.kind is Kind.PLAYER
    return TextValue(word, person=person, reader=person and value == reader)


def text_list(
    game: CompiledGame, values: Iterable[int], type_: Type, names: Sequence[str]
) -> TextValue:
    """Return a list of values ready to insert into a text, as words with commas."""
    words = ", ".join(value_word(game, value, type_, names) for value in values)
    return TextValue(words or interpreter_text(game, "nothing"))


def text_value_for(
    game: CompiledGame,
    value: Any,
    type_: Type,
    names: Sequence[str],
    knows: Callable[[int], bool],
    reader: int | None = None,
) -> TextValue:
    """Return a value or list ready to insert into a text; cards that the reader does not know have no name."""
    if type_.kind is not Kind.PIECE:
        if type_.many:
            return text_list(game, value, type_, names)
        return text_value(game, value, type_, names, reader)
    cards = value if type_.many else [value]
    return TextValue(card_list_text(game, [(card, card < 0 or knows(card)) for card in cards]))


def card_list_text(game: CompiledGame, cards: Iterable[tuple[int, bool]]) -> str:
    """Return a list of cards as text: the known ones by name, then the number of the others."""
    pairs = list(cards)
    words = [value_word(game, card, PIECE, ()) for card, known in pairs if known]
    if hidden := len(pairs) - len(words):
        several = interpreter_text(game, "{count} cards").format(count=hidden)
        words.append(several if hidden > 1 else interpreter_text(game, "a card"))
    return ", ".join(words) or interpreter_text(game, "nothing")


def json_key_and_value(game: CompiledGame, value: int, type_: Type) -> tuple[str, Any]:
    """Return a value as a key (its type, such as "player") and a JSON value; None for nothing."""
    match type_.kind:
        case Kind.PLAYER:
            return ("player", value if value >= 0 else None)
        case Kind.LABEL:
            label = game.module.labels[type_.of][value] if value >= 0 else None
            return (type_.of, label)
        case Kind.NUMBER:
            return ("number", None if value == NO_NUMBER else value)
        case Kind.TRUTH:
            return ("yes-or-no", value)
        case _:
            return ("card", game.module.pieces[value].name if value >= 0 else None)


def things_of(game: CompiledGame, value: int, type_: Type) -> list[dict[str, Any]]:
    """Return the player, label or design that a value denotes, as a JSON list; empty for all other types."""
    if value < 0:
        return []
    match type_.kind:
        case Kind.PLAYER:
            return [{"player": value}]
        case Kind.LABEL:
            return [{"label": game.module.labels[type_.of][value], "of": type_.of}]
        case Kind.DESIGN:
            return [{"card": game.module.designs[value]}]
    return []
