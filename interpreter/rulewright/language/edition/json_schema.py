"""The JSON Schema (draft 2020-12) of edition files, for YAML editors that do not know the rules.

It describes the keys and the form of their values. Only `rulewright check` knows whether a card or a setting
exists. The schema assumes YAML 1.2, where `yes` and `no` are strings.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from rulewright.language.edition.edition import COLOURS
from rulewright.language.edition.guides import FORMS, PARTS, SHOWN
from rulewright.language.edition.loading.changes_from_yaml import CHANGES, HIGHEST_ROW, MOST_COPIES
from rulewright.language.edition.loading.from_yaml import DROPPED, KEYS, OPTION
from rulewright.language.edition.loading.versions import LANGUAGE_VERSION, VERSION_KEY
from rulewright.language.edition.yaml.yaml_values import ID, LANGUAGE, LARGEST
from rulewright.language.text import MOST_PLAYERS

Schema = dict[str, Any]

ABOUT: Final = {
    "edition": "The id of this edition: small letters and hyphens, like the name of the file.",
    "extends": "The edition that this one changes: an id, or the path of a file.",
    "name": "The title of the edition; in several languages as `{en: …, fr: …}`.",
    "about": "A sentence about it, for lists of editions.",
    "language": "The default language of games, such as `fr`.",
    VERSION_KEY: "The version of the rule language that the files need.",
    "documents": "The sources that rules cite, by their ids.",
    "rules": "Rule files and folders that are always loaded, beside this file or shipped.",
    "cards": "Folders of cards; only the files of cards in the cast are loaded.",
    "players": "The number of players: `4`, or `2-7`.",
    "one-per": "If several cards of this kind have the same field, only the one added last plays.",
    "looks": "The colours of cards with these labels.",
    "guide": "An introduction for players: the aim, the end, a round, and texts before decisions.",
    "layout": "The order of the table, the things to show, and the form of cards.",
    "cast": "The cards of each kind: a list, or additions to and removals from the extended edition.",
    "settings": "Values for the settings of the rules, by name.",
    "tables": "Cells of tables, by row and, if the table has columns, by column.",
    "fields": "Changed fields of cards.",
    "names": "The names of cards in this edition.",
    "default-cast": "Cards that are left out if a game adds a card of their kind; written like `cast`.",
    "by-players": "Changes for a number of players.",
    "options": "Variants that a group may choose; `none` removes an option of the extended edition.",
    "playouts": "The options of random simulations.",
    "readings": "Interpretations of the sources, for documents.",
    "reading": "The interpretation of the sources that the option follows.",
}
"""The description of each key."""

_TEXT: Final[Schema] = {"type": ["string", "number"]}
_ID: Final[Schema] = {"type": "string", "pattern": f"^(?:{ID.pattern})$"}
_CARD: Final[Schema] = {"type": "string", "pattern": "^[^a-z]"}
_VALUE: Final[Schema] = {
    "type": ["integer", "string"], "minimum": -LARGEST, "maximum": LARGEST, "minLength": 1,
}  # fmt: skip


def edition_schema() -> Schema:
    """Return the schema of an edition file."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A Rulewright edition",
        "description": "An edition chooses and combines casts, settings, tables and names of the rules.",
        **_mapping_with_keys({key: _PARTS[key] for key in KEYS}, required=("edition",)),
    }


def _mapping_with_keys(parts: dict[str, Schema], required: Iterable[str] = ()) -> Schema:
    """Return the schema of a mapping with the keys of `parts` and no others."""
    described = {
        key: {"description": ABOUT[key], **part} if key in ABOUT else part
        for key, part in parts.items()
    }
    schema: Schema = {"type": "object", "properties": described, "additionalProperties": False}
    return {**schema, "required": list(required)} if required else schema


def _mapping_by_name(names: Schema, part: Schema, **more: Any) -> Schema:
    """Return the schema of a mapping with arbitrary keys that fit `names` and values that fit `part`."""
    return {"type": "object", "propertyNames": names, "additionalProperties": part, **more}


def _list(part: Schema, **more: Any) -> Schema:
    """Return the schema of a list of different items that fit `part`."""
    return {"type": "array", "items": part, "uniqueItems": True, **more}


def _range(most: int) -> Schema:
    """Return the schema of a number or range such as `2-7` as a string; ascending order is not checked."""
    return {"type": "string", "pattern": f"^(?:{_up_to(most)})(?: ?- ?(?:{_up_to(most)}))?$"}


