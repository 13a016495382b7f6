"""Finds an author's cards and rules that no scenario reaches."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from pathlib import Path

from rulewright.language.program.declarations import Card
from rulewright.language.text import Complaint, Complaints
from rulewright.runtime.coverage import Clause
from rulewright.runtime.session.rules.rulebook import load_rulebook
from rulewright.testing.checks import check_complaints as say
from rulewright.testing.checks.deep_checks import FIRES, AuthorRules, fired_in_scenarios, first_line


def check_untested(name_or_path: str | Path, files: Iterable[Path]) -> tuple[Complaint, ...]:
    """Return complaints about the rules of an edition that no scenario reaches, and about cards without such rules.

    Scenarios are those in `files`, in the edition's own rule files and next to them. Shipped rules are reported
    only for a shipped edition. Raises RulesError for an edition or scenarios with errors.
    """
    rules = load_rulebook(name_or_path)
    is_ours = AuthorRules(rules)
    own = [each for each in rules.clauses if each.arm == FIRES and is_ours(each.shown_at)]
    reached = fired_in_scenarios(own, files)
    return Complaints(_untested(own, reached, rules.program.cards)).in_order()


def _untested(
    clauses: Iterable[Clause], reached: set[str], cards: Mapping[str, Card]
) -> Iterator[Complaint]:
    """Yield a complaint for each card without reached rules, and for each other rule that is not reached."""
    for name, group in groupby(clauses, key=lambda clause: clause.owner.partition(".")[0]):
        of_owner = list(group)
        if name in cards and not any(clause.id in reached for clause in of_owner):
            yield say.untested(first_line(cards[name].at), f"a rule of {name}")
            continue
        for clause in of_owner:
            if clause.id not in reached:
                yield say.untested(first_line(clause.shown_at), f"`{clause.words}`")
