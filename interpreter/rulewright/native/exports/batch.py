"""Emits the functions that advance many games side by side in one call; see `native_batch`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from rulewright.base.records import evolve
from rulewright.native.ast import wasm_ast as wasm
from rulewright.native.ast.f64_ops import larger, real
from rulewright.native.ast.folding import choose, is_outside, is_zero, narrowed, widened
from rulewright.native.ast.wasm_ast import Expr
from rulewright.native.builder.code import call
from rulewright.native.builder.structs import F64, I8, I16, I32, I64, U8, NumberArray
from rulewright.native.emit.module_builder import ModuleBuilder
from rulewright.native.exports.exported_function import ExportedFunction, define
from rulewright.native.exports.observe.observation_vector import (
    VisiblePlaces,
    add_observation_vector,
)
from rulewright.native.exports.observe.seat_visibility import SeatFunction, VisibilitySets
from rulewright.native.exports.search.option_keys import list_number
from rulewright.native.exports.search.winners import add_winner_functions
from rulewright.native.layout.batch_layout import BatchLayout
from rulewright.runtime.ir.engine_contract import BY_INDEX, NO_ADVANCE, NO_MASK, NO_RESTART, NO_VIEW
from rulewright.runtime.spaces.action_space import ActionList

SORTS = ("one", "card", "player", "number")

COLUMN_FIELDS = {"b": I8, "B": U8, "h": I16, "i": I32, "q": I64, "d": F64}
"""The numbers in a column, by their `struct` letters."""


def add_batch(builder: ModuleBuilder, layout: BatchLayout) -> BatchLayout:
    """Add the functions that advance many games at once; return the layout with its addresses in memory."""
    reserve = builder.wasm.reserve
    layout = evolve(layout, pointers=reserve(4 * len(layout.parts) + 4), stopped=reserve(4))
    builder.wasm.globals.setdefault("seat", ("i32", 0))
    visible = VisibilitySets.of(builder)
    if builder.module.outcome.values:
        add_winner_functions(builder)
    places = add_observation_vector(builder, layout.columns, visible)
    _add_action(builder, visible, layout, places)
    _add_write_columns(builder, layout)
    _add_start_game(builder)
    _add_score_game(builder, layout)
    _add_begin(builder, layout)
    _add_advance(builder, layout)
    _add_first_invalid(builder, layout)
    return layout


# ------------------------------------------------------------------ actions


def _add_action(
    builder: ModuleBuilder, visible: VisibilitySets, layout: BatchLayout, places: VisiblePlaces
) -> None:
    """Add the function that returns the action number of an option, as the seat in the global `seat` sees it.

    `look_up` must have been called for the state.
    """
    code = SeatFunction(builder, visible, "action_of", result="i32", option="i64")
    code.state = code.own_state
    rows, starts = list[ActionList](), list[int]()
    for decision in layout.actions.decisions:
        starts.append(len(rows))
        rows += [ActionList("one", max(decision.end, 0), 1), *decision.lists]
    option = code.parameter("option")
    element, start = code.let(narrowed(option), "element"), builder.constants((*starts, 0))
    number = list_number(option) + 1
    at = code.let(start.load(code.game.decision) + number, "row")
    row = evolve(at, low=0, high=max(len(rows) - 1, 0))

    def column(numbers: list[int]) -> Expr:
        """Return the entry of a table with a number for each list."""
        return builder.constants((*numbers, 0)).load(row)

    sort = code.let(column([SORTS.index(each.sort) for each in rows]), "sort")
    first = column([each.first for each in rows])
    low = column([each.low for each in rows])
    with code.when(sort == SORTS.index("card")):
        card = evolve(element, low=0, high=code.top)
        place = code.let(code.layout.place.load(code.state, card), "place")
        known = (code.layout.known.load(code.state, card) >> code.seat) & 1
        named = column([int(each.is_named) for each in rows])
        hidden = column([each.low + each.width // each.owners - 1 for each in rows])
        designs = {name: number for number, name in enumerate(code.module.designs)}
        table = builder.constants((*(designs[piece.name] for piece in code.module.pieces), 0))
        known = known | places.load(place + 1) | named
        design = code.let(choose(known, table.load(card), hidden), "design")
        owners = code.let(column([each.owners for each in rows]), "owners")
        base = first + (design - low) * owners
        owner = builder.owners.load(place)
        code.give(choose(owners > 1, base + _seats_between(code, owner), base))
    with code.when(sort == SORTS.index("player")):
        player = evolve(element, low=-1, high=code.module.players - 1)
        code.give(first + _seats_between(code, player))
    with code.when(sort == SORTS.index("number")):
        after, last = code.let(element - low, "after"), column([each.width - 1 for each in rows])
        code.give(first + choose(after < 0, wasm.FALSE, choose(after > last, last, after)))
    code.give(first)
    builder.wasm.add(code.function)


def _seats_between(code: SeatFunction, player: Expr) -> Expr:
    """Return the distance of a player from the seat, clockwise; the number of players for nobody."""
    players = code.module.players
    distances = [
        after
        for seat in range(players)
        for after in (players, *((other - seat) % players for other in range(players)))
    ]
    table = code.builder.constants((*distances, 0))
    return table.load(code.seat * (players + 1) + player + 1)


# ------------------------------------------------------------------ columns


class _Games:
    """The columns of a batch, in a function on the game with the number in the parameter `game`."""

    def __init__(self, code: ExportedFunction, layout: BatchLayout) -> None:
        self.code, self.layout, self.size = code, layout, wasm.number(code.layout.size)
        self.game = code.parameter("game", 0, 2**20)
        self.flags = wasm.Get("how", low=0, high=15)

    def address(self, name: str) -> Expr:
        """Return the address of the game's entry in a column."""
        part = self.layout.column(name)
        column = self.pointer(self.layout.parts.index(part))
        return column + self.game * part.size

    def pointer(self, number: int) -> Expr:
        """Return the address of a column; after the last one, the number of games."""
        return wasm.Load(wasm.number(self.layout.pointers), 4 * number, 4, low=0)

    def __getitem__(self, name: str) -> NumberArray:
        letter = self.layout.column(name).letter
        return NumberArray(self.code, COLUMN_FIELDS[letter], 0, self.address(name))

    @contextmanager
    def each(self) -> Iterator[None]:
        """Repeat the statements inside for each game to before `end`; its number is stored for traps."""
        with self.code.loop(self.game < wasm.Get("end")):
            NumberArray(self.code, I32, self.layout.stopped)[0] = self.game
            yield
            self.game += 1

    def look_up(self) -> None:
        """Record computing which places the deciding seat sees into."""
        self.code.set_global("seat", self.code.game.decider)
        self.code.run("look_up", self.code.state)

    def store(self) -> None:
        """Record writing the game's results and new state to the columns."""
        self.code.run("write_columns", self.code.state, self.game, self.flags)
        self.code.copy(self.address("states"), self.code.state, self.size)


