"""Measures the player that searches: alone among players of other sorts in every edition, weakest results first.

    python tests/tools/measure_players.py [EDITION …] [--others NAME …] [--games N] [--kept FILE [--no-play]]

The others choose by lot, take their first option, or are greedy; where something was learned, they search without
it, too; in classic they play by rules of thumb, or search a quarter as long. The seat goes round; who shares a
victory has a share of it. Thinking is counted in games in the mind, so a busy machine measures the same as a quiet
one. Writes a page in Markdown, docs/players.md if nothing else is named; other lines of it stay. Each game that is
over is a line of --kept, and is not played again: so a measurement can be stopped, and taken up by another command;
with --no-play the page is made of what is kept alone.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from functools import cache
from math import sqrt
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from attrs import asdict, evolve, frozen

from players.kit import Player, Result, by_lot, first, greedy, played, thinking
from players.thumb import better_thumb, thumb
from properties.every import shipped
from rulewright import Rules, load
from rulewright.lab.balance.execution.workers import Processes, stream_results
from rulewright.lab.players.leaf_files import leaf_for
from rulewright.lab.players.search_budget import SearchBudget
from rulewright.runtime.session.rules.internals import inside

ROOT = Path(__file__).resolve().parents[2]
USUAL = 5
# What a bot thinks in some 0.1 s, and in some 0.4 s.
QUICK, SLOW = 4_000, 16_000
# With a leaf half as many again take no longer.
CUT, WHOLE = 3, 2
SEARCH = 3
"""Which search is measured: one more whenever what a search does has changed. HEAD says what each was."""
FIRST = 300_000
"""The seed of the first game of each match: nothing was tried on those."""
WRITTEN_EVERY = 20
SURE = 1.96
"""Standard errors on each side of an interval that holds 95 times of 100."""
EASY = ("first option", "greedy", "random")
LEARNED = "search without a leaf"
IN_CLASSIC = (
    ("rules of thumb", QUICK), ("rules of thumb", SLOW), ("better rules of thumb", QUICK),
    ("search of 4,000", SLOW),
)  # fmt: skip
HEAD = """# How well bots play

`python tests/tools/measure_players.py` writes this page; do not change it by hand. One seat is played by
the searching bot ([code](../interpreter/rulewright/lab/players/search_player.py)), all others by the
players named. The seat changes from game to game. The weakest results come first.

- **seeds**: each match plays the deals from seed 300,000 on.
- **thinks**: the number of rollouts for each decision. In `classic`, 500 take about 0.01 s, 4,000 about
  0.08 s and 16,000 about 0.3 s, on one core of an AMD EPYC.
- **won**: the share of victories, with Wilson's 95 % interval. **points**: the mean score. **ahead**: the
  lead over the best other player.
- **random**: every option is equally likely. **first option**: always the first one.
- **greedy**: takes the option after which it is furthest ahead, and sees all cards.
- **rules of thumb**: a careful person's rules ([thumb.py](../tests/players/thumb.py)), which win {thumb} of
  {thumbs} games against four random players. **better rules of thumb** rob more; they win 35 % (31–40 %) of
  400 games against four of the plain ones.
- **search without a leaf**: a search without learned evaluation that plays all rollouts to the end. It gets
  two rollouts for three of the other, which takes as long ([0035](decisions/0035-truncated-rollouts.md)).
  Both forget earlier rounds.
- **search**: the version of the search. 1 is from before [0034](decisions/0034-search-exploration.md),
  without points; 2 sampled hidden cards with too little variety; 3 is the current one
  ([0026](decisions/0026-determinization-from-logs.md)).

