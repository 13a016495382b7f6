"""What the checker says of a mutant, and how good that is."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from attrs import define, frozen

from checks.kit import check_open
from rulewright.language.text import Complaint
from tools.corpus.mutants import Mutant

_QUOTED: Final = re.compile(r"`([^`]+)`")
_LITTLE: Final = 24
"""A complaint that takes in so many letters more than the mistake is about it all the same."""


@frozen
class Judged:
    """What was said of one mutant."""

    mutant: Mutant
    complaints: tuple[Complaint, ...]
    fault: str | None = None

    @property
    def first(self) -> Complaint | None:
        """What a reader sees first."""
        return self.complaints[0] if self.complaints else None

    @property
    def found(self) -> bool:
        """Whether anything was said."""
        return bool(self.complaints)

    @property
    def on_line(self) -> bool:
        """Whether the first complaint begins on a line of the mistake."""
        span = self._span
        if span is None:
            return False
        lines = [self._line(place) for place in self.mutant.damaged]
        return lines[0] <= span[2] <= lines[1]

    @property
    def on_token(self) -> bool:
        """Whether the first complaint is about the mistake and little else."""
        span = self._span
        if span is None or not self.on_line:
            return False
        start, end = self.mutant.damaged
        if self.mutant.sort.group == "senseless" and span[0] <= start and end <= span[1]:
            return True  # what makes no sense is a whole condition
        touches = span[0] <= end + 1 and span[1] >= start - 1
        return touches and span[0] >= start - _LITTLE and span[1] <= end + _LITTLE

    @property
    def suggested(self) -> bool | None:
        """Whether the first suggestion is right; None where there is none to make."""
        right = self.mutant.edit.right
        if right is None:
            return None
        if self.first is None or self.first.help is None:
            return False
        said = _QUOTED.findall(self.first.help)
        help = self.first.help
        if right == "":
            return "leave" in help or bool(
                said and _plain(said[0]) in _plain(self.mutant.material.text)
            )
        if not said:
            return right in help
        before = _plain(self.mutant.material.text)
        return said[0] == right or (right in said[0] and _plain(said[0]) in before)

    @property
    def _span(self) -> tuple[int, int, int] | None:
        first = self.first
        if first is None or first.span is None:
            return None
        path, name = str(self.mutant.material.path), first.span.source.name
        if not path.endswith(name.removeprefix("./")) and not name.endswith(path):
            return None
        return first.span.start, first.span.end, first.span.line

    def _line(self, place: int) -> int:
        return self.mutant.text.count("\n", 0, place) + 1


def _plain(text: str) -> str:
    return " ".join(text.split())


def judged(mutant: Mutant) -> Judged:
    """Check a mutant."""
    one = mutant.material
    try:
        return Judged(mutant, check_open(one.edition, {one.path: mutant.text}))
    except Exception as error:  # a traceback is what is looked for here
        return Judged(mutant, (), f"{type(error).__name__}: {error}")


@define
class Figures:
    """How often it was right, of how many."""

    name: str
    count: int = 0
    found: int = 0
    on_token: int = 0
    on_line: int = 0
    suggestions: int = 0
    suggested: int = 0
    several: int = 0
    faults: int = 0

    def add(self, one: Judged) -> None:
        """Count one mutant."""
        self.count += 1
        self.found += one.found
        self.on_token += one.on_token
        self.on_line += one.on_line
        self.suggestions += one.suggested is not None
        self.suggested += one.suggested is True
        self.several += len(one.complaints) > 1
        self.faults += one.fault is not None

    def share(self, what: str) -> float:
        """A figure in hundredths of all, or of those that have a right word."""
        of = self.suggestions if what == "suggested" else self.count
        count: int = getattr(self, what)
        return 100 * count / of if of else 100.0 * (what not in ("several", "faults"))


def figures(judgements: Iterable[Judged]) -> dict[str, Figures]:
    """The figures of each sort, of each group (form, senseless, further, last, harmless), and of all mistakes."""
    found: dict[str, Figures] = {}
    for one in judgements:
        kind = one.mutant.sort
        names = [kind.name, kind.group.upper()] + ["ALL"] * (kind.group in ("form", "senseless"))
        for name in names:
            found.setdefault(name, Figures(name)).add(one)
    return found
