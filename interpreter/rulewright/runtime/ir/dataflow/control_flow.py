"""Control-flow graph of the procedures that may stop for a choice: basic blocks, each with one terminator.

Values that a block needs from earlier blocks are kept in the frame, so a suspended game is plain data.
"""

from __future__ import annotations

from rulewright.base.records import Draft, Record, field
from rulewright.language.text import Span
from rulewright.runtime.ir.nodes.ir_expressions import Node
from rulewright.runtime.ir.nodes.ir_statements import Ask, Body


class Goto(Record):
    """Terminator: unconditional jump to the block numbered `block`."""

    block: int


class Branch(Record):
    """Terminator: jump to the block `yes` if `condition` holds, else to `no`."""

    condition: Node
    yes: int
    no: int
    at: Span | None = field(default=None, eq=False, repr=False)


class CallThen(Record):
    """Terminator: call of a procedure that may ask or end the game; it returns to the block `then`."""

    procedure: str
    arguments: tuple[Node, ...]
    then: int
    at: Span | None = field(default=None, eq=False, repr=False)


class Suspend(Record):
    """Terminator: the game stops and waits for a player's choice.

    Play resumes at the block `answer` with the option chosen, or jumps to `empty` when there is no option.
    """

    ask: Ask
    answer: int
    empty: int


class Resume(Record):
    """Terminator after a choice: jump to the block for the option list chosen from, or to `ended`.

    `then` has a block for each option list; `ended` is the block for the end option. The local of the list holds
    the element chosen.
    """

    ask: Ask
    then: tuple[int, ...]
    ended: int


class ReturnToCaller(Record):
    """Terminator: return to the caller of the procedure."""


class EndOfGame(Record):
    """Terminator: the game is over; all frames on the stack are discarded."""


Terminator = Goto | Branch | CallThen | Suspend | Resume | ReturnToCaller | EndOfGame


class BasicBlock(Draft):
    """A basic block of a procedure, numbered, with its terminator `end`.

    Its body may contain loops and branches that never stop for a choice. `live` are the locals that are live at
    its entry; None before liveness has been computed.
    """

    number: int
    procedure: str
    body: Body = ()
    end: Terminator = ReturnToCaller()
    live: frozenset[str] | None = None


class ControlFlowGraph(Record):
    """Blocks of all procedures that may ask or end the game, and each one's entry block and frame slots."""

    blocks: tuple[BasicBlock, ...] = ()
    entries: dict[str, int] = field(factory=dict)
    slots: dict[str, tuple[str, ...]] = field(factory=dict)


def successors(end: Terminator) -> tuple[int, ...]:
    """Return the numbers of the blocks in the same procedure that may follow the terminator `end`."""
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
    """Return the numbers of the blocks that engines must not inline into their predecessor.

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
    """Return whether a block has no statements and returns to the caller."""
    return isinstance(block.end, ReturnToCaller) and not block.body
