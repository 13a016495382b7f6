"""A training: rounds of self-play and learning, measured as it goes, and its file from which it resumes."""

from __future__ import annotations

import json
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from time import process_time
from typing import Any, Final

import numpy as np

from rulewright.base.plain_files import write_whole
from rulewright.base.records import Draft, Record
from rulewright.lab.players.batch_matches import share_among
from rulewright.lab.players.network_player import names_of
from rulewright.lab.players.networks import LAYERS, Network, arrays_of, inputs_of  # fmt: skip
from rulewright.lab.players.trained_files import UnfitPlayer, read_arrays
from rulewright.lab.training.learning import LESSONS, Adam, distil, learn_from
from rulewright.lab.training.self_play import SelfPlay, inputs_for
from rulewright.runtime.game.state import IllegalChoice
from rulewright.runtime.session.batch.batches import Batch
from rulewright.runtime.session.games import Rules
from rulewright.runtime.session.rules.internals import inside

LEAGUE, JOINS_EVERY = 12, 20
"""The most past networks, and the rounds after which another joins them."""

KEPT: Final = 0.98
"""What the averaged network keeps of its weights in each round."""

SAVED_EVERY: Final = 20.0
"""CPU seconds of training after which its state is saved."""

MEASURED: Final = 8
"""The parts of a training after each of which it is measured."""

MEASURED_GAMES: Final = 200
LARGEST_FILE: Final = 100_000
STUDENTS: Final = (160, 128, 96, 64, 32, 16, 8)
DEALS: Final = 1_000_000
"""Seeds from this number times the training's seed on are for learning; those below measure."""

NUMBERS: Final = ("rounds", "seconds", "decisions", "entropy")


class Setup(Record):
    """The games of a training, and the sizes of its rounds."""

    rules: Rules
    players: int
    options: tuple[str, ...] = ()
    seed: int = 1
    games: int = 256
    steps: int = 128

    @property
    def deals(self) -> int:
        """The seed of the first game that is learned from."""
        return self.seed * DEALS

    def batch(self, games: int, seed: int) -> Batch:
        """Return a batch of these games."""
        return self.rules.batch(games, self.players, seed=seed, options=self.options)

    @property
    def described(self) -> str:
        """The setup as text: equal texts mean that a training can be resumed."""
        book, sizes = inside(self.rules), (self.players, self.seed, self.games, self.steps)
        return json.dumps([book.digest, book.cast, self.options, sizes], default=list)


class Budget(Record):
    """The end of a training: a number of rounds, or CPU minutes."""

    rounds: int | None = None
    minutes: float = 3.0

    def progress(self, rounds: int, seconds: float) -> float:
        """Return the part of the budget that is spent, from 0 to 1."""
        part = seconds / 60 / self.minutes if self.rounds is None else rounds / self.rounds
        return min(part, 1.0)


class Point(Record):
    """A point of the learning curve; shares of the victory are those of one seat among others."""

    rounds: int
    minutes: float
    decisions: int
    games: int
    entropy: float
    among_random: float
    among_first: float

    HEAD = "rounds,cpu_minutes,decisions,games,entropy,among_random,among_first"

    @property
    def line(self) -> str:
        """The point as a line of CSV."""
        numbers = (self.entropy, self.among_random, self.among_first)
        parts = ",".join(f"{number:.3f}" for number in numbers)
        return f"{self.rounds},{self.minutes:.2f},{self.decisions},{self.games},{parts}"


