"""Blocks as Python source: one function for each place where a game can be taken up again."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright import ir
from rulewright.engines.python.emit_expressions import written
from rulewright.engines.python.emit_options import option_lines
from rulewright.engines.python.emit_statements import statements
from rulewright.ir import Lowered, Node
from rulewright.ir.layout import (
    ANSWER,
    CHANCE,
    DECIDER,
    DECISION,
    FORCED,
    FRAMES,
)
from rulewright.lower.blocks import Block, Branch, CallThen, Cut, Goto, Question, Return

STOP = -1
END = -2


class BlockWriter:
    """Writes the functions of blocks; a block that only one other goes to is written inside that one."""

    def __init__(self, lowered: Lowered, cut: Cut, first: int = 0) -> None:
        self.lowered, self.cut, self.first = lowered, cut, first
        self.own = self._with_own_function()

    def _with_own_function(self) -> set[int]:
        counts: dict[int, int] = {}
        own = set(self.cut.entries.values())
        for block in self.cut.blocks:
            for target, resumed in _targets(block):
                counts[target] = counts.get(target, 0) + 1
                if resumed:
                    own.add(target)
        return own | {number for number, count in counts.items() if count > 1}

    def source(self) -> list[str]:
        """The functions of all blocks."""
        lines: list[str] = []
        for block in self.cut.blocks[self.first :]:
            if block.number in self.own:
                lines += self._function(block)
        return lines

    def _function(self, block: Block) -> list[str]:
        slots = self.cut.slots[block.procedure]
        body = list(self._inside(block, 1))
        text = "\n".join(body)
        used = [name for name in slots if _mentions(text, name)]
        loads = [f"    {name} = f[{slots.index(name) + 1}]" for name in used]
        body = [line.replace("<<", "").replace(">>", "") for line in self._saved(body, slots, used)]
        return [f"def b{block.number}(S, G):", f"    f = S[{FRAMES}]", *loads, *body, ""]

    def _saved(self, body: list[str], slots: tuple[str, ...], used: list[str]) -> Iterator[str]:
        """Frames are written with the locals this function has, and with what it did not touch."""
        known = set(used)
        kept = [name if name in known else f"f[{place + 1}]" for place, name in enumerate(slots)]
        frame = ", ".join([*kept, "f[-1]"])
        for line in body:
            yield line.replace("@FRAME@", frame)

    def _inside(self, block: Block, depth: int) -> Iterator[str]:
        yield from statements(block.body, depth)
        pad = "    " * depth
        match block.end:
            case Goto(block=target):
                yield from self._go(target, depth)
            case Branch(condition=condition, yes=yes, no=no):
                yield f"{pad}if {written(condition)}:"
                yield from self._go(yes, depth + 1)
                yield from self._go(no, depth)
            case CallThen(procedure=name, arguments=arguments, then=then):
                yield from self._call(name, arguments, then, depth)
            case Question():
                yield from self._question(block.end, depth)
            case Return():
                yield f"{pad}S[{FRAMES}] = f[-1]"
                yield f"{pad}return f[-1][0]"

    def _go(self, target: int, depth: int) -> Iterator[str]:
        if target not in self.own:
            yield from self._inside(self.cut.blocks[target], depth)
            return
        pad = "    " * depth
        end = self.cut.blocks[target]
        if isinstance(end.end, Return) and not end.body:
            yield f"{pad}S[{FRAMES}] = f[-1]"
            yield f"{pad}return f[-1][0]"
            return
        yield f"{pad}S[{FRAMES}] = ({target}, @FRAME@)"
        yield f"{pad}return {target}"

    def _call(self, name: str, arguments: tuple[Node, ...], then: int, depth: int) -> Iterator[str]:
        pad = "    " * depth
        slots = self.cut.slots.get(name) or self.lowered.procedures[name].parameters
        empty = ["None"] * (len(slots) - len(arguments))
        given = ", ".join([*map(written, arguments), *empty])
        end = self.cut.blocks[then]
        up = f"({then}, @FRAME@)"
        if isinstance(end.end, Return) and not end.body:
            up = "f[-1]"
        entry = self.cut.entries[name]
        yield f"{pad}S[{FRAMES}] = ({', '.join(part for part in (str(entry), given, up) if part)})"
        yield f"{pad}return {entry}"

    def _question(self, question: Question, depth: int) -> Iterator[str]:
        pad, ask = "    " * depth, question.ask
        yield f"{pad}S[{FRAMES}] = ({question.then}, @FRAME@)"
        yield f"{pad}o = o{ask.decision}(S)"
        yield f"{pad}n = len(o)"
        if ask.decider is None:
            yield f"{pad}if n and not (S[{CHANCE}] and n > 1):"
            yield f"{pad}    S[{ANSWER}] = o[below(S, n)]"
            yield f"{pad}    return {question.then}"
        elif not ask.anyway:
            yield f"{pad}if n == 1:"
            yield f"{pad}    S[{FORCED}] += 1"
            yield f"{pad}    S[{ANSWER}] = o[0]"
            yield f"{pad}    return {question.then}"
        yield f"{pad}if n:"
        yield f"{pad}    S[{DECISION}] = {ask.decision}"
        decider = "-1" if ask.decider is None else written(ask.decider)
        yield f"{pad}    S[{DECIDER}] = {decider}"
        yield f"{pad}    G.options = o"
        yield f"{pad}    return {STOP}"
        yield from self._go(question.empty, depth)

    # -------------------------------------------------------------- options

    def options_source(self) -> list[str]:
        """A function for the options of every question, from the frame that waits for the answer."""
        lines: list[str] = []
        for block in self.cut.blocks[self.first :]:
            if isinstance(block.end, Question):
                lines += self._options(block, block.end.ask)
        return lines

    def _options(self, block: Block, ask: ir.Ask) -> list[str]:
        body = list(option_lines(ask))
        loads = self.loads(block.procedure, "\n".join(body))
        return [f"def o{ask.decision}(S):", f"    f = S[{FRAMES}]", *loads, *body, ""]

    def loads(self, procedure: str, text: str) -> list[str]:
        """Lines that fetch from the frame those locals that a text reads."""
        slots = self.cut.slots[procedure]
        return [
            f"    {name} = f[{place + 1}]"
            for place, name in enumerate(slots)
            if _mentions(text, name)
        ]


def _targets(block: Block) -> list[tuple[int, bool]]:
    match block.end:
        case Goto(block=target):
            return [(target, False)]
        case Branch(yes=yes, no=no):
            return [(yes, False), (no, False)]
        case CallThen(then=then):
            return [(then, True)]
        case Question(then=then, empty=empty):
            return [(then, True), (empty, False)]
    return []


def _mentions(text: str, name: str) -> bool:
    start = text.find(name)
    while start >= 0:
        before = text[start - 1] if start else " "
        after = text[start + len(name) : start + len(name) + 1] or " "
        if not (before.isalnum() or before == "_" or after.isalnum() or after == "_"):
            return True
        start = text.find(name, start + 1)
    return False
