"""What tests of checks share: files, and what is found in them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from rulewright.language.text import Complaint, open_in_editor
from rulewright.testing.checks import check_edition, check_rules


def write(path: Path, text: str) -> Path:
    """The file, with this text in it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def check(path: Path) -> tuple[Complaint, ...]:
    """The complaints about an edition or rule file."""
    if path.suffix == ".yaml":
        return check_edition(path)
    return check_rules(path, lambda: "classic").complaints


def where(path: Path) -> str:
    """In what a rule file was checked."""
    return check_rules(path, lambda: "classic").where


BARD = """\
character Bard
    rank 3
    reading "Our own character."

    power sing at main
        choose a host from other players where its gold is at least 2
        the host gives 1 gold to me
        tell "{me} sing(s) for {host}"

    at the end of my turn, if my builds is 0
        draw 1 card

scenario "A song is paid for by whoever can pay"
    in "our-table.yaml", 4 players
    given
        move Bard to A's secret
        set B's gold to 3
    when
        A answers Bard
        A chooses gather gold, sing
    then
        A's gold is 3
"""
TABLE = """\
edition: our-table
extends: classic
name: Our table
rules: [bard.rules]
cast: {character: {add: [Bard]}}
"""
FOR_FOUR = f"{TABLE}players: 4\n"

WALKS = """\
game walks
kind peg
    starts in the bag
there is a bag of pegs, seen by nobody
each player has steps, a number, seen by everyone
event a player walks
    choose a helper from players
    set my steps to my steps + 1
phase day
    for each player in players
        the player walks
flow
    repeat until the total steps of players is at least 9
        play day
value a player's points is the player's steps
outcome by points
list of peg
    reading "Ours."
    name
    Ann
"""
"""A game so small that a check of it takes no time."""


def our_table(folder: Path, bard: str = BARD, table: str = TABLE) -> Path:
    """The edition of the README in a folder."""
    write(folder / "bard.rules", bard)
    return write(folder / "our-table.yaml", table)


def table_for_four(folder: Path, bard: str = BARD, table: str = FOR_FOUR) -> Path:
    """The edition of the README with one number of players: checks of it lower a sixth of its worlds."""
    return our_table(folder, bard, table)


def walks(folder: Path, text: str = WALKS, more: str = "") -> Path:
    """The edition of a little game in a folder, with its rules and perhaps the files of others."""
    write(folder / "walks.rules", text)
    rules = f"rules: [walks.rules{more}]"
    return write(
        folder / "walks.yaml", f"edition: walks\n{rules}\nplayers: 2-3\ncast: {{peg: [Ann]}}\n"
    )


def check_open(edition: Path, texts: Mapping[Path, str]) -> tuple[Complaint, ...]:
    """What is wrong with an edition, with these texts in place of what is in their files, as in an editor."""
    with open_in_editor(texts):
        return check_edition(edition)
