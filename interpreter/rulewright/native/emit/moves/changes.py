"""Emits changes of the table as calls of runtime functions."""

from __future__ import annotations

from rulewright.native.ast import wasm_ast as wasm
from rulewright.native.ast.folding import choose
from rulewright.native.emit.emit_context import EmitScope, Emitter, Unsupported
from rulewright.native.emit.lists.memory_lists import MemoryListEmitter
from rulewright.native.emit.moves.moves import MoveEmitter
from rulewright.runtime.ir import terms as ir
from rulewright.runtime.ir.terms import Change


def exchanged_zones(stmt: ir.Effect) -> tuple[str, str] | None:
    """Return the two zones whose places `stmt` exchanges; None for other changes or unknown zones."""
    match stmt.change, stmt.arguments:
        case Change.EXCHANGE_PLACES, (ir.Place(zone=one), ir.Place(zone=other)):
            return one, other
    return None


def exchange_of(one: str, other: str) -> str:
    """Return the name of the runtime function that exchanges places of the zones `one` and `other`."""
    return f"{Change.EXCHANGE_PLACES.verb} {one} {other}"


class ChangeEmitter(Emitter):
    """An emitter of changes of the table: moves, exchanges, shuffles, showing pieces."""

    def __init__(self, scope: EmitScope, moves: MoveEmitter, memory: MemoryListEmitter) -> None:
        super().__init__(scope)
        self.moves, self.memory = moves, memory

    def change(self, stmt: ir.Effect) -> None:
        """Record a change of the table, inline or as the call of a runtime function. Raises Unsupported."""
        arguments, code = stmt.arguments, self.writer
        match stmt.change:
            case Change.MOVE_ALL:
                self._move_all(arguments)
            case Change.SHOW | Change.SHOW_ALL:
                if self.builder.knowledge:
                    with code.when(code.is_tracked):
                        self._show(stmt)
            case Change.MOVE if isinstance(arguments[1], ir.Place):
                self.moves.move(stmt, arguments[1])
            case Change.LEARN:
                if self.builder.knowledge:
                    with code.when(code.is_tracked):
                        code.run("learn", self.state, self.number(arguments[0]))
            case _:
                zones = exchanged_zones(stmt)
                routine = exchange_of(*zones) if zones else stmt.change.verb
                if routine not in self.builder.wasm.functions:
                    raise Unsupported(f"{routine}: it has no routine")
                code.run(routine, self.state, *map(self.number, arguments))

    def _move_all(self, arguments: tuple[ir.Node, ...]) -> None:
        """Record moves of all pieces of a list, one after the other."""
        source, to, on_top, clear = arguments
        if isinstance(to, ir.Place) and self.moves.move_all(source, to, on_top, clear):
            return
        place, top = self.writer.let(self.number(to)), self.writer.let(self.number(on_top))
        clear_to = self.writer.let(self.moves.clear_to(clear))
        for piece in self.memory.each_of_snapshot(source, (ir.Effect(Change.MOVE, ()),)):
            self.writer.run("move", self.state, piece, place, top, clear_to)

    def _show(self, stmt: ir.Effect) -> None:
        """Record showing pieces to a player side by side; copies that are not shown may be confused with them."""
        shown, code = stmt.arguments[0], self.writer
        player = code.let(self.number(stmt.arguments[1]))
        if stmt.change is Change.SHOW:
            piece = code.let(self.number(shown))
            with code.when(piece >= 0):
                code.run("show", self.state, piece, player, *self._set_of_piece(piece))
            return
        words = [code.var(wasm.number(0, "i64"), "shown") for _ in range(self.builder.words)]

        for each in self.each(shown):
            bits = self._set_of_piece(code.let(each))
            for word, bit in zip(words, bits, strict=True):
                word.set(word | bit)
        for piece in self.memory.each_of_snapshot(shown, (stmt,)):
            code.run("show", self.state, piece, player, *words)

    def _set_of_piece(self, piece: wasm.Expr) -> list[wasm.Expr]:
        """Emit the bit set that contains one piece."""
        bit = wasm.number(1, "i64") << wasm.Unary("i64.extend_i32_u", piece, type="i64")
        if self.builder.words == 1:
            return [bit]
        return [
            choose((piece >> 6).equals(word), bit, wasm.number(0, "i64"))
            for word in range(self.builder.words)
        ]
