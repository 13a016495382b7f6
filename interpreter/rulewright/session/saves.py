"""Saved games: the row as JSON, with a checksum over all of it."""

from __future__ import annotations

import hashlib
import json
from typing import Any

from rulewright.game.compiled_game import CompiledGame
from rulewright.game.state import GameState
from rulewright.ir.layout import as_tuples
from rulewright.session import save_complaints
from rulewright.session.fitting import misfit
from rulewright.text import RulesError

FORMAT = "rulewright-game"
VERSION = 1
_TEXTS, _NUMBERS, _LIST = "a list of texts", "a list of numbers", "a list"
_KEYS = {
    "edition": "a text", "digest": "a text", "players": "a number", "options": _TEXTS,
    "cast": _TEXTS, "seed": "a number", "names": _TEXTS, "row": _LIST, "log": "a list or null",
    "decisions": _NUMBERS,
}  # fmt: skip


MISFITS = (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError)
"""What reading data raises that are of another shape than a game has."""


def state_to_data(at: GameState) -> dict[str, Any]:
    """A game's state and story as JSON data."""
    return {"row": at.engine.pack(at.state), "log": at.log, "decisions": at.decisions}


def state_from_data(game: CompiledGame, data: dict[str, Any]) -> GameState:
    """A running game from saved data.

    Raises RulesError if the data does not fit the game.
    """
    state = game.engine.unpack(data["row"])
    log = None if data["log"] is None else [as_tuples(entry) for entry in data["log"]]
    if len(data["row"]) != game.module.layout.size or len(data["names"]) != game.module.players:
        raise damaged("it was made by other rules")
    if wrong := misfit(game, state, log):
        raise damaged(f"what it says of {wrong} cannot be")
    at = GameState(game, state, log)
    at.decisions = list(data["decisions"])
    return at


def sealed(data: dict[str, Any]) -> dict[str, Any]:
    """The data with format, version and checksum."""
    data = {"format": FORMAT, "version": VERSION, **data}
    return {**data, "checksum": checksum_of(data)}


def checksum_of(data: dict[str, Any]) -> str:
    """A checksum over JSON data. It guards against accident alone: anybody can make it anew."""
    text = json.dumps(data, separators=(",", ":"), sort_keys=True, ensure_ascii=True)
    return hashlib.sha256(text.encode("ascii")).hexdigest()


def opened(text: str) -> dict[str, Any]:
    """The data of a saved text.

    Raises RulesError saying what is wrong with it.
    """
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise damaged("it is not JSON, or was cut off") from error
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise damaged("it is no saved game of rulewright")
    if data.get("version") != VERSION:
        raise damaged(f"it is of version {data.get('version')}, and this is version {VERSION}")
    checksum = data.pop("checksum", None)
    if checksum != checksum_of(data):
        raise damaged("it was changed after it was saved, or was cut off")
    for key, kind in _KEYS.items():
        if not _is(data.get(key), kind):
            raise damaged(f"its {key} should be {kind}")
    return data


def _is(value: Any, kind: str) -> bool:
    if isinstance(value, list):
        if kind == _TEXTS:
            return all(_is(item, "a text") for item in value)
        return kind.startswith(_LIST) and (
            kind != _NUMBERS or all(_is(item, "a number") for item in value)
        )
    if value is None:
        return kind.endswith("or null")
    if isinstance(value, bool):
        return False
    return kind == {str: "a text", int: "a number"}.get(type(value))


def damaged(reason: str) -> RulesError:
    """What is said of a save that cannot be taken up."""
    return RulesError([save_complaints.damaged(reason)])
