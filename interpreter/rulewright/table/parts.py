"""The page of a table in play, part by part, for one seat or for who only looks on."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import Any, Final

from rulewright.front.common.speech import say, speaking
from rulewright.table.decks import Deck
from rulewright.table.deeds import OVER, PLAYING
from rulewright.table.faces import marked
from rulewright.table.keeping import Kept, Seat
from rulewright.table.laying_out import STORY, LaidOut, Shown, Value, offers_in
from rulewright.table.running import Running
from rulewright.table.sittings import due

PRESENT: Final = 90
"""Seconds for which somebody counts as here after he was last heard of."""


def there(seat: Seat) -> str:
    """Who sits on a seat: a bot, somebody who is here, or somebody who is away."""
    if seat.plays_bot:
        return "bot"
    return "here" if time.time() - seat.here < PRESENT else "away"


def parts_of(kept: Kept, running: Running, value: Value) -> dict[str, str]:
    """The parts of the page by their names, besides the story, for what a seat sees now."""
    deck, now = running.deck, _Now(kept, running, value)
    shown = Shown(now.live, now.playing, [there(each) for each in kept.seats])
    with speaking(deck.language):
        talk = [(kept.seats[seat].name, line) for seat, line in kept.talk]
        return {
            "now": deck.news("now.html", now.asked()),
            "deeds": deck.part("deeds.html", now.deeds()),
            **board_parts(deck, LaidOut(value, shown)),
            "talk": deck.part("talk.html", {"talk": talk}),
        }


def board_parts(deck: Deck, laid: LaidOut) -> dict[str, str]:
    """What lies on the table: for all, and by players."""
    players = {f"p{seat}": deck.part("player.html", each) for seat, each in laid.players.items()}
    return {"common": deck.part("common.html", laid.common), **players}


def story_of(deck: Deck, events: Sequence[Value], since: int | None, *, asks: bool = True) -> str:
    """The end of the story, with a mark before the event of number `since`, from which on it is new."""
    last, first = events[-STORY:], since if since is not None else 1 << 30
    before, after = (
        deck.lines([each for each in last if (each["number"] >= first) is new], asks)
        for new in (False, True)
    )
    return deck.news("story.html", {"before": before, "after": after, "marks": since is not None})


def marks_of(running: Running, value: Value, parts: Mapping[str, str]) -> str:
    """By what a browser tells that it has all of these, and the story as far as it goes."""
    story = f"{running.undone} {value['told']} {running.new_since(value['seat'])}"
    return marked("".join(html for name, html in parts.items() if name != "story") + story)


class _Now:
    """What is asked of whom as a game stands, and what can be done besides."""

    def __init__(self, kept: Kept, running: Running, value: Value) -> None:
        self.kept, self.running, self.value = kept, running, value
        self.seat, self.decision = value["seat"], value["decision"]
        self.names = [seat["name"] for seat in value["seats"]]
        self.playing = kept.row["state"] == PLAYING
        self.lent = self.seat is not None and kept.seats[self.seat].lent
        asked = self.decision["player"] if self.decision is not None else None
        self.mine = asked is not None and asked == self.seat and not self.lent
        self.live = self.mine and self.playing

    def asked(self) -> Value:
        """What is asked, and how the game ended."""
        decision = self.decision if self.playing else None
        offers = list(offers_in(self.value)) if self.live else []
        return {
            "headline": self._headline(),
            "word": self.kept.row["word"],
            "phases": [phase["called"] for phase in self.value["turn"]["phases"]],
            "prompt": decision and decision["prompt"],
            "because": decision and [decision["because"]["called"], *decision["because"]["cites"]],
            "first": self.running.guide.first.get(decision["kind"], "") if decision else "",
            "live": self.live,
            "asked": self.running.asked(self.seat) if self.live else "",
            "offers": offers,
            "hints": self.kept.settings["hints"] and len(offers) > 1,
            "outcome": self._outcome(),
        }

    def deeds(self) -> Value:
        """What can be done besides choosing."""
        row, by, asked = self.kept.row, self.kept.row["undo_by"], self.running.asked(self.seat)
        seat = self.kept.seats[self.seat] if self.seat is not None else None
        late = self._late()
        return {
            "id": row["id"],
            "seat": self.seat,
            "asks": self.names[by] if by is not None and seat else None,
            "agrees": seat is not None and seat.agrees,
            "asked": asked,
            "undo": self.playing and self.kept.settings["undo"] and not asked.endswith(".0"),
            "lent": self.lent,
            "playing": self.playing,
            "over": row["state"] == OVER,
            "late": late if seat else None,
            "late_name": self.names[late] if late is not None else "",
        }

    def _late(self) -> int | None:
        """Who is asked and has been away too long, for others to let a bot play there."""
        asked = self.decision["player"] if self.decision is not None and self.playing else None
        if asked in (None, self.seat) or self.kept.seats[asked].plays_bot:
            return None
        return asked if time.time() >= due(self.kept) else None

    def _headline(self) -> str:
        """Who has to do what, in a sentence; at the end, who has won."""
        outcome, decision = self.value["outcome"], self.decision
        if outcome is not None:
            return _victory(outcome, self.names)
        if decision is None or not self.playing:
            return say("The game is over.")
        if self.mine:
            return say("It is your move, {name}.", name=self.names[decision["player"]])
        return say("{name} has the move.", name=self.names[decision["player"]])

    def _outcome(self) -> Value | None:
        """Why the game is over, and how the points came about: who won first, then by points."""
        outcome = self.value["outcome"]
        if outcome is None:
            return None
        scores, winners = outcome["scores"], outcome["winners"]
        seats = range(len(scores) if len(scores) == len(self.names) else 0)
        ranking = sorted(
            seats, key=lambda seat: (seat not in winners, -scores[seat]["points"], seat)
        )
        rows = [
            {"name": self.names[seat], "won": seat in winners, **scores[seat]} for seat in ranking
        ]
        return {"reason": outcome["reason"], "rows": rows}


def _victory(outcome: Mapping[str, Any], names: Sequence[str]) -> str:
    winners = [names[seat] for seat in outcome["winners"]]
    if outcome["together"]:
        return say("All have won together.") if winners else say("All have lost together.")
    if len(winners) > 1:
        listed = say("{names} and {last}", names=", ".join(winners[:-1]), last=winners[-1])
        return say("{names} share the victory.", names=listed)
    return say("{name} wins.", name=winners[0]) if winners else say("Nobody wins.")
