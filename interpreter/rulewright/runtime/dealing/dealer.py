"""Deals games from the log of a seat and nothing else: games that this seat cannot tell from the one it is in.

Several chains over the courses that fit the log are kept up as it grows. What a deal comes to is a function of the
log and of the seed, whenever and however often one asks; so games that look the same to a seat are dealt the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import Final

from rulewright.runtime.dealing.dealing_context import Table
from rulewright.runtime.dealing.initial.future_constraints import foreseen
from rulewright.runtime.dealing.initial.initial_trajectory import onward
from rulewright.runtime.dealing.mcmc import walk
from rulewright.runtime.dealing.opponent_policy import Policy
from rulewright.runtime.dealing.rng import Lot
from rulewright.runtime.dealing.trajectory import Course
from rulewright.runtime.game.engine import Engine
from rulewright.runtime.observation.seat_log import Log

CHAINS: Final = 16
"""So many chains are kept, each with a beginning of its own."""

SETTLING: Final = 4
"""So many changes are tried when the seat is asked something, before the chain goes on."""

AGAIN: Final = 2
"""So often a chain tries to go on from where it stands, and"""

BEGINNINGS: Final = 4
"""so often in all, then from the beginning."""

CHANGES: Final = 120
"""So many changes lie between a chain and a deal."""

IN_TURN: Final = 2
"""So many chains are dealt from where many games are dealt one after the other: to take one up takes as long as
some hundred changes, so few chains give more games in the same time."""

BETWEEN: Final = 8
"""So many changes lie between two of those deals from one chain: with few, much the same lies hidden in all."""


class NoCourse(Exception):
    """No course of a game was found that fits a log."""

    def __init__(self) -> None:
        super().__init__("no game was found that fits what the seat knows")


class Dealer:
    """Deals games for one seat, as often as one likes; its log may grow meanwhile."""

    def __init__(
        self, engine: Engine, seat: int, log: Log, seed: int = 0, policy: Policy | None = None
    ) -> None:
        """`seed` tells dealers from each other that are to begin otherwise; without a policy others choose by lot.

        Raises ValueError for a foreign log.
        """
        if seat != log.seat:
            raise ValueError(f"the log is that of seat {log.seat}, not of {seat}")
        self.table, self.seed = Table(engine, log, policy), seed
        self._chains: dict[int, Course] = {}
        self._ends: dict[int, tuple[int, Course | None]] = {}
        self._lost: set[int] = set()

    def deal(self, seed: int, changes: int = CHANGES) -> Course:
        """A course that fits the log, drawn by this seed. Raises NoCourse."""
        course = self.chain(seed % CHAINS).copy()
        walk(course, Lot(self.seed, seed, len(course.steps)), changes)
        return course

    def deals(self, seed: int) -> Iterator[Course]:
        """Courses that fit the log, drawn by this seed, as many as one likes; each only good till the next.

        The chains take turns, each a little further on than last time. They are taken up when it is their turn, so
        few deals are quick. Raises NoCourse.
        """
        courses: list[Course] = []
        for number in count():
            if number < IN_TURN:
                # Far from each other, so that the next one stands in for a lost one and is not the other.
                courses.append(self.chain(number * (CHAINS // IN_TURN)).copy())
            course = courses[number % IN_TURN]
            walk(course, Lot(self.seed, seed, len(course.steps), number), BETWEEN)
            yield course

    def chain(self, number: int) -> Course:
        """A chain as it is at the end of the log; not to be changed. Raises NoCourse."""
        for other in range(CHAINS):
            which = (number + other) % CHAINS
            course = self._kept_up(which) if which not in self._lost else None
            if course is not None:
                return course
        raise NoCourse

    def _kept_up(self, number: int) -> Course | None:
        """A chain that has gone on to the end of the log; None if it cannot.

        What the log shows next helps a chain on, up to where the seat is asked; only there it is kept. So it does
        not matter how far the log went whenever somebody asked.
        """
        looks = self.table.log.looks
        count, found = self._ends.get(number, (0, None))
        if count == len(looks):
            return found
        course = self._chains.get(number, Course(self.table))
        for turn in self._turns(len(course.steps), len(looks)):
            found = self._taken_up(course, number, turn)
            if found is None:
                # A longer log fits no better.
                self._lost.add(number)
                return None
            self._chains[number] = course = found
        is_there = len(course.steps) == len(looks)
        found = course if is_there else self._taken_up(course, number, len(looks) - 1)
        self._ends[number] = len(looks), found
        return found

    def _turns(self, first: int, last: int) -> list[int]:
        """The looks, of some, at which the seat is asked."""
        log = self.table.log
        return [at for at in range(first, last) if log.looks[at].decider == log.seat]

    def _taken_up(self, course: Course, number: int, last: int) -> Course | None:
        """A chain gone on to a look; where it gets stuck once more with another stream, or from the beginning."""
        for attempt in range(BEGINNINGS):
            other = course.copy() if attempt < AGAIN else Course(self.table)
            if self._go_on(other, number, last, attempt):
                return other
        return None

    def _go_on(self, course: Course, number: int, last: int, attempt: int) -> bool:
        """Whether a chain came to a look; wherever the seat is asked it walks on the way."""
        for turn in dict.fromkeys([*self._turns(len(course.steps), last), last]):
            first = max(0, len(course.steps) - 1)
            ahead = foreseen(self.table.eyes, self.table.log.looks, first, turn)
            while len(course.steps) <= turn:
                lot = Lot(self.seed, number, len(course.steps), attempt)
                if not onward(course, lot, ahead):
                    return False
            walk(course, lot, SETTLING)
        return True
