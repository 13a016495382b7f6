"""What can be played here: the editions that are shipped, or those that the host named, in each language."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Final

import rulewright
from rulewright.edition.find import list_editions
from rulewright.library import find_library
from rulewright.records import Record
from rulewright.text import RulesError

if TYPE_CHECKING:
    from rulewright import Rules

LANGUAGES: Final = ("en", "fr")


class Offer(Record):
    """An edition as it stands on the start page."""

    source: str
    name: str
    about: str
    players: tuple[int, int]


class Shelf:
    """The rules that can be played, loaded when they are first wanted. `editions` are ids and paths; none: all."""

    def __init__(self, editions: Sequence[str] = ()) -> None:
        self._lock = Lock()
        self._rules: dict[tuple[str, str], Rules] = {}
        shipped = [path.stem for path in list_editions(find_library().root)]
        self.editions = tuple(editions) or tuple(shipped)

    def rules(self, source: str, language: str) -> Rules:
        """The rules of an edition in a language. Raises KeyError if it is not offered, and RulesError."""
        if source not in self.editions:
            raise KeyError(source)
        return self.loaded(source, language)

    def loaded(self, source: str, language: str) -> Rules:
        """The rules of an edition of which a table is kept. Raises RulesError."""
        with self._lock:
            key = source, language if language in LANGUAGES else LANGUAGES[0]
            if key not in self._rules:
                self._rules[key] = rulewright.load(*key)
            return self._rules[key]

    def offers(self, language: str) -> list[Offer]:
        """What can be played, told in a language; what is wrong is left out."""
        found = []
        for source in self.editions:
            try:
                rules = self.rules(source, language)
            except RulesError:
                continue
            found.append(Offer(source, rules.name, rules.about, rules.players))
        return found


def known_path(named: str) -> str:
    """An edition as the host names it: a file by its whole path, so that tables find it from any folder."""
    path = Path(named)
    return str(path.resolve()) if path.suffix in (".yaml", ".yml") or path.exists() else named
