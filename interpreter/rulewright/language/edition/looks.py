"""Look files: JSON beside an edition's YAML that says how its table is drawn."""

from __future__ import annotations

import re
from functools import reduce
from pathlib import Path
from typing import Any, Final

from rulewright.base.records import Record, field
from rulewright.language.edition.sidecar_files import read_sidecar_files

ENDING: Final = ".table.json"
LARGEST: Final = 1 << 18
PICTURES: Final = {".svg": "image/svg+xml", ".png": "image/png", ".webp": "image/webp"}

ANY: Final = "any name"
ROLES: Final = ("hand", "main", "face", "tray", "stack", "row", "pool", "centre", "column", "pegs")
_TEXT: Final = re.compile(".*")
_COLOUR: Final = re.compile("#[0-9a-fA-F]{6}")
_SHAPE: Final = {
    "zones": {ANY: re.compile("|".join(ROLES))},
    "kinds": {
        ANY: {
            "frame": _TEXT,
            "corner": _TEXT,
            "corner-as": re.compile("coin"),
            "art": re.compile("ground|medal"),
            "colour": _COLOUR,
            "back": _COLOUR,
            "back-emblem": _TEXT,
            "plain": True,
        }
    },
    "labels": {ANY: {"colour": _COLOUR, "emblem": _TEXT}},
    "emblems": {ANY: _TEXT},
    "signs": {ANY: _TEXT},
    "numbers": {ANY: re.compile("coins")},
    "events": {ANY: _TEXT},
    "backs": {ANY: _TEXT},
    "ranks": {ANY: re.compile(".{1,3}")},
    "quiet": [_TEXT],
    "pictures": {ANY: _TEXT},
    "cover": {"colours": [_COLOUR], "emblems": [_TEXT], "minutes": [0], "weight": 0},
}


class Looks(Record):
    """The looks of an edition: what its files declare, merged, and the pictures of cards."""

    data: dict[str, Any] = field(factory=dict)
    pictures: dict[str, Path] = field(factory=dict)

    def completed_by(self, other: Looks) -> Looks:
        """Return these looks, completed with values of `other`."""
        data = {**other.data}
        for key, value in self.data.items():
            is_merged = isinstance(value, dict) and key in data and key != "cover"
            data[key] = {**data[key], **value} if is_merged else value
        return Looks(data, other.pictures | self.pictures)


def load_looks(editions: tuple[Path, ...]) -> Looks:
    """Return the looks for an edition's files, the nearest first; faulty files are logged."""
    return reduce(
        Looks.completed_by, read_sidecar_files(editions, ENDING, LARGEST, parse_looks), Looks()
    )


def parse_looks(path: Path, data: Any) -> Looks:
    """Return the looks in the parsed file at `path`. Raises ValueError with the mistake."""
    _check(data, _SHAPE, "the file")
    files = data.get("pictures", {})
    pictures = {name: _picture(path.parent, file) for name, file in files.items()}
    return Looks({name: value for name, value in data.items() if name != "pictures"}, pictures)


def _check(value: Any, shape: Any, where: str) -> None:
    """Check `value` against `shape`: a pattern, a list with one shape, or a dictionary. Raises ValueError."""
    if isinstance(shape, re.Pattern):
        if not (isinstance(value, str) and value.isprintable() and shape.fullmatch(value)):
            raise ValueError(f"{value!r} is not what `{where}` may be")
    elif type(value) is not type(shape):
        raise ValueError(f"`{where}` is no {type(shape).__name__}")
    elif isinstance(value, list):
        for each in value:
            _check(each, shape[0], where)
    elif isinstance(value, dict):
        for name, each in value.items():
            if name not in shape and ANY not in shape:
                raise ValueError(f"`{where}` has `{name}`, and may have {', '.join(shape)}")
            _check(each, shape.get(name, shape.get(ANY)), name)


def _picture(folder: Path, file: str) -> Path:
    """Return the path of a picture. Raises ValueError if it is not allowed."""
    path = (folder / file).resolve()
    if path.suffix not in PICTURES or not path.is_relative_to(folder.resolve()):
        raise ValueError(f"{file!r} is no picture ({', '.join(PICTURES)}) in the folder or below")
    if not path.is_file() or path.stat().st_size > LARGEST:
        raise ValueError(f"{file!r} is not there, or larger than {LARGEST >> 10} KB")
    return path
