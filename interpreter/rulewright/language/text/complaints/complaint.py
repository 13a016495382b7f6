"""Complaints: diagnostics about a source text. Each code is declared at the function that words its complaint."""

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


class SpanNote(Record):
    """A second place in a complaint, with a message such as "first given here"."""

    span: Span
    message: str


class Fix(Record):
    """A text edit that may correct a mistake: a span, its replacement, and a sentence that suggests the edit.

    It `restores` if it only corrects a spelling, a sign, a blank or a small word. Only such fixes are applied
    automatically.
    """

    span: Span
    text: str
    help: str
    restores: bool = False


class Complaint(Record):
    """A diagnostic about a text: an error, a warning or a note.

    `code` is stable ("E0102"), and users look it up. `message` by itself says what was found and what was
    expected. `span` is None only if no place in a text is at fault. `help` suggests what to do.

    `fixes` are possible edits, the likeliest first; `hint` is the suggestion if none of them works. `tried` is
    set if the suggested fix was verified. If no fix is known, `perhaps` has examples of the language. Complaints
    are compared without their help.
    """

    code: str
    message: str
    span: Span | None
    notes: tuple[SpanNote, ...] = ()
    help: str | None = field(default=None, eq=False)
    severity: Severity = "error"
    fixes: tuple[Fix, ...] = field(default=(), eq=False)
    hint: str | None = field(default=None, eq=False)
    tried: bool = field(default=False, eq=False)
    perhaps: tuple[str, ...] = field(default=(), eq=False)

    @property
    def sort_key(self) -> SortKey:
        """A sort key: by file, place and severity (worst first); complaints without a place come first."""
        name, start, end = "", 0, 0
        if self.span is not None:
            name, start, end = self.span.source.name, self.span.start, self.span.end
        return name, start, end, SEVERITIES.index(self.severity), self.code, self.message


def sort_complaints(complaints: Iterable[Complaint]) -> tuple[Complaint, ...]:
    """Return complaints sorted by place; files whose errors probably cause others come first."""
    unsorted = tuple(complaints)
    files: dict[str, int] = {}
    for complaint in unsorted:
        name = complaint.sort_key[0]
        files[name] = min(files.get(name, len(_CAUSES)), _cause_rank(complaint))
    return tuple(sorted(unsorted, key=lambda each: (files[each.sort_key[0]], each.sort_key)))


_CAUSES: Final = (
    ("E00", "E01", "Y0", "W"),
    ("E0213", "E0242", "E0243", "E0118", "E0926"),
    ("E02", "E03"),
    ("E04", "E05"),
    ("E06",),
)
"""Prefixes of codes in ranks; mistakes of earlier ranks cause those of later ones."""


def _cause_rank(complaint: Complaint) -> int:
    """Return how likely a complaint causes others, as a sort key: the lower, the likelier."""
    if complaint.span is None:
        return -1
    ranks = (rank for rank, codes in enumerate(_CAUSES) if complaint.code.startswith(codes))
    usual = len(_CAUSES) - (complaint.severity == "error")
    return next(ranks, usual)


P = ParamSpec("P")


class Wording(Record):
    """The message, place, notes and help of a complaint, without its code and severity.

    With `fixes`, the first of them is suggested; `help` is used only if none of them works.
    """

    message: str
    span: Span | None
    notes: tuple[SpanNote, ...] = ()
    help: str | None = None
    fixes: tuple[Fix, ...] = ()


DECLARED: Final[dict[str, Callable[..., Wording]]] = {}
"""All codes declared by imported modules, with the functions that word their complaints."""


SEVERITY_OF: Final[dict[str, Severity]] = {}
"""The default severity of each code."""


def code(
    code: str, severity: Severity = "error"
) -> Callable[[Callable[P, Wording]], Callable[P, Complaint]]:
    """Return a decorator that makes complaints with this code of the wordings that a function returns.

    The first line of the function's docstring describes the code in the documentation.
    """

    def declare(words: Callable[P, Wording]) -> Callable[P, Complaint]:
        """Return the function `words` wrapped to return complaints. Raises ValueError for a code in use."""
        if code in DECLARED:
            raise ValueError(f"{code} is declared already, by {DECLARED[code].__name__}")
        DECLARED[code] = words
        SEVERITY_OF[code] = severity

        @wraps(words)
        def complain(*args: P.args, **kwargs: P.kwargs) -> Complaint:
            """Return the complaint with this code, worded by `words`."""
            wording = words(*args, **kwargs)
            help = wording.fixes[0].help if wording.fixes else wording.help
            return Complaint(
                code,
                wording.message,
                wording.span,
                wording.notes,
                help,
                severity,
                wording.fixes,
                wording.help,
            )

        return complain

    return declare
