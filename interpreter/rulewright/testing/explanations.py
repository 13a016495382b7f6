"""Why something happened, and why a scenario fails, in lines."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from rulewright.language.edition.translations.program_text import say
from rulewright.language.text import clean, glance, one_line

if TYPE_CHECKING:
    from rulewright import Game
    from rulewright.runtime.observation.story import RuleInfo
    from rulewright.runtime.session.explain.causes import Because
    from rulewright.testing.scenarios import ScenarioRef, ScenarioResult


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


def why_told(game: Game, seat: int | None, number: int) -> tuple[str, list[str]]:
    """An event, by its number in the story of a seat, and a line for each cause. Raises IndexError without one."""
    heard = [at for at, event in enumerate(game.events) if event.to in (None, seat)]
    if not 0 <= number < len(heard):
        raise IndexError(number)
    text = game.events[heard[number]].text(seat, speaking=True)
    return text, [line for _, line in told_causes(game.why(heard[number], seat))]


def rule_told(rule: RuleInfo) -> str:
    """Return a rule in a line: its name, where it stands, and where it comes from."""
    name = say("rule {name}", name=rule.name) if rule.name else ""
    told = [name, rule.place, *rule.cites]
    return "; ".join(part for part in told if part)


def failure_text(ref: ScenarioRef, result: ScenarioResult) -> str:
    """Return what went wrong, where, and what had happened until then."""
    from rulewright.testing.scenarios.stepping import chosen_unasked

    place = result.place or f"{ref.path}:{ref.line}"
    lines = [f"FAILED  {ref.title}", f"  --> {one_line(place)}"]
    lines += [f"    | {line}" for line in _line_at(place)]
    lines += [f"  {line}" for line in result.message.splitlines()]
    if unasked := chosen_unasked(ref, place):
        taken = ", ".join(f"`{words}`" for words in unasked)
        lines.append(f"  chosen just before without being asked, as the only option: {taken}")
    if result.actual:
        lines.append(f"  found: {result.actual}")
    if result.awaited and result.awaited != result.actual:
        lines.append(f"  now: {result.awaited}")
    lines += [f"  why not {clean(each)}" for each in result.why]
    if result.events:
        from rulewright.testing.scenarios.stepping import why_at_last

        lines += ["  what had happened:", *(f"    {text}" for text in result.events)]
        lines += [f"      {line}" for _, line in told_causes(why_at_last(ref))]
    return "\n".join(lines)


def _line_at(place: str) -> Iterator[str]:
    """The line of a text at `file:line:column`, without its indentation."""
    match = re.fullmatch(r"(.+?):(\d+)(?::\d+)?", place)
    if match is None:
        return
    text = glance(Path(match[1])).splitlines()
    yield from (line.strip() for line in text[int(match[2]) - 1 : int(match[2])])
