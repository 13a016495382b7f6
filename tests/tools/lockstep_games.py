"""As many games as you like in lockstep on both engines: every edition, number of players, option and drawn cast.

    python tests/tools/lockstep_games.py [SEEDS] [FROM] [EVERY]

Options are compared at every decision, whole states at every so many (at each, if nothing is said) and at the end.
Ten times as many games again are played to the end at once. Prints a line for each way to play, and at the end how
many decisions were compared.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from engines.kit import GAMES, Lockstep, module_of, players_of
from perft.games import Way, ways


def all_ways() -> Iterator[Way]:
    """The ways of the digests with every number of players for each option, and the games made up for tests."""
    for way, _ in ways():
        numbers = players_of(way.edition) if way.option else [way.players]
        yield from (Way(way.edition, players, way.option, way.cast) for players in numbers)
    known = {way.edition for way, _ in ways()}
    for edition in set(GAMES) - known:
        yield from (Way(edition, players) for players in players_of(edition))


def main() -> None:
    """Play, and say what was compared; a difference ends it."""
    seeds = int(sys.argv[1]) if len(sys.argv) > 1 else 1
    first = int(sys.argv[2]) if len(sys.argv) > 2 else 0
    every = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    decisions = games = given_up = 0
    for way in all_ways():
        both = Lockstep.of(module_of(way), every=every)
        for seed in range(first, first + seeds):
            both.play(seed)
        both.play_whole(range(first, first + 10 * seeds))
        decisions, games = decisions + both.decisions, games + 11 * seeds
        given_up += both.given_up
        print(f"{way.name}: {both.decisions} decisions, given up {both.given_up}", flush=True)
    print(
        f"{games} games, {decisions} decisions compared, the native engine gave up {given_up} times"
    )


if __name__ == "__main__":
    main()
