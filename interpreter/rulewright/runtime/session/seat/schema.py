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
    "version": ("version", "The version of this format; it grows with each incompatible change."),
    "edition": ("edition", "The edition of the game."),
    "words": ("words", "Words for unknown and empty things."),
    "seat": ("count?", "The seat of this value, from 0; null for a spectator."),
    "turn": ("turn", "The current turn: player, phases and round."),
    "numbers": ("[number]", "The table's numbers, pointers and marks, without empty ones."),
    "marked": ("[marked]", "Open marks on cards whose place the seat does not know."),
    "seats": ("[seat]", "The players, in the order of their seats."),
    "places": ("[place]", "The places for cards: those without an owner first, then seat by seat."),
    "cards": ("[card]", "All cards in the game, with their printed fields; constant during a game."),
    "labels": ("{labels}", "The labels of the rules, by their lists; constant during a game."),
    "decision": ("decision?", "The open question; null when the game is over."),
    "told": ("count", "The number of events in the seat's story: `since` of the next call, for new events only."),
    "story": ("[event]", "The events of the seat's story, from `since` on."),
    "scores": ("[score]?", "The current scores if everybody can calculate them; else null."),
    "outcome": ("outcome?", "The result of the game; null while it runs."),
}  # fmt: skip
"""The top-level object."""

