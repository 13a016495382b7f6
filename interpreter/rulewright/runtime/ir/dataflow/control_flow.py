"""The control-flow graph of procedures that may stop for a choice: blocks of straight code, each with one end.

What a block needs of earlier ones lies in the frame, so a stopped game is plain data.
"""

from __future__ import annotations

from rulewright.base.records import Draft, Record, field
from rulewright.runtime.ir.nodes.ir_expressions import Node
from rulewright.runtime.ir.nodes.ir_statements import Ask, Body


class Goto(Record):
    """Go on with another block."""

    block: int


class Branch(Record):
    """Go on with one of two blocks."""

    condition: Node
    yes: int
    no: int


class CallThen(Record):
    """Carry out an asking procedure, then a block."""

    procedure: str
    arguments: tuple[Node, ...]
    then: int


class Question(Record):
    """Ask; go on with the block that takes the answer, or with another when there is nothing to choose."""

    ask: Ask
    answer: int
    empty: int


class Answer(Record):
    """Go on with the block for the list that the answer is from, whose local holds the element; or for the end."""

    ask: Ask
    then: tuple[int, ...]
    ended: int


class Return(Record):
    """Back to where the procedure was called from."""


class Over(Record):
    """The game is over; nobody goes on with what lies below."""


Ending = Goto | Branch | CallThen | Question | Answer | Return | Over


class Block(Draft):
    """Straight code (which may hold loops and branches that never stop) and its end.

    `live` are the locals whose values count when it begins; None as long as nobody has worked that out.
    """

    number: int
    procedure: str
    body: Body = ()
    end: Ending = Return()
    live: frozenset[str] | None = None


class Graph(Record):
    """The asking procedures as blocks: where each starts, and what its frame holds."""

    blocks: tuple[Block, ...] = ()
    entries: dict[str, int] = field(factory=dict)
    slots: dict[str, tuple[str, ...]] = field(factory=dict)


def targets(end: Ending) -> tuple[int, ...]:
    """The blocks that may follow in the same procedure."""
    match end:
        case Goto(block=block):
            return (block,)
        case Branch(yes=yes, no=no):
            return (yes, no)
        case CallThen(then=then):
            return (then,)
        case Question(answer=answer, empty=empty):
            return (answer, empty)
        case Answer(then=then_, ended=ended):
            return (*then_, ended)
        case Return() | Over():
            return ()


def with_own_function(graph: Graph) -> frozenset[int]:
    """The blocks that have a function: where procedures begin, what goes on later, and what several go to."""
    counts: dict[int, int] = {}
    own = set(graph.entries.values())
    for block in graph.blocks:
        for target in targets(block.end):
            counts[target] = counts.get(target, 0) + 1
        if isinstance(block.end, CallThen):
            own.add(block.end.then)
        if isinstance(block.end, Question):
            own.add(block.end.answer)
    return frozenset(own | {number for number, count in counts.items() if count > 1})


def is_bare_return(block: Block) -> bool:
    """Whether nothing is left to do but to return."""
    return isinstance(block.end, Return) and not block.body
