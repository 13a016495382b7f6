"""The author's statement behind a place in generated code, for complaints about faults of the rules."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from types import CodeType
from typing import Final

from rulewright.base.library import find_library
from rulewright.language.text import Span, real_path
from rulewright.runtime.ir import terms as ir
from rulewright.runtime.ir.dataflow import control_flow as flow
from rulewright.runtime.ir.dataflow.uses import LocalUses
from rulewright.runtime.ir.layout import CellLayout
from rulewright.runtime.ir.module import PlacedCode
from rulewright.runtime.ir.terms import Ask, Body, Node
from rulewright.runtime.python.emit_blocks import BlockWriter
from rulewright.runtime.python.emit_expressions import ExpressionWriter
from rulewright.runtime.python.emit_module import module_constants, python_functions
from rulewright.runtime.python.emit_statements import StatementWriter

_MARK: Final = re.compile("\0(\\d*)\1")
"""The begin of an arithmetic operation, with its number, or the end of one."""


class _PlacedLine(str):
    """A line of generated code, with the position of the author's statement."""

    __slots__ = ("at",)
    at: Span


def _placed(lines: Iterable[str], at: Span | None) -> Iterator[str]:
    """Yield lines with a position, except those that have a more precise one."""
    for line in lines:
        if at is not None and not isinstance(line, _PlacedLine):
            line = _PlacedLine(line)
            line.at = at
        yield line


class _PlacedStatements(StatementWriter):
    """A writer of statements whose lines know their positions."""

    def lines(self, body: Body, depth: int) -> Iterator[str]:
        """Yield the source lines of statements, with positions."""
        for stmt in body:
            yield from _placed(self._statement(stmt, depth), getattr(stmt, "at", None))


class _PlacedBlocks(BlockWriter):
    """A writer of blocks whose lines know their positions."""

    def _terminator(
        self, region: object, path: LocalUses, block: flow.BasicBlock, depth: int
    ) -> Iterator[str]:
        """Yield the source lines of a terminator, with positions."""
        end = block.end
        at = end.ask.at if isinstance(end, flow.Suspend | flow.Resume) else getattr(end, "at", None)
        yield from _placed(super()._terminator(region, path, block, depth), at)  # type: ignore[arg-type]

    def _options_function(self, ask: Ask, slots: tuple[str, ...]) -> Iterator[str]:
        """Yield the source lines of the function for a question's options, with the position of the question."""
        yield from _placed(super()._options_function(ask, slots), ask.at)


class _PlacedExpressions(ExpressionWriter):
    """A writer of expressions that marks where the author's arithmetic begins and ends."""

    def __init__(self, layout: CellLayout) -> None:
        super().__init__(layout)
        self.places: list[Span] = []

    def emit(self, node: Node) -> str:
        """Return Python source for a node, with marks."""
        text = super().emit(node)
        if not isinstance(node, ir.Binary) or node.at is None:
            return text
        self.places.append(node.at)
        return f"\0{len(self.places) - 1}\1{text}\0\1"

    def operation_at(self, line: str, column: int) -> Span | None:
        """Return the innermost operation around a column of a line, counted without the marks."""
        around: list[int] = []
        marks = 0
        for mark in _MARK.finditer(line):
            if mark.start() - marks > column:
                break
            marks += len(mark[0])
            if mark[1]:
                around.append(int(mark[1]))
            else:
                around.pop()
        return self.places[around[-1]] if around else None


def place_of(
    code: PlacedCode, callers: Sequence[str], calls: Sequence[tuple[CodeType, int]]
) -> Span | None:
    """Return the innermost part of the author's rules that was carried out when generated code failed.

    `calls` are the Python calls in progress, outermost first, each with its last instruction; `callers` are the
    blocks that wait for them. Rules of the library count only if no others are on the stack.
    """
    places = list(filter(None, _places(code, callers, calls)))
    library = find_library()
    own = (each for each in places if not library.holds(real_path(Path(each.source.name))))
    return next(own, next(iter(places), None))


def _places(
    code: PlacedCode, callers: Sequence[str], calls: Sequence[tuple[CodeType, int]]
) -> Iterator[Span | None]:
    """Yield the positions of calls and callers, innermost first; of a caller, that of its rule."""
    module, places = code
    statements = _PlacedStatements(module)
    statements.expressions = expressions = _PlacedExpressions(module.layout)
    statements.emit = expressions.emit
    sources = dict(python_functions(module, statements, _PlacedBlocks(module, statements)))
    origins = module_constants(module)["ORIGINS"]
    for depth in reversed(range(len(calls))):
        called, instruction = calls[depth]
        # A list comprehension is a code object of its own before Python 3.12, within its function's lines.
        home = next(c for c, _ in reversed(calls[: depth + 1]) if not c.co_name.startswith("<"))
        number, _, column, _ = next(islice(called.co_positions(), instruction // 2, None))
        lines = list(sources.get(home.co_name, ()))[: (number or 0) - home.co_firstlineno + 1]
        operation = expressions.operation_at(lines[-1], column or 0) if lines else None
        known = (line.at for line in reversed(lines) if isinstance(line, _PlacedLine))
        yield operation or next(known, places.get(origins.get(home.co_name, "")))
    for name in reversed(callers):
        yield places.get(origins.get(name, ""))
