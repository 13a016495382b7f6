"""Conversion of an edition file from YAML into an `EditionFile`."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from rulewright.base.records import Record
from rulewright.language.edition import edition as parts, edition_complaints as say
from rulewright.language.edition.guides import FORMS, PARTS, SHOWN, Guide, Layout, Told, Written
from rulewright.language.edition.loading.changes_from_yaml import (
    CHANGES,
    by_players_of,
    cast_of,
    changes_of,
)
from rulewright.language.edition.yaml import structure as shapes, yaml_values as values
from rulewright.language.edition.yaml.error_places import tell_rows_once
from rulewright.language.edition.yaml.parse_yaml import tree_of
from rulewright.language.edition.yaml.spanned import Numbers, Spanned
from rulewright.language.edition.yaml.yaml_nodes import Items, Keys, Node, Scalar
from rulewright.language.text import MOST_PLAYERS, Complaints, Source, Span

KEYS: Final = (
    "edition",
    "extends",
    "name",
    "about",
    "language",
    "documents",
    "rules",
    "cards",
    "players",
    "one-per",
    "looks",
    "guide",
    "layout",
    *CHANGES,
    "default-cast",
    "by-players",
    "options",
    "playouts",
    "readings",
)
"""All keys of an edition file."""


def edition_file_of(source: Source, path: Path, says: Complaints) -> parts.EditionFile | None:
    """Return the edition file in `source`; None, after a complaint, if it is no YAML mapping."""
    tree = tree_of(source, says)
    if tree is None:
        return None
    found = shapes.known_entries(tree, "an edition", KEYS, "edition: its-id", says)
    # A file without any accepted key still needs a span for complaints about missing keys.
    start = tree.entries[0][0].span if tree.entries else tree.span
    if "edition" not in found:
        says.add(say.missing_key(start, "edition", "the file", f"edition: {path.stem}"))
    file = _file_of(found, path, start, says)
    tell_rows_once(tree, says)
    return file


def _file_of(
    found: Mapping[str, Node], path: Path, start: Span, says: Complaints
) -> parts.EditionFile:
    get = found.get
    choices = options(get("options"), says)
    by_players, player_counts = by_players_of(get("by-players"), "`by-players`", says)
    return parts.EditionFile(
        path=path,
        start=start,
        keys=frozenset(found),
        id=values.an_id(get("edition"), "`edition`", says),
        extends=values.text(get("extends"), "`extends`", says),
        name=values.words(get("name"), "`name`", says),
        about=values.words(get("about"), "`about`", says),
        language=values.language(get("language"), "`language`", says),
        documents=documents(get("documents"), says),
        rules=_paths(get("rules"), "rules", says),
        cards=_paths(get("cards"), "cards", says),
        players=_players(get("players"), says),
        one_per=one_per(get("one-per"), says),
        looks=looks(get("looks"), says),
        guide=_guide(get("guide"), says),
        layout=_layout(get("layout"), says),
        base=changes_of(found, says),
        default_cast=cast_of(get("default-cast"), says),
        by_players=by_players,
        player_counts=(*player_counts, *choices.player_counts),
        options=choices.given,
        dropped_options=choices.dropped,
        playouts=playouts(get("playouts"), says),
        readings=readings(get("readings"), says),
    )


def _paths(node: Node | None, key: str, says: Complaints) -> tuple[Spanned[str], ...]:
    if isinstance(node, Items) and not node.items:
        says.add(say.nothing(node.span, f"`{key}`"))
    return tuple(shapes.texts(node, f"`{key}`", f"{key}: [my-game]", says))


def _players(node: Node | None, says: Complaints) -> Spanned[Numbers] | None:
    players = values.numbers(node, "`players`", MOST_PLAYERS, says)
    if players is not None and players.value.low < 1:
        says.add(say.out_of_range(players.span, "`players`", 1, MOST_PLAYERS))
        return None
    return players


OPTION: Final = ("about", "reading", *CHANGES, "by-players")
DROPPED: Final = "none"


def documents(node: Node | None, says: Complaints) -> dict[str, parts.Document]:
    """Read `documents`: title, year and note by id."""
    read = {}
    example = "documents: {rulebook: {title: The rules}}"
    for key, given in shapes.entries(node, "`documents`", example, says):
        name = values.an_id(key, "the id of a document", says)
        document = None if name is None else _document(name, given, says)
        if document is not None:
            read[document.id.value] = document
    return read


def _document(name: Spanned[str], node: Node, says: Complaints) -> parts.Document | None:
    what = f"the document `{name.value}`"
    found = shapes.known_entries(node, what, ("title", "year", "note"), "{title: Rules}", says)
    if "title" not in found and isinstance(node, Keys):
        says.add(say.missing_key(name.span, "title", what, "title: ..."))
    title = values.text(found.get("title"), f"the title of {what}", says)
    year = values.number(found.get("year"), f"the year of {what}", 1, 9999, says)
    note = values.text(found.get("note"), f"the note on {what}", says)
    return None if title is None else parts.Document(name, title, year, note)


def one_per(node: Node | None, says: Complaints) -> dict[str, parts.OnePer]:
    """Read `one-per`: a field by kind."""
    read = {}
    for key, given in shapes.entries(node, "`one-per`", "one-per: {tower: height}", says):
        field = values.text(given, f"the field of {key.text} in `one-per`", says)
        if field is not None:
            read[key.text] = parts.OnePer(shapes.spanned(key), field)
    return read


def looks(node: Node | None, says: Complaints) -> dict[str, parts.Look]:
    """Read `looks`: a colour by label."""
    read = {}
    for key, given in shapes.entries(node, "`looks`", "looks: {tall: yellow}", says):
        colour = values.text(given, f"the colour of {key.text}", says)
        if colour is not None and colour.value not in parts.COLOURS:
            says.add(say.no_colour(colour.span, colour.value, parts.COLOURS))
        elif colour is not None:
            read[key.text] = parts.Look(shapes.spanned(key), colour)
    return read


class Options(Record):
    """The contents of `options`: options, dropped options, and the numbers of players as written."""

    given: Mapping[str, parts.Option]
    dropped: Mapping[str, Spanned[str]]
    player_counts: tuple[Spanned[Numbers], ...]


def options(node: Node | None, says: Complaints) -> Options:
    """Read `options`; the value `none` drops an option of the extended edition."""
    read: dict[str, parts.Option] = {}
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
        # Read the option even if its id is wrong, to report all mistakes at once.
        option, written = _option(name or shapes.spanned(key), what, found, says)
        read[key.text] = option
        counts += written
    return Options(read, dropped, tuple(counts))


def _option(
    name: Spanned[str], what: str, found: Mapping[str, Node], says: Complaints
) -> tuple[parts.Option, tuple[Spanned[Numbers], ...]]:
    of_players = f"`by-players` in {what}"
    by_players, counts = by_players_of(found.get("by-players"), of_players, says)
    option = parts.Option(
        id=name,
        about=values.words(found.get("about"), f"`about` in {what}", says),
        reading=values.text(found.get("reading"), f"the reading of {what}", says),
        changes=changes_of(found, says),
        by_players=by_players,
    )
    return option, counts


def playouts(node: Node | None, says: Complaints) -> parts.Playouts | None:
    """Read `playouts`: the options of random simulations."""
    if node is None:
        return None
    example = "playouts: {options: [short]}"
    found = shapes.known_entries(node, "`playouts`", ("options", "note"), example, says)
    chosen = shapes.texts(found.get("options"), "`options` in `playouts`", "[short]", says)
    note = values.text(found.get("note"), "the note in `playouts`", says)
    return parts.Playouts(tuple(chosen), note)


def readings(node: Node | None, says: Complaints) -> dict[str, parts.Reading]:
    """Read `readings`: texts by id."""
    read = {}
    for key, given in shapes.entries(node, "`readings`", "readings: {some-id: why}", says):
        name = values.an_id(key, "the id of a reading", says)
        note = values.text(given, f"the reading `{key.text}`", says)
        if name is not None and note is not None:
            read[name.value] = parts.Reading(name, note)
    return read


# ------------------------------------------------------------------ how a game is shown


def _guide(node: Node | None, says: Complaints) -> Guide:
    """Read `guide`: texts on aim, end and round, and hints before decisions."""
    if node is None:
        return Guide()
    example = "guide: {aim: Have the most points.}"
    found = shapes.known_entries(node, "`guide`", (*PARTS, "first"), example, says)
    told = {
        key: values.words(found[key], f"`{key}` in `guide`", says) for key in PARTS if key in found
    }
    first = {}
    for key, given in shapes.entries(
        found.get("first"), "`first` in `guide`", "first: {drafts.card: Keep one.}", says
    ):
        first[key.text] = Told(
            shapes.spanned(key), values.words(given, f"what is told of {key.text}", says)
        )
    return Guide({key: said for key, said in told.items() if said}, first)


def _layout(node: Node | None, says: Complaints) -> Layout:
    """Read `layout`: order, visibility and card templates."""
    if node is None:
        return Layout()
    example = "layout: {order: [coins, hand]}"
    found = shapes.known_entries(node, "`layout`", ("order", "show", "cards"), example, says)
    order = shapes.texts(found.get("order"), "`order` in `layout`", "order: [coins, hand]", says)
    show = {}
    for key, given in shapes.entries(
        found.get("show"), "`show` in `layout`", "show: {coins: always}", says
    ):
        when = values.text(given, f"when {key.text} is shown", says)
        if when is not None and when.value not in SHOWN:
            says.add(say.no_such_time(when.span, when.value, SHOWN))
        elif when is not None:
            show[key.text] = (shapes.spanned(key), when.value)
    return Layout(tuple(order), show, _card_forms(found.get("cards"), says))


def _card_forms(node: Node | None, says: Complaints) -> dict[str, Written]:
    found = {}
    example = 'cards: {tower: {short: "{name} {height}"}}'
    for key, given in shapes.entries(node, "`cards` in `layout`", example, says):
        what = f"how a {key.text} is written"
        known = shapes.known_entries(given, what, FORMS, '{short: "{name} {height}"}', says)
        forms = {
            form: said
            for form in known
            if (said := values.words(known[form], f"`{form}` of a {key.text}", says))
        }
        found[key.text] = Written(shapes.spanned(key), forms)
    return found
