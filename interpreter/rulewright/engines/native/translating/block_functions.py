"""Blocks of procedures that may stop: a function for each place where a game can be taken up again.

A block works on the top frame and gives the number of the next block, or STOP where somebody has to choose. As in
`engines/python/emit_blocks.py`, nothing that is left to do in a frame takes it away before another lies on it: so
the frames of a game that waits are the same.
"""

from __future__ import annotations

from typing import cast

from rulewright.engines.native.form.making import both, narrowed, negated
from rulewright.engines.native.form.native_form import (
    Body,
    Called,
    Expr,
    Function,
    If,
    Load,
    Return,
    Set,
    Size,
    Store,
    compared,
    number,
)
from rulewright.engines.native.layout.memory_forms import BELOW, BLOCK, END
from rulewright.engines.native.translating.scope import InMemory, Unsupported
from rulewright.engines.native.translating.statements import StatementScope
from rulewright.engines.native.translating.tables import Tables
from rulewright.ir.answers import HALF, LIST
from rulewright.ir.control_flow import (
    Answer,
    Block,
    Branch,
    CallThen,
    Goto,
    Over,
    Question,
    is_bare_return,
    with_own_function,
)
from rulewright.ir.control_flow import Return as Back
from rulewright.ir.layout import ASKS_CHANCE, ASKS_FORCED
from rulewright.ir.terms import OptionList

STOP = -1
"""What a block gives where somebody has to choose."""


def add_blocks(tables: Tables) -> frozenset[int]:
    """Put the blocks that have a function into the module; their numbers."""
    graph = tables.module.code.graph
    assert graph is not None
    own = with_own_function(graph)
    for block in graph.blocks:
        if block.number in own:
            scope = _BlockScope(tables, block, own)
            scope.put(block)
    return own


class FrameScope(StatementScope):
    """Code of a procedure whose locals lie in the top frame."""

    def __init__(self, tables: Tables, function: Function, procedure: str) -> None:
        super().__init__(tables, function, procedure)
        frames = tables.layout.frames
        self.frame = function.local("frame", low=0)
        self.slots = frames.slots[procedure]
        self.names.update({name: InMemory(self.frame, slot) for name, slot in self.slots.items()})
        self.types.update({name: slot.type for name, slot in self.slots.items()})

    def begin(self) -> Body:
        """Where the top frame lies."""
        return [Set(self.frame.name, self.state + self.own("frames") + self.layout.frame_stack)]


