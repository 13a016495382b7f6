"""Complaints: what is wrong with somebody's text, as a value; its code is declared where its words stand."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import wraps
from typing import Final, Literal, ParamSpec, TypeAlias

from rulewright.base.records import Record, field
from rulewright.language.text.source import Span

Severity: TypeAlias = Literal["error", "warning", "note"]

SEVERITIES: Final[tuple[Severity, ...]] = ("error", "warning", "note")
"""All severities, the worst first."""

SortKey: TypeAlias = tuple[str, int, int, int, str, str]


class Note(Record):
    """A further place with what is to be seen there ("first given here")."""

    span: Span
    message: str


class Fix(Record):
    """A change of the text after which it may be right: what stands in place of a part, and how that is advised.

    It `restores` if only a spelling, a sign, a blank or a small word is put right by it; whatever does more is for
    people to judge, and made by nobody else.
    """

    span: Span
    text: str
    help: str
    restores: bool = False


class Complaint(Record):
    """One thing that is wrong, or odd, in a text.

    `code` is stable ("E0102"), and is what people look up. `message` says by itself what was
    found and what was expected. `span` is None only when no place in a text is to blame. `help`
    says what to do about it. Two complaints that say the same of the same place are equal.

    `fixes` are changes that may help, the likeliest first; `hint` is advised when none of them does. The help
    was `tried` if what it says is known to help. Where nothing is known, `perhaps` has examples of the
    language, which are no answers; how somebody is helped makes no difference between complaints.
    """

    code: str
    message: str
    span: Span | None
    notes: tuple[Note, ...] = ()
    help: str | None = field(default=None, eq=False)
    severity: Severity = "error"
    fixes: tuple[Fix, ...] = field(default=(), eq=False)
    hint: str | None = field(default=None, eq=False)
    tried: bool = field(default=False, eq=False)
    perhaps: tuple[str, ...] = field(default=(), eq=False)

    @property
    def sort_key(self) -> SortKey:
        """Orders by file, then place, then the worst first; no place comes before all places."""
        name, start, end = "", 0, 0
        if self.span is not None:
            name, start, end = self.span.source.name, self.span.start, self.span.end
        return name, start, end, SEVERITIES.index(self.severity), self.code, self.message


def in_order(complaints: Iterable[Complaint]) -> tuple[Complaint, ...]:
    """Return `complaints` as a reader meets their places; files with what causes other complaints come first."""
    found = tuple(complaints)
    files: dict[str, int] = {}
    for complaint in found:
        name = complaint.sort_key[0]
        files[name] = min(files.get(name, len(_CAUSES)), _cause(complaint))
    return tuple(sorted(found, key=lambda each: (files[each.sort_key[0]], each.sort_key)))


_CAUSES: Final = (
    ("E00", "E01", "Y0", "W"),
    ("E0213", "E0242", "E0243", "E0118", "E0926"),
    ("E02", "E03"),
    ("E04", "E05"),
    ("E06",),
)
"""The beginnings of codes, those of mistakes that cause others first."""


def _cause(complaint: Complaint) -> int:
    """How likely a complaint is due to other ones."""
    if complaint.span is None:
        return -1
    ranks = (rank for rank, codes in enumerate(_CAUSES) if complaint.code.startswith(codes))
    usual = len(_CAUSES) - (complaint.severity == "error")
    return next(ranks, usual)


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
