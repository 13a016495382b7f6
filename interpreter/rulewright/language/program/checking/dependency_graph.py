"""The dependency graph of a program: everything that its events and phases trigger or change, with the rules."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from functools import cached_property
from itertools import chain
from typing import Any, Final, Literal, TypeVar

from rulewright.base.records import Draft, field
from rulewright.language.program import program as p, typed
from rulewright.language.program.checking.traversal import (
    ClassTest,
    TypedNode,
    child_nodes,
    parts_of_program,
    walk,
)
from rulewright.language.program.program import Event, Phase, Program, Rule, Stance
from rulewright.language.program.typed import Block, Expr

_Result = TypeVar("_Result")

Subject = Literal["event", "phase", "moment", "value", "fact"]
Sort = Literal[Subject, "variable", "zone", "powers"]
Key = tuple[Sort, str]
"""A declaration by its sort and name."""

Container = Event | Phase | Rule
"""A declaration or rule that contains statements."""


_IS_STATEMENT: Final = ClassTest(typed.Stmt, typed.MenuOption, typed.Filter)

ANY_MOVE: Final[Key] = ("zone", "")
"""One key for all zones: card movements are not told apart by zone."""


class DependencyGraph(Draft):
    """A program with indexes of its nodes, rules and effects, each computed on first use."""

    program: Program
    _reached: dict[Key, frozenset[Key]] = field(factory=dict)
    checked: Collection[int] = ()
    """Rules and declarations, by `id`, that have been checked already and need no lint again."""
    _cache: dict[object, Any] = field(factory=dict)
    _nodes_by_id: dict[int, list[TypedNode]] = field(factory=dict)
    """All descendants of rules and declarations, by `id`."""

    def cached_result(self, kind: Callable[[DependencyGraph], _Result]) -> _Result:
        """Return `kind(self)`, computed once for each function `kind`."""
        if kind not in self._cache:
            self._cache[kind] = kind(self)
        result: _Result = self._cache[kind]
        return result

    @cached_property
    def nodes(self) -> list[TypedNode]:
        """All expressions and statements of the rules, without those of scenarios."""
        return self._nodes_in(parts_of_program(self.program), self.program.flow)

    @cached_property
    def nodes_by_class(self) -> dict[type, list[TypedNode]]:
        """All expressions and statements of the rules, by class."""
        by_class: dict[type, list[TypedNode]] = {}
        for node in self.nodes:
            by_class.setdefault(type(node), []).append(node)
        return by_class

    def of(self, *classes: type) -> list[Any]:
        """Return all nodes of these classes, without those of scenarios."""
        return [node for cls in classes for node in self.nodes_by_class.get(cls, ())]

    def unchecked(self, things: Iterable[_Result]) -> list[_Result]:
        """Return the rules and declarations among `things` that no earlier run has checked."""
        return [each for each in things if id(each) not in self.checked]

    @cached_property
    def unchecked_nodes(self) -> list[TypedNode]:
        """Expressions and statements in rules and declarations that no earlier run has checked."""
        flow = self.program.flow if self.unchecked([self.program.flow]) else ()
        return self._nodes_in(self.unchecked(parts_of_program(self.program)), flow)

    def _nodes_in(self, things: Iterable[object], flow: Block) -> list[TypedNode]:
        """Return all expressions and statements in `flow` and in these rules and declarations."""
        nodes = list(walk(flow))
        for thing in things:
            nodes += self.nodes_inside(thing)
        return nodes

    def nodes_inside(self, thing: object) -> list[TypedNode]:
        """Return all expressions and statements inside one rule or declaration, cached."""
        nodes = self._nodes_by_id.get(id(thing))
        if nodes is None:
            nodes = self._nodes_by_id[id(thing)] = child_nodes(thing)
            for node in nodes:  # the list grows during the loop: breadth-first order
                nodes += child_nodes(node)
        return nodes

    def statements_in(self, thing: object) -> list[TypedNode]:
        """Return the statements, menu options and filtered lists inside a rule or declaration, breadth-first."""
        return [each for each in self.nodes_inside(thing) if _IS_STATEMENT[type(each)]]

    @cached_property
    def rules(self) -> dict[int, Rule]:
        """All rules of the program, by their number."""
        return {rule.number: rule for rule in self.program.rules}

    @cached_property
    def rules_about(self) -> dict[Key, list[Rule]]:
        """Rules by the declaration that they react to or change: event, phase, moment, value or fact."""
        by_key: dict[Key, list[Rule]] = {}
        for rule in self.program.rules:
            by_key.setdefault(subject_of_rule(rule), []).append(rule)
        return by_key

    def stance_of(self, rule: Rule) -> Stance | None:
        """Return the stance that a card's rule needs to apply; None for a rule on no card."""
        card = self.program.cards.get(rule.card or "")
        return self.program.kinds[card.kind].stances.get(rule.stance or "") if card else None

    def blocks(self, key: Key) -> Iterator[tuple[Rule | None, Block]]:
        """Yield the blocks that may run with the event, phase or moment `key`, each with its rule.

        Its own body comes first, with the rule None.
        """
        sort, name = key
        if sort == "event":
            event = self.program.events[name]
            yield None, (*event.first, *event.body)
        elif sort == "phase":
            yield None, self.program.phases[name].body
        for rule in (
            lent_powers(self.program, name) if sort == "powers" else self.rules_about.get(key, ())
        ):
            if isinstance(rule, p.Hook | p.Means | p.Power):
                yield rule, rule.body

    def copies_of(self, rule: Rule) -> list[p.Copy]:
        """Return the declarations that may copy this rule to another card."""
        card = self.program.cards.get(rule.card or "")
        if card is None or rule.delayed:
            return []
        return [
            copy
            for copy in self.program.copies
            if (copy.kind, copy.stance) == (card.kind, rule.stance) and copy.card != card.name
        ]

    @cached_property
    def actors(self) -> dict[Key, list[tuple[Expr, Container | None]]]:
        """Actors of each event and moment, with the event, phase or rule whose statement names the actor.

        That is None for a statement in the game's flow.
        """
        program = self.program
        containers = [*program.events.values(), *program.phases.values(), *program.rules, None]
        actors: dict[Key, list[tuple[Expr, Container | None]]] = {}
        for thing in containers:
            for node in walk(program.flow) if thing is None else self.statements_in(thing):
                match node:
                    case typed.Do(arguments=(actor, *_)) | typed.May(arguments=(actor, *_)):
                        actors.setdefault(("event", node.event), []).append((actor, thing))
                    case typed.UsePowers(player=actor, moments=moments):
                        for moment in moments:
                            actors.setdefault(("moment", moment), []).append((actor, thing))
                    case typed.UsePowerOf(player=actor, cards=cards):
                        for rule in lent_powers(program, cards):
                            actors.setdefault(subject_of_rule(rule), []).append((actor, thing))
        return actors

    @cached_property
    def _direct_effects(self) -> dict[Key, set[Key]]:
        """Declarations that each event, phase and moment itself triggers or changes, by key."""
        program = self.program
        keys: list[Key] = [("event", name) for name in program.events]
        keys += [("phase", name) for name in program.phases]
        keys += [("moment", name) for name in program.moments]
        keys += [("powers", node.cards) for node in self.of(typed.UsePowerOf)]
        edges = {
            key: set(_all_triggered(chain(*(block for _, block in self.blocks(key)))))
            for key in keys
        }
        for variable in program.variables.values():  # it is reset when its phase ends
            if variable.until_phase is not None:
                edges["phase", variable.until_phase].add(("variable", variable.name))
        return edges

    def effects_of(self, start: Key) -> frozenset[Key]:
        """Return all that `start` may trigger or change, directly or not, including itself."""
        if start not in self._reached:
            reached = {start}
            worklist = [start]
            while worklist:
                new = self._direct_effects.get(worklist.pop(), set()) - reached
                reached |= new
                worklist += new
            self._reached[start] = frozenset(reached)
        return self._reached[start]

    def effects_of_block(self, block: Iterable[TypedNode]) -> frozenset[Key]:
        """Return all that these statements may trigger or change, directly or not."""
        return frozenset().union(*map(self.effects_of, _all_triggered(block)))

    def with_first_events(self, name: str) -> list[Event]:
        """Return an event and the events that its `first` statements perform, directly or not."""
        events: dict[str, Event] = {}
        worklist = [name]
        while worklist:
            event = self.program.events[worklist.pop()]
            if event.name not in events:
                events[event.name] = event
                worklist += [statement.event for statement in reversed(first_events(event))]
        return list(events.values())


