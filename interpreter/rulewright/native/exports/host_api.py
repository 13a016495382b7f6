"""Emits the exports of a game file for readers in other languages.

A state is at an address that the reader chooses. Games run on a copy, so a trap leaves the state unchanged.
"""

from __future__ import annotations

from typing import Any

from rulewright.native.ast import wasm_ast as wasm
from rulewright.native.ast.folding import choose, narrowed
from rulewright.native.emit.blocks.option_functions import add_shown
from rulewright.native.emit.module_builder import MAX_OPTIONS, ModuleBuilder
from rulewright.native.exports.canonical_state import add_compare_functions
from rulewright.native.exports.exported_function import ExportedFunction
from rulewright.native.exports.play import add_judge
from rulewright.native.exports.search.search import add_search
from rulewright.native.exports.search.winners import add_winner_functions
from rulewright.native.layout.native_code import GAMES_PER_CALL
from rulewright.native.layout.search_layout import Node, Result, SearchMemory, Tree
from rulewright.native.runtime.random_draws import seed_of_choices
from rulewright.runtime.ir.engine_contract import HALF

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
    if builder.records_story:
        _add_story(builder)
    if builder.module.outcome.values:
        _add_outcome(builder, whole)


def _entry(builder: ModuleBuilder, name: str, *parameters: str, **wide: bool) -> ExportedFunction:
    """Return a new exported function of the game file."""
    return ExportedFunction(builder, f"game.{name}", parameters, "i32", **wide)


# ------------------------------------------------------------------ playing


def _add_playing(builder: ModuleBuilder, begun: int) -> None:
    """Add the exports `new_game`, `choose`, `playout` and `copy`."""
    size, work = wasm.number(builder.layout.size), wasm.number(builder.state)
    new = _entry(builder, "new_game", "S", seed=True)
    lines = _playing(new, wasm.number(begun), wasm.Call("run", (work,)), [
        builder.layout.own.random.store(work, wasm.Call("seeded", (wasm.Get("seed", type="i64"),), type="i64")),
    ])  # fmt: skip
    new.put(lines)

    take = _entry(builder, "choose", "S", "index")
    chosen = take.function.local("chosen", "i64")
    index = wasm.Get("index")
    beyond = wasm.Binary("ge_u", index, wasm.Call("list_options_at", (take.state,)))
    take.put([
        *take.begin(),
        wasm.If(take.own(take.cells.decision).less(0), [wasm.Return(wasm.number(-1))]),
        wasm.If(beyond, [wasm.Return(wasm.number(-1))]),
        wasm.Set(chosen.name, wasm.Load(index * 8, builder.options, 8, type="i64")),
        *_playing(take, take.state, wasm.Call("choose", (work, chosen))),
    ])  # fmt: skip

    out = _entry(builder, "playout", "S", seed=True)
    count = out.function.local("made", low=0)
    arguments = (
        work,
        wasm.number(0),
        wasm.number(0),
        seed_of_choices(wasm.Get("seed", type="i64")),
    )
    out.put([
        wasm.CopyBytes(work, out.state, size),
        wasm.Set(count.name, wasm.Call("playout", arguments)),
        wasm.SetGlobal("option_count", wasm.number(0)),
        wasm.CopyBytes(out.state, work, size),
        wasm.Return(count),
    ])  # fmt: skip

    copy = ExportedFunction(builder, "game.copy", ("S", "other"))
    copy.put([wasm.CopyBytes(copy.state, wasm.Get("other"), size)])


def _playing(
    entry: ExportedFunction, source: wasm.Expr, played: wasm.Expr, begin: wasm.Body | None = None
) -> wasm.Body:
    """Emit playing on a copy of the state at `source`, storing it, and returning the number of options."""
    builder, count = entry.builder, entry.function.local("count", low=0)
    size, work = wasm.number(builder.layout.size), wasm.number(builder.state)
    over = builder.layout.own.decision.load(work).less(0)
    return [
        wasm.CopyBytes(work, source, size),
        *(begin or []),
        *_ask_for_story(builder),
        wasm.Set(count.name, played),
        # If the game is over, `option_count` may be a leftover of a forced decision.
        wasm.Set(count.name, choose(over, wasm.number(0), count)),
        wasm.SetGlobal("option_count", count),
        wasm.CopyBytes(entry.state, work, size),
        wasm.Return(count),
    ]


def _ask_for_story(builder: ModuleBuilder) -> wasm.Body:
    """Emit the request to record the next call's messages as a new story."""
    if not builder.records_story:
        return []
    return [
        wasm.SetGlobal("story_position", wasm.number(builder.story)),
        wasm.SetGlobal("story_overflowed", wasm.number(0)),
        wasm.SetGlobal("story_requested", wasm.number(1)),
    ]


def _add_story(builder: ModuleBuilder) -> None:
    """Add the export that returns how many bytes the last call's story has; -1 if the buffer was full."""
    size = wasm.Global("story_position") - builder.story
    lost = wasm.Global("story_overflowed")
    function = wasm.Function("game.told", (), "i32")
    function.body = [wasm.Return(choose(lost, wasm.number(-1), size))]
    function.exported = True
    builder.wasm.add(function)


