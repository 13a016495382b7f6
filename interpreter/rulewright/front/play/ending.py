"""The end of a game: who won, and where every point comes from."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rich.text import Text

from rulewright.front.play.page import Page, flow, words
from rulewright.front.seats import seat_letter, seat_name

if TYPE_CHECKING:
    from rulewright import Outcome


def outcome_lines(outcome: Outcome, own: int | None, page: Page) -> Iterator[Text]:
    """Return the result, the best seat first."""
    yield words("The game is over" + (f": {outcome.reason}." if outcome.reason else "."), "bold")
    scores = outcome.scores
    names = [f"{seat_letter(seat)} {seat_name(seat, own)}" for seat in range(len(scores))]
    widest = max(len(name) for name in names)
    for seat in sorted(range(len(scores)), key=lambda seat: (seat not in outcome.winners, -scores[seat])):
        style = "bold green" if seat in outcome.winners else ""
        head = words(f"  {names[seat]:<{widest}} {scores[seat]:>4}", style)
        if seat in outcome.winners:
            head.append("  wins")
        parts = [words(f"{label} {points}", "dim") for label, points in outcome.parts[seat]]
        yield from flow([head, *parts], page.width, 4)
    yield words(_verdict(outcome, own), "bold")


def _verdict(outcome: Outcome, own: int | None) -> str:
    winners = outcome.winners
    if not winners:
        return "Nobody wins."
    names = [seat_name(seat, own) for seat in winners]
    if names == ["you"]:
        return "You win!"
    listed = names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
    share = "wins." if len(names) == 1 else "share the victory."
    return f"{listed[0].upper()}{listed[1:]} {share}"
