"""Printer of IR modules, for people to read and tests to compare; there is no parser for it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, assert_never

from rulewright.runtime.ir import terms as ir
from rulewright.runtime.ir.dataflow import control_flow as flow
from rulewright.runtime.ir.layout import CellRange
from rulewright.runtime.ir.module import Module, VariableEntry, ZoneEntry
from rulewright.runtime.ir.printing.expression_text import expression_text, fill_template

_FORMS: Final = {
    ir.Assign: "{name}: {type} = {value}",
    ir.Count: "count {clause}",
    ir.Delay: "delay {rule}({captured})",
    ir.Fail: "fail: {reason}: {what}",
    ir.Perform: "{procedure}({arguments})",
    ir.Reset: "{variable} := its start",
    ir.Spend: "take {steps} steps",
    ir.Write: "{variable}{index:[]} := {value}",
}


def module_text(module: Module) -> str:
    """Return a whole module as readable text: tables, then code."""
    return "\n".join([*_tables(module), "", *_code(module)]) + "\n"


# ------------------------------------------------------------------ tables


def _tables(module: Module) -> Iterator[str]:
    """Yield the text lines for the tables of a module."""
    yield f"module for {module.players} players: {len(module.pieces)} pieces, {module.layout.size} cells"
    for zone in module.zones.values():
        yield f"zone {_name_with_owner(zone)}{', in order' if zone.ordered else ''}, {_cells_and_sight(zone)}"
    for variable in module.variables.values():
        name, cells = _name_with_owner(variable), _cells_and_sight(variable)
        yield f"variable {name}: {variable.type}, from {variable.start}, {cells}"
    for name, array in module.code.arrays.items():
        values = " ".join(map(str, array.values))
        yield f"array {name} of a {array.of}: {array.type} = {values}"
    for number, types in module.code.captures.items():
        yield f"delayed {number} captures {', '.join(map(str, types)) or 'nothing'}"
    for number, telling in enumerate(module.tellings):
        yield f"telling {number} of {telling.event}: {telling.text}"
    for number, decision in enumerate(module.decisions):
        labels = ", ".join(
            f"{o.text or o.word or 'each'} ({o.type or 'one'})" for o in decision.options
        )
        yield f"decision {number} {decision.name}, {decision.form}: {labels}"
    for number, site in enumerate(module.sites):
        yield f"cause {number} {site.name}"
    for name in module.outcome.values:
        yield f"outcome {name}"


def _name_with_owner(declared: ZoneEntry | VariableEntry) -> str:
    """Return the name of a zone or variable with its kind of owner and labels, as text."""
    each = f" for each {declared.each}" if declared.each else ""
    return (
        f"{declared.name} of each {declared.owner}{each}"
        if declared.owner
        else f"{declared.name}{each}"
    )


def _cells_and_sight(declared: ZoneEntry | VariableEntry) -> str:
    """Return the cells of a zone or variable, and the players who see it, as text."""
    return f"{_cell_range(declared.run)}, seen by {declared.sight or declared.seen}"


def _cell_range(run: CellRange) -> str:
    """Return a range of cells as text."""
    if run.count == 1:
        return f"cell {run.base}"
    return f"cells {run.base} to {run.base + run.count - 1}" if run.count else "no cells"


# ------------------------------------------------------------------ code


def _code(module: Module) -> Iterator[str]:
    """Yield the text lines for all functions and procedures."""
    for function in module.code.functions.values():
        yield f"function {_signature(function)}: {function.type}"
        yield f"    {expression_text(function.result)}"
    graph = module.code.graph
    for procedure in module.code.procedures.values():
        yield f"procedure {_signature(procedure)}{', asks' if procedure.asks else ''}"
        if graph is None or not procedure.asks:
            yield from _body(procedure.body, 1)
        else:
            yield from _blocks(graph, procedure.name)


def _signature(code: ir.Function | ir.Procedure) -> str:
    """Return the name and parameters of a function or procedure as text."""
    parameters = ", ".join(f"{name}: {type_}" for name, type_ in code.parameters)
    return f"{code.name}({parameters})"


def _blocks(graph: flow.ControlFlowGraph, procedure: str) -> Iterator[str]:
    """Yield the text lines for the basic blocks of a procedure."""
    yield f"    frame {' '.join(graph.slots[procedure]) or 'empty'}, from {graph.entries[procedure]}"
    for block in graph.blocks:
        if block.procedure == procedure:
            live = f" with {' '.join(sorted(block.live))}" if block.live else ""
            yield f"  {block.number}{live}"
            yield from _body(block.body, 1)
            yield from _terminator(block.end)


def _terminator(end: flow.Terminator) -> Iterator[str]:
    """Yield the text lines for a block's terminator."""
    match end:
        case flow.Goto():
            yield f"    go to {end.block}"
        case flow.Branch():
            yield f"    go to {end.yes} if {expression_text(end.condition)} else {end.no}"
        case flow.CallThen():
            yield f"    {end.procedure}({', '.join(map(expression_text, end.arguments))}), then {end.then}"
        case flow.Suspend():
            yield from _question(end.ask, 1)
            yield f"    go to {end.answer} with the answer, to {end.empty} without options"
        case flow.Resume():
            yield f"    go to {' or '.join(map(str, end.then))} with the element, to {end.ended} at the end"
        case flow.ReturnToCaller():
            yield "    return"
        case flow.EndOfGame():
            yield "    the game is over"
        case _:
            assert_never(end)


