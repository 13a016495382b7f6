"""Reading of changes from YAML: cast, settings, tables, fields and names, overall or by number of players."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from rulewright.language.edition import edition as parts, edition_complaints as say
from rulewright.language.edition.loading.merge import merge_changes
from rulewright.language.edition.yaml import yaml_nodes as nodes, yaml_values as values
from rulewright.language.edition.yaml.coercions import (
    as_keys,
    as_list,
    as_written,
    keys_without_values,
    run_on,
)
from rulewright.language.edition.yaml.spanned import Numbers, Spanned
from rulewright.language.edition.yaml.structure import (
    entries,
    known_entries,
    left_empty,
    spanned,
    texts,
)
from rulewright.language.text import MOST_PLAYERS, Complaints, Span

CHANGES: Final = ("cast", "settings", "tables", "fields", "names")
"""The keys that contain changes."""

HIGHEST_ROW: Final = 999
MOST_COPIES: Final = 999
_EXAMPLE: Final = "[Tower, Well]"
_RELATIVE: Final = ("add", "remove")
"""The keys for cards added to or removed from an inherited cast."""


def changes_of(found: Mapping[str, nodes.Node], says: Complaints) -> parts.Changes:
    """Return the changes in the keys of `CHANGES`; missing keys change nothing."""
    return parts.Changes(
        cast=cast_of(found.get("cast"), says),
        settings=_settings(found.get("settings"), says),
        tables=_tables(found.get("tables"), says),
        fields=_fields(found.get("fields"), says),
        names=_names(found.get("names"), says),
    )


def by_players_of(
    node: nodes.Node | None, what: str, says: Complaints
) -> tuple[dict[int, parts.Changes], tuple[Spanned[Numbers], ...]]:
    """Return the changes for each number of players, and the numbers as written.

    If two ranges overlap, both apply, and the later one in the file wins.
    """
    changes: dict[int, parts.Changes] = {}
    counts = []
    example = "by-players: {3: {settings: {goal: 10}}}"
    for key, given in entries(node, what, example, says):
        found = known_entries(
            given, f"{what} for {key.text}", CHANGES, "{settings: {goal: 10}}", says
        )
        read = changes_of(found, says)
        count = values.numbers(key, f"a key of {what}", MOST_PLAYERS, says)
        if count is not None:
            counts.append(count)
            for players in count.value:
                changes[players] = merge_changes(changes.get(players, parts.Changes()), read)
    return changes, tuple(counts)


def _settings(node: nodes.Node | None, says: Complaints) -> dict[str, parts.Setting]:
    settings = {}
    for key, given in entries(node, "`settings`", "settings: {goal: 8}", says):
        read = values.value(given, f"the setting `{key.text}`", says)
        if read is not None:
            settings[key.text] = parts.Setting(spanned(key), read)
    return settings


def _tables(node: nodes.Node | None, says: Complaints) -> dict[parts.CellKey, parts.Cell]:
    cells: dict[parts.CellKey, parts.Cell] = {}
    for table, rows in entries(node, "`tables`", "tables: {gifts: {4: 2}}", says):
        for row, row_node in entries(rows, f"the table `{table.text}`", "{4: 2}", says):
            range_of_rows = values.numbers(row, f"a row of `{table.text}`", HIGHEST_ROW, says)
            if range_of_rows is not None:
                for cell in _cells(spanned(table), range_of_rows, row_node, says):
                    _put(cells, cell, says)
    return cells


def _cells(
    table: Spanned[str],
    rows: Spanned[Numbers],
    node: nodes.Node,
    says: Complaints,
) -> Iterator[parts.Cell]:
    """Yield the cells of one line of a table, for each of its rows."""
    columns: list[tuple[Spanned[int | str] | None, nodes.Node]]
    if isinstance(node, nodes.Keys):
        columns = [(_column(key, says), column) for key, column in node.entries]
    else:
        columns = [(None, node)]
    for column, given in columns:
        read = values.value(given, f"a cell of `{table.value}`", says)
        if read is not None:
            for row in rows.value:
                yield parts.Cell(table, Spanned(row, rows.span), column, read)


def _column(key: nodes.Scalar, says: Complaints) -> Spanned[int | str]:
    if key.text.isascii() and key.text.isdigit():
        read = values.number(key, "a column", 0, HIGHEST_ROW, says)
        if read is not None:
            return Spanned(read.value, read.span)
    return spanned(key)


def _put(cells: dict[parts.CellKey, parts.Cell], cell: parts.Cell, says: Complaints) -> None:
    """Add a cell, or report that an earlier line of the table sets it too."""
    key = (cell.table.value, cell.row.value, cell.column.value if cell.column else None)
    if key in cells:
        what = f"row {cell.row.value} of `{cell.table.value}`"
        says.add(say.given_twice(cell.row.span, cells[key].row.span, what))
    else:
        cells[key] = cell


def _fields(node: nodes.Node | None, says: Complaints) -> dict[tuple[str, str], parts.FieldValue]:
    fields = {}
    for card, given in entries(node, "`fields`", "fields: {Tower: {cost: 4}}", says):
        for key, node_of_value in entries(given, card.text, "{cost: 4}", says):
            read = values.value(node_of_value, f"the {key.text} of {card.text}", says)
            if read is not None:
                fields[card.text, key.text] = parts.FieldValue(spanned(card), spanned(key), read)
    return fields


def _names(node: nodes.Node | None, says: Complaints) -> dict[str, parts.CardName]:
    names = {}
    for card, given in entries(node, "`names`", "names: {Tower: {en: Keep}}", says):
        told = values.words(given, f"the name of {card.text}", says)
        if told:
            names[card.text] = parts.CardName(spanned(card), told)
    return names


# ------------------------------------------------------------------ the cast


def cast_of(node: nodes.Node | None, says: Complaints) -> dict[str, parts.CastChange]:
    """Return the cast by list; a key is a kind, or a kind and the name of a list: `tower/old`."""
    cast = {}
    listed = entries(node, "`cast`", "cast: {tower: [Keep, Gate]}", says)
    for number, (key, given) in enumerate(listed):
        if key.text in _RELATIVE and isinstance(given, nodes.Keys | nodes.Items):
            above = left_empty(listed[:number])
            says.add(say.kind_first(key.span, key.text, as_written(given), above))
            continue
        if key.text in CHANGES:
            says.add(say.too_deep(key.span, key.text, "cast"))
            break  # the following keys belong to it as well
        if left_empty(listed[: number + 1]) and _begins_relative(listed[number + 1 :]):
            continue  # the complaint about the next key covers this one
        _, slash, name = key.text.partition("/")
        if slash and not values.is_id(name):
            says.add(say.bad_id(key.span, f"the name of the list in `{key.text}`", name))
        change = _change(spanned(key), given, says)
        if change is not None:
            cast[key.text] = change
    return cast


def _begins_relative(following: Sequence[tuple[nodes.Scalar, nodes.Node]]) -> bool:
    return bool(following) and following[0][0].text in _RELATIVE


def _change(key: Spanned[str], node: nodes.Node, says: Complaints) -> parts.CastChange | None:
    if isinstance(node, nodes.Broken):
        return None
    if isinstance(node, nodes.Keys) and _says_changes(node):
        return _relative(key, node, says)
    return parts.CastChange(key, True, _cards(node, key.span, f"the cast of {key.value}", says))


def _says_changes(node: nodes.Keys) -> bool:
    """Return whether the keys are `add` and `remove`, rather than cards with their number of copies."""
    return any(
        key.text in _RELATIVE or isinstance(given, nodes.Keys | nodes.Items)
        for key, given in node.entries
    )


def _relative(key: Spanned[str], node: nodes.Keys, says: Complaints) -> parts.CastChange:
    what = f"the cast of {key.value}"
    if (meant := run_on(node, _RELATIVE)) is not None:
        says.add(say.wrong_shape(node.span, what, "lists of cards", "names behind commas", meant))
        return parts.CastChange(key, False, {}, {})
    found = known_entries(node, what, _RELATIVE, "{add: [Tower]}", says)
    cards = _cards(found["add"], key.span, f"`add` in {what}", says) if "add" in found else {}
    remove = {}
    for name in texts(found.get("remove"), f"`remove` in {what}", _EXAMPLE, says):
        if name.value in cards:
            added = cards[name.value].name.span
            says.add(say.added_and_removed(name.span, added, name.value))
        else:
            remove[name.value] = name
    return parts.CastChange(key, False, cards, remove)


def _cards(node: nodes.Node, listed: Span, what: str, says: Complaints) -> dict[str, parts.Card]:
    if isinstance(node, nodes.Keys):
        return _cards_with_copies(node, listed, says)
    keyed = as_keys(node)
    if keyed is None and isinstance(node, nodes.Items | nodes.Broken):
        names = texts(node, what, _EXAMPLE, says)
        return {name.value: parts.Card(name, Spanned(1, name.span), listed) for name in names}
    expected = "a list of cards, or cards with their number of copies"
    meant = keyed or as_list(node) or _EXAMPLE
    says.add(say.wrong_shape(node.span, what, expected, values.told(node), meant))
    return {}


def _cards_with_copies(node: nodes.Keys, listed: Span, says: Complaints) -> dict[str, parts.Card]:
    cards: dict[str, parts.Card] = {}
    if (meant := keys_without_values(node)) is not None:
        expected, found = "cards with their number of copies", "names alone"
        says.add(say.wrong_shape(node.span, "the cast", expected, found, meant))
        return cards
    for key, given in node.entries:
        copies = values.number(given, f"the copies of {key.text}", 1, MOST_COPIES, says)
        if copies is not None:
            cards[key.text] = parts.Card(spanned(key), copies, listed)
    return cards
