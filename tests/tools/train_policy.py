"""Trains what players who think are likely to choose unseen, for who deals from a log: a model beside an edition.

    nice -n 15 python tests/tools/train_policy.py classic --players 5 --games 300 --seed 1

Plays games of players that search, of several strengths, then fits a multinomial logit for each decision in which a
card is chosen that others do not see, by Newton's method. A third of the games is held back: of a decision whose
choices there are not better foretold than by lot, nothing is kept. The same seed gives the same file.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np

from rulewright import Rules, load
from rulewright.lab.players.search_budget import SearchBudget
from rulewright.lab.players.search_player import think
from rulewright.runtime.dealing.opponent_policy import features, option_names
from rulewright.runtime.ir.engine_contract import element_of, list_of
from rulewright.runtime.ir.nodes.ir_types import PIECE

ROOT: Final = Path(__file__).resolve().parents[2]
STRENGTHS: Final = (60, 240)
"""Simulations for a decision: a seat has one of these strengths."""

LEAST_GAIN: Final = 0.02
"""Of a decision that is foretold by less, in nats a choice, nothing is kept."""

STIFF: Final = 30.0
"""What numbers that are not 0 cost (the square of each, in nats), features having deviations of 1."""

DIGITS: Final = 4


class Choice(NamedTuple):
    """A choice of one game: what was seen of who chose, what there was, and which of it was chosen."""

    game: int
    seen: list[float]
    options: list[str]
    chosen: int


def games(rules: Rules, players: int, count: int, seed: int) -> Iterator[tuple[int, list[int]]]:
    """The seeds and choices of games of players that search and remember nothing, which is quick."""
    for number in range(seed, seed + count):
        game = rules.new_game(players, number, told=False, engine="native")
        while (decision := game.decision) is not None:
            strength = STRENGTHS[(decision.player + number) % len(STRENGTHS)]
            thought = think(game, SearchBudget(strength), number + game.made, remembers=False)
            game.choose(thought.index)
        yield number, list(game.decisions)


def choices(
    rules: Rules, players: int, number: int, made: Sequence[int]
) -> Iterator[tuple[str, Choice]]:
    """The choices of cards in a game that others did not see: the decision, and what was chosen of what."""
    game = rules.new_game(players, number, told=False)
    at = game.remembered
    engine, module = at.engine, at.engine.module
    zones = {cell: zone for zone in module.zones.values() for cell in zone.run.cells}
    seen_of = features(module)
    for index in made:
        look = engine.snapshot(at.state)
        asked, options = module.decisions[look.decision], engine.options(at.state)
        name_of = option_names(module, look.decision)
        chosen = options[index]
        label = asked.options[list_of(chosen)] if list_of(chosen) >= 0 else None
        is_card = label is not None and label.type == PIECE and not label.of_all
        names, seen = [*map(name_of, options)], list[float]()
        is_unseen = is_card and _is_unseen(engine, at.state, zones, element_of(chosen))
        if is_unseen:
            row = engine.pack(at.state)
            seen = [feature(row, look.decider) for feature in seen_of.values()]
            knows = engine.knowers(at.state, element_of(chosen)) >> look.decider & 1
        game.choose(index)
        at = game.remembered
        if is_unseen and knows and _is_unseen(engine, at.state, zones, element_of(chosen)):
            yield asked.name, Choice(number, seen, names, index)


def _is_unseen(engine: Any, state: Any, zones: dict[int, Any], card: int) -> bool:
    place = engine.snapshot(state).place(card)
    return place in zones and zones[place].seen != "everyone"


# ---------------------------------------------------------------------- fitting


class Table(NamedTuple):
    """Choices of one decision as arrays: features, how often each name is offered, which one was chosen."""

    names: list[str]
    seen: Any
    offered: Any
    chosen: Any

    @classmethod
    def of(cls, rows: list[Choice], names: list[str]) -> Table:
        """The choices among these names."""
        at = {name: number for number, name in enumerate(names)}
        offered = np.zeros((len(rows), len(names)))
        for row, choice in enumerate(rows):
            for name in choice.options:
                offered[row, at[name]] += 1
        chosen = np.array([at[row.options[row.chosen]] for row in rows], dtype=int)
        return cls(names, np.array([row.seen for row in rows], dtype=float), offered, chosen)


def odds(table: Table, weights: Any) -> Any:
    """Of each choice the odds of each name."""
    scores = table.seen @ weights.T
    scores -= np.where(table.offered > 0, scores, -np.inf).max(axis=1, keepdims=True)
    shares = np.where(table.offered > 0, table.offered * np.exp(np.minimum(scores, 0)), 0)
    return shares / shares.sum(axis=1, keepdims=True)


def fitted(table: Table, steps: int = 6) -> Any:
    """The numbers of each name for each feature: the likeliest, as far as they do not cost more."""
    mean, spread = table.seen.mean(axis=0), table.seen.std(axis=0)
    varies = spread > 1e-9
    scaled = (table.seen - mean)[:, varies] / spread[varies]
    scaled = table._replace(seen=np.column_stack([np.ones(len(scaled)), scaled]))
    count, width = len(table.names), scaled.seen.shape[1]
    weights = np.zeros((count, width))
    rows = np.arange(len(table.chosen))
    for _ in range(steps):
        likely = odds(scaled, weights)
        off = likely.copy()
        off[rows, table.chosen] -= 1
        slope = off.T @ scaled.seen + STIFF * weights
        curve = np.zeros((count, width, count, width))
        for one in range(count):
            for other in range(one, count):
                share = likely[:, one] * ((one == other) - likely[:, other])
                block = (scaled.seen * share[:, None]).T @ scaled.seen
                curve[one, :, other], curve[other, :, one] = block, block.T
        flat = curve.reshape(count * width, -1) + STIFF * np.eye(count * width)
        weights -= np.linalg.solve(flat, slope.ravel()).reshape(count, width)
    found = np.zeros((count, len(mean)))  # the first feature is always 1
    found[:, varies] = weights[:, 1:] / spread[varies]
    found[:, 0] = weights[:, 0] - found @ mean
    return found


def gain(table: Table, weights: Any) -> float:
    """How much better choices are foretold than by lot, in nats each."""
    likely = odds(table, weights) / np.maximum(table.offered, 1)
    rows = np.arange(len(table.chosen))
    return float(np.mean(np.log(likely[rows, table.chosen] * table.offered.sum(axis=1))))


def model(names: list[str], found: dict[str, list[Choice]], say: Any = print) -> dict[str, Any]:
    """The model of choices, by decision, whose features have these names."""
    decisions = dict[str, Any]()
    for decision, rows in sorted(found.items()):
        options = sorted({name for row in rows for name in row.options})
        kept = [row for row in rows if row.game % 3]
        held = [row for row in rows if row.game % 3 == 0]
        if len(kept) < 100 or not held:
            continue
        better = gain(Table.of(held, options), fitted(Table.of(kept, options)))
        say(f"{decision}: {len(rows)} choices, {better:+.3f} nats each")
        if better >= LEAST_GAIN:
            weights = fitted(Table.of(rows, options))
            decisions[decision] = {
                name: [round(float(each), DIGITS) for each in row]
                for name, row in zip(options, weights, strict=True)
            }
    return {"features": names, "decisions": decisions}


def main() -> None:
    """Play, fit, and write the file beside the edition."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("edition")
    parser.add_argument("--players", type=int, default=5)
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--output", type=Path)
    given = parser.parse_args()
    rules, found = load(given.edition), dict[str, list[Choice]]()
    for number, made in games(rules, given.players, given.games, given.seed):
        for decision, choice in choices(rules, given.players, number, made):
            found.setdefault(decision, []).append(choice)
    module = rules.new_game(given.players, 1).remembered.engine.module
    data = model([*features(module)], found)
    path = given.output or ROOT / "editions" / f"{given.edition}.policy.json"
    path.write_text(json.dumps(data, indent=0, ensure_ascii=False) + "\n", encoding="utf-8")
    print(path, path.stat().st_size, "bytes")


if __name__ == "__main__":
    main()
