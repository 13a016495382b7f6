"""What the checker refuses, and what it only finds odd: each on the line where it stands."""

import pytest

from program.chunks import HERE, Chunk, chunks, complaints_of, verify

REFUSED = [chunk for path in sorted((HERE / "refused").glob("*.rules")) for chunk in chunks(path)]
LINTS = [chunk for path in sorted((HERE / "lints").glob("*.rules")) for chunk in chunks(path)]


def test_the_frame_itself_is_right() -> None:
    assert complaints_of("") == ()


@pytest.mark.parametrize("chunk", REFUSED, ids=lambda chunk: chunk.title)
@pytest.mark.rotating
def test_refused(chunk: Chunk) -> None:
    verify(chunk, complaints_of(chunk.text))


@pytest.mark.parametrize("chunk", LINTS, ids=lambda chunk: chunk.title)
@pytest.mark.rotating
def test_lint(chunk: Chunk) -> None:
    found = complaints_of(chunk.text)

    verify(chunk, found)
    assert {complaint.severity for complaint in found} <= {"warning"}


def test_an_outcome_says_once_why_the_game_ended() -> None:
    text = "value a player's score is 0\noutcome by score\n"
    text += '    because "a"\n    because "b"\n    because "c"\n'

    found = complaints_of(f"game x\n{text}", framed=False)

    assert [(each.code, each.span and each.span.line) for each in found] == [
        ("E0223", 5),
        ("E0223", 6),
    ]


@pytest.mark.parametrize("place", range(3))
def test_a_circle_is_one_whichever_rule_it_is(place: int) -> None:
    rules = ['after a player naps\n    tell "{player} snores"\n'] * 2
    rules.insert(place, "after a player naps\n    the player naps\n")
    flow = "flow\n    for each player in players\n        the player naps\n"
    text = 'game x\nevent a player naps\n    tell "{me} naps"\n' + flow

    (found,) = complaints_of(text + "".join(rules), framed=False)

    assert found.code == "E0608"


def test_a_form_that_nothing_decides_is_shown_where_it_stands() -> None:
    (found,) = complaints_of('power nap at work\n    tell "all of them rest(s)"\n')

    assert found.span is not None
    assert (found.span.text, found.span.column) == ("(s)", 27)
