"""Declaration of tables, single cards and lists of cards."""

from __future__ import annotations

import re
from collections.abc import Container, Sequence

from rulewright.base.records import evolve
from rulewright.language.program import complaints as say, program as p
from rulewright.language.program.context import Context
from rulewright.language.program.declaring.declarers import (
    DECLARE,
    constant_value,
    declare_once,
    notes_of,
    number_value,
    parse_number,
)
from rulewright.language.program.references import record_reference
from rulewright.language.program.types import NUMBER
from rulewright.language.syntax import parse_rules, tree
from rulewright.language.text import Complaints, Span

LONGEST_RANGE = 1000
_BRACES = re.compile(r"\{[^{}]*\}")


@DECLARE.of(tree.TableDeclaration)
def _declare_table(ctx: Context, node: tree.TableDeclaration) -> None:
    """Declare a table; report rows and columns that do not fit together."""
    columns = _column_keys(ctx, node)
    cells: dict[p.CellPlace, object] = {}
    places: dict[p.CellPlace, Span] = {}
    for row in node.rows:
        key, *rest = row.cells
        if columns is None:
            continue
        if len(rest) != len(columns):
            ctx.add(say.names.wrong_row_length(row.at, len(rest), len(columns), True))
            continue
        for its in _row_keys(ctx, key):
            for column, cell in zip(columns, rest, strict=True):
                where = (its, column)
                if where in places:
                    ctx.add(say.names.duplicate_row(key.at, its, places[where]))
                places[where] = key.at
                cells[where] = (
                    None if isinstance(cell, tree.NoCell) else constant_value(ctx, cell, NUMBER)
                )
    table = p.Table(
        node.name.text, node.name.at, notes_of(ctx, node.notes), cells=cells, places=places
    )
    declare_once(ctx, ctx.program.tables, table)


def _column_keys(ctx: Context, node: tree.TableDeclaration) -> Sequence[p.TableKey | None] | None:
    """Return the numbers or labels that head a table's columns; [None] for one column, None if malformed."""
    heads = node.heading.cells
    numbers: list[p.TableKey] = [
        number_value(ctx, head.word) for head in heads if isinstance(head, tree.Number)
    ]
    if node.column_key is None:
        if numbers or len(heads) != 1:
            message = "a table without `across` has one column, with a word as its heading"
            help = "add `across …` after `by …`, and write numbers above the columns"
            ctx.add(say.names.table_shape(node.heading.at, message, help))
            return None
        return [None]
    if any(not isinstance(head, tree.Number | tree.Name) for head in heads):
        message = "in a table with `across`, the headings of columns are numbers or labels"
        ctx.add(say.names.table_shape(node.heading.at, message, "such as `8 players`"))
        return None
    keys = numbers or [head.word.text for head in heads if isinstance(head, tree.Name)]
    for key in {key for key in keys if keys.count(key) > 1}:
        ctx.add(say.names.duplicate_row(node.heading.at, key, None))
    return keys


def _row_keys(ctx: Context, key: tree.Node) -> Sequence[p.TableKey]:
    """Return the label in the first cell of a row, or its numbers; empty after a complaint."""
    return [key.word.text] if isinstance(key, tree.Name) else row_numbers(ctx, key)


def row_numbers(ctx: Context, key: tree.Node) -> list[int]:
    """Return the numbers in the first cell of a row, one or a range; empty after a complaint."""
    if isinstance(key, tree.RangeCell):
        low, high = (parse_number(digits) for digits in key.word.text.split(".."))
        if low is None or high is None or high - low > LONGEST_RANGE:
            ctx.add(say.names.table_shape(key.at, "this range is too long"))
            return []
        if high < low:
            message = "this range is empty"
            ctx.add(say.names.table_shape(key.at, message, f"write `{high}..{low}`"))
            return []
        return list(range(low, high + 1))
    if isinstance(key, tree.Number):
        return [number_value(ctx, key.word)]
    ctx.add(
        say.names.table_shape(
            key.at, "a row begins with a number, a range or a label", "such as `4..8`"
        )
    )
    return []


@DECLARE.of(tree.CardList)
def _declare_card_list(ctx: Context, node: tree.CardList) -> None:
    """Declare the cards in the rows of a list."""
    kind = ctx.find("kind of card", node.kind, ctx.program.kinds)
    if kind is None:
        ctx.missing.declared |= {row.name.text for row in node.rows}
        return
    notes = notes_of(ctx, node.notes)
    names = node.heading[1:]
    if node.heading[0].text != "name":
        help = "begin with `name`, then the fields"
        message = "the first heading of a list is `name`"
        ctx.add(say.names.table_shape(node.heading[0].at, message, help))
    for word in names:
        ctx.find(f"field of a {kind.name}", word, kind.fields)
    for row in node.rows:
        if len(row.cells) != len(names):
            ctx.add(say.names.wrong_row_length(row.at, len(row.cells), len(names), False))
            ctx.missing.declared.add(row.name.text)
            continue
        values = list(zip(names, row.cells, strict=True))
        own = notes
        if row.text is not None:
            own = evolve(notes, text=row.text.text)
            _warn_of_braces(ctx, row.text)
        _add_row(ctx, kind, row, own, [v for v in values if v[0].text in kind.fields])


