"""Moves of cards that belong to an event of the story, which shows them to its readers.

A move belongs to a line for all players in the same body, if nobody is asked between them: to the next one, or else
to the one before. Who reads the line knows that the move was made, so no move reveals a secret condition.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from rulewright.base.records import evolve
from rulewright.runtime.ir import terms as ir
from rulewright.runtime.ir.module import Module
from rulewright.runtime.ir.nodes.ir_statements import AFTER, BEFORE
from rulewright.runtime.ir.walk import map_bodies, statements_in
from rulewright.runtime.lower.passes.block_splitting import stopping_procedures


def mark_logged_moves(module: Module) -> Module:
    """Return the module with each move of cards marked that belongs to a line of the story."""
    worded = {number for number, telling in enumerate(module.tellings) if telling.parts}
    stopping = stopping_procedures(module.code)

    def is_line(stmt: ir.Stmt) -> bool:
        """Return whether a statement always logs a line that all players read."""
        return (
            isinstance(stmt, ir.Tell)
            and stmt.telling in worded
            and stmt.to is None
            and stmt.when is None
        )

    def stops(stmt: ir.Stmt) -> bool:
        """Return whether players may be asked while a statement is carried out."""
        return any(
            isinstance(each, ir.Ask)
            or (isinstance(each, ir.Perform) and each.procedure in stopping)
            for each in statements_in((stmt,))
        )

    def leads_to_line(stmts: Iterable[ir.Stmt]) -> bool:
        """Return whether a line comes in `stmts` before anybody is asked."""
        return next((is_line(each) for each in stmts if is_line(each) or stops(each)), False)

    def marked(body: ir.Body) -> ir.Body:
        """Return a body with the moves in it marked."""
        inner = tuple(map_bodies(stmt, marked) for stmt in body)
        if not any(map(is_line, body)):
            return inner
        return tuple(
            _with_mark(stmt, BEFORE)
            if leads_to_line(body[number:])
            else _with_mark(stmt, AFTER)
            if leads_to_line(reversed(body[:number]))
            else stmt
            for number, stmt in enumerate(inner)
        )

    procedures = {n: evolve(p, body=marked(p.body)) for n, p in module.code.procedures.items()}
    return evolve(module, code=evolve(module.code, procedures=procedures))


def _only_moves(stmt: ir.For) -> bool:
    """Return whether a loop moves cards for each element, whatever the table is like.

    Everybody sees the number of moves in the counts of both places. No count shows the number of exchanges, which
    may be secret.
    """
    return all(
        isinstance(each, ir.Assign | ir.For)
        or (isinstance(each, ir.Effect) and each.change in (ir.Change.MOVE, ir.Change.MOVE_ALL))
        for each in statements_in(stmt.body)
    )


def _with_mark(stmt: ir.Stmt, logged: str) -> ir.Stmt:
    """Return a move, or a loop of moves, with the mark `logged`; other statements unchanged."""
    match stmt:
        case ir.Effect(change=change) if change in MOVES:
            return evolve(stmt, logged=logged)
        case ir.For() if _only_moves(stmt):
            return evolve(stmt, body=tuple(_with_mark(each, logged) for each in stmt.body))
    return stmt


MOVES: Final = frozenset({
    ir.Change.MOVE, ir.Change.MOVE_ALL, ir.Change.EXCHANGE_PLACES, ir.Change.EXCHANGE_PIECES,
})  # fmt: skip
"""The changes that bring cards to other places."""
