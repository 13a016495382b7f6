"""From YAML to an edition, the choice of cards, numbers and words of one box of a game."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from rulewright.edition.edition import (
    Card,
    CardName,
    CastChange,
    Cell,
    CellKey,
    Changes,
    Document,
    Edition,
    FieldValue,
    Numbers,
    OnePer,
    Option,
    Playouts,
    Reading,
    Setting,
    Spanned,
    Text,
    Value,
)

if TYPE_CHECKING:
    from rulewright.edition.find import find_edition, list_editions
    from rulewright.edition.load import load_edition, read_edition
    from rulewright.edition.merge import apply_one_per, changes_for

__all__ = [
    "Card",
    "CardName",
    "CastChange",
    "Cell",
    "CellKey",
    "Changes",
    "Document",
    "Edition",
    "FieldValue",
    "Numbers",
    "OnePer",
    "Option",
    "Playouts",
    "Reading",
    "Setting",
    "Spanned",
    "Text",
    "Value",
    "apply_one_per",
    "changes_for",
    "find_edition",
    "list_editions",
    "load_edition",
    "read_edition",
]

_LATE = {
    "apply_one_per": "merge",
    "changes_for": "merge",
    "find_edition": "find",
    "list_editions": "find",
    "load_edition": "load",
    "read_edition": "load",
}


def __getattr__(name: str) -> Any:
    """The functions that read YAML are imported when they are asked for; the types alone come cheap."""
    if name in _LATE:
        return getattr(import_module(f"{__name__}.{_LATE[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