def _add_write_columns(builder: ModuleBuilder, layout: BatchLayout) -> None:
    """Add the function that writes a game's decision, options, action mask and observation to the columns."""
    with define(
        builder, "write_columns", "S", "game", "how", exported=False, own_state=True
    ) as code:
        games, count, half = _Games(code, layout), code.option_count, 1 << (layout.element_bits - 1)
        code.trap_if(count > layout.options)
        games["decider"][0] = code.game.decider
        games["decision"][0] = code.game.decision
        games["count"][0] = count
        # A game that is over and not restarted has no decider, who would see mask and observation.
        code.give_if(code.is_over)
        with code.when((games.flags & (NO_MASK | NO_VIEW)) != NO_MASK | NO_VIEW):
            games.look_up()
        options = games["options"]
        with code.range(count) as at:
            option = code.options[at]
            element = code.let(narrowed(option), "element")
            code.trap_if(is_outside(element, -half, half - 1))
            options[at] = list_number(option) << layout.element_bits | element & (2 * half - 1)
        with code.when(is_zero(games.flags & NO_MASK)):
            size = len(layout.actions.names)
            mask = code.let(games.address("mask"), "mask")
            code.copy(mask, builder.wasm.reserve(size), size)
            with code.range(count) as at:
                action = call("action_of", code.state, code.options[at], low=0, high=size)
                NumberArray(code, U8, 0, mask)[action] = 1
        with code.when(is_zero(games.flags & NO_VIEW)):
            code.run("observe", code.state, games.address("observation"))


# ------------------------------------------------------------------ playing


def _run_game(code: ExportedFunction) -> None:
    """Record playing the game until a decision is awaited or it is over."""
    code.set_global("option_count", 0)
    code.run_game()


def _add_start_game(builder: ModuleBuilder) -> None:
    """Add the function that starts a game from a seed."""
    with define(builder, "start_game", "S", seed="i64", exported=False, own_state=True) as code:
        code.copy(code.state, builder.first, code.layout.size)
        code.game.random = call("seeded", code.parameter("seed"), type_="i64")
        code.refuel()
        _run_game(code)


