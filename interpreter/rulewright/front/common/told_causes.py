"""Why something happened, in lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from rulewright.front.common.speech import say

if TYPE_CHECKING:
    from rulewright.game.story import RuleInfo
    from rulewright.session.causes import Because


def told_causes(chain: Sequence[Because]) -> Iterator[tuple[str, str]]:
    """The rule that did something; then what that answered to, with its rule, and so on; at last the phases.

    Each line comes with what it is: `what`, `clause` or `rule`.
    """
    for depth, because in enumerate(each for each in chain if not each.during):
        if depth:
            yield "what", say("because of: {what}", what=because.text)
        if because.clause:
            yield "clause", f"| {because.clause}"
        yield "rule", rule_told(because.rule)
    if during := [each.clause for each in chain if each.during]:
        yield "rule", say("during: {phases}", phases=", ".join(during))


def rule_told(rule: RuleInfo) -> str:
    """Return a rule in a line: its name, where it stands, and where it comes from."""
    name = say("rule {name}", name=rule.name) if rule.name else ""
    told = [name, rule.place, *rule.cites]
    return "; ".join(part for part in told if part)
