"""Explanations in text lines: the causes of an event, and the failure of a scenario."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from rulewright.language.edition.translations.program_text import say
from rulewright.language.text import escape_line, escape_text, read_leniently
from rulewright.runtime.session.rules.internals import inside

if TYPE_CHECKING:
    from rulewright.runtime.observation.story import RuleInfo
    from rulewright.runtime.session.explain.causes import CausalLink
    from rulewright.runtime.session.games import Game
    from rulewright.testing.scenarios import ScenarioRef, ScenarioResult


Explain: TypeAlias = "Callable[[Sequence[CausalLink]], Iterator[tuple[str, str]]]"
"""A function that yields the lines for a chain of causes, each with its sort."""


def cause_lines(chain: Sequence[CausalLink]) -> Iterator[tuple[str, str]]:
    """Yield the lines for a chain of causes: the rule, the event that triggered it with its own rule, and so on.

    The running phases come last. Each line is paired with its sort: `what`, `clause` or `rule`.
    """
    for depth, because in enumerate(each for each in chain if not each.during):
        if depth:
            yield "what", say("because of: {what}", what=because.text)
        if because.clause:
            yield "clause", f"| {because.clause}"
        yield "rule", rule_line(because.rule)
    if during := [each.clause for each in chain if each.during]:
        yield "rule", say("during: {phases}", phases=", ".join(during))


def plain_reasons(game: Game, seat: int | None) -> Explain:
    """Return a function that yields the lines for a chain of causes in the words of the game, without rules.

    It yields a sentence for the rule behind the event, then each earlier event that caused it, if `seat` was told
    of that, with its sentence.
    """
    layout = inside(game.rules).layout(game.players, game.options)
    sentences = {
        (rule["rule"], rule["place"]): why
        for rule, why in zip(layout["rules"], layout["why"], strict=True)
    }
    told = {event.text(seat) for event in game.events}

    def explain(chain: Sequence[CausalLink]) -> Iterator[tuple[str, str]]:
        """Yield the lines for a chain of causes, each with its sort."""
        for depth, because in enumerate(each for each in chain if not each.during):
            if depth and because.text not in told:
                continue
            if depth:
                yield "what", say("because of: {what}", what=because.text)
            if why := sentences.get((because.rule.name, because.rule.place)):
                yield "rule", why

    return explain


def explain_event(
    game: Game, seat: int | None, number: int, *, as_written: bool = True
) -> tuple[str, list[str]]:
    """Return an event and the lines for its causes; `number` counts the events that `seat` knows.

    The causes are rules `as_written`, or sentences for players. Raises IndexError if there is no such event.
    """
    visible = [at for at, event in enumerate(game.events) if event.to in (None, seat)]
    if not 0 <= number < len(visible):
        raise IndexError(number)
    text = game.events[visible[number]].text(seat, speaking=True)
    explain = cause_lines if as_written else plain_reasons(game, seat)
    return text, [line for _, line in explain(game.why(visible[number], seat))]


def rule_line(rule: RuleInfo) -> str:
    """Return a rule as one line: its name, its place, and its sources."""
    name = say("rule {name}", name=rule.name) if rule.name else ""
    parts = [name, rule.place, *rule.cites]
    return "; ".join(part for part in parts if part)


def failure_text(ref: ScenarioRef, result: ScenarioResult) -> str:
    """Return the report of a failed scenario: the mismatch, its place, and the story up to there."""
    from rulewright.testing.scenarios.stepping import forced_choices, why_not_before

    place = result.place or f"{ref.path}:{ref.line}"
    lines = [f"FAILED  {ref.title}", f"  --> {escape_line(place)}"]
    lines += [f"    | {line}" for line in _line_at(place)]
    lines += [f"  {line}" for line in result.message.splitlines()]
    if unasked := forced_choices(ref, place):
        options = ", ".join(f"`{words}`" for words in unasked)
        lines.append(f"  chosen just before without being asked, as the only option: {options}")
    if result.actual:
        lines.append(f"  found: {result.actual}")
    if result.awaited and result.awaited != result.actual:
        lines.append(f"  now: {result.awaited}")
    why = why_not_before(ref, place) if result.is_unasked else result.why
    lines += [f"  why not {escape_text(each)}" for each in why]
    if result.events:
        from rulewright.testing.scenarios.stepping import last_causes

        lines += ["  what had happened:", *(f"    {text}" for text in result.events)]
        lines += [f"      {line}" for _, line in cause_lines(last_causes(ref))]
    return "\n".join(lines)


def _line_at(place: str) -> Iterator[str]:
    """Yield the source line at `file:line:column`, without its indentation."""
    match = re.fullmatch(r"(.+?):(\d+)(?::\d+)?", place)
    if match is None:
        return
    text = read_leniently(Path(match[1])).splitlines()
    yield from (line.strip() for line in text[int(match[2]) - 1 : int(match[2])])
