"""Whatever an editor offers as a change helps: after it there is one mistake less, and no new one."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from assist.example_contexts import complaints_of as complaints_in_the_little_game
from checks.kit import check, write
from program.chunks import HERE, Chunk, chunks, complaints_of
from rulewright.assist.example_table import WorkedExample
from rulewright.cli.checking.fixing import fix_of
from rulewright.editor import wire
from rulewright.editor.features.diagnostics import quick_fixes
from rulewright.editor.positions import PositionConverter
from rulewright.language.text import Complaint, Fix
from tiers import sample

ALL = [chunk for path in sorted((HERE / "refused").glob("*.rules")) for chunk in chunks(path)]
REFUSED = sample(ALL, every=12)
GAME = """\
game pegs
labels colour: red, green
kind peg
    colour: colour
    starts in the bag
there is a bag of pegs, seen by nobody
setting goal: number = 3
setting mode: quick or slow = slow
setting shared: yes-or-no = no
table pegs-each by goal
    goal  pegs
    1..9  2
phase day
    if mode is slow and shared and the pegs-each is 2
        play day
value a player's points is 0
outcome by points
list of peg
    reading "Ours."
    name  colour
    Ann   red
    Ben   green
flow
    play day
"""
EDITION = """\
edition: pegs
rules: [pegs.rules]
players: 2
cast: {peg: [Ann, Ben]}
settings: {mode: quick, shared: yes}
tables: {pegs-each: {3: 4}}
fields: {Ann: {colour: green}}
looks: {red: bright-red}
"""
MISTAKES = [
    ("cast:", "csat:"),
    ("peg: [", "pge: ["),
    ("[Ann", "[Anm"),
    ("{mode", "{moed"),
    ("quick,", "quik,"),
    ("yes}", "yse}"),
    ("{pegs-each", "{peg-each"),
    ("{Ann:", "{Amn:"),
    ("{colour", "{color"),
    ("green}", "gren}"),
    ("{red", "{rde"),
    ("bright-red", "brigt-red"),
]


def followed(text: str, fix: Fix) -> str:
    """The text after what is advised was done."""
    return text[: fix.span.start] + fix.text + text[fix.span.end :]


@cache
def told(chunk: Chunk) -> tuple[Complaint, ...]:
    return complaints_of(chunk.text)


def errors(found: tuple[Complaint, ...]) -> list[Complaint]:
    return [complaint for complaint in found if complaint.severity == "error"]


@pytest.mark.parametrize("chunk", REFUSED, ids=lambda chunk: chunk.title)
def test_what_is_offered_for_a_rule_helps(chunk: Chunk) -> None:
    found = told(chunk)
    for complaint in found:
        fix = fix_of(complaint)
        if fix is None:
            continue
        after = errors(complaints_of(followed(fix.span.source.text, fix)))

        assert len(after) < len(errors(found)), fix.help


UNCLEAR = """\
card Jester
    rank 4, suit sun
    printed "Jester"
    power juggle at main
        copy the power of another card
"""


def test_examples_are_never_offered_as_a_change() -> None:
    row = WorkedExample((), "", "rule")
    (complaint,) = errors(complaints_in_the_little_game(row, UNCLEAR))
    assert complaint.span is not None
    positions = PositionConverter()

    assert complaint.perhaps
    assert list(quick_fixes([complaint], positions.range(complaint.span), positions)) == []
    assert fix_of(complaint) is None


def test_many_mistakes_have_a_change_that_helps() -> None:
    found = [complaint for chunk in REFUSED for complaint in told(chunk)]

    assert sum(fix_of(complaint) is not None for complaint in found) > len(found) / 12


@pytest.mark.parametrize(("right", "wrong"), MISTAKES, ids=[wrong for _, wrong in MISTAKES])
def test_what_is_offered_for_an_edition_puts_it_right(
    tmp_path: Path, right: str, wrong: str
) -> None:
    write(tmp_path / "pegs.rules", GAME)
    path = write(tmp_path / "pegs.yaml", EDITION.replace(right, wrong, 1))

    found = (fix_of(complaint) for complaint in check(path))

    (fix,) = {(fix.span.start, fix.text): fix for fix in found if fix is not None}.values()
    assert followed(fix.span.source.text, fix) == EDITION


def test_the_edition_itself_is_right(tmp_path: Path) -> None:
    write(tmp_path / "pegs.rules", GAME)

    assert errors(check(write(tmp_path / "pegs.yaml", EDITION))) == []


def test_a_change_is_offered_where_the_mistake_stands_only() -> None:
    (chunk, *_) = [each for each in REFUSED if any(fix_of(c) for c in told(each))]
    found = told(chunk)
    (complaint, *_) = [each for each in found if fix_of(each)]
    positions = PositionConverter()
    assert complaint.span is not None
    here, elsewhere = positions.range(complaint.span), wire.Position(9_999, 0)

    assert list(quick_fixes(found, here, positions))
    assert not list(quick_fixes(found, wire.Range(elsewhere, elsewhere), positions))
