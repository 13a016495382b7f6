"""`check` reports rules about what no setting, option or card of the edition plays."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.testing.checks import check_edition

CARD = """\
character Hummer
    rank 6
    reading "Ours."

"""
HUM = "    power hum at opening\n        gain 1 gold\n"
RECOVER = "    after I recover some gold\n        gain 1 gold\n"
LOSE = (
    "    while listed\n        at the start of the losing-one\n            the crown gains 1 gold\n"
)
RICH = "    at the start of my turn\n        gain 1 gold\n"
GATHER = "settings: {gather-first: yes, income-time: any-time}"
FIVE = "options: {gather-first: none}\nby-players: {5: {GATHER}}\n"
OPTION = "options: {early: {about: Powers come first., settings: {SETTING}}}\n"


def found(tmp_path: Path, rules: str, more: str = "", extends: str = "classic") -> list[str]:
    """Return the codes and messages of the complaints about a card of an edition."""
    (tmp_path / "x.rules").write_text(CARD + rules, encoding="utf-8")
    edition = tmp_path / "t.yaml"
    head = f"edition: t\nextends: {extends}\nname: T\nrules: [x.rules]\n"
    add = "" if "cast:" in more else "cast: {character: {add: [Hummer]}}\n"
    edition.write_text(head + add + more, encoding="utf-8")
    return [f"{each.code} {each.message}" for each in check_edition(edition)]


@pytest.mark.parametrize(
    ("rules", "code", "what"),
    [
        (HUM, "E0907", "the game never uses powers at `opening`"),
        (RECOVER, "E0904", "the event `recovers` never happens"),
        (LOSE, "E0905", "the phase losing-one is never played"),
    ],
)
@pytest.mark.rotating
def test_what_no_setting_plays_is_reported(
    tmp_path: Path, rules: str, code: str, what: str
) -> None:
    (complaint,) = found(tmp_path, rules)

    assert complaint.startswith(f"{code} {what} with the cards, settings and options of t, so ")


@pytest.mark.parametrize(
    ("rules", "more", "extends"),
    [
        (HUM, "settings: {gather-first: yes, income-time: any-time}\n", "classic"),
        (HUM, OPTION.replace("SETTING", "gather-first: yes, income-time: any-time"), "classic"),
        (HUM, FIVE.replace("GATHER", GATHER), "classic"),
        (RECOVER, "cast: {character: {add: [Hummer, Magistrate]}}\n", "modern"),
        (RECOVER, "options: {more: {about: More., cast: {character: {add: [Magistrate]}}}}\n", "classic"),
        (LOSE, "", "modern"),
        (HUM + RECOVER + LOSE, "cast: {district: {remove: [Market]}}\n", "classic"),
    ],
)  # fmt: skip
@pytest.mark.rotating
def test_what_some_game_plays_is_not(tmp_path: Path, rules: str, more: str, extends: str) -> None:
    assert found(tmp_path, rules, more, extends) == []


IDLE = """\
settings: {starting-gold: 3}
options:
  nothing: {about: Nothing.}
  same: {about: Same., settings: {starting-gold: 3}}
  less: {about: Less., settings: {starting-gold: 2}}
  named: {about: Named., names: {Market: Fair}}
  for-five: {about: Five., by-players: {5: {tables: {city-size: {5: 7}}}}}
  for-four: {about: Four., by-players: {4: {tables: {city-size: {4: 8}}}}}
"""


RESTATED = """\
settings: {starting-gold: 2, starting-cards: 4, crown-time: in-the-turn}
fields: {Market: {cost: 2}, Temple: {cost: 4}}
by-players: {5: {settings: {starting-cards: 4}}}
"""


def test_settings_and_fields_that_restate_their_value_are_reported(tmp_path: Path) -> None:
    assert found(tmp_path, RICH, RESTATED) == [
        "E0629 the setting `starting-gold` is 2 without this line as well",
        "E0629 the setting `starting-cards` is 4 without this line as well",
        "E0629 the cost of Market is 2 without this line as well",
    ]


def test_a_value_that_overrides_the_extended_edition_is_no_restatement(tmp_path: Path) -> None:
    (tmp_path / "rich.yaml").write_text(
        "edition: rich\nextends: classic\nname: R\nsettings: {starting-gold: 6, starting-cards: 6}\n",
        encoding="utf-8",
    )
    more = "settings: {starting-gold: 2, starting-cards: 6}\n"
    assert found(tmp_path, RICH, more, "rich.yaml") == [
        "E0629 the setting `starting-cards` is 6 without this line as well"
    ]


@pytest.mark.rotating
def test_options_that_change_nothing_are_reported(tmp_path: Path) -> None:
    idle = [each.split("`")[1] for each in found(tmp_path, RICH, IDLE)]

    assert idle == ["nothing", "same", "for-four"]
