"""Loops: again and again, or with each thing of a list."""

from __future__ import annotations

from collections.abc import Iterator
from types import NoneType
from typing import TypeGuard

from attrs import evolve

from rulewright.engines.native.form.making import is_zero, trailing_zeros, widened
from rulewright.engines.native.form.native_form import (
    Block,
    Body,
    Expr,
    Function,
    Jump,
    Loop,
    Set,
    number,
)
from rulewright.engines.native.translating.changes import ChangeScope
from rulewright.engines.native.translating.tables import Tables
from rulewright.ir import terms as ir
from rulewright.ir.build import TRUTHS, conjuncts, every, negated
from rulewright.ir.walk import bodies, everything, everything_in, statements_in

_HARMLESS = (ir.Const, ir.Local, ir.Not, ir.All, ir.Any, ir.InZone, ir.PlaceOf)


class LoopScope(ChangeScope):
    """Writes loops."""

    def __init__(self, tables: Tables, function: Function, code: str) -> None:
        super().__init__(tables, function, code)
        self.leaving: dict[str, str] = {}  # by a local that ends a loop where that is left to

    def body(self, body: ir.Body) -> Body:
        """Statements, one after the other."""
        raise NotImplementedError

    def loop(self, stmt: ir.Loop) -> Body:
        """Again and again; what says at the end of a turn that it was the last leaves at once."""
        label, out, last = self.label("loop"), self.label("out"), _left_by(stmt)
        begin = Jump(out, self.number(stmt.until))
        if last is None:
            return [Block(out, [Loop(label, [begin, *self.body(stmt.body), Jump(label)])])]
        self.leaving[last] = out
        body = self.body(stmt.body)
        del self.leaving[last]
        return [Block(out, [begin, Loop(label, [*body, Jump(label)])])]

    def with_each(self, stmt: ir.For) -> Body:
        """Something done with each thing of a list."""
        assigned = {t.name for t in everything_in(stmt.body) if isinstance(t, ir.Assign)}
        changes = stmt.var in assigned
        found = None if changes else self._with_those_in_a_zone(stmt)
        if found is not None:
            return found

        def inside(element: Expr) -> Body:
            lines: Body = []
            if changes:
                own = self.function.local(stmt.var, low=element.low, high=element.high)
                lines.append(Set(own.name, element))
                element = own
            element = self.kept(element, lines, stmt.var)
            with self.element(stmt.var, stmt.source, element):
                return [*lines, *self.body(stmt.body)]

        return self.steadily(stmt.source, stmt.body, inside)

    def _with_those_in_a_zone(self, stmt: ir.For) -> Body | None:
        """If nothing is done with pieces outside of a zone, it goes from one in it to the next, as they lie then.

        To ask each of them takes a jump that nobody can foretell.
        """
        source, needed = stmt.source, _needed(stmt.body, stmt.var)
        if needed is None or not isinstance(source, ir.Sequence) or not source.items:
            return None
        pieces = self.set_of(source, [])
        if pieces is None or len(pieces) > 1:
            return None
        zone, body = needed
        lines: Body = []
        lying = self.mask(zone, stmt.var, 1, lines)
        if lying is None:
            return None
        left = self.function.local("left", "i64")
        piece = self.function.local(stmt.var, low=source.items[0], high=source.items[-1])
        label, out = self.label("lying"), self.label("out")
        here = self.kept(left & lying[0], lines, "lying")
        with self.element(stmt.var, source, piece):
            turn: Body = [
                *lines,
                Jump(out, is_zero(here)),
                Set(piece.name, trailing_zeros(here)),
                Set(left.name, left & (number(-2, "i64") << widened(piece))),
                *self.body(body),
                Jump(label),
            ]
        return [Set(left.name, pieces[0]), Block(out, [Loop(label, turn)])]


def _needed(body: ir.Body, var: str) -> tuple[ir.InZone, ir.Body] | None:
    """A zone in which a piece must lie if anything is to be done with it, and that with the rest asked.

    What is asked before can be left out for those that lie elsewhere, as it comes to a number in any case.
    """
    match [stmt for stmt in body if not isinstance(stmt, ir.Tell)]:
        case [ir.If(condition=condition, body=inner, otherwise=())]:
            parts = conjuncts(condition)
            for at, part in enumerate(parts):
                if not all(map(_is_harmless, parts[:at])):
                    return None
                if _is_of_zone(part, var):
                    rest = every(*parts[:at], *parts[at + 1 :])
                    return part, (ir.If(rest, inner),)
            again = ir.If(condition, inner)
        case [ir.If(condition=condition, body=nothing, otherwise=inner)] if _tells(nothing):
            parts, again = (condition,), ir.If(negated(condition), inner)
        case _:
            return None
    found = _needed(inner, var) if all(map(_is_harmless, parts)) else None
    return found and (found[0], (evolve(again, body=found[1]),))


def _tells(body: ir.Body) -> bool:
    return all(isinstance(stmt, ir.Tell) for stmt in body)


def _is_of_zone(part: ir.Node, var: str) -> TypeGuard[ir.InZone]:
    match part:
        case ir.InZone(place=ir.PlaceOf(piece=ir.Local(name=name)), owner=None):
            return name == var
    return False


def _is_harmless(node: ir.Node) -> bool:
    """Whether an expression is sure to come to something."""
    return all(
        isinstance(term, _HARMLESS)
        or (isinstance(term, ir.Read) and isinstance(term.index, ir.Local | NoneType))
        or (isinstance(term, ir.Binary) and term.operator in TRUTHS)
        for term in everything(node)
    )


def _left_by(loop: ir.Loop) -> str | None:
    """The local that ends a loop, if it is never set in it but at the end of a turn that is the last."""
    match loop.until:
        case ir.Not(what=ir.Local(name=name)):
            set_ = [
                s for s in statements_in(loop.body) if isinstance(s, ir.Assign) and s.name == name
            ]
            ends = {id(stmt) for stmt in _last_of(loop.body)}
            if all(id(stmt) in ends and stmt.value == ir.Const(0) for stmt in set_):
                return name
    return None


def _last_of(body: ir.Body) -> Iterator[ir.Stmt]:
    """The statements after which nothing of some others is carried out."""
    if body:
        yield body[-1]
        if isinstance(body[-1], ir.If | ir.Ask):
            for inner in bodies(body[-1]):
                yield from _last_of(inner)
