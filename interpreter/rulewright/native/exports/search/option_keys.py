"""Emits loops over options with their keys in the search tree; see `players.search_tree`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from rulewright.native.ast import wasm_ast as wasm
from rulewright.native.ast.folding import both, narrowed, widened
from rulewright.native.ast.wasm_ast import Expr
from rulewright.native.builder.code import LocalVar, call
from rulewright.native.emit.module_builder import ConstantArray, ModuleBuilder
from rulewright.native.exports.exported_function import ExportedFunction
from rulewright.native.layout.search_layout import SearchNode
from rulewright.runtime.ir.engine_contract import HALF
from rulewright.runtime.ir.nodes.ir_types import PIECE


@contextmanager
def each_option(
    code: ExportedFunction, parent: SearchNode
) -> Iterator[tuple[Expr, Expr, LocalVar]]:
    """Loop over the listed options, with the index, key and node below `parent` (or 0) of each."""
    starts, are_cards = card_lists(code.builder)
    key, before = code.var(type_="i64"), code.var(wasm.number(-1, "i64"), "before")
    like, child = code.var(hint="like", low=0), code.var(hint="child", low=0)
    with code.range(code.option_count, hint="index") as index:
        key.set(code.options[index])
        is_card = are_cards.load(starts.load(code.game.decision) + list_number(key) + 1)
        with code.when(is_card):
            _set_card_key(code, key, before, like)
        with code.else_():
            before.set(-1)
        child.set(parent.first_child)
        with code.loop(both(child, SearchNode(code, child).key != key)):
            child.set(SearchNode(code, child).next_sibling)
        yield index, key, child


def _set_card_key(code: ExportedFunction, key: LocalVar, before: LocalVar, like: LocalVar) -> None:
    """Record computing the key of a card: its design, known place, and rank among equal options before it."""
    # The key is a mixed-radix number (ordinal, place, first copy). Copies in one place are interchangeable, so
    # whichever of them is offered first shares its node in all determinizations.
    names = [piece.name for piece in code.module.pieces]
    copies = code.builder.constants((*(names.index(name) for name in names), 0))
    pieces, places = max(len(names), 1), code.module.layout.size + 1
    card = code.let(narrowed(key, 0, pieces - 1), "card")
    place = code.var(0, "place", low=0, high=places)
    with code.when(call("sees", code.state, card, code.game.decider, low=0, high=1)):
        place.set(code.layout.place.load(code.state, card) + 1)
    key.set(key - widened(card) + widened(place * pieces + copies.load(card)))
    with code.when(key == before):
        like += 1
    with code.else_():
        like.set(0)
    before.set(key)
    key += widened(like * (pieces * places))


def card_lists(builder: ModuleBuilder) -> tuple[ConstantArray, ConstantArray]:
    """Return tables of where each decision's lists begin, and of whether each list has cards.

    The end option, which is in no list, comes before each decision's first list.
    """
    starts, are_cards = list[int](), list[int]()
    for decision in builder.module.decisions:
        starts.append(len(are_cards))
        are_cards += [0, *(int(each.type == PIECE) for each in decision.options)]
    return builder.constants((*starts, 0)), builder.constants((*are_cards, 0))


def list_number(option: wasm.Expr) -> wasm.Expr:
    """Emit the number of the list that an option is from; -1 for the end option."""
    return narrowed(
        wasm.Binary("shr_s", option + HALF, wasm.number(32, "i64"), type="i64"), -1, 255
    )
