"""Emits digests of cards and places as a seat sees them; see `observation.observation_digest`.

Most digests of cards are constants. Cards that carry variables or zones have one function per kind, for a card
that the seat identifies with certainty. (Of several copies it may not know which one it sees.)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import reduce

from rulewright.base.records import Record
from rulewright.native.ast import wasm_ast as wasm
from rulewright.native.ast.folding import choose, narrowed, popcount, widened
from rulewright.native.ast.hashing import Fold, count_term
from rulewright.native.emit.module_builder import ConstantArray, ModuleBuilder
from rulewright.native.exports.observe.seat_visibility import SeatFunction, VisibilitySets
from rulewright.native.layout.memory_forms import COUNT, FIRST
from rulewright.runtime.ir import hashing as digests
from rulewright.runtime.ir.module import VariableEntry, ZoneEntry
from rulewright.runtime.ir.nodes.ir_types import Kind

NO_KIND = -1
"""The kind of cards that carry neither variables nor zones."""


class CardKindTables(Record):
    """A kind of cards that carry variables or zones, with its cards, variables and zones."""

    cards: tuple[int, ...]
    variables: tuple[VariableEntry, ...]
    zones: tuple[ZoneEntry, ...]


class CardTables(Record):
    """Constant tables of all cards of a module, for their digests: design, kind, and whether there are copies.

    `designs` is the design of each card, `plain` the address of digests of the design alone. `kind_of` is the
    index in `kinds` or NONE, `copied` whether there are other copies.
    """

    designs: ConstantArray
    plain: int
    kinds: tuple[CardKindTables, ...]
    kind_of: tuple[int, ...]
    copied: tuple[bool, ...]

    @classmethod
    def of(cls, builder: ModuleBuilder) -> CardTables:
        """Put the tables of a module's cards into memory and return them."""
        module = builder.module
        number = {name: at for at, name in enumerate(module.designs)}
        designs = tuple(number[piece.name] for piece in module.pieces)
        kinds: dict[str, CardKindTables] = {}
        for piece in module.pieces:
            cards = tuple(n for n, each in enumerate(module.pieces) if each.kind == piece.kind)
            variables = tuple(v for v in module.variables.values() if v.owner == piece.kind)
            zones = tuple(z for z in module.zones.values() if z.owner == piece.kind)
            if (variables or zones) and piece.kind not in kinds:
                kinds[piece.kind] = CardKindTables(cards, variables, zones)
        numbers = {kind: at for at, kind in enumerate(kinds)}
        plain = [digests.digest_of((design,)) for design in designs]
        return cls(
            builder.constants((*designs, -1)),
            builder.masks(plain, 1),
            tuple(kinds.values()),
            tuple(numbers.get(piece.kind, NO_KIND) for piece in module.pieces),
            tuple(designs.count(design) > 1 for design in designs),
        )


