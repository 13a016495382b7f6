"""Emits the digest of a seat's observation and of an option, as `observation.observation_digest` computes them.

The seat is in the global `seat`. `observation_digest` and `option_digest` take any state;
`listed_observation_digest` needs a state whose options were just listed.
"""

from __future__ import annotations

from rulewright.base.records import evolve
from rulewright.native.ast import wasm_ast as wasm
from rulewright.native.ast.folding import both, choose, narrowed
from rulewright.native.ast.hashing import count_term
from rulewright.native.ast.wasm_ast import Expr
from rulewright.native.builder.code import LocalVar, call
from rulewright.native.emit.module_builder import ConstantArray, ModuleBuilder
from rulewright.native.exports.exported_function import recorded
from rulewright.native.exports.observe.card_hashes import (
    CardTables,
    DigestFunction,
    Fold,
    add_card_digests,
    count_shown,
)
from rulewright.native.exports.observe.mark_hashes import add_marks_digest
from rulewright.native.exports.observe.seat_visibility import (
    SeatFunction,
    VisibilitySets,
    add_update_visibility,
    is_owner_only,
)
from rulewright.native.exports.search.option_keys import list_number
from rulewright.native.layout.memory_forms import FIRST
from rulewright.runtime.ir import hashing as digests
from rulewright.runtime.ir.module import VariableEntry
from rulewright.runtime.ir.nodes.ir_types import PIECE

MAX_UNROLLED_NUMBERS = 8
"""Up to this many adjacent numbers are folded in by unrolled code; more by a loop."""


def add_observation_digest(builder: ModuleBuilder) -> VisibilitySets:
    """Add `observation_digest` with all functions that it needs; return the addresses of visibility sets."""
    builder.wasm.globals.setdefault("seat", ("i32", 0))
    visible, cards = VisibilitySets.of(builder), CardTables.of(builder)
    add_update_visibility(builder, visible)
    add_card_digests(builder, visible, cards)
    add_marks_digest(builder, visible, cards)
    _add_option_digests(builder, visible, cards)
    with recorded(DigestFunction(builder, visible, cards, "listed_observation_digest")) as code:
        code.function.never_inlined = True
        _hash_observation(code)
    with recorded(SeatFunction(builder, visible, "observation_digest")) as code:
        code.function.never_inlined = True
        with code.when(_seat_decides(code)):
            code.drop(call("list_options_at", code.state))
        code.give(call("listed_observation_digest", code.state, type_="i64"))
    return visible


# ------------------------------------------------------------------ options


def _add_option_digests(builder: ModuleBuilder, visible: VisibilitySets, cards: CardTables) -> None:
    """Add the functions that return the digest of an option as the seat sees it, and that of the listed ones.

    `update_visibility` must be called before `shown_digest` and `options_digest`; `option_digest` takes any state.
    """
    with recorded(DigestFunction(builder, visible, cards, "shown_digest", option="i64")) as code:
        _hash_option(code)
    with recorded(SeatFunction(builder, visible, "option_digest", option="i64")) as code:
        code.function.never_inlined = True
        code.run("update_visibility", code.state)
        code.give(call("shown_digest", code.state, code.parameter("option"), type_="i64"))
    with recorded(SeatFunction(builder, visible, "options_digest", "count")) as code:
        count = code.parameter("count", low=0)
        bag = code.var(
            count_term(count), "bag"
        )  # a sum, so the order of the options does not matter
        with code.range(count) as at:
            bag += call("shown_digest", code.state, code.options[at], type_="i64")
        code.give(bag)


def _hash_option(code: DigestFunction) -> None:
    """Record returning the digest of an option as the seat sees it."""
    element = code.let(narrowed(code.parameter("option")), "element")
    from_list = code.let(list_number(code.parameter("option")), "list")
    place = code.var(-1, "place", low=-1, high=code.layout.last_place)
    at, what = code.var(-1, "at", low=-1), code.var(hint="what", type_="i64")
    starts, sorts = _card_lists(code.builder)
    sort = sorts.load(starts.load(code.game.decision) + from_list + 1)
    card = evolve(element, low=0, high=code.top)
    with code.when(sort):
        with code.when(code.knows(card)):
            is_visible = code.is_visible(card)
            what.set(choose(is_visible, code.certain_digest(card), code.known_digest(card)))
            _find_card(code, card, place, at)
        with code.else_():
            unknown = wasm.number(digests.digest_of(()), "i64")
            what.set(choose(sort == _OF_ALL, code.design_digest(card), unknown))
    with code.else_():
        alone = Fold(code)
        alone.take(element)
        what.set(alone.finish())
    digest = Fold(code)
    digest.take(from_list, what, place, at)
    code.give(digest.finish())


