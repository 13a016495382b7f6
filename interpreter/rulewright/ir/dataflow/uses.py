"""Uses and definitions: which locals code reads before it gives them a value, and which it gives one.

`sure` are those that it gives a value on every path, `maybe` those on some.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from rulewright.ir import control_flow as flow, terms as ir
from rulewright.ir.walk import children
from rulewright.records import Draft, field


def free(node: ir.Node) -> frozenset[str]:
    """The locals that an expression reads, without those that it looks through lists with."""
    match node:
        case ir.Local(name=name):
            return frozenset((name,))
        case ir.Filtered(source=source, var=var, condition=condition):
            return free(source) | free(condition) - {var}
        case ir.Reduce(source=source, var=var, of=of, default=default):
            each = free(of) - {var} if of is not None else frozenset()
            return free(source) | each | free(default)
    return _of_all(children(node))


def _of_all(nodes: Iterable[ir.Node]) -> frozenset[str]:
    return frozenset().union(*map(free, nodes))


def read_by_options(options: ir.OptionList) -> frozenset[str]:
    """The locals that a list of options reads, to be made and to be shown."""
    source = free(options.source) if options.source is not None else frozenset()
    return source | (free(options.condition) | _of_all(options.shown)) - {options.var}


def read_by_question(ask: ir.Ask) -> frozenset[str]:
    """The locals that a question reads before there is an answer."""
    lists = frozenset().union(*map(read_by_options, ask.options))
    return lists.union(ask.keeps) | _of_all(
        node for node in (ask.decider, ask.stop) if node is not None
    )


def read_by_end(end: flow.Ending) -> frozenset[str]:
    """The locals that the end of a block reads; options are looked at as long as there is no answer."""
    match end:
        case flow.Branch(condition=condition):
            return free(condition)
        case flow.CallThen(arguments=arguments):
            return _of_all(arguments)
        case flow.Question(ask=ask) | flow.Answer(ask=ask):
            return read_by_question(ask)
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
            case ir.Assign(name=name, value=value):
                self.reads(free(value))
                self.assigns(name)
            case ir.If(condition=condition, body=body, otherwise=otherwise):
                self.reads(free(condition))
                self.join(self._gone(each) for each in (body, otherwise))
            case ir.For(var=var, source=source, body=body):
                self.reads(free(source))
                self._perhaps(body, var)
            case ir.Loop(until=until, body=body):
                self.reads(free(until))
                self._perhaps(body)
            case ir.Ask(options=options, empty=empty, ended=ended):
                self.reads(read_by_question(stmt))
                paths = [self._gone(each.then, each.var) for each in options]
                self.join([*paths, self._gone(empty), self._gone(ended)])
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
