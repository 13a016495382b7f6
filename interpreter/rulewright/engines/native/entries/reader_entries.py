"""What a game file offers to readers in other languages.

A state is bytes at an address that the reader chooses. What plays works on a copy, so a state stays as it was where
the game gives up.
"""

from __future__ import annotations

from rulewright.engines.native.entries.cleaning import add_comparing
from rulewright.engines.native.entries.entry import Entry
from rulewright.engines.native.form.making import choose, narrowed
from rulewright.engines.native.form.native_form import (
    Binary,
    Body,
    Called,
    CopyBytes,
    Expr,
    Get,
    Global,
    If,
    Load,
    Return,
    Run,
    Set,
    SetGlobal,
    Store,
    Trap,
    number,
)
from rulewright.engines.native.layout.native_code import BATCH
from rulewright.engines.native.table.drawing import seed_of_choices
from rulewright.engines.native.translating.option_functions import add_shown
from rulewright.engines.native.translating.tables import Tables
from rulewright.ir.answers import HALF

WHOLE_GAMES = "whole."
"""What stands before the names of what plays whole games."""


def add_reader(tables: Tables, whole: Tables, first: bytes) -> None:
    """Put all that readers call into the module; `first` is the state before anything happens."""
    begun = tables.wasm.put(first, 16)
    _add_playing(tables, begun)
    _add_options(tables)
    _add_reading(tables)
    add_shown(tables)
    add_comparing(tables)
    _add_many(tables, begun)
    if tables.module.outcome.values:
        _add_outcome(tables, whole)


def _entry(tables: Tables, name: str, *parameters: str, **wide: bool) -> Entry:
    return Entry(tables, f"game.{name}", parameters, "i32", **wide)


# ------------------------------------------------------------------ playing


def _add_playing(tables: Tables, begun: int) -> None:
    """A new game, a choice by its index, a game played to its end, a copy."""
    size, work = number(tables.layout.size), number(tables.state)
    new = _entry(tables, "new_game", "S", seed=True)
    lines = _playing(new, number(begun), Called("run", (work,)), [
        tables.layout.own["random"].store(work, Called("seeded", (Get("seed", type="i64"),), type="i64")),
    ])  # fmt: skip
    new.put(lines)

    take = _entry(tables, "choose", "S", "index")
    chosen = take.function.local("chosen", "i64")
    index = Get("index")
    take.put([
        *take.begin(),
        If(take.own("decision").less(0), [Return(number(-1))]),
        If(Binary("ge_u", index, Called("listed_away", (take.state,))), [Return(number(-1))]),
        Set(chosen.name, Load(index * 8, tables.options, 8, type="i64")),
        *_playing(take, take.state, Called("choose", (work, chosen))),
    ])  # fmt: skip

    out = _entry(tables, "playout", "S", seed=True)
    made = out.function.local("made", low=0)
    given = (work, number(0), number(0), seed_of_choices(Get("seed", type="i64")))
    out.put([
        CopyBytes(work, out.state, size),
        Set(made.name, Called("playout", given)),
        SetGlobal("count", number(0)),
        CopyBytes(out.state, work, size),
        Return(made),
    ])  # fmt: skip

    copy = Entry(tables, "game.copy", ("S", "other"))
    copy.put([CopyBytes(copy.state, Get("other"), size)])


def _playing(entry: Entry, source: Expr, played: Expr, begin: Body | None = None) -> Body:
    """A state goes on, on a copy, and is put where it belongs; how many options there are then."""
    tables, count = entry.tables, entry.function.local("count", low=0)
    size, work = number(tables.layout.size), number(tables.state)
    over = tables.layout.own["decision"].load(work).less(0)
    return [
        CopyBytes(work, source, size),
        *(begin or []),
        Set(count.name, played),
        # The last question may have had a single option that was taken at once.
        Set(count.name, choose(over, number(0), count)),
        SetGlobal("count", count),
        CopyBytes(entry.state, work, size),
        Return(count),
    ]