def _find_card(code: DigestFunction, card: Expr, place: LocalVar, at: LocalVar) -> None:
    """Record setting the place of a card, as digests number it, and its position in an ordered one."""
    place.set(code.layout.place.load(code.state, card))
    there = evolve(place, low=code.layout.first_place)
    with code.when(code.is_ordered(there)):
        at.set(0)
        piece = code.var(code.order(there, FIRST), "piece", low=0, high=code.top)
        with code.loop(piece != card):
            at += 1
            piece.set(code.next_of(piece))
    numbers = list(range(code.layout.last_place + 1))
    kinds = {piece.kind for piece in code.module.pieces}
    on_cards = [zone for zone in code.module.zones.values() if zone.owner in kinds]
    for zone in on_cards:  # places on cards of one kind count as one
        for number, cell in enumerate(zone.run.cells):
            numbers[cell] = zone.run.base + number % zone.run.each
    if on_cards:
        place.set(code.builder.constants((*numbers, -1)).load(there))


_OF_ALL = 2
"""The sort of a list of all cards of a kind in any place; other lists of cards have 1, the rest 0."""


def _card_lists(builder: ModuleBuilder) -> tuple[ConstantArray, ConstantArray]:
    """Return tables of where each decision's lists begin, and of each list's kind: other, cards, all cards."""
    starts, sorts = list[int](), list[int]()
    for decision in builder.module.decisions:
        starts.append(len(sorts))
        cards = [1 + each.of_all if each.type == PIECE else 0 for each in decision.options]
        sorts += [0, *cards]
    return builder.constants((*starts, 0)), builder.constants((*sorts, 0))


# ------------------------------------------------------------------ observations


def _seat_decides(code: SeatFunction) -> Expr:
    """Return the test whether the seat (global `seat`) makes the awaited decision."""
    return both(code.game.decision >= 0, code.game.decider == code.seat)


def _hash_observation(code: DigestFunction) -> None:
    """Record returning the digest of an observation whose options, if any, were just listed."""
    code.run("update_visibility", code.state)
    options = code.var(wasm.number(0, "i64"), "options")
    with code.when(_seat_decides(code)):
        options.set(call("options_digest", code.state, wasm.Global("option_count"), type_="i64"))
    digest, game, no_seat = Fold(code), code.game, wasm.number(-1)
    decider = wasm.Conditional(game.decision >= 0, game.decider, no_seat)
    digest.take(game.decision, decider, options)
    # Places and numbers on cards are part of the cards' digests.
    kinds = {piece.kind for piece in code.module.pieces}
    for zone in code.module.zones.values():
        if zone.owner not in kinds:
            for cell in code.each_cell(zone):
                digest.take(code.place_digest(zone, cell))
    shown = [
        (each, *_seen_of(code, each))
        for each in code.module.variables.values()
        if each.owner not in kinds
    ]
    digest.take(count_shown(shown))
    for variable, is_shown, count in shown:
        with code.when(is_shown):
            _hash_numbers(code, digest, variable, count)
    digest.take(call("marks_digest", code.state, type_="i64"))
    _hash_subjects(code, digest)
    code.give(digest.finish())


def _seen_of(code: DigestFunction, variable: VariableEntry) -> tuple[Expr, int]:
    """Return the test whether the seat sees a variable, and how many of its numbers."""
    if is_owner_only(variable):
        return wasm.TRUE, variable.run.each
    return code.is_shown(variable), variable.run.count


def _hash_numbers(code: DigestFunction, digest: Fold, variable: VariableEntry, count: int) -> None:
    """Record hashing the numbers of a variable: all of them, or the seat's own."""
    cells = code.layout.variables[variable.name]
    first = code.seat * count if is_owner_only(variable) else wasm.number(0)
    for at in code.unrolled(count, most=MAX_UNROLLED_NUMBERS):
        digest.take(code.value(variable, cells.load(code.state, first + at)))


def _hash_subjects(code: DigestFunction, digest: Fold) -> None:
    """Record hashing the phases' subjects; a card that the seat cannot read is "some card"."""
    for subject in code.module.subjects():
        value = code.layout.variables[subject.variable.name].load(code.state)
        if subject.is_card:
            value = code.let(value, "for")
            card = evolve(value, low=0, high=code.top)
            design = choose(
                code.can_read(subject, card), code.cards.designs.load(card), wasm.number(-2)
            )
            value = choose(value >= 0, design, value)
        digest.take(value)
