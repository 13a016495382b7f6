"""Emits the learned value of a position where a rollout is cut; see `spaces.leaf_values`."""

from __future__ import annotations

from rulewright.native.ast import wasm_ast as wasm
from rulewright.native.ast.f64_ops import larger, real
from rulewright.native.ast.wasm_ast import Expr, Operand, operand
from rulewright.native.builder.code import call
from rulewright.native.builder.structs import F64, NumberArray
from rulewright.native.emit.module_builder import ModuleBuilder
from rulewright.native.exports.exported_function import ExportedFunction, define
from rulewright.native.layout.search_layout import SearchMemory
from rulewright.runtime.spaces.leaf_values import HALVINGS, LEAST, PARTS, SHARE, UNITS, LeafSpace

ROW = 8 * UNITS


def add_leaf(builder: ModuleBuilder, memory: SearchMemory) -> None:
    """Add the functions that estimate a cut game's value by learned weights and count the beginnings of a phase."""
    with define(
        builder, "phase_count", "S", "phase", result="i32", exported=False, own_state=True
    ) as code:
        for number, phase in enumerate(code.module.phases.values()):
            code.give_if(
                wasm.Get("phase") == number, code.layout.variables[phase.played].load(code.state)
            )
        code.give(0)
    with define(builder, "leaf_values", "S", exported=False, own_state=True) as code:
        _LeafValues(code, memory).record()


class _LeafValues:
    """Records writing each seat's estimated share of a win to the array of game values."""

    def __init__(self, code: ExportedFunction, memory: SearchMemory) -> None:
        self.code, self.module, self.layout = code, code.module, code.layout
        self.space, self.players = LeafSpace.of(code.module), code.module.players
        reserve = code.builder.wasm.reserve
        self.sums, self.common = reserve(ROW * self.players, 16), reserve(ROW, 16)
        self.at = memory.leaf
        self.values = NumberArray(code, F64, memory.values)

    def record(self) -> None:
        """Record the function; weights are read in the order seats, cards, table, means, bias, strengths."""
        code = self.code
        own = self._weights(2 + len(self.space.numbers) + len(self.space.pointers))
        table = self._weights(len(self.space.table))
        cards = self._weights(len(self.module.pieces) * len(self.space.zones))
        code.copy(self.common, self._weights(1), ROW)
        with code.range(self.players, hint="seat") as seat:
            for unit in range(UNITS):
                self._unit(seat)[unit] = 0
        self._add_seat_features(own)
        self._add_card_features(cards)
        for number, each in enumerate(self.space.table):
            value = self.layout.variables[each.name].load(code.state)
            self._add_feature(self._common, real(value), table + number * ROW)
        self._add_means()
        self._softmax(self._strengths())

    def _weights(self, rows: int) -> int:
        """Return the address of the next `rows` rows of learned weights, which are then used up."""
        self.at += rows * ROW
        return self.at - rows * ROW

    def _unit(self, seat: Operand) -> NumberArray:
        """Return the hidden units of a seat."""
        return NumberArray(self.code, F64, self.sums, operand(seat) * ROW)

    @property
    def _common(self) -> NumberArray:
        """The hidden units that all seats share."""
        return NumberArray(self.code, F64, self.common)

    def _add_feature(self, units: NumberArray, value: Expr, weights: int, row: Operand = 0) -> None:
        """Record adding a feature times its row of weights to hidden units."""
        feature, its = self.code.let(value, "weighed"), NumberArray(self.code, F64, weights, row)
        for unit in range(UNITS):
            units[unit] += its[unit] * feature

    def _add_seat_features(self, weights: int) -> None:
        """Record adding each seat's features, except cards, to its hidden units."""
        code, variables = self.code, self.layout.variables
        scored = self.module.outcome.values[self.module.outcome.scored]
        low, high = code.spans.result(scored)
        with code.range(self.players, hint="seat") as seat:
            score = call(f"f_{scored}", code.state, seat, low=low, high=high)
            features = [score, code.game.decider == seat]
            features += [variables[each.name].load(code.state, seat) for each in self.space.numbers]
            features += [
                variables[each.name].load(code.state) == seat for each in self.space.pointers
            ]
            for number, value in enumerate(features):
                self._add_feature(self._unit(seat), real(value), weights + number * ROW)

    def _add_card_features(self, weights: int) -> None:
        """Record adding the cards in each seat's places to its hidden units."""
        code, pieces, width = self.code, len(self.module.pieces), self.layout.last_place + 2
        seats, zones = [-1] * width, [0] * width
        for number, zone in enumerate(self.space.zones):
            for at, cell in enumerate(zone.run.cells):
                seats[cell + 1] = ROW * (at // zone.run.each)
                zones[cell + 1] = ROW * pieces * number
        of_seat, of_zone = code.builder.constants((*seats, -1)), code.builder.constants((*zones, 0))
        with code.range(pieces, hint="card") as card:
            place = code.let(self.layout.place.load(code.state, card) + 1, "place")
            of = code.let(of_seat.load(place), "of")
            with code.when(of >= 0):
                row = code.let(of_zone.load(place) + card * ROW, "row")
                units = NumberArray(code, F64, self.sums, of)
                self._add_feature(units, operand(1, "f64"), weights, row)

    def _add_means(self) -> None:
        """Record adding the means over all seats to the hidden units that all seats share."""
        code = self.code
        for unit in range(UNITS):
            total = code.var(operand(0, "f64"), "total")
            with code.range(self.players, hint="seat") as seat:
                total += self._unit(seat)[unit]
            self._add_feature(
                self._common, total / real(wasm.number(self.players)), self._weights(1)
            )

    def _strengths(self) -> Expr:
        """Record computing each seat's strength from its hidden units (ReLU); return the maximum."""
        code, weights = self.code, NumberArray(self.code, F64, self._weights(1))
        most = code.var(operand(-(2**30), "f64"), "most")
        with code.range(self.players, hint="seat") as seat:
            units = self._unit(seat)
            strength = code.var(units[UNITS - 1], "strength")
            for unit in range(UNITS - 1):
                strength += weights[unit] * larger(units[unit] + self._common[unit], 0)
            most.set(larger(most, strength))
            self.values[seat] = strength
        return most

    def _softmax(self, most: Expr) -> None:
        """Record computing each seat's probability of winning, as a softmax of strengths."""
        # exp(x) as (1 + x / 2^k)^(2^k) by k squarings: only IEEE operations, so that Python gets the same bits.
        # Subtracting the maximum first keeps x <= 0 (the usual softmax shift); far below it the base is cut at 0.
        code, values = self.code, self.values
        total = code.var(operand(0, "f64"), "all")
        with code.range(self.players, hint="seat") as seat:
            part = code.var(larger((values[seat] - most) / 2**HALVINGS + 1, 0), "part")
            for _ in range(HALVINGS):
                part *= part
            values[seat] = part
            total += part
        with code.range(self.players, hint="seat") as seat:
            values[seat] = (values[seat] / total * SHARE + LEAST) / PARTS
