"""A recorded game: the setup, seed and choices that lead to it, read from a saved game or a table."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any, NamedTuple

from rulewright.base.records import Record
from rulewright.runtime.ir.layout import ASKING, ASKS_FORCED, OWN_CELLS, RANDOM, to_tuples
from rulewright.runtime.session.saves.save_formats import GAME_FORMAT, damaged, split_save
from rulewright.runtime.session.saves.saves import ARCHIVE, LOGS, MISFITS, RulesMark, checked


class RecordedEnd(NamedTuple):
    """The state that recorded choices led to: its random generator, and the hash of its cells."""

    random: int
    cells: str

    @classmethod
    def of(cls, row: Sequence[Any]) -> RecordedEnd:
        """Return the end of a game from its state as a row."""
        cells = repr(to_tuples(row[OWN_CELLS:]))
        return cls(row[RANDOM], hashlib.sha256(cells.encode()).hexdigest())


class RecordedGame(Record):
    """A recorded game. `name` is its file or table, `archive` the hash of the rules kept with it, or empty.

    `end` is None for tables, which record no state.
    """

    name: str
    edition: str
    players: int
    options: tuple[str, ...]
    cast: tuple[str, ...]
    seed: int
    asks_forced: bool
    choices: tuple[int, ...]
    mark: RulesMark
    archive: str = ""
    end: RecordedEnd | None = None


def game_in_save(name: str, text: str) -> RecordedGame:
    """Return the game in the text of a saved game. Raises RulesError if it is damaged."""
    try:
        data = checked(GAME_FORMAT.verified(split_save(text)[1]))
        row: list[Any] = data["row"]
        if data.get(LOGS):
            raise damaged("its seed and choices are not its whole history")
        return RecordedGame(
            name, data["edition"], data["players"], tuple(data["options"]), tuple(data["cast"]),
            data["seed"], bool(row[ASKING] & ASKS_FORCED), tuple(data["decisions"]),
            RulesMark(data["play"], data["code"], data["rules"]), data.get(ARCHIVE, ""),
            RecordedEnd.of(row),
        )  # fmt: skip
    except MISFITS:
        raise damaged("it is not a saved game, or was cut off") from None
