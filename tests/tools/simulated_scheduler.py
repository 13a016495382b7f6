"""What a thousand cores give for a billion games: chunks, workers and who hands out and adds up, simulated.

    python tests/tools/simulated_scheduler.py

Who hands out chunks does one thing at a time: to hand one out and to add what came back takes it `desk` seconds
together. A worker takes `game` seconds for a game, and a bit more or less for each chunk.
"""

from __future__ import annotations

import heapq
from random import Random


def simulated(games: float, chunk: int, workers: int, game: float, desk: float) -> float:
    """The seconds until all games are played and added up.

    Of very many chunks a part is played, and the rest goes on at the same pace.
    """
    chunks = max(round(games / chunk), 1)
    played = min(chunks, 20 * workers)
    lot, free_desk, done = Random(1), 0.0, 0.0
    busy: list[float] = []
    first = 0.0
    for number in range(played):
        ready = heapq.heappop(busy) if len(busy) == workers else 0.0
        free_desk = max(free_desk, ready) + desk
        done = free_desk + game * chunk * lot.uniform(0.9, 1.1)
        heapq.heappush(busy, done)
        if number == played // 2:
            first = free_desk
    pace = (free_desk - first) / max(played - played // 2 - 1, 1)
    return max(busy) + pace * (chunks - played)


def main() -> None:
    """Print the table of docs/balance.md."""
    print("| games | time a game | games a chunk | 1,000 cores | efficiency | one core |")
    print("|---|--:|--:|--:|--:|--:|")
    ways = [
        ("simulate, random", 8.4e-6, 0.001),
        ("balance, random", 0.015, 0.002),
        ("balance, easy", 0.8, 0.002),
    ]
    for name, game, desk in ways:
        for chunk in (4, 50, 1_000, 30_000, 1_000_000):
            if not 0.05 <= chunk * game <= 2_000:
                continue
            took = simulated(1e9, chunk, 1000, game, desk)
            ideal = 1e9 * game / 1000
            print(
                f"| {name} | {game * 1000:g} ms | {chunk:,} | {took / 60:,.1f} min | {ideal / took:.0%} "
                f"| {1e9 * game / 86400:,.1f} days |"
            )


if __name__ == "__main__":
    main()
