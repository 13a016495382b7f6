"""Python source and compiled code for a module, and its initial state."""

from __future__ import annotations

import marshal
from collections.abc import Iterator
from typing import Any

from rulewright.runtime.ir.dataflow.control_flow import Suspend
from rulewright.runtime.ir.layout import ANSWER, DECIDER, DECISION, DELAYED, FRAMES
from rulewright.runtime.ir.module import Module
from rulewright.runtime.ir.nodes.ir_types import NOTHING
from rulewright.runtime.python.card_moves import Row
from rulewright.runtime.python.emit_blocks import BlockWriter
from rulewright.runtime.python.emit_expressions import ExpressionWriter
from rulewright.runtime.python.emit_statements import FunctionSource, StatementWriter
from rulewright.runtime.python.runtime import END
from rulewright.runtime.python.zone_tables import viewers_of


def compiled_code(module: Module) -> tuple[bytes, Row]:
    """Return a module's code as compiled Python (marshalled), and its initial state."""
    return marshal.dumps(compile(source_of(module), "<rules>", "exec")), first_row(module)


def source_of(module: Module) -> str:
    """Return the whole Python source of a module: arrays, functions, blocks, options."""
    lines = [f"{name} = {value}" for name, value in module_constants(module).items()]
    for _, function in python_functions(module):
        lines += function
    return "\n".join(lines) + "\n"


def python_functions(
    module: Module, statements: StatementWriter | None = None, blocks: BlockWriter | None = None
) -> Iterator[FunctionSource]:
    """Yield the name and source lines of each Python function of a module, from these writers if given."""
    statements = statements or StatementWriter(module)
    blocks = blocks or BlockWriter(module, statements)
    for functions in (statements.functions(), blocks.functions(), blocks.options()):
        for name, lines in functions:
            yield name, _with_helpers(lines, statements.expressions)


def _with_helpers(lines: Iterator[str], expressions: ExpressionWriter) -> Iterator[str]:
    """Yield the lines of a function, then those of the helper functions that `lines` created."""
    yield from lines
    yield from expressions.helpers
    expressions.helpers.clear()


def module_constants(module: Module) -> dict[str, Any]:
    """Return the constants that a module's Python functions read, by Python name."""
    arrays = {f"A_{name}": array.values for name, array in module.code.arrays.items()}
    return {**arrays, **_seat_arrays(module), "ORIGINS": _rule_origins(module)}


def _rule_origins(module: Module) -> dict[str, str]:
    """Return, by name of Python function, the rule that it implements, for error traces."""
    code, graph = module.code, module.code.graph
    assert graph is not None
    origins = {name: each.origin for name, each in code.functions.items()}
    origins |= {name: each.origin for name, each in code.procedures.items()}
    for block in graph.blocks:
        origin = code.procedures[block.procedure].origin
        origins[f"b{block.number}"] = origin
        if isinstance(block.end, Suspend):
            origins[f"o{block.end.ask.decision}"] = origin
    return {name: origin for name, origin in origins.items() if origin}


def _seat_arrays(module: Module) -> dict[str, Any]:
    """Return constant arrays by Python name: owners of places, and players clockwise from each seat."""
    players, owners = module.players, [NOTHING] * (module.layout.size + 1)
    for zone in module.zones.values():
        for number, cell in enumerate(zone.run.cells):
            if zone.owner == "player":
                owners[cell] = number // zone.run.each
    around = [
        tuple((start + step) % players for step in range(players)) for start in range(players)
    ]
    return {
        "A_place_owner": tuple(owners),
        "A_around": (*around, ()),
        "A_others": (*(row[1:] for row in around), ()),
    }


def first_row(module: Module) -> Row:
    """Return the initial state: pieces in their starting zones, variables at their initial values."""
    layout, graph = module.layout, module.code.graph
    assert graph is not None
    row: Row = [0] * layout.size
    for cell in (DECISION, DECIDER, ANSWER):
        row[cell] = NOTHING
    row[DELAYED] = ()
    flow = module.code.flow
    row[FRAMES] = (graph.entries[flow], *[None] * len(graph.slots[flow]), (END,))
    for zone in module.zones.values():
        for cell in zone.run.cells:
            row[cell] = ()
    viewers = viewers_of(module)
    for number, piece in enumerate(module.pieces):
        starts = layout.zones[piece.zone].base
        row[starts] = (*row[starts], number)
        row[layout.place + number] = starts
        row[layout.known + number] = max(viewers[starts], 0)
    for variable in module.variables.values():
        for cell in variable.run.cells:
            row[cell] = variable.start
    return row
