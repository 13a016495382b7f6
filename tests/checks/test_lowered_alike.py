"""Rules that are alike where they are lowered are tried in the configurations of their edition once."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from checks.kit import BARD, FOR_FOUR as TABLE, check_open, table_for_four as our_table
from rulewright.base.cache import load_cached, store_cached
from rulewright.language.text import Complaint
from rulewright.testing.checks import check_edition, incremental
from rulewright.testing.checks.lowering.configurations import Configurations
from tiers import sample

ALIKE = {
    "an amount": ("gives 1 gold", "gives 2 gold"),
    "words of the story": ("sing(s) for", "sing(s) loudly for"),
    "a remark": ("        draw 1 card", "        draw 1 card  # of the day"),
    "a reading": ("Our own", "Our very own"),
    "lines further down": ("character Bard", "\n\ncharacter Bard"),
    "a scenario": ("A's gold is 3", "A's gold is 4"),
}
NOT_ALIKE = {
    "no amount": ("gives 1 gold", "gives 0 gold"),
    "a number in a condition": ("at least 2", "at least 3"),
    "another deed": ("draw 1 card", "take 1 gold"),
    "whose it is": ("gold to me", "gold to the host"),
    "a deed more": ("draw 1 card", "draw 1 card\n        take 1 gold"),
    "a rank": ("rank 3", "rank 4"),
    "another card": ("character Bard", "mark proud for a player, seen by everyone\n\ncharacter Bard"),
}  # fmt: skip


@pytest.fixture(name="tried")
def _tried(monkeypatch: pytest.MonkeyPatch) -> list[Configurations]:
    """What configurations were tried of, where nothing was tried before."""
    tried: list[Configurations] = []
    known: dict[str, Any] = {}
    check = Configurations.check

    def noted(self: Configurations) -> None:
        tried.append(self)
        check(self)

    def is_ours(key: str) -> bool:
        return key.startswith("clean ")

    monkeypatch.setattr(Configurations, "check", noted)
    monkeypatch.setattr(incremental, "_CLEAN", set())
    monkeypatch.setattr(
        incremental, "load_cached", lambda k: (known.get if is_ours(k) else load_cached)(k)
    )
    monkeypatch.setattr(
        incremental,
        "store_cached",
        lambda k, v: known.update({k: v}) if is_ours(k) else store_cached(k, v),
    )
    return tried


def changed(edition: Path, change: tuple[str, str]) -> tuple[Complaint, ...]:
    assert change[0] in BARD
    return check_open(edition, {edition.parent / "bard.rules": BARD.replace(*change)})


def test_what_is_lowered_alike_is_tried_once(tmp_path: Path, tried: list[Configurations]) -> None:
    edition = our_table(tmp_path)
    check_edition(edition)

    for change in ALIKE.values():
        changed(edition, change)

    assert len(tried) == 1


@pytest.mark.rotating
def test_what_is_lowered_otherwise_is_tried(tmp_path: Path, tried: list[Configurations]) -> None:
    edition = our_table(tmp_path)
    check_edition(edition)

    for number, change in enumerate(sample([*NOT_ALIKE.values()], every=3), 2):
        changed(edition, change)
        assert len(tried) == number, change


def test_what_is_wrong_there_is_told_each_time(tmp_path: Path, tried: list[Configurations]) -> None:
    edition = our_table(tmp_path)
    check_edition(edition)
    # Of which setting nothing is known but where a world is lowered: here it is 0.
    divided = ("gives 1 gold", "gives (my gold divided by gold-pieces, rounded down) gold")

    wrong = [changed(edition, divided) for _ in range(2)]

    assert len(tried) == 3
    assert [[each.code for each in found] for found in wrong] == [["E0623"], ["E0623"]]
    assert changed(edition, ALIKE["an amount"]) == ()


def test_what_was_tried_is_known_in_the_next_run(
    tmp_path: Path, tried: list[Configurations]
) -> None:
    check_edition(our_table(tmp_path))
    incremental._CLEAN.clear()

    check_edition(our_table(tmp_path, BARD.replace(*ALIKE["an amount"])))

    assert len(tried) == 1


def test_after_a_changed_name_in_the_edition_nothing_is_tried(
    tmp_path: Path, tried: list[Configurations]
) -> None:
    check_edition(our_table(tmp_path))

    check_edition(our_table(tmp_path, table=TABLE.replace("Our table", "Our tables")))
    assert len(tried) == 1
    check_edition(our_table(tmp_path, table=TABLE + "settings: {income: 3}\n"))
    assert len(tried) == 2