def _up_to(most: int) -> str:
    """Return a regular expression for numbers from 0 to `most`, which must be one digit, 99 or 999."""
    digits = str(most)
    if len(digits) == 1:
        return f"[0-{digits}]"
    return f"0|[1-9][0-9]{{0,{len(digits) - 1}}}"


def _number_or_range(most: int, least: int) -> Schema:
    """Return the schema of an integer from `least` to `most`, or a range such as `2-7` as a string."""
    return {**_range(most), "type": ["integer", "string"], "minimum": least, "maximum": most}


def _translated_text() -> Schema:
    """Return the schema of a text, in one language or by language code."""
    translations = _mapping_by_name(
        {"pattern": f"^(?:{LANGUAGE.pattern})$"}, _TEXT, minProperties=1
    )
    return {"anyOf": [_TEXT, translations]}


def _cast() -> Schema:
    """Return the schema of a cast: for each kind its cards, or the cards to add and remove."""
    copies = {"type": "integer", "minimum": 1, "maximum": MOST_COPIES}
    cards = {"anyOf": [_list(_CARD), _mapping_by_name(_CARD, copies)]}
    change = {
        "type": "object",
        "properties": {"add": cards, "remove": _list(_CARD)},
        "additionalProperties": False,
        "minProperties": 1,
    }
    return _mapping_by_name(
        {"pattern": "^[a-z][a-z0-9-]*(/[a-z][a-z0-9-]*)?$"}, {"anyOf": [*cards["anyOf"], change]}
    )


def _changes() -> dict[str, Schema]:
    """Return the schemas of the keys that change a game (cast, settings, tables, fields, names)."""
    row = {"anyOf": [_VALUE, _mapping_by_name({}, _VALUE)]}
    parts = {
        "cast": _cast(),
        "settings": _mapping_by_name(_ID, _VALUE),
        "tables": _mapping_by_name(_ID, _mapping_by_name(_range(HIGHEST_ROW), row)),
        "fields": _mapping_by_name(_CARD, _mapping_by_name(_ID, _VALUE)),
        "names": _mapping_by_name(_CARD, _translated_text()),
    }
    return {key: parts[key] for key in CHANGES}


def _by_players() -> Schema:
    """Return the schema of changes by number of players."""
    return _mapping_by_name(_range(MOST_PLAYERS), _mapping_with_keys(_changes()))


def _option() -> Schema:
    """Return the schema of an option, or of the word that drops an inherited option."""
    parts = {
        "about": _translated_text(),
        "reading": _TEXT,
        **_changes(),
        "by-players": _by_players(),
    }
    return {"anyOf": [{"const": DROPPED}, _mapping_with_keys({key: parts[key] for key in OPTION})]}


def _document() -> Schema:
    """Return the schema of a source document: title, year and note."""
    year = {"type": "integer", "minimum": 1, "maximum": 9999}
    return _mapping_with_keys({"title": _TEXT, "year": year, "note": _TEXT}, required=("title",))


_PARTS: Final[dict[str, Schema]] = {
    "edition": _ID,
    "extends": {"type": "string", "minLength": 1},
    "name": _translated_text(),
    "about": _translated_text(),
    "language": {"type": "string", "pattern": f"^(?:{LANGUAGE.pattern})$"},
    VERSION_KEY: {"type": "integer", "minimum": 1, "maximum": LANGUAGE_VERSION},
    "documents": _mapping_by_name(_ID, _document()),
    "rules": _list({"type": "string"}, minItems=1),
    "cards": _list({"type": "string"}, minItems=1),
    "players": _number_or_range(MOST_PLAYERS, 1),
    "one-per": _mapping_by_name(_ID, _ID),
    "looks": _mapping_by_name(_ID, {"enum": list(COLOURS)}),
    "guide": _mapping_with_keys(
        {
            **{part: _translated_text() for part in PARTS},
            "first": _mapping_by_name({}, _translated_text()),
        }
    ),
    "layout": _mapping_with_keys(
        {
            "order": _list({"type": "string"}),
            "show": _mapping_by_name(_ID, {"enum": list(SHOWN)}),
            "cards": _mapping_by_name(
                _ID, _mapping_with_keys({form: _translated_text() for form in FORMS})
            ),
        }
    ),
    **_changes(),
    "default-cast": _cast(),
    "by-players": _by_players(),
    "options": _mapping_by_name(_ID, _option()),
    "playouts": _mapping_with_keys({"options": _list(_ID), "note": _TEXT}),
    "readings": _mapping_by_name(_ID, _TEXT),
}
"""The schema of each key's value."""
