"""What the checker refuses, and what it only finds odd: each on the line where it stands."""

import pytest

from program.chunks import HERE, Chunk, chunks, complaints_of, verify

REFUSED = [chunk for path in sorted((HERE / "refused").glob("*.rules")) for chunk in chunks(path)]
LINTS = [chunk for path in sorted((HERE / "lints").glob("*.rules")) for chunk in chunks(path)]


def test_the_frame_itself_is_right() -> None:
    assert complaints_of("") == ()


@pytest.mark.parametrize("chunk", REFUSED, ids=lambda chunk: chunk.title)
def test_refused(chunk: Chunk) -> None:
    verify(chunk, complaints_of(chunk.text))


@pytest.mark.parametrize("chunk", LINTS, ids=lambda chunk: chunk.title)
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