FORMS: Final[Mapping[str, Form]] = {
    "edition": {
        "game": ("text", "The id of the game that the rules belong to."),
        "id": ("text", "The id of the edition."),
        "name": ("text", "The title of the edition."),
        "language": ("text", "The language of all texts, such as `en` or `fr`; ids are independent of it."),
    },
    "words": {
        "a card": ("text", "The words for an unknown card."),
        "nothing": ("text", "The word for no thing."),
        "nobody": ("text", "The word for no player."),
        "yes": ("text", "The word for yes."),
        "no": ("text", "The word for no."),
    },
    "turn": {
        "player": ("count?", "The player of the running phase, or else the deciding player."),
        "as": ("text?", "The card of that player's turn, by its name in the rules."),
        "asked": ("count?", "The deciding player."),
        "phases": ("[phase]", "The running phases, the outermost first."),
        "round": ("integer?", "The number of the round, if the rules count rounds openly."),
    },
    "phase": {
        "phase": ("text", "The name in the rules."),
        "called": ("text", "The name in the language of the game."),
        "player": ("count?", "The player of the phase."),
        "card": ("text?", "The card of the phase, if this seat may know it."),
    },
    "number": {
        "name": ("text", "The name in the rules."),
        "called": ("text", "The name in the language of the game."),
        "value": ("value", "The value."),
        "said": ("text?", "The value in words; null for a mark."),
        "aside": ("yes", "Whether it is book-keeping that a small table may leave out."),
        "secret": ("yes", "Whether it is hidden from spectators."),
    },
    "marked": {
        "name": ("text", "The name of the mark in the rules."),
        "called": ("text", "The name in the language of the game."),
        "aside": ("yes", "Whether it is book-keeping that a small table may leave out."),
        "cards": ("[marked_card]", "The cards with the mark."),
    },
    "marked_card": {
        "card": ("text", "The card, by its name in the rules."),
        "called": ("text", "The name in the language of the game."),
        "value": ("value", "The value of the mark."),
        "said": ("text?", "The value in words; null for a mark without a value."),
    },
    "seat": {
        "seat": ("count", "The number of the seat, from 0."),
        "name": ("text", "The name of the player."),
        "signs": ("[sign]", "Pointers to this player, such as the dealer."),
        "numbers": ("[number]", "The player's numbers, pointers and marks, without empty ones."),
    },
    "sign": {
        "name": ("text", "The name in the rules."),
        "called": ("text", "The name in the language of the game."),
    },
    "place": {
        "place": ("text", "The id in this value: `deck`, `2/hand`, `#17/stack`."),
        "name": ("text", "The name in the rules."),
        "seat": ("count?", "The seat of the owner."),
        "on": ("count?", "The piece that owns the place."),
        "called": ("text", "The name in the language of the game."),
        "kind": ("text", "The kind of all cards that can lie there, also of the unknown ones."),
        "count": ("count", "The number of cards there."),
        "ordered": ("yes", "Whether the cards have an order."),
        "secret": ("yes", "Whether spectators see less of it."),
        "pieces": ("[piece]", "The known cards there; the others are only counted."),
    },
    "piece": {
        "piece": ("count", "The number of the piece. A unique card keeps it; copies get new numbers each time."),
        "card": ("text", "The card, by its name in the rules; see `cards`."),
        "called": ("text", "The name in the language of the game."),
        "at": ("count?", "The number of cards above it, if the place has an order."),
        "marks": ("[number]", "Its numbers and marks, without empty ones."),
    },
    "card": {
        "card": ("text", "The name in the rules."),
        "called": ("text", "The name in this edition and language."),
        "kind": ("text", "The kind of the card."),
        "kind_called": ("text", "The name of the kind in the language of the game."),
        "count": ("count", "The number of copies in the game."),
        "text": ("text", "The text of the card; may be empty."),
        "fields": ("[field]", "The printed fields in this edition, such as cost, rank and colour."),
    },
    "field": {
        "name": ("text", "The name in the rules."),
        "called": ("text", "The name in the language of the game."),
        "value": ("field_value", "A number, yes or no, a label, or nothing."),
        "said": ("text?", "The label in words."),
    },
    "label": {
        "called": ("text", "The name in the language of the game."),
        "colour": ("text?", "The colour in this edition."),
    },
    "decision": {
        "player": ("count", "The deciding player."),
        "kind": ("text", "The name of the question in the rules."),
        "form": ("form", "The form of the question: one of several, perhaps none, or any number."),
        "prompt": ("text", "A short text of the question."),
        "doing": ("text", "What the others read meanwhile, after the player's name: *is choosing a character*."),
        "about": ("about?", "The option that the question is a part of, if any; null for all other seats."),
        "card": ("text?", "The card that the question is about, by its name in the rules."),
        "because": ("rule", "The rule behind the question."),
        "options": ("[option]?", "The options; null for all other seats."),
    },
    "about": {
        "text": ("text", "The text of that option, addressed to the deciding player."),
        "names": ("[ref]", "The cards, players and labels in it."),
    },
    "option": {
        "index": ("count", "The argument of `Game.choose`."),
        "text": ("text", "The text of the option, addressed to the deciding player."),
        "data": ("object", "The option as data: the argument of `Game.choose_data`."),
        "names": ("[ref]", "The cards, players and labels in it."),
    },
    "event": {
        "number": ("count", "The number in this seat's story, from 0."),
        "event": ("text", "The event, phase or power of the rules behind it."),
        "turn": ("event_turn", "The turn in which it happened."),
        "text": ("text", "The text of the event, addressed to this seat."),
        "names": ("[ref]", "The cards, players and labels in it."),
        "numbers": ("[integer]", "The numbers in it."),
        "for": ("[ref]", "The cards that it counted, for example if each brings one coin."),
        "by": ("text?", "The card behind it, by its name in the rules."),
        "reason": ("text", "`for` and `by` in words, to follow the text: *for Barn, Mill (Miller)*; may be empty."),
        "why": ("text", "Why it happened: one sentence in the words of the rules."),
        "because": ("rule", "The rule that caused it."),
    },
    "event_turn": {
        "round": ("integer?", "The number of the round, if the rules count rounds openly."),
        "player": ("count?", "The player of the running phase; null between turns."),
        "as": ("text?", "The card of that player's turn, by its name in the rules."),
    },
    "rule": {
        "rule": ("text", "The name of the rule."),
        "called": ("text", "The name for people: that of its card, if it has one."),
        "card": ("text?", "The card with the rule, by its name in the rules."),
        "place": ("text", "The place in the rules: file, line and column."),
        "cites": ("[text]", "The sources of the rule."),
    },
    "score": {
        "points": ("integer", "The total."),
        "parts": ("[part]", "The parts of the total."),
    },
    "part": {
        "called": ("text", "The reason for the points."),
        "points": ("integer", "The number of points."),
    },
    "outcome": {
        "reason": ("text", "The reason for the end; empty if the rules give none."),
        "winners": ("[count]", "The seats that share the victory."),
        "teams": ("[text]", "The name of each seat's team; empty without teams."),
        "together": ("yes", "Whether all players win or lose together."),
        "scores": ("[score]", "The scores, by seats; empty if the rules only name winners."),
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
        "description": "A number, true, a label, a player or a card.",
        "anyOf": [
            {"type": ["integer", "boolean", "string"]},
            _strict(player=_COUNT),
            _strict(card=_TEXT, shown=_TEXT),
        ],
    },
    "ref": {
        "description": "A player, a label of a list, or a card by its name in the rules (null if unknown). "
        "In options, a card also has its piece and place, if the seat sees it.",
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
    """Return the schema of an object with the keys, types and descriptions of `form`."""
    keys = {name: {**_type(type_), "description": about} for name, (type_, about) in form.items()}
    return _strict(**keys)


def _type(name: str) -> Schema:
    """Return the schema of a type name, such as `text?` or `[card]`."""
    if name.endswith("?"):
        return {"anyOf": [_type(name[:-1]), {"type": "null"}]}
    if name.startswith("["):
        return {"type": "array", "items": _type(name[1:-1])}
    if name.startswith("{"):
        return {"type": "object", "additionalProperties": _type(name[1:-1])}
    if name in PLAIN and "description" not in PLAIN[name]:
        return dict(PLAIN[name])
    return {"$ref": f"#/$defs/{name}"}
