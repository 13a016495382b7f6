"""Known truths of a whole game: cards that are added to classic at rank 3."""

from __future__ import annotations

from pathlib import Path

import pytest

from balance.kit import sentence
from rulewright.cli.common.parallel import available_cores
from rulewright.lab.balance.execution.journals import Journal
from rulewright.lab.balance.execution.runs import BalanceRun, RunBudget
from rulewright.lab.balance.execution.workers import Processes
from rulewright.lab.balance.matches import Match
from rulewright.lab.balance.statistics.verdicts import Verdict, judge
from rulewright.runtime.session.games import Rules

pytestmark = pytest.mark.long

CARDS = {
    "Banker": """
    at the start of my turn
        gain 2 gold
""",
    "Purser": """
    at the start of my turn
        gain 1 gold
        chance chooses a luck from 1 to 9
        if the luck is at most 4
            gain 1 gold
""",
    "Blank": "",
    "Hermit": """
    power levitate at main, if my gold is at least 1000
        gain 1 gold
""",
    "Gambler": """
    power squander at main, if my gold is at least 3
        pay 3 gold
        tell "{me} squander(s) 3 gold"
""",
    "Double": """
    power conjure "exchange hands or cards" at main
        choose
            option swap "exchange hands with {partner}" for each partner from other players
                exchange my hand with the partner's hand
                tell "{me} and {partner} exchange their hands"
            option redraw "replace cards from the deck", if there is a district in my hand
                let the count be the number of districts in my hand
                repeatedly choose a card from districts in my hand, shown as "put {card} under the deck"
                    discard the card
                draw (the count - the number of districts in my hand) cards
""",
}


def edition(folder: Path, name: str) -> Rules:
    rule = f'character {name}\n    rank 3\n    reading "A house rule."\n{CARDS[name]}'
    (folder / f"{name.lower()}.rules").write_text(rule, encoding="utf-8")
    path = folder / f"with-{name.lower()}.yaml"
    path.write_text(
        f"edition: with-{name.lower()}\nextends: classic\nname: A house\nrules: [{name.lower()}.rules]\n"
        f"cast:\n  character: {{add: [{name}], remove: [Magician]}}\n",
        encoding="utf-8",
    )
    return Rules.load(path)


def judged(match: Match, games: int, lot: int = 0) -> tuple[Verdict, BalanceRun]:
    run = match.run(RunBudget(games, lot), 1, Journal.opened(None, match.sides, []))
    with Processes(available_cores()) as executor:
        run.play(executor, available_cores(), match.is_sure, lambda run: None)
    return match.verdicts(run)[0], run


@pytest.mark.parametrize(("name", "games"), [("Banker", 120), ("Purser", 1500)])
def test_gold_for_nothing_is_strong(name: str, games: int, tmp_path: Path) -> None:
    """Two gold a turn, and with 1.44 as much above other cards as makes a fifth of that."""
    match = Match(edition(tmp_path, name), None, 5, (), ("easy", "hard"), (name,))
    verdict, _ = judged(match, games)
    assert verdict.word == "strong", sentence(verdict)


def test_a_copy_of_a_shipped_card_is_the_same(tmp_path: Path) -> None:
    match = Match(edition(tmp_path, "Double"), Rules.load("classic"), 5, (), ("easy", "hard"))
    verdict, _ = judged(match, 4, 100)
    assert verdict.word == "same", sentence(verdict)


def test_a_power_without_a_use(tmp_path: Path) -> None:
    match = Match(edition(tmp_path, "Hermit"), None, 5, (), ("easy",), ("Hermit",))
    verdict, _ = judged(match, 8)
    assert verdict.word == "unusable", sentence(verdict)


def test_a_power_that_only_a_fool_uses_is_not_told_from_none(tmp_path: Path) -> None:
    own, other = edition(tmp_path, "Gambler"), edition(tmp_path, "Blank")
    match = Match(own, other, 5, (), ("hard",), ("Gambler",))
    run = match.run(RunBudget(24, 1000), 1, Journal.opened(None, match.sides, []))
    with Processes(available_cores()) as executor:
        run.play(executor, available_cores(), lambda run: False, lambda run: None)
    (thinking,) = match.verdicts(run)
    lot = {"lot": (run.tallies[0], run.tallies[1])}
    assert judge(match.setup, match.questions, lot)[0].word == "weak", "by lot gold is thrown away"
    assert ["squander" in each.option for each in thinking.remarks] == [True]
    assert thinking.word in ("open", "even"), sentence(thinking)
