"""What a question offers, where a choice is drawn: options are counted, and only the chosen one is looked for."""

from __future__ import annotations

from attrs import define, field

from rulewright.engines.native.form.making import both, choose, ones, trailing_zeros
from rulewright.engines.native.form.native_form import (
    Block,
    Body,
    Called,
    Expr,
    Function,
    Get,
    Jump,
    Loop,
    Return,
    Set,
    compared,
    number,
)
from rulewright.engines.native.translating.scope import InMemory
from rulewright.engines.native.translating.statements import StatementScope
from rulewright.engines.native.translating.tables import Tables
from rulewright.ir import terms as ir


@define
class Offer:
    """One list of options: how many there are; the set or list they are from, or nothing for a single one."""

    options: ir.OptionList
    type: ir.Type
    count: Expr
    words: list[Expr] = field(factory=list)
    held: InMemory | None = None


class OfferScope(StatementScope):
    """Counts options, and finds the one with an index."""

    def offered(self, stmt: ir.Ask, lines: Body) -> tuple[list[Offer], Expr]:
        """What the lists of a question offer, and how many options there are, with the end."""
        labels = self.module.decisions[stmt.decision].options
        offers = [
            self._offer(options, label.type or ir.NUMBER, lines)
            for options, label in zip(stmt.options, labels, strict=True)
        ]
        total: Expr = number(0)
        for offer in offers:
            total = total + offer.count
        total = self.kept(total, lines, "total") if offers else total
        if stmt.stop is not None:
            others = number(1) if stmt.stop_alone else compared("gt_s", total, 0)
            ended = self.kept(both(others, self.number(stmt.stop)), lines, "end")
            total = self.kept(total + ended, lines, "total")
        return offers, total

    def _offer(self, options: ir.OptionList, type_: ir.Type, lines: Body) -> Offer:
        """How many options a list offers, and where they are."""
        if options.source is None:
            return Offer(
                options, type_, self.kept(self.number(options.condition), lines, "offered")
            )
        source = ir.Filtered(options.source, options.var, options.condition)
        words = self.set_of(source, lines)
        if words is not None:
            words = [self.kept(word, lines, "offered") for word in words]
            counts = [ones(word) for word in words]
            return Offer(
                options, type_, self.kept(sum(counts[1:], counts[0]), lines, "count"), words
            )
        held = self.new_list(options.source)
        lines += self.gather(held, source)
        return Offer(options, type_, self.kept(self.list_count(held), lines, "count"), held=held)

    def element_at(self, offer: Offer, index: Get) -> Expr:
        """The element of a list with an index."""
        if offer.held is not None:
            return self.list_item(offer.held, index)
        return self._picked(offer, index)

    def _picked(self, offer: Offer, index: Get) -> Expr:
        """The element of a set with an index. In which word it is nobody can foretell, so there is no jump."""
        *others, word = offer.words
        counts = [ones(each) for each in others]
        left, first = (
            index - sum(counts[1:], counts[0]) if counts else index,
            number(64 * len(others)),
        )
        found: tuple[Expr, ...] = word, left, first
        for at in reversed(range(len(others))):
            before = sum(counts[1:at], counts[0]) if at else number(0)
            own = others[at], index - before, number(64 * at)
            here = index.less(before + counts[at])
            found = tuple(choose(here, *pair) for pair in zip(own, found, strict=True))
        return Called("pick", found[:2], low=0, high=63) + found[2]


def add_pick(tables: Tables) -> None:
    """The place of the bit with an index among those of a word that are set, the lowest first."""
    pick = Function("pick", (("word", "i64"), ("index", "i32")), "i32")
    word, index = Get("word", type="i64"), Get("index")
    pick.body = [
        Block("few", [
            Loop("next", [
                Jump("few", index.less(8)),
                *(Set("word", word & (word - 1)) for _ in range(8)),
                Set("index", index - 8),
                Jump("next"),
            ]),
        ]),
    ]  # fmt: skip
    held: list[Expr] = [word]
    for _ in range(7):
        less = pick.local("word", "i64")
        pick.body.append(Set(less.name, held[-1] & (held[-1] - 1)))
        held.append(less)
    for bit in range(3):
        pairs = zip(held[::2], held[1::2], strict=True)
        kept: list[Expr] = []
        for one, other in pairs:
            found = pick.local("word", "i64")
            pick.body.append(Set(found.name, choose(index & (1 << bit), other, one)))
            kept.append(found)
        held = kept
    pick.body.append(Return(trailing_zeros(held[0])))
    tables.wasm.add(pick)
