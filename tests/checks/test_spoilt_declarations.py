"""A spoilt declaration draws few complaints, and the first is at the declaration."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from checks.kit import BARD, check, our_table, write
from checks.spoilt_declarations import GAMES, game_files, judge, spoilt_declarations
from tiers import sample


@pytest.mark.parametrize(
    ("game", "there", "spoilt"),
    [
        ("kuhn", "option bet ", "option bte "),
        ("kuhn", "option bet ", "option put chips in "),
        ("kuhn", "option pass", "option pass_1"),
        ("kuhn", "    Queen   12", "    Qeuen   12"),
        ("leduc", "option fold,", "option move,"),
        ("leduc", "labels suit:", "labels suit"),
        ("leduc", "phase betting", "phase move"),
        ("leduc", "has a hand of", "has a move of"),
        ("leduc", "value a player's height", "value a palyer's height"),
        ("leduc", "outcome by points", "outcome points"),
        ("leduc", "has a stake, a number starting at ante", "has a stake, a player"),
        ("leduc", "event a player acts", "event a number acts"),
        ("leduc", "at ante, seen by everyone", "at ante, seen by its owner"),
        ("leduc", "    suit: suit", "    suit: number"),
        ("leduc", "rank   suit\n", "rank thing   suit\n"),
        ("kuhn", "    Jack    11", "    Jack in the Box    11"),
        ("kuhn", "    Queen   12", "    qUEEN   12"),
        ("kuhn", "phase showdown", "pahse showdown"),
        ("kuhn", "    rank: number", "    rnak: number"),
    ],
)
def test_first_complaint_is_at_the_declaration(
    game: str, there: str, spoilt: str, tmp_path: Path
) -> None:
    for name, text in game_files(game).items():
        write(tmp_path / name, text.replace(there, spoilt, 1))

    found = check(tmp_path / f"{game}.yaml")

    at = found[0].span
    assert at is not None
    assert at.source.line(at.line).strip() in spoilt or spoilt.strip() in at.source.line(at.line)
    assert len(found) == 1


CASES = [each for game in GAMES for each in spoilt_declarations(game)]
PUSHED = 12
"""How many cases the push tier draws."""


def test_any_spoilt_declaration(tmp_path: Path) -> None:
    """At least 94 % of the cases of all games are right; of the few of a push, all but three."""
    drawn = sample(CASES, every=len(CASES) // PUSHED)
    judged = [judge(each, tmp_path) for each in drawn]
    wrong = [each.spoilt.name for each in judged if not each.is_right]

    assert len(wrong) <= max(3, len(judged) * 6 // 100), wrong


@pytest.mark.parametrize(
    ("subject", "verb", "right"),
    [
        ("the bidder ", "choose a card from cards in the deck", "chooses"),
        ("the bidder ", "become tired", "becomes"),
        ("I ", "becomes tired", "become"),
        ("I ", "stops being tired", "stop"),
        ("the bidder ", "use powers at main", "uses"),
        ("", "chooses a card from cards in the deck", "choose"),
    ],
)
def test_verbs_of_the_language_have_one_form(
    subject: str, verb: str, right: str, tmp_path: Path
) -> None:
    mark = "a player may be tired, seen by everyone\n"
    event = f"moment main\nevent a player bids\n    let the bidder be me\n    {subject}{verb}\n"
    for name, text in game_files("kuhn").items():
        more = (mark + event) * (name == "kuhn.rules")
        write(tmp_path / name, text + more)

    found = [each for each in check(tmp_path / "kuhn.yaml") if each.severity == "error"]

    assert [each.help for each in found] == [f"write `{right}` here"]


def test_declared_words_of_the_language_break_no_line(tmp_path: Path) -> None:
    for name, text in game_files("leduc").items():
        renamed = re.sub(r"\bbet-size\b", "order", re.sub(r"\brank\b", "or-else", text))
        write(tmp_path / name, renamed)

    assert check(tmp_path / "leduc.yaml") == ()


def test_a_kind_cannot_be_called_like_a_head(tmp_path: Path) -> None:
    for name, text in game_files("kuhn").items():
        write(tmp_path / name, text.replace("kind card,", "kind always,"))

    found = check(tmp_path / "kuhn.yaml")

    assert any(each.message.startswith("`always` cannot be declared") for each in found)


@pytest.mark.parametrize("name", ["A", "B"])
def test_a_card_cannot_be_called_like_a_seat(name: str, tmp_path: Path) -> None:
    for file, text in game_files("kuhn").items():
        write(tmp_path / file, re.sub(r"\bJack\b", name, text))

    assert check(tmp_path / "kuhn.yaml")[0].message.startswith(f"`{name}` cannot be declared")


@pytest.mark.parametrize(
    ("rule", "message", "help"),
    [
        ("my build-limit is +2", "`+` does not fit", "write `2 more`"),
        ("power sing at main\n        set my gold to +2", "`+` does not fit", "leave out `+`"),
    ],
)
def test_a_signed_amount(rule: str, message: str, help: str, tmp_path: Path) -> None:
    card = f'character Bard\n    rank 3\n    reading "Our own."\n    {rule}\n'

    (found,) = check(our_table(tmp_path, card))

    assert found.message.startswith(message)
    assert found.help == help


def test_no_shipped_file_is_blamed(tmp_path: Path) -> None:
    scenario = """
scenario "x"
    in "our-table.yaml", 4 players
    when
        the round over ends
    then
        A's gold is 2
"""
    found = check(our_table(tmp_path, BARD.partition("scenario")[0] + scenario))

    assert [each.span and Path(each.span.source.name).name for each in found] == ["bard.rules"]
