"""Runtime functions that move a piece and update who knows it; `runtime/python/runtime.py` defines the rules."""

from __future__ import annotations

from rulewright.native.ast import wasm_ast as wasm
from rulewright.native.ast.folding import choose
from rulewright.native.runtime.runtime_function import RuntimeFunction, implements
from rulewright.runtime.ir.nodes.ir_types import SHOWN_TO, UNSEEN
from rulewright.runtime.ir.terms import Change


class ViewersFunction(RuntimeFunction):
    """Wasm function: return the mask of players who see into a place."""

    def _emit_body(self) -> wasm.Body:
        place, mask = self.place_parameter("place"), self.function.local("mask")
        player = self.function.local("player", low=-1, high=self.module.players - 1)
        table = self.builder.constants((*self._viewer_masks(), 0))
        lines: wasm.Body = [wasm.Set(mask.name, table.load(place))]
        for zone in self.module.zones.values():
            if zone.sight:
                inside = wasm.compared("lt_u", place - zone.run.base, zone.run.count)
                its_mask = choose(player.at_least(0), wasm.number(1) << player, wasm.number(0))
                lines.append(wasm.If(inside, [
                    wasm.Set(player.name, wasm.Call(f"f_{zone.sight}", (self.state,))), wasm.Return(its_mask),
                ]))  # fmt: skip
        return [*lines, wasm.Return(mask)]

    def _viewer_masks(self) -> tuple[int, ...]:
        """Return the mask of players who see each place; 0 where a rule decides."""
        who = [0] * self.module.layout.size
        for zone in self.module.zones.values():
            for at, cell in enumerate(zone.run.cells):
                own = 1 << at // zone.run.each if zone.owner == "player" else 0
                who[cell] = {"everyone": self.everybody, "owner": own}.get(zone.seen, 0)
        return tuple(who)


class ConfuseCopiesFunction(RuntimeFunction):
    """Wasm function: let each player in `who` forget one known copy of `piece`, as it may be that copy."""

    def _emit_body(self) -> wasm.Body:
        who, table = wasm.Get("who", low=0, high=self.everybody), self.builder.copies()
        lost = self.function.local("lost", low=0, high=self.everybody)

        def forget_copy(other: wasm.Expr) -> wasm.Body:
            """Emit the loss of one copy by the players who know it."""
            return [
                wasm.Set(lost.name, self.known(other) & who),
                *self.set_known(self.known(other) ^ lost, other),
                wasm.Set("who", who ^ lost),
            ]

        at, words = self.piece("piece") * (8 * self.builder.words), self.set_parameter()
        copies = [
            word & wasm.Load(at, table + 8 * number_, 8, type="i64")
            for number_, word in enumerate(words)
        ]
        self.function.never_inlined = True
        return [wasm.If(who, self.in_set(copies, forget_copy))]


class ForgetFunction(RuntimeFunction):
    """Wasm function: let all players but those in the mask `seen` forget a set of pieces."""

    def _emit_body(self) -> wasm.Body:
        viewers = wasm.Get("seen", low=0, high=self.everybody)
        return self.in_set(self.set_parameter(), lambda other: self.forget_piece(other, viewers))


class ResetFunction(RuntimeFunction):
    """Wasm function: reset a moved piece's variables that last only while it is in the zone it leaves."""

    def _emit_body(self) -> wasm.Body:
        source, place = self.place_parameter("left"), self.place_parameter("place")
        return self.reset_variables(self.piece("piece"), source, place)


@implements(Change.MOVE, "piece", "place", "on_top", "clear")
class MoveFunction(RuntimeFunction):
    """Wasm function: move a piece to a place and update who knows which piece.

    Players who see either place, or can identify the piece (`clear`), know it afterwards.
    """

    def _emit_body(self) -> wasm.Body:
        piece, place = self.piece("piece"), self.place_parameter("place")
        source = self.function.local("source", low=0, high=self.module.layout.size - 1)
        lines: wasm.Body = [
            wasm.If(wasm.Get("piece").less(0), [wasm.Return()]),
            wasm.If(wasm.Get("place").less(self.layout.first_place), [wasm.Trap()]),
            wasm.Set(source.name, self.layout.place.load(self.state, piece)),
            *self.take(piece, source),
            *self.enter(piece, place, wasm.Get("on_top")),
            self.layout.place.store(self.state, place, piece),
        ]
        if self.builder.knowledge:
            clear = wasm.Get("clear", low=UNSEEN, high=SHOWN_TO + self.module.players - 1)
            lines += self.update_knowledge(piece, source, place, clear)
        return [*lines, wasm.CallStmt("reset", (self.state, piece, source, place))]
