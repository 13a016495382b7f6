"""Search for hidden state that an expression reads, also by way of values, facts and events."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from rulewright.base.records import Draft, field
from rulewright.language.program import program as p, typed
from rulewright.language.program.checking.dependency_graph import DependencyGraph, read_by
from rulewright.language.program.checking.narrowing import Form, expression_form
from rulewright.language.program.checking.traversal import child_nodes
from rulewright.language.program.declarations import Variable, Zone
from rulewright.language.program.typed import Expr

_PLACES = (typed.ZoneOf, typed.AnyZone)

Knowledge = Mapping[str, str]
"""Knowledge about bound names.

It is `OBSERVER` for the observer itself, `OWN_CARD` for a card in one of the observer's zones, else the hidden
zone or variable that the value comes from.
"""

OBSERVER = ""
OWN_CARD = "own card"
"""It contains a blank, so no declared name can equal it."""


class HiddenStateFinder(Draft):
    """A search for state that an observer does not see.

    The observer is the player `who`; None stands for all players, so that state hidden from any of them counts.
    `shown` are the zones and parts of zones that the observer was shown, as expression forms. The number of cards
    in a zone is public. Variables that nobody sees are internal counters and do not count.
    """

    graph: DependencyGraph
    who: Expr | None
    shown: frozenset[Form] = frozenset()
    _visited: set[tuple[object, ...]] = field(factory=set)

    def unseen(self, expr: Expr | None, bound: Knowledge) -> Iterator[str]:
        """Yield the names of zones, numbers and marks that `expr` reads and the observer does not see.

        `bound` has what is known about variables, by name.
        """
        match expr:
            case None:
                return
            case typed.Count(source=source) | typed.Some(source=source) if isinstance(
                source, _PLACES
            ):
                yield from self._unseen_in_parts(source, bound)
            case typed.Ends(count=count) if expression_form(expr) in self.shown:
                yield from self.unseen(count, bound)
            case typed.ZoneOf(zone=name, owner=owner):
                if expression_form(expr) not in self.shown:
                    yield from self._unseen_state(self.graph.program.zones[name], owner, bound)
                yield from self._unseen_in_parts(expr, bound)
            case typed.AnyZone(zone=name):
                if self.graph.program.zones[name].sight.who != "everyone":
                    yield name
            case typed.VariableOf(variable=name, owner=owner):
                yield from self._unseen_state(self.graph.program.variables[name], owner, bound)
                yield from self._unseen_in_parts(expr, bound)
            case typed.Filter(source=source, var=name, condition=condition):
                yield from self.unseen(source, bound)
                inside = {**bound, name: OWN_CARD} if self._is_own_zone(source, bound) else bound
                yield from self.unseen(condition, self._settle(condition, inside))
            case typed.Var(name=name):
                if (origin := bound.get(name)) and origin != OWN_CARD:
                    yield origin
            case typed.Can(event=name, arguments=arguments):
                yield from self.unseen_in_event(name, arguments, bound)
            case typed.TableOf(table=name):
                table = self.graph.program.tables[name]
                yield from self.unseen(table.row_key, bound)
                yield from self.unseen(table.column_key, bound)
            case typed.ValueOf() | typed.FactOf() | typed.FieldOf():
                yield from self._unseen_in_call(expr, bound)
            case _:
                yield from self._unseen_in_parts(expr, bound)

    def _unseen_in_parts(self, expr: Expr, bound: Knowledge) -> Iterator[str]:
        """Yield the names of hidden state that the parts of an expression read."""
        for part in child_nodes(expr):
            if isinstance(part, Expr):
                yield from self.unseen(part, bound)

    def _unseen_state(
        self, thing: Zone | Variable, owner: Expr | None, bound: Knowledge
    ) -> Iterator[str]:
        """Yield the name of a zone, number or mark if the observer does not see it.

        Something seen by the player of a pointer, or by the owner of a card, counts as visible: that may be the
        observer.
        """
        sight = thing.sight
        if sight.who == "everyone" or (isinstance(thing, Variable) and sight.who == "nobody"):
            return
        if self.who is not None and sight.who != "nobody":
            of_player = sight.who == "owner" and thing.owner == "player" and owner is not None
            if not of_player or self._is_observer(owner, bound):
                return
        yield thing.name

    def _is_observer(self, player: Expr | None, bound: Knowledge) -> bool:
        """Return whether an expression surely denotes the observer."""
        if self.who is None:
            return False
        match player:
            case None:
                return False
            case typed.Var(name=name) if bound.get(name) == OBSERVER:
                return True
            case typed.OwnerOf(card=typed.Var(name=name)) if bound.get(name) == OWN_CARD:
                return True
        return expression_form(player) == expression_form(self.who)

    def _is_own_zone(self, cards: Expr, bound: Knowledge) -> bool:
        """Return whether a list has only cards from one zone of the observer."""
        while isinstance(cards, typed.Filter | typed.Backwards):
            cards = cards.source
        if isinstance(cards, typed.Ends):
            cards = cards.zone
        return isinstance(cards, typed.ZoneOf) and self._is_observer(cards.owner, bound)

    def _settle(self, condition: Expr | None, bound: Knowledge) -> Knowledge:
        """Return `bound` with what a condition proves: names of the observer, and of cards in a zone of theirs."""
        if self.who is None:
            return bound
        for test in typed.conjuncts(condition):
            match test:
                case typed.Compare(operator="==", left=left, right=right):
                    for one, other in ((left, right), (right, left)):
                        if self._is_observer(other, bound):
                            bound = {**bound, **_names_of_player(one)}
                case typed.Within(what=typed.Var(name=name), source=zone):
                    if self._is_own_zone(zone, bound):
                        bound = {**bound, name: OWN_CARD}
        return bound

    # ------------------------------------------------------------------ calls of values, facts and events

    def _unseen_in_call(
        self, expr: typed.ValueOf | typed.FactOf | typed.FieldOf, bound: Knowledge
    ) -> Iterator[str]:
        """Yield the names of hidden state that a value, fact or field depends on, also by rules."""
        program, key = self.graph.program, read_by(expr)
        arguments = (expr.card,) if isinstance(expr, typed.FieldOf) else expr.arguments
        assert key is not None
        knowledge = self._knowledge_of(arguments, bound)
        if isinstance(expr, typed.FieldOf):
            yield from self.unseen(expr.card, bound)
        elif self._is_first_visit(key, knowledge):
            own = program.values if isinstance(expr, typed.ValueOf) else program.facts
            declared = own[key[1]]
            names = [each.name for each in declared.parameters]
            result = declared.result if isinstance(declared, p.Value) else declared.condition
            yield from self.unseen(result, _bind_knowledge(names, knowledge))
        if self._is_first_visit((*key, "rules"), knowledge):
            for rule in self.graph.rules_about.get(key, ()):
                yield from self._unseen_in_rule(rule, knowledge)

    def unseen_in_event(
        self, event: str, arguments: tuple[Expr, ...], bound: Knowledge
    ) -> Iterator[str]:
        """Yield the names of hidden state that decides whether an event is possible."""
        knowledge = self._knowledge_of(arguments, bound)
        if not self._is_first_visit(("event", event), knowledge):
            return
        declared = self.graph.program.events[event]
        inside = _bind_knowledge([each.name for each in declared.parameters], knowledge)
        for condition in declared.conditions:
            yield from self.unseen(condition, inside)
        for statement in declared.first:
            if isinstance(statement, typed.Do):
                yield from self.unseen_in_event(statement.event, statement.arguments, inside)
        for rule in self.graph.rules_about.get(("event", event), ()):
            if isinstance(rule, p.Restriction):
                yield from self._unseen_in_rule(rule, knowledge)

    def _unseen_in_rule(self, rule: p.Rule, knowledge: list[str | None]) -> Iterator[str]:
        """Yield the names of hidden state that decides whether and how a rule applies."""
        bound = self._settle(rule.condition, _bind_knowledge(rule.names, knowledge))
        yield from self.unseen(rule.condition, bound)
        if isinstance(rule, p.Change):
            yield from self.unseen(rule.amount, bound)

    def _knowledge_of(self, arguments: Iterable[Expr], bound: Knowledge) -> list[str | None]:
        """Return for each argument what the observer knows about it.

        That is `OBSERVER`, `OWN_CARD`, the name of hidden state that it reads, or None.
        """
        return [self._known_of_argument(each, bound) for each in arguments]

    def _known_of_argument(self, argument: Expr, bound: Knowledge) -> str | None:
        """Return `OBSERVER`, `OWN_CARD`, or the name of hidden state that an argument reads, or None."""
        if self._is_observer(argument, bound):
            return OBSERVER
        if isinstance(argument, typed.Var) and bound.get(argument.name) == OWN_CARD:
            return OWN_CARD
        return next(self.unseen(argument, bound), None)

    def _is_first_visit(self, key: tuple[object, ...], knowledge: list[str | None]) -> bool:
        """Mark `key` as visited with this knowledge; return whether it was not before."""
        visit = (*key, *knowledge)
        if visit in self._visited:
            return False
        self._visited.add(visit)
        return True


def _names_of_player(player: Expr) -> dict[str, str]:
    """Return the knowledge about the name in an expression that denotes the observer."""
    match player:
        case typed.Var(name=name):
            return {name: OBSERVER}
        case typed.OwnerOf(card=typed.Var(name=name)):
            return {name: OWN_CARD}
    return {}


def _bind_knowledge(names: Iterable[str], knowledge: Iterable[str | None]) -> dict[str, str]:
    """Return the knowledge about arguments by parameter name, without None."""
    return {name: what for name, what in zip(names, knowledge, strict=False) if what is not None}
