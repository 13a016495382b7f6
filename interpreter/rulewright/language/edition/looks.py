"""Look files: JSON beside an edition's YAML that says how its table is drawn."""

from __future__ import annotations

import logging
import re
from base64 import b64encode
from collections.abc import Iterable, Iterator, Mapping
from functools import reduce
from pathlib import Path
from typing import Any, Final

from rulewright.base.records import Record, evolve, field
from rulewright.base.table_component import emblem_names
from rulewright.language.edition import look_complaints as say
from rulewright.language.edition.sidecar_files import LOOKS as ENDING
from rulewright.language.edition.yaml.parse_yaml import tree_of
from rulewright.language.edition.yaml.yaml_nodes import Broken, Items, Keys, Node, Scalar
from rulewright.language.edition.yaml.yaml_values import describe_node
from rulewright.language.text import (
    Complaints,
    Source,
    Span,
    display_path,
    escape_line,
    read_auxiliary,
)

LOGGER: Final = logging.getLogger("rulewright.language.edition")
LARGEST: Final = 1 << 18
PICTURES: Final = {".svg": "image/svg+xml", ".png": "image/png", ".webp": "image/webp"}
CONTRAST: Final = 4.5
"""The least contrast of text with its ground, after WCAG 2.2, 1.4.3."""


class Form(Record):
    """The form of a text in a look file: what it may be in words, and as a pattern; maybe a text per language."""

    words: str
    pattern: re.Pattern[str]
    names: str = ""
    """What in the rules the text names: `field`, `kind`; `emblem`, `shade` and `picture` are none of these."""
    is_translated: bool = False


def _form(words: str, pattern: str, names: str = "") -> Form:
    """Return a form for texts that match `pattern` as a whole."""
    return Form(words, re.compile(pattern), names)


ROLES: Final = (
    "hand", "main", "face", "tray", "stack", "row", "pool", "centre", "column", "pegs",
)  # fmt: skip
_COLOUR: Final = _form("a colour such as `#8c6808`", "#[0-9a-fA-F]{6}")
_SHADE: Final = _form(_COLOUR.words, _COLOUR.pattern.pattern, "shade")
_EMBLEM: Final = _form("the name of an emblem", r"[ -~]{1,2000}", "emblem")
_FIELD: Final = _form("a field of these cards", r"\S+", "field")
_NUMBER: Final = _form("a number", "[0-9]{1,4}")
_YES: Final = _form("`true`", "true")
_KIND: Final = {
    "frame": _FIELD, "corner": _FIELD, "corner-as": _form("`coin`", "coin"),
    "art": _form("`ground` or `medal`", "ground|medal"), "colour": _SHADE, "back": _COLOUR,
    "back-emblem": _EMBLEM, "plain": _YES,
}  # fmt: skip
_RANK: Final = evolve(_form("at most 3 characters", ".{1,3}"), is_translated=True)
_ANY: Final = "*"
_SHAPE: Final[Mapping[str, Any]] = {
    "zones": {_ANY: _form(f"a role: {', '.join(ROLES)}", "|".join(ROLES))},
    "kinds": {_ANY: _KIND},
    "labels": {_ANY: {"colour": _SHADE, "emblem": _EMBLEM}},
    "emblems": {_ANY: _EMBLEM},
    "signs": {_ANY: _EMBLEM},
    "events": {_ANY: _EMBLEM},
    "numbers": {_ANY: _form("`coins`", "coins")},
    "backs": {_ANY: _form("a kind of cards", r"\S+", "kind")},
    "ranks": {_ANY: _RANK},
    "quiet": [_form("the name of a number or pointer", r"\S+", "variable")],
    "pictures": {_ANY: _form("the name of a file", r".{1,200}", "picture")},
    "cover": {
        "colours": [_COLOUR],
        "emblems": [_EMBLEM],
        "minutes": [_NUMBER],
        "weight": _form("a number from 1 to 3", "[123]"),
    },
}


class NamedThing(Record):
    """A name in a look file: its span, what it names (`zones`, `field`), and the key that it is below."""

    what: str
    name: str
    below: str
    span: Span = field(eq=False, repr=False)


class Looks(Record):
    """The looks of an edition: what its files declare, merged; the pictures of cards; the names in use."""

    data: dict[str, Any] = field(factory=dict)
    pictures: dict[str, Path] = field(factory=dict)
    names: tuple[NamedThing, ...] = field(default=(), eq=False)

    def completed_by(self, other: Looks) -> Looks:
        """Return these looks, completed with values of `other`."""
        data = {**other.data}
        for key, value in self.data.items():
            is_merged = isinstance(value, dict) and key in data and key != "cover"
            data[key] = {**data[key], **value} if is_merged else value
        return Looks(data, other.pictures | self.pictures)

    def embedded(self) -> dict[str, Any]:
        """Return the looks as the table component reads them, with each picture as a `data:` URL."""
        pictures = {
            card: f"data:{PICTURES[path.suffix]};base64,{b64encode(path.read_bytes()).decode('ascii')}"
            for card, path in self.pictures.items()
        }
        return {**self.data, "pictures": pictures} if pictures else dict(self.data)


def load_looks(editions: Iterable[Path]) -> Looks:
    """Return the looks for an edition's files, the nearest first; faulty files are logged and not used."""
    return reduce(Looks.completed_by, _usable(editions), Looks())


