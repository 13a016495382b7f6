"""Procedures that may stop: functions that begin at any block where a game can be taken up again.

Each has the blocks of a group of procedures (see `layout.frame_groups`), and works on their frames. It gives 0 when
the first of them has come to its end, with its frame gone, and 1 where somebody has to choose or the game is over:
then all that are at work return at once, and the frames say where to go on. What is in another group is called.
As in `engines/python/emit_blocks.py`, nothing that is left to do in a frame takes it away before another lies on
it: so the frames of a game that waits are the same.

The group of the flow, `go`, begins with the block of the top frame, whichever function has that.

Where all goes by lot nothing that begins can stop; so that is played as in whole games, without a frame.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TypeAlias, cast

from rulewright.engines.native.form.making import both, is_zero, narrowed
from rulewright.engines.native.form.native_form import (
    Block as Labelled,
)
from rulewright.engines.native.form.native_form import (
    Body,
    Called,
    Expr,
    Function,
    Get,
    Global,
    If,
    Jump,
    Load,
    Loop,
    Return,
    Run,
    Set,
    SetGlobal,
    Size,
    Store,
    Switch,
    Trap,
    compared,
    number,
)
from rulewright.engines.native.layout.memory_forms import BELOW, BLOCK, END, LOCALS
from rulewright.engines.native.translating.frame_scope import FramesScope
from rulewright.engines.native.translating.option_functions import OptionScope
from rulewright.engines.native.translating.scope import Unsupported
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
    targets,
)
from rulewright.ir.control_flow import Return as Back
from rulewright.ir.layout import ASKS_CHANCE, ASKS_FORCED
from rulewright.ir.terms import OptionList

LISTING = 4
"""What a state asks for while only its options are listed: to stop in any case."""

At: TypeAlias = int
"""Where a function can go on: at a block; so many blocks further, at the question that a block is the answer of."""


def add_blocks(tables: Tables) -> None:
    """Put the procedures that may stop into the module."""
    flow, groups = tables.module.code.flow, tables.layout.frames.groups
    firsts = dict.fromkeys(group.first for group in groups.values())
    begins: dict[At, tuple[str, int]] = {}
    for first in firsts:
        if first != flow:
            function = Function(f"b_{first}", (("frame", "i32"), ("at", "i32")), "i32", apart=True)
            scope = _GroupScope(tables, function, first, Get("frame", low=0))
            scope.put(Get("at"), {})
            begins |= {at: (function.name, scope.frame_of(at)) for at in scope.begins}
    function = Function("go", (("further", "i32"),), apart=True)
    stack = tables.state + tables.layout.frame_stack
    scope = _GroupScope(tables, function, flow, number(stack + LOCALS))
    scope.put(scope.top_block() + Get("further"), begins)


class _GroupScope(FramesScope, OptionScope):
    """The blocks of a group, in such an order that nearly all jumps go forward."""

    def __init__(self, tables: Tables, function: Function, first: str, frame: Expr) -> None:
        super().__init__(tables, function, first, frame)
        self.state = number(tables.state)
        self.root, self.is_flow = first, first == tables.module.code.flow
        graph = tables.module.code.graph
        assert graph is not None
        self.graph, self.further = graph, len(graph.blocks)
        groups = self.layout.frames.groups
        self.group = {name: each for name, each in groups.items() if each.first == first}
        self.blocks = [block for block in graph.blocks if block.procedure in self.group]
        self.asking = {
            block.end.answer: block for block in self.blocks if isinstance(block.end, Question)
        }
        self.begins = {graph.entries[first], *self.asking, *map(self._question_of, self.asking)}
        self.begins |= {at for block in self.blocks for at in self._taken_up(block)}
        self.labels_of = self._labels_of()
        self.stops = function.local("stops", low=0, high=1)
        self.at = function.local("at")
        self.out, self.again = self.label("out"), self.label("again")
        self.later: frozenset[At] = frozenset()

    def put(self, begin: Expr, others: dict[At, tuple[str, int]]) -> None:
        """Put the function into the module.

        `others` are the functions of blocks that it has not, and how far their frames lie from the first of those.
        """
        self.be_in(self.root, 0)
        labels_of = {
            **{at: f"in {name} {far}" for at, (name, far) in others.items()},
            **self.labels_of,
        }
        known = range(min(labels_of), max(labels_of) + 1)
        labels = [labels_of.get(at, "none") for at in known]
        body: Body = [Labelled("none", [Switch(self.at - known[0], (*labels, "none"))])]
        body += [If(self.at.equals(END), self._over()), Trap()]
        for name, far in dict.fromkeys(others.values()):
            body = [Labelled(f"in {name} {far}", body), *self._elsewhere(name, far)]
        order = self._order()
        for place, at in enumerate(order):
            self.later = frozenset(order[place + 1 :])
            body = [Labelled(self.labels_of[at], body), *self._written(at)]
        whole: Body = [Set(self.at.name, begin), Labelled(self.out, [Loop(self.again, body)])]
        lines, value = self.with_room(whole, self.stops)
        assert value is not None
        self.function.body = [*lines, *([] if self.is_flow else [Return(value)])]
        self.tables.wasm.add(self.function)

    def frame_of(self, at: At) -> int:
        """How far the frame of a block lies from the first."""
        block = self.asking[at - self.further] if at >= self.further else self.graph.blocks[at]
        return self.group[block.procedure].offset

    def _elsewhere(self, name: str, far: int) -> Body:
        """What has the top frame is carried out; then comes what has the next."""
        first = self.own("frames") + (self.tables.state + self.layout.frame_stack - far)
        stops = Called(name, (first, self.at), low=0, high=1)
        return [If(stops, self._leave(1)), Set(self.at.name, self.top_block()), Jump(self.again)]

    def top_block(self) -> Expr:
        """The block of the top frame."""
        return Load(self.own("frames"), self.tables.state + self.layout.frame_stack + BLOCK, 2)

    # ------------------------------------------------------------------ what has labels

    def _question_of(self, answer: int) -> At:
        return self.further + answer

    def _taken_up(self, block: Block) -> tuple[At, ...]:
        """The block at which a game goes on that has stopped in what is carried out in another function."""
        if isinstance(block.end, CallThen) and block.end.procedure not in self.group:
            return (self._past_returns(block.end.then),)
        return ()

    def _next(self, at: At) -> tuple[At, ...]:
        """What may follow without a stop; a return is what comes after it."""
        if at >= self.further:
            end = self.asking[at - self.further].end
            assert isinstance(end, Question)
            return (self._past_returns(end.empty),)
        block = self.graph.blocks[at]
        match block.end:
            case Question(answer=answer):
                return (self._question_of(answer),)
            case CallThen(procedure=name, then=then) if name in self.group:
                return (self.graph.entries[name], self._past_returns(then))
            case Back():
                after = self.group[block.procedure].then
                return () if after is None else (self._past_returns(after),)
        return tuple(map(self._past_returns, targets(block.end)))

    def _past_returns(self, at: int) -> int:
        block = self.graph.blocks[at]
        then = self.group[block.procedure].then
        return at if then is None or not is_bare_return(block) else self._past_returns(then)

    def _labels_of(self) -> dict[At, str]:
        """What has a label: where a game is taken up again, and to which several go."""
        everywhere = [
            *(block.number for block in self.blocks),
            *map(self._question_of, self.asking),
        ]
        counts = Counter(target for at in everywhere for target in self._next(at))
        several = {at for at, count in counts.items() if count > 1 and not self._is_bare(at)}
        return {at: f"block {at}" for at in sorted(self.begins | several)}

    def _is_bare(self, at: At) -> bool:
        return at < self.further and is_bare_return(self.graph.blocks[at])

    def _order(self) -> list[At]:
        """What has labels, each before those that it goes to, but for circles."""
        found: list[At] = []
        seen: set[At] = set()
        for first in self.labels_of:
            left: list[tuple[At, Iterator[At]]] = []
            if first not in seen:
                seen.add(first)
                left.append((first, iter(self._next(first))))
            while left:
                at, following = left[-1]
                for target in following:
                    if target not in seen:
                        seen.add(target)
                        left.append((target, iter(self._next(target))))
                        break
                else:
                    found.append(at)
                    left.pop()
        return [at for at in reversed(found) if at in self.labels_of]

    # ------------------------------------------------------------------ going on

    def _leave(self, stops: int) -> Body:
        return [Set(self.stops.name, number(stops)), Jump(self.out)]

    def _over(self) -> Body:
        """The game is over: the frame below all others lies at the beginning."""
        return [
            *self.set_own("frames", number(0)),
            *self.set_own("decision", number(-1)),
            *self._leave(1),
        ]

    def _written(self, at: At) -> Body:
        """A block with its end, or a question."""
        block = self.graph.blocks[at] if at < self.further else self.asking[at - self.further]
        self.be_in(block.procedure, self.group[block.procedure].offset)
        if at >= self.further:
            assert isinstance(block.end, Question)
            return self._question(block.end)
        return [*self.body(block.body), *self._end(block)]

    def _go(self, target: At) -> Body:
        label = self.labels_of.get(target)
        if label is None:
            here = self.code
            lines = self._written(target)
            self.be_in(here, self.group[here].offset)
            return lines
        if target in self.later:
            return [Jump(label)]
        return [Set(self.at.name, number(target)), Jump(self.again)]

    def _end(self, block: Block) -> Body:
        match block.end:
            case Goto(block=target):
                return self._go(target)
            case Branch(condition=condition, yes=yes, no=no):
                return [If(self.number(condition), self._go(yes)), *self._go(no)]
            case CallThen():
                return self._perform_then(block.end)
            case Question(answer=answer):
                return self._go(self._question_of(answer))
            case Answer():
                return self._answer(block.end)
            case Back():
                return self._return()
            case Over():
                return self._over()

    def _return(self) -> Body:
        then = self.group[self.code].then
        if then is not None:
            return self._go(then)
        if self.is_flow:
            return self._over()
        below = Load(self.frame, BELOW, 2, False, low=0, high=2**16 - 1)
        return [*self.set_own("frames", below), *self._leave(0)]

    def _perform_then(self, end: CallThen) -> Body:
        """A procedure that may stop is carried out; one that does not where all goes by lot."""
        lines: Body = []
        given = [self.kept(each, lines) for each in self.given(end.procedure, end.arguments)]
        by_lot: Body = [
            Run(f"d_{end.procedure}", (self.state, *given)),
            If(Global("over"), self._over()),
            *self._go(end.then),
        ]
        return [*lines, If(Global("lot"), by_lot), *self._begun(end, given)]

    def _begun(self, end: CallThen, given: list[Expr]) -> Body:
        """A frame on top of this one; in its place, where nothing is left to do in it."""
        lines: Body = []
        frames, offset = self.layout.frames, self.offset
        stays = not is_bare_return(self.graph.blocks[end.then])
        if stays:
            top = self.frame + (self.offset - self.tables.state - self.layout.frame_stack)
            offset += frames.sizes[self.code]
            lines.append(Store(self.frame, self.offset + BLOCK, 2, number(end.then)))
            lines.append(Store(self.frame, offset + BELOW, 2, top))
        slots = list(frames.slots[end.procedure].values())
        for slot, value in zip(slots, given, strict=False):
            if slot.kind != "number":
                raise Unsupported(f"{end.procedure} takes more than numbers")
            lines.append(Store(self.frame, offset + slot.offset, cast(Size, slot.item), value))
        begun = self.graph.entries[end.procedure]
        if end.procedure in self.group:
            return [*lines, *self._go(begun)]
        stops = Called(f"b_{end.procedure}", (self.frame + offset, number(begun)), low=0, high=1)
        return [*lines, If(stops, self._leave(1)), *self._go(end.then)]

    # ------------------------------------------------------------------ asking

    def _question(self, end: Question) -> Body:
        """A single option is taken at once; several wait for somebody, or for chance."""
        lines: Body = []
        ask = end.ask
        count = self.listed(ask, lines)
        stop = self.label("stop")
        here: Body = [Jump(stop, self._asks(LISTING)), If(is_zero(count), self._go(end.empty))]
        if ask.decider is None:
            stream = self.state + self.layout.own["random"].offset
            waits = both(compared("gt_s", count, 1), self._asks(ASKS_CHANCE))
            here += [Jump(stop, waits), *self._taken(Called("below", (stream, count)), end)]
        elif ask.anyway:
            here = [Jump(stop, count), *here]
        else:
            made = self.set_own("forced", self.own("forced") + 1)
            here = [
                Jump(stop, compared("gt_s", count, 1)), *here, Jump(stop, self._asks(ASKS_FORCED)),
                *made, *self._taken(number(0), end),
            ]  # fmt: skip
        return [*lines, Labelled(stop, here), *self._stop(end, count)]

    def _stop(self, end: Question, count: Expr) -> Body:
        decider = end.ask.decider
        top = self.frame + (self.offset - self.tables.state - self.layout.frame_stack)
        return [
            Store(self.frame, self.offset + BLOCK, 2, number(end.answer)),
            SetGlobal("count", count),
            *self.set_own("frames", top),
            *self.set_own("decision", number(end.ask.decision)),
            *self.set_own("decider", number(-1) if decider is None else self.number(decider)),
            *self._leave(1),
        ]

    def _asks(self, what: int) -> Expr:
        return compared("ne", self.own("asking") & what, 0)

    def _taken(self, index: Expr, end: Question) -> Body:
        option = Load(index * 8, self.tables.options, 8, type="i64")
        return [*self.set_own("answer", option), *self._go(end.answer)]

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
