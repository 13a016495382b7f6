"""What an edition adds to the looks of its table: a file beside its YAML, made a style sheet of harmless parts."""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from rulewright.plain_files import read_plain
from rulewright.records import Record, field

LOGGER: Final = logging.getLogger("rulewright.edition")
ENDING: Final = ".table.json"
LARGEST: Final = 1 << 18
PICTURES: Final = {".svg": "image/svg+xml", ".png": "image/png", ".webp": "image/webp"}

_COLOUR: Final = re.compile(r"#[0-9a-fA-F]{6}")
_LONGEST_SIGN: Final = 4


class Looks(Record):
    """Colours and signs of labels, signs of numbers and marks, places that are rows, pictures of cards."""

    labels: Mapping[str, Mapping[str, str]] = field(factory=dict)
    signs: Mapping[str, str] = field(factory=dict)
    rows: tuple[str, ...] = ()
    pictures: Mapping[str, Path] = field(factory=dict)

    def over(self, other: Looks) -> Looks:
        """These looks, with those of another edition where these say nothing."""
        return Looks(
            {**other.labels, **self.labels},
            {**other.signs, **self.signs},
            self.rows or other.rows,
            {**other.pictures, **self.pictures},
        )


def looks_beside(editions: tuple[Path, ...]) -> Looks:
    """The looks beside the files of an edition, the nearest first; what is wrong with one stands in the log."""
    found = Looks()
    for path in editions:
        beside = path.with_name(path.stem + ENDING)
        if beside.exists():
            try:
                found = found.over(read_looks(beside))
            except (OSError, ValueError) as error:
                LOGGER.warning("%s is not used: %s", beside, error)
    return found


def read_looks(path: Path) -> Looks:
    """The looks in a file. Raises OSError, and ValueError that says what is wrong."""
    data = json.loads(read_plain(path, LARGEST))
    known = {"labels", "signs", "rows", "pictures"}
    if not isinstance(data, dict) or not set(data) <= known:
        raise ValueError(f"it has other keys than {', '.join(sorted(known))}")
    labels = {name: _label(look) for name, look in _mapping(data, "labels").items()}
    signs = {name: _sign(sign) for name, sign in _mapping(data, "signs").items()}
    pictures = {
        name: _picture(path.parent, file) for name, file in _mapping(data, "pictures").items()
    }
    rows = data.get("rows", [])
    if not (isinstance(rows, list) and all(isinstance(row, str) for row in rows)):
        raise ValueError("`rows` is no list of places")
    return Looks(labels, signs, tuple(rows), pictures)


def _mapping(data: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    found = data.get(key, {})
    if not isinstance(found, dict):
        raise ValueError(f"`{key}` does not tell something by names")
    return found


def _label(look: Any) -> Mapping[str, str]:
    if not isinstance(look, dict) or not set(look) <= {"colour", "sign"}:
        raise ValueError("a label has a `colour` and a `sign`")
    colour = look.get("colour", "#000000")
    if not (isinstance(colour, str) and _COLOUR.fullmatch(colour)):
        raise ValueError(f"{colour!r} is no colour such as #d9a400")
    return {name: _sign(value) if name == "sign" else value for name, value in look.items()}


def _sign(sign: Any) -> str:
    if not (isinstance(sign, str) and 0 < len(sign) <= _LONGEST_SIGN and sign.isprintable()):
        raise ValueError(f"{sign!r} is no sign: up to {_LONGEST_SIGN} letters or symbols")
    return sign


def _picture(folder: Path, named: Any) -> Path:
    path = (folder / str(named)).resolve()
    if path.suffix not in PICTURES or not path.is_relative_to(folder.resolve()):
        raise ValueError(f"{named!r} is no picture ({', '.join(PICTURES)}) in the folder or below")
    if not path.is_file() or path.stat().st_size > LARGEST:
        raise ValueError(f"{named!r} is not there, or larger than {LARGEST >> 10} KB")
    return path


# ------------------------------------------------------------------ as a style sheet


def style_of(looks: Looks, address: str) -> str:
    """The style sheet of an edition's own looks; its pictures lie below an address, by their numbers."""
    return "\n".join(_rules(looks, address)) + "\n"


def _rules(looks: Looks, address: str) -> Iterator[str]:
    for name, look in looks.labels.items():
        at = f'.card[data-label="{_escaped(name)}"]'
        if "colour" in look:
            yield f"{at} {{ --edge: {look['colour']}; }}"
        if "sign" in look:
            yield f'{at} .name::before {{ content: "{_escaped(look["sign"])} "; }}'
    for name, sign in looks.signs.items():
        found = _escaped(name)
        yield f'[data-sign="{found}"]::before {{ content: "{_escaped(sign)} "; }}'
    for name in looks.rows:
        yield f'.place[data-place="{_escaped(name)}"] {{ --card: var(--row); flex-basis: 100%; }}'
    for number, name in enumerate(looks.pictures):
        at = f'.card[data-card="{_escaped(name)}"] .face'
        yield f'{at} {{ background: url("{address}/{number}") right bottom / 3rem no-repeat; }}'


def _escaped(text: str) -> str:
    """A text as it may stand in quotes in a style sheet."""
    return "".join(
        sign if sign.isascii() and sign.isalnum() else f"\\{ord(sign):x} " for sign in text
    )
