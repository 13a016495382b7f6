"""Conversion of an edition file from YAML into an `EditionFile`."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from rulewright.base.records import Record
from rulewright.language.edition import edition as parts, edition_complaints as say
from rulewright.language.edition.guides import (
    FORMS,
    PARTS,
    SHOWN,
    CardTemplates,
    GameGuide,
    NamedText,
    TableLayout,
)
from rulewright.language.edition.loading.changes_from_yaml import (
    CHANGES,
    read_by_players,
    read_cast,
    read_changes,
)
from rulewright.language.edition.loading.versions import (
    LANGUAGE_VERSION,
    VERSION_KEY,
    tree_of_version,
)
from rulewright.language.edition.yaml import structure as shapes, yaml_values as values
from rulewright.language.edition.yaml.error_places import merge_row_complaints
from rulewright.language.edition.yaml.spanned import NumberRange, Spanned
from rulewright.language.edition.yaml.yaml_nodes import Items, Keys, Node, Scalar
from rulewright.language.text import MOST_PLAYERS, Complaints, Source, Span

KEYS: Final = (
    "edition",
    "extends",
    "name",
    "about",
    "language",
    VERSION_KEY,
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


def read_edition_file(
    source: Source, path: Path, complaints: Complaints
) -> parts.EditionFile | None:
    """Return the edition file in `source`; None, after a complaint, if it is no YAML mapping or too new."""
    tree = tree_of_version(source, complaints)
    if tree is None:
        return None
    by_key = shapes.known_entries(tree, "an edition", KEYS, "edition: our-table", complaints)
    # A file without any accepted key still needs a span for complaints about missing keys.
    start = tree.entries[0][0].span if tree.entries else tree.span
    if "edition" not in by_key:
        complaints.add(say.missing_key(start, "edition", "the file", f"edition: {path.stem}"))
    file = _read_file(by_key, path, start, complaints)
    merge_row_complaints(tree, complaints)
    return file


def _read_file(
    by_key: Mapping[str, Node], path: Path, start: Span, complaints: Complaints
) -> parts.EditionFile:
    """Return the edition file with the values in `by_key`, the nodes of its known keys."""
    get = by_key.get
    read_version(get(VERSION_KEY), complaints)
    choices = read_options(get("options"), complaints)
    by_players, player_counts = read_by_players(get("by-players"), "`by-players`", complaints)
    return parts.EditionFile(
        path=path,
        start=start,
        keys=frozenset(by_key),
        id=values.read_id(get("edition"), "`edition`", complaints),
        extends=values.read_text(get("extends"), "`extends`", complaints),
        name=values.read_translations(get("name"), "`name`", complaints),
        about=values.read_translations(get("about"), "`about`", complaints),
        language=values.read_language(get("language"), "`language`", complaints),
        documents=read_documents(get("documents"), complaints),
        rules=_read_paths(get("rules"), "rules", complaints),
        cards=_read_paths(get("cards"), "cards", complaints),
        players=_read_players(get("players"), complaints),
        one_per=read_one_per(get("one-per"), complaints),
        looks=read_label_colours(get("looks"), complaints),
        guide=_read_guide(get("guide"), complaints),
        layout=_read_layout(get("layout"), complaints),
        base=read_changes(by_key, complaints),
        default_cast=read_cast(get("default-cast"), complaints),
        by_players=by_players,
        player_counts=(*player_counts, *choices.player_counts),
        options=choices.given,
        dropped_options=choices.dropped,
        playouts=read_playouts(get("playouts"), complaints),
        readings=read_readings(get("readings"), complaints),
    )


def read_version(node: Node | None, complaints: Complaints) -> None:
    """Report a version of the language that this program does not know."""
    values.read_number(node, f"`{VERSION_KEY}`", 1, LANGUAGE_VERSION, complaints)


def _read_paths(node: Node | None, key: str, complaints: Complaints) -> tuple[Spanned[str], ...]:
    """Return the list of paths under the key `key`; report an empty list."""
    if isinstance(node, Items) and not node.items:
        complaints.add(say.empty_value(node.span, f"`{key}`"))
    return tuple(shapes.texts(node, f"`{key}`", f"{key}: [my-game]", complaints))


def _read_players(node: Node | None, complaints: Complaints) -> Spanned[NumberRange] | None:
    """Return the range of numbers of players; None if it is missing or after a complaint."""
    players = values.read_range(node, "`players`", MOST_PLAYERS, complaints)
    if players is not None and players.value.low < 1:
        complaints.add(say.out_of_range(players.span, "`players`", 1, MOST_PLAYERS))
        return None
    return players


OPTION: Final = ("about", "reading", *CHANGES, "by-players")
DROPPED: Final = "none"


def read_documents(node: Node | None, complaints: Complaints) -> dict[str, parts.SourceDocument]:
    """Return the source documents in the section `documents`, by id."""
    read = {}
    example = "documents: {rulebook: {title: The rules}}"
    for key, value_node in shapes.entries(node, "`documents`", example, complaints):
        name = values.read_id(key, "the id of a document", complaints)
        document = None if name is None else _read_document(name, value_node, complaints)
        if document is not None:
            read[document.id.value] = document
    return read


def _read_document(
    name: Spanned[str], node: Node, complaints: Complaints
) -> parts.SourceDocument | None:
    """Return a source document (title, year, note); None, after a complaint, without a title."""
    what = f"the document `{name.value}`"
    by_key = shapes.known_entries(
        node, what, ("title", "year", "note"), "{title: Rules}", complaints
    )
    if "title" not in by_key and isinstance(node, Keys):
        complaints.add(say.missing_key(name.span, "title", what, "title: ..."))
    title = values.read_text(by_key.get("title"), f"the title of {what}", complaints)
    year = values.read_number(by_key.get("year"), f"the year of {what}", 1, 9999, complaints)
    note = values.read_text(by_key.get("note"), f"the note on {what}", complaints)
    return None if title is None else parts.SourceDocument(name, title, year, note)


def read_one_per(node: Node | None, complaints: Complaints) -> dict[str, parts.OnePer]:
    """Return the uniqueness rules in the section `one-per`, by kind of card."""
    read = {}
    for key, value_node in shapes.entries(
        node, "`one-per`", "one-per: {tower: height}", complaints
    ):
        field = values.read_text(value_node, f"the field of {key.text} in `one-per`", complaints)
        if field is not None:
            read[key.text] = parts.OnePer(shapes.to_spanned(key), field)
    return read


def read_label_colours(node: Node | None, complaints: Complaints) -> dict[str, parts.LabelColour]:
    """Return the colours in the section `looks`, by label; report unknown colours."""
    read = {}
    for key, value_node in shapes.entries(node, "`looks`", "looks: {tall: yellow}", complaints):
        colour = values.read_text(value_node, f"the colour of {key.text}", complaints)
        if colour is not None and colour.value not in parts.COLOURS:
            complaints.add(say.unknown_colour(colour.span, colour.value, parts.COLOURS))
        elif colour is not None:
            read[key.text] = parts.LabelColour(shapes.to_spanned(key), colour)
    return read


class OptionsSection(Record):
    """The contents of the section `options` of an edition file.

    `given` are its options, `dropped` the names of inherited options that it removes. `player_counts` are the
    numbers of players as written.
    """

    given: Mapping[str, parts.EditionOption]
    dropped: Mapping[str, Spanned[str]]
    player_counts: tuple[Spanned[NumberRange], ...]


def read_options(node: Node | None, complaints: Complaints) -> OptionsSection:
    """Return the options in the section `options`; the value `none` drops an inherited option."""
    read: dict[str, parts.EditionOption] = {}
    dropped: dict[str, Spanned[str]] = {}
    counts: list[Spanned[NumberRange]] = []
    example = "options: {short: {settings: {goal: 7}}}"
    for key, value_node in shapes.entries(node, "`options`", example, complaints):
        what = f"the option `{key.text}`"
        name = values.read_id(key, f"the id of {what}", complaints)
        if isinstance(value_node, Scalar) and value_node.plain and value_node.text == DROPPED:
            dropped[key.text] = shapes.to_spanned(key)
            continue
        by_key = shapes.known_entries(value_node, what, OPTION, "{settings: {goal: 7}}", complaints)
        # Read the option even if its id is wrong, to report all mistakes at once.
        option, written = _read_option(name or shapes.to_spanned(key), what, by_key, complaints)
        read[key.text] = option
        counts += written
    return OptionsSection(read, dropped, tuple(counts))


def _read_option(
    name: Spanned[str], what: str, by_key: Mapping[str, Node], complaints: Complaints
) -> tuple[parts.EditionOption, tuple[Spanned[NumberRange], ...]]:
    """Return an option, and the numbers of players that it mentions as written."""
    of_players = f"`by-players` in {what}"
    by_players, counts = read_by_players(by_key.get("by-players"), of_players, complaints)
    option = parts.EditionOption(
        id=name,
        about=values.read_translations(by_key.get("about"), f"`about` in {what}", complaints),
        reading=values.read_text(by_key.get("reading"), f"the reading of {what}", complaints),
        changes=read_changes(by_key, complaints),
        by_players=by_players,
    )
    return option, counts


def read_playouts(node: Node | None, complaints: Complaints) -> parts.PlayoutOptions | None:
    """Return the options of random simulations in the section `playouts`; None if it is missing."""
    if node is None:
        return None
    example = "playouts: {options: [short]}"
    by_key = shapes.known_entries(node, "`playouts`", ("options", "note"), example, complaints)
    chosen = shapes.texts(by_key.get("options"), "`options` in `playouts`", "[short]", complaints)
    note = values.read_text(by_key.get("note"), "the note in `playouts`", complaints)
    return parts.PlayoutOptions(tuple(chosen), note)


def read_readings(node: Node | None, complaints: Complaints) -> dict[str, parts.Reading]:
    """Return the notes in the section `readings`, by id."""
    read = {}
    for key, value_node in shapes.entries(
        node, "`readings`", "readings: {some-id: why}", complaints
    ):
        name = values.read_id(key, "the id of a reading", complaints)
        note = values.read_text(value_node, f"the reading `{key.text}`", complaints)
        if name is not None and note is not None:
            read[name.value] = parts.Reading(name, note)
    return read


# ------------------------------------------------------------------ how a game is shown


def _read_guide(node: Node | None, complaints: Complaints) -> GameGuide:
    """Return the introduction in the section `guide`: texts by part, and hints before decisions."""
    if node is None:
        return GameGuide()
    example = "guide: {aim: Have the most points.}"
    by_key = shapes.known_entries(node, "`guide`", (*PARTS, "first"), example, complaints)
    texts = {
        key: values.read_translations(by_key[key], f"`{key}` in `guide`", complaints)
        for key in PARTS
        if key in by_key
    }
    first = {}
    for key, value_node in shapes.entries(
        by_key.get("first"), "`first` in `guide`", "first: {drafts.card: Keep one.}", complaints
    ):
        first[key.text] = NamedText(
            shapes.to_spanned(key),
            values.read_translations(value_node, f"the text for {key.text}", complaints),
        )
    return GameGuide({key: text for key, text in texts.items() if text}, first)


def _read_layout(node: Node | None, complaints: Complaints) -> TableLayout:
    """Return the presentation of the table in the section `layout`: order, visibility, card templates."""
    if node is None:
        return TableLayout()
    example = "layout: {order: [coins, hand]}"
    by_key = shapes.known_entries(node, "`layout`", ("order", "show", "cards"), example, complaints)
    order = shapes.texts(
        by_key.get("order"), "`order` in `layout`", "order: [coins, hand]", complaints
    )
    show = {}
    for key, value_node in shapes.entries(
        by_key.get("show"), "`show` in `layout`", "show: {coins: always}", complaints
    ):
        when = values.read_text(value_node, f"when {key.text} is shown", complaints)
        if when is not None and when.value not in SHOWN:
            complaints.add(say.unknown_display_time(when.span, when.value, SHOWN))
        elif when is not None:
            show[key.text] = (shapes.to_spanned(key), when.value)
    return TableLayout(tuple(order), show, _read_card_forms(by_key.get("cards"), complaints))


def _read_card_forms(node: Node | None, complaints: Complaints) -> dict[str, CardTemplates]:
    """Return the templates of cards by kind."""
    written = {}
    example = 'cards: {tower: {short: "{name} {height}"}}'
    for key, value_node in shapes.entries(node, "`cards` in `layout`", example, complaints):
        what = f"how a {key.text} is written"
        known = shapes.known_entries(
            value_node, what, FORMS, '{short: "{name} {height}"}', complaints
        )
        forms = {
            form: text
            for form in known
            if (
                text := values.read_translations(
                    known[form], f"`{form}` of a {key.text}", complaints
                )
            )
        }
        written[key.text] = CardTemplates(shapes.to_spanned(key), forms)
    return written
