"""Runtime functions that shuffle, reverse and rotate places, show pieces, and report who knows a piece."""

from __future__ import annotations

from rulewright.native.ast import wasm_ast as wasm
from rulewright.native.ast.folding import choose, widened
from rulewright.native.ast.hashing import BEGIN, finish, step
from rulewright.native.emit.module_builder import STORY
from rulewright.native.layout.memory_forms import COUNT, FIRST, LAST
from rulewright.native.runtime.runtime_function import RuntimeFunction, implements
from rulewright.runtime.ir import hashing as digests
from rulewright.runtime.ir.nodes.ir_types import NOTHING
from rulewright.runtime.ir.terms import Change


@implements(Change.SHUFFLE, "place")
class ShuffleFunction(RuntimeFunction):
    """Wasm function: shuffle a place; players who do not see into it forget where its pieces are."""

    def _emit_body(self) -> wasm.Body:
        place = self.place_parameter("place")
        lines: wasm.Body = [wasm.If(wasm.Get("place").less(self.layout.first_place), [wasm.Trap()])]
        list_, count = self.builder.order, self.order(place, COUNT)
        mix = [
            *self.copy_to_array(place, list_),
            wasm.CallStmt("shuffle_list", (self.state + self.layout.own.random.offset, count)),
            *(
                [wasm.CallStmt("record_shuffle", (self.state, count))]
                if self.builder.replays
                else []
            ),
            *self.link_from_array(place, list_),
        ]
        lines += self.if_ordered_else(place, mix, [])
        if self.builder.knowledge:
            viewers = self.function.local("seen", low=0, high=self.everybody)
            forget = self.each_in(place, lambda piece: self.forget_piece(piece, viewers))
            lines += self.if_tracked([wasm.Set(viewers.name, self.viewers(place)), *forget])
        return lines


@implements(Change.REVERSE, "place")
class ReverseFunction(RuntimeFunction):
    """Wasm function: reverse the order of a place."""

    def _emit_body(self) -> wasm.Body:
        place, list_ = self.place_parameter("place"), self.builder.order
        turned = [
            *self.copy_to_array(place, list_),
            *self.link_from_array(place, list_, backwards=True),
        ]
        below = wasm.Get("place").less(self.layout.first_place)
        return [wasm.If(below, [wasm.Trap()]), *self.if_ordered_else(place, turned, [])]


@implements(Change.ROTATE, "place", "by", "open")
class RotateFunction(RuntimeFunction):
    """Wasm function: move `by` pieces of a place from its top to its bottom.

    Unless `open`, players who do not see into the place forget the positions of its pieces.
    """

    def _emit_body(self) -> wasm.Body:
        place, by = self.place_parameter("place"), self.function.local("left")
        count = self.function.local("count", low=0, high=self.builder.pieces)
        turned: wasm.Body = [
            wasm.Set(count.name, self.order(place, COUNT)),
            wasm.If(count.less(2), [wasm.Return()]),
            wasm.Set(by.name, wasm.Binary("rem_s", wasm.Get("by"), count)),
            wasm.If(by.less(0), [wasm.Set(by.name, by + count)]),
            *self._rotate_list(place, by),
            *self._forget_positions(place),
        ]
        below = wasm.Get("place").less(self.layout.first_place)
        return [wasm.If(below, [wasm.Trap()]), *self.if_ordered_else(place, turned, [])]

    def _rotate_list(self, place: wasm.Expr, remaining: wasm.Get) -> wasm.Body:
        """Emit rotating the linked list: find the new first piece and cut the list before it."""
        first, at = self.function.local("first", low=-1), self.function.local("at", low=-1)
        before, next_ = self.function.local("before", low=-1), self.layout.next
        label, out = self.label("rotate"), self.label("out")
        step: wasm.Body = [
            wasm.Jump(out, remaining.less(1)),
            wasm.Set(before.name, at),
            wasm.Set(at.name, next_.load(self.state, at)),
            wasm.Set(remaining.name, remaining - 1),
            wasm.Jump(label),
        ]
        linked: wasm.Body = [
            next_.store(self.state, first, self.order(place, LAST)),
            next_.store(self.state, wasm.number(-1), before),
            *self.set_order(place, FIRST, at),
            *self.set_order(place, LAST, before),
        ]
        return [
            wasm.Set(first.name, self.order(place, FIRST)),
            wasm.Set(at.name, first),
            wasm.Set(before.name, wasm.number(-1)),
            wasm.Block(out, [wasm.Loop(label, step)]),
            wasm.If(before.at_least(0), linked),
        ]

    def _forget_positions(self, place: wasm.Expr) -> wasm.Body:
        """Emit that players who do not see into the place forget its pieces, unless the number `by` is public."""
        if not self.builder.knowledge:
            return []
        viewers = self.function.local("seen", low=0, high=self.everybody)
        forget = self.each_in(place, lambda piece: self.forget_piece(piece, viewers))
        lines = self.if_tracked([wasm.Set(viewers.name, self.viewers(place)), *forget])
        return [wasm.If(wasm.Get("open"), [], lines)]


