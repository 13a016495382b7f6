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

    def change(self, stmt: ir.Effect) -> wasm.Body:
        """Emit a change of the table, inline or as the call of a runtime function. Raises Unsupported."""
        arguments = stmt.arguments
        match stmt.change:
            case Change.MOVE_ALL:
                return self._move_all(arguments)
            case Change.SHOW | Change.SHOW_ALL:
                return self._show(stmt)
            case Change.MOVE if isinstance(arguments[1], ir.Place):
                return self.moves.inline_move(stmt, arguments[1])
            case Change.MOVE:
                return [wasm.CallStmt("move", (self.state, *map(self.number, arguments)))]
            case Change.LEARN:
                if not self.builder.knowledge:
                    return []
                return self.writer.if_tracked(
                    [wasm.CallStmt("learn", (self.state, self.number(arguments[0])))]
                )
        zones = exchanged_zones(stmt)
        routine = exchange_of(*zones) if zones else stmt.change.verb
        if routine not in self.builder.wasm.functions:
            raise Unsupported(f"{routine}: it has no routine")
        return [wasm.CallStmt(routine, (self.state, *map(self.number, arguments)))]

    def _move_all(self, arguments: tuple[ir.Node, ...]) -> wasm.Body:
        """Emit moves of all pieces of a list, one after the other."""
        source, to = arguments[0], arguments[1]
        inlined = (
            self.moves.inline_move_all(source, to, *arguments[2:])
            if isinstance(to, ir.Place)
            else None
        )
        if inlined is not None:
            return inlined
        body: wasm.Body = []
        place, on_top = (
            self.to_local(self.number(to), body),
            self.to_local(self.number(arguments[2]), body),
        )
        clear = self.to_local(self.moves.clear_to(arguments[3]), body)

        def move(piece: wasm.Expr) -> wasm.Body:
            """Emit the move of one piece."""
            return [wasm.CallStmt("move", (self.state, piece, place, on_top, clear))]

        return [*body, *self.memory.each_of_snapshot(source, (ir.Effect(Change.MOVE, ()),), move)]

    def _show(self, stmt: ir.Effect) -> wasm.Body:
        """Emit showing pieces to a player; nothing where knowledge is not tracked."""
        return self.writer.if_tracked(self._show_to_player(stmt)) if self.builder.knowledge else []

    def _show_to_player(self, stmt: ir.Effect) -> wasm.Body:
        """Emit showing pieces to a player side by side; copies that are not shown may be confused with them."""
        shown = stmt.arguments[0]
        lines: wasm.Body = []
        player = self.to_local(self.number(stmt.arguments[1]), lines)
        if stmt.change is Change.SHOW:
            piece = self.to_local(self.number(shown), lines)
            bits = self._set_of_piece(piece)
            return [
                *lines,
                wasm.If(
                    piece.at_least(0), [wasm.CallStmt("show", (self.state, piece, player, *bits))]
                ),
            ]
        words = [self.function.local("shown", "i64") for _ in range(self.builder.words)]
        lines += [wasm.Set(word.name, wasm.number(0, "i64")) for word in words]

        def add(piece: wasm.Expr) -> wasm.Body:
            """Emit adding one piece to the set of pieces that are shown."""
            before: wasm.Body = []
            piece = self.to_local(piece, before)
            bits = self._set_of_piece(piece)
            return [
                *before,
                *(wasm.Set(w.name, w | bit) for w, bit in zip(words, bits, strict=True)),
            ]

        lines += self.each(shown, add)
        return lines + self.memory.each_of_snapshot(
            shown,
            (stmt,),
            lambda piece: [wasm.CallStmt("show", (self.state, piece, player, *words))],
        )

    def _set_of_piece(self, piece: wasm.Expr) -> list[wasm.Expr]:
        """Emit the bit set that contains one piece."""
        bit = wasm.number(1, "i64") << wasm.Unary("i64.extend_i32_u", piece, type="i64")
        if self.builder.words == 1:
            return [bit]
        return [
            choose((piece >> 6).equals(word), bit, wasm.number(0, "i64"))
            for word in range(self.builder.words)
        ]