def _add_score_game(builder: ModuleBuilder, layout: BatchLayout) -> None:
    """Add the function that writes the rewards and scores of a game that is over to the columns."""
    outcome, players = builder.module.outcome, builder.module.players
    with define(builder, "score_game", "S", "game", exported=False, own_state=True) as code:
        games = _Games(code, layout)
        games["done"][0] = 1
        if outcome.values:
            ranks_at = builder.wasm.reserve(4 * len(outcome.values) * players)
            ranks = NumberArray(code, I32, ranks_at)
            for number, rank in enumerate(code.ranks()):
                ranks[number] = rank
            won = code.let(call("won", ranks_at, low=0), "won")
            shared = code.let(larger(real(call("sides", won, ranks_at)), 1), "shared")
            for seat in range(players):
                games["rewards"][seat] = real(won >> seat & 1) / shared
                games["scores"][seat] = ranks[seat * len(outcome.values) + outcome.scored]


def _add_begin(builder: ModuleBuilder, layout: BatchLayout) -> None:
    """Add the function that starts the games from `game` to before `end`, each from its seed."""
    with define(builder, "begin", "game", "end", "how", own_state=True) as code:
        games = _Games(code, layout)
        code.reset()
        with games.each():
            code.run("start_game", code.state, games["seeds"][0])
            games.store()


def _add_advance(builder: ModuleBuilder, layout: BatchLayout) -> None:
    """Add the function that advances a range of games by their chosen options.

    Finished games are scored and started again; the next seed of a game is its seed plus the number of games. The
    inputs of a step are overwritten last, so that a step can be repeated after a trap.
    """
    with define(builder, "advance", "game", "end", "how", own_state=True) as code:
        games = _Games(code, layout)
        code.reset()
        with games.each():
            rewards = games["rewards"]
            for seat in range(builder.module.players):
                rewards[seat] = 0
            games["done"][0] = 0
            with code.when(games["chosen"][0] >= 0):
                _advance_game(code, games)


def _advance_game(code: ExportedFunction, games: _Games) -> None:
    """Record advancing the current game by its chosen option."""
    code.refuel()
    code.copy(code.state, games.address("states"), games.size)
    seed = code.var(games["seeds"][0], "seed")
    code.game.answer = _chosen_option(code, games)
    code.game.made += 1
    code.limit_decisions()
    _run_game(code)
    with code.when(code.is_over):
        code.run("score_game", code.state, games.game)
        with code.when(is_zero(games.flags & NO_RESTART)):
            seed += widened(games.pointer(len(games.layout.parts)))
            code.run("start_game", code.state, seed)
    games.store()
    games["seeds"][0] = seed


def _chosen_option(code: ExportedFunction, games: _Games) -> Expr:
    """Record finding the chosen option: the one at the chosen index, or the first with the chosen action."""
    option, chosen, options = code.var(type_="i64"), games["chosen"][0], games["options"]
    bits = games.layout.element_bits

    def read(index: Expr) -> None:
        """Record reading an option from the column."""
        stored = code.let(options[index], "stored")
        # Shift left, then right arithmetically: the low bits, sign-extended.
        element = wasm.Binary("shr_s", stored << (32 - bits), wasm.number(32 - bits))
        which = wasm.Binary("shr_s", stored, wasm.number(bits))
        option.set((widened(which) << 32) + widened(element))

    with code.when(games.flags & BY_INDEX):
        read(chosen)
    with code.else_():
        games.look_up()
        index = code.var(0, "index", low=0, high=games.layout.options)
        with code.loop() as search:
            read(index)
            search.leave(call("action_of", code.state, option) == chosen)
            index += 1
    return option


def _add_first_invalid(builder: ModuleBuilder, layout: BatchLayout) -> None:
    """Add the function that returns the first game of a range with an invalid choice, or the range's end."""
    with define(builder, "unfit", "game", "end", "how", result="i32", own_state=True) as code:
        games = _Games(code, layout)
        with code.loop(games.game < wasm.Get("end")):
            wanted = code.let(games["chosen"][0], "wanted")
            with code.when(wanted != NO_ADVANCE):
                with code.when(games.flags & BY_INDEX):
                    beyond = wasm.compared("ge_u", wanted, games["count"][0])
                    code.give_if(beyond, games.game)
                with code.else_():
                    # The mask is only read within its bounds.
                    actions = len(layout.actions.names)
                    code.give_if(is_outside(wanted, 0, actions - 1), games.game)
                    code.give_if(is_zero(games["mask"][wanted]), games.game)
            games.game += 1
        code.give(games.game)
