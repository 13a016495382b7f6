"""Uses and definitions: which locals code reads before it gives them a value, and which it gives one.

`sure` are those that it gives a value on every path, `maybe` those on some.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from rulewright.base.records import Draft, field
from rulewright.runtime.ir import terms as ir
from rulewright.runtime.ir.dataflow import control_flow as flow
from rulewright.runtime.ir.walk import children


def free(node: ir.Node) -> frozenset[str]:
    """The locals that an expression reads, without those that it looks through lists with."""
    match node:
        case ir.Local():
            return frozenset((node.name,))
        case ir.Filtered():
            return free(node.source) | free(node.condition) - {node.var}
        case ir.Reduce():
            each = free(node.of) - {node.var} if node.of is not None else frozenset()
            return free(node.source) | each | free(node.default)
    return _of_all(children(node))


def _of_all(nodes: Iterable[ir.Node]) -> frozenset[str]:
    return frozenset().union(*map(free, nodes))


def read_by_options(options: ir.OptionList) -> frozenset[str]:
    """The locals that a list of options reads, to be made and to be shown."""
    source = free(options.source) if options.source is not None else frozenset()
    each = free(options.condition) | _of_all(options.shown) | _of_all(options.order)
    return source | each - {options.var}


def read_by_question(ask: ir.Ask) -> frozenset[str]:
    """The locals that a question reads before there is an answer."""
    lists = frozenset().union(*map(read_by_options, ask.options))
    return lists.union(ask.keeps) | _of_all(
        node for node in (ask.decider, ask.stop) if node is not None
    )


def read_by_end(end: flow.Ending) -> frozenset[str]:
    """The locals that the end of a block reads; options are looked at as long as there is no answer."""
    match end:
        case flow.Branch():
            return free(end.condition)
        case flow.CallThen():
            return _of_all(end.arguments)
        case flow.Question() | flow.Answer():
            return read_by_question(end.ask)
        case flow.Goto() | flow.Return() | flow.Over():
            return frozenset()
        case _:
            assert_never(end)


class Flow(Draft):
    """What happens to locals on a path: `read` before they were given a value, `sure` and `maybe` given one."""

    read: set[str] = field(factory=set)
    sure: set[str] = field(factory=set)
    maybe: set[str] = field(factory=set)

    def reads(self, names: Iterable[str]) -> None:
        """Some locals are read."""
        self.read.update(name for name in names if name not in self.sure)

    def assigns(self, name: str) -> None:
        """A local is given a value."""
        self.sure.add(name)
        self.maybe.add(name)

    def fork(self) -> Flow:
        """A path that goes on from here."""
        return Flow(set(), set(self.sure), set(self.maybe))

    def join(self, paths: Iterable[Flow]) -> None:
        """One of several paths was gone."""
        found = list(paths)
        for path in found:
            self.read |= path.read
            self.maybe |= path.maybe
        self.sure |= set.intersection(*(path.sure for path in found))

    def body(self, body: ir.Body) -> None:
        """Statements are carried out."""
        for stmt in body:
            self.statement(stmt)

    def statement(self, stmt: ir.Stmt) -> None:
        """A statement is carried out."""
        match stmt:
            case ir.Assign():
                self.reads(free(stmt.value))
                self.assigns(stmt.name)
            case ir.If():
                self.reads(free(stmt.condition))
                self.join(self._gone(each) for each in (stmt.body, stmt.otherwise))
            case ir.For():
                self.reads(free(stmt.source))
                self._perhaps(stmt.body, stmt.var)
            case ir.Loop():
                self.reads(free(stmt.until))
                self._perhaps(stmt.body)
            case ir.Ask():
                self.reads(read_by_question(stmt))
                paths = [self._gone(each.then, each.var) for each in stmt.options]
                self.join([*paths, self._gone(stmt.empty), self._gone(stmt.ended)])
            case ir.EndGame():
                pass
            case _:
                simple: ir.Simple = stmt
                self.reads(_of_all(children(simple)))

    def _gone(self, body: ir.Body, var: str = "") -> Flow:
        path = self.fork()
        if var:
            path.assigns(var)
        path.body(body)
        return path

    def _perhaps(self, body: ir.Body, var: str = "") -> None:
        """A body is carried out any number of times."""
        self.join((self._gone(body, var), self.fork()))
