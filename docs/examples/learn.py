"""Learn to play from nothing: a small network plays all seats of many games and learns from the winners.

    python docs/examples/learn.py classic --players 5 --minutes 4 --file learned.npz
    rulewright play classic --players 5 --bot learned.npz

Policy gradient (REINFORCE) with a learned baseline, in NumPy alone (`pip install -e ".[fast,rl]"`). From time to
time the network plays one seat against greedy players; its share of the victories becomes a curve. After each round
everything is in the file: started again, the program goes on from there.
"""

import argparse
from pathlib import Path
from time import process_time
from typing import Any

import numpy as np

import rulewright
from rulewright.runtime.game.random_playouts import ranks_of

GAMES, HIDDEN, RATE, ENTROPY, POINTS = 256, 96, 2e-3, 0.01, 8
PARTS = ("into", "bias", "out", "last")


class Network:
    """A network with one hidden layer: from an observation to a policy and the expected share of the victory."""

    def __init__(self, columns: int, actions: int, rng: np.random.Generator) -> None:
        self.parts = [
            rng.normal(0, columns**-0.5, (columns, HIDDEN)), np.zeros(HIDDEN),
            rng.normal(0, 0.01, (HIDDEN, actions + 1)), np.zeros(actions + 1),
        ]  # fmt: skip
        self.steps, self.moments = 0, [(0 * part, 0 * part) for part in self.parts]
        self.spent, self.points = 0.0, list[list[float]]()

    def save(self, path: Path, names: list[str]) -> None:
        """Write the network and all that it needs to go on learning, in place of an older file."""
        arrays = dict(zip(PARTS, self.parts, strict=True))
        for number, (mean, square) in enumerate(self.moments):
            arrays |= {f"mean{number}": mean, f"square{number}": square}
        numbers = {"steps": self.steps, "spent": self.spent, "points": self.points}
        partial = path.with_name(f"{path.name}.part")
        with partial.open("wb") as file:
            np.savez(file, names=np.array(names), **numbers, **arrays)
        partial.replace(path)

    def resume(self, path: Path, names: list[str]) -> None:
        """Read what `save` wrote. Raises SystemExit if it is of another game."""
        with np.load(path) as file:
            if file["names"].tolist() != names:
                raise SystemExit(f"{path} was trained for another game: name another --file")
            self.parts = [file[name] for name in PARTS]
            self.moments = [(file[f"mean{number}"], file[f"square{number}"]) for number in range(4)]
            self.steps, self.spent = int(file["steps"]), float(file["spent"])
            self.points = file["points"].tolist()

    def forward(self, observations: Any, mask: Any) -> tuple[Any, Any, Any, Any]:
        """Return hidden units, action probabilities, values, and the scaled observations."""
        into, bias, out, last = self.parts
        scaled = np.sqrt(np.abs(observations)) * np.sign(observations)
        hidden = np.maximum(scaled @ into + bias, 0)
        outputs = hidden @ out + last
        logits = np.where(mask, outputs[:, :-1], -np.inf)
        policy = np.exp(logits - logits.max(axis=1, keepdims=True))
        return hidden, policy / policy.sum(axis=1, keepdims=True), outputs[:, -1], scaled

    def learn(self, observations: Any, mask: Any, actions: Any, returns: Any) -> None:
        """Take a gradient step towards actions that won more than expected, and towards correct values."""
        hidden, policy, values, scaled = self.forward(observations, mask)
        advantage, taken = (returns - values)[:, None], np.eye(policy.shape[1])[actions]
        logs = np.log(np.maximum(policy, 1e-9))
        entropy = -(policy * logs).sum(
            axis=1, keepdims=True
        )  # a bonus for it keeps the policy exploring
        of_logits = (policy - taken) * advantage + ENTROPY * policy * (logs + entropy)
        gradient = np.concatenate([of_logits, -advantage], axis=1) / len(returns)
        inner = (gradient @ self.parts[2].T) * (hidden > 0)
        gradients = [scaled.T @ inner, inner.sum(axis=0), hidden.T @ gradient, gradient.sum(axis=0)]
        self.steps += 1
        for part, (mean, square), each in zip(
            self.parts, self.moments, gradients, strict=True
        ):  # Adam
            mean += 0.1 * (each - mean)
            square += 0.001 * (each**2 - square)
            size = np.sqrt(square / (1 - 0.999**self.steps)) + 1e-8
            part -= RATE * mean / (1 - 0.9**self.steps) / size


