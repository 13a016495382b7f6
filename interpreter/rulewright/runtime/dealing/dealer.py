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
from rulewright.runtime.dealing.mcmc import run_proposals
from rulewright.runtime.dealing.opponent_policy import Policy
from rulewright.runtime.dealing.rng import RandomStream
from rulewright.runtime.dealing.trajectory import Trajectory
from rulewright.runtime.game.engine import GameEngine
from rulewright.runtime.observation.seat_log import SeatLog

CHAINS: Final = 16
"""The number of Markov chains, each with its own start."""

SETTLING_PROPOSALS: Final = 4
"""Proposals tried at each decision of the seat, before the chain is extended."""

ATTEMPTS_TO_EXTEND: Final = 2
"""Attempts to extend a chain from its present trajectory."""

ATTEMPTS: Final = 4
"""Attempts in all; those after `ATTEMPTS_TO_EXTEND` begin at the start of the game."""

PROPOSALS: Final = 120
"""Proposals between a chain and a determinization drawn from it."""

CHAINS_IN_SERIES: Final = 2
"""Chains used for long series of determinizations: setting one up costs as much as some hundred proposals."""

PROPOSALS_BETWEEN: Final = 8
"""Proposals between two determinizations of one chain in a series: fewer give strongly correlated ones."""


class NoDeterminization(Exception):
    """Raised if no trajectory agrees with a log."""

    def __init__(self) -> None:
        super().__init__("no game was found that fits what the seat knows")


class Dealer:
    """A sampler of determinizations for one seat, whose log may grow in between."""

    def __init__(
        self,
        engine: GameEngine,
        seat: int,
        log: SeatLog,
        seed: int = 0,
        policy: Policy | None = None,
    ) -> None:
        """Set up the sampler; `seed` distinguishes samplers, and without `policy` other seats choose uniformly.

        Raises ValueError if `log` belongs to another seat.
        """
        if seat != log.seat:
            raise ValueError(f"the log is that of seat {log.seat}, not of {seat}")
        self.context, self.seed = DealingContext(engine, log, policy), seed
        self._chains: dict[int, Trajectory] = {}
        self._ends: dict[int, tuple[int, Trajectory | None]] = {}
        self._stuck: set[int] = set()

    def sample(self, seed: int, proposals: int = PROPOSALS) -> Trajectory:
        """Return a trajectory that agrees with the log, after `proposals` MCMC proposals.

        Raises NoDeterminization.
        """
        trajectory = self.chain(seed % CHAINS).copy()
        run_proposals(trajectory, RandomStream(self.seed, seed, len(trajectory.steps)), proposals)
        return trajectory

    def samples(self, seed: int) -> Iterator[Trajectory]:
        """Yield trajectories that agree with the log, without end; each is valid until the next one is drawn.

        `CHAINS_IN_SERIES` chains take turns, with `PROPOSALS_BETWEEN` proposals between two samples of one. A
        chain is set up when its turn first comes, so a few samples are cheap. Raises NoDeterminization.
        """
        trajectories: list[Trajectory] = []
        for number in count():
            if number < CHAINS_IN_SERIES:
                # Spread the chains: if one is stuck, `chain` takes its successor, which should not be used already.
                trajectories.append(self.chain(number * (CHAINS // CHAINS_IN_SERIES)).copy())
            trajectory = trajectories[number % CHAINS_IN_SERIES]
            run_proposals(
                trajectory,
                RandomStream(self.seed, seed, len(trajectory.steps), number),
                PROPOSALS_BETWEEN,
            )
            yield trajectory

    def chain(self, number: int) -> Trajectory:
        """Return Markov chain `number`, or the next one not stuck, extended to the log's end.

        Callers must not change it. Raises NoDeterminization.
        """
        for other in range(CHAINS):
            which = (number + other) % CHAINS
            trajectory = self._extended_chain(which) if which not in self._stuck else None
            if trajectory is not None:
                return trajectory
        raise NoDeterminization

    def _extended_chain(self, number: int) -> Trajectory | None:
        """Return Markov chain `number` extended to the end of the log; None if that fails.

        The chain is cached only at decisions of the seat itself: later observations help to extend it up to
        there. So the result does not depend on when the caller asked before.
        """
        observations = self.context.log.observations
        count, extended = self._ends.get(number, (0, None))
        if count == len(observations):
            return extended
        trajectory = self._chains.get(number, Trajectory(self.context))
        for turn in self._own_decisions(len(trajectory.steps), len(observations)):
            extended = self._extended_copy(trajectory, number, turn)
            if extended is None:
                # A longer log cannot agree either, so the chain is given up for good.
                self._stuck.add(number)
                return None
            self._chains[number] = trajectory = extended
        is_there = len(trajectory.steps) == len(observations)
        extended = (
            trajectory
            if is_there
            else self._extended_copy(trajectory, number, len(observations) - 1)
        )
        self._ends[number] = len(observations), extended
        return extended

    def _own_decisions(self, first: int, last: int) -> list[int]:
        """Return the numbers of the observations from `first` to before `last` at which the seat decides."""
        log = self.context.log
        return [at for at in range(first, last) if log.observations[at].decider == log.seat]

    def _extended_copy(self, trajectory: Trajectory, number: int, last: int) -> Trajectory | None:
        """Return Markov chain `number` extended to observation `last`; None if every attempt fails.

        The first `ATTEMPTS_TO_EXTEND` attempts extend a copy of `trajectory`, later ones begin at the start of
        the game. Each uses another random stream.
        """
        for attempt in range(ATTEMPTS):
            other = trajectory.copy() if attempt < ATTEMPTS_TO_EXTEND else Trajectory(self.context)
            if self._extend_chain(other, number, last, attempt):
                return other
        return None

    def _extend_chain(self, trajectory: Trajectory, number: int, last: int, attempt: int) -> bool:
        """Extend a chain to observation `last`, mixing it at each own decision; return whether it worked."""
        for turn in dict.fromkeys([*self._own_decisions(len(trajectory.steps), last), last]):
            first = max(0, len(trajectory.steps) - 1)
            later_constraints = derive_constraints(
                self.context.observer, self.context.log.observations, first, turn
            )
            while len(trajectory.steps) <= turn:
                rng = RandomStream(self.seed, number, len(trajectory.steps), attempt)
                if not extend(trajectory, rng, later_constraints):
                    return False
            run_proposals(trajectory, rng, SETTLING_PROPOSALS)
        return True
