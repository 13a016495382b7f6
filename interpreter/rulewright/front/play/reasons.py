"""Answers to `why not`: what in the rules keeps an option from being there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rich.text import Text

from rulewright.front.common.speech import say
from rulewright.front.play.page import words

if TYPE_CHECKING:
    from rulewright import Game
    from rulewright.session.why_not import Step, WhyNot

MOST = 4
"""Of things that are called alike no more are told."""


def reasons(game: Game, asked: str) -> Iterator[Text]:
    """Why what was asked for cannot be chosen: the condition that does not hold, and what it stands in."""
    found = game.why_not(asked)
    if not found:
        yield words(_nothing(game, asked), "yellow")
    for why in found[:MOST]:
        yield words(say("{label}: this does not hold now.", label=why.option), "bold")
        yield from _steps(why)
    if len(found) > MOST:
        yield words(say("… and {count} more of this sort.", count=len(found) - MOST), "dim")


def _nothing(game: Game, asked: str) -> str:
    wanted = asked.casefold().split()
    for option in game.decision.options if game.decision is not None else ():
        if all(word in option.spoken.casefold() for word in wanted):
            return say("{label}: that can be chosen.", label=option.spoken)
    return say("Nothing is missing that is called {asked}.", asked=asked)


def _steps(why: WhyNot) -> Iterator[Text]:
    told = [step for step in why.steps if step.text]
    for depth, step in enumerate(told, 1):
        yield words(f"{'  ' * depth}{step.text}").append_text(words(f"  {step.place}", "dim"))
        yield from _sides(step, depth + 1)
    if why.hidden:
        hangs = say("It hangs on something that you do not see.")
        yield words(f"{'  ' * (len(told) + 1)}{hangs}")


def _sides(step: Step, depth: int) -> Iterator[Text]:
    for text, value in step.sides:
        yield words(f"{'  ' * depth}{say('{words}:', words=text)} {value}", "cyan")
