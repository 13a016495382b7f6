"""What is told, where courses are replayed: what the seat in `seat` hears is folded into `heard`.

Who listens lets `heard` begin with `digests.BEGIN`; then `digests.done` of it is the digest of what
`knowledge.log.told_to` gives of the story that Python tells. What is tried is tried on a copy, which lies elsewhere
than the game, and nothing of it is told.
"""

from __future__ import annotations

from rulewright.engines.native.form import native_form as wasm
from rulewright.engines.native.form.digesting import BEGIN, done, step
from rulewright.engines.native.form.making import choose, either, widened
from rulewright.engines.native.write.scope import Part
from rulewright.ir import digests, terms as ir
from rulewright.ir.ir_types import NOTHING, Kind, Type


class Tellings(Part):
    """Writes what is told."""

    def tell(self, stmt: ir.Tell) -> wasm.Body:
        """A line of the story; nothing in a module in which nobody listens."""
        if not self.tables.traces:
            return []
        lines = self._told(stmt)
        if isinstance(self.state, wasm.Const):
            return lines
        return [wasm.If(self.state.equals(self.tables.state), lines)]

    def _told(self, stmt: ir.Tell) -> wasm.Body:
        """Its values are worked out whoever hears it, as they are for a story: that takes steps, and may fail."""
        lines: wasm.Body = []
        types = self.module.tellings[stmt.telling].types
        values = self._folded(
            [self._value(*each, lines) for each in zip(stmt.values, types, strict=True)], lines
        )
        to = wasm.number(NOTHING) if stmt.to is None else self.kept(self.number(stmt.to), lines)
        why, heard = widened(self.number(stmt.why)), wasm.Global("heard", type="i64")
        entry = [wasm.number(stmt.telling, "i64"), why, values, widened(to)]
        told = step(heard, self._folded(entry, lines))
        if stmt.to is not None:
            told = self.kept(told, lines, "told")
            hears = either(to.equals(NOTHING), to.equals(wasm.Global("seat")))
            told = choose(hears, told, heard)
        return [*lines, wasm.SetGlobal("heard", told)]

    def _value(self, value: ir.Node, type_: Type, lines: wasm.Body) -> wasm.Expr:
        """The digest of a value: a number, a piece as far as it is known, a list."""
        if not type_.many:
            return self._one(self.number(value), type_)
        digest = self.function.local("listed", "i64")

        def add(element: wasm.Expr) -> wasm.Body:
            before: wasm.Body = []
            one = self._one(element, type_)
            if type_.kind is not Kind.PIECE:
                one = self._folded([one], before)
            return [*before, wasm.Set(digest.name, step(digest, one))]

        lines += [wasm.Set(digest.name, BEGIN), *self.each(value, add)]
        return done(digest)

    def _one(self, value: wasm.Expr, type_: Type) -> wasm.Expr:
        if type_.kind is Kind.PIECE:
            return wasm.Called("heard_of", (self.state, value), type="i64")
        return widened(value)

    def _folded(self, items: list[wasm.Expr], lines: wasm.Body) -> wasm.Expr:
        """The digest of some items, one after the other; of what is known now it is known."""
        folded: wasm.Expr = BEGIN
        for item in items:
            folded = step(folded, item)
        if isinstance(folded, wasm.Const):
            return wasm.number(digests.done(folded.value & digests.ALL), "i64")
        digest = self.function.local("digest", "i64")
        lines.append(wasm.Set(digest.name, folded))
        return done(digest)
