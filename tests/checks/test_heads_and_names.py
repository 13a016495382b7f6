"""Heads that are missing or misnamed, and names that nothing has here: told once, with what is missing."""

from __future__ import annotations

from pathlib import Path

import pytest

from checks.kit import our_table
from rulewright.testing.checks import check_edition

CARD = """\
character Bard
    rank 3
    reading "Our own character."

    power sing at main
        choose a role from characters where its rank is more than 3
        tell "{me} sing(s) for the {role's name}"
        until the round ends
            after another player called guest reveals the role, if the guest's gold is at least 2
                the guest gives 1 gold to me

    my build-limit is 2
"""
SCENARIO = """
scenario "Sung"
    in "our-table.yaml", 4 players
    given
        move Bard to A's secret
    when
        A answers Bard
        A chooses gather gold
    then
        A's gold is 4
"""


@pytest.mark.sampled(6)
@pytest.mark.parametrize(
    ("there", "instead", "code", "place", "help"),
    [
        ("    given\n", "", "E0130", "move Bard to A's secret", "write `given`"),
        ("    when\n", "", "E0130", "A answers Bard", "write `when`"),
        ("    then\n", "", "E0130", "A's gold is 4", "write `then`"),
        ("    then\n", "    expect\n", "E0131", "expect", "write `then`"),
        ("    given\n", "    setup\n", "E0131", "setup", "write `given`"),
        ("character Bard", "Bard", "E0132", "Bard", "write `character Bard`"),
        ("\nscenario", "    scenario", "E0133", "scenario", "begin it at the left edge"),
        ("    power", "power", "E0104", "power sing at main", "indent it like those lines"),
        ("at least 2", "equal to 2", "E0108", "is equal to", "gold is 2`"),
        ("the guest gives 1", "the guest gives +1", "E0101", "+", "leave out `+`"),
        ("guest's gold is", "guests' gold is", "E0108", "guests'", "write `guest's`"),
        ("if the guest's", "if the host's", "E0201", "host", "did you mean `guest`?"),
        (" called guest", "", "E0201", "guest", "write `another player called guest`"),
        ("{role's name}", "{role.name}", "E0210", "role.name", "write `{role's name}`"),
        ("A chooses", "A picks", "E0201", "picks", "`chooses`"),
        (
            "my build-limit is",
            "set my build-limit to",
            "E0101",
            "set",
            "write `my build-limit is 2`",
        ),
        ("gather gold", "take gold", "E0506", "take", "perhaps `gather gold` is meant"),
        ("        tell", "        - tell", "E0135", "- ", "write `tell "),
        ("        A answers", "        1. A answers", "E0135", "1. ", "write `A answers Bard`"),
        ("    power", "    TODO cheaper\n    power", "E0109", "TODO", "a remark begins with `#`"),
        ("rank 3\n", "rank 3 points\n", "E0101", "points", "write `3` alone"),
        ("rank 3\n", "rank l\n", "E0310", "l", "write `1`"),
        ("gold is 4", "gold is 1O", "E0136", "1O", "write `10`, in digits"),
        ("gold is 4", "gold is O", "E0201", "O", "write `0` if you mean a number"),
        ("A's gold is 4", "A's gold is Anna's gold", "E0201", "Anna", "players are called A, B"),
        (
            "for the {role's name}\"",
            'for " + the role\'s name + "!"',
            "E0137",
            "+",
            'write `"{me} sing(s) for {role\'s name}!"`',
        ),
        ("gold is 4", "gold is 1 more", "E0101", "more", "write the number itself"),
        ("if the guest's", "if Anna's", "E0201", "Anna", "players have no names in rules"),
        ("tell", "wenn ich jeder karte baue", "E0134", "wenn", "write it in English"),
        ("                the guest gives", "\tthe guest gives", "E0105", "\t", "indent with four"),
        ('in "our-table.yaml"', "in our-table", "Y0301", "our-table", 'write `"our-table.yaml"`'),
        (
            "tell",
            "am Ende meines Zuges, wenn mein Gold 0 ist",
            "E0134",
            "am",
            "write it in English",
        ),
        ("tell", "chaque joueur chante pour une fois", "E0134", "chaque", "write it in English"),
    ],
)
@pytest.mark.rotating
def test_one_complaint_at_the_place(
    there: str, instead: str, code: str, place: str, help: str, tmp_path: Path
) -> None:
    text = CARD + SCENARIO
    assert there in text

    found = check_edition(our_table(tmp_path, text.replace(there, instead, 1)))

    assert [each.code for each in found] == [code]
    at = found[0].span
    assert at is not None
    assert at.text.startswith(place)
    assert help in (found[0].help or "")


def test_a_power_that_was_copied_is_told_once(tmp_path: Path) -> None:
    copied = CARD.replace(
        "    my build", "    power sing at main\n        gain 1 gold\n\n    my build"
    )

    found = check_edition(our_table(tmp_path, copied + SCENARIO.replace("gather gold", "hum")))

    assert [each.code for each in found] == ["E0213"]
