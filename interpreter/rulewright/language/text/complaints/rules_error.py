"""The collector of complaints while rules are loaded, and the exception that carries them."""

from collections.abc import Callable, Iterable, Iterator
from typing import Final

from rulewright.language.text.complaints.complaint import Complaint, sort_complaints
from rulewright.language.text.complaints.printing import show_complaints

MOST_KEPT: Final = 1_000
DeferredChecks = list[Callable[[], None]]
"""Deferred checks; each adds its complaints to its own collector."""


class RulesError(Exception):
    """Raised if rules or an edition cannot be used; `complaints` lists everything wrong with them.

    Its `str()` is the text shown to people, without colour.
    """

    complaints: tuple[Complaint, ...]

    def __init__(self, complaints: Iterable[Complaint]) -> None:
        """Create the exception; the complaints are sorted by place."""
        self.complaints = sort_complaints(complaints)
        # Exceptions are pickled by their args; worker processes send this one.
        super().__init__(self.complaints)

    @property
    def messages(self) -> str:
        """The messages of all complaints in one line, without places and help."""
        return "; ".join(each.message for each in self.complaints)

    def __str__(self) -> str:
        """Return the complaints as text."""
        return show_complaints(self.complaints)


class Complaints:
    """A collector of complaints, so that all mistakes in rules and editions are reported together.

    Exact duplicates are dropped, since two passes may report the same mistake. After MOST_KEPT complaints only
    the first error is still added, if there was none.
    """

    def __init__(
        self, complaints: Iterable[Complaint] = (), later: DeferredChecks | None = None
    ) -> None:
        """Start with `complaints`; if a list `later` is given, slow checks are put there instead of run."""
        self.later = later
        # A dict keeps the order of arrival, which a set would not.
        self._kept: dict[Complaint, None] = dict.fromkeys(complaints)

    def add(self, complaint: Complaint) -> None:
        """Add a complaint unless it is a duplicate; a duplicate with verified help replaces the earlier one."""
        if complaint in self._kept:
            if complaint.tried:
                self.replace(complaint, complaint)
        elif len(self._kept) < MOST_KEPT or not (self.has_errors or complaint.severity != "error"):
            self._kept[complaint] = None

    def extend(self, complaints: Iterable[Complaint]) -> None:
        """Add several complaints, each as by `add`."""
        for complaint in complaints:
            self.add(complaint)

    def defer(self, look: Callable[[], None]) -> None:
        """Run the slow check `look` now or, if a list `later` was given, append it there."""
        if self.later is None:
            look()
        else:
            self.later.append(look)

    def defer_steps(self, work: Iterator[None]) -> None:
        """Run all steps of a slow check now or, if a list `later` was given, one step at a time from there.

        Once begun, its steps come before the other deferred checks.
        """

        def step() -> None:
            """Run one step of the check, and put this function first in `later` again if steps remain."""
            if next(work, self) is None and self.later is not None:
                self.later.insert(0, step)

        if self.later is None:
            for _ in work:
                pass
        else:
            self.later.append(step)

    def reset_to(self, complaints: Iterable[Complaint]) -> None:
        """Replace all collected complaints by these."""
        self._kept = dict.fromkeys(complaints)

    def replace(self, earlier: Complaint, later: Complaint | None) -> None:
        """Replace the complaint `earlier` by `later`, or remove it if `later` is None."""
        updated = (later if each == earlier else each for each in self._kept)
        self._kept = dict.fromkeys(each for each in updated if each is not None)

    @property
    def is_full(self) -> bool:
        """Whether no further complaint, not even an error, will be added, so that wording one is useless."""
        return len(self._kept) >= MOST_KEPT and self.has_errors

    @property
    def has_errors(self) -> bool:
        """Whether an error is among the complaints; warnings and notes do not count."""
        return any(complaint.severity == "error" for complaint in self._kept)

    def in_order(self) -> tuple[Complaint, ...]:
        """Return all collected complaints, sorted by place."""
        return sort_complaints(self._kept)

    def raise_if_errors(self) -> None:
        """Raise RulesError with all complaints, including warnings, if an error is among them."""
        if self.has_errors:
            raise RulesError(self._kept)

    def __iter__(self) -> Iterator[Complaint]:
        """Iterate over the complaints in order of arrival."""
        return iter(self._kept)

    def __len__(self) -> int:
        """Return the number of complaints."""
        return len(self._kept)
