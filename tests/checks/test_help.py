"""Help for many mistakes at once: what is said of one line does not depend on the others, as far as can be."""

from __future__ import annotations

from pathlib import Path

import pytest

from checks.kit import our_table
from rulewright.checks import check_edition

HEAD = 'character Bard\n    rank 3\n    reading "Our own character."\n\n'
PLAYED = (
    '\nscenario "Sung"\n    in "our-table.yaml", 4 players\n    when\n'
    "        play turn for A as Bard\n    then\n"
)


def _help(folder: Path, text: str) -> dict[str, str | None]:
    """What helps, by the line that is complained of."""
    found = check_edition(our_table(folder, text))
    return {c.span.source.line(c.span.line).strip(): c.help for c in found if c.span is not None}


def test_every_line_of_a_scenario_is_helped(tmp_path: Path) -> None:
    checks = "        A cannot choose done\n        A's hand contains Manor\n"

    told = _help(tmp_path, HEAD + "    my build-limit is 2\n" + PLAYED + checks)

    assert told == {
        "A cannot choose done": "write `A may not choose done`",
        "A's hand contains Manor": "write `Manor is in A's hand`",
    }


def test_lines_that_nothing_helps_leave_tries_for_others(tmp_path: Path) -> None:
    power = "    power sing at main\n" + "".join(
        f"        choose a host-{n} from other players\n        the host-{n} sings a song of {n}\n"
        for n in range(5)
    )

    told = _help(tmp_path, HEAD + power + PLAYED + "        A cannot choose done\n")

    assert len(told) > 5
    assert told["A cannot choose done"] == "write `A may not choose done`"


@pytest.mark.parametrize(
    ("said", "help"),
    [
        ("I cannot build a district, if its cost is 5", "write `the district's cost`"),
        (
            "a player cannot attack a district in my city",
            "write `a player cannot attack a district, if the district is in my city`",
        ),
        (
            "trade districts cost me 1 less",
            "write `a district's price for me is 1 less, if the district's colour is trade`",
        ),
    ],
)
def test_a_rule_that_is_nearly_right_is_helped(said: str, help: str, tmp_path: Path) -> None:
    assert _help(tmp_path, f"{HEAD}    {said}\n") == {said: help}


def test_cards_are_what_the_game_calls_so(tmp_path: Path) -> None:
    deeds = "        look at the top 2 cards of the deck\n        draw 1 card\n"

    told = _help(tmp_path, f"{HEAD}    power sing at main\n{deeds}")

    assert list(told.values()) == ["write `show the top 2 districts of the deck to me`"]


def test_an_article_is_not_put_before_a_verb(tmp_path: Path) -> None:
    deeds = "        chance chooses 2 cards from my hand\n        give the cards to the crown\n"

    told = _help(tmp_path, f"{HEAD}    power sing at main\n{deeds}")

    assert not any("the give" in (help or "") for help in told.values())


def test_a_line_and_a_name_are_told_once(tmp_path: Path) -> None:
    """Though the file is read again for its scenarios, and three lines ask for the name."""
    power = (
        "    power sing at main\n        choose a player from other players\n"
        "        the host gives 1 gold to me\n        the host draws 1 card\n"
        "    the Thief must not name me\n"
    )

    found = check_edition(our_table(tmp_path, HEAD + power))

    assert [c.code for c in found] == ["E0201", "E0113"]


def test_a_sentence_of_several_deeds_keeps_apart_what_each_player_does(tmp_path: Path) -> None:
    said = "everyone else draws a card, then I draw 2 cards"

    told = _help(tmp_path, HEAD + f"    power sing at main\n        {said}\n")

    assert told == {
        said: "write `for each player in other players`, and indented below it "
        "`the player draws 1 card`, then not indented `I draw 2 cards`"
    }


@pytest.mark.parametrize(
    ("said", "head", "inner"),
    [
        (
            "after I build a district, I may pay 1 gold",
            "after I build a district",
            "I may pay 1 gold",
        ),
        ("at the end of my turn, I may pay 1 gold", "at the end of my turn", "I may pay 1 gold"),
    ],
)
def test_a_block_goes_with_the_head_that_it_belongs_to(
    said: str, head: str, inner: str, tmp_path: Path
) -> None:
    """Else what is paid for would be had for nothing."""
    deeds = "            gain 3 gold  # for it\n\n            gain 1 gold\n"
    text = f"{HEAD}    {said}\n{deeds.replace('            ', '        ')}"

    (complaint,) = check_edition(our_table(tmp_path, text))

    (fix,) = complaint.fixes
    after = text[: fix.span.start] + fix.text + text[fix.span.end :]
    assert after == f"{HEAD}    {head}\n        {inner}\n{deeds}"
    assert "with the block that follows one step deeper" in (complaint.help or "")
    assert not fix.restores