class _BlockScope(FrameScope):
    def __init__(self, tables: Tables, block: Block, own: frozenset[int]) -> None:
        function = Function(f"b{block.number}", (("S", "i32"),), "i32", apart=True)
        super().__init__(tables, function, block.procedure)
        graph = tables.module.code.graph
        assert graph is not None
        self.graph, self.with_function = graph, own

    def put(self, block: Block) -> None:
        """Put the function of the block into the module."""
        lines = self._inside(block)
        self.function.body = [*self.begin(), *self.take_room(), *lines]
        self.tables.wasm.add(self.function)

    def _inside(self, block: Block) -> Body:
        """A block with its end."""
        return [*self.body(block.body), *self._end(block)]

    def _end(self, block: Block) -> Body:
        match block.end:
            case Goto(block=target):
                return self._go(target)
            case Branch(condition=condition, yes=yes, no=no):
                return [If(self.number(condition), self._go(yes)), *self._go(no)]
            case CallThen():
                return self._perform_then(block.end)
            case Question():
                return self._question(block.end)
            case Answer():
                return self._answer(block.end)
            case Back():
                return self._return()
            case Over():
                # The frame below all others lies at the beginning.
                return [*self.set_own("frames", number(0)), Return(number(END))]

    # ------------------------------------------------------------------ going on

    def _go(self, target: int) -> Body:
        block = self.graph.blocks[target]
        if target not in self.with_function or is_bare_return(block):
            return self._inside(block)
        return [Return(number(target))]

    def _return(self) -> Body:
        below = self.function.local("below", low=0, high=2**16 - 1)
        stack = self.layout.frame_stack
        return [
            Set(below.name, Load(self.frame, BELOW, 2, False, low=0, high=2**16 - 1)),
            *self.set_own("frames", below),
            Return(Load(self.state + below, stack + BLOCK, 2)),
        ]

    def _perform_then(self, end: CallThen) -> Body:
        """A frame on top of this one; in its place, where nothing is left to do in it."""
        lines: Body = []
        frames = self.layout.frames
        given = [self.kept(each, lines) for each in self.given(end.procedure, end.arguments)]
        to: Expr = self.frame
        if not is_bare_return(self.graph.blocks[end.then]):
            size = frames.sizes[self.code]
            top = self.kept(self.own("frames"), lines, "top")
            lines.append(Store(self.frame, BLOCK, 2, number(end.then)))
            lines.append(Store(self.frame, size + BELOW, 2, top))
            lines += self.set_own("frames", top + size)
            to = self.frame + size
        slots = list(frames.slots[end.procedure].values())
        for slot, value in zip(slots, given, strict=False):
            if slot.kind != "number":
                raise Unsupported(f"{end.procedure} takes more than numbers")
            lines.append(Store(to, slot.offset, cast(Size, slot.item), value))
        return [*lines, Return(number(self.graph.entries[end.procedure]))]

    # ------------------------------------------------------------------ asking

    def _question(self, end: Question) -> Body:
        """A single option is taken at once; several wait for somebody, or for chance."""
        ask = end.ask
        lines: Body = [Store(self.frame, BLOCK, 2, number(end.answer))]
        count = self.function.local("options", low=0, high=2**16)
        lines.append(Set(count.name, Called(f"o{ask.decision}", (self.state,))))
        if ask.decider is None:
            stops = both(self._asks(ASKS_CHANCE), compared("gt_s", count, 1))
            stream = self.state + self.layout.own["random"].offset
            drawn = Called("below", (stream, count))
            lines.append(If(both(count, negated(stops)), self._taken(drawn, end)))
        elif not ask.anyway:
            once = both(count.equals(1), negated(self._asks(ASKS_FORCED)))
            made = self.set_own("forced", self.own("forced") + 1)
            lines.append(If(once, [*made, *self._taken(number(0), end)]))
        decider = self.number(ask.decider) if ask.decider is not None else number(-1)
        stop: Body = [
            *self.set_own("decision", number(ask.decision)),
            *self.set_own("decider", decider),
            Return(number(STOP)),
        ]
        return [*lines, If(count, stop), *self._go(end.empty)]

    def _asks(self, what: int) -> Expr:
        return compared("ne", self.own("asking") & what, 0)

    def _taken(self, index: Expr, end: Question) -> Body:
        option = Load(index * 8, self.tables.options, 8, type="i64")
        return [*self.set_own("answer", option), Return(number(end.answer))]

    def _answer(self, end: Answer) -> Body:
        """Which list the answer is from, and with which element; see `ir.answers`."""
        answer = self.function.local("answer", "i64")
        lines: Body = [Set(answer.name, self.own("answer"))]
        ways = list(zip(end.ask.options, end.then, strict=True))
        if end.ask.stop is not None:
            lines.append(If(compared("lt_s", answer, -HALF), self._go(end.ended)))
        for at, way in enumerate(ways[:-1]):
            ours = compared("lt_s", answer, at * LIST + HALF)
            lines.append(If(ours, self._chosen(way, at, answer)))
        return [*lines, *self._chosen(ways[-1], len(ways) - 1, answer)]

    def _chosen(self, way: tuple[OptionList, int], at: int, answer: Expr) -> Body:
        """Going on with an element of a list; one that nothing is done with is not taken out."""
        options, then = way
        lines: Body = []
        if options.var and options.var in (self.graph.blocks[then].live or ()):
            slot = self.slots[options.var]
            element = narrowed(answer - at * LIST)
            lines.append(Store(self.frame, slot.offset, cast(Size, slot.item), element))
        return [*lines, *self._go(then)]
