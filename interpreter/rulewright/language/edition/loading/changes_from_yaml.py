"""Conversion of changes from YAML: cast, settings, tables, fields and names, overall or by number of players."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from rulewright.base.records import evolve
from rulewright.language.edition import edition as parts, edition_complaints as say
from rulewright.language.edition.loading.merge import merge_changes
from rulewright.language.edition.yaml import yaml_nodes as nodes, yaml_values as values
from rulewright.language.edition.yaml.coercions import (
    as_keys,
    as_list,
    as_written,
    keys_without_values,
    with_list_brackets,
)
from rulewright.language.edition.yaml.spanned import NumberRange, Spanned
from rulewright.language.edition.yaml.structure import (
    entries,
    known_entries,
    last_empty_key,
    texts,
    to_spanned,
)
from rulewright.language.text import MOST_PLAYERS, Complaints, Span

CHANGES: Final = ("cast", "settings", "tables", "fields", "names")
"""The keys that contain changes."""

HIGHEST_ROW: Final = 999
MOST_COPIES: Final = 999
_EXAMPLE: Final = "[Tower, Well]"
_RELATIVE: Final = ("add", "remove")
"""The keys for cards added to or removed from an inherited cast."""


def read_changes(by_key: Mapping[str, nodes.Node], complaints: Complaints) -> parts.EditionChanges:
    """Return the changes in an edition file's keys `cast`, `settings`, `tables`, `fields` and `names`."""
    return parts.EditionChanges(
        cast=read_cast(by_key.get("cast"), complaints),
        settings=_read_settings(by_key.get("settings"), complaints),
        tables=_read_tables(by_key.get("tables"), complaints),
        fields=_read_fields(by_key.get("fields"), complaints),
        names=_read_names(by_key.get("names"), complaints),
    )


def read_by_players(
    node: nodes.Node | None, what: str, complaints: Complaints
) -> tuple[dict[int, parts.EditionChanges], tuple[Spanned[NumberRange], ...]]:
    """Return the changes for each number of players, and the numbers or ranges as written in the file.

    If two ranges overlap, both apply, and the later one in the file wins.
    """
    changes: dict[int, parts.EditionChanges] = {}
    counts = []
    example = "by-players: {3: {settings: {goal: 10}}}"
    for key, value_node in entries(node, what, example, complaints):
        by_key = known_entries(
            value_node, f"{what} for {key.text}", CHANGES, "{settings: {goal: 10}}", complaints
        )
        read = read_changes(by_key, complaints)
        count = values.read_range(key, f"a key of {what}", MOST_PLAYERS, complaints)
        if count is not None:
            counts.append(count)
            for players in count.value:
                changes[players] = merge_changes(changes.get(players, parts.EditionChanges()), read)
    return changes, tuple(counts)


def _read_settings(
    node: nodes.Node | None, complaints: Complaints
) -> dict[str, parts.SettingValue]:
    """Return the values of settings by name."""
    settings = {}
    for key, value_node in entries(node, "`settings`", "settings: {goal: 8}", complaints):
        read = values.read_value(value_node, f"the setting `{key.text}`", complaints)
        if read is not None:
            settings[key.text] = parts.SettingValue(to_spanned(key), read)
    return settings


def _read_tables(
    node: nodes.Node | None, complaints: Complaints
) -> dict[parts.CellKey, parts.Cell]:
    """Return the cells of all tables; ranges of rows are expanded."""
    cells: dict[parts.CellKey, parts.Cell] = {}
    for table, rows in entries(node, "`tables`", "tables: {gifts: {4: 2}}", complaints):
        for row, row_node in entries(rows, f"the table `{table.text}`", "{4: 2}", complaints):
            range_of_rows = values.read_range(
                row, f"a row of `{table.text}`", HIGHEST_ROW, complaints
            )
            if range_of_rows is not None:
                for cell in _read_cells(to_spanned(table), range_of_rows, row_node, complaints):
                    _add_cell(cells, cell, complaints)
    return cells


