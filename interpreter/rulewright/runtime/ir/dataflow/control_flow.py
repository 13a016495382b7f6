"""Control-flow graph of the procedures that may stop for a choice: basic blocks, each with one terminator.

Values that a block needs from earlier blocks are kept in the frame, so a suspended game is plain data.
"""

from __future__ import annotations

from rulewright.base.records import Draft, Record, field
from rulewright.runtime.ir.nodes.ir_expressions import Node
from rulewright.runtime.ir.nodes.ir_statements import Ask, Body


class Goto(Record):
    """Unconditional jump to `block`."""

    block: int


class Branch(Record):
    """Conditional jump to the block `yes` or `no`."""

    condition: Node
    yes: int
    no: int


class CallThen(Record):
    """Call of a procedure that may stop, with the block `then` as its return address."""

    procedure: str
    arguments: tuple[Node, ...]
    then: int


class Suspend(Record):
    """Suspension of the game for a choice.

    Play resumes at the block `answer` with the option chosen, or jumps to `empty` when there is no option.
    """

    ask: Ask
    answer: int
    empty: int


class Resume(Record):
    """Multi-way jump on the option chosen: `then` has a target for each option list, `ended` is the end option's.

    The local of the list holds the element chosen.
    """

    ask: Ask
    then: tuple[int, ...]
    ended: int


class ReturnToCaller(Record):
    """Return to the caller of the procedure."""


class EndOfGame(Record):
    """End of the game; the frames below on the stack are discarded."""


Terminator = Goto | Branch | CallThen | Suspend | Resume | ReturnToCaller | EndOfGame


class BasicBlock(Draft):
    """A basic block with its terminator `end`; its body may hold loops and branches that never stop for a choice.

    `live` are the locals that are live at its entry; None before liveness has been computed.
    """

    number: int
    procedure: str
    body: Body = ()
    end: Terminator = ReturnToCaller()
    live: frozenset[str] | None = None


class ControlFlowGraph(Record):
    """Control-flow graph of all asking procedures, with the entry block and the frame slots of each."""

    blocks: tuple[BasicBlock, ...] = ()
    entries: dict[str, int] = field(factory=dict)
    slots: dict[str, tuple[str, ...]] = field(factory=dict)


def successors(end: Terminator) -> tuple[int, ...]:
    """Return the numbers of the successor blocks in the same procedure."""
    match end:
        case Goto(block=block):
            return (block,)
        case Branch(yes=yes, no=no):
            return (yes, no)
        case CallThen(then=then):
            return (then,)
        case Suspend(answer=answer, empty=empty):
            return (answer, empty)
        case Resume(then=then_, ended=ended):
            return (*then_, ended)
        case ReturnToCaller() | EndOfGame():
            return ()


def blocks_with_function(graph: ControlFlowGraph) -> frozenset[int]:
    """Return the blocks that need a function of their own.

    These are entries of procedures, resumption points and merge points; engines may inline all other blocks.
    """
    counts: dict[int, int] = {}
    own = set(graph.entries.values())
    for block in graph.blocks:
        for target in successors(block.end):
            counts[target] = counts.get(target, 0) + 1
        if isinstance(block.end, CallThen):
            own.add(block.end.then)
        if isinstance(block.end, Suspend):
            own.add(block.end.answer)
    return frozenset(own | {number for number, count in counts.items() if count > 1})


def is_bare_return(block: BasicBlock) -> bool:
    """Return whether `block` does nothing but return."""
    return isinstance(block.end, ReturnToCaller) and not block.body
