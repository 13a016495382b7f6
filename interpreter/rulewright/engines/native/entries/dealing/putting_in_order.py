"""In which order pieces and names come when names are drawn: it hangs on nothing that the seat does not know."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from rulewright.engines.native.entries.dealing.looking_back import LookingBack, more
from rulewright.engines.native.form.making import any_of_words, both, negated, ones, widened
from rulewright.engines.native.form.native_form import (
    Binary,
    Block,
    Body,
    Expr,
    Get,
    If,
    Jump,
    Loop,
    Set,
    number,
)
from rulewright.engines.native.layout.deal_layout import DealMemory
from rulewright.engines.native.write.tables import Tables
from rulewright.ir.chance import CHOICES_FACTOR, MULTIPLIER

Before: TypeAlias = Callable[[Get, Get], tuple[Body, Expr]]
"""Whether one thing comes before another, after some statements."""


def add_order(tables: Tables, memory: DealMemory) -> None:
    """Put `trail` and `put_in_order` into the module."""
    _Trail(tables, memory, "trail", ("S",)).add()
    _PutInOrder(tables, memory, "put_in_order").add()


class _Trail(LookingBack):
    """For each piece a number that hangs on where it lies in a state, how deep, and who else knows it.

    Half of its bits are left to what is done with it from then on, which comes first.
    """

    def add(self) -> None:
        def mixed(piece: Expr) -> Body:
            place, known = self.place_of_piece(piece), self.layout.known.load(self.state, piece)
            mark = widened((place << 20) ^ (self.cell("where", piece) << 10) ^ known)
            return [self.keep("trail", _hashed(mark) >> 33, piece)]

        self.finish([
            *self.each_piece(lambda piece: [self.keep("where", 0, piece)]),
            *self.numbered(),
            *self.each_piece(mixed),
        ])  # fmt: skip


class _PutInOrder(LookingBack):
    """The pieces that may change names, in the order of their trails; the names, those first that could be on few.

    What a name could be on is kept as places in that order.
    """

    def add(self) -> None:
        loose = self.function.local("loose", low=0, high=self.top)

        def gather(piece: Expr) -> Body:
            add = [self.keep(name, piece, loose) for name in ("order", "drawing")]
            return [If(self.cell("is_loose", piece), [*add, Set(loose.name, loose + 1)])]

        count = self.cell("loose")
        self.finish([
            Set(loose.name, number(0)),
            *self.each_piece(gather),
            self.keep("loose", loose),
            *self.each_piece(self._with_designs),
            *self._sorted("order", self._is_before),
            *self.each_number(count, self.top, lambda at: self._among(self.piece_in("drawing", at))),
            *self._sorted("drawing", self._has_fewer),
            *self._alone(),
        ])  # fmt: skip

    def _with_designs(self, piece: Expr) -> Body:
        """What a piece could be adds to its trail: its designs, in no order."""
        designs = {name: at + 1 for at, name in enumerate(self.module.designs)}
        numbers = self.tables.constants((*(designs[each.name] for each in self.module.pieces), 0))

        def could(name: Expr) -> Body:
            design = _hashed(widened(numbers.load(name))) >> 40
            there = both(self.cell("is_loose", name), self.has("could", name, piece))
            return [If(there, [self.keep("trail", self.cell("trail", piece) + design, piece)])]

        return self.each_piece(could, "name")

    def _among(self, name: Expr) -> Body:
        """The places of the order on which a name could be."""
        name_ = self.function.local("name", low=0, high=self.top)

        def rank(at: Expr) -> Body:
            could = self.has("could", name_, self.piece_in("order", at))
            return [If(could, self.include("among", name_, at))]

        return [
            Set(name_.name, name),
            *self.keep_set("among", self.nothing(), name_),
            *self.each_number(self.cell("loose"), self.top, rank, "rank"),
        ]

    def _alone(self) -> Body:
        """For each name those of its cards on which no name could be that is drawn later, in a group of its own."""
        at, local = self.function.local("next", low=0), self.function.local
        name, last = (local(each, low=0, high=self.top) for each in ("name", "before"))
        among, later = self.set_at("among", name), self.set_at("group")
        behind = self.set_at("among", last)
        differ = any_of_words([a ^ b for a, b in zip(among, behind, strict=True)])
        alone = [a & (b ^ -1) for a, b in zip(among, later, strict=True)]
        return [
            *self.keep_set("group", self.nothing()),
            Set(at.name, self.cell("loose")),
            *self.until(at.less(1), [
                Set(at.name, at - 1),
                Set(name.name, self.piece_in("drawing", at)),
                If(both(at.less(self.cell("loose") - 1), differ), [
                    *self.keep_set("group", [a | b for a, b in zip(later, behind, strict=True)]),
                ]),
                *self.keep_set("alone", alone, name),
                Set(last.name, name),
            ]),
        ]  # fmt: skip

    def _sorted(self, name: str, is_before: Before) -> Body:
        """What is kept by a name is put in order, each after all that it is not before."""
        at, to = self.function.local("next", low=0), self.function.local("to", low=0)
        one = self.function.local("one", low=0, high=self.top)
        other = self.function.local("other", low=0, high=self.top)
        found, again = self.label("found"), self.label("down")
        lines, before = is_before(one, other)
        return [
            Set(at.name, number(1)),
            *self.until(at.at_least(self.cell("loose")), [
                Set(one.name, self.piece_in(name, at)),
                Set(to.name, at),
                Block(found, [Loop(again, [
                    Jump(found, to.less(1)),
                    Set(other.name, self.piece_in(name, to - 1)),
                    *lines,
                    Jump(found, negated(before)),
                    self.keep(name, other, to),
                    Set(to.name, to - 1),
                    Jump(again),
                ])]),
                self.keep(name, one, to),
                Set(at.name, at + 1),
            ]),
        ]  # fmt: skip

    def _is_before(self, one: Get, other: Get) -> tuple[Body, Expr]:
        trails = [self.cell("trail", each) for each in (one, other)]
        return [], Binary("lt_u", *trails, low=0, high=1)

    def _has_fewer(self, one: Get, other: Get) -> tuple[Body, Expr]:
        """Fewer places; or as many, and others: in the order of the sets as numbers."""
        fewer = self.function.local("fewer", low=-1, high=1)
        sets = [self.set_at("among", each) for each in (one, other)]
        counts = [sum(map(ones, words[1:]), ones(words[0])) for words in sets]
        lines: Body = [Set(fewer.name, counts[0].less(counts[1]) - more(*counts))]
        for words in zip(*sets, strict=True):
            less, greater = (Binary(name, *words, low=0, high=1) for name in ("lt_u", "gt_u"))
            lines.append(If(fewer.equals(0), [Set(fewer.name, less - greater)]))
        return lines, fewer.equals(1)


def with_choice(trail: Expr, step: Expr) -> Expr:
    """The trail of a piece that was chosen in a step."""
    chosen = _hashed((trail >> 32) ^ widened(step + 1))
    return ((chosen >> 32) * number(1 << 32, "i64")) | (trail & (1 << 32) - 1)


def _hashed(of: Expr) -> Expr:
    """A number of 64 bits that hangs on all bits of another."""
    turned = Binary("rotl", of * number(MULTIPLIER, "i64"), number(29, "i64"), type="i64")
    return (turned ^ CHOICES_FACTOR) * number(MULTIPLIER, "i64")
