"""Measures how strong the characters of shipped editions are, and writes docs/balance.md.

    python tests/tools/measure_balance.py [NAME …] [--games N] [--lot N] [--jobs N]

Names are those of `CASTS`, all by default. What each came to stays in tests/measured/balance, and what was played
is kept in the folder for temporary files, so that more games can be asked for later. Without games (`--games 0`)
only the page is written again.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from collections.abc import Iterator
from pathlib import Path
from time import process_time
from typing import Any, Final

from attrs import frozen

from rulewright import load
from rulewright.cli.balance.balance_text import card_rows
from rulewright.cli.common.verdict_sentences import (
    points_text,
    remark_sentence,
    seldom_sentence,
    verdict_sentence,
)
from rulewright.lab.balance.execution.journals import Journal
from rulewright.lab.balance.execution.runs import RunBudget
from rulewright.lab.balance.execution.workers import ImmediateExecutor, Processes
from rulewright.lab.balance.matches import STRENGTHS, Match

ROOT = Path(__file__).resolve().parents[2]
MEASURED = ROOT / "tests" / "measured" / "balance"
PAGE = ROOT / "docs" / "balance.md"
MARK: Final = "<!-- measured -->"
"""What stands below it in the page is made here."""

PLAYERS: Final = 5


@frozen
class Cast:
    """Games that are measured: an edition, cards besides its own, options, and who thinks."""

    edition: str
    cards: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    strengths: tuple[str, ...] = ("easy",)


CASTS: Final = {
    "classic": Cast("classic", strengths=("easy", "hard")),
    "bonus-1": Cast("lost-cities", ("Witch", "Tax Collector", "Wizard", "Emperor", "Abbot"), ("many-bonus",)),
    "bonus-2": Cast("lost-cities", ("Alchemist", "Navigator", "Diplomat", "Queen"), ("many-bonus",)),
    "bonus-3": Cast("lost-cities", ("Artist",), ("many-bonus",)),
    "modern-1": Cast("modern"),
    "modern-2": Cast(
        "modern", ("Magistrate", "Spy", "Wizard", "Patrician", "Cardinal", "Trader", "Scholar", "Marshal", "Queen"),
        ("nine-characters",),
    ),
    "modern-3": Cast(
        "modern", ("Witch", "Blackmailer", "Seer", "Emperor", "Abbot", "Alchemist", "Navigator", "Diplomat",
                   "Tax Collector"), ("nine-characters",),
    ),
}  # fmt: skip


def measure(name: str, cast: Cast, games: int, lot: int, jobs: int) -> dict[str, Any]:
    """Play what is missing, and tell what all of it came to."""
    rules = load(cast.edition).with_cast(cast.cards)
    match = Match(rules, None, PLAYERS, cast.options, cast.strengths)
    kept = Path(tempfile.gettempdir()) / f"rulewright-balance-{name}.jsonl"
    journal = Journal.opened(kept, match.sides, [1])
    run = match.run(RunBudget(games, lot), 1, journal)
    begun = process_time()
    with Processes(jobs) if jobs > 1 else ImmediateExecutor() as executor:
        run.play(executor, jobs, lambda run: False, lambda run: None)
    journal.close()
    return {**match.report(run, 0.0), "cpu": round(process_time() - begun, 1), "cast": cast.cards}


def tables(found: dict[str, dict[str, Any]]) -> Iterator[str]:
    """What was measured, as Markdown."""
    for name, data in found.items():
        games = ", ".join(f"{count:,} {who}" for who, count in data["games"].items())
        with_cards = f" with {', '.join(data['cast'])}" if data["cast"] else ""
        yield f"### {data['name']}{with_cards}\n"
        yield f"{data['players']} players; games: {games} (`{name}`).\n"
        yield from _verdicts(data)
        for kind in dict.fromkeys(verdict["kind"] for verdict in data["verdicts"]):
            cards = [{**card, "lay": {}} for card in data["cards"] if card["kind"] == kind]
            heads, *rows = card_rows(kind, cards)
            yield f"\n| {' | '.join(heads)} |\n|---{'|--:' * (len(heads) - 1)}|"
            yield from (f"| {' | '.join(row)} |" for row in rows)
        yield from _rest(data)


def _verdicts(data: dict[str, Any]) -> Iterator[str]:
    told = [each for each in data["verdicts"] if each["word"] not in ("open", "even")]
    open_ = [each["card"] for each in data["verdicts"] if each["word"] == "open"]
    yield from (f"- {verdict_sentence(each)}." for each in told)
    if open_:
        yield f"- No verdict yet: {', '.join(open_)}."
    for each in data["verdicts"]:
        yield from (f"- {remark_sentence(remark)}." for remark in each["remarks"])


def _rest(data: dict[str, Any]) -> Iterator[str]:
    ends = ", ".join(f"{row['name']} {points_text(row['wins'])}" for row in data["ends"])
    seats = ", ".join(
        f"{row['seat']} {points_text(row['more_than_fair'][0])}" for row in data["seats"]
    )
    length = data["length"]
    yield f"\nPlayers with this mark or place at the end win more often by, in points: {ends}. Seats: {seats}."
    yield f"A game takes {length['rounds']:.1f} rounds and {length['decisions']:.0f} decisions with a choice."
    never = [f"`{row['option']}`" for row in data["options_used"] if row["hardly_ever_right"]]
    yield f"Hardly ever right: {', '.join(never) or 'nothing'}.\n"
    yield from (f"{seldom_sentence(row)}." for row in data.get("seldom", ()))


def write_page(page: Path, found: dict[str, dict[str, Any]]) -> None:
    """Write what was measured below the mark; what stands above stays."""
    head, _, _ = page.read_text(encoding="utf-8").partition(MARK)
    page.write_text(f"{head}{MARK}\n\n" + "\n".join(tables(found)), encoding="utf-8")


def main() -> None:
    """Measure what is named, and write the page of all that is known."""
    parser = argparse.ArgumentParser()
    parser.add_argument("names", nargs="*")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--lot", type=int, default=1000)
    parser.add_argument("--jobs", type=int, default=2)
    asked = parser.parse_args()
    MEASURED.mkdir(exist_ok=True)
    for name in asked.names or CASTS:
        if asked.games:
            data = measure(name, CASTS[name], asked.games, asked.lot, asked.jobs)
            text = json.dumps(data, separators=(",", ":"))
            (MEASURED / f"{name}.json").write_text(text + "\n", encoding="utf-8")
            print(name, data["games"], data["cpu"], flush=True)
    paths = [path for name in CASTS if (path := MEASURED / f"{name}.json").exists()]
    write_page(PAGE, {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in paths})


if __name__ == "__main__":
    assert set(STRENGTHS) >= {"easy", "hard"}
    main()
