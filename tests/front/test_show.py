"""`rulewright show`, `diff`, `blame`: what an edition comes to, what another has otherwise, which lines made it."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from ruamel.yaml import YAML

from rulewright.cli.command_line import rulewright

TABLE = """\
edition: our-table
extends: classic
name: Our table
settings: {starting-gold: 4}
tables: {city-size: {2-3: 10}}
fields: {Tavern: {cost: 2}}
names: {Tavern: Inn}
options: {poor: {settings: {starting-gold: 0}}}
"""


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "our-table.yaml").write_text(TABLE, encoding="utf-8")
    return "our-table.yaml"


def show(*words: str) -> str:
    result = CliRunner().invoke(rulewright, ["show", *words])
    assert result.exit_code == 0, result.output
    return result.output


def data(*words: str) -> Any:
    return json.loads(show(*words, "--json"))


def test_what_is_set_and_what_nobody_sets(table: str) -> None:
    found = data(table)

    assert found["settings"]["starting-gold"] == 4
    assert found["settings"]["starting-cards"] == 4
    assert found["settings"]["gather-first"] == "no"


def test_cells_by_row_and_column(table: str) -> None:
    tables = data(table)["tables"]

    assert (tables["city-size"]["3"], tables["city-size"]["4"]) == (10, 8)
    assert tables["face-up-cards"]["4"] == {"8": 2, "9": 3}


def test_cards_with_copies_and_what_is_printed_on_them(table: str) -> None:
    found = data(table)

    assert found["cast"]["district"]["Tavern"] == 5
    assert found["fields"]["Tavern"] == {"colour": "trade", "cost": 2}
    assert found["names"]["Tavern"] == {"en": "Inn"}


def test_options_players_and_casts_change_it(table: str) -> None:
    assert data(table, "--option", "poor")["settings"]["starting-gold"] == 0
    assert data(table, "--players", "2")["players"] == 2
    assert "Witch" in data(table, "--cast", "Witch")["cast"]["character"]


def test_the_yaml_says_the_same_as_the_json(table: str) -> None:
    said = YAML(typ="safe", pure=True).load(show(table))
    found = data(table)

    assert said["settings"]["starting-gold"] == found["settings"]["starting-gold"]
    assert said["cast"] == found["cast"]
    assert "\n  starting-gold: 4  # gold of each player at the start\n" in show(table)
    assert "\n  Tavern: {colour: trade, cost: 2}\n" in show(table)


def test_what_the_rules_refuse_is_told(table: str) -> None:
    result = CliRunner().invoke(rulewright, ["show", table, "--players", "9"])

    assert result.exit_code == 2
    assert "2 to 7 players" in result.output


def test_what_two_editions_have_otherwise(table: str) -> None:
    result = CliRunner().invoke(rulewright, ["diff", "classic", table])

    assert result.exit_code == 0, result.output
    assert result.output.splitlines() == [
        "- edition: classic",
        "+ edition: our-table",
        "- name: Citadels",
        "+ name: Our table",
        "- settings.starting-gold: 2",
        "+ settings.starting-gold: 4",
        "- tables.city-size.2: 8",
        "+ tables.city-size.2: 10",
        "- tables.city-size.3: 8",
        "+ tables.city-size.3: 10",
        "- fields.Tavern.cost: 1",
        "+ fields.Tavern.cost: 2",
        "+ names.Tavern: en Inn",
    ]


def test_each_setting_and_table_is_explained() -> None:
    lines = show("classic", "--players", "5").splitlines()
    entries = lines[lines.index("settings:") + 1 : lines.index("cast:")]

    assert "  gather-first: no  # gold or cards must be taken before powers are used" in entries
    assert "  first-crown: first-seat  # who begins with the crown: the oldest player" in entries
    assert any(
        line.startswith("  face-up-cards:")
        and line.endswith("  # characters laid aside face up, here 1")
        for line in entries
    )
    assert [line for line in entries if re.match("  [a-z]", line) and "#" not in line] == []
    assert YAML(typ="safe").load("\n".join(lines))["settings"]["first-crown"] == "first-seat"


def test_a_setting_of_ones_own_is_explained_by_its_comment(tmp_path: Path, table: str) -> None:
    (tmp_path / "race.rules").write_text(
        RACE.replace("# Whoever", "# A race.\n\n# Whoever"), encoding="utf-8"
    )
    Path(table).write_text(TABLE + "rules: [race.rules]\n", encoding="utf-8")

    assert "  riches: 30  # Whoever is rich first ends the game.\n" in show(table)


def compared(*words: str, exit_code: int = 0) -> list[str]:
    result = CliRunner().invoke(rulewright, ["diff", *words])
    assert result.exit_code == exit_code, result.output
    return result.output.splitlines()


def test_two_counts_of_players_differ_in_the_cells_that_they_use() -> None:
    assert compared("classic", "--players", "4", "classic", "--players", "7") == [
        "- players: 4",
        "+ players: 7",
        "- tables.face-up-cards: 2",
        "+ tables.face-up-cards: 0",
    ]
    # Three players lay two of seven characters open, and build ten districts.
    of_three = compared("first-edition", "--players", "3", "--players", "4")
    assert {"- tables.city-size: 10", "+ tables.city-size: 8", "+ cast.character.Assassin: 1"} <= {
        *of_three
    }


def test_an_option_of_one_side_shows_what_it_changes() -> None:
    differing = compared("french", "--option-other", "tie-by-cities")

    assert differing == [
        "- options: aucune",
        "+ options: tie-by-cities",
        "- settings.tie-break: shared",
        "+ settings.tie-break: by-city",
    ]
    turned = compared("french", "--option-one", "tie-by-cities")
    assert {line[1:] for line in turned} == {line[1:] for line in differing}
    assert turned[0] == "- options: tie-by-cities"


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["classic", "--players", "2", "--players", "3", "--players", "4"], "once, or twice"),
        (["classic", "--players", "2", "--players", "8"], "2 to 7 players, not for 8"),
        (["classic", "first-edition", "--option-one", "no-twins"], "no option no-twins in classic"),
    ],
)
def test_sides_that_cannot_be_played_are_refused(words: list[str], reason: str) -> None:
    assert reason in "\n".join(compared(*words, exit_code=2))


def test_what_only_one_of_them_has(table: str) -> None:
    result = CliRunner().invoke(rulewright, ["diff", "classic", "achiles", "--json"])
    found = {".".join(each["path"]): each for each in json.loads(result.output)["differences"]}

    assert found["name"]["other"] != found["name"]["one"]
    assert all((each["one"], each["other"]) != (None, None) for each in found.values())


RACE = """\
# Whoever is rich first ends the game.
setting riches: number = 30

