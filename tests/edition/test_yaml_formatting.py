"""YAML files in order: lines are moved, and what is in them stays."""

from __future__ import annotations

import pytest

from rulewright.language.edition.yaml.yaml_formatting import format_yaml
from rulewright.language.text import Complaints, Source


def formatted(text: str) -> str:
    found = format_yaml(Source("mine.yaml", text), Complaints())
    assert found is not None
    assert format_yaml(Source("mine.yaml", found), Complaints()) == found
    return found


def test_blocks_are_two_blanks_deep() -> None:
    text = "a:\n      b:\n          c: 1\n      d: 2\ne:\n - f\n -   g: 1\n     h: 2\n"

    assert formatted(text) == ("a:\n  b:\n    c: 1\n  d: 2\ne:\n  - f\n  -   g: 1\n      h: 2\n")


def test_a_list_may_stand_below_its_key() -> None:
    assert formatted("a:\n- b\n- c: 1\n  d: 2\n") == "a:\n- b\n- c: 1\n  d: 2\n"


def test_blanks_at_ends_go_and_blank_lines_are_one() -> None:
    assert formatted("\n\na: 1 \n  \n\n\nb: 2  # two\t \n\n") == "a: 1\n\nb: 2  # two\n"
    assert formatted("a: 1") == "a: 1\n"


def test_brackets_move_as_a_whole() -> None:
    text = "a:\n    b: [c,\n        d,  \n\n        # why\n        e]\n"

    assert formatted(text) == "a:\n  b: [c,\n      d,\n\n      # why\n      e]\n"


@pytest.mark.parametrize("end", ["", "\n", "\n\n\n", "\n# x\n"])
def test_texts_over_several_lines_stay_as_they_are(end: str) -> None:
    text = f"a:\n    b: |\n      one  \n\n\n      two\n    c: 'x  \n\n       y'\n    d: |+\n      z {end}"

    assert formatted(text) == (
        f"a:\n  b: |\n    one  \n\n\n    two\n  c: 'x  \n\n     y'\n  d: |+\n    z {end}"
    )


def test_remarks_stand_with_what_is_below_them_or_in_the_block_that_ends() -> None:
    text = "# top\na:\n  # of b\n        b: 1\n        # in a\n   # of c\nc: 1\n  # last\n"

    assert formatted(text) == "# top\na:\n  # of b\n  b: 1\n  # in a\n# of c\nc: 1\n# last\n"


@pytest.mark.parametrize("text", ["a: [", "a: 1\na: 2\n", "- a\n", "", "a: &b 1\n", "a:\n\tb: 1\n"])
def test_a_file_with_mistakes_is_complained_about(text: str) -> None:
    complaints = Complaints()

    assert format_yaml(Source("mine.yaml", text), complaints) is None
    assert complaints.has_errors
