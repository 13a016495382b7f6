"""Sentences for the verdicts of a balance report, in the language of the game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rulewright.language.edition.translations.program_text import say


def verdict_sentence(verdict: dict[str, Any]) -> str:
    """Return a verdict of a report as a sentence, without its full stop."""
    word, strengths = verdict["word"], verdict["told"]
    each = [
        f"{who}: {points_text(row[0])} ({interval_text(row)})" for who, row in strengths.items()
    ]
    known = {
        "card": verdict["card"],
        "rest": _comparison_phrase(verdict),
        "games": f"{verdict['games']:,}",
        "told": "; ".join(each),
    }
    if word == "unusable":
        return say(
            "{card} never offered anything that a player could use, in {games} games", **known
        )
    if not strengths:
        return say("{card} was in no game, so there is no verdict", **known)
    if word == "same":
        return say(
            "{card} has the same effect as {rest}: identical results in {games} games", **known
        )
    if word == "disagree":
        return say(
            "{card}: no verdict, because easy and hard bots disagree, or scores and wins do ({told})",
            **known,
        )
    if word == "even":
        return say(
            "{card} is as good as {rest}: their shares of victory differ by at most one percentage point, "
            "after {games} games",
            **known,
        )
    if word == "open":
        return say(
            "{card} is not clearly better or worse than {rest} after {games} games ({told})",
            **known,
        )
    means = (
        [f"{who}: {points_text(row[0])}" for who, row in strengths.items()] if len(each) > 1 else []
    )
    known["told"] = "; ".join([interval_text(verdict["wins"]), *means])
    known["points"] = f"{abs(100 * verdict['wins'][0]):.1f}"
    return say(
        "{card} looks strong: of 100 games it wins {points} more than {rest} ({told}); {games} games played"
        if word == "strong"
        else "{card} looks weak: of 100 games it wins {points} fewer than {rest} ({told}); {games} games played",
        **known,
    )


def _comparison_phrase(verdict: dict[str, Any]) -> str:
    """Return a phrase for the other side of a card's comparison."""
    instead = verdict["instead"]
    if instead == verdict["card"]:
        return say("{card} as it was", card=instead)
    if instead:
        return say("{card}, which it replaces", card=instead)
    return say("the other cards that could be taken" if verdict["is_taken"] else "what is fair")


def remark_sentence(remark: Sequence[Any]) -> str:
    """Return the sentence that an option is hardly ever right."""
    option, used, could = remark
    return say(
        "{option} is hardly ever right: used {used} of {could} possible times",
        option=option, used=f"{used:,.0f}", could=f"{could:,.0f}",
    )  # fmt: skip


def seldom_sentence(row: dict[str, Any]) -> str:
    """Return the sentence that a card hardly ever comes to a player's zone."""
    return say(
        "{card} hardly ever comes to a {place}: {times} times; another {kind} does {usual} times",
        card=row["card"], place=row["place"], kind=row["kind"], times=f"{row['times']:,.0f}",
        usual=f"{row['usual']:,.0f}",
    )  # fmt: skip


def interval_text(mean_and_bounds: Sequence[Any]) -> str:
    """Return the confidence interval of a mean as text, in percentage points."""
    if mean_and_bounds[1] is None:
        return say("too few games to judge")
    return say(
        "95 %: {low} to {high}",
        low=points_text(mean_and_bounds[1]),
        high=points_text(mean_and_bounds[2]),
    )


def points_text(part: float | None) -> str:
    """Return a difference in the share of victories as text, in percentage points."""
    return "-" if part is None else f"{100 * part:+.1f}"
