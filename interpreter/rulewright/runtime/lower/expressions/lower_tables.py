"""Lowering of tables: a constant if the cell is known before the game, else an entry of a constant array."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product
from typing import Final

from rulewright.base.records import Record
from rulewright.language.link import link_complaints as say
from rulewright.language.program import program as p, typed
from rulewright.language.program.typed import Expr
from rulewright.runtime.ir import terms as ir
from rulewright.runtime.ir.nodes.constructors import ZERO, binary, conditional, conjunction
from rulewright.runtime.ir.terms import Const, Node
from rulewright.runtime.lower.coverage_counters import table_cell_arm
from rulewright.runtime.lower.dispatch import expression, lower
from rulewright.runtime.lower.expressions.lower_expressions import lower_count
from rulewright.runtime.lower.expressions.lower_values import complain_of_cycle
from rulewright.runtime.lower.lowering_context import Env, Lowering, to_identifier

MOST_CELLS: Final = 10_000
"""The most cells of a table that is read during the game."""

Interval = tuple[int | None, int | None]
"""The least and the greatest value of a number; None if it has no known limit."""


class _Key(Record):
    """A key of a table in this world: its node, and its possible values from `least` on, as numbers or labels."""

    node: Node
    least: int
    values: Sequence[p.TableKey]

    @property
    def is_known(self) -> bool:
        """Whether the key is known before the game."""
        return isinstance(self.node, Const) and self.node.value >= self.least


ONLY_COLUMN: Final = _Key(ZERO, 0, [0])


@expression(typed.TableOf)
def _lower_table(work: Lowering, expr: typed.TableOf, env: Env) -> Node:
    """Lower a table lookup; complain about cells that may be read and have no number."""
    table = work.program.tables[expr.table]
    work.tables[expr.table] = expr
    name = f"table_{to_identifier(table.name)}"
    if name in work.in_progress:
        return complain_of_cycle(work, name, table.name, table.at)
    work.push_definition(name, table.name)
    row = _lower_key(work, table.row_key)
    column = ONLY_COLUMN if table.column_key is None else _lower_key(work, table.column_key)
    del work.in_progress[name]
    if row is None or column is None or len(row.values) * len(column.values) > MOST_CELLS:
        if (table.name, None) not in work.missing:
            work.missing.add((table.name, None))
            work.complain(say.table_not_constant(table.at, table.name, expr.at))
        return ZERO
    columns = [None] if column is ONLY_COLUMN else column.values
    cells = [_cell(work, table, place, expr) for place in product(row.values, columns)]
    if row.is_known and column.is_known:
        return Const(cells[0])
    if name not in work.code.arrays:
        work.add_array(name, ir.NUMBER, ir.NUMBER, cells)
    at = binary("+", binary("*", _index(row), Const(len(column.values))), _index(column))
    present = conjunction(binary(">=", _index(row), ZERO), binary(">=", _index(column), ZERO))
    return conditional(present, ir.Lookup(name, at), ZERO)


def _cell(work: Lowering, table: p.Table, place: p.CellPlace, expr: typed.TableOf) -> int:
    """Return the number in a cell and count it as used; complain, once for each cell, if it has none."""
    value = work.world.cells[table.name].get(place)
    if isinstance(value, int):
        if work.counters is not None:
            work.counters.record_always(table.at, table_cell_arm(*place))
        return value
    if (table.name, place) not in work.missing:
        work.missing.add((table.name, place))
        players = work.world.players
        work.complain(say.missing_cell(table.at, table.name, *place, players, expr.at))
    return 0


def _index(key: _Key) -> Node:
    """Return the index of a key's value among all that it may have; below 0 for nothing."""
    return ZERO if key.is_known else binary("-", key.node, Const(key.least))


def _lower_key(work: Lowering, key: Expr | None) -> _Key | None:
    """Return a key with the values that it may have; None if a number has no known limits."""
    assert key is not None
    labels = work.program.labels.get(key.type.name)
    node = lower_count(work, key, {}) if labels is None else lower(work, key, {})
    if labels is not None:
        if isinstance(node, Const) and node.value >= 0:
            return _Key(node, 0, [labels.items[node.value]])
        return _Key(node, 0, labels.items)
    low, high = _interval(work, node)
    if low is None or high is None or high - low >= MOST_CELLS:
        return None
    return _Key(node, low, range(low, high + 1))


def _interval(work: Lowering, node: Node) -> Interval:
    """Return the limits of a number that follow from its expression alone."""
    match node:
        case Const(value=value):
            return value, value
        case ir.Reduce(how="count"):
            return 0, None
        case ir.Lookup(array=array):
            values = work.code.arrays[array].values
            return min(values), max(values)
        case (
            ir.Cond(yes=left, no=right) | ir.Binary(operator="min" | "max", left=left, right=right)
        ):
            how = node.operator if isinstance(node, ir.Binary) else ""
            lows, highs = zip(_interval(work, left), _interval(work, right), strict=True)
            return _limit(lows, min, how != "max"), _limit(highs, max, how != "min")
    return None, None


def _limit(
    limits: Sequence[int | None], choose: Callable[[list[int]], int], of_both: bool
) -> int | None:
    """Return the limit of the smaller or larger of two numbers, or of either; None if it is not known.

    `of_both`: a limit of one of the two does not limit the result.
    """
    known = [each for each in limits if each is not None]
    if not known or (of_both and len(known) < len(limits)):
        return None
    return choose(known)
