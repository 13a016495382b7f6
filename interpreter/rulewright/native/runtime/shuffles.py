"""Runtime functions that shuffle, reverse and rotate places, show pieces, and report who knows a piece."""

from __future__ import annotations

from rulewright.base.records import evolve
from rulewright.native.ast import wasm_ast as wasm
from rulewright.native.ast.folding import choose, negated, widened
from rulewright.native.ast.hashing import BEGIN, finish, step
from rulewright.native.builder.code import LocalVar, call
from rulewright.native.builder.structs import I32, NumberArray
from rulewright.native.emit.module_builder import STORY
from rulewright.native.layout.memory_forms import COUNT, FIRST, LAST
from rulewright.native.runtime.runtime_function import RuntimeFunction, implements
from rulewright.runtime.ir import hashing as digests
from rulewright.runtime.ir.nodes.ir_types import NOTHING
from rulewright.runtime.ir.terms import Change


@implements(Change.SHUFFLE, "place")
class ShuffleFunction(RuntimeFunction):
    """Wasm function: shuffle a place; players who do not see into it forget where its pieces are."""

    def _record(self) -> None:
        place, list_ = self.checked_place(), self.builder.order
        with self.when(self.is_ordered(place)):
            count = self.order(place, COUNT)
            self.copy_to_array(place, list_)
            self.run("shuffle_list", self.state + self.layout.own.random.offset, count)
            if self.builder.replays:
                self.run("record_shuffle", self.state, count)
            self.link_from_array(place, list_)
        self.forget_unseen(place)


@implements(Change.REVERSE, "place")
class ReverseFunction(RuntimeFunction):
    """Wasm function: reverse the order of a place."""

    def _record(self) -> None:
        place, list_ = self.checked_place(), self.builder.order
        with self.when(self.is_ordered(place)):
            self.copy_to_array(place, list_)
            self.link_from_array(place, list_, backwards=True)


@implements(Change.ROTATE, "place", "by", "open")
class RotateFunction(RuntimeFunction):
    """Wasm function: move `by` pieces of a place from its top to its bottom.

    Unless `open`, players who do not see into the place forget the positions of its pieces.
    """

    def _record(self) -> None:
        place = self.checked_place()
        with self.when(self.is_ordered(place)):
            count = self.let(self.order(place, COUNT), "count")
            self.give_if(count < 2)
            left = self.var(wasm.Binary("rem_s", wasm.Get("by"), count), "left")
            with self.when(left < 0):
                left += count
            self._rotate_list(place, left)
            with self.when(negated(wasm.Get("open"))):
                self.forget_unseen(place)

    def _rotate_list(self, place: wasm.Expr, left: LocalVar) -> None:
        """Record rotating the linked list: find the new first piece and cut the list before it."""
        first = self.let(self.order(place, FIRST), "first")
        at, before = self.var(first, "at", low=-1), self.var(-1, "before", low=-1)
        with self.loop(left > 0):
            before.set(at)
            at.set(self.next_of(at))
            left -= 1
        with self.when(before >= 0):
            self.set_next(self.order(place, LAST), first)
            self.set_next(before, -1)
            self.set_order(place, FIRST, at)
            self.set_order(place, LAST, before)


class ShowFunction(RuntimeFunction):
    """Wasm function: show a piece to a player; -1 shows it to all players.

    In an unordered place, each player who now knows the piece forgets one copy of it there, as the piece may be
    that copy. Copies shown at the same time (the set of pieces) are excepted.
    """

    def _record(self) -> None:
        piece, player = self.piece("piece"), wasm.Get("player", low=0, high=self.module.players)
        is_all = wasm.Get("player") < 0
        who = self.let(choose(is_all, wasm.number(self.everybody), 1 << player), "who")
        place = self.let(self.place_of(piece), "place")
        with self.when(negated(self.is_ordered(place))):
            shown = self.set_parameter()
            rest = [word & (bits ^ -1) for word, bits in zip(self.words(place), shown, strict=True)]
            new = self.difference(self.difference(who, self.viewers(place)), self.known(piece))
            self.run("confuse_copies", self.state, piece, new, *rest)
        self.set_known(piece, self.known(piece) | who)


