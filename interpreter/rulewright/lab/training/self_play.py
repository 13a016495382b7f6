"""Games from which a network learns: it plays most seats of a batch, and past networks the others."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from rulewright.base.records import Draft
from rulewright.lab.players.networks import Array, Inputs, Network
from rulewright.runtime.session.batch.batches import Batch

FOREIGN_GAMES: Final = 0.4
"""The share of games in which each seat is that of a past network with probability 1/2."""

POINTS: Final = 0.02
"""What a lead of one point earns at first, beside the victory."""

FARTHEST_LEAD: Final = 25
"""Larger leads in points earn no more."""

SAMPLED: Final = 400
"""The number of random steps from which the ranges of inputs are taken."""

LEAST_SPREAD: Final = 0.25


def inputs_for(batch: Batch, generator: Any) -> Inputs:
    """Return inputs for the games of a batch, with ranges from random games, which it plays."""
    space, seen = batch.observation_space, list[Array]()
    for step in range(SAMPLED):
        if step % 8 == 0:
            seen.append(batch.observation.copy())
        batch.step(batch.sample(generator))
    sample = np.concatenate(seen)
    spans = [
        (each.first, each.seats * each.each) for each in space.numbers if each.sort != "number"
    ]
    spans += [(each.first, 1) for each in space.subjects if each.sort != "number"]
    pointers = [0, *(first + at for first, count in spans for at in range(count))]
    columns = np.setdiff1d(np.flatnonzero(sample.any(0)), pointers)
    scaled = np.sqrt(np.abs(sample[:, columns].astype(np.float32))) * np.sign(sample[:, columns])
    spread = np.maximum(scaled.std(0), LEAST_SPREAD)
    values = [[column, max(int(sample[:, column].max()), 0) + 2] for column in pointers]
    return Inputs(columns, scaled.mean(0), 1 / spread, np.array(values))


def sample_actions(logs: Array, generator: Any) -> Array:
    """Return an action for each row of logarithms of probabilities, by the Gumbel-max trick."""
    noise = generator.random(logs.shape, np.float32) + np.float32(1e-12)
    return np.asarray((logs - np.log(-np.log(noise) + np.float32(1e-12))).argmax(1))


class Course(Draft):
    """The decisions of one round of self-play: arrays of steps × games."""

    inputs: Array
    mask: Array
    seats: Array
    actions: Array
    values: Array
    logs: Array
    own: Array
    """Whether the learning network decided."""
    free: Array
    """Whether there was more than one option."""
    over: Array
    results: Array
    """The result of each seat of a game that the step ended."""

    @classmethod
    def empty(cls, steps: int, batch: Batch, width: int) -> Course:
        """Return arrays to be filled."""
        shape, actions = (steps, batch.games), len(batch.action_names)
        filled: dict[str, Array] = {
            name: np.zeros(shape, kind)
            for kind, names in (
                (np.int64, ("seats", "actions")), (np.float32, ("values", "logs")),
                (bool, ("own", "free", "over")),
            )
            for name in names
        }  # fmt: skip
        inputs = np.zeros((*shape, width), np.float32)
        results = np.zeros((*shape, batch.players), np.float32)
        return cls(inputs=inputs, mask=np.zeros((*shape, actions), bool), results=results, **filled)

    def advantages(self, decay: float) -> tuple[Array, Array]:
        """Return the advantage of each decision and whether it is known (generalized advantage estimation).

        Each seat's own decisions follow each other, without discount; the last of a round has no successor.
        """
        steps, games = self.seats.shape
        rows, players = np.arange(games), self.results.shape[2]
        advantages, known = np.zeros((steps, games), np.float32), np.zeros((steps, games), bool)
        value, later = (np.zeros((games, players), np.float32) for _ in range(2))
        follows = np.zeros((games, players), bool)
        for step in reversed(range(steps)):
            over, seats = self.over[step], self.seats[step]
            value[over], later[over], follows[over] = self.results[step, over], 0, True
            known[step] = follows[rows, seats]
            gain = value[rows, seats] - self.values[step] + decay * later[rows, seats]
            advantages[step] = np.where(known[step], gain, 0)
            later[rows, seats], value[rows, seats] = advantages[step], self.values[step]
            follows[rows, seats] = True
        return advantages, known & self.own


class SelfPlay:
    """A batch of games in progress, which can be saved and restored exactly."""

    def __init__(self, batch: Batch, generator: Any) -> None:
        """Play the games of `batch`."""
        self.batch, self.generator = batch, generator
        self.foreign = np.zeros((batch.games, batch.players), bool)
        self.history: list[Array] = []
        """The actions of each step since the oldest game in progress began."""
        self.begun = np.zeros(batch.games, np.int64)
        """The step of `history` with which each game began."""
        self.ended = 0
        self._seat(np.arange(batch.games))

    def _seat(self, games: Array) -> None:
        """Draw the seats of past networks in games that begin."""
        seats = self.generator.random((len(games), self.batch.players)) < 0.5
        self.foreign[games] = seats & (self.generator.random((len(games), 1)) < FOREIGN_GAMES)

    def play(self, network: Network, other: Network, steps: int, progress: float) -> Course:
        """Return the decisions of a round of `network`, with `other` in the foreign seats."""
        batch, rows = self.batch, np.arange(self.batch.games)
        course = Course.empty(steps, batch, network.inputs.width)
        points = POINTS * max(1 - progress, 0.25)
        for step in range(steps):
            inputs, mask = network.inputs.encode(batch.observation), batch.mask.astype(bool)
            seats, free = batch.decider.astype(np.int64), batch.count > 1
            own = ~self.foreign[rows, seats]
            logs, values = network.look(inputs, mask)
            if not own.all():
                logs[~own] = other.look(inputs[~own], mask[~own])[0]
            actions = sample_actions(logs, self.generator)
            for name, part in {
                "inputs": inputs, "mask": mask, "seats": seats, "actions": actions, "free": free,
                "values": values, "logs": logs[rows, actions], "own": own,
            }.items():  # fmt: skip
                getattr(course, name)[step] = part
            batch.step(actions)
            course.over[step] = done = batch.done.astype(bool)
            course.results[step, done] = self._results(done, points)
            self._note(actions, np.flatnonzero(done))
        return course

    def _results(self, done: Array, points: float) -> Array:
        """Return each seat's share of the victory above a fair one, and its lead in points."""
        scores, players = self.batch.scores[done].astype(np.float32), self.batch.players
        others = (scores.sum(1, keepdims=True) - scores) / max(players - 1, 1)
        leads = np.clip(scores - others, -FARTHEST_LEAD, FARTHEST_LEAD)
        return np.asarray(self.batch.rewards[done] - 1 / players + points * leads)

    def _note(self, actions: Array, done: Array) -> None:
        """Note a step, and forget those before all games in progress."""
        self.history.append(actions.astype(np.int32))
        self.begun[done] = len(self.history)
        self.ended += len(done)
        self._seat(done)
        oldest = int(self.begun.min())
        del self.history[:oldest]
        self.begun -= oldest

    # ------------------------------------------------------------------ saving

    def state(self) -> dict[str, Any]:
        """Return arrays from which `restore` continues these games."""
        history = np.array(self.history, np.int32).reshape(-1, self.batch.games)
        return {
            "foreign": self.foreign, "history": history, "begun": self.begun,
            "seeds": np.array(self.batch.seeds), "ended": self.ended,
        }  # fmt: skip

    def restore(self, state: dict[str, Any]) -> None:
        """Bring the batch to the saved state, by playing the games in progress again."""
        self.foreign, self.begun = state["foreign"], state["begun"]
        self.history, self.ended = list(state["history"]), int(state["ended"])
        self.batch.restart(state["seeds"])
        for step, actions in enumerate(self.history):
            self.batch.step(np.where(step >= self.begun, actions, -1))
