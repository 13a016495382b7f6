"""Compiled code of a module with its memory layout: plain records that can be cached and run."""

from __future__ import annotations

from typing import Final

from rulewright.base.records import Record
from rulewright.native.layout.batch_layout import BatchLayout
from rulewright.native.layout.rows import RowConverter
from rulewright.native.layout.trace_layout import ReplayMemory

MAX_RECORDED_CHOICES: Final = 1 << 15
"""The most chosen indices that a playout records."""

GAMES_PER_CALL: Final = 256
"""The number of games played in one call."""


class PlayoutCode(Record):
    """The code that plays whole games, with the addresses of its state, seeds, results and sums.

    `numbers_per_game` is how many numbers each game reports, `sum_count` how many sums there are.
    """

    wasm: bytes
    state: int
    seeds: int
    results: int
    numbers_per_game: int
    sums: int
    sum_count: int


class SearchAddresses(Record):
    """The addresses of a tree search in memory: sampled games, results, tree, learned weights."""

    determinizations: int
    results: int
    tree: int
    leaf: int


class ReplayCode(Record):
    """The code that replays trajectories, with the addresses of its state, options and columns."""

    wasm: bytes
    rows: RowConverter
    state: int
    options: int
    memory: ReplayMemory


class BatchCode(Record):
    """The code that advances many games at once, with the address of the first state and the columns."""

    wasm: bytes
    rows: RowConverter
    first: int
    layout: BatchLayout


class NativeCode(Record):
    """The code that plays a module decision by decision, with its addresses in memory; it can be cached."""

    wasm: bytes
    rows: RowConverter
    state: int
    options: int
    record: int
    calls: frozenset[str]
    games: PlayoutCode
    search: SearchAddresses | None = None