class Training(Draft):
    """A training in progress."""

    setup: Setup
    generator: Any
    play: SelfPlay
    network: Network
    average: Network
    adam: Adam
    league: list[Network]
    points: list[Point]
    rounds: int = 0
    seconds: float = 0.0
    decisions: int = 0
    entropy: float = 0.0

    @classmethod
    def begin(cls, setup: Setup) -> Training:
        """Return a training that has not begun. Raises RulesError."""
        generator = np.random.default_rng(setup.seed)
        batch = setup.batch(setup.games, setup.deals)
        inputs = inputs_for(setup.batch(setup.games, setup.deals), generator)
        actions = len(batch.action_names)
        hidden = 256 if inputs.width + actions > 128 else 64
        network = Network.create(inputs, names_of(batch), actions, hidden, generator)
        play = SelfPlay(batch, generator)
        return cls(
            setup, generator, play, network, network.copy(), Adam.of(network), [network.copy()], []
        )

    # ------------------------------------------------------------------ learning

    def run(self, budget: Budget, state: Path | None = None) -> Iterator[Point]:
        """Train until the budget is spent and yield each new point of the curve; save to `state`."""
        saved = self.seconds
        while True:
            progress = budget.progress(self.rounds, self.seconds)
            last = [budget.progress(each.rounds, each.minutes * 60) for each in self.points[-1:]]
            if not last or int(MEASURED * progress) > int(MEASURED * last[0]):
                self.points.append(self.measure(self.average))
                yield self.points[-1]
            if progress >= 1:
                break
            begun = process_time()
            self._round(progress)
            self.seconds += process_time() - begun
            if state is not None and self.seconds - saved > SAVED_EVERY:
                self.save(state)
                saved = self.seconds
        if state is not None:
            self.save(state)

    def _round(self, progress: float) -> None:
        """Play and learn from one round."""
        other = self.league[int(self.generator.integers(len(self.league)))]
        course = self.play.play(self.network, other, self.setup.steps, progress)
        count, self.entropy = learn_from(course, self.network, self.adam, self.generator, progress)
        self.rounds, self.decisions = self.rounds + 1, self.decisions + count
        kept = min(KEPT, self.rounds / (self.rounds + 5))
        for mean, part in zip(self.average.parts, self.network.parts, strict=True):
            mean += np.float32(1 - kept) * (part - mean)
        if self.rounds % JOINS_EVERY == 0:
            joining = self.network if self.rounds % (2 * JOINS_EVERY) else self.average
            self.league = [*self.league, joining.copy()][-LEAGUE:]

    def measure(self, network: Network) -> Point:
        """Return how a network plays now, from games of which none was learned from."""
        shares = [
            share_among(
                self.setup.batch(MEASURED_GAMES, 0), network, others, np.random.default_rng(0)
            )
            for others in ("random", "first")
        ]  # fmt: skip
        return Point(
            self.rounds, self.seconds / 60, self.decisions, self.play.ended, self.entropy, *shares
        )

    def finish(self) -> bytes:
        """Return the file of the averaged network, or of a student of it if that is too large."""
        whole = self.average.to_bytes()
        if len(whole) <= LARGEST_FILE:
            return whole
        generator = np.random.default_rng(self.setup.seed)
        actions = len(self.play.batch.action_names)
        for hidden in STUDENTS:
            student = Network.create(
                self.average.inputs, self.average.names, actions, hidden, generator
            )
            if len(student.to_bytes()) <= LARGEST_FILE:
                break
        batch = self.setup.batch(self.setup.games, self.setup.deals + DEALS // 2)
        lessons = min(LESSONS, 1 + self.rounds // 4)
        return distil(self.average, hidden, batch, lessons * self.setup.steps, generator).to_bytes()

    # ------------------------------------------------------------------ saving

    def save(self, path: Path) -> None:
        """Write all that `resume` needs, in place of an older file."""
        sets = [self.network.parts, self.average.parts, self.adam.means, self.adam.squares]
        sets += [each.parts for each in self.league]
        points = [[getattr(each, name) for name in Point.__match_args__] for each in self.points]
        about = {name: getattr(self, name) for name in NUMBERS} | {
            "setup": self.setup.described, "random": self.generator.bit_generator.state,
            "points": points, "steps": self.adam.steps, "sets": len(sets),
        }  # fmt: skip
        arrays: dict[str, Any] = {
            f"{at}/{n}": part for at, parts in enumerate(sets) for n, part in enumerate(parts)
        }
        arrays |= {f"play/{name}": value for name, value in self.play.state().items()}
        arrays |= {"about": np.array(json.dumps(about)), **arrays_of(self.network.inputs)}
        file = BytesIO()
        np.savez(file, **arrays)
        write_whole(path, file.getvalue())

    @classmethod
    def resume(cls, setup: Setup, path: Path) -> Training:
        """Return the training saved in a file. Raises UnfitPlayer if it is none, or of another setup."""
        arrays = read_arrays(path)
        try:
            about = json.loads(arrays["about"].item())
            training = cls._of(setup, about, arrays) if about["setup"] == setup.described else None
        except (
            KeyError,
            TypeError,
            AttributeError,
            IndexError,
            ValueError,
            IllegalChoice,
        ) as error:
            raise UnfitPlayer(f"{path} is not a training to resume") from error
        if training is None:
            raise UnfitPlayer(
                f"{path} is a training with another seed, edition, players or options, or older rules"
            )
        return training

    @classmethod
    def _of(cls, setup: Setup, about: dict[str, Any], arrays: dict[str, Any]) -> Training:
        """Return the training with these numbers and arrays; errors say that they are damaged."""
        generator, inputs = np.random.default_rng(), inputs_of(arrays)
        play = SelfPlay(setup.batch(setup.games, setup.deals), generator)
        play.restore({name: arrays[f"play/{name}"] for name in play.state()})
        generator.bit_generator.state = about["random"]
        sets = [[arrays[f"{at}/{n}"] for n in range(2 * LAYERS)] for at in range(about["sets"])]
        networks = [Network(inputs, names_of(play.batch), parts) for parts in sets]
        adam, points = Adam(about["steps"], *sets[2:4]), [Point(*each) for each in about["points"]]
        training = cls(
            setup, generator, play, networks[0], networks[1], adam, networks[4:], points
        )  # fmt: skip
        for name in NUMBERS:
            setattr(training, name, about[name])
        return training
