"""Questions at a table: why, why not, hints, the guide; after the game its steps, a save, a scenario."""

from __future__ import annotations

from concurrent.futures import TimeoutError as TooLong
from pathlib import Path
from typing import Any, Final

from starlette.responses import JSONResponse, Response

from rulewright.cli.common.refusals import refusal_lines
from rulewright.cli.common.seats import USUAL_BOT
from rulewright.cli.common.verdict_sentences import verdict_sentence
from rulewright.cli.terminal.files.save_files import SavedGame, save_text
from rulewright.lab.balance.statistics.card_results import stored_verdicts
from rulewright.language.edition.translations.program_text import say, use_language
from rulewright.runtime.observation.decision import Decision
from rulewright.runtime.session.rules.internals import inside
from rulewright.testing.explanations import explain_event
from rulewright.web.bots.bot_pool import BotTask, RulesStuck, evaluate_options
from rulewright.web.pages.board_layout import BoardParts
from rulewright.web.pages.fragments import inline_json, presence, render_story
from rulewright.web.pages.rendering import part
from rulewright.web.pages.table_routes import TablePages
from rulewright.web.refusals import Refused
from rulewright.web.request_context import Visit, download, parse_whole_number
from rulewright.web.tables.edition_catalogue import UPLOADED_STEPS
from rulewright.web.tables.live_games import OVER, PLAYING, WordedGame

HINT: Final = "quick"
PATIENCE: Final = 30
LONGEST: Final = 80
ALL: Final = "all"


class QuestionPages(TablePages):
    """The pages of a table, including questions. When the game is over, nothing in it is secret."""

    def answer_question(self, visit: Visit) -> Response:
        """Answer a question, as JSON for the script or as a page."""
        question = visit.text("ask")
        lines = self._hint(visit) if question == "hint" else self._answer(visit, question)
        if visit.is_from_script:
            return JSONResponse({"said": "", "html": part(visit.language, "answer", lines)})
        title, rest = lines[0] if lines else say("There is no information about this."), lines[1:]
        return visit.page("word.html", title=title, lines=rest, back=f"/t/{visit.table}")

    def _answer(self, visit: Visit, question: str) -> list[str]:
        """Return the lines that answer a question about the rules, an option or an event."""
        with self.locked_game(visit) as (_, running, seat):
            worded = running.worded(visit.language)
            if question == "rules":
                guide = worded.guide
                parts = (guide.aim, guide.round, guide.end)
                guide_lines = [
                    f"{say('{words}:', words=title)} {part}"
                    for title, part in zip(
                        (say("Aim"), say("A round"), say("The end")), parts, strict=True
                    )
                    if part
                ]
                measured = stored_verdicts(inside(worded.game.rules).digest).values()
                return [
                    *(guide_lines or [say("This game has no introduction.")]),
                    *(
                        say("measured in games between bots: {what}", what=verdict_sentence(each))
                        for each in measured
                    ),
                ]
            if question == "why not":
                what = " ".join(visit.text("what").split())[:LONGEST]
                self._own_decision(worded, seat)
                return [line.shown for line in refusal_lines(worded.game, what)] if what else []
            if question.startswith("why "):
                number = parse_whole_number(question.removeprefix("why "))
                try:
                    text, lines = explain_event(worded.game, seat, number, as_written=False)
                except IndexError:
                    raise Refused(say("The story has no such line."), 404) from None
                return [text[:1].upper() + text[1:], *lines]
        raise Refused(say("There is no such question."), 400)

    def _own_decision(self, worded: WordedGame, seat: int | None) -> Decision:
        """Return the pending decision. Raises Refused if it is not the seat's."""
        decision, state = worded.game.decision, worded.running.stored.row["state"]
        if decision is None or decision.player != seat or state != PLAYING:
            raise Refused(say("It is not your move."))
        return decision

    def _hint(self, visit: Visit) -> list[str]:
        """Return a bot's evaluation of the person's options, the best first."""
        with self.locked_game(visit) as (stored, running, seat):
            if not stored.settings["hints"]:
                raise Refused(say("This table does not allow hints."), 403)
            worded = running.worded(visit.language)
            texts = [each.spoken for each in self._own_decision(worded, seat).options]
            steps = (
                UPLOADED_STEPS
                if self.service.catalogue.is_uploaded(stored.row["edition"])
                else None
            )
            task = BotTask(stored.row, running.choices, HINT, steps, running.archive)
        future = self.scheduler.bot_pool.ask(evaluate_options, task)
        try:
            thought = future.result(PATIENCE)
        except (TooLong, RulesStuck):
            future.cancel()
            raise Refused(say("All bots are busy. Ask again in a moment."), 503) from None
        pairs = sorted(zip(thought.shares, texts, strict=True), reverse=True)
        lines = [f"{share:.0%} {text}" for share, text in pairs[:8]]
        return [say("How a bot rates each option:"), *lines]

    # ------------------------------------------------------------------ when it is over

    def replay_page(self, visit: Visit) -> Response:
        """Return the table after a number of choices, as one seat saw it or with all hidden cards."""
        with self.locked_game(visit, OVER) as (stored, running, own):
            choices = running.choices
            last, players = len(choices), len(stored.seats)
            at = min(max(visit.number("at", last), 0), last)
            viewer = visit.text("seen", ALL if own is None else str(own))
            worded = running.worded(visit.language)
            game = worded.after(at)
        if viewer != ALL and not 0 <= parse_whole_number(viewer) < players:
            raise Refused(say("There is no such seat."), 404)
        value = self._merged_view(game, players) if viewer == ALL else game.seat(int(viewer))
        chosen = self._next_choice(game, choices[at]) if at < last else ""
        return visit.page(
            "steps.html", id=visit.table, value=value, at=at, last=last, seen=viewer, own=own, chosen=chosen,
            parts=BoardParts(worded.deck, value, presence(stored)).parts(),
            story=render_story(worded.deck, value["story"], None, asks=False),
            data=inline_json({
                "value": value, "looks": self.service.catalogue.looks(stored.row["edition"]),
                "table": {"live": False, "notice": chosen, "people": [], "help": ""},
            }),
        )  # fmt: skip

    def _merged_view(self, game: Any, players: int) -> dict[str, Any]:
        """Return the table with the union of what all seats saw, for a game that is over."""
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
        """Return a sentence about the choice that follows in the replay."""
        decision = game.decision
        name, text = game.names[decision.player], decision.options[index].spoken
        return say("{name} now chooses: {what}", name=name, what=text)

    def download_save(self, visit: Visit) -> Response:
        """Return the game as a file for `rulewright play --resume`."""
        with self.locked_game(visit, OVER) as (_, running, seat):
            text = save_text(SavedGame(running.game, seat, USUAL_BOT))
        return download(text, f"{running.game.rules.id}.json", "application/json")

    def download_scenario(self, visit: Visit) -> Response:
        """Return a scenario of what followed from the person's last choice before a moment."""
        from rulewright.testing.scenarios.recording import NotWritten, record_scenario

        with self.locked_game(visit, OVER) as (_, running, seat):
            if seat is None:
                raise Refused(say("You have no seat at this table."), 403)
            game = running.game_after(max(visit.number("at", 0), 0))
        title = say("after {count} choice(s)", count=len(game.decisions))
        try:
            with use_language("en"):
                text = record_scenario(game, title, Path.cwd() / "table.scenarios.rules", seat)
        except NotWritten as error:
            sentence = say("This cannot be written as a scenario: {reason}.", reason=error)
            raise Refused(sentence) from error
        return download(text, "table.scenarios.rules", "text/plain; charset=utf-8")
