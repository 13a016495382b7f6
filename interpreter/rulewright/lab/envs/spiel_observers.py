"""Observers for OpenSpiel, which give exactly the information that they are asked for.

A seat knows what is public. So there are three kinds of views, at present or with perfect recall: of everybody,
of one player, and of all players together.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, Final

import numpy as np
import pyspiel

from rulewright.runtime.observation.history import public_log
from rulewright.runtime.observation.vectors.information_state import (
    ENTRY,
    InformationStateKey,
    RecentEntries,
    recent_entries,
)

SpielGame = Any
"""A game of `spiel_state`, which makes its observers here."""

SpielState = Any
"""A state of such a game."""

UNDEALT: Final = "not dealt"
"""All that anybody knows before the deal."""

PUBLIC: Final = -1
"""The viewer of what everybody sees."""


def observer_of(game: SpielGame, wanted: Any) -> SpielObserver:
    """Return the observer for an `IIGObservationType`; without one, for what a player sees at present.

    Raises ValueError for private information without the public, which no seat's knowledge is apart from.
    """
    recalls, private = False, pyspiel.PrivateInfoType.SINGLE_PLAYER
    if wanted is not None:
        recalls, private = wanted.perfect_recall, wanted.private_info
        if not wanted.public_info:
            raise ValueError("what a seat knows includes what is public: ask for public_info=True")
    of = PerfectRecallObserver if recalls else SpielObserver
    if private == pyspiel.PrivateInfoType.ALL_PLAYERS:
        return of(game, range(game.players))
    return of(game, [PUBLIC] if private == pyspiel.PrivateInfoType.NONE else None)


class SpielObserver:
    """A writer of present observations as tensors and strings.

    `viewers` are the seats whose views it writes, one after the other; None is the player it is asked for.
    """

    name = "observation"

    def __init__(self, game: SpielGame, viewers: Sequence[int] | None) -> None:
        self.viewers, self.game = viewers, game
        self.tensor = np.zeros(self._width() * len(viewers or (0,)), np.float32)
        self.dict = {self.name: self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        """Write the observation of `player` into `tensor`."""
        if not state.is_dealt:
            self.tensor.fill(0)
            return
        viewers = [player] if self.viewers is None else self.viewers
        for part, viewer in zip(np.split(self.tensor, len(viewers)), viewers, strict=True):
            part[:] = state.noted((self.name, viewer), partial(self._numbers, state, viewer))

    def string_from(self, state: SpielState, player: int) -> str:
        """Return the observation of `player` as a string."""
        if not state.is_dealt:
            return UNDEALT
        viewers = [player] if self.viewers is None else self.viewers
        return " | ".join(
            state.noted((self.name, viewer, "text"), partial(self._text, state, viewer))
            for viewer in viewers
        )

    def _width(self) -> int:
        """Return the number of cells of one view."""
        return len(self.game.positions.observation_names)

    def _numbers(self, state: SpielState, viewer: int) -> Any:
        """Return a view as an array of numbers."""
        positions, game = self.game.positions, state.running
        row = (
            positions.observe_public(game) if viewer == PUBLIC else positions.observe(game, viewer)
        )
        return np.array(row, np.float32)

    def _text(self, state: SpielState, viewer: int) -> str:
        """Return a view as a string."""
        return " ".join(str(int(each)) for each in self._numbers(state, viewer))


class PerfectRecallObserver(SpielObserver):
    """A writer of information states: the end of a log as a tensor, its key as a string."""

    name = "info_state"

    def _width(self) -> int:
        """Return the number of cells of one log."""
        return int(self.game.recall) * ENTRY

    def _numbers(self, state: SpielState, viewer: int) -> Any:
        """Return the last entries of a log as an array of numbers."""
        most = self.game.recall
        if viewer == PUBLIC:
            row = recent_entries(public_log(state.running.remembered), most)
        else:
            row = state.held_for("entries", viewer, lambda: RecentEntries(most)).of(
                state.running.log(viewer)
            )
        return np.array(row, np.float32)

    def _text(self, state: SpielState, viewer: int) -> str:
        """Return the key of an information state."""
        if viewer == PUBLIC:
            return InformationStateKey().of(public_log(state.running.remembered))
        key: InformationStateKey = state.held_for("keys", viewer, InformationStateKey)
        return key.of(state.running.log(viewer))