| edition | players | thinks | the others | games | won | 95 % | points | ahead | fair share | search |
|---|--:|---|---|--:|--:|--:|--:|--:|--:|--:|
"""


@frozen
class Match:
    """So many games of one sort; the budget is in simulations."""

    edition: str
    players: int
    simulations: int
    others: str
    games: int


@cache
def rules_of(edition: str) -> Rules:
    """The rules, loaded once in each process."""
    return load(edition)


def play(match: Match, seed: int) -> Result:
    """What who searches has of one game; who thinks about nothing plays by rules of thumb."""
    rules = rules_of(match.edition)
    options = ("single-game",) if "single-game" in rules.options else ()
    others: dict[str, Player] = {
        "random": by_lot(seed), "first option": first, "greedy": greedy(Random(seed)), "rules of thumb": thumb,
        "better rules of thumb": better_thumb, "search of 4,000": thinking(SearchBudget(QUICK)),
        LEARNED: thinking(SearchBudget(match.simulations * WHOLE // CUT), remembers=False, leaf=False),
    }  # fmt: skip
    remembers = match.others != LEARNED
    one = (
        thinking(SearchBudget(match.simulations), remembers=remembers)
        if match.simulations
        else thumb
    )
    return played(rules, match.players, seed, one, others[match.others], options)


def _played(game: tuple[Match, int]) -> Result:
    return play(*game)


class Kept:
    """Games that are over, each a line of a file if there is one."""

    def __init__(self, path: Path | None) -> None:
        self.path, self.results = path, dict[tuple[Match, int], Result]()
        for told in path.read_text(encoding="utf-8").splitlines() if path and path.exists() else ():
            game = json.loads(told)
            key = Match(**{**game["match"], "games": 0}), game["seed"]
            self.results[key] = Result(**game["result"])

    def of(self, match: Match, pool: Executor, jobs: int) -> Iterator[Result]:
        """The games of a match; those that are not kept are played."""
        any_number, seeds = evolve(match, games=0), range(FIRST, FIRST + match.games)
        new = [seed for seed in seeds if (any_number, seed) not in self.results]
        playing = stream_results(_played, ((any_number, seed) for seed in new), pool, jobs)
        for seed in seeds:
            if (any_number, seed) not in self.results:
                (_, _), result = next(playing)
                self._keep(any_number, seed, result)
            yield self.results[any_number, seed]

    def only(self, match: Match) -> Iterator[Result]:
        """The games of a match that are kept, however many."""
        any_number = evolve(match, games=0)
        yield from (result for (one, _), result in self.results.items() if one == any_number)

    def _keep(self, match: Match, seed: int, result: Result) -> None:
        self.results[match, seed] = result
        if self.path:
            line = {"match": asdict(match), "seed": seed, "result": asdict(result)}
            with self.path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(line) + "\n")


def is_won_together(edition: str) -> bool:
    """Whether all win as one: then no seat wins more often than another."""
    rules = rules_of(edition)
    outcome = inside(rules).compiled(rules.players[0], ()).module.outcome
    return outcome.sides and not outcome.teams


def matches(editions: list[str], games: int, classic: int, simulations: int) -> Iterator[Match]:
    """What is played, the editions one after the other."""
    for edition in editions:
        low, high = rules_of(edition).players
        number = min(max(USUAL, low), high)
        for others in EASY:
            yield Match(edition, number, simulations, others, games)
        if edition == "classic":
            for others, thinks in IN_CLASSIC:
                yield Match(edition, number, thinks, others, classic)
        if leaf_for(rules_of(edition).new_game(number, FIRST, told=False)) is not None:
            yield Match(edition, number, simulations * CUT // WHOLE, LEARNED, games)


def line(match: Match, results: Sequence[Result]) -> str:
    """The line of a match."""
    count = len(results)
    part, score, lead = (
        sum(numbers) / count
        for numbers in zip(*((each.share, each.score, each.lead) for each in results), strict=True)
    )
    low, high = interval(part, count)
    thinks = f"{match.simulations:,}"
    won = f"{count} | {part:.1%} | {low:.0%}–{high:.0%} | {score:.1f} | {lead:+.1f}"
    told = f"| {match.edition} | {match.players} | {thinks} | {match.others} | {won} "
    return told + f"| {1 / match.players:.0%} | {SEARCH} |"


def interval(part: float, count: int) -> tuple[float, float]:
    """Wilson's interval for a share of so many games."""
    square = SURE * SURE / count
    middle = (part + square / 2) / (1 + square)
    half = SURE * sqrt(part * (1 - part) / count + square / (4 * count)) / (1 + square)
    return max(middle - half, 0.0), min(middle + half, 1.0)


