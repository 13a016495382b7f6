"""Our random playouts beside another program's, in one run on one machine, by CPU time.

    python tests/benchmarks/compare.py --other "python3 path/to/plain.py" --players 5 --games 1000 --rounds 3

The other program takes --players, --games and --seed and prints one line of JSON with games_per_cpu_s, as
`rulewright simulate --json` does. The two are run in turns; the best of each counts.
"""

from __future__ import annotations

import argparse
import json
import shlex
import subprocess
import sys

OWN = [sys.executable, "-m", "rulewright", "simulate", "classic", "--json"]
MEANS = ("decisions_per_game", "forced_per_game", "rounds_per_game", "winner_score", "mean_score")


def run(command: list[str], players: int, games: int, seed: int) -> dict[str, float]:
    """One measured run of a program."""
    arguments = ["--players", str(players), "--games", str(games), "--seed", str(seed)]
    done = subprocess.run([*command, *arguments], capture_output=True, text=True, check=True)
    result: dict[str, float] = json.loads(done.stdout.strip().splitlines()[-1])
    return result


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--other", required=True, help="the other program's command")
    parser.add_argument("--players", type=int, default=5)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=3)
    given = parser.parse_args()
    ours: list[dict[str, float]] = []
    theirs: list[dict[str, float]] = []
    for seed in range(1, given.rounds + 1):
        theirs.append(run(shlex.split(given.other), given.players, given.games, seed))
        ours.append(run(OWN, given.players, given.games, seed))
    best = [max(result["games_per_cpu_s"] for result in results) for results in (ours, theirs)]
    print(f"players {given.players}: {best[0]:.0f} games/CPU-s, the other {best[1]:.0f}: "
          f"ratio {best[0] / best[1]:.3f}")  # fmt: skip
    for name in MEANS:
        mean = [
            sum(result[name] for result in results) / given.rounds for results in (ours, theirs)
        ]
        print(f"  {name:20} {mean[0]:9.3f} {mean[1]:9.3f}  {100 * (mean[0] / mean[1] - 1):+.2f} %")


if __name__ == "__main__":
    main()
