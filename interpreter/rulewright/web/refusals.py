"""What stands in the way of what somebody asks: a sentence for people, and the HTTP status that goes with it."""

from __future__ import annotations

from rulewright.language.edition.translations.program_text import say


class Refused(Exception):
    """What cannot be done; why not is said in the language that is spoken."""

    def __init__(self, sentence: str, status: int = 409) -> None:
        super().__init__(sentence)
        self.status = status


class NoTable(Refused):
    """There is no such table."""

    def __init__(self) -> None:
        super().__init__(say("There is no such table."), 404)


class OtherRules(Refused):
    """The rules are not those with which the table began."""

    def __init__(self) -> None:
        told = say("The rules have changed since this table began, so it cannot go on.")
        super().__init__(told)


class Unreachable(Refused):
    """The database does not answer. Nothing was changed, or it is not known; asking again does no harm."""

    def __init__(self, why: str) -> None:
        told = say("The tables cannot be reached just now. Nothing is lost; try again in a moment.")
        super().__init__(told, 503)
        self.why = why


class Busy(Refused):
    """Others hold what is asked for, or it takes longer than one request may: asking again goes on with it."""

    def __init__(self) -> None:
        told = say("This table is busy just now. Nothing is lost; try again in a moment.")
        super().__init__(told, 503)


class Quicker(Refused):
    """Somebody else changed the table meanwhile: the deed is done again on the table as it is now."""

    def __init__(self) -> None:
        super().__init__(say("Somebody was quicker. This is how the table stands now."))


class Damaged(Refused):
    """A table cannot be made of what was kept of it; it is stopped, and the word says so."""

    def __init__(self, word: str = "") -> None:
        super().__init__(word or say("What was kept of this table is damaged, so it cannot go on."))


class Newer(Refused):
    """The database is of a newer version of this program."""

    def __init__(self) -> None:
        super().__init__(
            "the database is of a newer version of Rulewright; this server is too old for it", 503
        )
