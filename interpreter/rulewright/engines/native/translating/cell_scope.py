"""Variables, arrays and places: what an owner has, where a piece lies."""

from __future__ import annotations

from attrs import evolve

from rulewright.engines.native.form import native_form as wasm
from rulewright.engines.native.form.making import both, choose, decided, done, narrowed
from rulewright.engines.native.layout.state_layout import Cells
from rulewright.engines.native.translating.scope import Scope
from rulewright.ir import terms as ir
from rulewright.ir.layout import Run

_HALVES: tuple[wasm.Size, ...] = (4, 2, 1)


class CellScope(Scope):
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
        if not node.guarded or index.low >= 0:
            return cells.load(self.state, self._index(index, variable.run))
        index = self.kept(index, body)
        found = cells.load(self.state, self._index(_there(index), variable.run))
        return done(body, choose(index.at_least(0), found, self.number(node.default)))

    def write(self, stmt: ir.Write) -> wasm.Body:
        """A variable becomes a value, if it can hold it."""
        run = self.module.variables[stmt.variable].run
        cells = self.layout.variables[stmt.variable]
        index = self.number(stmt.index) if stmt.index is not None else wasm.number(0)
        at = index if stmt.index is None else self._index(index, run)
        value = self.fitting(self.number(stmt.value), (cells.low, cells.high))
        return [cells.store(self.state, value, at)]

    def reset(self, stmt: ir.Reset) -> wasm.Body:
        """A variable goes back to its start, with all owners."""
        variable = self.module.variables[stmt.variable]
        return self.fill(self.layout.variables[stmt.variable], variable.start)

    def fill(self, cells: Cells, value: int) -> wasm.Body:
        """All numbers of a run become this: eight bytes at once, as far as that goes."""
        bits = 8 * cells.size
        pattern = sum((value & ((1 << bits) - 1)) << at for at in range(0, 64, bits))
        eights, rest = divmod(cells.size * cells.count, 8)
        body = self._fill_words(Cells(cells.offset, 8, eights, 0, 0), pattern)
        offset = cells.offset + 8 * eights
        for size in _HALVES:
            if rest & size:
                part = Cells(offset, size, 1, 0, 0)
                body.append(part.store(self.state, narrowed(wasm.number(pattern, "i64"))))
                offset += size
        return body

    def _fill_words(self, words: Cells, pattern: int) -> wasm.Body:
        value = wasm.number(pattern, "i64")
        if words.count <= 8:
            return [words.store(self.state, value, at) for at in range(words.count)]
        at, label = self.function.local("at", low=0, high=words.count), self.label("fill")
        return [
            wasm.Set(at.name, wasm.number(0)),
            wasm.Loop(label, [
                words.store(self.state, value, at),
                wasm.Set(at.name, at + 1),
                wasm.Jump(label, at.less(words.count)),
            ]),
        ]  # fmt: skip

    def _index(self, index: wasm.Expr, run: Run) -> wasm.Expr:
        """Which of a run: an index counts from the first owner's number, and lies in the run."""
        return self.within(index - run.first_owner, 0, run.count - 1)

    def slot(self, node: ir.Slot) -> wasm.Expr:
        """The index of what an owner has for one label."""
        owner, label = self.number(node.owner), self.number(node.label)
        first = self.exact("mul", owner - node.first, wasm.number(node.each))
        return self.exact("add", self.exact("add", first, label), wasm.number(node.first))

    def lookup(self, node: ir.Lookup) -> wasm.Expr:
        """An entry of a constant array; -1 reads that of nothing."""
        array = self.tables.array(node.array)
        return array.load(self.within(self.number(node.index), -1, array.count - 1))

    # ------------------------------------------------------------------ places

    def place_of(self, node: ir.PlaceOf) -> wasm.Expr:
        """The place that a piece lies in; nothing of nothing, if that may be."""
        piece, cells = self.number(node.piece), self.layout.place
        if not node.guarded or piece.low >= 0:
            return self.lies_in(self.within(piece, 0, cells.count - 1))
        lines: wasm.Body = []
        piece = self.kept(piece, lines)
        inside = self.within(_there(piece), 0, cells.count - 1)
        return done(lines, choose(piece.at_least(0), self.lies_in(inside), wasm.number(-1)))

    def lies_in(self, piece: wasm.Expr) -> wasm.Expr:
        """The place that a piece, which is there, lies in."""
        low, high = self.spans.places_of(piece.low, piece.high)
        return evolve(self.layout.place.load(self.state, piece), low=low, high=high)

    def place(self, node: ir.Place) -> wasm.Expr:
        """The place of a zone, perhaps that of an owner; nothing of nobody, if `guarded`."""
        run = self.module.zones[node.zone].run
        if node.index is None:
            return wasm.number(run.base)
        index = self.number(node.index)
        if not node.guarded or index.low >= 0:
            return self._index(index, run) + run.base
        body: wasm.Body = []
        index = self.kept(index, body)
        there = self._index(_there(index), run) + run.base
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
