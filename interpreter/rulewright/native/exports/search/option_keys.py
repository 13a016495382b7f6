"""Emits loops over options with their keys in the search tree; see `players.search_tree`."""

from __future__ import annotations

from rulewright.native.ast import wasm_ast as wasm
from rulewright.native.ast.folding import both, is_zero, narrowed, widened
from rulewright.native.emit.module_builder import ConstantArray, ModuleBuilder
from rulewright.native.exports.exported_function import ExportedFunction
from rulewright.native.layout.search_layout import FIRST_CHILD, KEY, NEXT_SIBLING, SearchMemory
from rulewright.runtime.ir.engine_contract import HALF
from rulewright.runtime.ir.nodes.ir_types import PIECE


class OptionLoopFunction(ExportedFunction):
    """A function that loops over the listed options with their keys and nodes in the search tree."""

    def __init__(self, builder: ModuleBuilder, name: str, memory: SearchMemory) -> None:
        parameters = ("S", "tree", "node") if name == "select_option" else ("S", "tree")
        super().__init__(builder, name, parameters, "i32")
        self.memory, local = memory, self.function.local
        self.node = wasm.Get("node") if name == "select_option" else local("node", low=0)
        self.index, self.child = local("index", low=0), local("child", low=0)
        self.key, self.before = local("key", "i64"), local("before", "i64")
        self.like = local("like", low=0)

    def over_options(self, do: wasm.Body) -> wasm.Body:
        """Emit a loop that runs `do` for each option, with `index`, `key` and `child` (or 0) set."""
        option = wasm.Load(self.index * 8, self.builder.options, 8, type="i64")
        return [
            wasm.Set(self.before.name, wasm.number(-1, "i64")),
            *self.for_range(self.index, wasm.Global("option_count", low=0), [
                wasm.Set(self.key.name, option),
                *self._key(),
                wasm.Set(self.child.name, wasm.Load(self.node, FIRST_CHILD, 4)),
                *self.until(is_zero(self._others()), [
                    wasm.Set(self.child.name, wasm.Load(self.child, NEXT_SIBLING, 4)),
                ]),
                *do,
            ]),
        ]  # fmt: skip

    def _others(self) -> wasm.Expr:
        """Emit the test whether the current child is the node of another option."""
        other = wasm.compared("ne", wasm.Load(self.child, KEY, 8, type="i64"), self.key)
        return both(self.child, other)

    def _key(self) -> wasm.Body:
        """Emit computing the key of an option: of a card, its design, known place, and rank among equals."""
        starts, are_cards = card_lists(self.builder)
        pieces, places = max(self.builder.pieces, 1), self.module.layout.size + 1
        card = self.function.local("card", low=0, high=max(self.builder.pieces - 1, 0))
        place = self.function.local("place", low=0, high=places)
        from_list = list_number(self.key)
        is_card = are_cards.load(starts.load(self.own(self.cells.decision)) + from_list + 1)
        decider = self.own(self.cells.decider)
        known = wasm.Call("sees", (self.state, card, decider), low=0, high=1)
        base = self.key - widened(card) + widened(place * pieces + self._copies().load(card))
        # The key is a mixed-radix number (ordinal, place, first copy). Copies in one place are interchangeable, so
        # whichever of them is offered first shares its node in all determinizations.
        again = wasm.Unary("i64.extend_i32_s", self.like * (pieces * places), type="i64")
        return [
            wasm.If(is_card, [
                wasm.Set(card.name, narrowed(self.key)),
                wasm.Set(place.name, wasm.number(0)),
                wasm.If(known, [wasm.Set(place.name, self.layout.place.load(self.state, card) + 1)]),
                wasm.Set(self.key.name, base),
                wasm.If(self.key.equals(self.before), [wasm.Set(self.like.name, self.like + 1)], [
                    wasm.Set(self.like.name, wasm.number(0)),
                ]),
                wasm.Set(self.before.name, self.key),
                wasm.Set(self.key.name, self.key + again),
            ], [wasm.Set(self.before.name, wasm.number(-1, "i64"))]),
        ]  # fmt: skip

    def _copies(self) -> ConstantArray:
        """Return a table of the first copy of each piece."""
        names = [piece.name for piece in self.module.pieces]
        return self.builder.constants((*(names.index(name) for name in names), 0))


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
