"""Emits the learned value of a position where a rollout is cut; see `spaces.leaf_values`."""

from __future__ import annotations

from rulewright.native.ast import wasm_ast as wasm
from rulewright.native.ast.f64_ops import larger, minus, over, plus, real, times
from rulewright.native.emit.module_builder import ModuleBuilder
from rulewright.native.exports.exported_function import ExportedFunction
from rulewright.native.layout.search_layout import SearchMemory
from rulewright.runtime.spaces.leaf_values import HALVINGS, LEAST, PARTS, SHARE, UNITS, LeafSpace

ROW = 8 * UNITS


def add_leaf(builder: ModuleBuilder, memory: SearchMemory) -> None:
    """Add the functions that estimate a cut game's value by learned weights and count the beginnings of a phase."""
    _PhaseBeginningsFunction(builder, "phase_count", ("S", "phase"), "i32").add()
    _LeafValueFunction(builder, "leaf_values", ("S",), None).add(memory)


class _PhaseBeginningsFunction(ExportedFunction):
    """Wasm function: return how often the phase with a given number has begun."""

    uses_own_state = True

    def add(self) -> None:
        """Add the function to the module."""
        lines: wasm.Body = [
            wasm.If(
                wasm.Get("phase").equals(number),
                [wasm.Return(self.layout.variables[phase.played].load(self.state))],
            )
            for number, phase in enumerate(self.module.phases.values())
        ]
        self.put([*lines, wasm.Return(wasm.number(0))], exported=False)


