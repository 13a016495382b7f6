"""Emits the digest of visible marks on cards that a seat cannot identify with certainty."""

from __future__ import annotations

from rulewright.native.ast import wasm_ast as wasm
from rulewright.native.ast.folding import both, fold_comparison, is_zero
from rulewright.native.ast.hashing import count_term
from rulewright.native.ast.wasm_ast import Expr
from rulewright.native.builder.code import LocalVar
from rulewright.native.emit.module_builder import ModuleBuilder
from rulewright.native.exports.exported_function import recorded
from rulewright.native.exports.observe.card_hashes import (
    CardKindTables,
    CardTables,
    DigestFunction,
    Fold,
)
from rulewright.native.exports.observe.seat_visibility import VisibilitySets, Words
from rulewright.runtime.ir.module import VariableEntry
from rulewright.runtime.ir.nodes.ir_types import NO_NUMBER, Kind


def add_marks_digest(builder: ModuleBuilder, visible: VisibilitySets, cards: CardTables) -> None:
    """Add the function that returns the digest of all visible marks on cards that the seat cannot identify."""
    with recorded(DigestFunction(builder, visible, cards, "marks_digest")) as code:
        bag, count = code.var(wasm.number(0, "i64"), "bag"), code.var(0, "count", low=0)
        variables = list(code.module.variables.values())
        for kind in cards.kinds:
            for variable in kind.variables:
                with code.when(code.is_shown(variable)):
                    _add_marks(code, variables.index(variable), variable, kind, bag, count)
        code.give(bag + count_term(count))


def _add_marks(
    code: DigestFunction, number: int, variable: VariableEntry, kind: CardKindTables, bag: LocalVar, count: LocalVar
) -> None:  # fmt: skip
    """Record adding the marks of one variable on all cards that the seat cannot identify to `bag` and `count`."""
    run, cells = variable.run, code.layout.variables[variable.name]
    # The set of open cards leaves out ordered places, so cards there are tested one by one.
    tested = any(zone.ordered and zone.seen != "nobody" for zone in code.module.zones.values())
    cards, span = _unidentified(code, variable, kind), (kind.cards[0], kind.cards[-1])
    with (
        code.each_in_set(cards, span) as card,
        code.when(not tested or is_zero(code.is_visible(card))),
    ):
        for at in range(run.each):
            value = cells.load(code.state, (card - run.first_owner) * run.each + at)
            with code.when(_is_set(variable, value)):
                mark = Fold(code, number, at)
                mark.take(code.cards.designs.load(card), code.value(variable, value))
                bag += mark.finish()
                count += 1


def _unidentified(code: DigestFunction, variable: VariableEntry, kind: CardKindTables) -> Words:
    """Return the set of marked cards that the seat may not identify; some that it sees remain."""
    copied = sum(1 << card for card, is_copied in enumerate(code.cards.copied) if is_copied)
    sets = (
        code.carriers_of(variable, kind.cards),
        code.set_at(code.seen.known),
        code.builder.words_of(copied),
        code.set_at(code.seen.open),
    )
    return [
        marked & (((known & (its ^ -1)) | open_) ^ -1)
        for marked, known, its, open_ in zip(*sets, strict=True)
    ]


def _is_set(variable: VariableEntry, value: Expr) -> Expr:
    """Return the test whether a mark is set: not -1 (NOTHING), false or 0."""
    match variable.type.kind:
        case Kind.TRUTH:
            return value != 0
        case Kind.NUMBER:
            return both(value != 0, fold_comparison(value != NO_NUMBER))
    return value >= 0
