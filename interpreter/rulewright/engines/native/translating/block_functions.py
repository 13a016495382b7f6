"""Procedures that may stop: a function each, which begins at any block where a game can be taken up again.

It works on its frame. It gives 0 when it has come to its end, with its frame gone, and 1 where somebody has to
choose or the game is over: then all that are at work return at once, and the frames say where to go on. What it
carries out it calls. As in `engines/python/emit_blocks.py`, nothing that is left to do in a frame takes it away
before another lies on it: so the frames of a game that waits are the same.

Where all goes by lot nothing that begins can stop; so that is played as in whole games, without a frame.
"""

from __future__ import annotations

from collections import Counter
from typing import cast

from rulewright.engines.native.form.making import both, narrowed, negated
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
    Size,
    Store,
    Switch,
    Trap,
    Type,
    compared,
    number,
)
from rulewright.engines.native.layout.memory_forms import BELOW, BLOCK
from rulewright.engines.native.translating.frame_scope import FrameScope
from rulewright.engines.native.translating.scope import Unsupported
from rulewright.engines.native.translating.tables import Tables
from rulewright.ir.answers import HALF, LIST
from rulewright.ir.control_flow import (
    Answer,
    Block,
    Branch,
    CallThen,
    Goto,
    Graph,
    Over,
    Question,
    is_bare_return,
    targets,
)
from rulewright.ir.control_flow import Return as Back
from rulewright.ir.layout import ASKS_CHANCE, ASKS_FORCED
from rulewright.ir.terms import OptionList


def add_blocks(tables: Tables) -> dict[int, str]:
    """Put the procedures that may stop into the module; for each block at which one can begin its function."""
    graph = tables.module.code.graph
    assert graph is not None
    found: dict[int, str] = {}
    for name in graph.entries:
        parameters: tuple[tuple[str, Type], ...] = (("S", "i32"), ("frame", "i32"), ("at", "i32"))
        function = Function(f"b_{name}", parameters, "i32", apart=True)
        scope = _ProcedureScope(tables, function, name, graph)
        scope.put()
        found |= dict.fromkeys(scope.begins, function.name)
    return found


class _ProcedureScope(FrameScope):
    """A procedure with all its blocks, in such an order that nearly all jumps go forward."""

    def __init__(self, tables: Tables, function: Function, name: str, graph: Graph) -> None:
        super().__init__(tables, function, name, Get("frame", low=0))
        self._stack = self.state + self.layout.frame_stack
        self.graph, self.entry = graph, graph.entries[name]
        self.blocks = [block for block in graph.blocks if block.procedure == name]
        self.begins = {self.entry, *(at for block in self.blocks for at in _taken_up(block))}
        self.labels_of = self._labels_of()
        self.stops = function.local("stops", low=0, high=1)
        self.out, self.again = self.label("out"), self.label("again")
        self.later: frozenset[int] = frozenset()

    def put(self) -> None:
        """Put the function into the module."""
        at, first = Get("at", low=0), min(self.labels_of)
        known = range(first, max(self.labels_of) + 1)
        labels = [self.labels_of.get(block, "none") for block in known]
        body: Body = [Labelled("none", [Switch(at - first, (*labels, "none"))]), Trap()]
        order = self._order()
        for place, block in enumerate(order):
            self.later = frozenset(order[place + 1 :])
            lines = self._inside(self.graph.blocks[block])
            body = [Labelled(self.labels_of[block], body), *lines]
        whole: Body = [Labelled(self.out, [Loop(self.again, body)])]
        lines, value = self.with_room(whole, self.stops)
        assert value is not None
        self.function.body = [*lines, Return(value)]
        self.tables.wasm.add(self.function)

    def _labels_of(self) -> dict[int, str]:
        """The blocks that have a label: where a game is taken up again, and to which several go."""
        counts = Counter(target for block in self.blocks for target in targets(block.end))
        several = {block for block, count in counts.items() if count > 1}
        kept = sorted(
            self.begins | {n for n in several if not is_bare_return(self.graph.blocks[n])}
        )
        return {block: f"block {block}" for block in kept}

    def _order(self) -> list[int]:
        """The blocks with labels, each before those that it goes to, but for circles."""
        found: list[int] = []
        seen: set[int] = set()

        def visit(block: int) -> None:
            if block not in seen:
                seen.add(block)
                end = self.graph.blocks[block].end
                for target in (end.empty,) if isinstance(end, Question) else targets(end):
                    visit(target)
                found.append(block)

        for block in self.labels_of:
            visit(block)
        return [block for block in reversed(found) if block in self.labels_of]

    def _leave(self, stops: int) -> Body:
        return [Set(self.stops.name, number(stops)), Jump(self.out)]

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
                return [*self.set_own("frames", number(0)), *self._leave(1)]

    # ------------------------------------------------------------------ going on

    def _go(self, target: int) -> Body:
        label = self.labels_of.get(target)
        if label is None:
            return self._inside(self.graph.blocks[target])
        if target in self.later:
            return [Jump(label)]
        return [Set("at", number(target)), Jump(self.again)]

    def _return(self) -> Body:
        below = Load(self.frame, BELOW, 2, False, low=0, high=2**16 - 1)
        return [*self.set_own("frames", below), *self._leave(0)]

    def _perform_then(self, end: CallThen) -> Body:
        """A procedure that may stop is carried out; one that does not where all goes by lot."""
        lines: Body = []
        given = [self.kept(each, lines) for each in self.given(end.procedure, end.arguments)]
        over = [*self.set_own("frames", number(0)), *self._leave(1)]
        by_lot: Body = [
            Run(f"d_{end.procedure}", (self.state, *given)),
            If(Global("over"), over),
            *self._go(end.then),
        ]
        return [*lines, If(Global("lot"), by_lot), *self._begun(end, given)]

    def _begun(self, end: CallThen, given: list[Expr]) -> Body:
        """A frame on top of this one; in its place, where nothing is left to do in it."""
        lines: Body = []
        frames = self.layout.frames
        to: Expr = self.frame
        stays = not is_bare_return(self.graph.blocks[end.then])
        if stays:
            size = frames.sizes[self.code]
            top = self.kept(self.frame - self._stack, lines, "top")
            lines.append(Store(self.frame, BLOCK, 2, number(end.then)))
            lines.append(Store(self.frame, size + BELOW, 2, top))
            lines += self.set_own("frames", top + size)
            to = self.frame + size
        slots = list(frames.slots[end.procedure].values())
        for slot, value in zip(slots, given, strict=False):
            if slot.kind != "number":
                raise Unsupported(f"{end.procedure} takes more than numbers")
            lines.append(Store(to, slot.offset, cast(Size, slot.item), value))
        begun = number(self.graph.entries[end.procedure])
        stops = Called(f"b_{end.procedure}", (self.state, to, begun), low=0, high=1)
        if stays:
            return [*lines, If(stops, self._leave(1)), *self._go(end.then)]
        return [*lines, Set(self.stops.name, stops), Jump(self.out)]

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
            *self._leave(1),
        ]
        return [*lines, If(count, stop), *self._go(end.empty)]

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


def _taken_up(block: Block) -> tuple[int, ...]:
    """The blocks at which a game goes on that has stopped in this one, or in what it carries out."""
    match block.end:
        case CallThen(then=then):
            return (then,)
        case Question(answer=answer):
            return (answer,)
    return ()
