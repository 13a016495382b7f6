"""A course that a game may have taken: every step from the beginning to where it stands, each as the log has it.

All states in it come from rules that were played; nothing of the game that the log is of goes into it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from itertools import accumulate
from operator import or_

from rulewright.game.engine import State
from rulewright.knowledge.lot import Lot
from rulewright.knowledge.replay import Replay
from rulewright.knowledge.steps import Step, Steps, of_words
from rulewright.knowledge.table import Swap, Table


class Course:
    """A course that fits the log as far as it goes; `steps[n]` leads to the log's look number n."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.steps = Steps(table.forms)
        self._seen: list[list[int]] | None = None
        self._shuffles: list[tuple[int, int]] | None = None

    def copy(self) -> Course:
        """The same, to be changed apart from this one."""
        other = Course(self.table)
        other.steps = self.steps.copy()
        return other

    def before(self, number: int) -> State:
        """The state from which a step begins."""
        return self.steps.states[number - 1] if number else self.table.base

    def add(self, step: Step) -> None:
        """Go on by a step that fits."""
        self.steps.append(step)
        self._seen = self._shuffles = None

    def splice(self, steps: Steps) -> None:
        """Put other steps in the place of as many, or of all that there are."""
        first, end = steps.first, steps.first + len(steps)
        if self.steps.sets[first:end] != steps.sets:
            self._shuffles = None
        self.steps.put(steps)
        self._seen = None

    def cut(self, number: int) -> None:
        """Drop the steps from one on."""
        self.steps.cut(number)
        self._seen = self._shuffles = None

    def replayed(
        self,
        first: int,
        changed: Step,
        swap: Swap | None = None,
        again: tuple[int, Lot] | None = None,
        until: int = 0,
    ) -> Steps | None:
        """The steps from the first on with that one changed, and two cards exchanged in choices since.

        They are exchanged up to the step `until`; if that is 0, till all is as it was. In a step that is to be made
        `again` any option is drawn. None if a step does not fit the log.
        """
        return Replay(self.table, self.steps, first, changed, swap, again, until).result()

    # ------------------------------------------------------------------ what changes are judged by

    def pool(self, number: int, at: int) -> int:
        """The cards of a shuffle as bits, by the number of its step, and which it is in there."""
        return self.steps.sets[number][at]

    def known(self, number: int) -> int:
        """The cards that the seat knows after a step, as bits."""
        return self.steps.known_after(number)

    def seen_since(self, number: int) -> int:
        """The cards that the seat has known at some time since a stop, as bits."""
        if self._seen is None:
            words = self.steps.known_words()
            self._seen = [[*accumulate(reversed(each), or_, initial=0)] for each in words]
        at = max(len(self.steps) - number, 0)
        return of_words([each[at] for each in self._seen])

    def shuffles(self) -> list[tuple[int, int]]:
        """All shuffles: the number of the step, and which it is in there."""
        if self._shuffles is None:
            self._shuffles = [
                (number, at)
                for number, sets in enumerate(self.steps.sets)
                if sets
                for at in range(len(sets))
            ]
        return self._shuffles

    def count_of_shuffles(self) -> int:
        """How many shuffles there are."""
        return len(self.shuffles())

    def free(self) -> Sequence[int]:
        """The steps that others have taken, or chance."""
        return self.table.free(len(self.steps))

    def meetings(self, number: int, swap: Swap) -> list[int]:
        """The steps after this one that begin with two cards in one place without order."""
        return self.meetings_in(self.steps, number, swap)

    def meetings_in(self, steps: Steps, number: int, swap: Swap) -> list[int]:
        """Those of them that begin where one of these steps has led to."""
        last, unordered = len(self.steps) - 1 - steps.first, self.table.unordered
        first = max(number - steps.first, 0)
        ones, others = (steps.states.places(card, first, min(last, len(steps))) for card in swap)
        return [
            at
            for at, (one, other) in enumerate(
                zip(ones, others, strict=True), steps.first + first + 1
            )
            if one == other and one in unordered
        ]


class Change:
    """A course with some of its steps replaced, to be judged before they are."""

    def __init__(self, course: Course, found: Steps) -> None:
        self.course, self.found = course, found
        self.end = found.first + len(found)

    def pool(self, number: int, at: int) -> int:
        """As of a course; of a step that is replaced."""
        return self.found.sets[number - self.found.first][at]

    def known(self, number: int) -> int:
        """As of a course; of a step that is replaced."""
        return self.found.known_after(number - self.found.first)

    def seen_since(self, number: int) -> int:
        """As of a course; of a step that is replaced."""
        words = self.found.known_words(number - self.found.first)
        return self.course.seen_since(self.end) | of_words([reduce(or_, each, 0) for each in words])

    def count_of_shuffles(self) -> int:
        """How many shuffles there are then."""
        old, new = self.course.steps.sets[self.found.first : self.end], self.found.sets
        more = sum(map(len, new)) - sum(map(len, old)) if old != new else 0
        return len(self.course.shuffles()) + more

    def meetings(self, number: int, swap: Swap) -> list[int]:
        """As of a course; after the first step that is replaced."""
        found = self.course.meetings_in(self.found, number, swap)
        return found + self.course.meetings_in(self.course.steps, self.end, swap)
