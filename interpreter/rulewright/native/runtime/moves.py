"""Runtime functions that move a piece and update who knows it; `runtime/python/runtime.py` defines the rules."""

from __future__ import annotations

from rulewright.native.ast import wasm_ast as wasm
from rulewright.native.ast.folding import choose
from rulewright.native.builder.code import call
from rulewright.native.runtime.runtime_function import RuntimeFunction, implements
from rulewright.runtime.ir.nodes.ir_types import SHOWN_TO, UNSEEN
from rulewright.runtime.ir.terms import Change


class ViewersFunction(RuntimeFunction):
    """Wasm function: return the mask of players who see into a place."""

    def _record(self) -> None:
        place = self.place_parameter("place")
        mask = self.let(self.builder.constants((*self._viewer_masks(), 0)).load(place), "mask")
        for zone in self.module.zones.values():
            if zone.sight:
                with self.when(wasm.compared("lt_u", place - zone.run.base, zone.run.count)):
                    highest = self.module.players - 1
                    player = self.let(call(f"f_{zone.sight}", self.state, low=-1, high=highest))
                    self.give(choose(player >= 0, 1 << player, wasm.number(0)))
        self.give(mask)

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

    def _record(self) -> None:
        who, table = self.parameter("who", 0, self.everybody), self.builder.copies()
        at, words = self.piece("piece") * (8 * self.builder.words), self.set_parameter()
        self.function.never_inlined = True
        copies = [
            word & wasm.Load(at, table + 8 * number, 8, type="i64")
            for number, word in enumerate(words)
        ]
        with self.when(who), self.each_in_set(copies) as other:
            lost = self.let(self.known(other) & who, "lost")
            self.set_known(other, self.known(other) ^ lost)
            who ^= lost


class ForgetFunction(RuntimeFunction):
    """Wasm function: let all players but those in the mask `seen` forget a set of pieces."""

    def _record(self) -> None:
        viewers = wasm.Get("seen", low=0, high=self.everybody)
        with self.each_in_set(self.set_parameter()) as other:
            self.forget_piece(other, viewers)


class ResetFunction(RuntimeFunction):
    """Wasm function: reset a moved piece's variables that last only while it is in the zone it leaves."""

    def _record(self) -> None:
        source, place = self.place_parameter("left"), self.place_parameter("place")
        self.reset_variables(self.piece("piece"), source, place)


@implements(Change.MOVE, "piece", "place", "on_top", "clear")
class MoveFunction(RuntimeFunction):
    """Wasm function: move a piece to a place and update who knows which piece.

    Players who see either place, or can identify the piece (`clear`), know it afterwards.
    """

    def _record(self) -> None:
        self.give_if(wasm.Get("piece") < 0)
        piece, place = self.piece("piece"), self.checked_place()
        source = self.let(self.place_of(piece), "source")
        self.take(piece, source)
        self.enter(piece, place, wasm.Get("on_top"))
        self.set_place(piece, place)
        if self.builder.knowledge:
            clear = wasm.Get("clear", low=UNSEEN, high=SHOWN_TO + self.module.players - 1)
            self.update_knowledge(piece, source, place, clear)
        self.run("reset", self.state, piece, source, place)
