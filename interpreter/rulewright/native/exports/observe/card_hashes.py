"""Emits digests of cards and places as a seat sees them; see `observation.observation_digest`.

Most digests of cards are constants. Cards that carry variables or zones have one function per kind, for a card
that the seat identifies with certainty. (Of several copies it may not know which one it sees.)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import reduce
from operator import add

from rulewright.base.records import Record
from rulewright.native.ast import wasm_ast as wasm
from rulewright.native.ast.folding import choose, narrowed, popcount, widened
from rulewright.native.ast.hashing import count_term, finish, step
from rulewright.native.ast.wasm_ast import Expr
from rulewright.native.builder.code import Code, LocalVar, call
from rulewright.native.builder.structs import I64, NumberArray
from rulewright.native.emit.module_builder import ConstantArray, ModuleBuilder
from rulewright.native.exports.exported_function import recorded
from rulewright.native.exports.observe.seat_visibility import SeatFunction, VisibilitySets
from rulewright.native.layout.memory_forms import COUNT
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


def piece_count(words: Iterable[Expr]) -> Expr:
    """Return the number of pieces in a set."""
    return reduce(add, map(popcount, words))


class Fold:
    """A digest in a local of a function, into which values are hashed one after the other."""

    def __init__(self, code: Code, *values: int) -> None:
        digest = reduce(digests.step, values, digests.BEGIN)
        self.digest = code.var(wasm.number(digest, "i64"), "digest")

    def take(self, *values: Expr) -> None:
        """Record hashing further numbers of 32 or 64 bits into the digest."""
        for value in values:
            self.digest.set(step(self.digest, value if value.type == "i64" else widened(value)))

    def finish(self) -> Expr:
        """Return the final digest; evaluate it once, after all statements."""
        return finish(self.digest)


class DigestFunction(SeatFunction):
    """A function that computes digests of cards or places as the seat (global `seat`) sees them."""

    def __init__(
        self, builder: ModuleBuilder, visible: VisibilitySets, cards: CardTables, name: str, *parameters: str,
        **typed: wasm.Type,
    ) -> None:  # fmt: skip
        super().__init__(builder, visible, name, *parameters, **typed)
        self.cards = cards

    # ------------------------------------------------------------------ cards

    def design_digest(self, card: Expr) -> Expr:
        """Return the digest of a card's design, without its variables and places."""
        return NumberArray(self, I64, self.cards.plain)[card]

    def certain_digest(self, card: Expr) -> Expr:
        """Return the digest of a card that the seat identifies with certainty."""
        kinds = set(self.cards.kind_of[card.low : card.high + 1])
        if kinds <= {NO_KIND}:
            return self.design_digest(card)
        name = f"card_digest_{kinds.pop()}" if len(kinds) == 1 else "card_digest"
        return call(name, self.state, card, type_="i64")

    def known_digest(self, card: Expr) -> Expr:
        """Return the digest of a card that the seat knows unseen; of a design with copies, only the design."""
        if set(self.cards.kind_of[card.low : card.high + 1]) <= {NO_KIND}:
            return self.design_digest(card)
        return choose(self.is_copied(card), self.design_digest(card), self.certain_digest(card))

    def is_copied(self, card: Expr) -> Expr:
        """Return the test whether other cards have the same design as `card`."""
        copied = {*self.cards.copied[card.low : card.high + 1]}
        if len(copied) == 1:
            return wasm.number(int(copied.pop()))
        return self.builder.constants((*map(int, self.cards.copied), 0)).load(card)

    def value(self, variable: VariableEntry, value: Expr) -> Expr:
        """Return `value` of a variable as the digest takes it: a card becomes its design."""
        return self.cards.designs.load(value) if variable.type.kind is Kind.PIECE else value

    # ------------------------------------------------------------------ places

    def place_digest(self, zone: ZoneEntry, cell: Expr) -> Expr:
        """Record computing the digest of a zone's place as the seat sees it, and return its local."""
        add_cards = self._add_order if zone.ordered else self._add_set
        count = self.order(cell, COUNT) if zone.ordered else piece_count(self.used_words(cell))
        bag = self.var(count_term(count), "bag")
        with self.when(self.is_open(zone, cell)):
            add_cards(cell, bag, self.certain_digest, True)
        with self.else_():
            add_cards(cell, bag, self.known_digest, False)
        return bag

    def _add_set(
        self, cell: Expr, bag: LocalVar, digest: Callable[[Expr], Expr], is_open: bool
    ) -> None:
        """Record adding the digests of an unordered place's cards to `bag`; if not open, of the known ones."""
        words = self.used_words(cell)
        if not is_open:
            known = self.set_at(self.seen.known)
            words = [one & other for one, other in zip(words, known, strict=False)]
        with self.each_in_set(words, self.pieces_in(cell)) as card:
            bag += digest(card)

    def _add_order(
        self, cell: Expr, bag: LocalVar, digest: Callable[[Expr], Expr], is_open: bool
    ) -> None:
        """Record adding the digests of an ordered place's cards, with positions; if not open, of the known ones."""
        orders = NumberArray(self, I64, self.seen.orders)[0]
        with self.when(is_open or narrowed(orders >> widened(cell)) & 1):
            at = self.var(0, "at", low=0, high=self.top)
            with self.each_in_order(cell) as card:
                with self.when(is_open or self.is_in(self.seen.known, card)):
                    pair = Fold(self)
                    pair.take(at, digest(card))
                    bag += pair.finish()
                at += 1