def _add_options(builder: ModuleBuilder) -> None:
    """Add the exports that list the options and return each one's list and element."""
    options = _entry(builder, "options", "S")
    options.put([
        *options.begin(),
        wasm.SetGlobal("option_count", wasm.number(0)),
        wasm.If(options.own(options.cells.decision).less(0), [wasm.Return(wasm.number(0))]),
        wasm.Return(wasm.Call("list_options_at", (options.state,))),
    ])  # fmt: skip
    listed = wasm.Load(wasm.Get("index") * 8, builder.options, 8, type="i64")
    shifted = wasm.Binary("shr_s", listed + HALF, wasm.number(32, "i64"), type="i64")
    none = wasm.Binary("ge_u", wasm.Get("index"), wasm.Global("option_count"))
    for name, value in (("option_list", narrowed(shifted)), ("option_element", narrowed(listed))):
        _entry(builder, name, "index").put([wasm.If(none, [wasm.Trap()]), wasm.Return(value)])


# ------------------------------------------------------------------ reading


def _add_reading(builder: ModuleBuilder) -> None:
    """Add the exports that read the awaited decision, the places of pieces, and who knows them."""
    own = builder.layout.own
    for name, cell in (
        ("decision", own.decision), ("decider", own.decider), ("made", own.made), ("forced", own.forced),
    ):  # fmt: skip
        entry = _entry(builder, name, "S")
        entry.put([wasm.Return(entry.own(cell))])
    piece = wasm.Get("piece", low=0, high=max(builder.pieces - 1, 0))
    place = _entry(builder, "place", "S", "piece")
    place.put(
        [
            *_check_range(piece, builder.pieces),
            wasm.Return(builder.layout.place.load(place.state, piece)),
        ]
    )

    knows = _entry(builder, "knows", "S", "piece", "seat")
    known = wasm.Call("sees", (knows.state, piece, wasm.Get("seat")))
    seats = builder.module.players + 1
    knows.put(
        [
            *_check_range(piece, builder.pieces),
            *_check_range(wasm.Get("seat"), seats),
            wasm.Return(known),
        ]
    )

    pieces = _entry(builder, "pieces", "S", "place")
    where = wasm.Get("place", low=0, high=builder.module.layout.size - 1)
    at = pieces.function.local("at", low=0)
    first = builder.layout.first_place
    cells = [cell for zone in builder.module.zones.values() for cell in zone.run.cells]
    pieces.put([
        *_check_range(where - first, max(cells, default=first) + 1 - first),
        wasm.Set(at.name, wasm.number(0)),
        *pieces.each_in(where, lambda piece: [
            wasm.Store(at * 2, builder.order, 2, piece), wasm.Set(at.name, at + 1),
        ]),
        wasm.Return(at),
    ])  # fmt: skip


def _check_range(value: wasm.Expr, count: int) -> wasm.Body:
    """Emit a trap unless a number is from 0 to `count` - 1."""
    return [wasm.If(wasm.Binary("ge_u", value, wasm.number(count)), [wasm.Trap()])]


# ------------------------------------------------------------------ many games and outcomes


def _add_many(builder: ModuleBuilder, begun: int) -> None:
    """Add the exports that play random games from consecutive seeds: results of each game, or sums."""
    for name in ("playouts", "sums"):
        entry = _entry(builder, name, "games", seed=True)
        games = wasm.Get("games", low=0, high=GAMES_PER_CALL)
        arguments = (wasm.number(begun), games, wasm.Get("seed", type="i64"))
        most = [
            wasm.If(
                wasm.number(GAMES_PER_CALL).less(games),
                [wasm.Set("games", wasm.number(GAMES_PER_CALL))],
            )
        ]
        entry.put([
            wasm.If(games.less(0), [wasm.Trap()]),
            *(most if name == "playouts" else []),
            wasm.CallStmt(f"{WHOLE_GAMES}{'dealt' if name == 'playouts' else name}", arguments),
            wasm.Return(games),
        ])  # fmt: skip


def _add_outcome(builder: ModuleBuilder, whole: ModuleBuilder) -> None:
    """Add the exports that return the score of a seat and the mask of winners."""
    outcome, players = builder.module.outcome, builder.module.players
    score = _entry(builder, "score", "S", "seat")
    arguments = (score.state, wasm.Get("seat"))
    scored = wasm.Call(f"f_{outcome.values[outcome.scored]}", arguments)
    score.put([*score.begin(), *_check_range(wasm.Get("seat"), players), wasm.Return(scored)])

    winners = _entry(builder, "winners", "S")
    store_ranks = [
        wasm.Store(wasm.number(whole.results), 4 * place, 4, value)
        for place, value in enumerate(winners.ranks())
    ]
    winners.put(
        [
            *winners.begin(),
            *store_ranks,
            wasm.Return(wasm.Call(f"{WHOLE_GAMES}won", (wasm.number(whole.results),))),
        ]
    )


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
    return {"at": memory.results, "bytes": Result.size, "head": Tree.size, "choice": Node.size}
