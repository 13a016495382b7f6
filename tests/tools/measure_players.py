"""Rate unlike sorts of players of an edition by games at mixed tables, and write the table into docs/players.md.

    python tests/tools/measure_players.py expeditions --option single-game "first option" "search of 500" FILE.npz

Each game draws its sorts, and each seat its sort. Ratings are those of Plackett and Luce for the winner: the odds
of two sorts are 10^(difference / 400). Intervals are of 1,000 bootstrap samples of the games. The first sort has 0.
Finished games are kept in a file, so a measurement resumes and grows with --games.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations
from pathlib import Path
from random import Random
from time import process_time
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import numpy as np
from attrs import frozen

from players.kit import Player, by_lot, first, greedy, thinking
from players.thumb import better_thumb, thumb
from rulewright import Rules, load
from rulewright.lab.balance.execution.workers import Processes, stream_results
from rulewright.lab.players.network_player import NetworkPlayer
from rulewright.lab.players.search_budget import SearchBudget

PAGE = Path(__file__).resolve().parents[2] / "docs" / "players.md"
FIRST = 300_000
"""The seed of the first game; nothing was trained or tuned on the deals from here on."""
SAMPLES = 1_000
PRIOR = 0.5
"""Victories and defeats against a player of mean strength that each sort is given: ratings stay finite."""
HEAD = "| sort of player | rating | 95 % | games | won | fair | ms |"


@frozen
class Pool:
    """The sorts of players to compare, and the games that they play."""

    edition: str
    players: int
    options: tuple[str, ...]
    sorts: tuple[str, ...]

    def seats(self, number: int) -> list[str]:
        """Return the sort at each seat of a game; for two players, each pair in turn with both seatings."""
        if self.players == 2:
            pairs = list(combinations(self.sorts, 2))
            return list(pairs[number // 2 % len(pairs)][:: 1 - 2 * (number % 2)])
        rng, whole = Random(number), self.players // len(self.sorts)
        return rng.sample([*self.sorts * (whole + 1)], self.players)

    def seed(self, number: int) -> int:
        """Return the seed of a game; two players play each deal from both seats."""
        return FIRST + (number // 2 if self.players == 2 else number)

    def key(self, number: int) -> str:
        """Return all that a game depends on, as text."""
        given = [self.edition, self.players, self.options, self.seed(number), self.seats(number)]
        return json.dumps(given)


@cache
def rules_of(edition: str) -> Rules:
    """Return the rules, loaded once a process."""
    return load(edition)


@cache
def trained(path: str, edition: str, players: int, options: tuple[str, ...]) -> NetworkPlayer:
    """Return a trained player, read once a process."""
    return NetworkPlayer.load(Path(path), rules_of(edition), players, options)


def player_of(sort: str, pool: Pool, seed: int) -> Player:
    """Return a player of a sort. Raises KeyError for an unknown one."""
    if sort.endswith(".npz"):
        return trained(sort, pool.edition, pool.players, pool.options).choose
    if found := re.fullmatch(r"search of ([\d,]+)( without a leaf)?", sort):
        budget, leaf = SearchBudget(int(found[1].replace(",", ""))), not found[2]
        return thinking(budget, remembers=leaf, leaf=leaf)
    return {
        "random": by_lot(seed), "first option": first, "greedy": greedy(Random(seed)),
        "rules of thumb": thumb, "better rules of thumb": better_thumb,
    }[sort]  # fmt: skip


def played(task: tuple[Pool, int]) -> dict[str, Any]:
    """Play a game; return its seats, shares of the victory, and each seat's decisions and CPU seconds."""
    pool, number = task
    seats, seed = pool.seats(number), pool.seed(number)
    game = rules_of(pool.edition).new_game(pool.players, seed, pool.options, told=False)
    players = [player_of(sort, pool, seed * 10 + at) for at, sort in enumerate(seats)]
    counts, seconds = [0] * pool.players, [0.0] * pool.players
    while (decision := game.decision) is not None:
        begun = process_time()
        index = players[decision.player](game) if len(decision.options) > 1 else 0
        seconds[decision.player] += process_time() - begun
        counts[decision.player] += len(decision.options) > 1
        game.choose(index)
    assert game.outcome is not None
    winners = game.outcome.winners
    shares = [(seat in winners) / max(len(winners), 1) for seat in range(pool.players)]
    return {"seats": seats, "shares": shares, "counts": counts, "seconds": seconds}


