"""Emits the exports of a game file for readers in other languages.

A state is at an address that the reader chooses. Games run on a copy, so a trap leaves the state unchanged.
"""

from __future__ import annotations

from typing import Any

from rulewright.native.ast import wasm_ast as wasm
from rulewright.native.ast.folding import choose, narrowed
from rulewright.native.ast.wasm_ast import Expr
from rulewright.native.builder.code import LocalVar, call
from rulewright.native.builder.structs import I16, I32, NumberArray
from rulewright.native.emit.blocks.option_functions import add_shown
from rulewright.native.emit.module_builder import MAX_OPTIONS, ModuleBuilder
from rulewright.native.exports.canonical_state import add_compare_functions
from rulewright.native.exports.exported_function import ExportedFunction, define
from rulewright.native.exports.play import add_judge
from rulewright.native.exports.search.option_keys import list_number
from rulewright.native.exports.search.search import add_search
from rulewright.native.exports.search.winners import add_winner_functions
from rulewright.native.layout.native_code import GAMES_PER_CALL
from rulewright.native.layout.search_layout import Result, SearchMemory, SearchNode, Tree
from rulewright.native.runtime.random_draws import seed_of_choices

WHOLE_GAMES = "whole."
"""Prefix of the functions of the module part that plays whole games."""


def add_reader(builder: ModuleBuilder, whole: ModuleBuilder, first: bytes) -> None:
    """Add all exports that programs in other languages use; `first` is the state before anything happens."""
    begun = builder.wasm.put(first, 16)
    _add_playing(builder, begun)
    _add_options(builder)
    _add_reading(builder)
    add_shown(builder)
    add_compare_functions(builder)
    _add_many(builder, begun)
    if builder.module.outcome.values:
        _add_outcome(builder, whole)


def _give_played(code: ExportedFunction, played: Expr) -> None:
    """Record playing on in the module's own state, storing it, and returning the number of options."""
    if code.builder.records_story:
        code.set_global("story_position", code.builder.story)
        code.set_global("story_overflowed", 0)
        code.set_global("story_requested", 1)
    count = code.var(played, "count", low=0)
    # If the game is over, `option_count` may be a leftover of a forced decision.
    with code.when(code.layout.own.decision.load(code.own_state) < 0):
        count.set(0)
    code.set_global("option_count", count)
    code.copy(code.state, code.own_state, code.layout.size)
    code.give(count)


def _add_playing(builder: ModuleBuilder, begun: int) -> None:
    """Add the exports `new_game`, `choose`, `playout` and `copy`."""
    size, work = builder.layout.size, builder.state
    with define(builder, "game.new_game", "S", result="i32", seed="i64") as code:
        code.copy(work, begun, size)
        seed = call("seeded", code.parameter("seed"), type_="i64")
        code.emit(code.layout.own.random.store(code.own_state, seed))
        _give_played(code, call("run", work))
    with define(builder, "game.choose", "S", "index", result="i32") as code:
        index = code.parameter("index")
        code.reset()
        code.give_if(code.is_over, -1)
        code.give_if(wasm.compared("ge_u", index, call("list_options_at", code.state)), -1)
        chosen = code.let(code.options[index], "chosen")
        code.copy(work, code.state, size)
        _give_played(code, call("choose", work, chosen))
    with define(builder, "game.playout", "S", result="i32", seed="i64") as code:
        code.copy(work, code.state, size)
        seed = seed_of_choices(code.parameter("seed"))
        count = code.let(call("playout", work, 0, 0, seed), "count")
        code.set_global("option_count", 0)
        code.copy(code.state, work, size)
        code.give(count)
    with define(builder, "game.copy", "S", "other") as code:
        code.copy(code.state, wasm.Get("other"), size)
    if builder.records_story:
        with define(builder, "game.told", result="i32") as code:
            # How many bytes the last call's story has; -1 if the buffer was full.
            size_of_story = wasm.Global("story_position") - builder.story
            code.give(choose(wasm.Global("story_overflowed"), wasm.number(-1), size_of_story))


# ------------------------------------------------------------------ reading