def add_card_digests(builder: ModuleBuilder, visible: VisibilitySets, cards: CardTables) -> None:
    """Add the functions that return the digest of a card that the seat identifies for certain.

    There is one for the cards of each kind, and `card_digest` for all cards.
    """
    for number, kind in enumerate(cards.kinds):
        name = f"card_digest_{number}"
        with recorded(DigestFunction(builder, visible, cards, name, "card")) as code:
            _hash_card(code, kind)
    with recorded(DigestFunction(builder, visible, cards, "card_digest", "card")) as code:
        card = code.parameter("card", 0, code.top)
        kind_of = builder.constants((*cards.kind_of, NO_KIND)).load(card)
        for number, kind in enumerate(cards.kinds):
            its = code.parameter("card", kind.cards[0], kind.cards[-1])
            digest = call(f"card_digest_{number}", code.state, its, type_="i64")
            code.give_if(kind_of == number, digest)
        code.give(code.design_digest(card))


def _hash_card(code: DigestFunction, kind: CardKindTables) -> None:
    """Record returning the digest of a card of one kind."""
    card, visiting = code.parameter("card", kind.cards[0], kind.cards[-1]), code.seen.visiting
    shown = [(each, code.is_shown(each), each.run.each) for each in kind.variables]
    digest = Fold(code)
    digest.take(code.cards.designs.load(card), count_shown(shown))
    for variable, is_shown, count in shown:
        cells, first = code.layout.variables[variable.name], card - variable.run.first_owner
        values = (cells.load(code.state, first * count + at) for at in range(count))
        with code.when(is_shown):
            digest.take(*(code.value(variable, value) for value in values))
    if kind.zones:
        code.give_if(code.is_in(visiting, card), code.design_digest(card))
        code.toggle(visiting, card)
    for zone in kind.zones:
        first = (card - zone.run.first_owner) * zone.run.each + zone.run.base
        for at in range(zone.run.each):
            digest.take(code.place_digest(zone, first + at))
    if kind.zones:
        code.toggle(visiting, card)
    code.give(digest.finish())


def count_shown(shown: Iterable[tuple[VariableEntry, Expr, int]]) -> Expr:
    """Return how many numbers the seat sees in `shown`: (variable, whether it is seen, number of its values)."""
    return reduce(add, (is_shown * count for _, is_shown, count in shown), wasm.number(0))
