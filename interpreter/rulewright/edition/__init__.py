"""Stage: from YAML to an edition, the choice of cards, numbers and words of one box of a game."""

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
from rulewright.edition.find import find_edition, list_editions
from rulewright.edition.load import load_edition
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
]