def _warn_of_braces(ctx: Context, text: tree.Word) -> None:
    """Warn of braces in a card's text, which is printed as it is: in other texts they contain values."""
    at = text.at.start + 1  # after the opening quote
    for match in _BRACES.finditer(text.text):
        ctx.add(
            say.lints.braces_in_text(Span(text.at.source, at + match.start(), at + match.end()))
        )


def _add_row(
    ctx: Context,
    kind: p.Kind,
    row: tree.ListRow,
    notes: p.DeclarationNotes,
    values: Sequence[tuple[tree.Word, tree.Node]],
) -> None:
    """Declare the card of a row or, if a cell is a range, a series with one card per number."""
    ranges = [cell for _, cell in values if isinstance(cell, tree.RangeCell)]
    if not ranges:
        _add_card(ctx, kind, row.name, notes, values, listed=True)
        return
    if len(ranges) > 1:
        message = "only one cell of a row can be a range"
        ctx.add(
            say.names.table_shape(ranges[1].at, message, "write a separate row for each number")
        )
    numbers = row_numbers(ctx, ranges[0])
    members = tuple(f"{row.name.text}-{number}" for number in numbers)
    for number, member in zip(numbers, members, strict=True):
        digits = tree.Number(ranges[0].at, evolve(ranges[0].word, text=str(number)))
        own = [(word, digits if cell is ranges[0] else cell) for word, cell in values]
        _add_card(ctx, kind, evolve(row.name, text=member), notes, own, listed=True)
    series = p.Series(row.name.text, row.name.at, kind=kind.name, cards=members)
    declare_once(ctx, ctx.program.series, series)


@DECLARE.of(tree.CardDeclaration)
def _declare_card(ctx: Context, node: tree.CardDeclaration) -> None:
    """Declare a card with its printed values and notes."""
    kind = ctx.find("kind of card", node.kind, ctx.program.kinds)
    if kind is None:
        ctx.missing.declared.add(node.name.text)
        return
    values = [(item.name, item.value) for item in node.body if isinstance(item, tree.FieldValue)]
    for item in node.body:
        if isinstance(item, tree.Remark) and item.kind == "text":
            _warn_of_braces(ctx, item.text)
    _add_card(ctx, kind, node.name, notes_of(ctx, node.body), values)


def declare_absent_card(ctx: Context, name: str) -> bool:
    """Declare a card from a file outside the program, without its rules; return whether it is known.

    The card's rules are left out, as it is not in the game.
    """
    source = ctx.elsewhere(name) if ctx.elsewhere is not None else None
    # Complaints about that file are discarded here: it is checked on its own.
    for node in parse_rules(source, Complaints()) if source is not None else ():
        if isinstance(node, tree.CardDeclaration) and node.name.text == name:
            ctx.sources.setdefault(node.at.source.name, len(ctx.sources))
            _declare_card(ctx, node)
    return name in ctx.program.cards


def _add_card(
    ctx: Context,
    kind: p.Kind,
    name: tree.Word,
    notes: p.DeclarationNotes,
    given: Sequence[tuple[tree.Word, tree.Node]],
    *,
    listed: bool = False,
) -> None:
    """Add a card with the fields in `given` to the program; report unknown, repeated and missing fields."""
    values: dict[str, object] = {
        field.name: field.default for field in kind.fields.values() if not field.required
    }
    places: dict[str, Span] = {}
    doubled: set[int] = set()
    unknown = False
    for word, value in given:
        if word.text not in kind.fields:
            unknown = True
            ctx.unknown_name(f"field of a {kind.name}", word.text, word.at, kind.fields)
        elif word.text in places:
            if word.at.line not in doubled:  # a line written twice is one mistake
                ctx.add(say.names.written_twice(word.at, word.text, places[word.text]))
            doubled.add(word.at.line)
        else:
            record_reference(word.at, kind.fields[word.text])
            values[word.text] = constant_value(ctx, value, kind.fields[word.text].type)
            places[word.text] = word.at
    if not ctx.missing.has_gap_at(name.at):
        # A misspelt field may be any missing one, and has its own complaint.
        _check_complete(ctx, kind, name, notes, set(kind.fields) if unknown else places)
    card = p.Card(name.text, name.at, notes, kind.name, values, listed)
    declare_once(ctx, ctx.program.cards, card)


def _check_complete(
    ctx: Context, kind: p.Kind, name: tree.Word, notes: p.DeclarationNotes, given: Container[str]
) -> None:
    """Report required fields that a card lacks, and a card without a note on its source."""
    if not ctx.missing.has_gap_at(kind.at):
        for field in kind.fields.values():
            if field.required and field.name not in given:
                ctx.add(say.names.missing_field(name.at, name.text, kind.name, field.name))
    if not notes:
        ctx.add(say.names.missing_source(name.at, name.text))
