"""Lets game files deal games anew for a seat, in every edition, and looks whether the seat could tell.

    python tests/long/try_file_deals.py [EDITION …] [--pairs N] [--processes N]

Of each game and one that was dealt the seat's view, options and who decides have to be equal, now and as both go on
alike until something hidden shows; what is known must not have moved, and the module must not give up. Half of the
games are dealt by what was chosen since their beginning, half as they lie. Prints a table in Markdown, a line for
each edition. Exit code 1 if something was wrong: the table says with which seed.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from attrs import define, field
from click.testing import CliRunner

from engines.dealing import Table, build, check_alike, moved
from engines.reader import GameFile
from front.kit import Shell
from long.all_editions import try_all
from properties.kit import rules, state_of
from properties.twins import check_going_on, unknown

SHARE = 0.03
"""Of the decisions of a game, at how many pairs are made."""

MOST_PROBLEMS = 3
HEADS = ("edition", "pairs", "played again", "as they lie", "cards not known", "moved", "wrong")


@define
class Tried:
    """What came of the pairs of an edition."""

    edition: str
    pairs: int = 0
    fitting: list[int] = field(factory=lambda: [0, 0])
    hidden: int = 0
    moved: int = 0
    wrong: list[str] = field(factory=list)

    def line(self) -> tuple[object, ...]:
        """Its line of the table."""
        told = "; ".join(self.wrong) or "nothing"
        return self.edition, self.pairs, *self.fitting, self.hidden, self.moved, told

    def look_at(self, at: Table, seat: int, seed: int) -> None:
        """Two pairs."""
        at.look_back(seat)
        for kind, name in enumerate(("deal", "determinize")):
            given = (at.back, seed) if name == "deal" else (at.now, seat, seed)
            self.pairs += 1
            try:
                self.fitting[kind] += at.file.call(name, at.dealt, *given)
                other = at.python(at.dealt)
                check_alike(at.game, other, seat)
                self.hidden += len(unknown(state_of(at.game), seat))
                self.moved += moved(at.game, other)
                check_going_on(at.game.copy(), other, seat, random.Random(seed))
                at.file.call("playout", at.dealt, seed)
            except Exception as error:
                self.wrong.append(
                    f"seed {seed}, seat {seat}, {name}: {str(error).splitlines()[:1]}"
                )


def positions(edition: str, folder: Path) -> Iterator[tuple[Table, int]]:
    """Positions of games by lot with any number of players, with their seeds."""
    low, high = rules(edition).players
    for seed in count(1000):
        players = max(2, low + seed % (high - low + 1))
        path = build(Shell(CliRunner()), folder, edition, players)
        at = Table.of(GameFile(path), rules(edition), players, seed)
        lot = random.Random(seed)
        while (decision := at.game.decision) is not None:
            if lot.random() < SHARE:
                yield at, seed
            at.choose(lot.randrange(len(decision.options)))


def tried(edition: str, pairs: int) -> Tried:
    """So many pairs of an edition: for the seat that decides, and for one by lot."""
    found = Tried(edition)
    with TemporaryDirectory() as folder:
        for at, seed in positions(edition, Path(folder)):
            assert at.game.decision is not None
            for seat in (at.game.decision.player, random.Random(seed).randrange(at.game.players)):
                if found.pairs >= pairs or len(found.wrong) >= MOST_PROBLEMS:
                    return found
                found.look_at(at, seat, seed)
    raise AssertionError("games have no end")


if __name__ == "__main__":
    sys.exit(try_all(__doc__.split("\n")[0], HEADS, tried))
