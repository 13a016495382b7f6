"""Learns to play from nothing: a small network plays all seats of many games at once, and is told who has won.

    python docs/examples/learn.py classic --players 5 --minutes 4 --curve docs/examples/learned.svg

Policy gradient (REINFORCE) with a learned baseline, in NumPy alone; `pip install -e ".[fast,rl]"` brings it. Now
and then one seat is played by the network, all others by who is greedy; its share of the victories becomes a curve.
"""

import argparse
from pathlib import Path
from time import process_time
from typing import Any

import numpy as np

import rulewright
from rulewright.runtime.game.playing_out import ranks_of

GAMES, HIDDEN, RATE, CALM = 256, 96, 2e-3, 0.01


class Network:
    """From what a seat sees: how good each action is, and how much of the victory may be hoped for."""

    def __init__(self, columns: int, actions: int, lot: np.random.Generator) -> None:
        self.parts = [
            lot.normal(0, columns**-0.5, (columns, HIDDEN)), np.zeros(HIDDEN),
            lot.normal(0, 0.01, (HIDDEN, actions + 1)), np.zeros(actions + 1),
        ]  # fmt: skip
        self.steps, self.moments = 0, [(0 * part, 0 * part) for part in self.parts]

    def look(self, seen: Any, mask: Any) -> tuple[Any, Any, Any, Any]:
        """The units inside, the odds of each action, what is hoped for; and what is seen, evened."""
        into, bias, out, last = self.parts
        even = np.sqrt(np.abs(seen)) * np.sign(seen)
        units = np.maximum(even @ into + bias, 0)
        told = units @ out + last
        worth = np.where(mask, told[:, :-1], -np.inf)
        odds = np.exp(worth - worth.max(axis=1, keepdims=True))
        return units, odds / odds.sum(axis=1, keepdims=True), told[:, -1], even

    def learn(self, seen: Any, mask: Any, chosen: Any, won: Any) -> None:
        """One step towards what brought more than was hoped for, and towards hoping for what came."""
        units, odds, hoped, even = self.look(seen, mask)
        better, taken = (won - hoped)[:, None], np.eye(odds.shape[1])[chosen]
        logs = np.log(np.maximum(odds, 1e-9))
        surprise = -(odds * logs).sum(axis=1, keepdims=True)  # of which a little is kept
        of_actions = (odds - taken) * better + CALM * odds * (logs + surprise)
        slope = np.concatenate([of_actions, -better], axis=1) / len(won)
        inner = (slope @ self.parts[2].T) * (units > 0)
        slopes = [even.T @ inner, inner.sum(axis=0), units.T @ slope, slope.sum(axis=0)]
        self.steps += 1
        for part, (mean, square), each in zip(
            self.parts, self.moments, slopes, strict=True
        ):  # Adam
            mean += 0.1 * (each - mean)
            square += 0.001 * (each**2 - square)
            size = np.sqrt(square / (1 - 0.999**self.steps)) + 1e-8
            part -= RATE * mean / (1 - 0.9**self.steps) / size


def play_and_learn(batch: Any, network: Network, lot: np.random.Generator) -> None:
    """Until as many games are over as there are; then each decision of those is learned from."""
    told, over, games = [], 0, np.arange(batch.games)
    while over < batch.games:
        seen, mask, who = batch.observation.copy(), batch.mask.astype(bool), batch.decider.copy()
        odds = network.look(seen, mask)[1].cumsum(axis=1)
        chosen = (odds < lot.random((len(odds), 1)) * odds[:, -1:]).sum(axis=1)
        batch.step(chosen)
        over += int(batch.done.sum())
        told.append((seen, mask, who, chosen, batch.done.astype(bool), batch.rewards.copy()))
    won, rows = np.full((batch.games, batch.players), np.nan), []
    for seen, mask, who, chosen, done, rewards in reversed(told):
        won[done] = rewards[done] - 1 / batch.players
        known = ~np.isnan(won[:, 0])
        rows.append((seen[known], mask[known], chosen[known], won[games, who][known]))
    every = [np.concatenate(part) for part in zip(*rows, strict=True)]
    order = lot.permutation(len(every[0]))
    for some in np.array_split(order, max(1, len(order) // 2048)):
        network.learn(*(part[some] for part in every))


def greedy(game: rulewright.Game, lot: np.random.Generator) -> int:
    """The option after which who decides is furthest ahead; it sees what comes of each."""
    leads = []
    for index in range(len(game.decision.options)):
        after = game.copy()
        after.choose(index)
        at = after.remembered
        scores = [ranks[at.engine.module.outcome.scored] for ranks in ranks_of(at.engine, at.state)]
        leads.append(scores.pop(game.decision.player) - max(scores))
    return int(lot.choice(np.flatnonzero(np.array(leads) == max(leads))))


def share(rules: rulewright.Rules, batch: Any, network: Network, games: int) -> float:
    """The share of victories of the network's seat, which goes round; all others are greedy."""
    lot, total, seats = np.random.default_rng(0), 0.0, batch.players
    for seed in range(games):
        own, game = seed % seats, rules.new_game(seats, seed, told=False, engine="native")
        while game.decision is not None:
            if game.decision.player == own:
                mask = np.isin(np.arange(len(batch.action_names)), batch.encode(game))[None]
                odds = network.look(np.array([batch.observe(game)]), mask)[1]
                game.choose(batch.decode(game, int(odds.argmax())))
            else:
                game.choose(greedy(game, lot))
        total += (own in game.outcome.winners) / max(len(game.outcome.winners), 1)
    return total / games


def curve(points: list[tuple[float, float]], fair: float, title: str) -> str:
    """The shares as a picture: minutes to the right, victories upwards."""
    end = points[-1][0]
    dots = " ".join(f"{60 + 500 * at / end:.0f},{320 - 280 * part:.0f}" for at, part in points)
    marks = [f'<text x="15" y="{324 - 280 * each:.0f}">{each:.0%}</text>' for each in (0, fair, 1)]
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 370" font-family="sans-serif" font-size="13">'
        f'<rect width="600" height="370" fill="white"/><text x="60" y="22">{title}</text>{"".join(marks)}'
        f'<path d="M60 40V320H560M60 {320 - 280 * fair:.0f}H560" fill="none" stroke="#999"/><polyline fill="none" '
        f'points="{dots}" stroke="#05a"/><text x="440" y="345">{end:.1f} CPU minutes</text></svg>\n'
    )


def main() -> None:
    """Learn, tell, and draw."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("edition")
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--minutes", type=float, default=4, help="of CPU time, learning only")
    parser.add_argument("--games", type=int, default=100, help="to measure by, nine times")
    parser.add_argument("--curve", type=Path, default="learned.svg", help="a picture")
    given = parser.parse_args()
    rules, lot = rulewright.load(given.edition), np.random.default_rng(1)
    batch = rules.batch(GAMES, players=given.players, seed=1_000_000)
    network = Network(len(batch.observation_names), len(batch.action_names), lot)
    points, spent = [(0.0, share(rules, batch, network, given.games))], 0.0
    for part in range(1, 9):
        while spent < given.minutes * 60 * part / 8:
            spent -= process_time()
            play_and_learn(batch, network, lot)
            spent += process_time()
        points.append((spent / 60, share(rules, batch, network, given.games)))
        print("{:.2f} minutes: {:.0%} of games won".format(*points[-1]), flush=True)
    title = f"{given.edition}, {given.players} players: games won among greedy players"
    given.curve.write_text(curve(points, 1 / given.players, title), encoding="utf-8")


if __name__ == "__main__":
    main()
