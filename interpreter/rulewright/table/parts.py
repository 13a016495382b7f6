"""The page of a table in play, part by part, for one seat or for who only looks on."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Mapping, Sequence
from typing import Any

from rulewright.front.common.speech import say
from rulewright.records import Record
from rulewright.table.deeds import OVER, PLAYING
from rulewright.table.faces import PARTS, drawn, marked
from rulewright.table.keeping import Kept, Seat
from rulewright.table.laying_out import STORY, laid_out
from rulewright.table.running import Running
from rulewright.table.sittings import due

PRESENT = 90
"""Seconds for which somebody counts as here after he was last heard of."""


class Present(Record):
    """What others see of who sits on a seat."""

    name: str
    plays_bot: str
    here: bool


def present(seat: Seat) -> Present:
    """Who sits on a seat, and whether he is here."""
    return Present(seat.name, seat.plays_bot, time.time() - seat.here < PRESENT)


def parts_of(kept: Kept, running: Running, seat: int | None, key: str) -> dict[str, str]:
    """The parts of the page by their names. Whoever asks holds the table."""
    language, lines = kept.row["lang"], running.lines.setdefault(seat, deque(maxlen=STORY))
    value = running.game.seat(seat, running.told.get(seat, 0))
    lines += story_lines(value["story"][-STORY:], language, asks=True)
    running.told[seat] = value["told"]
    values = _values(kept, running, value, key)
    values |= {"lines": lines, "divider": running.new_since(seat) - value["told"] + len(lines)}
    values["divider"] = max(values["divider"], 0)
    return {name: drawn(f"{name}.html", language, **values) for name in PARTS}


def story_lines(events: Sequence[Any], language: str, *, asks: bool) -> list[str]:
    """Events as lines of a list; if somebody `asks`, each with a button that tells why."""
    return [drawn("event.html", language, event=event, asks=asks) for event in events]


def faces_of(running: Running, value: dict[str, Any]) -> Mapping[str, str]:
    """What is printed on each card, which is the same in all games of this sort and for all seats."""
    row = running.row
    sort = tuple(row[key] for key in ("edition", "lang", "players", "options", "cards"))
    kept = running.shelf.faces
    if sort not in kept:
        kept[sort] = {
            card["card"]: drawn("face.html", row["lang"], card=card) for card in value["cards"]
        }
    return kept[sort]


def marks_of(parts: dict[str, str]) -> str:
    """By what a browser tells that it has all of these."""
    return marked("".join(parts[name] for name in PARTS))


def _values(kept: Kept, running: Running, value: dict[str, Any], key: str) -> dict[str, Any]:
    seat, decision, row = value["seat"], value["decision"], kept.row
    playing = row["state"] == PLAYING
    lent = seat is not None and kept.seats[seat].lent
    mine = decision is not None and seat is not None and decision["player"] == seat and not lent
    guide = running.guide
    late = decision["player"] if decision is not None and playing else None
    if late is not None and (late == seat or kept.seats[late].plays_bot or time.time() < due(kept)):
        late = None
    return {
        "id": row["id"], "key": key, "value": value, "laid": laid_out(value), "seat": seat,
        "settings": kept.settings, "playing": playing, "over": row["state"] == OVER, "mine": mine,
        "live": mine and playing, "live_table": playing, "lent": lent, "word": row["word"],
        "asked": running.asked(seat), "undo_by": row["undo_by"],
        "agrees": seat is not None and kept.seats[seat].agrees, "late": late,
        "first": guide.first.get(decision["kind"], "") if decision is not None else "",
        "headline": _headline(value, playing=playing, mine=mine), "ranking": _ranking(value),
        "faces": faces_of(running, value), "talk": kept.talk, "seats": [present(each) for each in kept.seats],
    }  # fmt: skip


def _headline(value: dict[str, Any], *, playing: bool, mine: bool) -> str:
    """Who has to do what, in a sentence; at the end, who has won."""
    names = [seat["name"] for seat in value["seats"]]
    decision, outcome = value["decision"], value["outcome"]
    if outcome is not None and outcome["together"]:
        won = bool(outcome["winners"])
        return say("All have won together.") if won else say("All have lost together.")
    if outcome is not None:
        winners = [names[seat] for seat in outcome["winners"]]
        if len(winners) > 1:
            listed = say("{names} and {last}", names=", ".join(winners[:-1]), last=winners[-1])
            return say("{names} share the victory.", names=listed)
        return say("{name} wins.", name=winners[0]) if winners else say("Nobody wins.")
    if decision is None or not playing:
        return say("The game is over.")
    if mine:
        return say("It is your move, {name}.", name=names[decision["player"]])
    return say("{name} has the move.", name=names[decision["player"]])


def _ranking(value: dict[str, Any]) -> list[int]:
    """The seats, who won first, then by points."""
    outcome = value["outcome"]
    if outcome is None:
        return []
    seats = range(len(value["seats"]))
    scores, winners = outcome["scores"], outcome["winners"]
    if len(scores) < len(seats):
        return []
    return sorted(seats, key=lambda seat: (seat not in winners, -scores[seat]["points"], seat))
