"""Complaints: what is wrong with somebody's text, as a value."""

from collections.abc import Iterable, Iterator
from typing import Final, Literal, TypeAlias

from attrs import field, frozen

from rulewright.text.source import Span

Severity: TypeAlias = Literal["error", "warning", "note"]

SEVERITIES: Final[tuple[Severity, ...]] = ("error", "warning", "note")
"""All severities, the worst first."""

SortKey: TypeAlias = tuple[str, int, int, int, str, str]


@frozen
class Note:
    """A further place with what is to be seen there ("first given here")."""

    span: Span
    message: str


def _as_tuple(notes: Iterable[Note]) -> tuple[Note, ...]:
    return tuple(notes)


@frozen
class Complaint:
    """One thing that is wrong, or odd, in a text.

    `code` is stable ("E0102"), and is what people look up. `message` says by itself what was
    found and what was expected. `span` is None only when no place in a text is to blame. `help`
    says what to do about it. Two complaints that say the same of the same place are equal.
    """

    code: str
    message: str
    span: Span | None
    notes: tuple[Note, ...] = field(default=(), converter=_as_tuple)
    help: str | None = None
    severity: Severity = "error"

    @property
    def sort_key(self) -> SortKey:
        """Orders by file, then place, then the worst first; no place comes before all places."""
        name, start, end = "", 0, 0
        if self.span is not None:
            name, start, end = self.span.source.name, self.span.start, self.span.end
        return name, start, end, SEVERITIES.index(self.severity), self.code, self.message


def in_order(complaints: Iterable[Complaint]) -> tuple[Complaint, ...]:
    """Return `complaints` in the order in which a reader meets their places."""
    return tuple(sorted(complaints, key=lambda complaint: complaint.sort_key))


class RulesError(Exception):
    """Somebody's rules or edition cannot be used; `complaints` says all that is wrong.

    `str()` of it is the text shown to people, without colour.
    """

    complaints: tuple[Complaint, ...]

    def __init__(self, complaints: Iterable[Complaint]) -> None:
        """Take the complaints in any order; they are put in that of their places."""
        self.complaints = in_order(complaints)
        # Exceptions are pickled by their args, and a worker process must be able to send this.
        super().__init__(self.complaints)

    def __str__(self) -> str:
        """Return the complaints as text."""
        # Imported late: showing needs complaints, and only an error's text needs showing.
        from rulewright.text.show import show_complaints

        return show_complaints(self.complaints)


class Complaints:
    """Gathers the complaints of a load, so that all of them can be told at once.

    Exact duplicates are dropped: two passes may stumble over the same mistake.
    """

    def __init__(self, complaints: Iterable[Complaint] = ()) -> None:
        """Begin with `complaints`."""
        # A dict keeps the order of arrival, which a set would not.
        self._kept: dict[Complaint, None] = dict.fromkeys(complaints)

    def add(self, complaint: Complaint) -> None:
        """Keep `complaint`, unless the very same one is kept already."""
        self._kept[complaint] = None

    def extend(self, complaints: Iterable[Complaint]) -> None:
        """Keep each of `complaints`."""
        self._kept.update(dict.fromkeys(complaints))

    @property
    def has_errors(self) -> bool:
        """Whether one of them is an error; warnings and notes do not count."""
        return any(complaint.severity == "error" for complaint in self._kept)

    def in_order(self) -> tuple[Complaint, ...]:
        """Return all that was kept, by file, line and column."""
        return in_order(self._kept)

    def raise_if_errors(self) -> None:
        """Raise RulesError with all complaints, warnings too, if one of them is an error."""
        if self.has_errors:
            raise RulesError(self._kept)

    def __iter__(self) -> Iterator[Complaint]:
        """Go through what was kept, in order of arrival."""
        return iter(self._kept)

    def __len__(self) -> int:
        """Return how many complaints are kept."""
        return len(self._kept)
