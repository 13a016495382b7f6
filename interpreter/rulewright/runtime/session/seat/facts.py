"""The facts of a seat value: everything in it that depends on the state, without the words of the layout."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rulewright.runtime.game.outcome import Outcome, outcome_of, scores_with_lines
from rulewright.runtime.game.state import GameState
from rulewright.runtime.observation.card_identities import CardIdentities
from rulewright.runtime.observation.decision import Decision
from rulewright.runtime.observation.story import Event, entries_for, events_at, events_in
from rulewright.runtime.observation.view import ViewCache, view_parts
from rulewright.runtime.session.seat.purpose import purpose_of

Facts = dict[str, Any]


def facts_for(
    at: GameState,
    since: Mapping[int | None, int],
    names: Sequence[str],
    scores_open: bool,
    cache: ViewCache | None = None,
    layout: Mapping[str, Any] | None = None,
) -> Iterator[Facts]:
    """Yield the facts of each seat in `since` (None: a spectator), with its news from the given event on.

    Parts that are equal for all are computed once; parts shown to several are shared through `cache`. Without
    a `layout` no question is a part of an option.
    """
    cache = {} if cache is None else cache
    shared = {
        "public": view_parts(CardIdentities.of(at, None), None, names, cache),
        "scores": _scores(at) if scores_open and at.waiting else None,
        "outcome": _ended(outcome_of(at, names)),
    }
    log = at.log or []
    for seat, first in since.items():
        entries = entries_for(seat, log)
        places = events_in(at.game, entries)
        view = (
            shared["public"]
            if seat is None
            else view_parts(CardIdentities.of(at, seat), seat, names, cache)
        )
        yield {
            "view": view,
            **shared,
            "question": _question(at, seat, names, layout),
            "told": len(places),
            "news": list(
                _news(seat, events_at(at.game, entries, names, places[max(first, 0) :]), first)
            ),
        }


def _question(
    at: GameState, seat: int | None, names: Sequence[str], layout: Mapping[str, Any] | None
) -> dict[str, Any] | None:
    """Return the pending question by its number, which is public; the rest is for the deciding seat only."""
    if not at.waiting:
        return None
    asked = Decision(at, names)
    return {
        "player": asked.player,
        "number": at.seen.decision,
        "about": purpose_of(at, names, layout) if layout and asked.player == seat else None,
        "options": _options(asked, at.seen.decision, layout) if asked.player == seat else None,
    }


def _options(
    asked: Decision, number: int, layout: Mapping[str, Any] | None
) -> list[dict[str, Any]]:
    """Return the options of decision `number` as JSON, addressed to the deciding player."""
    places = layout["decisions"][number]["places"] if layout else []
    options = []
    for option in asked.options:
        names = option.things
        pattern = places[option.list_number] if places and option.list_number >= 0 else None
        if pattern is not None:
            place = pattern.replace("{seat}", str(asked.player))
            names.append({"place": place.replace("{label}", names[0]["label"])})
        options.append({"text": option.spoken, "data": option.data, "names": names})
    return options


def _news(seat: int | None, news: Sequence[Event], since: int) -> Iterator[dict[str, Any]]:
    """Yield the events `news` as JSON for `seat`, numbered from `since` on."""
    for number, event in enumerate(news, max(since, 0)):
        things, numbers = event.things(seat)
        yield {
            "number": number,
            "event": event.name,
            "turn": event.turn(seat),
            "text": event.text(seat, speaking=True),
            "names": things,
            "numbers": numbers,
            "moves": event.moves(seat),
            "for": [{"card": card} for card in event.counted(seat)],
            "by": event.by(seat),
            "reason": event.reason(seat),
            "why": event.site,
        }


def _scores(at: GameState) -> list[dict[str, Any]]:
    """Return the current scores with their lines, by seat, as JSON."""
    return [{"points": points, "parts": _lines(parts)} for points, parts in scores_with_lines(at)]


def _ended(outcome: Outcome | None) -> dict[str, Any] | None:
    """Return the outcome as JSON; None while the game runs."""
    if outcome is None:
        return None
    scored = zip(outcome.scores, outcome.parts, strict=True) if outcome.counted else ()
    return {
        "reason": outcome.reason,
        "winners": list(outcome.winners),
        "teams": list(outcome.teams),
        "together": outcome.together,
        "scores": [{"points": points, "parts": _lines(parts)} for points, parts in scored],
    }


def _lines(parts: Sequence[tuple[str, int]]) -> list[dict[str, Any]]:
    """Return the lines of a score as JSON."""
    return [{"called": called, "points": points} for called, points in parts]
