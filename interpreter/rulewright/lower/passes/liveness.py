"""Finding out which locals still count when a block begins, so that frames keep no more."""

from __future__ import annotations

from rulewright.ir.control_flow import Answer, Block, targets
from rulewright.ir.dataflow.uses import Flow, read_by_end
from rulewright.ir.module import Module
from rulewright.records import evolve


def with_liveness(module: Module) -> Module:
    """The module with `live` of every block worked out: what is read there or later, and given no value before."""
    graph = module.code.graph
    assert graph is not None
    blocks = list(graph.blocks)
    flows = list(map(_flow, blocks))
    live = [frozenset(flow.read) for flow in flows]
    changed = True
    while changed:
        changed = False
        for block, flow in zip(reversed(blocks), reversed(flows), strict=True):
            found = live[block.number] | (_after(block, live) - flow.sure)
            if found != live[block.number]:
                live[block.number], changed = found, True
    made = tuple(evolve(block, live=live[block.number]) for block in blocks)
    return evolve(module, code=evolve(module.code, graph=evolve(graph, blocks=made)))


def _flow(block: Block) -> Flow:
    flow = Flow()
    flow.body(block.body)
    flow.reads(read_by_end(block.end))
    return flow


def _after(block: Block, live: list[frozenset[str]]) -> frozenset[str]:
    """What counts at the end of a block: an answer gives the element of its list a value."""
    if isinstance(block.end, Answer):
        lists = zip(block.end.ask.options, block.end.then, strict=True)
        chosen = [live[then] - {options.var} for options, then in lists]
        return frozenset(live[block.end.ended]).union(*chosen)
    return frozenset().union(*(live[target] for target in targets(block.end)))
