"""Find the author's rules about events, phases, moments, values and facts that no game of an edition reaches.

The lints of the rules alone see only what no rule at all plays. Settings and the cast of an edition exclude more.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from rulewright.base.library import find_library
from rulewright.base.records import Draft, field
from rulewright.language.program import program as p, typed
from rulewright.language.program.checking.dependency_graph import DependencyGraph, subject_of_rule
from rulewright.language.program.checking.lints.unused import unreachable_rule
from rulewright.language.text import Complaint, real_path
from rulewright.runtime.lower.lowering_context import Lowering


class ReachedRules(Draft):
    """The cards and the subjects of rules in all worlds that were lowered so far."""

    cards: set[str] = field(factory=set)
    subjects: set[tuple[str, type[p.Rule]]] = field(factory=set)

    def add(self, work: Lowering) -> None:
        """Add what one lowered world has reached."""
        self.cards |= set(work.world.cards)
        self.subjects |= work.reached


def unreached_rules(graph: DependencyGraph, reached: ReachedRules) -> list[p.Rule]:
    """Return the author's rules, on no card or on cards of the edition, that no lowered world has reached."""
    program = graph.program
    candidates = [
        rule
        for rule in program.rules
        if (subject_of_rule(rule)[1], type(rule)) not in reached.subjects
        and not rule.delayed
        and (rule.card is None or rule.card in reached.cards)
    ]
    if not candidates:
        return []
    library = find_library()
    shipped = {
        name: library.holds(real_path(Path(name)))
        for name in {rule.at.source.name for rule in candidates}
    }
    lends_powers = bool(graph.of(typed.UsePowerOf))
    return [
        rule
        for rule in candidates
        if not shipped[rule.at.source.name] and not (lends_powers and isinstance(rule, p.Power))
    ]


def complaints_about(
    edition: str, program: p.Program, rules: list[p.Rule], reported: set[tuple[str, int]]
) -> Iterator[Complaint]:
    """Yield complaints about rules that no game of `edition` reaches, except at the lines in `reported`."""
    for rule in rules:
        if (rule.at.source.name, rule.at.line) not in reported:
            yield unreachable_rule(program, rule, edition)
