"""Names are drawn for the pieces of a look back, which are to change them."""

from __future__ import annotations

from rulewright.engines.native.entries.dealing.looking_back import LookingBack
from rulewright.engines.native.form.making import any_of_words, either
from rulewright.engines.native.form.native_form import (
    Block,
    Body,
    Called,
    Expr,
    If,
    Jump,
    Loop,
    Return,
    Set,
    number,
)
from rulewright.engines.native.layout.deal_layout import DealMemory
from rulewright.engines.native.write.tables import Tables


def add_drawing(tables: Tables, memory: DealMemory) -> None:
    """Put `drawn` into the module."""
    _Drawn(tables, memory, "drawn", (), "i32").add()


class _Drawn(LookingBack):
    """A name for each piece, among those that it could have; 0 if the draw came to nothing.

    Where what names could be on lies within each other or apart, all arrangements are equally likely.
    """

    def add(self) -> None:
        count, top, local = self.cell("loose"), self.top, self.function.local
        self.name, self.before = (local(name, low=0, high=top) for name in ("name", "before"))
        self.first, self.many = (local(name, low=0, high=top + 1) for name in ("first", "many"))
        self.finish([
            *self.each_piece(lambda piece: [self.keep("names", piece, piece)]),
            *self.keep_set("free", self.nothing()),
            *self.each_number(count, top, lambda at: self.include("free", 0, at), "rank"),
            *self.each_number(count, top, self._draw),
            Return(number(1)),
        ])  # fmt: skip

    def _draw(self, at: Expr) -> Body:
        """One of the cards that are left to the names of a group becomes the next of these."""
        rank, drawn = (
            self.function.local(name, low=0, high=self.top) for name in ("rank", "drawn")
        )
        left = self._below(self.many - self.first)
        differs = either(at.equals(0), self._differ(self.name, self.before))
        return [
            Set(self.name.name, self.piece_in("drawing", at)),
            If(differs, self._begin(at)),
            Set(self.before.name, self.name),
            Set(drawn.name, self.first + left),
            Set(rank.name, self.piece_in("cards", drawn)),
            self.keep("names", self.name, self.piece_in("order", rank)),
            self.keep("cards", self.piece_in("cards", self.first), drawn),
            Set(self.first.name, self.first + 1),
            *self.exclude("free", 0, rank),
        ]

    def _begin(self, at: Expr) -> Body:
        """A group of names that could be on the same cards: of these the ones that are free, enough for all.

        Those come first on which no other name could be.
        """
        sets = (self.set_at(each, self.name) for each in ("among", "alone"))
        words = list(zip(*sets, self.set_at("free"), strict=True))
        must = self.function.local("must", low=0, high=self.top + 1)
        end = self.function.local("end", low=0, high=self.top + 1)
        other = self.function.local("other", low=0, high=self.top)
        out, again = self.label("end"), self.label("on")

        def add(rank: Expr) -> Body:
            return [self.keep("cards", rank, self.many), Set(self.many.name, self.many + 1)]

        return [
            Set(self.first.name, number(0)),
            Set(self.many.name, number(0)),
            *self.in_set([alone & free for _, alone, free in words], add, (0, self.top)),
            Set(must.name, self.many),
            *self.in_set([could & (alone ^ -1) & free for could, alone, free in words], add, (0, self.top)),
            Set(end.name, at + 1),
            Block(out, [Loop(again, [
                Jump(out, end.at_least(self.cell("loose"))),
                Set(other.name, self.piece_in("drawing", end)),
                Jump(out, self._differ(self.name, other)),
                Set(end.name, end + 1),
                Jump(again),
            ])]),
            If(either(self.many.less(end - at), (end - at).less(must)), [Return(number(0))]),
            If(must, self._others(must, end - at)),
        ]  # fmt: skip

    def _others(self, must: Expr, all_: Expr) -> Body:
        """Of the cards behind those that have to be among them so many by lot; no others are left."""
        at = self.function.local("next", low=0, high=self.top + 1)
        drawn, other = (
            self.function.local(name, low=0, high=self.top) for name in ("drawn", "other")
        )
        return [
            Set(at.name, must),
            *self.until(at.at_least(all_), [
                Set(drawn.name, at + self._below(self.many - at)),
                Set(other.name, self.piece_in("cards", drawn)),
                self.keep("cards", self.piece_in("cards", at), drawn),
                self.keep("cards", other, at),
                Set(at.name, at + 1),
            ]),
            Set(self.many.name, all_),
        ]  # fmt: skip

    def _below(self, count: Expr) -> Expr:
        stream = self.back + self.memory.cells["stream"].offset
        return Called("below", (stream, count), low=0, high=self.top)

    def _differ(self, one: Expr, other: Expr) -> Expr:
        pairs = zip(self.set_at("among", one), self.set_at("among", other), strict=True)
        return any_of_words([a ^ b for a, b in pairs])
