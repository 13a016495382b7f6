"""The main loop of a terminal game, which lets bots and the person choose and prints the story."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import assert_never

from rulewright import Game
from rulewright.base.records import Draft, field
from rulewright.cli.common.exits import EXIT_COMPLAINTS, EXIT_INTERRUPTED, show_rules_error
from rulewright.cli.terminal.bots import TableBots, is_noticeable, unknown_past_note
from rulewright.cli.terminal.files.autosave import Autosave, save, write_scenario
from rulewright.cli.terminal.play_help import RULES, PlayHelp
from rulewright.cli.terminal.prompt import (
    Key,
    ListedOption,
    PickedOption,
    TypedCommand,
    UnclearInput,
    list_options,
    parse_answer,
    prompt,
)
from rulewright.cli.terminal.screen import TerminalPage
from rulewright.cli.terminal.story.recent import RecentStory
from rulewright.cli.terminal.story.storyteller import Storyteller, refusal_texts, show_end
from rulewright.cli.terminal.story.teaching import Teacher
from rulewright.cli.terminal.table_view.card_styles import CardStyles
from rulewright.cli.terminal.table_view.drawn_table import DrawnTable
from rulewright.cli.terminal.table_view.side_by_side import (
    AROUND,
    LAST_EVENTS,
    LEAST_EVENTS,
    QuestionLayout,
)
from rulewright.cli.terminal.taking_back import earlier_game
from rulewright.language.edition.translations.program_text import say
from rulewright.language.text import RulesError
from rulewright.runtime.observation.decision import Decision


class PlayerQuit(Exception):
    """Raised when the person leaves the table."""


class ChoiceUndone(Exception):
    """Raised when the person has taken a choice back; the game is in the state before that choice."""


class TerminalSession(Draft):
    """A running terminal game with its players, output and autosave."""

    game: Game
    seat: int | None
    bots: TableBots
    page: TerminalPage
    card_styles: CardStyles
    autosave: Autosave
    story: Storyteller
    teacher: Teacher
    delay: float
    round: int = field(default=0)
    recent: RecentStory = field(init=False)
    questions: QuestionLayout = field(init=False)
    first: int = field(init=False)
    """Number of the first choice that can be taken back; those of a scenario cannot."""

    def __attrs_post_init__(self) -> None:
        self.first = len(self.game.decisions) if self.autosave.again else 0
        self.recent = RecentStory(self.page)
        self.questions = QuestionLayout(self.page, self.teacher, self.recent)

    def run(self) -> int:
        """Play until the game is over or the person leaves; return the exit code.

        If the last save failed, the exit code says so, however the game ended.
        """
        code = self._run()
        return EXIT_COMPLAINTS if self.autosave.failed else code

    def _run(self) -> int:
        """Play and print the result; turn every way to end the game into an exit code."""
        try:
            self._play()
        except KeyboardInterrupt:
            self._leave()
            return EXIT_INTERRUPTED
        except (EOFError, PlayerQuit):
            self._leave()
            return 0
        except RulesError as error:
            # A rule failed; the game is in the state before the choice.
            code = show_rules_error(error)
            self._leave()
            return code
        self._show_result()
        return 0

    def _play(self) -> None:
        """Let bots and the person choose until the game is over."""
        if self.seat is not None and not (self.autosave.again or self.game.decisions):
            self.page.pause()
        fresh = True  # whether others have acted since the table was last shown
        before: int | None = None
        while (decision := self.game.decision) is not None:
            self.recent.print_lines(self.story.new_sentences(self.game, before))
            if decision.player == self.seat or decision.player != before:
                self.recent.print_lines(self.story.flush(self.game, before))
            before = decision.player
            if decision.player != self.seat:
                index, fresh = self._bot_choice(decision), True
                self._choose(index)
                continue
            offers = list_options(decision, self.game, self.card_styles)
            if len(offers) < 2:
                # Only one option: choose it at once. How long a person takes tells the bots nothing.
                self._choose(offers[0].index)
                continue
            fresh = self._own_choice(decision, offers, fresh)

    def _own_choice(self, decision: Decision, offers: Sequence[ListedOption], fresh: bool) -> bool:
        """Let the person choose or take a choice back; return whether to draw the table again."""
        table = self._table()
        # Draw the table at the start of a round or turn too.
        fresh = self.recent.is_new((self.game.counter("round"), table.view["acting"])) or fresh
        changed_numbers = () if fresh else self.recent.changed_numbers(table.own_numbers())
        question = self.questions.lines(
            decision, offers, self.game, table if fresh else None, changed_numbers
        )
        if fresh:
            self.show_table(self.page.height(question))
        self.page.lines(question)
        self.recent.lines.clear()
        try:
            index = self._ask(decision, offers)
        except ChoiceUndone:
            return True
        self._choose(index)
        return False

    def _choose(self, index: int) -> None:
        """Choose an option and save the game."""
        self.game.choose(index)
        self.autosave.save_state(self.game)

    def _undo(self) -> None:
        """Return to the state before the person's last choice.

        Raises ChoiceUndone after success; prints a message if the choice cannot be taken back.
        """
        earlier = None
        if self.seat is not None:
            earlier = earlier_game(self.game, self.seat, self.first, self._was_asked)
        if earlier is None:
            message = say(
                "You cannot take this back: since then a card was revealed, or chance or somebody else decided."
            )
            self.page.line(message, "yellow")
            return
        while len(self.game.decisions) > len(earlier.decisions):
            self.game.undo()
        self.story.events_told = len(self.game.events)
        self.autosave.save_state(self.game)
        raise ChoiceUndone

    def _was_asked(self, decision: Decision, game: Game) -> bool:
        """Return whether the person was asked `decision`."""
        return len(list_options(decision, game, self.card_styles)) > 1

    def _bot_choice(self, decision: Decision) -> int:
        """Return the bot's choice, after the delay the person asked for."""
        if self.seat is None and self.round != self.game.counter("round"):
            self.round = self.game.counter("round")
            self.show_table()
        if self.delay and is_noticeable(decision):
            time.sleep(self.delay)
        return self.bots.choice(self.game, decision)

    def _table(self) -> DrawnTable:
        """Return the table as the person may see it."""
        view, public, page = self.game.view(self.seat), self.game.view(None), self.page
        seat_data = self.game.seat(
            self.seat, since=len(self.game.events)
        )  # for the scores; without events
        scores = tuple(score["points"] for score in seat_data["scores"] or ())
        return DrawnTable(
            view, public, self.game.names, self.card_styles, page.width, page.plain, scores
        )

    def show_table(self, below: int | None = None) -> None:
        """Draw the table; with `below`, leave room for the story and that many lines below."""
        table, page = self._table(), self.page
        if below is None or page.room is None:
            lines = table.lines()
        else:
            rows = page.room - below - AROUND
            lines = table.fitted(rows - LAST_EVENTS, LAST_EVENTS - LEAST_EVENTS)
            page.lines(self.recent.scrolled_off(rows - len(lines)))
        page.line()
        page.lines(lines)
        page.line()
        self.recent.numbers = table.own_numbers()

    def _ask(self, decision: Decision, offers: Sequence[ListedOption]) -> int:
        """Return the index of the option the person chooses; execute other commands first."""
        keys = [offer.key for offer in offers]
        while True:
            match parse_answer(self.page.ask(f"{prompt(keys)} "), keys):
                case PickedOption(number):
                    return offers[number].index
                case UnclearInput(message):
                    self.page.line(message, "yellow")
                case TypedCommand(key, rest):
                    self._answer(key, rest, decision, offers)

    def _answer(
        self, key: Key, rest: str, decision: Decision, offers: Sequence[ListedOption]
    ) -> None:
        """Execute a command that the person typed."""
        match key:
            case "?":
                help_ = PlayHelp(self.game, self.seat, self.card_styles)
                options = {offer.key: offer.option for offer in offers}
                self.page.lines(help_.lines(rest, decision, options))
            case "t":
                self.show_table()
                self.page.lines(self.questions.lines(decision, offers, self.game, None))
            case "w" if rest and rest.lower() not in RULES:
                asked = rest.removeprefix("not ")
                offered = {str(offer.key): offer.option.spoken for offer in offers}
                self.page.lines(refusal_texts(self.game, offered.get(asked, asked)))
            case "w":
                self.page.lines(self.story.why(self.game, self.page, as_written=bool(rest)))
                self.page.lines(unknown_past_note(self.game, decision.player))
            case "h":
                self.page.lines(self.bots.hint(self.game, decision, offers))
            case "u":
                self._undo()
            case "s":
                save(self.page, self.autosave, rest)
            case "x":
                write_scenario(self.page, self.game, rest, decision.player)
            case "q":
                raise PlayerQuit
            case _:
                assert_never(key)

    def _leave(self) -> None:
        """Save the game, and print how to resume it."""
        self.page.line()
        self.autosave.leave()

    def _show_result(self) -> None:
        """Print the rest of the story, the table and the result."""
        self.page.lines(self.story.new_sentences(self.game))
        self.page.lines(self.story.flush(self.game))
        self.show_table()
        show_end(self.page, self.game, again=bool(self.autosave.again))
