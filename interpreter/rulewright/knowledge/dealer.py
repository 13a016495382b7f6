"""Deals games from the log of a seat and nothing else: games that this seat cannot tell from the one it is in.

Several chains over the courses that fit the log are kept up as it grows. What a deal comes to is a function of the
log and of the seed, whenever and however often one asks; so games that look the same to a seat are dealt the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import Final

from rulewright.game.engine import Engine
from rulewright.knowledge.beginning import onward
from rulewright.knowledge.chain import walk
from rulewright.knowledge.log import Log
from rulewright.knowledge.lot import Lot
from rulewright.knowledge.sampled_course import Course
from rulewright.knowledge.table import Table

CHAINS: Final = 16
"""So many chains are kept, each with a beginning of its own."""

SETTLING: Final = 4
"""So many changes are tried when the seat is asked something, before the chain goes on."""

BEGINNINGS: Final = 4
"""So often a chain that cannot go on begins anew."""

CHANGES: Final = 60
"""So many changes lie between a chain and a deal."""

BETWEEN: Final = 3
"""So many changes lie between two deals from one chain, where many are dealt one after the other."""


class NoCourse(Exception):
    """No course of a game was found that fits a log."""

    def __init__(self) -> None:
        super().__init__("no game was found that fits what the seat knows")


class Dealer:
    """Deals games for one seat, as often as one likes; its log may grow meanwhile."""

    def __init__(self, engine: Engine, seat: int, log: Log, seed: int = 0) -> None:
        """`seed` tells dealers from each other that are to begin otherwise. Raises ValueError for a foreign log."""
        if seat != log.seat:
            raise ValueError(f"the log is that of seat {log.seat}, not of {seat}")
        self.table, self.seed = Table(engine, log), seed
        self._chains: dict[int, tuple[Course, int]] = {}
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
            if number < CHAINS:
                courses.append(self.chain(number).copy())
            course = courses[number % CHAINS]
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
        """A chain that has gone on to the end of the log; None if it cannot."""
        looks = len(self.table.log.looks)
        course, beginning = self._chains.get(number, (Course(self.table), 0))
        while len(course.steps) < looks:
            if not self._go_on(course, number, beginning):
                course, beginning = Course(self.table), beginning + 1
                if beginning == BEGINNINGS:
                    # A longer log fits no better.
                    self._lost.add(number)
                    return None
        self._chains[number] = course, beginning
        return course

    def _go_on(self, course: Course, number: int, beginning: int) -> bool:
        """One step more; then the chain walks, where it is the seat's turn."""
        at, log = len(course.steps), self.table.log
        lot = Lot(self.seed, number, at, beginning)
        if not onward(course, lot):
            return False
        if log.looks[at].decider == log.seat:
            walk(course, lot, SETTLING)
        return True