def _add_options(tables: Tables) -> None:
    """How many options there are; of those that were listed last the list and the element."""
    options = _entry(tables, "options", "S")
    options.put([
        *options.begin(),
        SetGlobal("count", number(0)),
        If(options.own("decision").less(0), [Return(number(0))]),
        Return(Called("listed_away", (options.state,))),
    ])  # fmt: skip
    listed = Load(Get("index") * 8, tables.options, 8, type="i64")
    shifted = Binary("shr_s", listed + HALF, number(32, "i64"), type="i64")
    none = Binary("ge_u", Get("index"), Global("count"))
    for name, value in (("option_list", narrowed(shifted)), ("option_element", narrowed(listed))):
        _entry(tables, name, "index").put([If(none, [Trap()]), Return(value)])


# ------------------------------------------------------------------ reading


def _add_reading(tables: Tables) -> None:
    """Who is asked what, what lies where, and who knows it."""
    for name in ("decision", "decider", "made", "forced"):
        entry = _entry(tables, name, "S")
        entry.put([Return(entry.own(name))])
    piece = Get("piece", low=0, high=max(tables.pieces - 1, 0))
    place = _entry(tables, "place", "S", "piece")
    place.put([*_there(piece, tables.pieces), Return(tables.layout.place.load(place.state, piece))])

    knows = _entry(tables, "knows", "S", "piece", "seat")
    known = Called("sees", (knows.state, piece, Get("seat")))
    seats = tables.module.players + 1
    knows.put([*_there(piece, tables.pieces), *_there(Get("seat"), seats), Return(known)])

    pieces = _entry(tables, "pieces", "S", "place")
    where = Get("place", low=0, high=tables.module.layout.size - 1)
    at = pieces.function.local("at", low=0)
    first = tables.layout.first_place
    cells = [cell for zone in tables.module.zones.values() for cell in zone.run.cells]
    pieces.put([
        *_there(where - first, max(cells, default=first) + 1 - first),
        Set(at.name, number(0)),
        *pieces.each_in(where, lambda each: [Store(at * 2, tables.order, 2, each), Set(at.name, at + 1)]),
        Return(at),
    ])  # fmt: skip


def _there(value: Expr, count: int) -> Body:
    """The engine gives up where a number is none from 0 to below a count."""
    return [If(Binary("ge_u", value, number(count)), [Trap()])]


# ------------------------------------------------------------------ many games, and how they end


def _add_many(tables: Tables, begun: int) -> None:
    """Games by lot from one seed after the other: what is told of each, or sums."""
    for name in ("playouts", "sums"):
        entry = _entry(tables, name, "games", seed=True)
        games = Get("games", low=0, high=BATCH)
        given = (number(begun), games, Get("seed", type="i64"))
        most = [If(number(BATCH).less(games), [Set("games", number(BATCH))])]
        entry.put([
            If(games.less(0), [Trap()]),
            *(most if name == "playouts" else []),
            Run(f"{WHOLE_GAMES}{'dealt' if name == 'playouts' else name}", given),
            Return(games),
        ])  # fmt: skip


def _add_outcome(tables: Tables, whole: Tables) -> None:
    """The score of a seat, and the seats that have won, as bits."""
    outcome, players = tables.module.outcome, tables.module.players
    score = _entry(tables, "score", "S", "seat")
    given = (score.state, Get("seat"))
    scored = Called(f"f_{outcome.values[outcome.scored]}", given)
    score.put([*score.begin(), *_there(Get("seat"), players), Return(scored)])

    winners = _entry(tables, "winners", "S")
    told = [
        Store(number(whole.played), 4 * place, 4, value)
        for place, value in enumerate(winners.ranks())
    ]
    winners.put(
        [*winners.begin(), *told, Return(Called(f"{WHOLE_GAMES}won", (number(whole.played),)))]
    )
