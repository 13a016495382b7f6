"""Games told in French: the same game, the same data, other words."""

import json
import re
from pathlib import Path

import pytest

import rulewright
from front.kit import Shell
from rulewright.cli.common.configuration import choose_language
from rulewright.cli.common.exits import NotPossible
from rulewright.runtime.session.rules.internals import inside

pytestmark = pytest.mark.usefixtures("quick")

ONES = "1\n" * 2000
LEFT_IN_ENGLISH = re.compile(
    r"\b(the|you|your|card|cards|gold|choose|done|hand|city|round|turn|only|wins|over)\b", re.I
)


@pytest.mark.rotating
def test_a_whole_game_is_told_in_french(shell: Shell) -> None:
    shown = shell.run("play", "classic", "--lang", "fr", "--seed", 5, typed=ONES).stdout

    assert shown.startswith("Citadelles (classic), 4 joueurs, donne 5.\n")
    assert re.search(r"^La partie est terminée : \w+ a achevé sa cité\.$", shown, re.MULTILINE)
    assert LEFT_IN_ENGLISH.findall(shown) == []


def test_the_language_changes_no_game(shell: Shell, tmp_path: Path) -> None:
    for language in ("en", "fr"):
        shell.run(
            "play", "--lang", language, "--seed", 5, "--save", f"{language}.json", typed="1\n1\n"
        )
    english, french = (json.loads(Path(f"{name}.json").read_text()) for name in ("en", "fr"))

    assert (english.pop("lang"), french.pop("lang")) == ("en", "fr")
    assert english["game"] == french["game"]


def test_a_game_goes_on_in_its_language_or_in_another(shell: Shell) -> None:
    shell.run("play", "--lang", "fr", "--seed", 5, "--save", "game.json", typed="1\nq\n")

    french = shell.run("play", "--resume", "game.json", typed="q\n").stdout
    english = shell.run("play", "--resume", "game.json", "--lang", "en", typed="q\n").stdout

    assert french.startswith("Citadelles (classic)")
    assert english.startswith("Citadels (classic)")
    assert LEFT_IN_ENGLISH.findall(french.replace("classic", "")) == []


def test_help_knows_the_names_of_the_language_and_those_of_the_rules(shell: Shell) -> None:
    shown = shell.run("play", "--lang", "fr", "--seed", 5, typed="? eveque\n? bishop\nq\n").stdout

    assert shown.count("Évêque, personnage, Bishop dans les règles") == 2
    assert "une pièce d'or par quartier religieux" in shown


def test_figures_are_told_in_french_and_stay_the_same_for_machines(shell: Shell) -> None:
    shown = shell.run("simulate", "classic", "--games", 2, "--lang", "fr").stdout
    data = shell.json("simulate", "classic", "--games", 2, "--lang", "fr", "--json")

    assert "décisions par partie" in shown
    assert data["edition"] == "classic"


def test_the_language_may_be_configured(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, shell: Shell
) -> None:
    assert choose_language(None) is None

    (tmp_path / "rulewright.yaml").write_text("edition: modern\nlang: it\n")
    assert choose_language(None) == "it"
    (tmp_path / "pyproject.toml").write_text('[tool.rulewright]\nlang = "de"\n')
    assert choose_language(None) == "de"
    monkeypatch.setenv("RULEWRIGHT_LANG", "fr")
    assert choose_language(None) == "fr"
    assert choose_language("en") == "en"
    assert "joueurs" in shell.run("editions").stdout


def test_a_configured_language_has_to_be_a_word(tmp_path: Path, shell: Shell) -> None:
    (tmp_path / "pyproject.toml").write_text("[tool.rulewright]\nlang = 3\n")

    with pytest.raises(NotPossible, match="the lang of"):
        choose_language(None)


def test_a_language_that_nobody_speaks_is_refused(shell: Shell) -> None:
    result = shell.run("play", "classic", "--lang", "fre", exit_code=2)

    assert "there is no translation into `fre`; did you mean `fr`?" in result.stderr


def test_an_edition_may_have_a_language_of_its_own(tmp_path: Path, shell: Shell) -> None:
    (tmp_path / "table.yaml").write_text(
        "edition: table\nextends: classic\nlanguage: fr\nnames: {King: {fr: Reine}}\n"
    )

    rules = rulewright.load(tmp_path / "table.yaml")
    shown = shell.run("play", "table.yaml", "--seed", 5, typed="? Reine\nq\n").stdout

    assert (rules.language, inside(rules).card_name("King"), inside(rules).card_name("Thief")) == (
        "fr",
        "Reine",
        "Voleur",
    )
    assert "Reine, personnage, King dans les règles" in shown
    assert inside(rulewright.load(tmp_path / "table.yaml", lang="en")).card_name("King") == "King"


def test_data_stay_as_they_are() -> None:
    games = [rulewright.load("classic", lang=lang).new_game(4, seed=5) for lang in ("en", "fr")]
    for _ in range(40):
        english, french = (game.decision for game in games)
        assert english is not None
        assert french is not None
        assert (english.kind, english.player) == (french.kind, french.player)
        assert [o.data for o in english.options] == [o.data for o in french.options]
        last = len(english.options) - 1
        for game in games:
            game.choose(last)

    english_game, french_game = games
    assert english_game.to_json() == french_game.to_json()
    assert english_game == rulewright.Game.from_json(french_game.to_json())
    told = rulewright.Game.from_json(english_game.to_json(), lang="fr").events
    assert [event.text() for event in told] == [event.text() for event in french_game.events]
    assert told[0].text() == "A reçoit 2 pièces d'or"
