"""Lint for rules that apply only during their player's turn, but wait for something impossible then."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from rulewright.base.records import Draft
from rulewright.language.program import complaints as say, program as p, typed
from rulewright.language.program.checking.dependency_graph import (
    Container,
    DependencyGraph,
    subject_of_rule,
)
from rulewright.language.program.checking.narrowing import Form, expression_form, form_of_variable
from rulewright.language.program.checking.traversal import first_line_span, walk, without_filters
from rulewright.language.program.typed import Expr
from rulewright.language.text import Complaint
from rulewright.language.text.words.english import plural


def find_wrong_stances(graph: DependencyGraph) -> Iterator[Complaint]:
    """Yield complaints about rules that can never apply in their stance, such as during the own turn."""
    program = graph.program
    turns: dict[str, _Turn] = {}
    last = _values_read_at_end(graph)
    for rule in program.rules:
        phase = _phase_of_stance(graph, rule)
        if phase is None:
            continue
        at, stance = first_line_span(rule.at), rule.stance or ""
        if isinstance(rule, p.Change) and rule.about in last:
            yield say.lints.value_read_too_late(at, stance, phase.name, rule.about)
        if isinstance(rule, p.Change) and _changes_sort_key_too_late(graph, rule, phase):
            kind = program.kinds[program.cards[rule.card or ""].kind]
            before = (
                f"the order of {kind.plural or plural(kind.name)} by {kind.order} does not matter"
            )
            always = [s.name for s in kind.stances.values() if s.player is s.condition is None]
            yield say.lints.wrong_stance(at, stance, phase.name, before, always)
        if isinstance(rule, p.Hook | p.Restriction | p.Power):
            turn = turns.setdefault(phase.name, _Turn(graph, phase))
            if is_rule_reachable(graph, rule) and (why := turn.why_never(rule)) is not None:
                others = _other_stances(graph, rule)
                yield say.lints.wrong_stance(at, stance, phase.name, why, others)


def _other_stances(graph: DependencyGraph, rule: p.Rule) -> list[str]:
    """Return the stances to suggest for a rule: for the start or end of a phase, those that always apply.

    Whether the card is still where another stance needs it, when a phase begins or ends, is not known.
    """
    stances = graph.program.kinds[graph.program.cards[rule.card or ""].kind].stances.values()
    if subject_of_rule(rule)[0] == "phase":
        always = [s.name for s in stances if s.player is s.condition is None]
        if always:
            return always
    return [s.name for s in stances if s.name != rule.stance and s.player is not None]


def is_rule_reachable(graph: DependencyGraph, rule: p.Rule) -> bool:
    """Return whether the event that a rule reacts to can happen; another lint reports the others."""
    sort, name = subject_of_rule(rule)
    return sort == "phase" or not isinstance(rule, p.Hook) or (sort, name) in graph.actors


def _values_read_at_end(graph: DependencyGraph) -> set[str]:
    """Return the values of the outcome that no rule reads during the game."""
    read = {node.value for node in graph.of(typed.ValueOf)}
    outcome = graph.program.outcome
    return set(outcome.values) - read if outcome is not None else set()


def _changes_sort_key_too_late(graph: DependencyGraph, rule: p.Change, phase: p.Phase) -> bool:
    """Return whether a rule changes its card's sort key in a phase without a loop over cards of its kind.

    Such a change has no effect, as the order of the cards matters only in loops.
    """
    kind = graph.program.kinds[graph.program.cards[rule.card or ""].kind]
    tests = typed.conjuncts(rule.condition)
    own = {
        expression_form(side)
        for test in tests
        if isinstance(test, typed.Compare)
        for side in (test.left, test.right)
    }
    if rule.about != f"{kind.name}'s {kind.order}" or form_of_variable("this") not in own:
        return False
    blocks = (
        block for key in graph.effects_of(("phase", phase.name)) for _, block in graph.blocks(key)
    )
    return not any(
        isinstance(node, typed.ForEach)
        and isinstance(source := without_filters(node.source), typed.KindAll)
        and source.kind == kind.name
        for block in blocks
        for node in walk(block)
    )


def _phase_of_stance(graph: DependencyGraph, rule: p.Rule) -> p.Phase | None:
    """Return the phase whose player the stance of a rule is for; None for other stances."""
    stance = None if rule.delayed else graph.stance_of(rule)
    if stance is None or not isinstance(stance.player, typed.Running):
        return None
    phase = graph.program.phases[stance.player.phase]
    first = phase.parameters[0].name if phase.parameters else None
    return phase if stance.player.parameter == first else None


class _Turn(Draft):
    """One phase as the turn of its player, with what can happen during it."""

    graph: DependencyGraph
    phase: p.Phase

    def why_never(self, rule: p.Hook | p.Restriction | p.Power) -> str | None:
        """Return the reason why a rule can never apply during this phase; None if it can."""
        sort, name = key = subject_of_rule(rule)
        if key not in self.graph.effects_of(("phase", self.phase.name)):
            return (
                f"the {name} does not begin or end"
                if sort == "phase"
                else f"powers at `{name}` are not used"
                if sort == "moment"
                else "nobody does this"
            )
        if isinstance(rule, p.Power):
            return None
        if any(self._requires_other_actor(rule, test) for test in typed.conjuncts(rule.condition)):
            return "nobody else does this"
        return None

    def _requires_other_actor(self, rule: p.Hook | p.Restriction, test: Expr) -> bool:
        """Return whether `test` demands an actor other than the player on turn, who alone can act."""
        match test:
            case typed.Not(what=typed.Compare(operator="==", left=left, right=right)):
                forms = (expression_form(left), expression_form(right))
            case _:
                return False
        actor = form_of_variable(rule.names[0]) if rule.names else None
        only_mine = rule.about in self._events_of_player and actor in forms
        return form_of_variable("me") in forms and (self._player in forms or only_mine)

    @property
    def _player(self) -> Form:
        """The player on turn, as an expression form."""
        return ("Running", self.phase.name, self.phase.parameters[0].name)

    @cached_property
    def _events_of_player(self) -> set[str]:
        """Events that nobody but the player on turn performs: a greatest fixpoint."""
        events = {name for sort, name in self.graph.actors if sort == "event"}
        doubtful = events
        while doubtful:
            doubtful = {name for name in events if not self._is_done_by_player(name, events)}
            events = events - doubtful
        return events

    def _is_done_by_player(self, event: str, always: set[str]) -> bool:
        """Return whether only the player on turn performs `event`, assuming it of those in `always`."""
        return all(
            self._is_player(*actor_and_place, always)
            for actor_and_place in self.graph.actors["event", event]
        )

    def _is_player(self, actor: Expr, place: Container | None, always: set[str]) -> bool:
        """Return whether `actor`, named in the event, phase or rule `place`, is always the player on turn."""
        if expression_form(actor) == self._player:
            return True
        if isinstance(place, p.Phase):
            return self._is_of_phase(actor, place)
        return expression_form(actor) == form_of_variable("me") and self._speaks_for_player(
            place, always
        )

    def _is_of_phase(self, actor: Expr, place: Container | None) -> bool:
        """Return whether `place` is this phase and `actor` its player."""
        own = (form_of_variable("me"), form_of_variable(self.phase.parameters[0].name))
        return place is self.phase and expression_form(actor) in own

    def _speaks_for_player(self, place: Container | None, always: set[str]) -> bool:
        """Return whether `me` is always the player on turn in the event or rule `place`."""
        match place:
            case p.Event(name=name) | p.Means(about=name):
                return name in always
            case p.Rule(delayed=True):
                return False
            case p.Power(about=moment):
                used = self.graph.actors.get(("moment", moment), ())
                return all(self._is_of_phase(*use) for use in used)
            case p.Rule():
                return _phase_of_stance(self.graph, place) is self.phase
        return False
