"""Determinizations sampled from one seat's log: games that this seat cannot distinguish from its own.

Several Markov chains over the trajectories that agree with the log follow it as it grows. A determinization is a
function of the log and the seed, whenever and however often it is drawn. Indistinguishable games therefore get
equal determinizations.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import Final

from rulewright.runtime.dealing.dealing_context import DealingContext
from rulewright.runtime.dealing.initial.future_constraints import derive_constraints
from rulewright.runtime.dealing.initial.initial_trajectory import extend
from rulewright.runtime.dealing.mcmc import walk
from rulewright.runtime.dealing.opponent_policy import Policy
from rulewright.runtime.dealing.rng import RandomStream
from rulewright.runtime.dealing.trajectory import Trajectory
from rulewright.runtime.game.engine import Engine
from rulewright.runtime.observation.seat_log import SeatLog

CHAINS: Final = 16
"""The number of Markov chains, each with its own start."""

SETTLING: Final = 4
"""Proposals tried at each decision of the seat, before the chain is extended."""

AGAIN: Final = 2
"""Attempts to extend a chain from its present trajectory."""

BEGINNINGS: Final = 4
"""Attempts in all; those after `AGAIN` begin at the start of the game."""

CHANGES: Final = 120
"""Proposals between a chain and a determinization drawn from it."""

IN_TURN: Final = 2
"""Chains used for long series of determinizations: setting one up costs as much as some hundred proposals."""

BETWEEN: Final = 8
"""Proposals between two determinizations of one chain in a series: fewer give strongly correlated ones."""


class NoCourse(Exception):
    """Raised if no trajectory agrees with a log."""

    def __init__(self) -> None:
        super().__init__("no game was found that fits what the seat knows")


class Dealer:
    """A sampler of determinizations for one seat, whose log may grow in between."""

    def __init__(
        self, engine: Engine, seat: int, log: SeatLog, seed: int = 0, policy: Policy | None = None
    ) -> None:
        """Set up the sampler; `seed` distinguishes samplers, and without `policy` other seats choose uniformly.

        Raises ValueError if `log` belongs to another seat.
        """
        if seat != log.seat:
            raise ValueError(f"the log is that of seat {log.seat}, not of {seat}")
        self.table, self.seed = DealingContext(engine, log, policy), seed
        self._chains: dict[int, Trajectory] = {}
        self._ends: dict[int, tuple[int, Trajectory | None]] = {}
        self._lost: set[int] = set()

    def deal(self, seed: int, changes: int = CHANGES) -> Trajectory:
        """Return a trajectory that agrees with the log, after `changes` MCMC proposals. Raises NoCourse."""
        course = self.chain(seed % CHAINS).copy()
        walk(course, RandomStream(self.seed, seed, len(course.steps)), changes)
        return course

    def deals(self, seed: int) -> Iterator[Trajectory]:
        """Yield trajectories that agree with the log, without end; each is valid until the next one.

        `IN_TURN` chains take turns and walk `BETWEEN` proposals each time. A chain is set up when its turn first
        comes, so a few samples are cheap. Raises NoCourse.
        """
        courses: list[Trajectory] = []
        for number in count():
            if number < IN_TURN:
                # Spread the chains: if one is stuck, `chain` takes its successor, which should not be used already.
                courses.append(self.chain(number * (CHAINS // IN_TURN)).copy())
            course = courses[number % IN_TURN]
            walk(course, RandomStream(self.seed, seed, len(course.steps), number), BETWEEN)
            yield course

    def chain(self, number: int) -> Trajectory:
        """Return the chain `number`, or the next one not stuck; callers must not change it. Raises NoCourse."""
        for other in range(CHAINS):
            which = (number + other) % CHAINS
            course = self._kept_up(which) if which not in self._lost else None
            if course is not None:
                return course
        raise NoCourse

    def _kept_up(self, number: int) -> Trajectory | None:
        """Return a chain extended to the end of the log; None if it cannot be.

        The chain is cached only at decisions of the seat itself: later observations help to extend it up to
        there. So the result does not depend on when the caller asked before.
        """
        looks = self.table.log.looks
        count, found = self._ends.get(number, (0, None))
        if count == len(looks):
            return found
        course = self._chains.get(number, Trajectory(self.table))
        for turn in self._turns(len(course.steps), len(looks)):
            found = self._taken_up(course, number, turn)
            if found is None:
                # A longer log cannot agree either, so the chain is given up for good.
                self._lost.add(number)
                return None
            self._chains[number] = course = found
        is_there = len(course.steps) == len(looks)
        found = course if is_there else self._taken_up(course, number, len(looks) - 1)
        self._ends[number] = len(looks), found
        return found

    def _turns(self, first: int, last: int) -> list[int]:
        """Return the observations from `first` to before `last` at which the seat decides."""
        log = self.table.log
        return [at for at in range(first, last) if log.looks[at].decider == log.seat]

    def _taken_up(self, course: Trajectory, number: int, last: int) -> Trajectory | None:
        """Return a chain extended to observation `last`; None if every attempt fails.

        The first `AGAIN` attempts extend a copy of `course`, later ones begin at the start of the game, each with
        another random stream.
        """
        for attempt in range(BEGINNINGS):
            other = course.copy() if attempt < AGAIN else Trajectory(self.table)
            if self._go_on(other, number, last, attempt):
                return other
        return None

    def _go_on(self, course: Trajectory, number: int, last: int, attempt: int) -> bool:
        """Extend a chain to observation `last` and return success; it walks at each decision of the seat."""
        for turn in dict.fromkeys([*self._turns(len(course.steps), last), last]):
            first = max(0, len(course.steps) - 1)
            ahead = derive_constraints(self.table.eyes, self.table.log.looks, first, turn)
            while len(course.steps) <= turn:
                lot = RandomStream(self.seed, number, len(course.steps), attempt)
                if not extend(course, lot, ahead):
                    return False
            walk(course, lot, SETTLING)
        return True
