"""What a seat can tell of pieces that it does not see: on which each name could be; see `game.telling_apart`."""

from __future__ import annotations

from rulewright.engines.native.entries.dealing.looking_back import LookingBack
from rulewright.engines.native.entries.dealing.mixing import add_mixing
from rulewright.engines.native.form.making import any_of_words, both, either, is_zero, ones
from rulewright.engines.native.form.native_form import (
    FALSE,
    Body,
    CopyBytes,
    Expr,
    Get,
    If,
    Run,
    Set,
    compared,
    number,
)
from rulewright.engines.native.layout.deal_layout import DealMemory
from rulewright.engines.native.write.tables import Tables


def add_telling_apart(tables: Tables, memory: DealMemory) -> None:
    """Put `knows_nothing` and `saw` into the module."""
    add_mixing(tables, memory)
    _KnowsNothing(tables, memory, "knows_nothing").add()
    _Only(tables, memory, "only").add()
    _MarkMixed(tables, memory, "mark_mixed", ("S",)).add()
    _Saw(tables, memory, "saw", ("S",)).add()


class _KnowsNothing(LookingBack):
    """Nothing was seen yet: of each name the kind can be told."""

    def add(self) -> None:
        kinds, places = number(len(self.memory.kinds)), self.module.layout.size
        self.finish([
            self.keep("looks", 0),
            *self.each_number(number(places + 1), places, lambda at: [self.keep("stir", 0, at)]),
            *self.each_number(kinds, len(self.memory.kinds), lambda kind: [
                *self.keep_set("alike", self.nothing(), kind),
                self.keep("mixed", 0, kind),
                self.keep("apart", 0, kind),
            ]),
            *self.each_piece(lambda piece: self.include("alike", self.kind_of.load(piece), piece)),
            *self.each_piece(lambda piece: [
                *self.keep_set("could", self.set_at("alike", self.kind_of.load(piece)), piece),
                self.keep("exact", -1, piece),
            ]),
        ])  # fmt: skip


class _Saw(LookingBack):
    """The seat has looked at the table once more."""

    def add(self) -> None:
        looks = self.cell("looks")

        def unseen(piece: Expr) -> Body:
            return [self.keep("unseen", is_zero(self.sees(piece)), piece)]

        def is_exact(name: Expr) -> Body:
            is_one = _count(self.set_at("could", name)).equals(1)
            return [If(is_one, [self.keep("exact", looks, name)])]

        self.finish([
            *self.each_piece(unseen),
            If(looks, [Run("mixed", (self.back, self.state))]),
            *self._open(),
            *self.each_piece(is_exact, "name"),
            Run("mark_mixed", (self.back, self.state)),
            CopyBytes(self.kept_state("before"), self.state, number(self.layout.size)),
            self.keep("looks", looks + 1),
        ])  # fmt: skip

    def _open(self) -> Body:
        """Pieces that are known: together those of a place without order, one by one others."""
        known = self.set_at("known")

        def group(piece: Expr) -> Body:
            place = self.place_of_piece(piece)
            single = [*self.keep_set("group", self.nothing()), *self.include("group", 0, piece)]
            words = self.words(place)
            together = self.keep_set("group", [a & b for a, b in zip(words, known, strict=True)])
            there = compared("ge_s", place, self.layout.first_place)
            return [
                If(both(is_zero(self.cell("unseen", piece)), there), [
                    *self.by_order(place, list(single), together),
                    If(_differ(self.set_at("could", piece), self.set_at("group")), [
                        Run("only", (self.back,)),
                    ]),
                ]),
            ]  # fmt: skip

        def gathered(piece: Expr) -> Body:
            return [If(is_zero(self.cell("unseen", piece)), self.include("known", 0, piece))]

        return [
            *self.keep_set("known", self.nothing()),
            *self.each_piece(gathered),
            *self.each_piece(group),
        ]


class _Only(LookingBack):
    """The pieces of the group have its names, and no others have them."""

    def add(self) -> None:
        group = self.set_at("group")

        def rest(name: Expr) -> list[Expr]:
            could = self.set_at("could", name)
            return [word & (bits ^ -1) for word, bits in zip(could, group, strict=True)]

        self.finish(self.each_piece(lambda name: [
            If(self.has("group", 0, name),
                self.keep_set("could", group, name), self.keep_set("could", rest(name), name)),
        ], "name"))  # fmt: skip


class _MarkMixed(LookingBack):
    """What was told apart before pieces of a kind came to be alike does not matter any more.

    They also come to be so when all of them lie where others may lie.
    """

    def add(self) -> None:
        kinds = len(self.memory.kinds)
        self.finish(self.each_number(number(kinds), kinds, self._kind, "kind"))

    def _kind(self, kind: Expr) -> Body:
        first = self.function.local("first", low=-1, high=self.top)
        is_one, anew = (self.function.local(name, low=0, high=1) for name in ("is_one", "anew"))
        known = Get(first.name, low=0, high=self.top)
        could = self.set_at("could", known)

        def hidden(piece: Expr) -> Body:
            mine = both(self.kind_of.load(piece).equals(kind), self.cell("unseen", piece))
            return [
                If(mine, [
                    *self.include("group", 0, piece),
                    Set(anew.name, anew & self.cell("stir", self.place_of_piece(piece) + 1)),
                    If(first.less(0), [Set(first.name, piece)], [
                        If(_differ(self.set_at("could", piece), could), [Set(is_one.name, FALSE)]),
                    ]),
                ]),
            ]  # fmt: skip

        group, alike = self.set_at("group"), self.set_at("alike", kind)
        joined = any_of_words([g & (a ^ -1) for g, a in zip(group, alike, strict=True)])
        return [
            Set(first.name, number(-1)),
            Set(is_one.name, number(1)),
            Set(anew.name, number(1)),
            *self.keep_set("group", self.nothing()),
            *self.each_piece(hidden),
            If(is_one, [
                If(either(self.cell("apart", kind), either(joined, both(anew, first.at_least(0)))), [
                    self.keep("mixed", self.cell("looks"), kind),
                ]),
                *self.keep_set("alike", group, kind),
            ]),
            self.keep("apart", is_zero(is_one), kind),
        ]  # fmt: skip


def _count(words: list[Expr]) -> Expr:
    """How many pieces are in a set."""
    counts = [ones(word) for word in words]
    return sum(counts[1:], counts[0])


def _differ(one: list[Expr], other: list[Expr]) -> Expr:
    return any_of_words([a ^ b for a, b in zip(one, other, strict=True)])