def games_of(pool: Pool, games: int, kept: Path, jobs: int) -> Iterator[dict[str, Any]]:
    """Yield the results of the games, those in the file `kept` and new ones, which it adds there."""
    lines = kept.read_text(encoding="utf-8").splitlines() if kept.exists() else ()
    known = {each["key"]: each for each in map(json.loads, lines)}
    new = [(pool, number) for number in range(games) if pool.key(number) not in known]
    yield from (known[pool.key(n)] for n in range(games) if pool.key(n) in known)
    with Processes(jobs) as workers, kept.open("a", encoding="utf-8") as file:
        for (_, number), result in stream_results(played, new, workers, jobs):
            file.write(json.dumps({"key": pool.key(number), **result}) + "\n")
            file.flush()
            yield result


def ratings(seats: Any, shares: Any) -> Any:
    """Return the rating of each sort by the maximization of Hunter (2004), with a prior; their mean is 0.

    `seats` (games × sorts) is the number of seats of each sort, `shares` its part of the victory.
    """
    strengths, won = np.ones(seats.shape[1]), shares.sum(0) + PRIOR
    for _ in range(400):
        pull = seats.T @ (1 / (seats @ strengths)) + 2 * PRIOR / (strengths + 1)
        strengths = won / pull
        strengths /= np.exp(np.log(strengths).mean())
    return 400 * np.log10(strengths)


def table(pool: Pool, results: Sequence[dict[str, Any]]) -> list[str]:
    """Return the lines of the table: ratings with intervals, then shares of the victory between two sorts."""
    sorts = pool.sorts
    place = {sort: at for at, sort in enumerate(sorts)}
    seats, shares, counts, seconds = (np.zeros((len(results), len(sorts))) for _ in range(4))
    for row, result in enumerate(results):
        for seat, sort in enumerate(result["seats"]):
            seats[row, place[sort]] += 1
            for sums, name in ((shares, "shares"), (counts, "counts"), (seconds, "seconds")):
                sums[row, place[sort]] += result[name][seat]
    rng = np.random.default_rng(0)
    drawn = (rng.integers(len(results), size=len(results)) for _ in range(SAMPLES))
    samples = np.array([ratings(seats[some], shares[some]) for some in drawn])
    values = ratings(seats, shares)
    low, high = np.quantile(samples - samples[:, :1], (0.025, 0.975), axis=0)
    met = seats > 0
    lines = [
        HEAD + "".join(f" {short(sort)} |" for sort in sorts),
        "|---|" + "--:|" * (6 + len(sorts)),
    ]
    for at in np.argsort(-values):
        games, fair = int(met[:, at].sum()), (seats[:, at] / pool.players)[met[:, at]].mean()
        pace = 1000 * seconds[:, at].sum() / max(counts[:, at].sum(), 1)
        cells = [f"{values[at] - values[0]:.0f}", f"{low[at]:.0f} to {high[at]:.0f}" if at else "–"]
        cells += [f"{games}", f"{shares[met[:, at], at].mean():.0%}", f"{fair:.0%}", f"{pace:.1f}"]
        for other in range(len(sorts)):
            both = met[:, at] & met[:, other]
            mine, theirs = shares[both, at].sum(), shares[both, other].sum()
            cells.append(f"{mine / (mine + theirs):.0%}" if other != at and mine + theirs else "")
        lines.append(f"| {short(sorts[at])} | " + " | ".join(cells) + " |")
    return lines


def short(sort: str) -> str:
    """Return the name of a sort in the table."""
    return "trained" if sort.endswith(".npz") else sort


def write(page: Path, pool: Pool, lines: Sequence[str], games: int) -> None:
    """Replace the section about this pool's edition, or add it at the end."""
    title = f"### {pool.edition}, {pool.players} players"
    options = f" Options: {', '.join(pool.options)}." if pool.options else ""
    about = f"{games} games from seed {FIRST:,} on.{options}"
    section = "\n".join((title, "", about, "", *lines, ""))
    text = page.read_text(encoding="utf-8") if page.exists() else ""
    sections = re.split(r"(?m)^(?=##)", text)
    places = [at for at, each in enumerate(sections) if each.startswith(title + "\n")]
    if places:
        sections[places[0]] = section + ("\n" if places[0] + 1 < len(sections) else "")
    else:
        sections.append("\n" + section)
    page.write_text("".join(sections), encoding="utf-8")


def main() -> None:
    """Play the games, and write and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("edition")
    parser.add_argument("sorts", nargs="+", metavar="SORT", help="the first is rated 0")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--option", action="append", default=[])
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--kept", type=Path, default=Path("pool.jsonl"))
    parser.add_argument("--page", type=Path, default=PAGE)
    parser.add_argument("--jobs", type=int, default=1)
    given = parser.parse_args()
    pool = Pool(given.edition, given.players, tuple(given.option), tuple(given.sorts))
    results: list[dict[str, Any]] = []
    for result in games_of(pool, given.games, given.kept, given.jobs):
        results.append(result)
    lines = table(pool, results)
    write(given.page, pool, lines, len(results))
    print("\n".join(lines))


if __name__ == "__main__":
    main()
