"""Own rules laid over shipped ones draw the complaints that all of them read together draw."""

from __future__ import annotations

from pathlib import Path

import pytest

from checks.kit import BARD, FOR_FOUR as TABLE, check_open, table_for_four as our_table, write
from rulewright.base.library import find_library
from rulewright.language.text import Complaint
from rulewright.testing.checks import check_edition, incremental

CHANGES = {
    "nothing": ("", ""),
    "an unknown name": ("the host gives", "the hst gives"),
    "an unknown deed": ("gives 1 gold", "hands 1 gold"),
    "a wrong type": ("set B's gold to 3", "set B's gold to B"),
    "an unclosed text": ('{host}"', "{host}"),
    "a missing source": ('    reading "Our own character."\n', ""),
    "what sets itself off": ("draw 1 card", "take 1 gold\n    after I take an amount of gold\n        take 1 gold"),
    "a wrong choice": ("gather gold, sing", "gather gold, sign"),
    "a declared mark": ("character Bard", "mark proud for a player, seen by everyone\n\ncharacter Bard"),
    "a value of another's": ("draw 1 card", "my city-size is 3"),
    "a field": ("rank 3", "rank three"),
    "what never applies": ("my builds is 0", "my builds is -1"),
    "what changes nothing": ("draw 1 card", "draw 0 cards"),
    "what is never so": ("where its gold is at least 2", "where its gold is at least 0"),
    "a hook": ("    at the end", "    after I erect a district\n        draw 0 cards\n\n    at the end"),
}  # fmt: skip


def _told(found: tuple[Complaint, ...]) -> list[tuple[str, str, str, str | None]]:
    return [(each.code, str(each.span), each.message, each.help) for each in found]


@pytest.mark.sampled(8)
@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_laid_over_or_read_together_the_same_is_told(
    change: tuple[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    edition = our_table(tmp_path, BARD.replace(*change) if change[0] else BARD)
    laid = check_edition(edition)
    monkeypatch.setattr(incremental.IncrementalProgram, "_compiled_base", lambda *_: None)
    together = check_edition(edition)

    assert _told(laid) == _told(together)
    assert bool(laid) == bool(change[0]) or change[0] == "character Bard"


@pytest.mark.sampled(8)
@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_a_text_in_an_editor_is_checked_like_a_file(
    change: tuple[str, str], tmp_path: Path
) -> None:
    text = BARD.replace(*change) if change[0] else BARD
    saved = check_edition(our_table(tmp_path, text))
    edition = our_table(tmp_path)
    unsaved = check_open(edition, {tmp_path / "bard.rules": text})

    assert _told(unsaved) == _told(saved)


def test_a_name_that_a_shipped_card_has_is_told_at_the_own_one(tmp_path: Path) -> None:
    bard = BARD.replace("Bard", "Magician")
    found = check_edition(our_table(tmp_path, bard, TABLE.replace("Bard", "Magician")))

    assert ("E0213", str(tmp_path / "bard.rules:1:11")) in [
        (each.code, str(each.span)) for each in found
    ]


def test_a_shipped_card_in_an_editor(tmp_path: Path) -> None:
    edition = our_table(tmp_path)
    witch = find_library().folder("rules") / "citadels" / "characters" / "king.rules"
    text = witch.read_text(encoding="utf-8")

    assert check_open(edition, {witch: text}) == ()
    (found,) = check_open(edition, {witch: text.replace("rank 4", "rnak 4", 1)})[:1]
    assert found.span is not None
    assert "rnak" in found.span.text


def test_an_edition_in_an_editor(tmp_path: Path) -> None:
    edition = our_table(tmp_path)
    (found,) = check_open(edition, {edition: TABLE.replace("Bard", "Brad")})

    assert found.code == "E0601"
    assert check_open(edition, {}) == ()
    assert write(edition, TABLE).exists()


def test_what_is_odd_is_told_beside_errors_elsewhere(tmp_path: Path) -> None:
    odd = "value the song-length is 3\n"
    write(tmp_path / "odd.rules", odd)
    table = TABLE.replace("[bard.rules]", "[bard.rules, odd.rules]")
    right = check_edition(our_table(tmp_path, BARD, table))
    wrong = check_edition(
        our_table(tmp_path, BARD.replace("the host gives", "the hst gives"), table)
    )
    used = BARD.replace("the host gives 1", "the hst gives the song-length")
    spoken = check_edition(our_table(tmp_path, used, table))

    assert [each.code for each in right] == ["E0901"]
    assert [each.code for each in wrong] == ["E0201", "E0901"]
    assert "E0901" not in [each.code for each in spoken]


def test_rules_are_checked_though_their_edition_cannot_be_read_whole(tmp_path: Path) -> None:
    table = TABLE + "tables: [gifts]\n"
    found = check_edition(our_table(tmp_path, BARD.replace("gives 1 gold", "hands 1 gold"), table))

    assert {each.code for each in found} == {"E0232", "E0301", "Y0203"}


def test_without_the_rules_below_it_nothing_is_said_of_an_edition_s_own(tmp_path: Path) -> None:
    table = TABLE.replace("extends: classic", "extends: [classic]")
    found = check_edition(our_table(tmp_path, BARD.replace("gives 1 gold", "hands 1 gold"), table))

    assert {each.code[0] for each in found} == {"Y"}