def main() -> None:
    """Play what was asked for, and write the page."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("editions", nargs="*", metavar="EDITION", help="all that are shipped")
    parser.add_argument(
        "--others",
        nargs="+",
        choices=(*EASY, *dict(IN_CLASSIC), LEARNED),
        metavar="NAME",
        help="all",
    )
    parser.add_argument("--games", type=int, default=100, help="of each sort in each edition")
    parser.add_argument(
        "--classic", type=int, default=400, help="among rules of thumb or who searches"
    )
    parser.add_argument("--simulations", type=int, default=500, help="for a decision, else")
    parser.add_argument("--output", type=Path, default=ROOT / "docs" / "players.md")
    parser.add_argument("--kept", type=Path, help="games that are over")
    parser.add_argument("--no-play", action="store_true", help="tell only of those")
    parser.add_argument("--jobs", type=int, default=2, help="processes side by side")
    given = parser.parse_args()
    editions = given.editions or [each for each in shipped() if not is_won_together(each)]
    kept, rows = Kept(given.kept), {name_of(row): row for row in rows_of(given.output)}
    with Processes(given.jobs) as pool:
        head = head_of(given.output)
        if not head:
            base = Match("classic", USUAL, 0, "random", 400)
            share = sum(each.share for each in kept.of(base, pool, given.jobs)) / base.games
            head = HEAD.format(thumb=f"{share:.1%}", thumbs=base.games)
        for match in matches(editions, given.games, given.classic, given.simulations):
            if given.others and match.others not in given.others:
                continue
            playing = kept.only(match) if given.no_play else kept.of(match, pool, given.jobs)
            results: list[Result] = []
            for result in playing:
                results.append(result)
                row = line(match, results)
                rows[name_of(row)] = row
                if len(results) % WRITTEN_EVERY == 0:
                    write_page(given.output, head, list(rows.values()))
            if results:
                write_page(given.output, head, list(rows.values()))
                print(row, flush=True)


def name_of(row: str) -> tuple[str, ...]:
    """Which match a line tells of."""
    return tuple(cell.strip() for cell in row.split("|")[1:5])


def write_page(page: Path, head: str, rows: list[str]) -> None:
    """The page with these lines, the weakest first."""
    told = sorted(rows, key=lambda row: (_won(row), row))
    page.write_text(head + "\n".join(told) + "\n" + told_below(page), encoding="utf-8")


def head_of(page: Path) -> str:
    """What stands above the lines on a page that was made before."""
    found = page.read_text(encoding="utf-8") if page.exists() else ""
    end = HEAD.splitlines()[-1] + "\n"
    return found[: found.index(end) + len(end)] if end in found else ""


def _won(row: str) -> float:
    """The share of victories that a line tells."""
    return float(row.split("|")[6].strip(" %"))


def told_below(page: Path) -> str:
    """What stands below the table, about games that are not won by one alone."""
    found = page.read_text(encoding="utf-8") if page.exists() else ""
    return found[found.index("\n## ") :] if "\n## " in found else ""


def rows_of(page: Path) -> list[str]:
    """The lines of the table on a page that was made before."""
    if not page.exists():
        return []
    lines = page.read_text(encoding="utf-8").partition("\n## ")[0].splitlines()
    return [row for row in lines if row.startswith("| ") and "| edition |" not in row]


if __name__ == "__main__":
    main()
