"""Answers at the table: why, why not, a hint, what the game is about; to one seat, and no more than it knows."""

from __future__ import annotations

from concurrent.futures import TimeoutError as TooLong
from typing import Final

from starlette.responses import JSONResponse, Response

from rulewright.balance.proofs import proofs
from rulewright.front.common.explanations import why_told
from rulewright.front.common.refusals import why_not_told
from rulewright.front.common.speech import say
from rulewright.table.deeds import PLAYING, Refused
from rulewright.table.faces import drawn
from rulewright.table.running import Running
from rulewright.table.table_pages import TablePages
from rulewright.table.thinking import Task, Thinkers, advised, task_of
from rulewright.table.visits import Visit, whole_number

HINT: Final = "search-easy"
PATIENCE: Final = 30
LONGEST: Final = 80


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
            return JSONResponse({"said": "", "html": drawn("answer.html", language, lines=lines)})
        title, rest = lines[0] if lines else say("Nothing is known of that."), lines[1:]
        return visit.page("word.html", title=title, lines=rest, back=f"/t/{visit.table}")

    def _told(self, visit: Visit, asked: str) -> list[str]:
        _, running, seat = self.pages.game_for(visit)
        if asked == "rules":
            measured = proofs(running.game.rules.digest).values()
            return [
                *(running.guide.lines or [say("Nobody has written down what this game is about.")]),
                *(say("measured: {what}", what=each) for each in measured),
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
            return task_of(kept.row, running.choices, HINT), [
                each.spoken for each in decision.options
            ]
