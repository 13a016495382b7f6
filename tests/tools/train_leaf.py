"""Trains what a game that is cut short is worth to each seat: numbers beside an edition, for players who think.

    nice -n 15 python tests/tools/train_leaf.py classic --players 5 --games 3000 --seed 1 --until round

Plays games of varied players: by lot, greedy, and searches of the true state, of several strengths; all of one
sort or mixed, some rounds by lot in between, as where a search arrives. Fits who wins by gradient descent (Adam).
Then it tells how well that foretells games of players it has never seen, beside the fitted leader by score: of
rules of thumb (`--thumb`, for Citadels), and of a search of what a seat knows (`--search`).
The same seed gives the same file, however many processes play the games (`--jobs`).
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from time import perf_counter
from typing import Any, Final, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import numpy as np

from players.kit import Player, by_lot, greedy, world_of
from players.thumb import thumb
from rulewright import Game, Rules, load
from rulewright.lab.balance.execution.workers import Processes, stream_results
from rulewright.lab.players.search_budget import SearchBudget
from rulewright.lab.players.search_player import think
from rulewright.runtime.game.engine import SupportsTree
from rulewright.runtime.game.random_playouts import ranks_of
from rulewright.runtime.ir.engine_contract import SEED_LIMIT
from rulewright.runtime.session.rules.internals import inside
from rulewright.runtime.spaces.leaf_values import UNITS, LeafSpace, printed_features

ROOT: Final = Path(__file__).resolve().parents[2]
SORTS: Final = ("lot", "greedy", 20, 20, 60, 60, 150)
"""The players of training games; numbers are searches."""

BY_LOT, SAME, LOOKED_AT = 0.2, 0.3, 0.06
"""So many rounds go by lot, so many games have players of one sort, so many decisions within rounds are kept."""

ROUNDS, BATCH, RATE, STIFF = 14, 512, 4e-3, 2e-4
DIGITS: Final = 4
CHUNK: Final = 20
"""So many games are given to a process at a time."""


class Positions(NamedTuple):
    """What seats had (positions, seats, inputs), numbers of the table, what each seat won, the scores, the game."""

    seats: Any
    table: Any
    won: Any
    scores: Any
    game: Any

    def only(self, which: Any) -> Positions:
        """Some of them."""
        return Positions(*(each[which] for each in self))


class Looking:
    """Plays games of some rules, and looks at them."""

    def __init__(self, rules: Rules, players: int, until: str) -> None:
        self.rules, self.players = rules, players
        self.engine = inside(rules).compiled(players, (), "native").engine
        self.module = self.engine.module
        self.played = self.module.phases[until].played
        self.space = LeafSpace.of(self.module)
        fields = [dict(printed_features(piece.fields)) for piece in self.module.pieces]
        names = sorted({name for each in fields for name in each})
        self.fields = np.array([[1.0, *(each.get(name, 0.0) for name in names)] for each in fields])
        self.names = [*self.space.of_seats]
        for zone in self.space.zones:
            self.names += [f"number of {zone.name}", *(f"{zone.name}/{name}" for name in names)]
        self.lies = {
            cell: at * players + number // zone.run.each
            for at, zone in enumerate(self.space.zones)
            for number, cell in enumerate(zone.run.cells)
        }

    def new_game(self, seed: int) -> Game:
        """The game with a seed."""
        return self.rules.new_game(self.players, seed, told=False)

    def seen(self, game: Game) -> tuple[Any, list[int], list[int]]:
        """What each seat has, the numbers of the table, the scores."""
        at = game.remembered
        look = at.engine.snapshot(at.state)
        scored = self.module.outcome.scored
        scores = [ranks[scored] for ranks in ranks_of(at.engine, at.state)]
        numbers, pointers = self.space.numbers, self.space.pointers
        own = [
            [
                score,
                look.decider == seat,
                *(look.value(each.name, seat) for each in numbers),
                *(look.value(each.name) == seat for each in pointers),
            ]
            for seat, score in enumerate(scores)
        ]
        cards = np.zeros((len(self.space.zones) * self.players, self.fields.shape[1]))
        for card, fields in enumerate(self.fields):
            if (where := self.lies.get(look.place(card))) is not None:
                cards[where] += fields
        each = cards.reshape(len(self.space.zones), self.players, -1)
        seats = np.concatenate([own, each.transpose(1, 0, 2).reshape(self.players, -1)], axis=1)
        return seats, [look.value(each.name) for each in self.space.table], scores

    def player(self, sort: str | int, lot: random.Random) -> Player:
        """A player of training games."""
        if sort == "lot":
            return by_lot(lot.randrange(SEED_LIMIT))
        return greedy(lot) if sort == "greedy" else self._searching(int(sort), lot)

    def _searching(self, simulations: int, lot: random.Random) -> Player:
        def choose(game: Game) -> int:
            assert isinstance(self.engine, SupportsTree)
            tree, (_, world) = self.engine.tree(lot.randrange(SEED_LIMIT)), world_of(game)
            assert tree is not None
            tree.search([world], simulations)
            visits, _ = tree.results(world)
            return int(visits.index(max(visits)))

        return choose

    def positions(self, seeds: range, sorts: tuple[Any, ...]) -> Positions:
        """Those of games, one for each seed; players are of these sorts, or are players themselves."""
        found = [row for seed in seeds for row in self._of_game(seed, sorts)]
        return Positions(*(np.array(each, dtype=np.float32) for each in zip(*found, strict=True)))

    def _of_game(self, seed: int, sorts: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
        lot, game = random.Random(seed), self.new_game(seed)
        one, is_trained = lot.choice(sorts), not callable(sorts[0])
        sorts = (one,) if lot.random() < SAME else sorts
        chosen = [lot.choice(sorts) for _ in range(self.players)]
        seats = [self.player(each, lot) if is_trained else each for each in chosen]
        rows, before, goes_by_lot = list[tuple[Any, ...]](), -1, False
        while (decision := game.decision) is not None:
            at = game.remembered
            begun = at.engine.snapshot(at.state).value(self.played)
            if begun != before or lot.random() < LOOKED_AT:
                rows.append(self.seen(game))
            if begun != before:
                before, goes_by_lot = begun, is_trained and lot.random() < BY_LOT
            by_lot_ = lot.randrange(len(decision.options))
            game.choose(by_lot_ if goes_by_lot else seats[decision.player](game))
        assert game.outcome is not None
        winners = game.outcome.winners
        won = [(seat in winners) / max(len(winners), 1) for seat in range(self.players)]
        yield from ((seats_, table, won, scores, seed) for seats_, table, scores in rows)


@cache
def _looking(edition: str, players: int, until: str) -> Looking:
    """What plays the games of an edition, once in each process."""
    return Looking(load(edition), players, until)


def _played(chunk: tuple[str, int, str, range]) -> Positions:
    """The positions of some training games."""
    return _looking(*chunk[:3]).positions(chunk[3], SORTS)


def played(edition: str, players: int, until: str, seeds: range, jobs: int) -> Positions:
    """The positions of training games, played by so many processes."""
    parts = (seeds[at : at + CHUNK] for at in range(0, len(seeds), CHUNK))
    chunks = ((edition, players, until, part) for part in parts)
    with Processes(jobs) as pool:
        found = [each for _, each in stream_results(_played, chunks, pool, jobs)]
    return Positions(*(np.concatenate(each) for each in zip(*found, strict=True)))


# ---------------------------------------------------------------------- fitting


class Net:
    """The weights that `spaces.leaf_values` applies: of inputs, table, units and means."""

    def __init__(self, inputs: int, table: int, lot: Any) -> None:
        size = 0.5 / np.sqrt(inputs)
        self.parts = [
            lot.normal(0, size, (inputs, UNITS)), np.zeros((table, UNITS)), np.zeros(UNITS),
            np.zeros((UNITS, UNITS)), lot.normal(0, 0.2, UNITS),
        ]  # fmt: skip
        self.parts[0][:, -1] = 0
        self.means = [np.zeros_like(each) for each in self.parts]
        self.squares = [np.zeros_like(each) for each in self.parts]
        self.steps = 0

    def odds(self, seats: Any, table: Any) -> tuple[Any, ...]:
        """How likely each seat wins; and what that was worked out from."""
        weights, of_table, bias, mean, counts = self.parts
        units = seats @ weights
        common = bias + table @ of_table + units.mean(axis=1) @ mean
        before = units + common[:, None, :]
        after = np.maximum(before[..., :-1], 0)
        strength = units[..., -1] + after @ counts[:-1]
        odds = np.exp(strength - strength.max(axis=1, keepdims=True))
        return odds / odds.sum(axis=1, keepdims=True), units, before, after

    def learn(self, seats: Any, table: Any, won: Any, rate: float) -> None:
        """One step down."""
        odds, units, before, after = self.odds(seats, table)
        slope = (odds - won) / len(won)
        inner = slope[..., None] * self.parts[4][:-1] * (before[..., :-1] > 0)
        common = np.concatenate([inner.sum(axis=1), np.zeros((len(won), 1))], axis=1)
        of_units = np.concatenate([inner, slope[..., None]], axis=2)
        of_units += (common @ self.parts[3].T)[:, None, :] / won.shape[1]
        counts = np.concatenate([np.einsum("bnu,bn->u", after, slope), [0.0]])
        flat = seats.reshape(-1, seats.shape[2]).T @ of_units.reshape(-1, UNITS)
        slopes = [flat, table.T @ common, common.sum(0), units.mean(axis=1).T @ common, counts]
        self.steps += 1
        for at, each in enumerate(slopes):
            each = each + STIFF * self.parts[at]
            self.means[at] = 0.9 * self.means[at] + 0.1 * each
            self.squares[at] = 0.999 * self.squares[at] + 0.001 * each * each
            size = np.sqrt(self.squares[at] / (1 - 0.999**self.steps)) + 1e-8
            self.parts[at] = self.parts[at] - rate * self.means[at] / (1 - 0.9**self.steps) / size


class Fitted(NamedTuple):
    """A net, and by what its inputs were moved and divided."""

    net: Net
    seats: tuple[Any, Any]
    table: tuple[Any, Any]

    def odds(self, found: Positions) -> Any:
        """How likely each seat wins."""
        return self.net.odds(_scaled(found.seats, self.seats), _scaled(found.table, self.table))[0]

    def data(self, names: list[str], table: list[str]) -> dict[str, Any]:
        """The same for inputs as they are, as JSON has it."""
        weights, of_table, bias, mean, counts = self.net.parts
        weights = weights / self.seats[1][:, None]
        less = self.seats[0] @ weights
        bias = bias - self.table[0] @ (of_table / self.table[1][:, None]) - less - less @ mean
        rows = {**dict(zip(names, weights, strict=True))}
        rows |= dict(zip(table, of_table / self.table[1][:, None], strict=True))
        inputs = {name: _plain(row) for name, row in rows.items() if np.abs(row).max() > 0}
        mean, last = [_plain(row) for row in mean], _plain(counts)
        return {
            "inputs": inputs,
            "bias": _plain(bias),
            "mean": mean,
            "counts": last,
        }


def _plain(row: Any) -> list[float]:
    return [float(f"{each:.{DIGITS}g}") for each in row]


def _scaled(values: Any, by: tuple[Any, Any]) -> Any:
    return (values - by[0]) / by[1]


def _spread(values: Any) -> tuple[Any, Any]:
    """Mean and deviation; what never differs counts for nothing."""
    flat = np.concatenate(values) if values.ndim == 3 else values
    deviation = flat.std(axis=0)
    return flat.mean(axis=0), np.where(deviation > 1e-6, deviation, np.inf)


def fitted(found: Positions, seed: int, rounds: int = ROUNDS) -> Fitted:
    """What foretells best who wins."""
    lot = np.random.default_rng(seed)
    by = _spread(found.seats), _spread(found.table)
    seats, table = _scaled(found.seats, by[0]), _scaled(found.table, by[1])
    net = Net(seats.shape[2], table.shape[1], lot)
    for number in range(rounds):
        order, rate = lot.permutation(len(seats)), RATE * (1 - number / rounds)
        for at in range(0, len(order), BATCH):
            some = order[at : at + BATCH]
            net.learn(seats[some], table[some], found.won[some], rate)
    return Fitted(net, *by)


# ---------------------------------------------------------------------- telling


def by_score(found: Positions) -> Any:
    """What the leader by score is foretold from: for each seat its lead, its score, all scores."""
    best = np.sort(found.scores, axis=1)
    top = np.where(found.scores == best[:, -1:], best[:, -2:-1], best[:, -1:])
    all_ = np.broadcast_to(found.scores.sum(axis=1, keepdims=True), top.shape)
    return np.stack([found.scores - top, found.scores, all_, np.ones_like(top)], axis=2)


def logit(rows: Any, won: Any) -> Any:
    """The likeliest weights, by Newton's method."""
    rows, won = rows.reshape(-1, rows.shape[2]).astype(float), won.reshape(-1).astype(float)
    weights = np.zeros(rows.shape[1])
    for _ in range(25):
        odds = 1 / (1 + np.exp(-rows @ weights))
        curve = (rows * (odds * (1 - odds))[:, None]).T @ rows + 1e-3 * np.eye(len(weights))
        weights += np.linalg.solve(curve, rows.T @ (won - odds) - 1e-3 * weights)
    return weights


