"""A recorded game: the setup, seed and choices that lead to it, read from a saved game or a table."""

from __future__ import annotations

from typing import Any

from rulewright.base.records import Record
from rulewright.runtime.ir.layout import ASKING, ASKS_FORCED, FORCED, MADE, RANDOM
from rulewright.runtime.session.saves.save_formats import GAME_FORMAT, damaged, split_save
from rulewright.runtime.session.saves.saves import ARCHIVE, LOGS, MISFITS, RulesMark, checked


class RecordedGame(Record):
    """A recorded game. `name` is its file or table, `archive` the hash of the rules kept with it, or empty.

    `end` are cells of the state that the choices led to: its random generator and its counts of decisions. It is
    None for tables, which record no state.
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
    end: tuple[int, ...] | None = None


END_CELLS = (RANDOM, MADE, FORCED)


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
            tuple(row[cell] for cell in END_CELLS),
        )  # fmt: skip
    except MISFITS:
        raise damaged("it is not a saved game, or was cut off") from None
