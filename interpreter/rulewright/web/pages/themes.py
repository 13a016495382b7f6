"""Themes of editions: a JSON file next to the edition's YAML, converted to a safe style sheet."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import reduce
from pathlib import Path
from typing import Any, Final

from rulewright.base.records import Record, field
from rulewright.language.edition.sidecar_files import read_sidecar_files

ENDING: Final = ".table.json"
LARGEST: Final = 1 << 18
PICTURES: Final = {".svg": "image/svg+xml", ".png": "image/png", ".webp": "image/webp"}

ANY: Final = "any name"
_SIGN: Final = re.compile(".{1,4}")
_SHAPE: Final = {
    "labels": {ANY: {"colour": re.compile("#[0-9a-fA-F]{6}"), "sign": _SIGN}},
    "signs": {ANY: _SIGN},
    "rows": [re.compile(".*")],
    "pictures": {ANY: re.compile(".*")},
}


class Theme(Record):
    """A theme: colours and signs of labels, signs of numbers and marks, zones shown as rows, pictures of cards."""

    labels: dict[str, dict[str, str]] = field(factory=dict)
    signs: dict[str, str] = field(factory=dict)
    rows: tuple[str, ...] = ()
    pictures: dict[str, Path] = field(factory=dict)

    def completed_by(self, other: Theme) -> Theme:
        """Return this theme, completed with values of `other`."""
        labels, signs = other.labels | self.labels, other.signs | self.signs
        return Theme(labels, signs, self.rows or other.rows, other.pictures | self.pictures)


def load_theme(editions: tuple[Path, ...]) -> Theme:
    """Return the theme for an edition's files, the nearest first; faulty theme files are logged."""
    return reduce(
        Theme.completed_by, read_sidecar_files(editions, ENDING, LARGEST, parse_theme), Theme()
    )


def parse_theme(path: Path, data: Any) -> Theme:
    """Return the theme in the parsed file at `path`. Raises ValueError with the mistake."""
    _check(data, _SHAPE, "the file")
    files = data.get("pictures", {})
    pictures = {name: _picture(path.parent, file) for name, file in files.items()}
    rows = tuple(data.get("rows", ()))
    return Theme(data.get("labels", {}), data.get("signs", {}), rows, pictures)


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
    else:
        for name, each in value.items():
            if name not in shape and ANY not in shape:
                raise ValueError(f"`{where}` has `{name}`, and may have {', '.join(shape)}")
            _check(each, shape.get(name, shape.get(ANY)), name)


def _picture(folder: Path, file: str) -> Path:
    """Return the path of a theme's picture. Raises ValueError if it is not allowed."""
    path = (folder / file).resolve()
    if path.suffix not in PICTURES or not path.is_relative_to(folder.resolve()):
        raise ValueError(f"{file!r} is no picture ({', '.join(PICTURES)}) in the folder or below")
    if not path.is_file() or path.stat().st_size > LARGEST:
        raise ValueError(f"{file!r} is not there, or larger than {LARGEST >> 10} KB")
    return path


# ------------------------------------------------------------------ as a style sheet


def to_style_sheet(theme: Theme, address: str) -> str:
    """Return a theme as a style sheet; its pictures have numbers below `address` as their URLs."""
    return "\n".join(_rules(theme, address)) + "\n"


def _rules(theme: Theme, address: str) -> Iterator[str]:
    """Yield the CSS rules of a theme."""
    for name, style in theme.labels.items():
        at = f'.card[data-label="{_escaped(name)}"]'
        if "colour" in style:
            yield f"{at} {{ --edge: {style['colour']}; }}"
        if "sign" in style:
            yield f'{at} .name::before {{ content: "{_escaped(style["sign"])} "; }}'
    for name, sign in theme.signs.items():
        escaped_name = _escaped(name)
        yield f'[data-sign="{escaped_name}"]::before {{ content: "{_escaped(sign)} "; }}'
    for name in theme.rows:
        yield f'.place[data-place="{_escaped(name)}"] {{ --card: var(--row); flex-basis: 100%; }}'
    for number, name in enumerate(theme.pictures):
        at = f'.card[data-card="{_escaped(name)}"] .face'
        yield f'{at} {{ background: url("{address}/{number}") right bottom / 3rem no-repeat; }}'


def _escaped(text: str) -> str:
    """Return `text` escaped for a quoted string in CSS."""
    return "".join(
        sign if sign.isascii() and sign.isalnum() else f"\\{ord(sign):x} " for sign in text
    )
