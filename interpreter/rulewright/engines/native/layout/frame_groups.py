"""Which procedures that may stop are written as one function, and how far their frames lie from that of the first.

A procedure that is begun at one place only is written where that is. So its frame always lies as far from that of
the first procedure of the function; and where the first is the flow of the game, all frames lie at known places.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from rulewright.ir.control_flow import CallThen, Graph, is_bare_return
from rulewright.records import Record


class Grouped(Record):
    """A procedure in the function of a first one: how far its frame lies from that one's.

    `then` is the block to go on with after it; None where the function ends with it.
    """

    first: str
    offset: int = 0
    then: int | None = None


def grouped(graph: Graph, flow: str, sizes: Mapping[str, int]) -> dict[str, Grouped]:
    """All procedures of a graph; `sizes` are those of their frames."""
    calls = [block for block in graph.blocks if isinstance(block.end, CallThen)]
    counts = Counter(block.end.procedure for block in calls if isinstance(block.end, CallThen))
    sites = {block.end.procedure: block for block in calls if isinstance(block.end, CallThen)}
    found: dict[str, Grouped] = {}

    def group(name: str) -> Grouped:
        if name not in found:
            found[name] = Grouped(name)
            if name != flow and counts[name] == 1:
                site = sites[name]
                assert isinstance(site.end, CallThen)
                caller = group(site.procedure)
                ends = is_bare_return(
                    graph.blocks[site.end.then]
                )  # the frame of the caller is taken away
                offset = caller.offset if ends else caller.offset + sizes[site.procedure]
                found[name] = Grouped(caller.first, offset, caller.then if ends else site.end.then)
        return found[name]

    for name in graph.entries:
        group(name)
    return found
