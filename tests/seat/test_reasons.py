"""What is told of a deed for which cards were counted: which, where all see them, and whose power it is."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import rulewright

RULES = """\
game grove

labels hue: red, green

kind tree
    hue: hue
    starts in the nursery

kind helper
    likes: hue
    starts in the hut

there is a nursery of trees, in order, seen by everyone
there is a hut of helpers, in order, seen by everyone
each player has a garden of trees, seen by everyone
each player has a shed of trees, seen by its owner
each player has pears, a number, seen by everyone

list of tree
    printed "ours"
    name   hue
    Ash    red
    Beech  green
    Cedar  red

helper Vera
    likes red
    printed "ours"
    text "A pear for whoever passes."

    after a player called walker passes
        the walker picks 2 pears

flow
    for each player in players
        move Ash to the player's garden
        move Cedar to the player's garden
        move Beech to the player's shed
        for each worker in helpers
            play turn for the player as the worker

phase turn for a player as a helper
    DEED
    pass

event a player passes
    tell "{me} pass(es)"

event a player picks some pears
    set my pears to my pears + the pears
    tell "{me} pick(s) {pears} pear(s)"

value a player's points is the player's pears
    printed "ours"
outcome by points
"""


def picked(
    tmp_path: Path, deed: str, seat: int | None = 1, lang: str = "en"
) -> list[dict[str, Any]]:
    """What is told of pears where a turn begins with this deed."""
    (tmp_path / "grove.rules").write_text(RULES.replace("DEED", deed), encoding="utf-8")
    edition = tmp_path / "grove.yaml"
    edition.write_text(
        "edition: grove\nname: Grove\nrules: [grove.rules]\nplayers: 2\ncast:\n  helper: [Vera]\n"
        "  tree: [Ash, Beech, Cedar]\n",
        encoding="utf-8",
    )
    game = rulewright.load(edition, lang).new_game(2, 1)
    return [event for event in game.seat(seat)["story"] if event["event"] == "picks"]


def of_cards(event: dict[str, Any]) -> list[str]:
    return [ref["card"] for ref in event["for"]]


def test_a_deed_that_counts_cards_names_them_and_whose_power_it_is(tmp_path: Path) -> None:
    deed = (
        "pick (the number of trees in my garden where its hue is the turn's helper's likes) pears"
    )
    first, passed, *_ = picked(tmp_path, deed)

    assert first["text"] == "A picks 2 pears"
    assert (of_cards(first), first["by"], first["reason"]) == (
        ["Ash", "Cedar"],
        "Vera",
        "for Ash, Cedar (Vera)",
    )
    assert (of_cards(passed), passed["by"], passed["reason"]) == ([], "Vera", "(Vera)")


def test_so_many_times_the_number_of_cards_is_for_them_too(tmp_path: Path) -> None:
    first, *_ = picked(tmp_path, "pick (2 * the number of trees in my garden) pears")

    assert first["numbers"] == [4]
    assert (of_cards(first), first["by"], first["reason"]) == (
        ["Ash", "Cedar"],
        None,
        "for Ash, Cedar",
    )


@pytest.mark.parametrize("between", ["", "move all trees in my garden to my shed"])
def test_a_count_that_has_a_name_is_for_the_cards_there_were(tmp_path: Path, between: str) -> None:
    lines = ["let the ripe be the number of trees in my garden", between, "pick the ripe pears"]
    first, *_ = picked(tmp_path, "\n    ".join(filter(None, lines)))

    assert (first["text"], first["reason"]) == ("A picks 2 pears", "for Ash, Cedar")


def test_a_sum_is_not_for_cards(tmp_path: Path) -> None:
    first, *_ = picked(tmp_path, "pick (1 + the number of trees in my garden) pears")

    assert (of_cards(first), first["reason"]) == ([], "")


def test_cards_that_not_all_see_are_not_named_to_anybody(tmp_path: Path) -> None:
    deed = "pick (the number of trees in my shed where its hue is green) pears"

    for seat in (0, 1, None):
        first, *_ = picked(tmp_path, deed, seat)
        assert (first["numbers"], of_cards(first), first["reason"]) == ([1], [], "")


def test_what_hangs_on_a_secret_choice_names_nothing(tmp_path: Path) -> None:
    """The number is told, and not the hue that was chosen unseen."""
    deed = (
        "let the pet be the first of trees in my shed\n"
        "    pick (the number of trees in my garden where its hue is not the pet's hue) pears"
    )
    first, *_ = picked(tmp_path, deed, 1)

    assert (first["numbers"], of_cards(first)) == ([2], [])


def test_reasons_are_said_in_the_language_of_play(tmp_path: Path) -> None:
    first, *_ = picked(tmp_path, "pick (the number of trees in my garden) pears", lang="fr")

    assert first["reason"] == "pour Ash, Cedar"
