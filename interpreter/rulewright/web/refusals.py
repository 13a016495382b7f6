"""Refusals: exceptions with a sentence for the user and an HTTP status."""

from __future__ import annotations

import json

from rulewright.language.edition.translations.program_text import say


def stored_sentence(text: str, **values: str) -> str:
    """Return a sentence as a table stores it, so that it is translated for each reader."""
    return json.dumps([text, values])


def say_stored(sentence: str, **more: str) -> str:
    """Return a stored sentence in the current language, with `more` values; an older one as it is."""
    if not sentence.startswith('["'):
        return sentence
    text, values = json.loads(sentence)
    return say(text, **values, **more)


class Refused(Exception):
    """A command that cannot be carried out, with the reason in the user's language."""

    def __init__(self, sentence: str, status: int = 409) -> None:
        super().__init__(sentence)
        self.status = status


class NoSuchTable(Refused):
    """A table id that does not exist."""

    def __init__(self) -> None:
        super().__init__(say("There is no such table."), 404)


class RulesChanged(Refused):
    """A table whose rules have changed since it began."""

    def __init__(self) -> None:
        sentence = say("The rules have changed since this table began, so it cannot go on.")
        super().__init__(sentence)


class DatabaseUnreachable(Refused):
    """A database that does not answer. The change may or may not be written; a retry is safe."""

    def __init__(self, why: str) -> None:
        sentence = say(
            "The tables cannot be reached just now. Nothing is lost; try again in a moment."
        )
        super().__init__(sentence, 503)
        self.why = why


class TableBusy(Refused):
    """A table in use by others, or work that exceeds one request; a retry continues it."""

    def __init__(self) -> None:
        sentence = say("This table is busy just now. Nothing is lost; try again in a moment.")
        super().__init__(sentence, 503)


class ConcurrentChange(Refused):
    """A conflict with another process that changed the table; the command is retried on its new state."""

    def __init__(self) -> None:
        super().__init__(say("Somebody was faster. Here is the table now."))


class DamagedTable(Refused):
    """A table that cannot be restored from its row and log; it is stopped with this stored sentence."""

    def __init__(self, word: str = "") -> None:
        self.word = word or stored_sentence(
            "The saved data of this table is damaged, so it cannot go on."
        )
        super().__init__(say_stored(self.word))


class NewerDatabase(Refused):
    """A database that a newer version of this program has migrated."""

    def __init__(self) -> None:
        super().__init__(
            "the database is of a newer version of Rulewright; this server is too old for it", 503
        )
