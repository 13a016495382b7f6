"""Emits the digest of visible marks on cards that a seat cannot identify with certainty."""

from __future__ import annotations

from rulewright.native.ast import wasm_ast as wasm
from rulewright.native.ast.folding import both, fold_comparison, is_zero
from rulewright.native.ast.hashing import Fold, count_term
from rulewright.native.exports.observe.card_hashes import CardKindTables, DigestFunction
from rulewright.runtime.ir.module import VariableEntry
from rulewright.runtime.ir.nodes.ir_types import NO_NUMBER, Kind


class MarksDigestFunction(DigestFunction):
    """Wasm function: return the digest of all visible marks on cards that the seat cannot identify."""

    def add(self) -> None:
        """Add the function to the module."""
        local = self.function.local
        self.bag, self.count = local("bag", "i64"), local("count", low=0)
        lines: wasm.Body = []
        variables = list(self.module.variables.values())
        for kind in self.cards.kinds:
            for variable in kind.variables:
                marked = self._marked_cards(variables.index(variable), variable, kind)
                lines += self.if_(self.is_shown(variable), marked)
        self.finish([
            wasm.Set(self.bag.name, wasm.number(0, "i64")),
            wasm.Set(self.count.name, wasm.number(0)),
            *lines,
            wasm.Return(self.bag + count_term(self.count)),
        ])  # fmt: skip

    def _marked_cards(
        self, number: int, variable: VariableEntry, kind: CardKindTables
    ) -> wasm.Body:
        """Emit adding the marks of one variable on all cards that the seat cannot identify."""
        run, cells = variable.run, self.layout.variables[variable.name]

        def take(card: wasm.Expr) -> wasm.Body:
            """Emit adding the marks of one card to the digest."""
            lines: wasm.Body = []
            for at in range(run.each):
                value = cells.load(self.state, (card - run.first_owner) * run.each + at)
                mark = Fold(self.function)
                lines.append(wasm.If(_is_set(variable, value), [
                    mark.begin(number, at),
                    mark.take(self.cards.designs.load(card)),
                    mark.take(self.value(variable, value)),
                    wasm.Set(self.bag.name, self.bag + mark.finish()),
                    wasm.Set(self.count.name, self.count + 1),
                ]))  # fmt: skip
            return lines

        def unless_open(card: wasm.Expr) -> wasm.Body:
            """Emit adding the marks of one card unless the seat sees the card."""
            return [wasm.If(is_zero(self.is_visible(card)), take(card))]

        # The set of open cards leaves out ordered places, so cards there are tested one by one.
        candidates = self._unidentified(variable, kind)
        shows = any(zone.ordered and zone.seen != "nobody" for zone in self.module.zones.values())
        return self.in_set(
            candidates, unless_open if shows else take, (kind.cards[0], kind.cards[-1])
        )

    def _unidentified(self, variable: VariableEntry, kind: CardKindTables) -> list[wasm.Expr]:
        """Emit the set of marked cards that the seat may not identify; some that it sees remain."""
        copied = sum(1 << card for card, is_copied in enumerate(self.cards.copied) if is_copied)
        known = zip(self.set_at(self.seen.known), self.builder.words_of(copied), strict=True)
        known_surely = [word & (its ^ -1) for word, its in known]
        unsure = [
            (word | open_word) ^ -1
            for word, open_word in zip(known_surely, self.set_at(self.seen.open), strict=True)
        ]
        carrying = self.carriers_of(variable, kind.cards)
        return [word & other for word, other in zip(carrying, unsure, strict=True)]


def _is_set(variable: VariableEntry, value: wasm.Expr) -> wasm.Expr:
    """Emit the test whether a mark is set: not -1 (NOTHING), false or 0."""
    match variable.type.kind:
        case Kind.TRUTH:
            return value.differs(0)
        case Kind.NUMBER:
            return both(value.differs(0), fold_comparison(value.differs(NO_NUMBER)))
    return value.at_least(0)
