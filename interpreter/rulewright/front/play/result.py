"""The result of a game: who won, and where every point comes from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.text import Text

from rulewright.front.common.speech import say
from rulewright.front.play.page import Page, flow, words
from rulewright.game.outcome import Outcome


def outcome_lines(outcome: Outcome, names: Sequence[str], page: Page) -> Iterator[Text]:
    """Return the result, the best seat first; `names` are what the seats are called."""
    reason = outcome.reason.rstrip(".")
    over = say("The game is over: {reason}.", reason=reason) if reason else say("The game is over.")
    yield words(over, "bold")
    scores, winners = outcome.scores, outcome.winners
    widest = max(len(name) for name in names)
    for seat in sorted(range(len(scores)), key=lambda seat: (seat not in winners, -scores[seat])):
        style = "bold green" if seat in winners else ""
        head = words(f"  {names[seat]:<{widest}} {scores[seat]:>4}", style)
        if seat in winners:
            head.append(f"  {say('wins')}")
        lines = outcome.parts[seat]
        parts = [
            words(f"{say('{words}:', words=label)} {points}", "dim") for label, points in lines
        ]
        yield from flow([head, *parts], page.width, 4)
    yield words(_verdict([names[seat] for seat in winners]), "bold")


def _verdict(winners: Sequence[str]) -> str:
    if not winners:
        return say("Nobody wins.")
    if len(winners) == 1:
        return say("{name} wins.", name=winners[0])
    names, last = ", ".join(winners[:-1]), winners[-1]
    return say("{names} and {last} share the victory.", names=names, last=last)