def _read_cells(
    table: Spanned[str],
    rows: Spanned[NumberRange],
    node: nodes.Node,
    complaints: Complaints,
) -> Iterator[parts.Cell]:
    """Yield the cells that one entry of a table sets: its columns, repeated for each row of the range `rows`."""
    columns: list[tuple[Spanned[int | str] | None, nodes.Node]]
    if isinstance(node, nodes.Keys):
        columns = [(_read_column(key, complaints), column) for key, column in node.entries]
    else:
        columns = [(None, node)]
    for column, value_node in columns:
        read = values.read_value(value_node, f"a cell of `{table.value}`", complaints)
        if read is not None:
            for row in rows.value:
                yield parts.Cell(table, Spanned(row, rows.span), column, read)


def _read_column(key: nodes.Scalar, complaints: Complaints) -> Spanned[int | str]:
    """Return the column that a key names: a number, or a word."""
    if key.text.isascii() and key.text.isdigit():
        read = values.read_number(key, "a column", 0, HIGHEST_ROW, complaints)
        if read is not None:
            return Spanned(read.value, read.span)
    return to_spanned(key)


def _add_cell(
    cells: dict[parts.CellKey, parts.Cell], cell: parts.Cell, complaints: Complaints
) -> None:
    """Add a cell to `cells`; report it if an earlier entry has set that cell."""
    key = (cell.table.value, cell.row.value, cell.column.value if cell.column else None)
    if key in cells:
        what = f"row {cell.row.value} of `{cell.table.value}`"
        complaints.add(say.duplicate_entry(cell.row.span, cells[key].row.span, what))
    else:
        cells[key] = cell


def _read_fields(
    node: nodes.Node | None, complaints: Complaints
) -> dict[tuple[str, str], parts.FieldOverride]:
    """Return the overridden fields by card and field."""
    fields = {}
    for card, fields_node in entries(node, "`fields`", "fields: {Tower: {cost: 4}}", complaints):
        for key, node_of_value in entries(fields_node, card.text, "{cost: 4}", complaints):
            read = values.read_value(node_of_value, f"the {key.text} of {card.text}", complaints)
            if read is not None:
                fields[card.text, key.text] = parts.FieldOverride(
                    to_spanned(card), to_spanned(key), read
                )
    return fields


def _read_names(node: nodes.Node | None, complaints: Complaints) -> dict[str, parts.CardName]:
    """Return the display names of cards by card."""
    names = {}
    for card, value_node in entries(node, "`names`", "names: {Tower: {en: Keep}}", complaints):
        text = values.read_translations(value_node, f"the name of {card.text}", complaints)
        if text:
            names[card.text] = parts.CardName(to_spanned(card), text)
    return names


# ------------------------------------------------------------------ the cast


def read_cast(node: nodes.Node | None, complaints: Complaints) -> dict[str, parts.CastChange]:
    """Return the changes of the cast by key: a kind, or a kind and the name of a list (`tower/old`)."""
    cast = {}
    listed = entries(node, "`cast`", "cast: {tower: [Keep, Gate]}", complaints)
    for number, (key, value_node) in enumerate(listed):
        if key.text in _RELATIVE and isinstance(value_node, nodes.Keys | nodes.Items):
            above = last_empty_key(listed[:number])
            complaints.add(
                say.cards_without_kind(key.span, key.text, as_written(value_node), above)
            )
            continue
        if key.text in CHANGES:
            complaints.add(say.key_too_deep(key.span, key.text, "cast"))
            break  # the following keys belong to it as well
        if last_empty_key(listed[: number + 1]) and _begins_with_relative_key(listed[number + 1 :]):
            continue  # the complaint about the next key covers this one
        _, slash, name = key.text.partition("/")
        if slash and not values.is_id(name):
            complaints.add(say.bad_id(key.span, f"the name of the list in `{key.text}`", name))
        change = _read_cast_change(to_spanned(key), value_node, complaints)
        if change is not None:
            cast[key.text] = change
    return cast


def _begins_with_relative_key(following: Sequence[tuple[nodes.Scalar, nodes.Node]]) -> bool:
    """Return whether the first of these entries is `add` or `remove`."""
    return bool(following) and following[0][0].text in _RELATIVE


