"""Available expressions: what is known at a place of the code of what expressions come to.

What changes something that an expression hangs on kills what is known of it (`forget`).
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import Final

from rulewright.ir.build import FALSE, TRUE, conjuncts, negated, remade
from rulewright.ir.dataflow.effects import ANYTHING, Effects, is_local, local
from rulewright.ir.dataflow.uses import free
from rulewright.ir.terms import Any, Binary, Const, Local, Node, Not, Read
from rulewright.ir.walk import everything, mapped, substituted
from rulewright.records import Draft, Record, field

LARGEST: Final = 200
"""So many nodes of what a local was given are remembered at most."""


class Fact(Record):
    """What an expression `of` some things comes to, until one changes of those that it or its value hangs on."""

    node: Node
    value: Node
    of: frozenset[str]
    hangs_on: frozenset[str]


class Available(Draft):
    """All that is known at one place. Available are about expressions in which what is known stands already.

    Expressions have `numbers`, the same at all places, as there is much copying and comparing of facts.
    """

    effects: Effects
    numbers: dict[Node, int] = field(factory=dict)
    kinds: set[object] = field(factory=set)
    known: dict[int, Fact] = field(factory=dict)
    defined: dict[str, Node] = field(factory=dict)
    over: bool = False

    def copy(self) -> Available:
        """The same, for one of several ways on."""
        known, defined = dict(self.known), dict(self.defined)
        return Available(self.effects, self.numbers, self.kinds, known, defined, self.over)

    def none(self) -> Available:
        """Nothing known, for code that is entered from here."""
        return Available(self.effects, self.numbers, self.kinds)

    def __len__(self) -> int:
        return len(self.known) + len(self.defined)

    # ------------------------------------------------------------------ learning and forgetting

    def learn(self, node: Node, value: Node) -> None:
        """An expression comes to this here."""
        self._note(node, value, self.effects.looks(node))

    def _note(self, node: Node, value: Node, of: frozenset[str]) -> None:
        if ANYTHING not in of and not isinstance(node, Const):
            hangs_on = of if isinstance(value, Const) else of | self.effects.looks(value)
            number = self.numbers.setdefault(node, len(self.numbers))
            self.known[number] = Fact(node, value, of, hangs_on)
            self.kinds.add(_kind(node))

    def forget(self, changed: frozenset[str]) -> None:
        """All of this may have changed."""
        for number in [n for n, fact in self.known.items() if fact.hangs_on & changed]:
            del self.known[number]
        looks = self.effects.looks
        for name in [n for n, node in self.defined.items() if (looks(node) | {local(n)}) & changed]:
            del self.defined[name]

    def assume(self, condition: Node) -> None:
        """A condition holds here."""
        for part in conjuncts(condition):
            if isinstance(part, Not):
                self.deny(part.what)
            else:
                self._hold(part, True)

    def deny(self, condition: Node) -> None:
        """A condition does not hold here."""
        for part in condition.parts if isinstance(condition, Any) else (condition,):
            if isinstance(part, Not):
                self.assume(part.what)
            else:
                self._hold(part, False)

    def _hold(self, condition: Node, holds: bool) -> None:
        """A single condition holds or does not, under any name that is given to what is in it."""
        for node in dict.fromkeys((condition, self._spelled_out(condition))):
            of = self.effects.looks(node)
            self._note(node, TRUE if holds else FALSE, of)
            self._note(negated(node), FALSE if holds else TRUE, of)
        match condition if holds else negated(condition):
            case Binary("==", Read() | Local() as left, right) if is_name(right):
                self.learn(left, right)

    def define(self, name: str, value: Node) -> None:
        """A local has just been given a value."""
        looks = self.effects.looks(value)
        if is_name(value):
            self.learn(Local(name), value)
        elif ANYTHING not in looks and local(name) not in looks:
            spelled_out = self._spelled_out(value)
            # Else each of many locals that are made of the one before would double it.
            if not any(islice(everything(spelled_out), LARGEST, None)):
                self.defined[name] = spelled_out

    def join(self, ways: Iterable[Available]) -> None:
        """One of several ways was gone: what is known on all is known."""
        open_ = [way for way in ways if not way.over]
        if not open_:
            self.over = True
            return
        first, *others = open_
        self.known, self.defined = dict(first.known), dict(first.defined)
        for way in others:
            self.known = {n: f for n, f in self.known.items() if way.value(n) == f.value}
            self.defined = {n: d for n, d in self.defined.items() if way.defined.get(n) == d}

    def value(self, number: int) -> Node | None:
        """What the expression of a number comes to, if that is known."""
        fact = self.known.get(number)
        return None if fact is None else fact.value

    def extend(self, other: Available) -> None:
        """What is known elsewhere is so here, too."""
        for fact in other.known.values():
            self.learn(fact.node, fact.value)

    def renamed(self, names: dict[str, Node], asked: frozenset[str] | None = None) -> Available:
        """What is known of what has other names elsewhere, if it is `asked` there; of all else nothing."""
        found = self.none()
        for fact in self.known.values():
            # Who does not know a local by name may know what it is in another way.
            if isinstance(fact.node, Read) and isinstance(fact.value, Local):
                name = fact.value.name
                if name not in names and free(fact.node) <= names.keys():
                    names[name] = substituted(fact.node, names)
        for fact in self.known.values():
            if asked is not None and not asked.issuperset(n for n in fact.of if not is_local(n)):
                continue
            if free(fact.node) | free(fact.value) <= names.keys():
                found.learn(substituted(fact.node, names), substituted(fact.value, names))
        return found

    # ------------------------------------------------------------------ using what is known

    def node(self, node: Node) -> Node:
        """An expression with what is known worked out."""
        if not self.known or isinstance(node, Const):
            return node
        looks = self.effects.looks(node).union(*map(self.effects.looks, self.defined.values()))
        if any(fact.of <= looks for fact in self.known.values()):
            return self._worked_out(node)
        return node

    def _worked_out(self, node: Node) -> Node:
        found = self._value_known(node)
        if found is None:
            inner = remade(mapped(node, self._worked_out))
            found = inner if inner is node else self._value_known(inner) or inner
        return found

    def _value_known(self, node: Node) -> Node | None:
        """What an expression comes to, if that is known."""
        if _kind(node) not in self.kinds:
            return None
        found = self.value(self.numbers.get(node, -1))
        if found is None and isinstance(node, Read) and node.guarded:
            # Who is known to have something is somebody.
            found = self.value(self.numbers.get(Read(node.variable, node.index), -1))
        if found is None and self.defined and isinstance(node, Binary):
            found = self.value(self.numbers.get(self._spelled_out(node), -1))
        return found

    def _spelled_out(self, node: Node) -> Node:
        """An expression with what locals were given in place of them."""
        return substituted(node, self.defined) if self.defined else node

    def if_(self, condition: Node) -> Available:
        """What is known besides where a condition holds."""
        found = self.copy()
        found.assume(condition)
        return found

    def unless(self, condition: Node) -> Available:
        """What is known besides where a condition does not hold."""
        found = self.copy()
        found.deny(condition)
        return found


def is_name(node: Node) -> bool:
    """Whether an expression is as cheap as can be."""
    return isinstance(node, Const | Local)


def _kind(node: Node) -> object:
    """What is quick to tell of an expression, and the same for equal ones."""
    return node.operator if isinstance(node, Binary) else type(node)
