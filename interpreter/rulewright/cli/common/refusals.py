"""Explanations why something cannot be chosen now, as lines for a terminal or a web page."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from rulewright.base.records import Record
from rulewright.language.edition.translations.program_text import say
from rulewright.runtime.session.rules.internals import inside

if TYPE_CHECKING:
    from rulewright import Game
    from rulewright.runtime.session.explain.why_not import FailedCondition, WhyNot

_WORD: Final = re.compile(r"[^\W_]+")
MOST_REASONS: Final = 4
"""The largest number of options to explain if several match."""


class RefusalLine(Record):
    """A line of an explanation why something cannot be chosen; `sort` is its role.

    The roles are `nothing`, `what`, `step`, `side`, `hidden` and `more`.
    """

    sort: str
    text: str
    depth: int = 0
    place: str = ""

    @property
    def shown(self) -> str:
        """The line as plain text."""
        return "  ".join(part for part in ("  " * self.depth + self.text, self.place) if part)


def refusal_lines(game: Game, wanted_option: str) -> Iterator[RefusalLine]:
    """Yield lines that explain why `wanted_option` cannot be chosen: failed conditions, each with its parents."""
    refusals = game.why_not(wanted_option)
    if not refusals:
        yield RefusalLine("nothing", _no_match_text(game, wanted_option))
    for why in refusals[:MOST_REASONS]:
        yield from _reason_lines(why)
    if len(refusals) > MOST_REASONS:
        more = say("… and {count} more like this.", count=len(refusals) - MOST_REASONS)
        yield RefusalLine("more", more)


def _reason_lines(why: WhyNot) -> Iterator[RefusalLine]:
    """Yield the failed condition, with its containing conditions if it has no words, and their values."""
    steps = [step for step in why.steps if step.text]
    if not steps:
        unknown = say(
            "{label}: not possible now, for a reason that you may not know.", label=why.option
        )
        yield RefusalLine("what", unknown)
        return
    only_if = say("{label}: not possible now. It is possible only if:", label=why.option)
    yield RefusalLine("what", only_if)
    is_worded = steps[-1].is_reworded
    if is_worded:
        del steps[:-1]  # in the words of the game, the innermost condition says everything
    for depth, step in enumerate(steps, 1):
        yield RefusalLine("step", step.text, depth, "" if step.is_reworded else step.place)
        yield from _side_lines(step, depth + 1)
    if why.hidden and not is_worded:
        hidden = say("The rest of the reason you may not know.")
        yield RefusalLine("hidden", hidden, len(steps) + 1)


def _side_lines(step: FailedCondition, depth: int) -> Iterator[RefusalLine]:
    """Yield the value of each side of a failed comparison."""
    for text, value in step.sides:
        yield RefusalLine("side", f"{say('{words}:', words=text)} {value}", depth)


def _no_match_text(game: Game, wanted_option: str) -> str:
    """Return why the rules have no reason against `wanted_option`: it is offered now, not asked now, or unknown."""
    wanted, decision = _WORD.findall(wanted_option.casefold()), game.decision
    for option in decision.options if decision is not None else ():
        if all(word in option.spoken.casefold() for word in wanted):
            return say("{label}: you can choose this.", label=option.spoken)
    if decision is not None and all(word in _known_words(game) for word in wanted):
        question = decision.prompt or decision.kind
        return say(
            "{asked}: not now. The question is: {question}.",
            asked=wanted_option,
            question=question,
        )
    return say("No option is called {asked}.", asked=wanted_option)


def _known_words(game: Game) -> set[str]:
    """Return the words of all cards, powers and options of a game, in its language and that of the rules."""
    rules = game.rules
    texts = [*rules.cards, *(rules.card(name).shown for name in rules.cards)]
    texts += inside(rules).words.choices.values()
    for decision in inside(rules).compiled(game.players, game.options).module.decisions:
        texts.append(decision.question)
        for label in decision.options:
            texts += [
                label.word,
                label.text,
                *(part for part in label.shown if isinstance(part, str)),
            ]
    return {word for each in texts for word in _WORD.findall(each.casefold())}