def _usable(editions: Iterable[Path]) -> Iterator[Looks]:
    """Yield the look file of each edition file, if there is one without mistakes; log the first mistake."""
    for edition in editions:
        complaints = Complaints()
        looks = read_looks(edition, complaints)
        if looks is not None and not complaints.has_errors:
            yield looks
        for each in complaints.in_order()[:1]:
            name = escape_line(edition.stem + ENDING)
            LOGGER.warning("%s is not used: %s", name, escape_line(each.message))


def read_looks(edition: Path, complaints: Complaints) -> Looks | None:
    """Read the look file of an edition file, adding its mistakes to `complaints`; None if it has no look file."""
    path = edition.with_name(edition.stem + ENDING)
    try:
        text = read_auxiliary(path, ENDING, LARGEST).decode("utf-8")
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        whole = Span(Source(display_path(path), ""), 0, 0)
        complaints.add(
            say.bad_look_value(whole, "this file", "a text file", escape_line(str(error)))
        )
        return None
    tree = tree_of(Source(display_path(path), text), complaints)
    if tree is None:
        return None
    reader = _Reader(path.parent, complaints)
    data = reader.value(tree, _SHAPE, "a look file", "")
    data.pop("pictures", None)
    return Looks(data, reader.pictures, tuple(reader.names))


class _Reader:
    """A reader of the nodes of one look file, which collects names and pictures."""

    def __init__(self, folder: Path, complaints: Complaints) -> None:
        self.folder, self.complaints = folder, complaints
        self.pictures: dict[str, Path] = {}
        self.names: list[NamedThing] = []

    def value(self, node: Node, shape: Any, what: str, below: str) -> Any:
        """Return the value of `node`, which should have the given shape; None, after a complaint, if it has not."""
        if isinstance(node, Broken):
            return None
        if isinstance(shape, Form) and shape.is_translated and isinstance(node, Keys):
            return {key.text: self._text(each, shape, what, below) for key, each in node.entries}
        if isinstance(shape, Form):
            return self._text(node, shape, what, below)
        if isinstance(shape, list):
            if isinstance(node, Items):
                return [
                    self.value(each, shape[0], f"an entry of {what}", below) for each in node.items
                ]
            return self._refuse(node, what, "a list")
        if not isinstance(node, Keys):
            return self._refuse(node, what, "keys with values")
        values = {}
        for key, each in node.entries:
            if _ANY in shape:
                self.names.append(NamedThing(what.strip("`"), key.text, below, key.span))
            elif key.text not in shape:
                self.complaints.add(say.unknown_look_key(key.span, key.text, what, list(shape)))
                continue
            of = key.text if _ANY in shape else below
            values[key.text] = self.value(
                each, shape.get(key.text, shape.get(_ANY)), f"`{key.text}`", of
            )
        return values

    def _text(self, node: Node, form: Form, what: str, below: str) -> Any:
        """Return the text of a node, or its number; report one of another form."""
        text = node.text if isinstance(node, Scalar) else ""
        if not (isinstance(node, Scalar) and text.isprintable() and form.pattern.fullmatch(text)):
            return self._refuse(node, what, form.words)
        if form.names == "shade":
            self._check_contrast(node, text)
        elif form.names == "emblem":
            if text not in (known := emblem_names()) and not re.match(r"[Mm][-\d]", text):
                self.complaints.add(say.unknown_emblem(node.span, text, sorted(known)))
        elif form.names == "picture":
            self._add_picture(node, text, below)
        elif form.names:
            self.names.append(NamedThing(form.names, text, below, node.span))
        return True if form is _YES else int(text) if form.words.startswith("a number") else text

    def _refuse(self, node: Node, what: str, expected: str) -> None:
        """Report a node of another form than expected."""
        found = describe_node(node)
        self.complaints.add(say.bad_look_value(node.span, what, expected, found))

    def _check_contrast(self, node: Scalar, colour: str) -> None:
        """Report a colour that is too light for white text."""
        if (contrast := contrast_with_white(colour)) < CONTRAST:
            darker = colour
            while contrast_with_white(darker) < CONTRAST:
                darker = "#" + "".join(f"{int(part, 16) * 24 // 25:02x}" for part in _parts(darker))
            self.complaints.add(say.low_contrast(node.span, colour, contrast, darker))

    def _add_picture(self, node: Scalar, file: str, card: str) -> None:
        """Keep the path of a card's picture; report a file that cannot be shown."""
        path = (self.folder / file).resolve()
        is_inside = path.suffix in PICTURES and path.is_relative_to(self.folder.resolve())
        if is_inside and path.is_file() and path.stat().st_size <= LARGEST:
            self.pictures[card] = path
        else:
            endings = ", ".join(PICTURES)
            self.complaints.add(say.unusable_picture(node.span, file, endings, LARGEST >> 10))


def _parts(colour: str) -> tuple[str, str, str]:
    """Return the hexadecimal red, green and blue of a colour."""
    return colour[1:3], colour[3:5], colour[5:7]


def contrast_with_white(colour: str) -> float:
    """Return the contrast ratio of a colour with white, after WCAG 2.2."""
    shares = (int(part, 16) / 255 for part in _parts(colour))
    linear = [
        share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4 for share in shares
    ]
    luminance = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    return 1.05 / (luminance + 0.05)
