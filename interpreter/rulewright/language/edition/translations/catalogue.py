"""Translation files (catalogues): names and texts of the rules next to them, in another language."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Final, Literal, TypeAlias, get_args

from rulewright.base.records import Record, field
from rulewright.language.edition.translations import word_complaints as say
from rulewright.language.edition.yaml import structure as shapes, yaml_values as values
from rulewright.language.edition.yaml.yaml_nodes import Keys, Node, Scalar
from rulewright.language.text import (
    Complaint,
    Complaints,
    Source,
    Span,
    Unreadable,
    display_path,
    find_files,
    read_leniently,
    read_source,
    split_braces,
)

Section = Literal[
    "cards", "labels", "names", "choices", "texts", "reasons", "doing", "why", "settings"
]
SECTIONS: Final[tuple[Section, ...]] = get_args(Section)

MOST_KEPT: Final = 50
"""The number of parsed translation files to memoize."""

_FILE: Final = re.compile(r".+\.([a-z]{2,3}(?:-[A-Z]{2})?)\.yaml")

_SECTION: Final = re.compile(rf"(?m)^\ufeff?(?:{'|'.join(SECTIONS)})[ \t]*:")

Key: TypeAlias = tuple[Section, str, str]
"""Section, list of labels (else empty), and the original words."""


class Translation(Record):
    """A translated word or text; `key` is the span of the original in the translation file."""

    said: str
    key: Span


class Catalogue(Record):
    """The contents of one translation file; `start` is None if the file is empty or unreadable."""

    path: Path
    language: str
    start: Span | None = None
    entries: Mapping[Key, Translation] = field(factory=dict)


def all_catalogues(rules: Path) -> dict[str, list[Path]]:
    """Return the translation files for a rule file or folder of rules, by language.

    For the file `towers.rules` that is `towers.fr.yaml` next to it; for a folder it is every `….fr.yaml` in it.
    """
    if rules.is_dir():
        candidates = find_files(rules, (".yaml",))
    else:
        candidates = rules.parent.glob(f"{rules.stem}.*.yaml")
    by_language: dict[str, list[Path]] = {}
    for path in sorted(candidates):
        match = _FILE.fullmatch(path.name)
        if match:
            by_language.setdefault(match[1], []).append(path)
    return by_language


def catalogue_files(rules: Path, language: str) -> list[Path]:
    """Return the translation files for a rule file or folder of rules in one language."""
    return all_catalogues(rules).get(language, [])


def is_catalogue(path: Path) -> bool:
    """Return whether a file is a translation file, by its name and by a section in it."""
    return (
        _FILE.fullmatch(path.name) is not None and _SECTION.search(read_leniently(path)) is not None
    )


def names_in_braces(text: str) -> list[str]:
    """Return the names of the values in braces in a text: `["count"]` for `{count} cards`."""
    return [piece for piece, is_value in split_braces(text) if is_value]


def read_catalogue(path: Path, complaints: Complaints) -> Catalogue:
    """Return the contents of a translation file; add errors in it to `complaints`."""
    try:
        catalogue, file_complaints = _parse_catalogue(read_source(path, display_path(path)), path)
    except Unreadable as error:
        complaints.extend(error.complaints)
        return Catalogue(path, _language_of(path))
    complaints.extend(file_complaints)
    return catalogue


@lru_cache(maxsize=MOST_KEPT)
def _parse_catalogue(source: Source, path: Path) -> tuple[Catalogue, tuple[Complaint, ...]]:
    """Return a translation file's contents and its complaints; memoized, since editions share files."""
    complaints = Complaints()
    return _read_entries(source, path, complaints), complaints.in_order()


def _language_of(path: Path) -> str:
    """Return the language code in the name of a translation file; empty if it has none."""
    match = _FILE.fullmatch(path.name)
    return match[1] if match else ""


def _read_entries(source: Source, path: Path, complaints: Complaints) -> Catalogue:
    """Return the translations of all sections of a translation file."""
    language = _language_of(path)
    tree = _parse_mapping(source, complaints)
    if tree is None:
        return Catalogue(path, language)
    example = "cards: {Tower: Tour}"
    sections = shapes.known_entries(tree, "a translation file", SECTIONS, example, complaints)
    entries: dict[Key, Translation] = {}
    for section in SECTIONS:
        node = sections.get(section)
        if section == "labels":
            for labels, words in shapes.entries(
                node, "`labels`", "labels: {day: {monday: lundi}}", complaints
            ):
                entries.update(_read_section(section, labels.text, words, complaints))
        else:
            entries.update(_read_section(section, "", node, complaints))
    start = tree.entries[0][0].span if tree.entries else tree.span
    return Catalogue(path, language, start, entries)


def read_messages(path: Path, complaints: Complaints) -> dict[str, Translation]:
    """Return the translations of the interpreter's own messages."""
    try:
        tree = _parse_mapping(read_source(path), complaints)
    except Unreadable as error:
        complaints.extend(error.complaints)
        return {}
    if tree is None:
        return {}
    return {key[2]: entry for key, entry in _read_section("texts", "", tree, complaints)}


def _parse_mapping(source: Source, complaints: Complaints) -> Keys | None:
    # Imported late: finding files needs no YAML, and translations are cached.
    """Return the YAML mapping in `source`; None after a complaint."""
    from rulewright.language.edition.yaml.parse_yaml import tree_of

    return tree_of(source, complaints)


def _read_section(
    section: Section, of: str, node: Node | None, complaints: Complaints
) -> Iterator[tuple[Key, Translation]]:
    """Yield the translations of one section; `of` is the list of labels in the section `labels`, else empty."""
    what = f"`{of}` in `labels`" if of else f"`{section}`"
    example = f"{of or section}: {{monday: lundi}}"
    for key, value_node in shapes.entries(node, what, example, complaints):
        translation = values.read_text(value_node, f"the translation of `{key.text}`", complaints)
        if translation is None:
            continue
        if section == "texts":
            _check_braces(key, translation.value, translation.span, complaints)
        yield (section, of, key.text), Translation(translation.value, key.span)


def _check_braces(key: Scalar, translation: str, at: Span, complaints: Complaints) -> None:
    """Report values in braces that only the original text has, or only its translation."""
    original, translated = names_in_braces(key.text), names_in_braces(translation)
    foreign = [value for value in translated if value not in original]
    missing = [value for value in original if value not in translated]
    if foreign or missing:
        complaints.add(say.other_braces(at, key.span, foreign, missing))
