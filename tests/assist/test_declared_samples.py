"""Samples of shipped games: each declaration that is named is there."""

from pathlib import Path

import pytest

from rulewright.assist.examples.declared_samples import GameSample, declared_lines, read_samples
from rulewright.assist.vocabulary import WORDS, phrases_beside
from rulewright.base.library import find_library

FILES = sorted(find_library().folder("rules").glob(f"*/{WORDS}"))
SAMPLES = [each for file in FILES for each in read_samples(file)]


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda each: f"{each.folder.name}: {each.heads[0]}")
def test_what_is_named_is_declared(sample: GameSample) -> None:
    lines, place = declared_lines(sample)

    assert place
    for head in sample.heads:
        assert any(line.startswith(head) for line in lines), head


def test_what_people_call_things_is_read_beside_the_rules(tmp_path: Path) -> None:
    said = "# of places\nhand = cards | holding\n    hand = not this\n\nwish: hand = nor this\n"
    (tmp_path / WORDS).write_text(said, encoding="utf-8")

    assert list(phrases_beside(tmp_path)) == [("hand", ["cards", "holding"])]


@pytest.mark.parametrize("said", [b"hand = \xff\xfe", b"hand = x\n" * 30_000])
def test_words_of_strangers_that_cannot_be_read_are_none(tmp_path: Path, said: bytes) -> None:
    (tmp_path / WORDS).write_bytes(said)

    assert list(phrases_beside(tmp_path)) == []


def test_words_of_strangers_lead_nowhere_else(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("KEY = secret\n", encoding="utf-8")
    (tmp_path / WORDS).symlink_to(tmp_path / ".env")

    assert list(phrases_beside(tmp_path)) == []
    assert list(phrases_beside(tmp_path / "nowhere")) == []
