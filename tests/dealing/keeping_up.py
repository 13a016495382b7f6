"""How often chains get stuck when they are taken up over a seat's next look, in games by lot to their end.

    python tests/dealing/keeping_up.py [EDITION …] [--games 2] [--chains 16] [--engine native] [--silent]

Prints a table in Markdown, a line for each edition. Exit code 1 if more than 5 in 100 takings-up get stuck.
"""

from __future__ import annotations

import argparse
import random
import sys
from pathlib import Path
from time import process_time
from typing import Any

from attrs import define

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from properties.every import shipped
from properties.kit import rules, state_of
from rulewright.runtime.dealing.dealer import CHAINS, Dealer
from rulewright.runtime.dealing.trajectory import Trajectory
from rulewright.runtime.observation.history import log_of
from rulewright.runtime.session.native_backend import EngineName

MOST_STUCK = 0.05
"""The stop rule: of all takings-up no more may get stuck."""


@define
class Counted:
    """Of some games: decisions, how often chains were taken up and got stuck, chains that were lost, seconds.

    Of deals at the end of each game how many there were, and how many seconds they took.
    """

    decisions: int = 0
    takings: int = 0
    stuck: int = 0
    lost: int = 0
    seconds: float = 0.0
    deals: int = 0
    dealing: float = 0.0

    @property
    def share(self) -> float:
        """How many of all takings-up got stuck."""
        return self.stuck / self.takings

    def cells(self) -> str:
        """The cells of a table: decisions, takings-up, stuck, chains lost, milliseconds of each and of a deal."""
        each, deal = 1000 * self.seconds / self.takings, 1000 * self.dealing / max(self.deals, 1)
        stuck = f"{self.stuck} ({100 * self.share:.1f} %)"
        return (
            f"{self.decisions} | {self.takings} | {stuck} | {self.lost} | {each:.0f} | {deal:.0f}"
        )


CELLS = "decisions | takings-up | stuck | chains lost | ms a taking-up | ms a deal"


class CountingDealer(Dealer):
    """Counts how often its chains are taken up."""

    counted: Counted

    def _extend_chain(self, trajectory: Trajectory, *given: Any) -> bool:
        found = super()._extend_chain(trajectory, *given)
        self.counted.takings += 1
        self.counted.stuck += not found
        return found


def count(
    edition: str,
    seed: int,
    chains: int,
    counted: Counted,
    engine: EngineName = "python",
    told: bool = True,
) -> None:
    """Play a game by lot, and take up chains of one seat over all of it; it has a story if that is told."""
    low, high = rules(edition).players
    players = low + seed % (high - low + 1)
    game = rules(edition).new_game(players, seed, told=told, ask_forced=True, engine=engine)
    rng = random.Random(seed)
    while game.decision is not None:
        game.choose(rng.randrange(len(game.decision.options)))
    at, seat = state_of(game), seed % players
    dealer = CountingDealer(at.engine, seat, log_of(at, seat))
    dealer.counted = counted
    counted.decisions += len(dealer.context.log.observations)
    begun = process_time()
    kept = [number for number in range(chains) if dealer._extended_chain(number) is not None]
    counted.lost += chains - len(kept)
    counted.seconds += process_time() - begun
    begun = process_time()
    for number in kept:
        dealer.sample(number)
    counted.deals += len(kept)
    counted.dealing += process_time() - begun


def of_edition(edition: str, games: int, chains: int, engine: EngineName, told: bool) -> Counted:
    """The same of so many games."""
    counted = Counted()
    for seed in range(1, games + 1):
        count(edition, seed, chains, counted, engine, told)
    return counted


def main() -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("editions", nargs="*", metavar="EDITION", help="all that are shipped")
    parser.add_argument("--games", type=int, default=2)
    parser.add_argument("--chains", type=int, default=CHAINS)
    parser.add_argument("--engine", choices=("python", "native"), default="python")
    parser.add_argument("--silent", action="store_true", help="games without a story")
    given = parser.parse_args()
    print(f"| edition | {CELLS} |")
    print("|---" + "|--:" * 6 + "|")
    worst = 0.0
    for edition in given.editions or shipped():
        counted = of_edition(edition, given.games, given.chains, given.engine, not given.silent)
        print(f"| `{edition}` | {counted.cells()} |", flush=True)
        worst = max(worst, counted.share)
    return int(worst > MOST_STUCK)


if __name__ == "__main__":
    sys.exit(main())