class _LeafValueFunction(ExportedFunction):
    """Wasm function: write each seat's estimated share of a win to the array of game values."""

    uses_own_state = True

    def add(self, memory: SearchMemory) -> None:
        """Add the function to the module."""
        module, self.memory = self.module, memory
        self.space, self.players = LeafSpace.of(module), module.players
        reserve = self.builder.wasm.reserve
        self.sums, self.common = reserve(ROW * self.players, 16), reserve(ROW, 16)
        self.at, self.most = memory.leaf, self.function.local("most", "f64")
        self.seat = self.function.local("seat", low=0, high=self.players)
        own = self._seat_features()
        table = [self._table_feature(each.name) for each in self.space.table]
        cards = self._card_features()
        bias = self._next_weights(1)
        self.put([
            wasm.CopyBytes(wasm.number(self.common), wasm.number(bias), wasm.number(ROW)),
            *self._counted(wasm.number(self.players), [
                *(wasm.Store(self.seat * ROW, self.sums + 8 * unit, 8, _constant(0)) for unit in range(UNITS)),
            ]),
            *own,
            *cards,
            *(line for lines in table for line in lines),
            *self._mean_features(),
            *self._strengths(),
            *self._softmax(),
        ], exported=False)  # fmt: skip

    def _next_weights(self, rows: int) -> int:
        """Return the address of the next `rows` rows of learned weights, which are then used up."""
        address = self.at
        self.at += rows * ROW
        return address

    def _counted(self, count: wasm.Expr, do: wasm.Body) -> wasm.Body:
        """Emit a loop over the numbers below `count` in the local `seat`."""
        return self.for_range(self.seat, count, do)

    def _add_feature(
        self, to: wasm.Expr, base: int, row: wasm.Expr, at: int, value: wasm.Expr
    ) -> wasm.Body:
        """Emit adding a feature times its row of weights to all hidden units at an address."""
        feature, lines = self.function.local("weighed", "f64"), list[wasm.Stmt]()
        lines.append(wasm.Set(feature.name, value))
        for unit in range(UNITS):
            before = wasm.Load(to, base + 8 * unit, 8, type="f64")
            weight = wasm.Load(row, at + 8 * unit, 8, type="f64")
            lines.append(wasm.Store(to, base + 8 * unit, 8, plus(before, times(weight, feature))))
        return lines

    def _seat_features(self) -> wasm.Body:
        """Emit adding each seat's features, except cards, to its hidden units."""
        scored = self.module.outcome.values[self.module.outcome.scored]
        low, high = self.spans.result(scored)
        score = wasm.Call(f"f_{scored}", (self.state, self.seat), low=low, high=high)
        decider = self.own(self.cells.decider)
        features: list[wasm.Expr] = [score, decider.equals(self.seat)]
        features += [
            self.layout.variables[each.name].load(self.state, self.seat)
            for each in self.space.numbers
        ]
        pointers = [
            self.layout.variables[each.name].load(self.state) for each in self.space.pointers
        ]
        features += [each.equals(self.seat) for each in pointers]
        lines: wasm.Body = []
        for value in features:
            lines += self._add_feature(
                self.seat * ROW, self.sums, wasm.number(0), self._next_weights(1), real(value)
            )
        return self._counted(wasm.number(self.players), lines)

    def _table_feature(self, name: str) -> wasm.Body:
        """Emit adding a variable of the table to the hidden units that all seats share."""
        value = self.layout.variables[name].load(self.state)
        nothing = wasm.number(0)
        return self._add_feature(nothing, self.common, nothing, self._next_weights(1), real(value))

    def _card_features(self) -> wasm.Body:
        """Emit adding the cards in each seat's places to its hidden units."""
        pieces, width = len(self.module.pieces), self.layout.last_place + 2
        seats, zones = [-1] * width, [0] * width
        for number, zone in enumerate(self.space.zones):
            for at, cell in enumerate(zone.run.cells):
                seats[cell + 1] = ROW * (at // zone.run.each)
                zones[cell + 1] = ROW * pieces * number
        of_seat, of_zone = self.builder.constants((*seats, -1)), self.builder.constants((*zones, 0))
        card = self.function.local("card", low=0, high=max(pieces - 1, 0))
        place = self.function.local("place", low=0, high=width - 1)
        to, row = self.function.local("to", low=-1), self.function.local("row", low=0)
        rows = self._next_weights(pieces * len(self.space.zones))
        one = real(wasm.number(1))
        put = [
            wasm.Set(row.name, of_zone.load(place) + card * ROW),
            *self._add_feature(wasm.Get(to.name, low=0), self.sums, row, rows, one),
        ]
        return self.for_range(card, wasm.number(pieces), [
            wasm.Set(place.name, self.layout.place.load(self.state, card) + 1),
            wasm.Set(to.name, of_seat.load(place)),
            wasm.If(to.at_least(0), put),
        ])  # fmt: skip

    def _mean_features(self) -> wasm.Body:
        """Emit adding the means over all seats to the hidden units that all seats share."""
        total, lines = self.function.local("total", "f64"), list[wasm.Stmt]()
        nothing = wasm.number(0)
        for unit in range(UNITS):
            own = wasm.Load(self.seat * ROW, self.sums + 8 * unit, 8, type="f64")
            mean = over(total, real(wasm.number(self.players)))
            lines += [
                wasm.Set(total.name, real(nothing)),
                *self._counted(wasm.number(self.players), [wasm.Set(total.name, plus(total, own))]),
                *self._add_feature(nothing, self.common, nothing, self._next_weights(1), mean),
            ]
        return lines

    def _strengths(self) -> wasm.Body:
        """Emit computing each seat's strength from its hidden units (ReLU), and the maximum."""
        strength, most = self.function.local("strength", "f64"), self.most
        counts, sums = self._next_weights(1), self.sums
        nothing, at = _constant(0), self.seat * ROW
        lines: wasm.Body = [wasm.Set(strength.name, wasm.Load(at, sums + ROW - 8, 8, type="f64"))]
        for unit in range(UNITS - 1):
            common = wasm.Load(wasm.number(0), self.common + 8 * unit, 8, type="f64")
            own = plus(wasm.Load(at, sums + 8 * unit, 8, type="f64"), common)
            weight = wasm.Load(wasm.number(0), counts + 8 * unit, 8, type="f64")
            lines.append(
                wasm.Set(strength.name, plus(strength, times(weight, larger(own, nothing))))
            )
        return [
            wasm.Set(most.name, _constant(-(2**30))),
            *self._counted(wasm.number(self.players), [
                *lines,
                wasm.Set(most.name, larger(most, strength)),
                wasm.Store(self.seat * 8, self.memory.values, 8, strength),
            ]),
        ]  # fmt: skip

    def _softmax(self) -> wasm.Body:
        """Emit computing each seat's probability of winning, as a softmax of strengths."""
        # exp(x) as (1 + x / 2^k)^(2^k) by k squarings: only IEEE operations, so that Python gets the same bits.
        # Subtracting the maximum first keeps x <= 0 (the usual softmax shift); far below it the base is cut at 0.
        part, total = self.function.local("part", "f64"), self.function.local("all", "f64")
        most = self.most
        worth = wasm.Load(self.seat * 8, self.memory.values, 8, type="f64")
        power = over(minus(worth, most), real(wasm.number(2**HALVINGS)))
        seats = wasm.number(self.players)
        return [
            wasm.Set(total.name, _constant(0)),
            *self._counted(seats, [
                wasm.Set(part.name, larger(plus(power, _constant(1)), _constant(0))),
                *(wasm.Set(part.name, times(part, part)) for _ in range(HALVINGS)),
                wasm.Store(self.seat * 8, self.memory.values, 8, part),
                wasm.Set(total.name, plus(total, part)),
            ]),
            *self._counted(seats, [
                wasm.Set(part.name, plus(times(over(worth, total), _constant(SHARE)), _constant(LEAST))),
                wasm.Store(self.seat * 8, self.memory.values, 8, over(part, _constant(PARTS))),
            ]),
        ]  # fmt: skip


def _constant(value: int) -> wasm.Expr:
    """Return an integer constant as a float expression."""
    return real(wasm.number(value))