def _body(body: ir.Body, depth: int) -> Iterator[str]:
    """Yield the text lines for statements, indented by `depth` levels."""
    for stmt in body:
        yield from _statement(stmt, depth)


def _statement(stmt: ir.Stmt, depth: int) -> Iterator[str]:
    """Yield the text lines for one statement and the statements nested in it."""
    pad = "    " * depth
    match stmt:
        case ir.If(body=body):
            yield f"{pad}if {expression_text(stmt.condition)}"
            yield from _body(body, depth + 1)
            if stmt.otherwise:
                yield f"{pad}else"
                yield from _body(stmt.otherwise, depth + 1)
        case ir.For(body=body):
            yield f"{pad}for {stmt.var}: {stmt.type} in {expression_text(stmt.source)}"
            yield from _body(body, depth + 1)
        case ir.Loop(body=body):
            yield f"{pad}until {expression_text(stmt.until)}"
            yield from _body(body, depth + 1)
        case ir.Ask():
            yield from _question(stmt, depth)
            for number, each in enumerate(stmt.options):
                yield f"{pad}chosen from list {number}"
                yield from _body(each.then, depth + 1)
            for what, body in (("ended", stmt.ended), ("without options", stmt.empty)):
                if body:
                    yield f"{pad}{what}"
                    yield from _body(body, depth + 1)
        case ir.EndGame():
            yield f"{pad}the game is over"
        case _:
            yield pad + _simple_statement(stmt)


def _simple_statement(stmt: ir.Simple) -> str:
    """Return the text line for a statement without nested statements."""
    match stmt:
        case ir.Effect():
            return fill_template(f"{stmt.change.verb} {{arguments}}", stmt)
        case ir.Tell():
            reader = " to {to}" if stmt.to is not None else ""
            condition = " when {when}" if stmt.when is not None else ""
            return fill_template(
                f"tell {{telling}}({{values}}){reader} because of {{why}}{condition}", stmt
            )
        case ir.Undelay():
            of = " of {whose}" if stmt.whose is not None else ""
            return fill_template(f"end delayed {{rules}}{of}", stmt)
    return fill_template(_FORMS[type(stmt)], stmt)


def _question(ask: ir.Ask, depth: int) -> Iterator[str]:
    """Yield the text lines for a question and its option lists, without the code after an answer."""
    pad = "    " * depth
    decider = expression_text(ask.decider) if ask.decider is not None else "chance"
    keeps = f", keeping {' '.join(ask.keeps)}" if ask.keeps else ""
    even = ", even of one option" if ask.anyway else ""
    yield f"{pad}ask {decider} decision {ask.decision}{even}{keeps}"
    for number, each in enumerate(ask.options):
        source = (
            f" each {each.var} in {expression_text(each.source)}" if each.source is not None else ""
        )
        text = f", shown with {', '.join(map(expression_text, each.shown))}" if each.shown else ""
        text += f", by {', '.join(map(expression_text, each.order))}" if each.order else ""
        yield f"{pad}    list {number}:{source} if {expression_text(each.condition)}{text}"
    if ask.stop is not None:
        alone = "" if ask.stop_alone else " and there are others"
        yield f"{pad}    the end if {expression_text(ask.stop)}{alone}"
