"""Samples of shipped games: each declaration that is named is there."""

import pytest

from rulewright.library import find_library
from rulewright.program.advising.game_words import WORDS
from rulewright.program.advising.search.samples import Sample, declared, samples_of

FILES = sorted(find_library().folder("rules").glob(f"*/{WORDS}"))
SAMPLES = [each for file in FILES for each in samples_of(file)]


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda each: f"{each.folder.name}: {each.heads[0]}")
def test_what_is_named_is_declared(sample: Sample) -> None:
    lines, place = declared(sample)

    assert place
    for head in sample.heads:
        assert any(line.startswith(head) for line in lines), head
