"""The JSON Schema (draft 2020-12) of the seat value, generated from one description.

Every key is always present. In type names `?` means nullable, `[…]` a list, `{…}` an object with keys from the
rules; other names refer to further forms.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, get_args

from rulewright.runtime.ir import module
from rulewright.runtime.session.seat.seat_layout import VERSION

Schema = dict[str, Any]
Form = Mapping[str, tuple[str, str]]

WHOLE: Final[Form] = {
    "version": ("version", "Of this form: more with every change that a reader has to know of."),
    "edition": ("edition", "What is played."),
    "words": ("words", "Words for what has no name."),
    "seat": ("count?", "Whose value it is, counted from 0; null for who only looks on."),
    "turn": ("turn", "Whose turn it is, and what is going on."),
    "numbers": ("[number]", "Numbers, pointers and marks of the whole table that say something."),
    "marked": ("[marked]", "Open marks on cards of which the seat cannot tell where they lie."),
    "seats": ("[seat]", "The players, by their seats."),
    "places": ("[place]", "Where cards can lie: places of nobody, then seat by seat."),
    "cards": ("[card]", "All cards of which one is in the game, with what is printed on them; it is the same "
                        "all through a game."),
    "labels": ("{labels}", "The labels of the rules, by their lists; they are the same all through a game."),
    "decision": ("decision?", "What is asked; null when the game is over."),
    "told": ("count", "How many events this seat was told: `since` of the next call, for what is new."),
    "story": ("[event]", "What this seat was told, from the event on that was asked for."),
    "scores": ("[score]?", "The scores as the table lies, where everybody can work them out; else null."),
    "outcome": ("outcome?", "How the game ended; null while it runs."),
}  # fmt: skip
"""The top-level object."""

FORMS: Final[Mapping[str, Form]] = {
    "edition": {
        "game": ("text", "The game that its rules are of."),
        "id": ("text", "Its id."),
        "name": ("text", "Its title."),
        "language": ("text", "The language of all words but ids: `en`, `fr`."),
    },
    "words": {
        "a card": ("text", "A card that is not known."),
        "nothing": ("text", "No thing."),
        "nobody": ("text", "No player."),
        "yes": ("text", "Yes."),
        "no": ("text", "No."),
    },
    "turn": {
        "player": ("count?", "Whose turn it is: for whom a phase is played, else who is asked."),
        "as": ("text?", "The card as which that player plays, by its name in the rules."),
        "asked": ("count?", "Who has to decide."),
        "phases": ("[phase]", "The phases that are surely being played, the outermost first."),
        "round": ("integer?", "Which round it is, where the rules count rounds openly."),
    },
    "phase": {
        "phase": ("text", "Its name in the rules."),
        "called": ("text", "What it is called."),
        "player": ("count?", "For whom it is played."),
        "card": ("text?", "As or for which card, if this seat may know it."),
    },
    "number": {
        "name": ("text", "Its name in the rules."),
        "called": ("text", "What it is called."),
        "value": ("value", "What it holds."),
        "said": ("text?", "The same in words; null for a mark, which is or is not."),
        "aside": ("yes", "Whether it is book-keeping, which a small table leaves out."),
        "secret": ("yes", "Whether who only looks on does not see it."),
    },
    "marked": {
        "name": ("text", "The name of the mark in the rules."),
        "called": ("text", "What it is called."),
        "aside": ("yes", "Whether it is book-keeping, which a small table leaves out."),
        "cards": ("[marked_card]", "The cards that have it."),
    },
    "marked_card": {
        "card": ("text", "The card, by its name in the rules."),
        "called": ("text", "What it is called."),
        "value": ("value", "What the mark holds."),
        "said": ("text?", "The same in words; null for a mark that is or is not."),
    },
    "seat": {
        "seat": ("count", "Its number, from 0."),
        "name": ("text", "What its player is called."),
        "signs": ("[sign]", "What points to this player, as at who deals."),
        "numbers": ("[number]", "The player's numbers, pointers and marks that say something."),
    },
    "sign": {
        "name": ("text", "Its name in the rules."),
        "called": ("text", "What it is called."),
    },
    "place": {
        "place": ("text", "Its id in this value: `deck`, `2/hand`, `#17/stack`."),
        "name": ("text", "Its name in the rules."),
        "seat": ("count?", "Whose it is."),
        "on": ("count?", "The piece on which it is."),
        "called": ("text", "What it is called."),
        "count": ("count", "How many cards lie there."),
        "ordered": ("yes", "Whether the cards have an order."),
        "secret": ("yes", "Whether who only looks on sees less of it."),
        "pieces": ("[piece]", "The cards that the seat knows there; the others of the count are unknown."),
    },
    "piece": {
        "piece": ("count", "Its number. A card of which there is only one keeps it all through the game; "
                           "copies are numbered anew each time."),
        "card": ("text", "What card it is, by its name in the rules: see `cards`."),
        "called": ("text", "What it is called."),
        "at": ("count?", "Where there is an order, how many cards lie above it."),
        "marks": ("[number]", "What is kept on it and says something."),
    },
    "card": {
        "card": ("text", "Its name in the rules."),
        "called": ("text", "What it is called in this edition, in its language."),
        "kind": ("text", "Its kind."),
        "kind_called": ("text", "What the kind is called."),
        "count": ("count", "How many of it are in the game, wherever they lie."),
        "text": ("text", "What is printed on it; empty for a card without text."),
        "fields": ("[field]", "What is printed on it in this edition: cost, rank, colour."),
    },
    "field": {
        "name": ("text", "Its name in the rules."),
        "called": ("text", "What it is called."),
        "value": ("field_value", "A number, yes or no, a label or nothing."),
        "said": ("text?", "A label in words."),
    },
    "label": {
        "called": ("text", "What it is called."),
        "colour": ("text?", "The colour that the edition gives it."),
    },
    "decision": {
        "player": ("count", "Who is asked."),
        "kind": ("text", "The name of the question in the rules."),
        "form": ("form", "How it asks: for one of several, perhaps none, as many as one likes."),
        "prompt": ("text", "The question in a few words."),
        "card": ("text?", "The card that it is asked for, by its name in the rules."),
        "because": ("rule", "The rule that asks."),
        "options": ("[option]?", "What can be chosen; null for everybody else."),
    },
    "option": {
        "index": ("count", "What `Game.choose` takes."),
        "text": ("text", "What is offered, said to who decides."),
        "data": ("object", "The same for programs: what `Game.choose_data` takes."),
        "names": ("[ref]", "The cards, players and labels that it speaks of."),
    },
    "event": {
        "number": ("count", "Its number in what this seat was told, from 0."),
        "event": ("text", "Its kind: the event, phase or power of the rules that told it."),
        "text": ("text", "What happened, said to this seat."),
        "names": ("[ref]", "The cards, players and labels that it speaks of."),
        "numbers": ("[integer]", "The numbers in it."),
        "for": ("[ref]", "The cards that were counted for it, as when each brings one coin."),
        "by": ("text?", "The card whose power it is, by its name in the rules."),
        "reason": ("text", "Both in words, to stand behind the text: *for Barn, Mill (Miller)*; or empty."),
        "because": ("rule", "What set it off."),
    },
    "rule": {
        "rule": ("text", "The name of the rule."),
        "called": ("text", "What people call it: by its card, where it stands on one."),
        "card": ("text?", "The card that it stands on, by its name in the rules."),
        "place": ("text", "Where the rules say it: file, line, column."),
        "cites": ("[text]", "The sources that say so."),
    },
    "score": {
        "points": ("integer", "The whole."),
        "parts": ("[part]", "How it comes about."),
    },
    "part": {
        "called": ("text", "What the points are for."),
        "points": ("integer", "How many there are."),
    },
    "outcome": {
        "reason": ("text", "Why the game is over; empty where the rules say nothing."),
        "winners": ("[count]", "The seats that share the victory."),
        "teams": ("[text]", "What the team of each seat is called; none where no teams play."),
        "together": ("yes", "Whether all win as one or not at all."),
        "scores": ("[score]", "The scores, by seats; none where rules only say who has won."),
    },
}  # fmt: skip
"""The forms of all nested objects."""


def _strict(**properties: Schema) -> Schema:
    """Return the schema of an object with exactly these keys."""
    return {
        "type": "object",
        "properties": properties,
        "required": [*properties],
        "additionalProperties": False,
    }


_TEXT: Final[Schema] = {"type": "string"}
_COUNT: Final[Schema] = {"type": "integer", "minimum": 0}
_NUMBERED: Final[Schema] = {"anyOf": [_COUNT, {"type": "null"}]}
_PERHAPS: Final[Schema] = {"type": ["string", "null"]}

PLAIN: Final[Mapping[str, Schema]] = {
    "version": {"const": VERSION},
    "text": _TEXT,
    "yes": {"type": "boolean"},
    "count": _COUNT,
    "integer": {"type": "integer"},
    "object": {"type": "object"},
    "form": {"enum": [*get_args(module.Form)]},
    "labels": {"type": "object", "additionalProperties": {"$ref": "#/$defs/label"}},
    "field_value": {"type": ["integer", "boolean", "string", "null"]},
    "value": {
        "description": "A number, true, a label, or what is pointed to: a player or a card.",
        "anyOf": [
            {"type": ["integer", "boolean", "string"]},
            _strict(player=_COUNT),
            _strict(card=_TEXT, shown=_TEXT),
        ],
    },
    "ref": {
        "description": "A player; a label of a list; a card by its name in the rules (null: it is not known), of "
        "which options tell the piece and the place where it is seen, if it is.",
        "anyOf": [
            _strict(player=_COUNT),
            _strict(label=_TEXT, of=_TEXT),
            _strict(card=_PERHAPS),
            _strict(card=_PERHAPS, piece=_NUMBERED, place=_PERHAPS),
        ],
    },
}  # fmt: skip
"""Basic types: written inline, or once in `$defs` if they have a description."""


def seat_schema() -> Schema:
    """Return the JSON Schema of the values of `Game.seat`."""
    shared = {name: form for name, form in PLAIN.items() if "description" in form}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "What a seat sees of a game",
        **_object(WHOLE),
        "$defs": {**{name: _object(form) for name, form in FORMS.items()}, **shared},
    }


def _object(form: Form) -> Schema:
    keys = {name: {**_type(type_), "description": about} for name, (type_, about) in form.items()}
    return _strict(**keys)


def _type(name: str) -> Schema:
    """Return the schema of a type name."""
    if name.endswith("?"):
        return {"anyOf": [_type(name[:-1]), {"type": "null"}]}
    if name.startswith("["):
        return {"type": "array", "items": _type(name[1:-1])}
    if name.startswith("{"):
        return {"type": "object", "additionalProperties": _type(name[1:-1])}
    if name in PLAIN and "description" not in PLAIN[name]:
        return dict(PLAIN[name])
    return {"$ref": f"#/$defs/{name}"}
