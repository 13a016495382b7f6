"""Saved games: the row as JSON, with a checksum over all of it."""

from __future__ import annotations

import hashlib
import json
from typing import Any

from rulewright.game.core import Core
from rulewright.rulebook.machine import Machine
from rulewright.text import Complaint, RulesError

FORMAT = "rulewright-game"
VERSION = 1
_KEYS = {
    "edition": str, "digest": str, "players": int, "options": list, "seed": int, "names": list,
    "row": list, "log": (list, type(None)), "decisions": list,
}  # fmt: skip


def core_to_data(core: Core) -> dict[str, Any]:
    """A game's state and story as JSON data."""
    return {"row": core.row, "log": core.log, "decisions": core.decisions}


def core_from_data(machine: Machine, data: dict[str, Any]) -> Core:
    """A running game from saved data.

    Raises RulesError if the row does not fit the machine.
    """
    row = [_frozen(cell) for cell in data["row"]]
    if len(row) != len(machine.first_row):
        raise damaged("it was made by other rules")
    log = data["log"]
    core = Core(machine, row, None if log is None else [_frozen(entry) for entry in log])
    core.decisions = list(data["decisions"])
    return core


def _frozen(value: Any) -> Any:
    return tuple(_frozen(item) for item in value) if isinstance(value, list) else value


def sealed(data: dict[str, Any]) -> dict[str, Any]:
    """The data with format, version and checksum."""
    data = {"format": FORMAT, "version": VERSION, **data}
    return {**data, "checksum": _checksum(data)}


def _checksum(data: dict[str, Any]) -> str:
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
    if checksum != _checksum(data):
        raise damaged("it was changed after it was saved, or was cut off")
    for key, kind in _KEYS.items():
        if not isinstance(data.get(key), kind):  # type: ignore[arg-type]
            raise damaged(f"its {key} is missing")
    return data


def damaged(reason: str) -> RulesError:
    """What is said of a save that cannot be taken up."""
    message = f"this saved game cannot be used: {reason}"
    return RulesError([Complaint("E0801", message, None)])