class LearnFunction(RuntimeFunction):
    """Wasm function: let all players who see into a place know its pieces."""

    def _record(self) -> None:
        place = self.checked_place()
        viewers = self.let(self.viewers(place), "seen")
        with self.when(viewers), self.each_piece(place) as piece:
            self.set_known(piece, self.known(piece) | viewers)


class AppendStoryFunction(RuntimeFunction):
    """Wasm function: append a number to the story, or set the global `story_overflowed` if it is full."""

    def _record(self) -> None:
        self.function.never_inlined = True
        position = wasm.Global("story_position", low=0)
        with self.when(position >= self.builder.story + STORY - 4):
            self.set_global("story_overflowed", 1)
            self.give()
        NumberArray(self, I32, 0, position)[0] = wasm.Get("value")
        self.set_global("story_position", position + 4)


class NotePlacesFunction(RuntimeFunction):
    """Wasm function: note where each piece is, for `append_moves`."""

    def _record(self) -> None:
        self.function.never_inlined = True
        places = self.layout.place
        size = places.size * self.builder.pieces
        self.copy(self.builder.places_before, self.state + places.offset, size)


class AppendMovesFunction(RuntimeFunction):
    """Wasm function: append an entry to the story for each piece that is not where it was noted to be."""

    def _record(self) -> None:
        self.function.never_inlined = True
        places, before = self.layout.place, wasm.number(self.builder.places_before)
        with self.range(self.builder.pieces, hint="piece") as piece:
            source = self.let(evolve(places, offset=0).load(before, piece), "source")
            with self.when(source != self.place_of(piece)):
                for value in (wasm.Get("kind"), piece, source, self.place_of(piece)):
                    self.run("append_story", value)
                self.run("append_story", wasm.Call("knowers", (self.state, piece)))


class KnowersFunction(RuntimeFunction):
    """Wasm function: return the mask of players who know a piece and its position; all for no piece."""

    def _record(self) -> None:
        self.function.never_inlined = True
        piece = self.piece("piece")
        self.give_if(wasm.Get("piece") < 0, self.everybody)
        self.give(self.known(piece) | self.viewers(self.place_of(piece)))


class PieceDigestFunction(RuntimeFunction):
    """Wasm function: return the digest of a piece in a log message, as the seat in the global `seat` receives it.

    Copies have the digest of the first copy.
    """

    def _record(self) -> None:
        self.function.never_inlined = True
        names = [piece.name for piece in self.module.pieces]
        copies = self.builder.constants((*map(names.index, names), NOTHING))
        piece = wasm.Get("piece", low=NOTHING, high=self.builder.pieces - 1)
        seat = wasm.Global("seat", low=0, high=self.module.players - 1)
        known = step(step(BEGIN, widened(copies.load(piece))), widened(1 << seat))
        digest = self.var(known, "digest")
        sees = call("sees", self.state, piece, seat, low=0, high=1)
        unknown = wasm.number(digests.digest_of((NOTHING, 0)), "i64")
        self.give(choose(sees, finish(digest), unknown))


class SeesFunction(RuntimeFunction):
    """Wasm function: return whether a player knows a piece and its position; true for no piece."""

    def _record(self) -> None:
        piece, player = self.piece("piece"), wasm.Get("player", low=0, high=31)
        self.trap_if(wasm.Get("player") < 0)
        who = self.var(hint="who", low=0, high=self.everybody)
        with self.when(wasm.Get("piece") < 0):
            who.set(self.everybody)
        with self.else_():
            who.set(self.known(piece) | self.viewers(self.place_of(piece)))
        self.give(who >> player & 1)
