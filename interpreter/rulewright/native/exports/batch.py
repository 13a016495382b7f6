"""Emits the functions that advance many games side by side in one call; see `native_batch`."""

from __future__ import annotations

from rulewright.base.records import evolve
from rulewright.native.ast import wasm_ast as wasm
from rulewright.native.ast.f64_ops import larger, real
from rulewright.native.ast.folding import choose, is_outside, narrowed, sequenced, widened
from rulewright.native.emit.module_builder import ConstantArray, ModuleBuilder
from rulewright.native.exports.exported_function import ExportedFunction
from rulewright.native.exports.observe.observation_vector import (
    VisiblePlaces,
    add_observation_vector,
)
from rulewright.native.exports.observe.seat_visibility import SeatFunction, VisibilitySets
from rulewright.native.exports.search.option_keys import list_number
from rulewright.native.exports.search.winners import add_winner_functions
from rulewright.native.layout.batch_layout import BatchLayout
from rulewright.runtime.ir.engine_contract import BY_INDEX, NO_ADVANCE, NO_MASK, NO_VIEW
from rulewright.runtime.spaces.action_space import ActionList

SORTS = ("one", "card", "player", "number")


def add_batch(builder: ModuleBuilder, layout: BatchLayout) -> BatchLayout:
    """Add the functions that advance many games at once; return the layout with its addresses in memory."""
    reserve = builder.wasm.reserve
    layout = evolve(layout, pointers=reserve(4 * len(layout.parts) + 4), stopped=reserve(4))
    builder.wasm.globals.setdefault("seat", ("i32", 0))
    visible = VisibilitySets.of(builder)
    if builder.module.outcome.values:
        add_winner_functions(builder)
    places = add_observation_vector(builder, layout.columns, visible)
    _ActionFunction(builder, visible, "action_of", ("S",), "i32", option=True).add(layout, places)
    _WriteColumnsFunction(builder, layout, "write_columns", ("S", "game", "how")).add()
    _StartGameFunction(builder, layout, "start_game", ("S",), seed=True).add()
    _ScoreGameFunction(builder, layout, "score_game", ("S", "game")).add()
    _BeginFunction(builder, layout, "begin", ("game", "end", "how")).add()
    _AdvanceFunction(builder, layout, "advance", ("game", "end", "how")).add()
    _FirstInvalidFunction(builder, layout, "unfit", ("game", "end", "how"), "i32").add()
    return layout