def play_and_learn(batch: Any, network: Network, rng: np.random.Generator) -> None:
    """Play until as many games have ended as the batch holds, then learn from each decision of these games."""
    steps, ended, games = [], 0, np.arange(batch.games)
    while ended < batch.games:
        observations, mask = batch.observation.copy(), batch.mask.astype(bool)
        seats, policy = batch.decider.copy(), network.forward(observations, mask)[1].cumsum(axis=1)
        actions = (policy < rng.random((len(policy), 1)) * policy[:, -1:]).sum(axis=1)
        batch.step(actions)
        ended += int(batch.done.sum())
        done = batch.done.astype(bool)
        steps.append((observations, mask, seats, actions, done, batch.rewards.copy()))
    # Backwards, the result of a game is known at each of its decisions; unfinished games stay NaN.
    results, rows = np.full((batch.games, batch.players), np.nan), []
    for observations, mask, seats, actions, done, rewards in reversed(steps):
        results[done] = rewards[done] - 1 / batch.players
        known = ~np.isnan(results[:, 0])
        returns = results[games, seats]
        rows.append((observations[known], mask[known], actions[known], returns[known]))
    data = [np.concatenate(part) for part in zip(*rows, strict=True)]
    order = rng.permutation(len(data[0]))
    for indices in np.array_split(order, max(1, len(order) // 2048)):
        network.learn(*(part[indices] for part in data))


def greedy(game: rulewright.Game, rng: np.random.Generator) -> int:
    """Return the option after which the deciding seat is furthest ahead; it tries each on a copy of the game."""
    leads = []
    for index in range(len(game.decision.options)):
        after = game.copy()
        after.choose(index)
        at = after.remembered
        scores = [ranks[at.engine.module.outcome.scored] for ranks in ranks_of(at.engine, at.state)]
        leads.append(scores.pop(game.decision.player) - max(scores))
    return int(rng.choice(np.flatnonzero(np.array(leads) == max(leads))))


def share(rules: rulewright.Rules, batch: Any, network: Network, games: int) -> float:
    """Return the network's share of victories in `games` games against greedy players, from changing seats."""
    rng, total, seats = np.random.default_rng(0), 0.0, batch.players
    for seed in range(games):
        own, game = seed % seats, rules.new_game(seats, seed, told=False, engine="native")
        while game.decision is not None:
            if game.decision.player == own:
                mask = np.isin(np.arange(len(batch.action_names)), batch.encode(game))[None]
                policy = network.forward(np.array([batch.observe(game)]), mask)[1]
                game.choose(batch.decode(game, int(policy.argmax())))
            else:
                game.choose(greedy(game, rng))
        total += (own in game.outcome.winners) / max(len(game.outcome.winners), 1)
    return total / games


def curve(points: list[list[float]], fair: float, title: str) -> str:
    """Return the shares as an SVG chart over minutes of learning."""
    end = max(points[-1][0], 1e-9)
    dots = " ".join(f"{60 + 500 * at / end:.0f},{320 - 280 * part:.0f}" for at, part in points)
    marks = [f'<text x="15" y="{324 - 280 * each:.0f}">{each:.0%}</text>' for each in (0, fair, 1)]
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 370" font-family="sans-serif" font-size="13">'
        f'<rect width="600" height="370" fill="white"/><text x="60" y="22">{title}</text>{"".join(marks)}'
        f'<path d="M60 40V320H560M60 {320 - 280 * fair:.0f}H560" fill="none" stroke="#999"/><polyline fill="none" '
        f'points="{dots}" stroke="#05a"/><text x="440" y="345">{end:.1f} CPU minutes</text></svg>\n'
    )


def main() -> None:
    """Learn, print the shares, and draw the curve."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("edition")
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--minutes", type=float, default=4, help="CPU minutes of learning, in all")
    parser.add_argument(
        "--games", type=int, default=100, help="games for each of nine points of the curve"
    )
    parser.add_argument("--file", type=Path, default="learned.npz", help="the network's file")
    given = parser.parse_args()
    rules = rulewright.load(given.edition)
    batch = rules.batch(GAMES, players=given.players, seed=1_000_000)
    names = [*batch.observation_names, *batch.action_names]
    network = Network(
        len(batch.observation_names), len(batch.action_names), np.random.default_rng(1)
    )
    if given.file.exists():
        network.resume(given.file, names)
        batch = rules.batch(GAMES, players=given.players, seed=1_000_000 + network.steps * GAMES)
    title = f"{given.edition}, {given.players} players: games won among greedy players"
    for part in range(len(network.points), POINTS + 1):
        while network.spent < given.minutes * 60 * part / POINTS:
            network.spent -= process_time()
            play_and_learn(batch, network, np.random.default_rng(network.steps))
            network.spent += process_time()
            network.save(given.file, names)
        network.points.append([network.spent / 60, share(rules, batch, network, given.games)])
        network.save(given.file, names)
        given.file.with_suffix(".svg").write_text(
            curve(network.points, 1 / given.players, title), encoding="utf-8"
        )
        print("{:.2f} minutes: {:.0%} of games won".format(*network.points[-1]), flush=True)


if __name__ == "__main__":
    main()
