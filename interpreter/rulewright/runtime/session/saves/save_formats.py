"""The formats of saved games: a version, a checksum, and a table of upgrades from older versions.

A game is saved as JSON data (`GAME_FORMAT`); a file of a terminal game (`FILE_FORMAT`) has such data below `game`.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Mapping
from typing import Any, Final

from rulewright.base.records import Record
from rulewright.language.text import RulesError
from rulewright.runtime.session.saves import save_complaints

_HALF_CHARACTER: Final = re.compile(r"\\u[dD]")
"""An escape of JSON that may be half of a surrogate pair; saves contain none."""

Upgrade = Callable[[dict[str, Any]], None]
"""A function that turns data of one version into data of the next."""


class SaveFormat(Record):
    """A format of saved data: its name in the data, its version, and upgrades by the older version that they read.

    Versions before `sealed_since` have no checksum.
    """

    name: str
    version: int
    upgrades: Mapping[int, Upgrade]
    sealed_since: int = 1

    def seal(self, data: dict[str, Any]) -> dict[str, Any]:
        """Return the data with format, version and a new checksum."""
        data = {"format": self.name, "version": self.version, **data}
        data.pop("checksum", None)
        return {**data, "checksum": checksum_of(data)}

    def unseal(self, text: str) -> dict[str, Any]:
        """Return the data in a saved text, upgraded and without its checksum. Raises RulesError."""
        return self.verified(parse_save(text))

    def verified(self, saved: Any) -> dict[str, Any]:
        """Return `saved`, data of this format, upgraded and without its checksum. Raises RulesError."""
        if not isinstance(saved, dict) or saved.get("format") != self.name:
            raise damaged("it is not a saved game of Rulewright")
        data: dict[str, Any] = dict(saved)
        version = data.get("version")
        if type(version) is not int or not (version == self.version or version in self.upgrades):
            raise damaged(self._refusal(version, data.get("rulewright")))
        checksum = data.pop("checksum", None)
        if version >= self.sealed_since and not _is_checksum_of(checksum, data):
            raise damaged("it was changed after it was saved, or was cut off")
        for older in range(version, self.version):
            self.upgrades[older](data)
        data["version"] = self.version
        return data

    def _refusal(self, version: Any, writer: Any) -> str:
        """Return why a version cannot be read, with the versions that can and the program that reads this one."""
        known = ", ".join(str(each) for each in sorted({*self.upgrades, self.version}))
        program = (
            f"Rulewright {writer[:20]}" if isinstance(writer, str) else "the one that saved it"
        )
        shown = version if type(version) is int and abs(version) < 10**6 else "unknown"
        return f"its format is version {shown}; this program reads versions {known}. To read it, use {program}"


def parse_save(text: str) -> Any:
    """Return the JSON data in a saved text. Raises RulesError."""
    try:
        data = json.loads(text)
        if _HALF_CHARACTER.search(text):
            json.dumps(
                data, ensure_ascii=False
            ).encode()  # fails for data that cannot be saved again
    except (ValueError, RecursionError):
        raise damaged("it was cut off, or its text was changed") from None
    return data


def checksum_of(data: dict[str, Any]) -> str:
    """Return a checksum over JSON data, which detects accidents only: anybody can compute it."""
    text = json.dumps(data, separators=(",", ":"), sort_keys=True, ensure_ascii=True)
    return hashlib.sha256(text.encode("ascii")).hexdigest()


def _is_checksum_of(checksum: Any, data: dict[str, Any]) -> bool:
    """Return whether `checksum` is that of the data; data too deep to be written have none."""
    try:
        return bool(checksum == checksum_of(data))
    except (RecursionError, ValueError):
        return False


def damaged(reason: str) -> RulesError:
    """Return the error for a save that cannot be loaded."""
    return RulesError([save_complaints.damaged(reason)])


def _name_rules_by_text(data: dict[str, Any]) -> None:
    """Upgrade a game of version 1, which named its rules only by the hash of their text."""
    data.update(rules=data.pop("digest", None), play="", code="")


def _keep(data: dict[str, Any]) -> None:
    """Upgrade a file of version 1, which differs only in having no checksum."""


GAME_FORMAT: Final = SaveFormat("rulewright-game", 2, {1: _name_rules_by_text})
FILE_FORMAT: Final = SaveFormat("rulewright game", 2, {1: _keep}, sealed_since=2)


def split_save(text: str) -> tuple[dict[str, Any] | None, Any]:
    """Return the data of a saved file, None for the text of a game alone, and the data of the game in it.

    Raises RulesError if the file's format is wrong; that of the game is not verified.
    """
    data = parse_save(text)
    if isinstance(data, dict) and data.get("format") == GAME_FORMAT.name:
        return None, data
    file = FILE_FORMAT.verified(data)
    return file, file.get("game")