def lent_powers(program: Program, cards: str) -> Iterator[p.Power]:
    """Yield the powers that `use a power of …` may mean; `cards` is the key of `UsePowerOf.cards`."""
    kind, _, but = cards.partition(" but ")
    for rule in program.rules:
        card = program.cards.get(rule.card or "")
        if not isinstance(rule, p.Power) or card is None:
            continue
        if cards == f"= {card.name}" or (kind == card.kind and but != card.name):
            yield rule


def first_events(event: Event) -> list[typed.Do]:
    """Return the `first` statements of an event that perform another event, which must be possible."""
    return [statement for statement in event.first if isinstance(statement, typed.Do)]


def subject_of_rule(rule: Rule) -> tuple[Subject, str]:
    """Return sort and name of the declaration that a rule reacts to or changes."""
    match rule:
        case p.Hook(when="start" | "end"):
            return "phase", rule.about
        case p.Hook() | p.Means() | p.Restriction():
            return "event", rule.about
        case p.Power():
            return "moment", rule.about
        case p.Change():
            return "value", rule.about
        case p.Grant():
            return "fact", rule.about
    raise TypeError(f"not a sort of rule: {rule}")


_TRIGGERING: Final = {
    typed.Do, typed.May, typed.Play, typed.UsePowers, typed.UsePowerOf, typed.SetVariable, typed.Move,
    typed.Exchange,
}  # fmt: skip


def triggered_by(node: TypedNode) -> Iterator[Key]:
    """Yield the declarations that one statement, without the statements inside it, triggers or changes."""
    if type(node) not in _TRIGGERING:
        return
    match node:
        case typed.Do(event=name) | typed.May(event=name):
            yield "event", name
        case typed.Play(phase=name):
            yield "phase", name
        case typed.UsePowers(moments=names):
            yield from (("moment", name) for name in names)
        case typed.UsePowerOf(cards=cards):
            yield "powers", cards
        case typed.SetVariable(variable=name):
            yield "variable", name
        case typed.Move() | typed.Exchange():
            yield ANY_MOVE


def read_by(node: TypedNode) -> Key | None:
    """Return the value, fact or event whose evaluation an expression needs; None for other expressions."""
    match node:
        case typed.ValueOf(value=name):
            return "value", name
        case typed.FieldOf(card=card, field=name):
            return "value", typed.field_value(card.type.name, name)
        case typed.FactOf(fact=name):
            return "fact", name
        case typed.Can(event=name):
            return "event", name
    return None


def _all_triggered(block: Iterable[TypedNode]) -> Iterator[Key]:
    """Yield the declarations that these statements and those inside them trigger or change."""
    leading = (node for node in walk(block) if type(node) in _TRIGGERING)
    return (key for node in leading for key in triggered_by(node))