def goodness(odds: Any, won: Any) -> tuple[float, float]:
    """Log-loss, and how often who won was foretold likelier than who did not (AUC)."""
    odds, won = np.clip(odds.reshape(-1), 1e-6, 1 - 1e-6), won.reshape(-1) > 0
    loss = -np.mean(np.where(won, np.log(odds), np.log(1 - odds)))
    _, which, count = np.unique(odds, return_inverse=True, return_counts=True)
    ranks = (np.cumsum(count) - (count - 1) / 2)[which]
    wins = won.sum()
    area = (ranks[won].sum() - wins * (wins + 1) / 2) / (wins * (len(won) - wins))
    return float(loss), float(area)


def told(name: str, found: Positions, model: Fitted, leader: Any) -> str:
    """How well both foretell."""
    score = 1 / (1 + np.exp(-by_score(found) @ leader))
    (loss, area), (less, more) = goodness(score, found.won), goodness(model.odds(found), found.won)
    games = len(set(found.game.tolist()))
    return (
        f"{name}: {games} games, {len(found.won)} positions; leader by score {loss:.4f} nats, AUC {area:.4f};"
        f" learned {less:.4f} ({less - loss:+.4f}), AUC {more:.4f}"
    )


def main() -> None:
    """Play, fit, tell, and write the file beside the edition."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("edition")
    parser.add_argument("--players", type=int, default=5)
    parser.add_argument("--games", type=int, default=3000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--until", default="round", help="the phase that cuts a game")
    parser.add_argument("--thumb", type=int, default=0, help="games of rules of thumb to tell of")
    parser.add_argument("--search", type=int, default=0, help="games of searches to tell of")
    parser.add_argument("--output", type=Path)
    parser.add_argument("--jobs", type=int, default=2, help="processes side by side")
    given = parser.parse_args()
    begun = perf_counter()
    looking = _looking(given.edition, given.players, given.until)
    begin = given.seed * 10**6
    seeds = range(begin, begin + given.games)
    found = played(given.edition, given.players, given.until, seeds, given.jobs)
    print(
        f"{len(found.won)} positions of {given.games} games, {perf_counter() - begun:.0f} s by the clock",
        flush=True,
    )
    model = fitted(found, given.seed)
    data: dict[str, Any] = {"until": given.until, "players": [given.players]}
    data |= model.data(looking.names, [each.name for each in looking.space.table])
    path = given.output or ROOT / "editions" / f"{given.edition}.leaf.json"
    lines = ",\n".join(f"{json.dumps(k)}: {json.dumps(v)}" for k, v in data.items())
    path.write_text(f"{{\n{lines}\n}}\n", encoding="utf-8")
    print(
        path, path.stat().st_size, f"bytes, {perf_counter() - begun:.0f} s by the clock", flush=True
    )
    leader = logit(by_score(found), found.won > 0)
    for name, player, games in (
        ("rules of thumb", thumb, given.thumb),
        (
            "search of 1,000",
            lambda game: think(game, SearchBudget(1000), game.made).index,
            given.search,
        ),
    ):
        if games:
            others = looking.positions(range(begin + 500_000, begin + 500_000 + games), (player,))
            print(told(name, others, model, leader), flush=True)


if __name__ == "__main__":
    main()