def _add_options(builder: ModuleBuilder) -> None:
    """Add the exports that list the options and return each one's list and element."""
    with define(builder, "game.options", "S", result="i32") as code:
        code.reset()
        code.set_global("option_count", 0)
        code.give_if(code.is_over, 0)
        code.give(call("list_options_at", code.state))
    with define(builder, "game.option_list", "index", result="i32") as code:
        code.give(list_number(_checked_option(code)))
    with define(builder, "game.option_element", "index", result="i32") as code:
        code.give(narrowed(_checked_option(code)))


def _checked_option(code: ExportedFunction) -> Expr:
    """Record the check that the option number `index` is listed; return it."""
    index = code.parameter("index")
    code.trap_if(wasm.compared("ge_u", index, code.option_count))
    return code.options[index]


def _add_reading(builder: ModuleBuilder) -> None:
    """Add the exports that read the awaited decision, the places of pieces, and who knows them."""
    for name in ("decision", "decider", "made", "forced"):
        with define(builder, f"game.{name}", "S", result="i32") as code:
            code.give(getattr(code.game, name))
    with define(builder, "game.place", "S", "piece", result="i32") as code:
        piece = _checked(code, "piece", builder.pieces)
        code.give(builder.layout.place.load(code.state, piece))
    with define(builder, "game.knows", "S", "piece", "seat", result="i32") as code:
        piece = _checked(code, "piece", builder.pieces)
        seat = _checked(code, "seat", builder.module.players + 1)
        code.give(call("sees", code.state, piece, seat))
    with define(builder, "game.pieces", "S", "place", result="i32") as code:
        first = builder.layout.first_place
        cells = [cell for zone in builder.module.zones.values() for cell in zone.run.cells]
        place = code.parameter("place", 0, builder.module.layout.size - 1)
        code.trap_if(wasm.compared("ge_u", place - first, max(cells, default=first) + 1 - first))
        pieces, count = NumberArray(code, I16, builder.order), code.var(0, "count", low=0)
        with code.each_piece(place) as each:
            pieces[count] = each
            count += 1
        code.give(count)


def _checked(code: ExportedFunction, name: str, count: int) -> LocalVar:
    """Record a trap unless a parameter is from 0 to `count` - 1; return it."""
    code.trap_if(wasm.compared("ge_u", code.parameter(name), count))
    return code.parameter(name, 0, max(count - 1, 0))


# ------------------------------------------------------------------ many games and outcomes


def _add_many(builder: ModuleBuilder, begun: int) -> None:
    """Add the exports that play random games from consecutive seeds: results of each game, or sums."""
    for name, inner in (("playouts", "dealt"), ("sums", "sums")):
        with define(builder, f"game.{name}", "games", result="i32", seed="i64") as code:
            games = code.parameter("games")
            code.trap_if(games < 0)
            if name == "playouts":
                with code.when(games > GAMES_PER_CALL):
                    games.set(GAMES_PER_CALL)
            code.run(f"{WHOLE_GAMES}{inner}", begun, games, code.parameter("seed"))
            code.give(games)


def _add_outcome(builder: ModuleBuilder, whole: ModuleBuilder) -> None:
    """Add the exports that return the score of a seat and the mask of winners."""
    outcome, players = builder.module.outcome, builder.module.players
    with define(builder, "game.score", "S", "seat", result="i32") as code:
        code.reset()
        seat = _checked(code, "seat", players)
        code.give(call(f"f_{outcome.values[outcome.scored]}", code.state, seat))
    with define(builder, "game.winners", "S", result="i32") as code:
        code.reset()
        ranks = NumberArray(code, I32, whole.results)
        for number, value in enumerate(code.ranks()):
            ranks[number] = value
        code.give(call(f"{WHOLE_GAMES}won", whole.results))


def add_reader_search(builder: ModuleBuilder) -> dict[str, Any] | None:
    """Add the exports of tree search, and return what programs in other languages must know of them.

    Returns None if no seat can win.
    """
    outcome, players = builder.module.outcome, builder.module.players
    if not outcome.values:
        return None
    record = builder.wasm.reserve(4 * len(outcome.values) * players)
    memory = SearchMemory.of(builder.wasm.reserve, MAX_OPTIONS, players)
    add_judge(builder, record)
    add_winner_functions(builder)
    for inner in ("judged", "best", "won", "sides"):
        builder.wasm.functions[inner].exported = False
    add_search(builder, memory, record)
    return {
        "at": memory.results,
        "bytes": Result.size,
        "head": Tree.size,
        "choice": SearchNode.size,
    }
