"""Variables, arrays and places: what an owner has, where a piece lies."""

from __future__ import annotations

from rulewright.base.records import evolve
from rulewright.native.ast import wasm_ast as wasm
from rulewright.native.ast.folding import both, choose, decided, done
from rulewright.native.emit.emit_context import Part
from rulewright.runtime.ir import terms as ir


class Accesses(Part):
    """Reads and writes the table."""

    # ------------------------------------------------------------------ variables

    def read(self, node: ir.Read) -> wasm.Expr:
        """A variable; of nobody's the default."""
        variable = self.module.variables[node.variable]
        cells = self.layout.variables[node.variable]
        if node.index is None:
            return cells.load(self.state)
        body: wasm.Body = []
        index = self.number(node.index)
        if cells.low == cells.high and index.low >= 0:
            return wasm.number(cells.low)  # it is never written
        if not node.guarded or index.low >= 0:
            return cells.load(self.state, self.table.in_run(index, variable.run))
        index = self.kept(index, body)
        found = cells.load(self.state, self.table.in_run(_there(index), variable.run))
        return done(body, choose(index.at_least(0), found, self.number(node.default)))

    def write(self, stmt: ir.Write) -> wasm.Body:
        """A variable becomes a value, if it can hold it."""
        run = self.module.variables[stmt.variable].run
        cells = self.layout.variables[stmt.variable]
        index = self.number(stmt.index) if stmt.index is not None else wasm.number(0)
        at = index if stmt.index is None else self.table.in_run(index, run)
        value = self.fitting(self.number(stmt.value), (cells.low, cells.high))
        return [cells.store(self.state, value, at)]

    def reset(self, stmt: ir.Reset) -> wasm.Body:
        """A variable goes back to its start, with all owners."""
        variable = self.module.variables[stmt.variable]
        return self.table.fill(self.layout.variables[stmt.variable], variable.start)

    def slot(self, node: ir.Slot) -> wasm.Expr:
        """The index of what an owner has for one label."""
        owner, label = self.number(node.owner), self.number(node.label)
        first = self.exact("mul", owner - node.first, wasm.number(node.each))
        return self.exact("add", self.exact("add", first, label), wasm.number(node.first))

    def lookup(self, node: ir.Lookup) -> wasm.Expr:
        """An entry of a constant array; -1 reads that of nothing."""
        # The entry of nothing lies before the first, so that -1 needs no test.
        array = self.tables.array(node.array)
        return array.load(self.within(self.number(node.index), -1, array.count - 1))

    # ------------------------------------------------------------------ places

    def place_of(self, node: ir.PlaceOf) -> wasm.Expr:
        """The place that a piece lies in; nothing of nothing, if that may be."""
        piece, cells = self.number(node.piece), self.layout.place
        if not node.guarded or piece.low >= 0:
            return self.table.lies_in(self.within(piece, 0, cells.count - 1))
        lines: wasm.Body = []
        piece = self.kept(piece, lines)
        inside = self.within(_there(piece), 0, cells.count - 1)
        return done(lines, choose(piece.at_least(0), self.table.lies_in(inside), wasm.number(-1)))

    def place(self, node: ir.Place) -> wasm.Expr:
        """The place of a zone, perhaps that of an owner; nothing of nobody, if `guarded`."""
        run = self.module.zones[node.zone].run
        if node.index is None:
            return wasm.number(run.base)
        index = self.number(node.index)
        if not node.guarded or index.low >= 0:
            return self.table.in_run(index, run) + run.base
        body: wasm.Body = []
        index = self.kept(index, body)
        there = self.table.in_run(_there(index), run) + run.base
        return done(body, choose(index.at_least(0), there, wasm.number(-1)))

    def in_zone(self, node: ir.InZone) -> wasm.Expr:
        """Whether a place is one of a zone, or one of those of an owner."""
        run, place = self.module.zones[node.zone].run, self.number(node.place)
        if node.owner is not None:
            owner = self.number(node.owner)
            if run.each == 1:
                return decided(place.equals(owner + run.base))
            body: wasm.Body = []
            place = self.kept(place, body)
            first = self.kept(self.exact("mul", owner, wasm.number(run.each)) + run.base, body)
            return done(body, both(place.at_least(first), place.less(first + run.each)))
        if run.count == 1:
            return decided(place.equals(run.base))
        return decided(wasm.compared("lt_u", place - run.base, run.count))

    def owner_of(self, node: ir.OwnerOf) -> wasm.Expr:
        """The seat that a place belongs to; nothing if it is no seat's."""
        owners = self.tables.owners
        return owners.load(self.within(self.number(node.place), -1, owners.count - 1))

    def zone_place(self, zone: str, index: ir.Node | None) -> wasm.Expr:
        """The place of a zone that an index picks out, for what lies in it."""
        return self.place(ir.Place(zone, index))


def _there(index: wasm.Expr) -> wasm.Expr:
    """A number that is known to be none of nothing."""
    return index if isinstance(index, wasm.Const) else evolve(index, low=max(0, index.low))