class DigestFunction(SeatFunction):
    """A function that computes digests of cards or places as the seat (global `seat`) sees them."""

    def __init__(
        self,
        builder: ModuleBuilder,
        visible: VisibilitySets,
        cards: CardTables,
        name: str,
        parameters: tuple[str, ...] = ("S",),
        **wide: bool,
    ) -> None:
        super().__init__(builder, visible, name, parameters, "i64", **wide)
        self.cards = cards

    # ------------------------------------------------------------------ cards

    def design_digest(self, card: wasm.Expr) -> wasm.Expr:
        """Emit the digest of a card's design, without its variables and places."""
        return wasm.Load(card * 8, self.cards.plain, 8, type="i64")

    def certain_digest(self, card: wasm.Expr) -> wasm.Expr:
        """Emit the digest of a card that the seat identifies with certainty."""
        kinds = set(self.cards.kind_of[card.low : card.high + 1])
        if kinds <= {NO_KIND}:
            return self.design_digest(card)
        name = f"card_digest_{kinds.pop()}" if len(kinds) == 1 else "card_digest"
        return wasm.Call(name, (self.state, card), type="i64")

    def known_digest(self, card: wasm.Expr) -> wasm.Expr:
        """Emit the digest of a card that the seat knows unseen; of a design with copies, only the design."""
        if set(self.cards.kind_of[card.low : card.high + 1]) <= {NO_KIND}:
            return self.design_digest(card)
        return choose(self.is_copied(card), self.design_digest(card), self.certain_digest(card))

    def is_copied(self, card: wasm.Expr) -> wasm.Expr:
        """Emit the test whether other cards have the same design as `card`."""
        copied = {*self.cards.copied[card.low : card.high + 1]}
        if len(copied) == 1:
            return wasm.number(int(copied.pop()))
        return self.builder.constants((*map(int, self.cards.copied), 0)).load(card)

    def value(self, variable: VariableEntry, value: wasm.Expr) -> wasm.Expr:
        """Emit `value` of a variable as the digest takes it: a card becomes its design."""
        if variable.type.kind is Kind.PIECE:
            return self.cards.designs.load(value)
        return value

    # ------------------------------------------------------------------ places

    def place(self, zone: ZoneEntry, cell: wasm.Expr) -> tuple[wasm.Body, wasm.Expr]:
        """Return the statements that compute the digest of a zone's place, and the local that holds it."""
        bag = self.function.local("bag", "i64")
        if_open, if_hidden = (
            (self._order_seen, self._order_hidden)
            if zone.ordered
            else (self._set_seen, self._set_hidden)
        )
        count = self.order(cell, COUNT) if zone.ordered else self._count(cell)
        lines = self.if_(self.is_open(zone, cell), if_open(cell, bag), if_hidden(cell, bag))
        return [wasm.Set(bag.name, count_term(count)), *lines], bag

    def _count(self, cell: wasm.Expr) -> wasm.Expr:
        """Emit the number of cards in an unordered place."""
        counts = [popcount(word) for word in self.used_words(cell)]
        return reduce(lambda one, other: one + other, counts)

    def _set_seen(self, cell: wasm.Expr, bag: wasm.Get) -> wasm.Body:
        """Emit adding the cards of an unordered place, which the seat sees, to the digest `bag`."""

        def take(card: wasm.Expr) -> wasm.Body:
            """Emit adding one card to the digest."""
            return [wasm.Set(bag.name, bag + self.certain_digest(card))]

        return self.in_set(self.used_words(cell), take, self.pieces_in(cell))

    def _set_hidden(self, cell: wasm.Expr, bag: wasm.Get) -> wasm.Body:
        """Emit adding the cards that the seat knows in an unseen unordered place to the digest `bag`."""

        def take(card: wasm.Expr) -> wasm.Body:
            """Emit adding one known card to the digest."""
            return [wasm.Set(bag.name, bag + self.known_digest(card))]

        words = zip(self.used_words(cell), self.set_at(self.seen.known), strict=False)
        return self.in_set([word & known for word, known in words], take, self.pieces_in(cell))

    def _order_seen(self, cell: wasm.Expr, bag: wasm.Get) -> wasm.Body:
        """Emit adding the cards of an ordered place, which the seat sees, to the digest `bag`."""
        return self._numbered(cell, lambda at, card: self._at(at, self.certain_digest(card), bag))

    def _order_hidden(self, cell: wasm.Expr, bag: wasm.Get) -> wasm.Body:
        """Emit adding the cards that the seat knows in an unseen ordered place to the digest `bag`."""

        def take(at: wasm.Get, card: wasm.Expr) -> wasm.Body:
            """Emit adding one card with its position to the digest if the seat knows it."""
            known = self._at(at, self.known_digest(card), bag)
            return [wasm.If(self.is_in(self.seen.known, card), known)]

        orders = wasm.Load(wasm.number(self.seen.orders), 0, 8, type="i64")
        lies = narrowed(orders >> widened(cell)) & 1
        return [wasm.If(lies, self._numbered(cell, take))]

    def _numbered(
        self, cell: wasm.Expr, take: Callable[[wasm.Get, wasm.Expr], wasm.Body]
    ) -> wasm.Body:
        """Emit a loop over an ordered place's cards; `take` gets the position and the card."""
        at = self.function.local("at", low=0, high=self.top)

        def turn(card: wasm.Expr) -> wasm.Body:
            """Emit one iteration, and count the position up."""
            return [*take(at, card), wasm.Set(at.name, at + 1)]

        return [
            wasm.Set(at.name, wasm.number(0)),
            *self.in_order(self.order(cell, FIRST), turn, cell),
        ]

    def _at(self, at: wasm.Get, card: wasm.Expr, bag: wasm.Get) -> wasm.Body:
        """Emit adding the digest `card` together with the position `at` to the digest `bag`."""
        pair = Fold(self.function)
        return [
            pair.begin(),
            pair.take(at),
            pair.take(card),
            wasm.Set(bag.name, bag + pair.finish()),
        ]


class CardDigestFunction(DigestFunction):
    """Wasm function: return the digest of a card of one kind, for a seat that identifies it for certain."""

    def add(self, kind: CardKindTables) -> None:
        """Add the function to the module."""
        card = wasm.Get("card", low=kind.cards[0], high=kind.cards[-1])
        digest = Fold(self.function)
        shown = [(each, self.is_shown(each), each.run.each) for each in kind.variables]
        lines: wasm.Body = [
            digest.begin(),
            digest.take(self.cards.designs.load(card)),
            digest.take(count_shown(shown)),
        ]
        for variable, is_shown, count in shown:
            cells = self.layout.variables[variable.name]
            first = (card - variable.run.first_owner) * count
            values = [cells.load(self.state, first + at) for at in range(count)]
            takes: wasm.Body = [digest.take(self.value(variable, value)) for value in values]
            lines += self.if_(is_shown, takes)
        if kind.zones:
            lines += [
                wasm.If(
                    self.is_in(self.seen.visiting, card), [wasm.Return(self.design_digest(card))]
                ),
                self.put_in(self.seen.visiting, card),
            ]
        for zone in kind.zones:
            first = (card - zone.run.first_owner) * zone.run.each + zone.run.base
            for at in range(zone.run.each):
                body, bag = self.place(zone, first + at)
                lines += [*body, digest.take(bag)]
        end = [self.put_in(self.seen.visiting, card)] if kind.zones else []
        self.finish([*lines, *end, wasm.Return(digest.finish())])


class AnyCardDigestFunction(DigestFunction):
    """Wasm function: return the digest of a card of any kind, for a seat that identifies it for certain."""

    def add(self) -> None:
        """Add the function to the module."""
        card = wasm.Get("card", low=0, high=self.top)
        kind = self.builder.constants((*self.cards.kind_of, NO_KIND)).load(card)
        lines: wasm.Body = []
        for number, each in enumerate(self.cards.kinds):
            its = wasm.Get("card", low=each.cards[0], high=each.cards[-1])
            digest = wasm.Call(f"card_digest_{number}", (self.state, its), type="i64")
            lines.append(wasm.If(kind.equals(number), [wasm.Return(digest)]))
        self.finish([*lines, wasm.Return(self.design_digest(card))])


def count_shown(shown: Iterable[tuple[VariableEntry, wasm.Expr, int]]) -> wasm.Expr:
    """Emit how many numbers the seat sees in `shown`: (variable, test whether it is seen, number of its values)."""
    total: wasm.Expr = wasm.number(0)
    for _, is_shown, count in shown:
        total = total + is_shown * count
    return total
