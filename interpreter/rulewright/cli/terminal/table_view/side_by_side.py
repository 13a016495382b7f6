"""The question to the person, with as many explanations as fit on the screen."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from rich.text import Text

from rulewright import Game
from rulewright.base.records import Draft
from rulewright.cli.terminal.prompt import ListedOption, option_lines, question_of
from rulewright.cli.terminal.screen import TerminalPage, words
from rulewright.cli.terminal.story.recent import RecentStory
from rulewright.cli.terminal.story.teaching import Teacher
from rulewright.cli.terminal.table_view.drawn_table import INLINE, OTHERS_COUNTED, WHOLE, DrawnTable
from rulewright.language.edition.translations.program_text import say
from rulewright.runtime.observation.decision import Decision

LAST_EVENTS: Final = 3
"""Lines of the story to keep in sight above the table, if possible."""
LEAST_EVENTS: Final = 1
"""Lines of the story to keep in sight before the person's own cards are left out."""
AROUND: Final = 3
"""The blank lines around the table, and the input line."""


class QuestionLayout(Draft):
    """The questions asked on a page, which depend on the explanations shown before."""

    page: TerminalPage
    teacher: Teacher
    recent: RecentStory

    def lines(
        self,
        decision: Decision,
        offers: Sequence[ListedOption],
        game: Game,
        table: DrawnTable | None,
        changed: Iterable[Text] = (),
    ) -> list[Text]:
        """Return the question and its options, with explanations the first time.

        `changed` are numbers to show with the question. Card texts and one line for each option are used only if
        they fit below the table. If the first decision of a kind has no room for them, they are shown first on a
        screen of their own.
        """
        page, texts = self.page, self.teacher.texts(offers, game)
        question = words(question_of(decision), "bold")
        for number in changed:
            question.append("  ").append_text(number)
        head = [*self.teacher.before(decision), question]
        is_first = self.teacher.is_first(decision)
        if any(texts):
            lines = [*head, *option_lines(offers, page, texts)]
            if self._fits(lines, table, OTHERS_COUNTED, LEAST_EVENTS):
                self.teacher.note_shown(offers, game)
                return lines
            if is_first and page.show_and_wait([question, *option_lines(offers, page, texts)]):
                self.teacher.note_shown(offers, game)
            else:
                question.append(f"  {say('? NAME for more')}", "not bold dim")
        return self._without_card_texts(head, offers, table)

    def _without_card_texts(
        self, head: list[Text], offers: Sequence[ListedOption], table: DrawnTable | None
    ) -> list[Text]:
        """Return the question without card texts.

        If not everything fits, the options are put in columns first; then the zones of the table are put side by
        side.
        """
        plain = [*head, *option_lines(offers, self.page)]
        tight = [*head, *option_lines(offers, self.page, tight=True)]
        story = max(LAST_EVENTS, self.page.height(self.recent.lines))
        for each, brief, rows in (
            (plain, WHOLE, story),
            (tight, WHOLE, LAST_EVENTS),
            (plain, INLINE, LAST_EVENTS),
        ):
            if self._fits(each, table, brief, rows):
                return each
        return tight

    def _fits(self, question: list[Text], table: DrawnTable | None, brief: int, story: int) -> bool:
        """Return whether `story` lines, the table at level `brief` and the question fit on the screen."""
        room = self.page.room
        if room is None:
            return True
        rows = LAST_EVENTS if table is None else story + len(table.places(brief))
        return self.page.height(question) + rows + AROUND <= room
