"""The story of a game in sentences, each told once and only as far as one may know it."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import define
from rich.text import Text

from rulewright import Game
from rulewright.front.common.told_causes import told_causes
from rulewright.front.play.looks import Looks
from rulewright.front.play.page import words
from rulewright.game.story import Event

ASKED_BACK = 8
STYLES = {"what": "", "clause": "green", "rule": "dim"}


@define
class Storyteller:
    """How far the story of a game has been told to a seat (None: to a spectator)."""

    seat: int | None
    looks: Looks
    told: int = 0

    def news(self, game: Game) -> Iterator[Text]:
        """Return what has happened since the last time, a sentence each."""
        new = game.events_since(self.told)
        self.told += len(new)
        for event in new:
            if event.text(self.seat):
                yield self._line(game, event)

    def _line(self, game: Game, event: Event) -> Text:
        sentence = event.text(self.seat, speaking=True)
        line = self.looks.coloured(words(f"  {sentence[:1].upper()}{sentence[1:]}"))
        if self.seat is not None:
            line.highlight_words([game.names[self.seat]], "bold")
        return line

    def why(self, game: Game, count: int = ASKED_BACK) -> Iterator[Text]:
        """Return the last `count` sentences each with why it happened, as far as the seat may know."""
        causes = game.causes()
        told = [(n, event) for n, event in enumerate(game.events) if event.text(self.seat)]
        for number, event in told[-count:]:
            yield self._line(game, event)
            for sort, line in told_causes(causes.of(number, self.seat)):
                yield words(f"      {line}", STYLES[sort])