class ShowFunction(RuntimeFunction):
    """Wasm function: show a piece to a player; -1 shows it to all players.

    In an unordered place, each player who now knows the piece forgets one copy of it there, as the piece may be
    that copy. Copies shown at the same time (the set of pieces) are excepted.
    """

    def _emit_body(self) -> wasm.Body:
        piece, who = self.piece("piece"), self.function.local("who", low=0, high=self.everybody)
        player = wasm.Get("player", low=0, high=self.module.players)
        place = self.function.local("place", low=0, high=self.module.layout.size - 1)
        one = choose(
            wasm.Get("player").less(0), wasm.number(self.everybody), wasm.number(1) << player
        )
        rest = [
            word & (bits ^ -1)
            for word, bits in zip(self.words(place), self.set_parameter(), strict=True)
        ]
        new = self.difference(self.difference(who, self.viewers(place)), self.known(piece))
        return [
            wasm.Set(who.name, one),
            wasm.Set(place.name, self.layout.place.load(self.state, piece)),
            *self.if_ordered_else(
                place, [], [wasm.CallStmt("confuse_copies", (self.state, piece, new, *rest))]
            ),
            *self.set_known(self.known(piece) | who, piece),
        ]


class LearnFunction(RuntimeFunction):
    """Wasm function: let all players who see into a place know its pieces."""

    def _emit_body(self) -> wasm.Body:
        place, viewers = self.place_parameter("place"), self.function.local("seen", low=0)
        know = self.each_in(place, lambda piece: self.set_known(self.known(piece) | viewers, piece))
        return [
            wasm.If(wasm.Get("place").less(self.layout.first_place), [wasm.Trap()]),
            wasm.Set(viewers.name, self.viewers(place)),
            wasm.If(viewers, know),
        ]


class AppendStoryFunction(RuntimeFunction):
    """Wasm function: append a number to the story, or set the global `story_overflowed` if it is full."""

    def _emit_body(self) -> wasm.Body:
        position, end = wasm.Global("story_position", low=0), self.builder.story + STORY - 4
        self.function.never_inlined = True
        return [
            wasm.If(
                position.at_least(end),
                [wasm.SetGlobal("story_overflowed", wasm.number(1)), wasm.Return()],
            ),
            wasm.Store(position, 0, 4, wasm.Get("value")),
            wasm.SetGlobal("story_position", position + 4),
        ]


class KnowersFunction(RuntimeFunction):
    """Wasm function: return the mask of players who know a piece and its position; all for no piece."""

    def _emit_body(self) -> wasm.Body:
        piece = self.piece("piece")
        place = self.layout.place.load(self.state, piece)
        self.function.never_inlined = True
        return [
            wasm.If(wasm.Get("piece").less(0), [wasm.Return(wasm.number(self.everybody))]),
            wasm.Return(self.known(piece) | self.viewers(place)),
        ]


class PieceDigestFunction(RuntimeFunction):
    """Wasm function: return the digest of a piece in a log message, as the seat in the global `seat` receives it.

    Copies have the digest of the first copy.
    """

    def _emit_body(self) -> wasm.Body:
        names = [piece.name for piece in self.module.pieces]
        copies = self.builder.constants((*map(names.index, names), NOTHING))
        piece = wasm.Get("piece", low=NOTHING, high=self.builder.pieces - 1)
        seat = wasm.Global("seat", low=0, high=self.module.players - 1)
        digest = self.function.local("digest", "i64")
        known = step(step(BEGIN, widened(copies.load(piece))), widened(wasm.number(1) << seat))
        sees = wasm.Call("sees", (self.state, piece, seat), low=0, high=1)
        unknown = wasm.number(digests.digest_of((NOTHING, 0)), "i64")
        self.function.never_inlined = True
        return [
            wasm.Set(digest.name, known),
            wasm.Return(choose(sees, finish(digest), unknown)),
        ]


class SeesFunction(RuntimeFunction):
    """Wasm function: return whether a player knows a piece and its position; true for no piece."""

    def _emit_body(self) -> wasm.Body:
        piece, player = self.piece("piece"), wasm.Get("player", low=0, high=31)
        place = self.layout.place.load(self.state, piece)
        who = self.function.local("who", low=0, high=self.everybody)
        know = wasm.Set(who.name, self.known(piece) | self.viewers(place))
        return [
            wasm.If(wasm.Get("player").less(0), [wasm.Trap()]),
            wasm.If(
                wasm.Get("piece").less(0), [wasm.Set(who.name, wasm.number(self.everybody))], [know]
            ),
            wasm.Return((who >> player) & 1),
        ]
