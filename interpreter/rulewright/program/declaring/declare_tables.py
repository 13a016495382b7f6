"""Tables of numbers: headings, rows and cells."""

from __future__ import annotations

from rulewright.program import complaints as say
from rulewright.program import program as p
from rulewright.program.context import Context
from rulewright.program.declaring.declare_types import literal, number_within_range, whole_number
from rulewright.program.declaring.declarers import DECLARE, declare_once, notes_of
from rulewright.program.types import NUMBER
from rulewright.syntax import tree
from rulewright.text import Span

LONGEST_RANGE = 1000

Cells = dict[tuple[int, "int | None"], object]


@DECLARE.of(tree.Table)
def _table(ctx: Context, node: tree.Table) -> None:
    columns = _columns(ctx, node)
    cells: Cells = {}
    places: dict[tuple[int, int | None], Span] = {}
    for row in node.rows:
        key, *rest = row.cells
        if columns is None:
            continue
        if len(rest) != len(columns):
            ctx.add(say.names.cells_and_columns(row.at, len(rest), len(columns)))
            continue
        for number in row_numbers(ctx, key):
            for column, cell in zip(columns, rest, strict=True):
                where = (number, column)
                if where in places:
                    ctx.add(say.names.row_twice(key.at, number, places[where]))
                places[where] = key.at
                cells[where] = None if isinstance(cell, tree.NoCell) else literal(ctx, cell, NUMBER)
    table = p.Table(
        node.name.text, node.name.at, notes_of(ctx, node.notes), cells=cells, places=places
    )
    declare_once(ctx, ctx.program.tables, table)


def _columns(ctx: Context, node: tree.Table) -> list[int | None] | None:
    """The numbers that head the columns; a table of one column may head it with a word."""
    heads = node.heading.cells
    numbers = [whole_number(ctx, head.word) for head in heads if isinstance(head, tree.Number)]
    if node.column_key is None:
        if numbers or len(heads) != 1:
            message = "without `across` a table has one column, headed by a word"
            help = "add `across …` behind `by …`, and head the columns by numbers"
            ctx.add(say.names.table_shape(node.heading.at, message, help))
            return None
        return [None]
    words = [head for head in heads if not isinstance(head, tree.Number | tree.Name)]
    if not numbers or words:
        message = "the columns of a table with `across` are headed by numbers"
        ctx.add(say.names.table_shape(node.heading.at, message, "such as `8 players`"))
        return None
    for number in {number for number in numbers if numbers.count(number) > 1}:
        ctx.add(say.names.row_twice(node.heading.at, number, None))
    return list(numbers)


def row_numbers(ctx: Context, key: tree.Node) -> list[int]:
    """The numbers that a row is for."""
    if isinstance(key, tree.RangeCell):
        low, high = (number_within_range(digits) for digits in key.word.text.split(".."))
        if low is None or high is None or high - low > LONGEST_RANGE:
            ctx.add(say.names.table_shape(key.at, "this range is very long"))
            return []
        if high < low:
            message = "this range is empty"
            ctx.add(say.names.table_shape(key.at, message, f"write `{high}..{low}`"))
            return []
        return list(range(low, high + 1))
    if isinstance(key, tree.Number):
        return [whole_number(ctx, key.word)]
    ctx.add(
        say.names.table_shape(key.at, "a row begins with a number or a range", "such as `4..8`")
    )
    return []
