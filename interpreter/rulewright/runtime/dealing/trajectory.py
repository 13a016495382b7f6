"""A course that a game may have taken: every step from the beginning to where it stands, each as the log has it.

All states in it come from rules that were played; nothing of the game that the log is of goes into it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from itertools import accumulate
from operator import or_

from rulewright.runtime.dealing.card_paths import (
    Parting,
    are_apart,
    choices_in,
    meetings_in,
    partings_in,
    shuffles_in,
)
from rulewright.runtime.dealing.dealing_context import Swap, Table
from rulewright.runtime.dealing.replay import Replay
from rulewright.runtime.dealing.rng import Lot
from rulewright.runtime.dealing.trajectory_steps import Step, Steps, of_words
from rulewright.runtime.game.engine import State


class Course:
    """A course that fits the log as far as it goes; `steps[n]` leads to the log's look number n."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.steps = Steps(table.forms)
        self._seen: list[list[int]] | None = None
        self._shuffles: list[Parting] | None = None
        self._gains: dict[int, float] = {}

    def copy(self) -> Course:
        """The same, to be changed apart from this one."""
        other = Course(self.table)
        other.steps = self.steps.copy()
        other._gains = self._gains.copy()
        return other

    def before(self, number: int) -> State:
        """The state from which a step begins."""
        return self.steps.states[number - 1] if number else self.table.base

    def chosen(self, number: int) -> int:
        """What was chosen in a step."""
        return self.steps.chosen[number]

    def count(self, number: int) -> int:
        """How many options there were in a step."""
        return self.steps.options[number]

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
        for number in [number for number in self._gains if first <= number < end]:
            del self._gains[number]

    def cut(self, number: int) -> None:
        """Drop the steps from one on."""
        self.steps.cut(number)
        self._seen = self._shuffles = None
        self._gains = {at: gain for at, gain in self._gains.items() if at < number}

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

    def gain(self, number: int) -> float:
        """How much likelier what was chosen in a step is by the policy than by lot; see `Guesses.gain`."""
        if number not in self._gains:
            assert self.table.guesses is not None
            made = self.before(number), self.chosen(number)
            self._gains[number] = self.table.guesses.gain(number, *made)
        return self._gains[number]

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

    def shuffles(self) -> list[Parting]:
        """All shuffles: the number of the step, and which it is in there."""
        if self._shuffles is None:
            self._shuffles = shuffles_in(self.steps)
        return self._shuffles

    def count_of_shuffles(self) -> int:
        """How many shuffles there are."""
        return len(self.shuffles())

    def free(self) -> Sequence[int]:
        """The steps that others have taken, or chance."""
        return self.table.free(len(self.steps))

    def hidden_now(self) -> int:
        """The cards that the seat does not know where the course stands, as bits."""
        return ~self.known(len(self.steps) - 1)

    def are_apart(self, swap: Swap) -> bool:
        """Whether two cards lie in two places now."""
        return are_apart(self.steps, swap)

    def partings(self, swap: Swap) -> list[Parting]:
        """Where the ways of two cards may have parted, the last first."""
        return partings_in(self.steps, self.shuffles(), swap)

    def choices(self, number: int, swap: Swap) -> list[int]:
        """The steps after this one in which one of two cards was chosen."""
        return choices_in(self.table, self.steps, number + 1, swap)

    def meetings(self, number: int, swap: Swap) -> list[int]:
        """The steps after this one that begin with two cards in one place without order."""
        return meetings_in(self.table, self.steps, number + 1, len(self.steps), swap)


class Change:
    """A course with some of its steps replaced, to be judged before they are."""

    def __init__(self, course: Course, found: Steps) -> None:
        self.course, self.found, self.table = course, found, course.table
        self.end = found.first + len(found)
        self._to_end = self.end == len(course.steps)

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

    def before(self, number: int) -> State:
        """As of a course; of a step that is replaced."""
        at = number - self.found.first
        return self.found.states[at - 1] if at else self.course.before(number)

    def chosen(self, number: int) -> int:
        """As of a course; of a step that is replaced."""
        return self.found.chosen[number - self.found.first]

    def count(self, number: int) -> int:
        """As of a course; of a step that is replaced."""
        return self.found.options[number - self.found.first]

    def count_of_shuffles(self) -> int:
        """How many shuffles there are then."""
        old, new = self.course.steps.sets[self.found.first : self.end], self.found.sets
        more = sum(map(len, new)) - sum(map(len, old)) if old != new else 0
        return len(self.course.shuffles()) + more

    def hidden_now(self) -> int:
        """As of a course."""
        return ~self.known(self.end - 1) if self._to_end else self.course.hidden_now()

    def are_apart(self, swap: Swap) -> bool:
        """As of a course."""
        return are_apart(self.found if self._to_end else self.course.steps, swap)

    def partings(self, swap: Swap) -> list[Parting]:
        """As of a course; in the steps that are replaced."""
        return partings_in(self.found, shuffles_in(self.found), swap)

    def choices(self, number: int, swap: Swap) -> list[int]:
        """As of a course; after the first step that is replaced."""
        table, steps = self.table, self.course.steps
        return choices_in(table, self.found, number + 1, swap) + choices_in(
            table, steps, self.end, swap
        )

    def meetings(self, number: int, swap: Swap) -> list[int]:
        """As of a course; after the first step that is replaced."""
        table, steps, end = self.table, self.course.steps, len(self.course.steps)
        return meetings_in(table, self.found, number + 1, end, swap) + meetings_in(
            table, steps, self.end + 1, end, swap
        )
