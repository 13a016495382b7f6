"""Emits reads and writes of variables, arrays and places."""

from __future__ import annotations

from rulewright.base.records import evolve
from rulewright.native.ast import wasm_ast as wasm
from rulewright.native.ast.folding import both, choose, fold_comparison, sequenced
from rulewright.native.emit.emit_context import Emitter
from rulewright.runtime.ir import terms as ir


class AccessEmitter(Emitter):
    """An emitter of reads and writes of variables and constant arrays, and of tests on places."""

    # ------------------------------------------------------------------ variables

    def read(self, node: ir.Read) -> wasm.Expr:
        """Emit the read of a variable; if `node.guarded`, an index of -1 reads the default."""
        variable = self.module.variables[node.variable]
        cells = self.layout.variables[node.variable]
        if node.index is None:
            return cells.load(self.state)
        index = self.number(node.index)
        if cells.low == cells.high and index.low >= 0:
            return wasm.number(cells.low)  # it is never written
        if not node.guarded or index.low >= 0:
            return cells.load(self.state, self.writer.position_in_range(index, variable.run))
        with self.writer.recording() as lines:
            index = self.writer.let(index)
        value = cells.load(self.state, self.writer.position_in_range(_present(index), variable.run))
        return sequenced(lines, choose(index >= 0, value, self.number(node.default)))

    def write(self, stmt: ir.Write) -> None:
        """Record the write of a variable; trap if the value is outside of the variable's bounds."""
        run = self.module.variables[stmt.variable].run
        cells = self.layout.variables[stmt.variable]
        index = self.number(stmt.index) if stmt.index is not None else wasm.number(0)
        at = index if stmt.index is None else self.writer.position_in_range(index, run)
        value = self.check_fits(self.number(stmt.value), (cells.low, cells.high))
        self.writer.emit(cells.store(self.state, value, at))

    def reset(self, stmt: ir.Reset) -> None:
        """Record the reset of a variable to its initial value, for all its owners."""
        start = self.module.variables[stmt.variable].start
        self.writer.fill(self.layout.variables[stmt.variable], start)

    def slot(self, node: ir.Slot) -> wasm.Expr:
        """Emit the index of a value in a variable that has one value per owner and label."""
        owner, label = self.number(node.owner), self.number(node.label)
        first = self.exact("mul", owner - node.first, wasm.number(node.each))
        return self.exact("add", self.exact("add", first, label), wasm.number(node.first))

    def lookup(self, node: ir.Lookup) -> wasm.Expr:
        """Emit the read of a constant array of the rules; index -1 reads the entry for NOTHING."""
        # The entry of nothing is stored before the first one, so that index -1 needs no branch.
        array = self.builder.array(node.array)
        return array.load(self.within(self.number(node.index), -1, array.count - 1))

    # ------------------------------------------------------------------ places

    def place_of(self, node: ir.PlaceOf) -> wasm.Expr:
        """Emit the place where a piece is; if `node.guarded`, -1 for no piece."""
        piece, cells = self.number(node.piece), self.layout.place
        if not node.guarded or piece.low >= 0:
            return self.writer.place_of_piece(self.within(piece, 0, cells.count - 1))
        with self.writer.recording() as lines:
            piece = self.writer.let(piece)
        there = self.writer.place_of_piece(self.within(_present(piece), 0, cells.count - 1))
        return sequenced(lines, choose(piece >= 0, there, wasm.number(-1)))

    def position_of(self, node: ir.Position) -> wasm.Expr:
        """Emit the number of pieces before a piece in its place; 0 if that is unordered."""
        code = self.writer
        with code.recording() as lines:
            piece = code.let(self.within(self.number(node.piece), 0, self.builder.pieces - 1))
            place = code.let(code.place_of_piece(piece))
            count = code.var(0, "position", low=0, high=self.builder.pieces)
            with (
                code.when(code.is_ordered(place)),
                code.block("position") as found,
                code.each_in_order(place) as before,
            ):
                found.leave(before == piece)
                count += 1
        return sequenced(lines, count)

    def place(self, node: ir.Place) -> wasm.Expr:
        """Emit the number of a zone's place, for the owner that `node.index` names; -1 for no owner if guarded."""
        run = self.module.zones[node.zone].run
        if node.index is None:
            return wasm.number(run.base)
        index = self.number(node.index)
        if not node.guarded or index.low >= 0:
            return self.writer.position_in_range(index, run) + run.base
        with self.writer.recording() as lines:
            index = self.writer.let(index)
        there = self.writer.position_in_range(_present(index), run) + run.base
        return sequenced(lines, choose(index >= 0, there, wasm.number(-1)))

    def in_zone(self, node: ir.InZone) -> wasm.Expr:
        """Emit the test whether a place belongs to a zone, or to one owner's part of the zone."""
        run, place = self.module.zones[node.zone].run, self.number(node.place)
        if node.owner is not None:
            owner = self.number(node.owner)
            if run.each == 1:
                return fold_comparison(place.equals(owner + run.base))
            with self.writer.recording() as lines:
                place = self.writer.let(place)
                first = self.writer.let(self.exact("mul", owner, wasm.number(run.each)) + run.base)
            return sequenced(lines, both(place >= first, place < first + run.each))
        if run.count == 1:
            return fold_comparison(place.equals(run.base))
        return fold_comparison(wasm.compared("lt_u", place - run.base, run.count))

    def owner_of(self, node: ir.OwnerOf) -> wasm.Expr:
        """Emit the seat that owns a place; -1 if no seat owns it."""
        owners = self.builder.owners
        return owners.load(self.within(self.number(node.place), -1, owners.count - 1))

    def zone_place(self, zone: str, index: ir.Node | None) -> wasm.Expr:
        """Emit the number of the place of `zone` that belongs to the owner `index`."""
        return self.place(ir.Place(zone, index))


def _present(index: wasm.Expr) -> wasm.Expr:
    """Return `index` with an interval from 0 on, for code where it is known not to be -1."""
    return index if isinstance(index, wasm.Const) else evolve(index, low=max(0, index.low))
