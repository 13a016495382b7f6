"""Cutting procedures that may stop for a choice into blocks.

A block is straight code (which may hold loops and branches that never stop) and one end: go to a block, branch,
call a procedure, return, or ask. What a block needs later lies in the frame, so a stopped game is plain data.
"""

from __future__ import annotations

from attrs import define, field, frozen

from rulewright import ir
from rulewright.ir import Ask, Body, Lowered, Node, Procedure, Stmt
from rulewright.ir.folding import negated
from rulewright.ir.layout import ANSWER


@frozen
class Goto:
    """Go on with another block."""

    block: int


@frozen
class Branch:
    """Go on with one of two blocks."""

    condition: Node
    yes: int
    no: int


@frozen
class CallThen:
    """Carry out an asking procedure, then a block."""

    procedure: str
    arguments: tuple[Node, ...]
    then: int


@frozen
class Question:
    """Ask; go on with a block when there is an answer, with another when there is nothing to choose."""

    ask: Ask
    then: int
    empty: int


@frozen
class Return:
    """Back to where the procedure was called from."""


End = Goto | Branch | CallThen | Question | Return


@define
class Block:
    """Straight code and its end."""

    number: int
    procedure: str
    body: Body = ()
    end: End = Return()


@define
class Cut:
    """The asking procedures of a world as blocks: where each starts, and what its frame holds."""

    blocks: list[Block] = field(factory=list)
    entries: dict[str, int] = field(factory=dict)
    slots: dict[str, tuple[str, ...]] = field(factory=dict)

    def new(self, procedure: str, body: Body, end: End) -> int:
        """Add a block; its number."""
        self.blocks.append(Block(len(self.blocks), procedure, body, end))
        return len(self.blocks) - 1


def mark_asking(lowered: Lowered) -> None:
    """Find the procedures that may stop: those with a question, and those that call one of them."""
    changed = True
    while changed:
        changed = False
        for procedure in lowered.procedures.values():
            if not procedure.asks and may_stop(lowered, procedure.body):
                procedure.asks = changed = True


def may_stop(lowered: Lowered, body: Body) -> bool:
    """Whether a body has a question in it, or calls what has."""
    return any(_stops(lowered, stmt) for stmt in body)


def _stops(lowered: Lowered, stmt: Stmt) -> bool:
    match stmt:
        case Ask():
            return True
        case ir.Perform(procedure=name):
            return lowered.procedures[name].asks
        case ir.If(body=body, otherwise=otherwise):
            return may_stop(lowered, body) or may_stop(lowered, otherwise)
        case ir.For(body=body) | ir.Loop(body=body):
            return may_stop(lowered, body)
    return False


def cut(lowered: Lowered, into: Cut | None = None) -> Cut:
    """The blocks of all asking procedures that are not cut yet."""
    mark_asking(lowered)
    done = into or Cut()
    for procedure in lowered.procedures.values():
        if procedure.asks and procedure.name not in done.entries:
            _Cutter(lowered, done, procedure).run()
    return done


class _Cutter:
    def __init__(self, lowered: Lowered, done: Cut, procedure: Procedure) -> None:
        self.lowered, self.cut, self.procedure = lowered, done, procedure
        self.slots = dict.fromkeys(procedure.parameters)

    def run(self) -> None:
        end = self._new((), Return())
        self.cut.entries[self.procedure.name] = self._chain(self.procedure.body, end)
        self.cut.slots[self.procedure.name] = tuple(self.slots)

    def _new(self, body: Body, end: End) -> int:
        for stmt in body:
            self._note_names(stmt)
        return self.cut.new(self.procedure.name, body, end)

    def _note_names(self, stmt: Stmt) -> None:
        """Locals that live in the frame: all that are assigned outside of loops that never stop."""
        if isinstance(stmt, ir.Assign):
            self.slots.setdefault(stmt.name)
        elif isinstance(stmt, ir.If):
            for inner in (*stmt.body, *stmt.otherwise):
                self._note_names(inner)
        elif isinstance(stmt, ir.For | ir.Loop):
            for inner in stmt.body:
                self._note_names(inner)

    def _chain(self, body: Body, after: int) -> int:
        """The block that carries out the body and then goes to `after`."""
        for place, stmt in enumerate(body):
            if _stops(self.lowered, stmt):
                rest = body[place + 1 :]
                following = self._chain(rest, after) if rest else after
                return self._stopping(body[:place], stmt, following)
        return self._new(body, Goto(after)) if body else after

    def _stopping(self, head: Body, stmt: Stmt, after: int) -> int:
        match stmt:
            case ir.Perform(procedure=name, arguments=arguments):
                return self._new(head, CallThen(name, arguments, after))
            case Ask():
                return self._ask(head, stmt, after)
            case ir.If(condition=condition, body=body, otherwise=otherwise):
                yes, no = self._chain(body, after), self._chain(otherwise, after)
                return self._new(head, Branch(condition, yes, no))
            case ir.Loop():
                return self._loop(head, stmt, after)
            case ir.For():
                return self._for(head, stmt, after)
        raise TypeError(stmt)

    def _ask(self, head: Body, ask: Ask, after: int) -> int:
        self.slots.setdefault(ask.var)
        take = ir.Assign(ask.var, ir.Cell(ANSWER))
        then = self._chain((take, *ask.then), after)
        empty = self._chain(ask.empty, after)
        return self._new(head, Question(ask, then, empty))

    def _loop(self, head: Body, loop: ir.Loop, after: int) -> int:
        test = self._new((), Return())
        body = self._chain(loop.body, test)
        self.cut.blocks[test].end = Branch(loop.until, after, body)
        return self._new(head, Goto(test))

    def _for(self, head: Body, loop: ir.For, after: int) -> int:
        """Over a list that stays as it was: what is left of it lies in the frame."""
        cursor = f"c{len(self.cut.blocks)}_{loop.var}"
        self.slots.setdefault(cursor)
        self.slots.setdefault(loop.var)
        left = ir.Local(cursor)
        test = self._new((), Return())
        step = (
            ir.Assign(loop.var, ir.Part(left, 0)),
            ir.Assign(cursor, ir.Op("rest", (left,))),
        )
        body = self._chain((*step, *loop.body), test)
        empty = negated(ir.Fold("some", left))
        self.cut.blocks[test].end = Branch(empty, after, body)
        start = ir.Assign(cursor, ir.Listed(loop.source))
        return self._new((*head, start), Goto(test))
