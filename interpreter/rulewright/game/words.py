"""Numbers of the state as words and as JSON: cards, seats, labels."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rulewright.engines.machine import Machine
from rulewright.ir.layout import NO_NUMBER
from rulewright.program.types import Type
from rulewright.text import Said

SEATS = "ABCDEFGH"


def seat_letters(players: int) -> list[str]:
    """What seats are called when nobody gives them names."""
    return list(SEATS[:players])


def card_name(machine: Machine, piece: int) -> str:
    """What a card is called in this edition, in its language."""
    return design_name(machine, machine.pieces[piece].name)


def design_name(machine: Machine, name: str) -> str:
    """What a design is called in this edition, in its language."""
    texts = machine.names.get(name, {})
    return texts.get(machine.language) or texts.get("en") or name


def own(machine: Machine, text: str) -> str:
    """Words of the interpreter itself, in the language of the game."""
    return machine.own_words.get(text, text)


def label_word(machine: Machine, labels: str, number: int) -> str:
    """What a label of this list is called."""
    if labels in machine.label_words:
        return machine.label_words[labels][number]
    return machine.labels[labels][number].replace("-", " ")


def any_label_word(machine: Machine, label: str) -> str:
    """What a label is called, whatever list it stands in."""
    lists = (name for name, items in machine.labels.items() if label in items)
    return next((label_word(machine, n, machine.labels[n].index(label)) for n in lists), label)


def worded(machine: Machine, value: Any, type_: Type, names: Sequence[str]) -> str:
    """A value of this type in words; `names` are what the seats are called."""
    if type_.name == "number" and value != NO_NUMBER:
        return str(value)
    if type_.name == "yes-or-no":
        return own(machine, "yes") if value else own(machine, "no")
    if value is None or value < 0:
        return own(machine, "nobody") if type_.name == "player" else own(machine, "nothing")
    if type_.name == "player":
        name: str = names[value]
        return name
    if type_.name in machine.labels:
        return label_word(machine, type_.name, value)
    if type_.name.startswith("name of "):
        return design_name(machine, machine.designs[value])
    return card_name(machine, value) if value < len(machine.pieces) else str(value)


def said(
    machine: Machine, value: int, type_: Type, names: Sequence[str], reader: int | None = None
) -> Said:
    """A value as it stands in a text; `reader` is the seat that is spoken to."""
    word = worded(machine, value, type_, names)
    if type_.name == "number":
        return Said(word, number=value)
    person = type_.name == "player"
    return Said(word, person=person, reader=person and value == reader)


def key_and_word(machine: Machine, value: int, type_: Type) -> tuple[str, Any]:
    """A value as an entry of JSON data: what sort of thing it is, and which."""
    if type_.name == "player":
        return ("player", value if value >= 0 else None)
    if type_.name in machine.labels:
        return (type_.name, machine.labels[type_.name][value] if value >= 0 else None)
    if type_.name in ("number", "yes-or-no"):
        return (type_.name, None if value == NO_NUMBER else value)
    return ("card", machine.pieces[value].name if value >= 0 else None)
