"""One mistake, one complaint, where it was made."""

from __future__ import annotations

from pathlib import Path

import pytest

from checks.kit import BARD, TABLE, our_table, write
from rulewright.language.text import Complaint
from rulewright.testing.checks import check_edition

REMOVED = TABLE.replace("add: [Bard]", "add: [Bard], remove: [Merchant]")


def test_a_game_refused_for_a_slip_on_a_card_is_told_at_the_card(tmp_path: Path) -> None:
    (found,) = _errors(tmp_path, BARD.replace("rank 3", "rank 66"), REMOVED)

    assert (found.code, found.span and found.span.text) == ("E0610", "66")
    assert found.help == "the rank of every other character is between 1 and 9"
    assert any("refuse" in note.span.text for note in found.notes)


def test_one_refused_for_another_reason_is_told_where_it_was(tmp_path: Path) -> None:
    (found,) = _errors(tmp_path, BARD, REMOVED)

    assert found.code == "E0610"
    assert found.span is not None
    assert found.span.source.name.endswith("our-table.yaml")


@pytest.mark.rotating
def test_words_of_a_thing_that_nobody_uses_are_not_missed(tmp_path: Path) -> None:
    song = '"{me} sing(s) for {host}": "{me} chante pour {host}"'
    words = f"cards: {{Bard: Barde}}\nchoices: {{sing: chanter}}\ntexts: {{{song}, choose a host: choisir}}\n"
    write(tmp_path / "bard.fr.yaml", words)
    unused = "labels pastime: chess, reading-aloud\n\n" + BARD

    assert [each.code for each in check_edition(our_table(tmp_path, unused))] == ["E0901"]


def _errors(folder: Path, bard: str, table: str) -> list[Complaint]:
    found = check_edition(our_table(folder, bard.split("scenario")[0], table))
    return [each for each in found if each.severity != "note"]


def test_what_is_done_where_nothing_is_understood_is_not_told_to_be_never_done(
    tmp_path: Path,
) -> None:
    event = 'event a player hums\n    tell "{player} hum(s)"\n'
    hook = "after a player hums\n    the player draws 1 card\n"
    write(tmp_path / "humming.rules", f"{event}\n{hook}")
    table = TABLE.replace("[bard.rules]", "[bard.rules, humming.rules]")
    wrong = "    when I would build a district, if the district is red && I am me\n        hum\n        carry on\n"
    found = check_edition(
        our_table(tmp_path, BARD.split("scenario")[0].rstrip() + "\n\n" + wrong, table)
    )

    assert [each.code for each in found] == ["E0109"]
