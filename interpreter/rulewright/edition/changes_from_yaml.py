"""Reads changes: cast, settings, tables, fields and names, wherever in the file they stand, and for whom."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from rulewright.edition import edition_complaints as say
from rulewright.edition.cast_from_yaml import cast_of
from rulewright.edition.edition import (
    CardName,
    Cell,
    CellKey,
    Changes,
    FieldValue,
    Numbers,
    Setting,
    Spanned,
)
from rulewright.edition.merge import merge_changes
from rulewright.edition.shapes import entries, known_entries, spanned
from rulewright.edition.yaml_nodes import Keys, Node, Scalar
from rulewright.edition.yaml_values import number, numbers, value, words
from rulewright.text import Complaints

CHANGES: Final = ("cast", "settings", "tables", "fields", "names")
"""The keys under which changes stand."""

HIGHEST_ROW: Final = 999
MOST_PLAYERS: Final = 8
"""Seats are called A to H, and so are those who sit there in scenarios."""


def changes_of(found: Mapping[str, Node], says: Complaints) -> Changes:
    """Read the keys of `CHANGES` among `found`; what is not there changes nothing."""
    return Changes(
        cast=cast_of(found.get("cast"), says),
        settings=_settings(found.get("settings"), says),
        tables=_tables(found.get("tables"), says),
        fields=_fields(found.get("fields"), says),
        names=_names(found.get("names"), says),
    )


def by_players_of(
    node: Node | None, what: str, says: Complaints
) -> tuple[dict[int, Changes], tuple[Spanned[Numbers], ...]]:
    """Read `by-players`: the changes for each number of players, and the numbers as written.

    Where two ranges overlap, both apply, and the later one in the file has the last word.
    """
    changes: dict[int, Changes] = {}
    counts = []
    example = "by-players: {3: {settings: {goal: 10}}}"
    for key, given in entries(node, what, example, says):
        found = known_entries(
            given, f"{what} for {key.text}", CHANGES, "{settings: {goal: 10}}", says
        )
        read = changes_of(found, says)
        count = numbers(key, f"a key of {what}", MOST_PLAYERS, says)
        if count is not None:
            counts.append(count)
            for players in count.value:
                changes[players] = merge_changes(changes.get(players, Changes()), read)
    return changes, tuple(counts)


def _settings(node: Node | None, says: Complaints) -> dict[str, Setting]:
    settings = {}
    for key, given in entries(node, "`settings`", "settings: {goal: 8}", says):
        read = value(given, f"the setting `{key.text}`", says)
        if read is not None:
            settings[key.text] = Setting(spanned(key), read)
    return settings


def _tables(node: Node | None, says: Complaints) -> dict[CellKey, Cell]:
    cells: dict[CellKey, Cell] = {}
    for table, rows in entries(node, "`tables`", "tables: {gifts: {4: 2}}", says):
        for row, row_node in entries(rows, f"the table `{table.text}`", "{4: 2}", says):
            range_of_rows = numbers(row, f"a row of `{table.text}`", HIGHEST_ROW, says)
            if range_of_rows is not None:
                for cell in _cells(spanned(table), range_of_rows, row_node, says):
                    _put(cells, cell, says)
    return cells


def _cells(
    table: Spanned[str], rows: Spanned[Numbers], node: Node, says: Complaints
) -> Iterator[Cell]:
    """The cells of one line of a table, for each of its rows."""
    columns: list[tuple[Spanned[int | str] | None, Node]]
    if isinstance(node, Keys):
        columns = [(_column(key, says), column) for key, column in node.entries]
    else:
        columns = [(None, node)]
    for column, given in columns:
        read = value(given, f"a cell of `{table.value}`", says)
        if read is not None:
            for row in rows.value:
                yield Cell(table, Spanned(row, rows.span), column, read)


def _column(key: Scalar, says: Complaints) -> Spanned[int | str]:
    if key.text.isascii() and key.text.isdigit():
        read = number(key, "a column", 0, HIGHEST_ROW, says)
        if read is not None:
            return Spanned(read.value, read.span)
    return spanned(key)


def _put(cells: dict[CellKey, Cell], cell: Cell, says: Complaints) -> None:
    """Add a cell; two lines of one table may not give the same one."""
    key = (cell.table.value, cell.row.value, cell.column.value if cell.column else None)
    if key in cells:
        what = f"row {cell.row.value} of `{cell.table.value}`"
        says.add(say.given_twice(cell.row.span, cells[key].row.span, what))
    else:
        cells[key] = cell


def _fields(node: Node | None, says: Complaints) -> dict[tuple[str, str], FieldValue]:
    fields = {}
    for card, given in entries(node, "`fields`", "fields: {Tower: {cost: 4}}", says):
        for key, node_of_value in entries(given, card.text, "{cost: 4}", says):
            read = value(node_of_value, f"the {key.text} of {card.text}", says)
            if read is not None:
                fields[card.text, key.text] = FieldValue(spanned(card), spanned(key), read)
    return fields


def _names(node: Node | None, says: Complaints) -> dict[str, CardName]:
    names = {}
    for card, given in entries(node, "`names`", "names: {Tower: {en: Keep}}", says):
        told = words(given, f"the name of {card.text}", says)
        if told:
            names[card.text] = CardName(spanned(card), told)
    return names
