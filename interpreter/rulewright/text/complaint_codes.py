"""The words of a complaint, and its code, which is declared where they stand."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Final, ParamSpec

from rulewright.records import Record
from rulewright.text.complaint import Complaint, Fix, Note, Severity
from rulewright.text.source import Span

P = ParamSpec("P")


class Wording(Record):
    """What a complaint says: all of it but its code, and how bad it is.

    With `fixes`, the first of them is advised, and `help` only where none of them would do.
    """

    message: str
    span: Span | None
    notes: tuple[Note, ...] = ()
    help: str | None = None
    fixes: tuple[Fix, ...] = ()


DECLARED: Final[dict[str, Callable[..., Wording]]] = {}
"""Every code that an imported module declares, with the function that words its complaints."""


SEVERITY_OF: Final[dict[str, Severity]] = {}
"""How bad complaints with these codes are, unless somebody sees that otherwise."""


def code(
    code: str, severity: Severity = "error"
) -> Callable[[Callable[P, Wording]], Callable[P, Complaint]]:
    """Make complaints with this code of what a function words.

    The first line of the function's documentation says in the documents what they are about.
    """

    def declare(words: Callable[P, Wording]) -> Callable[P, Complaint]:
        if code in DECLARED:
            raise ValueError(f"{code} is declared already, by {DECLARED[code].__name__}")
        DECLARED[code] = words
        SEVERITY_OF[code] = severity

        @wraps(words)
        def complain(*args: P.args, **kwargs: P.kwargs) -> Complaint:
            said = words(*args, **kwargs)
            help = said.fixes[0].help if said.fixes else said.help
            return Complaint(
                code, said.message, said.span, said.notes, help, severity, said.fixes, said.help
            )

        return complain

    return declare
