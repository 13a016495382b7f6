"""The guide for language models: its files work together, and it is short enough to be read whole."""

import re
from pathlib import Path

import pytest

import rulewright
from docs.kit import DOCS
from docs.test_tutorial import followed
from front.kit import Shell

PAGE = DOCS / "for-models.md"


def test_a_model_reads_it_whole() -> None:
    assert len(PAGE.read_text("utf-8").split()) <= 2_500


@pytest.mark.rotating
def test_its_examples_are_right(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, shell: Shell
) -> None:
    monkeypatch.chdir(tmp_path)
    followed(PAGE, tmp_path, begins=True)

    assert "no complaints" in shell.run("check", "all.yaml").output
    assert shell.run("test", "scenarios.rules").output == "2 scenarios in 1 file: 2 passed\n"


def test_the_districts_that_it_lists_are_those_of_the_game() -> None:
    (line,) = re.findall(r"(?m)^- Districts of the classic game: (.+)$", PAGE.read_text("utf-8"))
    rules = rulewright.load("classic")

    listed = re.findall(r"([A-Z][\w ]+) \((?:(\w+), )?(\d)\)", line)
    colour = ""
    for name, named, cost in listed:
        colour = named or colour
        fields = rules.card(name).fields
        assert (fields["colour"], fields["cost"]) == (colour, int(cost)), name
    assert len(listed) == 18
