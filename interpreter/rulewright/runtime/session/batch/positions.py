"""Positions of games as values: a move leads from one to the next, and any of them can be returned to.

A move that draws nothing leads from equal states to equal states, whatever the random generator is at. So a
position leaves out the generator, and remembers where such moves lead: small games are soon played from memory.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Any, Final

from rulewright.runtime.game.state import IllegalChoice
from rulewright.runtime.ir.engine_contract import NO_RESTART
from rulewright.runtime.ir.layout import RANDOM
from rulewright.runtime.session.batch.batches import Batch, EncodableGame

MOST_REMEMBERED: Final = 1 << 26
"""The most bytes of positions that are remembered; a game with more is too large to meet them again."""

_EACH: Final = 500
"""About the bytes that a position takes beside its state."""

OVER: Final = -4
"""The player of a finished game; the number is OpenSpiel's."""

Random = bytes | None
"""The state of a game's random generator; None where the position itself has it."""


_NOWHERE: Final[dict[int, Any]] = {}
"""Where moves from a position lead that is not remembered; it is never changed."""


class BatchPosition:
    """A moment of a game: who decides and which actions there are; at the end, the shares and the scores.

    `state` is native bytes, of which the random generator does not count, or a state of the Python engine. `next`
    has the positions to which moves without chance are known to lead. `notes` are the caller's.
    """

    __slots__ = ("actions", "next", "notes", "options", "player", "scores", "shares", "state")

    shares: list[float]
    scores: list[float]
    notes: dict[Any, Any]

    def __init__(self, state: Any, options: bytes, player: int, actions: list[int]) -> None:
        self.state, self.options, self.player, self.actions = state, options, player, actions
        self.next: dict[int, BatchPosition] = _NOWHERE

    def remember(self, action: int, after: BatchPosition) -> None:
        """Remember where an action leads."""
        if self.next is _NOWHERE:
            self.next = {}
        self.next[action] = after


Root = tuple[BatchPosition, Random]
"""A position and the state of its random generator."""


class Positions(Batch):
    """A batch whose first game is set to the position that a move begins with; the others are dealt ahead."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._remembered: dict[bytes, BatchPosition] = {}
        self._room = MOST_REMEMBERED // (_EACH + self.cells)
        if self._native is None:
            return
        columns, code = self._native.columns, self._native.code
        self._size = code.rows.size
        self._states, self._options = columns["states"], columns["options"]
        self._state = self._states[: self._size]
        start = code.rows.numbers[RANDOM][1]
        self._random = slice(start, start + 8)
        self._most_options = code.layout.options
        self._wide = code.layout.column("options").size // code.layout.options

    def deal(self, seed: int) -> Root:
        """Return the first position of the game dealt from `seed`. Raises RulesError."""
        self._columns.seeds[0] = seed
        self._apart.clear()
        self._run("begin", 1, 0)
        return self._read(0)

    def deal_all(self, seeds: Sequence[int]) -> list[Root]:
        """Return the first positions of as many games as the batch has; those met before are remembered.

        Raises RulesError.
        """
        if self._native is None:
            return [*map(self.deal, seeds)]
        self._columns.seeds[:] = array("q", seeds)
        self._apart.clear()
        self._run("begin", len(seeds), 0)
        found = list[Root]()
        for number in range(len(seeds)):
            state = bytes(self._states[number * self._size : (number + 1) * self._size])
            random: Random = state[self._random]
            alike = state[: self._random.start] + state[self._random.stop :]
            position = None if number in self._apart else self._remembered.get(alike)
            if position is None:
                position, random = self._read(number)
                if random is not None and self._room > 0:
                    self._remembered[alike] = position
                    self._count()
            found.append((position, random))
        return found

    def move(self, position: BatchPosition, random: Random, action: int) -> Root:
        """Return the position to which an action leads. Raises IllegalChoice, and RulesError."""
        known = position.next.get(action)
        if known is not None:
            return known, random
        if action not in position.actions:
            raise IllegalChoice(f"no option is the action {action}")
        self._put(position, random)
        self._columns.chosen[0] = action
        self._run("advance", 1, NO_RESTART)
        after, random_after = self._read(0)
        if self._room > 0 and random is not None and random == random_after:
            position.remember(action, after)
            self._count()
        return after, random_after

    def position_of(self, game: EncodableGame) -> Root:
        """Return the present position of a game of the same rules."""
        at, engine = game.remembered, self._single.engine
        state = at.state if at.engine is engine else engine.unpack(at.engine.pack(at.state))
        options = self._single.options(state)
        self._apart.clear()
        if self._native is None or not self._native.put(0, state, options):
            self._apart[0] = engine.copy(state)
        self._columns.count[0] = len(options)
        player, actions = at.decider if at.waiting else OVER, sorted(set(self.encode(game)))
        return self._position(0, player, actions)

    def generator(self, position: BatchPosition, random: Random) -> Any:
        """Return the state of the random generator at a position."""
        return self._single.engine.pack(position.state)[RANDOM] if random is None else random

    # ------------------------------------------------------------------ the batch

    def _count(self) -> None:
        """Count a remembered position; forget all where there are too many."""
        self._room -= 1
        if self._room <= 0:
            self._remembered.clear()

    def _run(self, what: str, games: int, how: int) -> None:
        """Begin or advance the first games of the batch; those that native code gives up, in Python."""
        at = 0
        while at < games:
            if self._native is not None and not self._apart:
                at = self._native.run(what, at, games, self._flags | how)
            if at < games:
                self._run_in_python(at, what, how)
                at += 1

    def _put(self, position: BatchPosition, random: Random) -> None:
        """Set the first game of the batch to a position."""
        if random is None:
            self._apart[0] = self._single.engine.copy(position.state)
            return
        if self._apart:
            self._apart.clear()
        self._state[:] = position.state
        self._state[self._random] = random
        self._options[: len(position.options)] = position.options

    def _read(self, number: int) -> Root:
        """Return the position that a game of the batch is at."""
        columns = self._columns
        if columns.flat["decision"][number] < 0:
            position, random = self._position(number, OVER, [])
            position.shares = columns.of_game("rewards", number).tolist()
            position.scores = [float(each) for each in columns.of_game("scores", number)]
            return position, random
        width, actions = columns.widths["mask"], list[int]()
        start = width * number
        data = bytes(columns.bytes["mask"][start : start + width])
        action = data.find(1)
        while action >= 0:
            actions.append(action)
            action = data.find(1, action + 1)
        return self._position(number, columns.flat["decider"][number], actions)

    def _position(self, number: int, player: int, actions: list[int]) -> Root:
        """Return the position with the state and the options that a game of the batch has."""
        if self._native is None or number in self._apart:
            state = self._single.engine.copy(self._apart[number])
            return BatchPosition(state, b"", player, actions), None
        start = number * self._size
        state = bytes(self._states[start : start + self._size])
        start = number * self._most_options * self._wide
        options = bytes(self._options[start : start + self._wide * self._columns.count[number]])
        return BatchPosition(state, options, player, actions), state[self._random]
