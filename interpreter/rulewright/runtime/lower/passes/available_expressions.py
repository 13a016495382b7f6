"""Available expressions: the values that expressions are known to have at a point of the code.

A statement that changes something kills the facts that depend on it (`kill`). See Aho, Lam, Sethi and Ullman,
*Compilers*, 9.2.6.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rulewright.base.records import Draft, Record, field
from rulewright.runtime.ir.dataflow.effects import ANYTHING, Effects
from rulewright.runtime.ir.dataflow.uses import free_locals
from rulewright.runtime.ir.nodes.constructors import FALSE, TRUE, conjuncts, negation, rebuild
from rulewright.runtime.ir.terms import Any, Binary, Const, Local, Node, Not, Read
from rulewright.runtime.ir.walk import map_children, substitute


class KnownValue(Record):
    """A fact: an expression with its value, valid until something it depends on changes.

    `of` is what the expression depends on, `depends_on` what the expression and its value depend on.
    """

    node: Node
    value: Node
    of: frozenset[str]
    depends_on: frozenset[str]


class AvailableExpressions(Draft):
    """The facts known at one point of the code: expressions with their values."""

    effects: Effects
    known: dict[Node, KnownValue] = field(factory=dict)
    is_unreachable: bool = False
    """Whether the point is unreachable."""

    def copy(self) -> AvailableExpressions:
        """Return an independent copy, for the facts of one branch."""
        return AvailableExpressions(self.effects, dict(self.known), self.is_unreachable)

    def empty(self) -> AvailableExpressions:
        """Return an empty set of facts that uses the same effects analysis."""
        return AvailableExpressions(self.effects)

    # ------------------------------------------------------------------ adding and killing facts

    def learn(self, node: Node, value: Node) -> None:
        """Add the fact that `node` has the value `value`."""
        of = self.effects.dependencies(node)
        if ANYTHING not in of and not isinstance(node, Const):
            depends_on = of if isinstance(value, Const) else of | self.effects.dependencies(value)
            self.known[node] = KnownValue(node, value, of, depends_on)

    def kill(self, changed: frozenset[str]) -> None:
        """Remove the facts that depend on one of the names in `changed`."""
        self.known = {n: f for n, f in self.known.items() if not f.depends_on & changed}

    def assume(self, condition: Node) -> None:
        """Add the facts that follow from `condition` being true."""
        for part in conjuncts(condition):
            if isinstance(part, Not):
                self.deny(part.what)
            else:
                self._set_truth(part, True)

    def deny(self, condition: Node) -> None:
        """Add the facts that follow from `condition` being false."""
        for part in condition.parts if isinstance(condition, Any) else (condition,):
            if isinstance(part, Not):
                self.assume(part.what)
            else:
                self._set_truth(part, False)

    def _set_truth(self, condition: Node, holds: bool) -> None:
        """Add the truth value of an atomic condition, that of its negation, and the value it equates."""
        self.learn(condition, TRUE if holds else FALSE)
        self.learn(negation(condition), FALSE if holds else TRUE)
        match condition if holds else negation(condition):
            case Binary("==", Read() | Local() as left, right) if is_constant_or_local(right):
                self.learn(left, right)

    def join(self, branches: Iterable[AvailableExpressions]) -> None:
        """Merge point: keep the facts that hold on every branch that leads here."""
        open_ = [branch for branch in branches if not branch.is_unreachable]
        if not open_:
            self.is_unreachable = True
            return
        first, *others = open_
        self.known = dict(first.known)
        for branch in others:
            self.known = {n: f for n, f in self.known.items() if branch.value(n) == f.value}

    def value(self, node: Node) -> Node | None:
        """Return the known value of `node`; None if it is unknown."""
        fact = self.known.get(node)
        return None if fact is None else fact.value

    def translated(self, names: Mapping[str, Node]) -> AvailableExpressions:
        """Return the facts in terms of a callee's parameters; facts about locals not in `names` are dropped."""
        result = self.empty()
        for fact in self.known.values():
            if free_locals(fact.node) | free_locals(fact.value) <= names.keys():
                result.learn(substitute(fact.node, names), substitute(fact.value, names))
        return result

    # ------------------------------------------------------------------ using facts

    def node(self, node: Node) -> Node:
        """Return an expression with its known subexpressions replaced by their values."""
        if not self.known or isinstance(node, Const):
            return node
        reads = self.effects.dependencies(node)
        if any(fact.of <= reads for fact in self.known.values()):
            return self._replace_known(node)
        return node

    def _replace_known(self, node: Node) -> Node:
        """Return an expression with known subexpressions replaced, the largest first."""
        value = self._known_value(node)
        if value is None:
            inner = rebuild(map_children(node, self._replace_known))
            value = inner if inner is node else self._known_value(inner) or inner
        return value

    def _known_value(self, node: Node) -> Node | None:
        """Return the known value of a node, for a guarded read also that of the unguarded read; else None."""
        value = self.value(node)
        if value is None and isinstance(node, Read) and node.guarded:
            # If the unguarded read has a known value, the owner is not NOTHING.
            value = self.value(Read(node.variable, node.index))
        return value

    def assuming(self, condition: Node) -> AvailableExpressions:
        """Return a copy of the facts, extended by those of a true `condition`."""
        branch = self.copy()
        branch.assume(condition)
        return branch

    def denying(self, condition: Node) -> AvailableExpressions:
        """Return a copy of the facts, extended by those of a false `condition`."""
        branch = self.copy()
        branch.deny(condition)
        return branch


def is_constant_or_local(node: Node) -> bool:
    """Return whether a node is a constant or a local."""
    return isinstance(node, Const | Local)
