"""Locals that code reads and assigns, as liveness analysis needs them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from rulewright.base.records import Draft, field
from rulewright.runtime.ir import terms as ir
from rulewright.runtime.ir.dataflow import control_flow as flow
from rulewright.runtime.ir.walk import child_nodes


def free_locals(node: ir.Node) -> frozenset[str]:
    """Return the locals that an expression reads, without the loop variables of its own lists."""
    match node:
        case ir.Local():
            return frozenset((node.name,))
        case ir.Filtered():
            return free_locals(node.source) | free_locals(node.condition) - {node.var}
        case ir.Reduce():
            each = free_locals(node.of) - {node.var} if node.of is not None else frozenset()
            return free_locals(node.source) | each | free_locals(node.default)
    return _free_in_all(child_nodes(node))


def _free_in_all(nodes: Iterable[ir.Node]) -> frozenset[str]:
    """Return the locals that any of several expressions reads."""
    return frozenset().union(*map(free_locals, nodes))


def read_by_options(options: ir.OptionList) -> frozenset[str]:
    """Return the locals that an option list reads to enumerate, sort and describe its options."""
    source = free_locals(options.source) if options.source is not None else frozenset()
    each = (
        free_locals(options.condition) | _free_in_all(options.shown) | _free_in_all(options.order)
    )
    return source | each - {options.var}


def read_by_question(ask: ir.Ask) -> frozenset[str]:
    """Return the locals that a question reads until it is answered."""
    lists = frozenset().union(*map(read_by_options, ask.options))
    return lists.union(ask.keeps) | _free_in_all(
        node for node in (ask.decider, ask.stop) if node is not None
    )


def read_by_end(end: flow.Terminator) -> frozenset[str]:
    """Return the locals that a block's terminator reads.

    Options are evaluated until the question is answered, so `Suspend` and `Resume` read the same locals.
    """
    match end:
        case flow.Branch():
            return free_locals(end.condition)
        case flow.CallThen():
            return _free_in_all(end.arguments)
        case flow.Suspend() | flow.Resume():
            return read_by_question(end.ask)
        case flow.Goto() | flow.ReturnToCaller() | flow.EndOfGame():
            return frozenset()
        case _:
            assert_never(end)


class LocalUses(Draft):
    """Locals that code reads and assigns, along a path from its start.

    `read` are read before any assignment (upward exposed), `sure` assigned on every path, `maybe` on some path.
    """

    read: set[str] = field(factory=set)
    sure: set[str] = field(factory=set)
    maybe: set[str] = field(factory=set)

    def reads(self, names: Iterable[str]) -> None:
        """Record that the locals `names` are read here."""
        self.read.update(name for name in names if name not in self.sure)

    def assigns(self, name: str) -> None:
        """Record that the local `name` is assigned here."""
        self.sure.add(name)
        self.maybe.add(name)

    def fork(self) -> LocalUses:
        """Return a path that begins here, with the assignments made before it but none of the reads."""
        return LocalUses(set(), set(self.sure), set(self.maybe))

    def join(self, paths: Iterable[LocalUses]) -> None:
        """Merge alternative paths that began here into this path."""
        branches = list(paths)
        for path in branches:
            self.read |= path.read
            self.maybe |= path.maybe
        self.sure |= set.intersection(*(path.sure for path in branches))

    def body(self, body: ir.Body) -> None:
        """Record the locals that statements read and assign, in order."""
        for stmt in body:
            self.statement(stmt)

    def statement(self, stmt: ir.Stmt) -> None:
        """Record the locals that one statement reads and assigns, nested statements included."""
        match stmt:
            case ir.Assign():
                self.reads(free_locals(stmt.value))
                self.assigns(stmt.name)
            case ir.If():
                self.reads(free_locals(stmt.condition))
                self.join(self._branch(each) for each in (stmt.body, stmt.otherwise))
            case ir.For():
                self.reads(free_locals(stmt.source))
                self._optional_body(stmt.body, stmt.var)
            case ir.Loop():
                self.reads(free_locals(stmt.until))
                self._optional_body(stmt.body)
            case ir.Ask():
                self.reads(read_by_question(stmt))
                paths = [self._branch(each.then, each.var) for each in stmt.options]
                self.join([*paths, self._branch(stmt.empty), self._branch(stmt.ended)])
            case ir.EndGame():
                pass
            case _:
                simple: ir.Simple = stmt
                self.reads(_free_in_all(child_nodes(simple)))

    def _branch(self, body: ir.Body, var: str = "") -> LocalUses:
        """Return the path through a branch that first assigns `var`, if any, and then runs `body`."""
        path = self.fork()
        if var:
            path.assigns(var)
        path.body(body)
        return path

    def _optional_body(self, body: ir.Body, var: str = "") -> None:
        """Record a body that may run any number of times, also never."""
        self.join((self._branch(body, var), self.fork()))
