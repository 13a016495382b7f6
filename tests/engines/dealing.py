"""A game file that deals games anew, beside the same game in Python: what a seat sees of both is compared."""

from __future__ import annotations

import struct
from collections.abc import Callable
from pathlib import Path
from typing import Any

from attrs import define, field

from engines.reader import GameFile
from front.kit import Shell
from properties.kit import put_row, row_of, state_of
from properties.twins import check_known
from rulewright import Game, Rules
from rulewright.engines.native.from_module import laid_out
from rulewright.engines.native.layout.deal_layout import DealMemory
from rulewright.engines.native.layout.frame_layout import Capacity
from rulewright.engines.native.layout.rows import Rows
from rulewright.engines.native.layout.state_layout import StateLayout

MOST_CHOICES = 4000


@define
class Table:
    """A game played in a file and in Python at once, from the same seed."""

    file: GameFile
    rules: Rules
    layout: StateLayout
    rows: Rows
    game: Game
    first: int
    now: int
    dealt: int
    back: int
    choices: int
    made: list[int] = field(factory=list)

    @classmethod
    def of(cls, file: GameFile, rules: Rules, players: int, seed: int) -> Table:
        """Both at their beginning."""
        game = rules.new_game(players, seed, engine="python")
        layout = laid_out(rules.module(players, ()), Capacity())
        first, now, dealt = (file.new_state() for _ in range(3))
        back = file.room(file.about["memory"]["dealing"]["bytes"])
        file.call("new_game", first, seed)
        file.call("copy", now, first)
        return cls(
            file,
            rules,
            layout,
            Rows.of(layout),
            game,
            first,
            now,
            dealt,
            back,
            file.room(4 * MOST_CHOICES),
        )

    def choose(self, *choices: int) -> Table:
        """Some choices, in both."""
        for index in choices:
            self.made.append(index)
            self.game.choose(index)
            self.file.call("choose", self.now, index)
        return self

    def look_back(self, seat: int) -> int:
        """What a seat can tell of the game from its beginning on."""
        data = struct.pack(f"<{len(self.made)}i", *self.made)
        self.file.memory.write(self.file.store, data, self.choices)
        given = (self.back, self.first, self.choices, len(self.made), seat)
        return self.file.call("look_back", *given)

    def could(self) -> list[int]:
        """For each name the cards that it could be on, as bits, as far as was looked back on."""
        cells = DealMemory(self.layout).cells["could"]
        words, at = self.layout.words, self.back + cells.offset
        data = self.file.memory.read(self.file.store, at, at + 8 * cells.count)
        each = [data[n : n + 8 * words] for n in range(0, 8 * cells.count, 8 * words)]
        return [int.from_bytes(bits, "little") for bits in each]

    def deal(self, seed: int) -> Game:
        """A game dealt anew, of what was looked back on last."""
        self.file.call("deal", self.dealt, self.back, seed)
        return self.python(self.dealt)

    def determinize(self, seat: int, seed: int) -> Game:
        """A game dealt anew as it lies."""
        self.file.call("determinize", self.dealt, self.now, seat, seed)
        return self.python(self.dealt)

    def python(self, state: int) -> Game:
        """A state of the file as a game in Python."""
        found = self.game.copy()
        put_row(state_of(found), self.row(state))
        return found

    def row(self, state: int) -> list[Any]:
        """A state of the file as a row."""
        size = self.file.about["state"]["bytes"]
        return self.rows.row(bytes(self.file.memory.read(self.file.store, state, state + size)))


New = Callable[..., Table]
"""Makes a table for a game written in a test, and a number of players."""


def build(shell: Shell, folder: Path, edition: str, players: int) -> Path:
    """The file of an edition."""
    path = folder / f"{Path(edition).stem}-{players}.wasm"
    if not path.exists():
        shell.run("build", edition, "--players", players, "-o", path)
    return path


def check_alike(game: Game, other: Game, seat: int) -> None:
    """The seat sees the same; what it knows has not moved; cards, and what is counted, are all there."""
    assert other.view(seat) == game.view(seat)
    one, two = state_of(game), state_of(other)
    check_known(one, two, seat)
    for cell in (cell for zone in one.game.module.zones.values() for cell in zone.run.cells):
        kinds = [
            [one.game.module.pieces[c].kind for c in at.seen.pieces(cell)] for at in (one, two)
        ]
        assert sorted(kinds[0]) == sorted(kinds[1])
    assert (game.forced, game.made) == (other.forced, other.made)
    decision, asked = game.decision, other.decision
    assert (decision is None) == (asked is None)
    if decision is not None and asked is not None:
        assert (decision.kind, decision.player) == (asked.kind, asked.player)
        if decision.player == seat:
            assert [o.data for o in decision.options] == [o.data for o in asked.options]


def moved(game: Game, other: Game) -> int:
    """How many cards lie elsewhere."""
    layout = state_of(game).game.module.layout
    rows = [row_of(state_of(each))[layout.place : layout.known] for each in (game, other)]
    return sum(one != two for one, two in zip(*rows, strict=True))
