"""Reads the parts of an edition file beside its changes: documents, options, readings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rulewright.edition import edition_complaints as say
from rulewright.edition import shapes
from rulewright.edition import yaml_values as values
from rulewright.edition.changes_from_yaml import CHANGES, by_players_of, changes_of
from rulewright.edition.edition import (
    COLOURS,
    Document,
    Look,
    Numbers,
    OnePer,
    Option,
    Playouts,
    Reading,
    Spanned,
)
from rulewright.edition.yaml_nodes import Keys, Node, Scalar
from rulewright.records import Record
from rulewright.text import Complaints

OPTION: Final = ("about", "reading", *CHANGES, "by-players")
DROPPED: Final = "none"


def documents(node: Node | None, says: Complaints) -> dict[str, Document]:
    """Read `documents`: id -> title, year, note."""
    read = {}
    example = "documents: {rulebook: {title: The rules}}"
    for key, given in shapes.entries(node, "`documents`", example, says):
        name = values.an_id(key, "the id of a document", says)
        document = None if name is None else _document(name, given, says)
        if document is not None:
            read[document.id.value] = document
    return read


def _document(name: Spanned[str], node: Node, says: Complaints) -> Document | None:
    what = f"the document `{name.value}`"
    found = shapes.known_entries(node, what, ("title", "year", "note"), "{title: Rules}", says)
    if "title" not in found and isinstance(node, Keys):
        says.add(say.missing_key(name.span, "title", what, "title: ..."))
    title = values.text(found.get("title"), f"the title of {what}", says)
    year = values.number(found.get("year"), f"the year of {what}", 1, 9999, says)
    note = values.text(found.get("note"), f"the note on {what}", says)
    return None if title is None else Document(name, title, year, note)


def one_per(node: Node | None, says: Complaints) -> dict[str, OnePer]:
    """Read `one-per`: kind -> field."""
    read = {}
    for key, given in shapes.entries(node, "`one-per`", "one-per: {tower: height}", says):
        field = values.text(given, f"the field of {key.text} in `one-per`", says)
        if field is not None:
            read[key.text] = OnePer(shapes.spanned(key), field)
    return read


def looks(node: Node | None, says: Complaints) -> dict[str, Look]:
    """Read `looks`: label -> colour."""
    read = {}
    for key, given in shapes.entries(node, "`looks`", "looks: {tall: yellow}", says):
        colour = values.text(given, f"the colour of {key.text}", says)
        if colour is not None and colour.value not in COLOURS:
            says.add(say.no_colour(colour.span, colour.value, COLOURS))
        elif colour is not None:
            read[key.text] = Look(shapes.spanned(key), colour)
    return read


class Options(Record):
    """What `options` says: those of a group's choice, those that are dropped, the numbers of players as written."""

    given: Mapping[str, Option]
    dropped: Mapping[str, Spanned[str]]
    player_counts: tuple[Spanned[Numbers], ...]


def options(node: Node | None, says: Complaints) -> Options:
    """Read `options`: what a group may choose; `none` drops an option of the extended edition."""
    read: dict[str, Option] = {}
    dropped: dict[str, Spanned[str]] = {}
    counts: list[Spanned[Numbers]] = []
    example = "options: {short: {settings: {goal: 7}}}"
    for key, given in shapes.entries(node, "`options`", example, says):
        what = f"the option `{key.text}`"
        name = values.an_id(key, f"the id of {what}", says)
        if isinstance(given, Scalar) and given.plain and given.text == DROPPED:
            dropped[key.text] = shapes.spanned(key)
            continue
        found = shapes.known_entries(given, what, OPTION, "{settings: {goal: 7}}", says)
        # Read even if its own name is wrong: all mistakes are told at once.
        option, written = _option(name or shapes.spanned(key), what, found, says)
        read[key.text] = option
        counts += written
    return Options(read, dropped, tuple(counts))


def _option(
    name: Spanned[str], what: str, found: Mapping[str, Node], says: Complaints
) -> tuple[Option, tuple[Spanned[Numbers], ...]]:
    of_players = f"`by-players` in {what}"
    by_players, counts = by_players_of(found.get("by-players"), of_players, says)
    option = Option(
        id=name,
        about=values.words(found.get("about"), f"`about` in {what}", says),
        reading=values.text(found.get("reading"), f"the reading of {what}", says),
        changes=changes_of(found, says),
        by_players=by_players,
    )
    return option, counts


def playouts(node: Node | None, says: Complaints) -> Playouts | None:
    """Read `playouts`: the options of random simulations."""
    if node is None:
        return None
    example = "playouts: {options: [short]}"
    found = shapes.known_entries(node, "`playouts`", ("options", "note"), example, says)
    chosen = shapes.texts(found.get("options"), "`options` in `playouts`", "[short]", says)
    note = values.text(found.get("note"), "the note in `playouts`", says)
    return Playouts(tuple(chosen), note)


def readings(node: Node | None, says: Complaints) -> dict[str, Reading]:
    """Read `readings`: id -> text."""
    read = {}
    for key, given in shapes.entries(node, "`readings`", "readings: {some-id: why}", says):
        name = values.an_id(key, "the id of a reading", says)
        note = values.text(given, f"the reading `{key.text}`", says)
        if name is not None and note is not None:
            read[name.value] = Reading(name, note)
    return read