after a player builds a district, if the player's gold is at least riches
    tell "{player} is rich"

character Bard
    rank 6
    text "Sings."
    reading "Ours."
    power sing at main
        gain 1 gold
"""


def variant(file: str, rules: str) -> str:
    Path(f"{file}.rules").write_text(rules, encoding="utf-8")
    Path(f"{file}.yaml").write_text(
        f"edition: {file}\nextends: classic\nname: Ours\nrules: [{file}.rules]\n"
        "cast: {character: {remove: [Merchant], add: [Bard]}}\n",
        encoding="utf-8",
    )
    return f"{file}.yaml"


def rules_told(*words: str) -> list[str]:
    result = CliRunner().invoke(rulewright, ["diff", *words])
    assert result.exit_code == 0, result.output
    lines = result.output.splitlines()
    return lines[next(n for n, line in enumerate(lines) if line[2:7] == "rules") :]


def test_rules_that_only_one_has_are_told_as_they_are_written(table: str) -> None:
    told = rules_told("classic", variant("race", RACE))

    assert "+ rules, race.rules:2:1" in told
    assert "+     setting riches: number = 30" in told
    at = told.index("+ rules, race.rules:4:1")
    assert told[at + 1 : at + 3] == [
        "+     after a player builds a district, if the player's gold is at least riches",
        '+         tell "{player} is rich"',
    ]
    assert "+ rules of Bard, race.rules:7:1" in told


def test_a_rule_that_says_something_else_is_told_with_both_texts(table: str) -> None:
    changed = RACE.replace("gain 1 gold", "gain 2 gold # dear").replace("    rank", "\n    rank")
    told = rules_told(variant("race", RACE), variant("dear", changed))

    assert told == [
        "- rules of Bard, race.rules:11:5",
        "-     power sing at main",
        "-         gain 1 gold",
        "+ rules of Bard, dear.rules:12:5",
        "+     power sing at main",
        "+         gain 2 gold # dear",
    ]


def test_of_rules_alike_under_one_head_the_changed_one_is_told(table: str) -> None:
    twice = 'after a player builds a district\n    tell "{}"\n\n'
    one = RACE + twice.format("one") + twice.format("two")
    other = RACE + twice.format("two") + twice.format("three")
    told = rules_told(variant("race", one), variant("dear", other))

    assert [line for line in told if "tell" in line] == [
        '-         tell "one"',
        '+         tell "three"',
    ]


def test_differing_rules_as_data(table: str) -> None:
    files = variant("race", RACE), variant("dear", RACE.replace("= 30", "= 40"))
    result = CliRunner().invoke(rulewright, ["diff", *files, "--json"])

    assert json.loads(result.output)["differences"][-1] == {
        "path": ["rules", "setting riches: number = 30"],
        "one": "setting riches: number = 30",
        "one_at": "race.rules:2:1",
        "other": "setting riches: number = 40",
        "other_at": "dear.rules:2:1",
    }


def blame(*words: str) -> list[str]:
    result = CliRunner().invoke(rulewright, ["blame", *words])
    assert result.exit_code == 0, result.output
    return [line.replace("\\", "/").rpartition("/")[2] for line in result.output.splitlines()]


def test_the_lines_that_made_a_value(table: str) -> None:
    assert [line.split(":")[0] for line in blame(table, "settings.starting-gold")] == [
        "game.rules",
        table,
        table,
    ]
    assert blame(table, "settings.starting-gold")[1:] == [
        "our-table.yaml:4:27: settings.starting-gold: 4",
        "our-table.yaml:8:44: settings.starting-gold: 0  (option poor)",
    ]
    assert blame(table, "names.Tavern") == ["our-table.yaml:7:17: names.Tavern.en: Inn"]


def test_one_line_for_several_numbers_of_players() -> None:
    (line,) = (one for one in blame("lost-cities", "cast.character") if "Artist" in one)

    assert line.endswith("(4 players, 5 players, 6 players, 7 players, 8 players)")


def test_a_value_that_nothing_says(table: str) -> None:
    result = CliRunner().invoke(rulewright, ["blame", table, "tables.city-sise"])

    assert result.exit_code == 2
    assert "did you mean `tables.city-size`?" in result.output


def test_an_edition_is_what_it_is() -> None:
    assert CliRunner().invoke(rulewright, ["diff", "classic", "classic"]).output.strip() == ""
