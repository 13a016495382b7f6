"""A search tree inside a module; it computes the same numbers as `players.search_tree`, much faster."""

from __future__ import annotations

import weakref
from collections.abc import Callable, Sequence
from struct import iter_unpack
from typing import Any

from rulewright.native.builder.structs import StructField
from rulewright.native.host import Host, Trapped, signed
from rulewright.native.layout.native_code import SearchAddresses
from rulewright.native.layout.search_layout import RESULT_FORMAT, Result, Tree
from rulewright.runtime.ir.engine_contract import MAX_TREE_NODES
from rulewright.runtime.spaces.leaf_values import Leaf


class NativeTree:
    """A search tree for one decision, in a module instance that returns to the pool `free` afterwards."""

    def __init__(
        self,
        host: Host,
        at: SearchAddresses,
        seed: int,
        bytes_of: Callable[[Any], bytes | None],
        free: list[Host],
        leaf: Leaf | None = None,
    ) -> None:
        self.host, self.at, self._bytes_of = host, at, bytes_of
        weakref.finalize(self, free.append, host).atexit = False
        self._phase = -1 if leaf is None else leaf.phase
        if leaf is not None:
            host.write(at.leaf, leaf.packed)
        host.call("plant", at.tree, MAX_TREE_NODES, signed(seed))

    def search(self, worlds: Sequence[Any], simulations: int) -> bool:
        """Run simulations on the states `worlds` in turn; return False if one does not fit or all were void.

        Other threads may run Python code meanwhile.
        """
        states = [self._bytes_of(world) for world in worlds]
        if None in states:
            return False
        self.host.write(self.at.determinizations, b"".join(states))  # type: ignore[arg-type]
        end = self._simulations() + simulations
        while (remaining := end - self._simulations()) > 0:
            try:
                self.host.call(
                    "search",
                    self.at.determinizations,
                    len(worlds),
                    remaining,
                    self.at.tree,
                    self._phase,
                )
            except Trapped:
                continue  # a simulation that trapped counts as void
        return self._number(Tree.games) + self._number(Tree.cut_games) > 0

    def _simulations(self) -> int:
        """Return how many simulations have begun in the tree."""
        return self._number(Tree.simulations)

    def _number(self, field: StructField) -> int:
        """Return a number in the tree's head that fits in 32 bits."""
        return int.from_bytes(self.host.read(self.at.tree + field.offset, 4), "little")

    def results(self, world: Any) -> tuple[tuple[int, ...], tuple[float, ...]]:
        """Return how often each option of the state `world` was tried, and its mean value."""
        memory = self._bytes_of(world)
        assert memory is not None
        self.host.write(self.at.determinizations, memory)
        count = self.host.call("found", self.at.determinizations, self.at.tree)
        tried = list(
            iter_unpack(RESULT_FORMAT, self.host.read(self.at.results, Result.size * count))
        )
        return tuple(n for n, _ in tried), tuple(value / n if n else 0.0 for n, value in tried)
