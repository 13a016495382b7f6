"""What one asks of a game: why, why not, a hint, what it is about; at its end its steps, a save, a scenario."""

from __future__ import annotations

from concurrent.futures import TimeoutError as TooLong
from pathlib import Path
from typing import Any, Final

from starlette.responses import JSONResponse, Response

from rulewright.balance.proofs import proofs
from rulewright.front.common.explanations import why_told
from rulewright.front.common.refusals import why_not_told
from rulewright.front.common.seats import USUAL_BOT
from rulewright.front.common.speech import say, speaking
from rulewright.front.common.verdicts_told import verdict_told
from rulewright.front.play.save_files import Save, save_text
from rulewright.session.inside import inside
from rulewright.table.deeds import OVER, PLAYING, Refused
from rulewright.table.faces import part
from rulewright.table.kept_rows import Kept
from rulewright.table.laying_out import LaidOut
from rulewright.table.parts import story_of, there
from rulewright.table.running import Running, counting
from rulewright.table.table_pages import TablePages
from rulewright.table.thinking import Task, Thinkers, advised, task_of
from rulewright.table.visits import Visit, download, whole_number

HINT: Final = "search-easy"
PATIENCE: Final = 30
LONGEST: Final = 80
ALL: Final = "all"


class Answers:
    """What is asked at a table, and what is answered."""

    def __init__(self, pages: TablePages, thinkers: Thinkers) -> None:
        self.pages, self.thinkers = pages, thinkers

    def ask(self, visit: Visit) -> Response:
        """Answer a question; the script puts it in its place, else it is a page."""
        asked = visit.told("ask")
        if asked == "hint":
            lines = self._hint(visit)
        else:
            with self.pages.hall.held(visit.table):
                lines = self._told(visit, asked)
        if visit.is_quiet:
            language = visit.language
            return JSONResponse({"said": "", "html": part(language, "answer", lines)})
        title, rest = lines[0] if lines else say("Nothing is known of that."), lines[1:]
        return visit.page("word.html", title=title, lines=rest, back=f"/t/{visit.table}")

    def _told(self, visit: Visit, asked: str) -> list[str]:
        _, running, seat = self.pages.game_for(visit)
        if asked == "rules":
            measured = proofs(inside(running.game.rules).digest).values()
            return [
                *(running.guide.lines or [say("Nobody has written down what this game is about.")]),
                *(say("measured: {what}", what=verdict_told(each)) for each in measured),
            ]
        if asked.startswith("why ") and asked != "why not":
            return self._why(running, seat, whole_number(asked.removeprefix("why ")))
        if asked == "why not":
            what = " ".join(visit.told("what").split())[:LONGEST]
            decision = running.game.decision
            if decision is None or decision.player != seat:
                raise Refused(say("It is not your move."))
            return [line.shown for line in why_not_told(running.game, what)] if what else []
        raise Refused(say("Nobody knows this question."), 400)

    def _why(self, running: Running, seat: int | None, number: int) -> list[str]:
        """Why an event happened, by the number that it has for the seat."""
        try:
            text, lines = why_told(running.game, seat, number)
        except IndexError:
            raise Refused(say("There is no such event."), 404) from None
        return [text[:1].upper() + text[1:], *lines]

    def _hint(self, visit: Visit) -> list[str]:
        task, texts = self._task(visit)
        try:
            found = self.thinkers.ask(advised, task).result(PATIENCE)
        except TooLong:
            raise Refused(say("All bots are busy. Ask again in a moment."), 503) from None
        pairs = sorted(zip(found.shares, texts, strict=True), reverse=True)
        lines = [f"{share:.0%} {text}" for share, text in pairs[:8]]
        return [say("What a bot thinks of each option:"), *lines]

    def _task(self, visit: Visit) -> tuple[Task, list[str]]:
        with self.pages.hall.held(visit.table):
            kept, running, seat = self.pages.game_for(visit)
            decision = running.game.decision
            if not kept.settings["hints"]:
                raise Refused(say("There are no hints at this table, as was agreed."), 403)
            if kept.row["state"] != PLAYING or decision is None or decision.player != seat:
                raise Refused(say("It is not your move."))
            texts = [each.spoken for each in decision.options]
            return task_of(kept.row, running.choices, HINT), texts


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
            parts=LaidOut(running.deck, value, there(kept)).parts(),
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
