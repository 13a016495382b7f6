"""The recent story: lines printed since the person's last choice, and whether they are still in sight."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from rich.text import Text

from rulewright.base.records import Draft, field
from rulewright.cli.terminal.screen import TerminalPage
from rulewright.cli.terminal.story.storyteller import STRIKING

MUCH: Final = 4
"""The table is drawn again after more lines of the story than this."""


class RecentStory(Draft):
    """The lines of the story since the person's last choice, and their numbers as the table last showed them."""

    page: TerminalPage
    lines: list[Text] = field(factory=list)
    numbers: Mapping[str, Text] = field(factory=dict)
    scene: Any = None
    """The round and the acting roles when the person was last asked."""

    def print_lines(self, lines: Iterable[Text]) -> None:
        """Print lines of the story and remember them."""
        for line in lines:
            self.page.line(line)
            self.lines.append(line)

    def is_new(self, scene: Any) -> bool:
        """Return whether a round or turn has begun since the last question, or many lines were printed."""
        before, self.scene = self.scene, scene
        return bool(before != scene) or len(self.lines) > MUCH

    def scrolled_off(self, rows: int) -> list[Text]:
        """Return the lines about actions against the person that have scrolled more than `rows` lines up."""
        lost_lines: list[Text] = []
        for line in reversed(self.lines):
            height = self.page.height([line])
            strikes = line.plain.startswith(STRIKING)
            if rows < height and strikes:
                lost_lines.insert(0, line)
            rows -= height
        return lost_lines

    def changed_numbers(self, numbers: Mapping[str, Text]) -> Iterator[Text]:
        """Yield the person's numbers that differ from those last shown with the table."""
        for name, number in numbers.items():
            shown = self.numbers.get(name)
            if shown is None or shown.plain != number.plain:
                yield number