def _read_cast_change(
    key: Spanned[str], node: nodes.Node, complaints: Complaints
) -> parts.CastChange | None:
    """Return the change of one list of cards; None if its node was reported as broken."""
    if isinstance(node, nodes.Broken):
        return None
    if isinstance(node, nodes.Keys) and _is_relative(node):
        return _read_relative_change(key, node, complaints)
    return parts.CastChange(
        key, True, _read_cards(node, key.span, f"the cast of {key.value}", complaints)
    )


def _is_relative(node: nodes.Keys) -> bool:
    """Return whether a mapping has the keys `add` and `remove`, rather than cards with their copies."""
    return any(
        key.text in _RELATIVE or isinstance(value_node, nodes.Keys | nodes.Items)
        for key, value_node in node.entries
    )


def _read_relative_change(
    key: Spanned[str], node: nodes.Keys, complaints: Complaints
) -> parts.CastChange:
    """Return a change that adds and removes cards; a card in both lists is reported."""
    what = f"the cast of {key.value}"
    if (suggestion := with_list_brackets(node, _RELATIVE)) is not None:
        complaints.add(
            say.wrong_shape(node.span, what, "lists of cards", "names with commas", suggestion)
        )
        return parts.CastChange(key, False, {}, {})
    by_key = known_entries(node, what, _RELATIVE, "{add: [Tower]}", complaints)
    cards = (
        _read_cards(by_key["add"], key.span, f"`add` in {what}", complaints, is_added=True)
        if "add" in by_key
        else {}
    )
    remove = {}
    for name in texts(by_key.get("remove"), f"`remove` in {what}", _EXAMPLE, complaints):
        if name.value in cards:
            added = cards[name.value].name.span
            complaints.add(say.added_and_removed(name.span, added, name.value))
        else:
            remove[name.value] = name
    return parts.CastChange(key, False, cards, remove)


def _read_cards(
    node: nodes.Node, listed: Span, what: str, complaints: Complaints, *, is_added: bool = False
) -> dict[str, parts.CastCard]:
    """Return the cards of a list or of a mapping to numbers of copies; empty after a complaint."""
    if isinstance(node, nodes.Keys):
        return _read_cards_with_copies(node, listed, complaints, is_added)
    keyed = as_keys(node)
    if keyed is None and isinstance(node, nodes.Items | nodes.Broken):
        names = texts(node, what, _EXAMPLE, complaints)
        return {name.value: parts.CastCard(name, Spanned(1, name.span), listed) for name in names}
    expected = "a list of cards, or cards with their number of copies"
    suggestion = keyed or as_list(node) or _EXAMPLE
    complaints.add(
        say.wrong_shape(node.span, what, expected, values.describe_node(node), suggestion)
    )
    return {}


def _read_cards_with_copies(
    node: nodes.Keys, listed: Span, complaints: Complaints, is_added: bool
) -> dict[str, parts.CastCard]:
    """Return the cards of a mapping from names to numbers of copies, with `+` to further copies if `is_added`."""
    cards: dict[str, parts.CastCard] = {}
    if (suggestion := keys_without_values(node)) is not None:
        expected, description = "cards with their number of copies", "names alone"
        complaints.add(say.wrong_shape(node.span, "the cast", expected, description, suggestion))
        return cards
    for key, value_node in node.entries:
        what = f"the copies of {key.text}"
        further = False
        if isinstance(value_node, nodes.Scalar) and _is_further(value_node):
            further = True
            if not is_added:
                help = f"write `{{add: {{{as_written(key)}: {value_node.text}}}}}`"
                complaints.add(say.not_a_number(value_node.span, what, value_node.text, help))
                continue
            value_node = evolve(value_node, text=value_node.text[1:])
        copies = values.read_number(value_node, what, 1, MOST_COPIES, complaints)
        if copies is not None:
            cards[key.text] = parts.CastCard(to_spanned(key), copies, listed, further)
    return cards


def _is_further(node: nodes.Scalar) -> bool:
    """Return whether a scalar is a number of further copies: `+2`."""
    return node.plain and node.text[:1] == "+" and node.text[1:].isdigit()
