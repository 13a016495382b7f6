"""What is left of a game that is over: stepping through it, a save, a scenario."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from starlette.responses import Response

from rulewright.front.common.seats import USUAL_BOT
from rulewright.front.common.speech import say, speaking
from rulewright.front.play.save_files import Save, save_text
from rulewright.table.deeds import OVER, Refused
from rulewright.table.kept_rows import Kept
from rulewright.table.laying_out import LaidOut
from rulewright.table.parts import board_parts, story_of, there
from rulewright.table.running import Running, counting
from rulewright.table.table_pages import TablePages
from rulewright.table.visits import Visit, download, whole_number

ALL: Final = "all"


class AfterPages:
    """Pages of a table at which the game is over, when nothing in it is a secret any more."""

    def __init__(self, pages: TablePages) -> None:
        self.pages = pages

    def _over(self, visit: Visit) -> tuple[Kept, Running, int | None]:
        kept, running, seat = self.pages.game_for(visit)
        if kept.row["state"] != OVER:
            raise Refused(say("The game is not over yet."), 403)
        return kept, running, seat

    def steps(self, visit: Visit) -> Response:
        """The table after so many choices, as a seat saw it or with all that anybody knew."""
        with self.pages.hall.held(visit.table):
            kept, running, own = self._over(visit)
            choices = counting(running.entries)
            at = min(max(self._asked(visit, "at", len(choices)), 0), len(choices))
            seen = visit.request.query_params.get("seen", ALL if own is None else str(own))
            game = running.at(at)
        last, players = len(choices), len(kept.seats)
        if seen != ALL and not 0 <= whole_number(seen) < players:
            raise Refused(say("There is no such seat."), 404)
        value = self._whole(game, players) if seen == ALL else game.seat(int(seen))
        chosen = self._next_choice(game, choices[at].value) if at < last else ""
        return visit.page(
            "steps.html", id=visit.table, value=value, at=at, last=last, seen=seen, own=own, chosen=chosen,
            parts=board_parts(running.deck, LaidOut(value, there(kept))),
            story=story_of(running.deck, value["story"], None, asks=False),
            looks=self.pages.sittings.shelf.looks(kept.row["edition"])[0],
        )  # fmt: skip

    def _asked(self, visit: Visit, name: str, usual: int) -> int:
        return whole_number(visit.request.query_params.get(name, str(usual)))

    def _whole(self, game: Any, players: int) -> dict[str, Any]:
        """The table with all that somebody saw of each place: now that the game is over."""
        values = [game.seat(seat) for seat in range(players)]
        places = [
            max(same, key=lambda place: len(place["pieces"]))
            for same in zip(*(value["places"] for value in values), strict=True)
        ]
        looking_on: dict[str, Any] = game.seat(None)
        if [place["place"] for place in looking_on["places"]] != [each["place"] for each in places]:
            return looking_on
        return {**looking_on, "places": places}

    def _next_choice(self, game: Any, index: int) -> str:
        decision = game.decision
        name, text = game.names[decision.player], decision.options[index].spoken
        return say("{name} now chooses: {what}", name=name, what=text)

    def save(self, visit: Visit) -> Response:
        """The game as a file that `rulewright play --resume` takes."""
        with self.pages.hall.held(visit.table):
            _, running, seat = self._over(visit)
            text = save_text(Save(running.game, seat, USUAL_BOT))
        return download(text, f"{running.game.rules.id}.json", "application/json")

    def scenario(self, visit: Visit) -> Response:
        """What came of the last choice of who asks, up to a moment, as a scenario of the rules."""
        from rulewright.scenarios.recording import NotWritten, written

        with self.pages.hall.held(visit.table):
            _, running, seat = self._over(visit)
            if seat is None:
                raise Refused(say("You do not sit at this table."), 403)
            game = running.at(max(self._asked(visit, "at", 0), 0))
        title = say("after {count} choice(s)", count=len(game.decisions))
        try:
            with speaking("en"):
                text = written(game, title, Path.cwd() / "table.scenarios.rules", seat)
        except NotWritten as error:
            told = say("This cannot be written as a scenario: {reason}.", reason=error)
            raise Refused(told) from error
        return download(text, "table.scenarios.rules", "text/plain; charset=utf-8")
