"""All complaints of a load: gathered, and as the error that they end in."""

from collections.abc import Callable, Iterable, Iterator
from typing import Final

from rulewright.language.text.complaints.complaint import Complaint, in_order
from rulewright.language.text.complaints.printing import show_complaints

MOST_KEPT: Final = 1_000
Later = list[Callable[[], None]]
"""What is still to be looked for, each a step that adds what it finds to the complaints that it is about."""


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
        return show_complaints(self.complaints)


class Complaints:
    """Gathers the complaints of a load, so that all of them can be told at once.

    Exact duplicates are dropped: two passes may stumble over the same mistake. Of more than a thousand only the
    first are kept, and one error at least, if there is any.
    """

    def __init__(self, complaints: Iterable[Complaint] = (), later: Later | None = None) -> None:
        """Begin with `complaints`; with a list for `later`, what takes long to find is put by there."""
        self.later = later
        # A dict keeps the order of arrival, which a set would not.
        self._kept: dict[Complaint, None] = dict.fromkeys(complaints)

    def add(self, complaint: Complaint) -> None:
        """Keep `complaint`, unless the very same one is kept already; of two that one whose help was tried."""
        if complaint in self._kept:
            if complaint.tried:
                self.replace(complaint, complaint)
        elif len(self._kept) < MOST_KEPT or not (self.has_errors or complaint.severity != "error"):
            self._kept[complaint] = None

    def extend(self, complaints: Iterable[Complaint]) -> None:
        """Keep each of `complaints`."""
        for complaint in complaints:
            self.add(complaint)

    def at_rest(self, look: Callable[[], None]) -> None:
        """Look for what takes long to find: now, or when it is taken from the list for `later`."""
        if self.later is None:
            look()
        else:
            self.later.append(look)

    def in_steps(self, work: Iterator[None]) -> None:
        """Look for what takes long to find: now, or a step each time, before all else that is put by."""

        def step() -> None:
            if next(work, self) is None and self.later is not None:
                self.later.insert(0, step)

        if self.later is None:
            for _ in work:
                pass
        else:
            self.later.append(step)

    def begin_anew(self, complaints: Iterable[Complaint]) -> None:
        """Keep these instead of all that was kept."""
        self._kept = dict.fromkeys(complaints)

    def replace(self, earlier: Complaint, later: Complaint | None) -> None:
        """Say another thing in place of a complaint that is kept, or nothing."""
        kept = (later if each == earlier else each for each in self._kept)
        self._kept = dict.fromkeys(each for each in kept if each is not None)

    @property
    def is_full(self) -> bool:
        """Whether no more are kept, errors neither: then nobody needs to word them."""
        return len(self._kept) >= MOST_KEPT and self.has_errors

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
