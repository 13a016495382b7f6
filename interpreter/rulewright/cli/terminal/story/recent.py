"""What was told and shown since the person was last asked, and what of it is out of sight by now."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from rich.text import Text

from rulewright.base.records import Draft, field
from rulewright.cli.terminal.screen import Page
from rulewright.cli.terminal.story.storyteller import STRIKING

MUCH: Final = 4
"""After more lines of the story than these the table is worth another look."""


class Recent(Draft):
    """The lines of the story since the last own choice, and the own numbers as the table last showed them."""

    page: Page
    lines: list[Text] = field(factory=list)
    numbers: Mapping[str, Text] = field(factory=dict)
    scene: Any = None
    """The round, and who acts as whom, when the person was last asked."""

    def tell(self, lines: Iterable[Text]) -> None:
        """Print lines of the story and remember them."""
        for line in lines:
            self.page.line(line)
            self.lines.append(line)

    def is_new(self, scene: Any) -> bool:
        """Whether a round or a turn has begun since the person was last asked, or much has been told."""
        before, self.scene = self.scene, scene
        return bool(before != scene) or len(self.lines) > MUCH

    def lost(self, rows: int) -> list[Text]:
        """What was done to the person and stands further up than so many lines; at most as much as finds room."""
        kept: list[Text] = []
        for line in reversed(self.lines):
            height = self.page.height([line])
            strikes = line.plain.startswith(STRIKING)
            if rows < height and strikes:
                kept.insert(0, line)
            rows -= height
        return kept

    def changed(self, numbers: Mapping[str, Text]) -> Iterator[Text]:
        """Those of the own numbers that differ from what the table showed last."""
        for name, number in numbers.items():
            shown = self.numbers.get(name)
            if shown is None or shown.plain != number.plain:
                yield number
