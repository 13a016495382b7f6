"""Loops over lists: what is done with each element, and with which ones there is nothing to do."""

from __future__ import annotations

from rulewright.engines.native.form.making import is_straight, is_zero, trailing_zeros
from rulewright.engines.native.form.native_form import (
    Block,
    Body,
    Expr,
    Jump,
    Loop,
    Set,
    Stmt,
    Unary,
    number,
)
from rulewright.engines.native.translating.changes import ChangeScope
from rulewright.engines.native.translating.scope import Each
from rulewright.ir import terms as ir
from rulewright.ir.dataflow import free
from rulewright.ir.walk import everything_in


class LoopScope(ChangeScope):
    """Writes loops over lists."""

    def body(self, body: ir.Body) -> Body:
        """Statements, one after the other; see `statements`."""
        raise NotImplementedError

    def go_through(self, stmt: ir.For) -> Body:
        """A loop over a list."""
        skipping = self._skipping(stmt)
        return skipping or self.steadily(stmt.source, stmt.body, self._turn(stmt, stmt.body))

    def _turn(self, stmt: ir.For, body: ir.Body) -> Each:
        """What a loop does with an element."""
        changes = any(isinstance(t, ir.Assign) and t.name == stmt.var for t in everything_in(body))

        def inside(element: Expr) -> Body:
            lines: Body = []
            if changes:
                own = self.function.local(stmt.var, low=element.low, high=element.high)
                lines.append(Set(own.name, element))
                element = own
            element = self.kept(element, lines, stmt.var)
            with self.element(stmt.var, stmt.source, element):
                return [*lines, *self.body(body)]

        return inside

    def _skipping(self, stmt: ir.For) -> Body | None:
        """A loop over a set that does something where a condition holds which is a mask: it goes from one such
        element to the next. What it does may change of which later ones that holds, so it is asked anew."""
        if len(stmt.body) != 1 or not isinstance(only := stmt.body[0], ir.If) or only.otherwise:
            return None
        lines: Body = []
        words, masking = self.set_of(stmt.source, lines), list[Stmt]()
        if words is None or len(words) > 1 or stmt.var not in free(only.condition):
            return None
        mask = self.mask(only.condition, stmt.var, 1, masking)
        if mask is None or not all(map(is_straight, masking)):
            return None
        low, high = self.element_span(stmt.source) or (0, 63)
        element = self.function.local(stmt.var, low=low, high=high)
        left, passing = self.function.local("left", "i64"), self.function.local("passing", "i64")
        label, out = self.label("skipping"), self.label("out")
        above = number(-2, "i64") << Unary("i64.extend_i32_u", element, type="i64")
        inside: Body = [
            *masking,
            Set(passing.name, left & mask[0]),
            Jump(out, is_zero(passing)),
            Set(element.name, trailing_zeros(passing)),
            Set(left.name, left & above),
            *self._turn(stmt, only.body)(element),
            Jump(label),
        ]
        return [*lines, Set(left.name, words[0]), Block(out, [Loop(label, inside)])]
