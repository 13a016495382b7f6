"""Pieces that nobody can tell apart any more, as they moved unseen: what could be on one could be on all."""

from __future__ import annotations

from rulewright.engines.native.entries.dealing.looking_back import LookingBack, more
from rulewright.engines.native.form.making import any_of_words, both, either
from rulewright.engines.native.form.native_form import Body, Expr, Get, If, Return, Run, Set, number
from rulewright.engines.native.layout.deal_layout import DealMemory
from rulewright.engines.native.layout.memory_forms import FIRST
from rulewright.engines.native.write.tables import Tables


def add_mixing(tables: Tables, memory: DealMemory) -> None:
    """Put `mixed` into the module."""
    _Join(tables, memory, "join", ("one", "two")).add()
    _Confuse(tables, memory, "confuse").add()
    _Mixed(tables, memory, "mixed", ("S",)).add()


class _Join(LookingBack):
    """Two pieces, and all that nobody can tell from either, are of one group: they have one leader."""

    def add(self) -> None:
        leader, other = self.function.local("leader"), self.function.local("other")
        one, two = (Get(name, low=0, high=self.top) for name in ("one", "two"))
        self.finish([
            Set(leader.name, self.cell("leader", one)),
            Set(other.name, self.cell("leader", two)),
            If(leader.equals(other), [Return()]),
            self.keep("joined", 1),
            *self.each_piece(lambda piece: [
                If(self.cell("leader", piece).equals(other), [self.keep("leader", leader, piece)]),
            ]),
        ])  # fmt: skip


class _Confuse(LookingBack):
    """The names that could be on one of a group could be on all of it."""

    def add(self) -> None:
        count = self.function.local("count", low=0)

        def led(leader: Expr) -> Body:
            def gather(piece: Expr) -> Body:
                mine = self.cell("leader", piece).equals(leader)
                return [If(mine, [Set(count.name, count + 1), *self.include("group", 0, piece)])]

            return [
                Set(count.name, number(0)),
                *self.keep_set("group", self.nothing()),
                *self.each_piece(gather),
                If(more(count, 1), self.each_piece(widen, "name")),
            ]

        def widen(name: Expr) -> Body:
            could, group = self.set_at("could", name), self.set_at("group")
            meet = any_of_words([a & b for a, b in zip(could, group, strict=True)])
            both_ = [a | b for a, b in zip(could, group, strict=True)]
            return [If(meet, self.keep_set("could", both_, name))]

        self.finish(self.each_piece(led, "leader"))


class _Mixed(LookingBack):
    """Some left a place without order; in some places others may lie; what was known and is not any more met."""

    def add(self) -> None:
        kinds = len(self.memory.kinds)
        self.before = self.kept_state("before")
        with self.looking_at(self.before):
            numbered = self.numbered()
        self.finish([
            self.keep("joined", 0),
            *self.each_piece(lambda piece: [self.keep("leader", piece, piece)]),
            *self.each_number(number(kinds), kinds, lambda kind: [
                self.keep("met", -1, kind),
                self.keep("stirred", -1, kind),
            ]),
            *self.each_piece(self._moved),
            *numbered,
            *self.each_order(self._turned),
            *self.each_piece(self._meets),
            If(self.cell("joined"), [Run("confuse", (self.back,))]),
        ])  # fmt: skip

    def _was(self, piece: Expr) -> Expr:
        return self.place_of_piece(piece, self.before)

    def _moved(self, piece: Expr) -> Body:
        """With a piece that moved unseen all that lay beside it."""
        was = self.function.local("was", low=-1, high=self.module.layout.size - 1)

        def beside(other: Expr) -> Body:
            lay = both(self.cell("unseen", other), self._was(other).equals(was))
            return [If(lay, [self._join(piece, other)])]

        moved = both(self.cell("unseen", piece), self.place_of_piece(piece).differs(was))
        return [
            Set(was.name, self._was(piece)),
            If(moved, self.by_order(was, [], self.each_piece(beside, "other"))),
        ]

    def _turned(self, place: Expr) -> Body:
        """What stayed lies in another order: others may lie there."""
        last = self.function.local("last", low=-1, high=self.top)

        def compare(piece: Expr) -> Body:
            at = self.cell("where", piece)
            return [
                If(self._was(piece).equals(place), [
                    If(at.less(last), [self.keep("stir", 1, place + 1)]),
                    Set(last.name, at),
                ]),
            ]  # fmt: skip

        return [
            Set(last.name, number(-1)),
            *self.in_order(self.order(place, FIRST), compare, place),
        ]

    def _meets(self, piece: Expr) -> Body:
        """Of a kind all that was known and is not any more; and all that lies or lay where others may lie."""
        places = self._was(piece), self.place_of_piece(piece)
        stirred = either(*(self.cell("stir", place + 1) for place in places))
        return [
            If(self.cell("unseen", piece), [
                If(stirred, self._joins("stirred", piece)),
                If(self.sees(piece, self.before), self._joins("met", piece)),
            ]),
        ]  # fmt: skip

    def _joins(self, name: str, piece: Expr) -> Body:
        """With all others of its kind of which the same is so."""
        kind, first = self.kind_of.load(piece), self.function.local("other", low=-1, high=self.top)
        return [
            Set(first.name, self.cell(name, kind)),
            If(first.less(0), [self.keep(name, piece, kind)], [self._join(first, piece)]),
        ]

    def _join(self, one: Expr, other: Expr) -> Run:
        return Run("join", (self.back, one, other))
