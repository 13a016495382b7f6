"""The bots at a table of `rulewright play`: their choices, and hints for the person."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from rulewright import Game
from rulewright.base.records import Draft
from rulewright.cli.common.seats import (
    LEVELS,
    USUAL_BOT,
    make_bot,
    search_result,
    seed_of_next_choice,
)
from rulewright.cli.terminal.prompt import ListedOption, hint_lines
from rulewright.cli.terminal.screen import TerminalPage, words
from rulewright.language.edition.translations.program_text import say
from rulewright.runtime.observation.decision import Decision


class TableBots(Draft):
    """The bots at a table, all of one level; a resumed game gets the same choices, unless time ran out."""

    bot: str
    page: TerminalPage
    was_cut: bool = False
    """Whether the note that the clock limited a search was printed."""

    def choice(self, game: Game, decision: Decision) -> int:
        """Return the bot's choice; print a note the first time the clock limited a search."""
        seed = seed_of_next_choice(game.seed, len(game.decisions))
        if self.bot not in LEVELS or not is_noticeable(decision):
            return make_bot(self.bot, seed)(game)
        with self.page.spinner(say("{name} is thinking", name=game.names[decision.player])):
            result = search_result(self.bot, game, seed, hurried=True)
        if result.is_cut and not self.was_cut:
            self.was_cut = True
            note = say(
                "A bot ran out of time to think, so a new game with the same seed may go differently."
            )
            self.page.line(note, "dim")
        return result.index

    def hint(self, game: Game, decision: Decision, offers: Sequence[ListedOption]) -> list[Text]:
        """Return lines with the bot's share of rollouts for each option; options that look equal are merged."""
        level = self.bot if self.bot in LEVELS else USUAL_BOT
        seed = seed_of_next_choice(game.seed, len(game.decisions))
        with self.page.spinner(say("Thinking")):
            result = search_result(level, game, seed, hurried=True)
        return [*hint_lines(result, decision, offers), *unknown_past_note(game, decision.player)]


def is_noticeable(decision: Decision) -> bool:
    """Return whether others can notice that the player decides."""
    return len(decision.options) > 1 or decision.is_private


def unknown_past_note(game: Game, seat: int) -> list[Text]:
    """Return a note if the beginning of the game is unknown to this seat."""
    if game.log(seat).is_whole:
        return []
    note = say("This game was resumed, so the bots know only what happened after that.")
    return [words(note, "dim")]
