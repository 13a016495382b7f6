"""`rulewright document`: a page about a game is tested with the pages; here is the one about a card."""

from __future__ import annotations

import pytest

from front.kit import Shell


@pytest.mark.rotating
def test_a_card_has_a_page(shell: Shell) -> None:
    page = shell.run("document", "first-edition", "Cemetery").stdout

    assert page.startswith("# Cemetery (Graveyard in the rules)\n\nDistrict in first-edition, ")
    assert "\n## Printed on it\n\n```text\n" in page
    assert "when a player called attacker would bury a district" in page
    assert page.count("```") % 2 == 0


def test_a_card_is_printed_for_so_many_players(shell: Shell) -> None:
    assert (
        "Character in classic, 7 players."
        in shell.run("document", "classic", "Thief", "--players", "7").stdout
    )


def test_in_another_language_only_rules_and_scenarios_stay_english(shell: Shell) -> None:
    page = shell.run("document", "classic", "Thief", "--lang", "fr").stdout

    assert page.startswith(
        "# Voleur (Thief dans les règles)\n\nPersonnage de classic, à 4 joueurs."
    )
    heads = [line for line in page.splitlines() if line.startswith("## ")]
    assert heads[0] == "## Imprimé dessus"
    assert heads[-1] == "## Scénarios qui la montrent"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("Thif",), "there is no card Thif for classic; did you mean Thief?"),
        (("Thief", "--ir"), "--ir prints a whole game, not a card"),
        (("Thief", "--players", "9"), "classic is for 2 to 7 players, not for 9"),
    ],
)
def test_what_cannot_be_printed(shell: Shell, words: tuple[str, ...], said: str) -> None:
    assert said in shell.run("document", "classic", *words, exit_code=2).stderr