class _ActionFunction(SeatFunction):
    """Wasm function: return the action number of an option, as the deciding seat (global `seat`) sees it.

    `look_up` must have been called for the state.
    """

    def add(self, layout: BatchLayout, places: VisiblePlaces) -> None:
        """Add the function to the module."""
        self.state = wasm.number(self.builder.state)
        self._make_tables(layout)
        element = self.function.local("element")
        number, sort = self.function.local("list", low=-1), self.function.local("sort", low=0)
        at = self.function.local("at", low=0, high=self.first.count - 1)
        players = self.module.players
        after = self.relative_seats.load(self.seat * (players + 1) + self._player(element) + 1)
        self.places = places
        self.finish([
            wasm.Set(number.name, list_number(wasm.Get("option", type="i64"))),
            wasm.Set(element.name, narrowed(wasm.Get("option", type="i64"))),
            wasm.Set(at.name, self.starts.load(self.own(self.cells.decision)) + number + 1),
            wasm.Set(sort.name, self.sorts.load(at)),
            wasm.If(sort.equals(1), self._card(element, at)),
            wasm.If(sort.equals(2), [wasm.Return(self.first.load(at) + after)]),
            wasm.If(sort.equals(3), self._number(element, at)),
            wasm.Return(self.first.load(at)),
        ])  # fmt: skip

    def _make_tables(self, layout: BatchLayout) -> None:
        """Put constant tables on the option lists into memory: their first action, kind and bounds."""
        rows, starts = list[ActionList](), list[int]()
        for decision in layout.actions.decisions:
            starts.append(len(rows))
            rows += [ActionList("one", max(decision.end, 0), 1), *decision.lists]
        constants = self.builder.constants
        players = self.module.players

        def table(numbers: list[int]) -> ConstantArray:
            """Return a constant table, with 0 as the entry for NOTHING."""
            return constants((*numbers, 0))

        self.starts = table(starts)
        self.sorts = table([SORTS.index(each.sort) for each in rows])
        self.first = table([each.first for each in rows])
        self.low = table([each.low for each in rows])
        self.last = table([each.width - 1 for each in rows])
        self.hidden = table([each.low + each.width // each.owners - 1 for each in rows])
        self.owners = table([each.owners for each in rows])
        self.named = table([int(each.is_named) for each in rows])
        number = {name: at for at, name in enumerate(self.module.designs)}
        self.designs = table([number[piece.name] for piece in self.module.pieces])
        self.relative_seats = table([
            after for seat in range(players)
            for after in (players, *((other - seat) % players for other in range(players)))
        ])  # fmt: skip

    def _player(self, element: wasm.Get) -> wasm.Expr:
        """Return the option's element with the interval of a player or nobody."""
        return wasm.Get(element.name, low=-1, high=self.module.players - 1)

    def _card(self, element: wasm.Get, at: wasm.Expr) -> wasm.Body:
        """Emit returning the action of a card: by its design if known, and its place's owner if that counts."""
        card = wasm.Get(element.name, low=0, high=self.top)
        local = self.function.local
        place = local("place", low=-1, high=self.layout.last_place)
        design, owners = local("design", low=0), local("owners", low=1)
        known = (self.layout.known.load(self.state, card) >> self.seat) & 1
        known = known | self.places.load(place + 1) | self.named.load(at)
        owner = self.builder.owners.load(place)
        after = self.relative_seats.load(self.seat * (self.module.players + 1) + owner + 1)
        base = self.first.load(at) + (design - self.low.load(at)) * owners
        return [
            wasm.Set(place.name, self.layout.place.load(self.state, card)),
            wasm.Set(design.name, choose(known, self.designs.load(card), self.hidden.load(at))),
            wasm.Set(owners.name, self.owners.load(at)),
            wasm.Return(choose(wasm.compared("gt_s", owners, 1), base + after, base)),
        ]

    def _number(self, element: wasm.Get, at: wasm.Expr) -> wasm.Body:
        """Emit returning the action of a number, clamped to the numbers that have actions."""
        last = self.last.load(at)
        after = self.function.local("after")
        held = choose(wasm.compared("gt_s", after, last), last, after)
        return [
            wasm.Set(after.name, element - self.low.load(at)),
            wasm.Return(self.first.load(at) + choose(after.less(0), wasm.number(0), held)),
        ]


class _BatchFunction(ExportedFunction):
    """A function on one or several games of a batch; the current game is in the module's own state."""

    def __init__(
        self,
        builder: ModuleBuilder,
        layout: BatchLayout,
        name: str,
        parameters: tuple[str, ...],
        result: str | None = None,
        **wide: bool,
    ) -> None:
        super().__init__(builder, name, parameters, result, **wide)
        self.batch, self.state = layout, wasm.number(builder.state)
        self.number = wasm.Get("game", low=0, high=2**20)
        self.flags = wasm.Get("how", low=0, high=7)

    def column_entry(self, name: str) -> wasm.Expr:
        """Emit the address of the current game's entry in the column `name`."""
        part = self.batch.column(name)
        at = 4 * self.batch.parts.index(part)
        column = wasm.Load(wasm.number(self.batch.pointers), at, 4, low=0)
        return column + self.number * part.size

    def store_in_column(self, name: str, value: wasm.Expr, at: int = 0) -> wasm.Store:
        """Emit the write of a number to the current game's entry in the column `name`."""
        size = self.size_in(name)
        return wasm.Store(self.column_entry(name), size * at, size, value)

    def size_in(self, name: str) -> wasm.Size:
        """Return how many bytes a number in the column `name` has."""
        part = self.batch.column(name)
        return part.size // part.count  # type: ignore[return-value]

    def play_on(self) -> wasm.Body:
        """Emit playing the current game until a decision is awaited or it is over."""
        return [
            wasm.SetGlobal("option_count", wasm.number(0)),
            wasm.CallStmt("go", (wasm.number(0),)),
        ]

    def look_up(self) -> wasm.Body:
        """Emit computing which places the deciding seat sees into."""
        return [
            wasm.SetGlobal("seat", self.own(self.cells.decider)),
            wasm.CallStmt("look_up", (self.state,)),
        ]

    def each_game(self, do: wasm.Body) -> wasm.Body:
        """Emit a loop over the games up to `end` that stores the current game's number for traps."""
        return self.until(self.number.at_least(wasm.Get("end")), [
            wasm.Store(wasm.number(self.batch.stopped), 0, 4, self.number),
            *do,
            wasm.Set("game", self.number + 1),
        ])  # fmt: skip

    def store_results(self) -> wasm.Body:
        """Emit the write of the current game's results and new state to the columns."""
        size = wasm.number(self.layout.size)
        return [
            wasm.CallStmt("write_columns", (self.state, self.number, self.flags)),
            wasm.CopyBytes(self.column_entry("states"), self.state, size),
        ]


class _WriteColumnsFunction(_BatchFunction):
    """Wasm function: write the current game's decision, options, action mask and observation to the columns."""

    def add(self) -> None:
        """Add the function to the module."""
        count, at = wasm.Global("option_count", low=0, high=2**16), self.function.local("at", low=0)
        option = wasm.Load(at * 8, self.builder.options, 8, type="i64")
        element, column = self.function.local("element"), self.column_entry("options")
        bits, wide = self.batch.element_bits, self.size_in("options")
        half, tells_nothing = 1 << (bits - 1), NO_MASK | NO_VIEW
        size = len(self.batch.actions.names)
        zeros = wasm.number(self.builder.wasm.reserve(size))
        code = (list_number(option) << bits) | (element & (2 * half - 1))
        mask = self.function.local("mask", low=0)
        action = wasm.Call("action_of", (self.state, option), low=0, high=size)
        self.put([
            wasm.If(wasm.compared("gt_s", count, self.batch.options), [wasm.Trap()]),
            wasm.If((self.flags & tells_nothing).differs(tells_nothing), self.look_up()),
            self.store_in_column("decider", self.own(self.cells.decider)),
            self.store_in_column("decision", self.own(self.cells.decision)),
            self.store_in_column("count", count),
            *self.for_range(at, count, [
                wasm.Set(element.name, narrowed(option)),
                wasm.If(is_outside(element, -half, half - 1), [wasm.Trap()]),
                wasm.Store(column + at * wide, 0, wide, code),
            ]),
            wasm.If((self.flags & NO_MASK).equals(0), [
                wasm.Set(mask.name, self.column_entry("mask")),
                wasm.CopyBytes(mask, zeros, wasm.number(size)),
                *self.for_range(at, count, [wasm.Store(mask + action, 0, 1, wasm.number(1))]),
            ]),
            wasm.If((self.flags & NO_VIEW).equals(0), [
                wasm.CallStmt("observe", (self.state, self.column_entry("observation"))),
            ]),
        ], exported=False)  # fmt: skip


class _StartGameFunction(_BatchFunction):
    """Wasm function: start the current game from a seed."""

    def add(self) -> None:
        """Add the function to the module."""
        first, size = wasm.number(self.builder.first), wasm.number(self.layout.size)
        dealt = wasm.Call("seeded", (wasm.Get("seed", type="i64"),), type="i64")
        self.put([
            wasm.CopyBytes(self.state, first, size),
            *self.set_own(self.cells.random, dealt),
            *self.refuel(),
            *self.play_on(),
        ], exported=False)  # fmt: skip


class _ScoreGameFunction(_BatchFunction):
    """Wasm function: write the rewards and scores of the current game, which is over, to the columns."""

    def add(self) -> None:
        """Add the function to the module."""
        outcome, players = self.module.outcome, self.module.players
        lines: wasm.Body = [self.store_in_column("done", wasm.number(1))]
        if outcome.values:
            values, ranks = len(outcome.values), self.ranks()
            ranks_at = wasm.number(self.builder.wasm.reserve(4 * len(ranks)))
            lines += [wasm.Store(ranks_at, 4 * at, 4, rank) for at, rank in enumerate(ranks)]
            won = self.function.local("won", low=0)
            lines.append(wasm.Set(won.name, wasm.Call("won", (ranks_at,))))
            shared = larger(real(wasm.Call("sides", (won, ranks_at))), real(wasm.number(1)))
            for seat in range(players):
                part = real((won >> seat) & 1) / shared
                score = wasm.Load(ranks_at, 4 * (seat * values + outcome.scored), 4)
                lines += [
                    self.store_in_column("rewards", part, seat),
                    self.store_in_column("scores", score, seat),
                ]
        self.put(lines, exported=False)


class _BeginFunction(_BatchFunction):
    """Wasm function: start the games from `first` to before `end`, each from its seed."""

    def add(self) -> None:
        """Add the function to the module."""
        seed = wasm.Load(self.column_entry("seeds"), 0, 8, type="i64")
        fresh = wasm.CallStmt("start_game", (self.state, seed))
        self.put([*self.begin(), *self.each_game([fresh, *self.store_results()])])


class _AdvanceFunction(_BatchFunction):
    """Wasm function: advance a range of games by their chosen options; finished games are scored and started again.

    The next seed of a game is its seed plus the number of games. The inputs of a step are overwritten last, so
    that a step can be repeated after a trap.
    """

    def add(self) -> None:
        """Add the function to the module."""
        rewards = self.function.local("rewards", low=0)
        nothing = wasm.number(0, "i64")
        self.put([
            *self.begin(),
            *self.each_game([
                wasm.Set(rewards.name, self.column_entry("rewards")),
                *(wasm.Store(rewards, 8 * seat, 8, nothing) for seat in range(self.module.players)),
                self.store_in_column("done", wasm.number(0)),
                wasm.If(wasm.Load(self.column_entry("chosen"), 0, 4).at_least(0), self._advance_game()),
            ]),
        ])  # fmt: skip

    def _advance_game(self) -> wasm.Body:
        """Emit advancing the current game by its chosen option."""
        size, games = wasm.number(self.layout.size), len(self.batch.parts)
        seed = self.function.local("seed", "i64")
        step = wasm.Load(wasm.number(self.batch.pointers), 4 * games, 4, low=0)
        return [
                *self.refuel(),
                wasm.CopyBytes(self.state, self.column_entry("states"), size),
                wasm.Set(seed.name, wasm.Load(self.column_entry("seeds"), 0, 8, type="i64")),
                *self.set_own(self.cells.answer, self._chosen_option()),
                *self.set_own(self.cells.made, self.own(self.cells.made) + 1),
                *self.limit_decisions(),
                *self.play_on(),
                wasm.If(self.own(self.cells.decision).less(0), [
                    wasm.CallStmt("score_game", (self.state, self.number)),
                    wasm.Set(seed.name, seed + widened(step)),
                    wasm.CallStmt("start_game", (self.state, seed)),
                ]),
                *self.store_results(),
                wasm.Store(self.column_entry("seeds"), 0, 8, seed),
        ]  # fmt: skip

    def _chosen_option(self) -> wasm.Expr:
        """Emit the chosen option: the one at the chosen index, or the first with the chosen action."""
        local = self.function.local
        option, code = local("option", "i64"), local("code")
        index = local("index", low=0, high=self.batch.options)
        size, bits = self.size_in("options"), self.batch.element_bits
        stored = wasm.Load(self.column_entry("options") + index * size, 0, size)
        # Shift left, then right arithmetically: the low bits, sign-extended.
        element = wasm.Binary("shr_s", code << (32 - bits), wasm.number(32 - bits))
        which = wasm.Binary("shr_s", code, wasm.number(bits))
        wide = (widened(which) << wasm.number(32, "i64")) + widened(element)
        decode = [wasm.Set(code.name, stored), wasm.Set(option.name, wide)]
        wanted = wasm.Load(self.column_entry("chosen"), 0, 4)
        action = wasm.Call("action_of", (self.state, option))
        look: wasm.Body = [
            *self.look_up(),
            wasm.Set(index.name, wasm.number(0)),
            *decode,
            *self.until(action.equals(wanted), [wasm.Set(index.name, index + 1), *decode]),
        ]
        return sequenced(
            [wasm.If(self.flags & BY_INDEX, [wasm.Set(index.name, wanted), *decode], look)], option
        )


class _FirstInvalidFunction(_BatchFunction):
    """Wasm function: return the first game of a range with an invalid choice, or the end of the range."""

    def add(self) -> None:
        """Add the function to the module."""
        wanted = self.function.local("wanted")
        count = wasm.Load(self.column_entry("count"), 0, 4)
        actions = len(self.batch.actions.names)
        offered = wasm.Load(self.column_entry("mask") + wanted, 0, 1, False)
        beyond = wasm.compared("ge_u", wanted, count)
        self.put([
            *self.until(self.number.at_least(wasm.Get("end")), [
                wasm.Set(wanted.name, wasm.Load(self.column_entry("chosen"), 0, 4)),
                wasm.If(wanted.differs(NO_ADVANCE), [
                    wasm.If(self.flags & BY_INDEX, [wasm.If(beyond, [wasm.Return(self.number)])], [
                        wasm.If(is_outside(wanted, 0, actions - 1), [wasm.Return(self.number)]),
                        wasm.If(offered.equals(0), [wasm.Return(self.number)]),
                    ]),
                ]),
                wasm.Set("game", self.number + 1),
            ]),
            wasm.Return(self.number),
        ])  # fmt: skip
