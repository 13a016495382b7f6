"""Whatever a file holds, a check of it ends in complaints: no traceback, no hang, each in its place."""

from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, strategies as st

from fuzz.kit import Watch, assert_sound, few
from fuzz.targets import TINY, words_of
from rulewright.assist import advise
from rulewright.language.program.from_syntax import compile
from rulewright.language.text import Complaints, Source
from rulewright.testing.checks import check_edition, check_rules

SPACES = st.sampled_from([" ", "\n", "\n    ", "\n        ", "  ", "", ", "])
WORDS = st.lists(st.tuples(st.sampled_from(words_of(TINY)), SPACES), max_size=60)


def check_bytes(data: bytes, name: str) -> None:
    """Check a file of these bytes, as the command line does it."""
    with TemporaryDirectory() as folder, Watch():
        path = Path(folder) / name
        path.write_bytes(data)
        if name.endswith(".yaml"):
            assert_sound(check_edition(path))
        else:
            assert_sound(check_rules(path, lambda: "classic").complaints)


@few(25)
@given(st.binary(max_size=300))
def test_bytes_as_rules(data: bytes) -> None:
    check_bytes(data, "own.rules")


@few(40)
@given(st.binary(max_size=300))
def test_bytes_as_an_edition(data: bytes) -> None:
    check_bytes(data, "own.yaml")


@few(150)
@given(st.text(max_size=300))
def test_text_as_rules(text: str) -> None:
    complaints = Complaints()
    with Watch():
        compile([Source("own.rules", text)], complaints, lint=True, adviser=advise)
    assert_sound(complaints)


@few(40)
@given(st.text(max_size=300))
def test_text_as_an_edition(text: str) -> None:
    check_bytes(text.encode("utf-8", "surrogatepass"), "own.yaml")


@few(150)
@given(WORDS)
@pytest.mark.rotating
def test_words_in_any_order(words: list[tuple[str, str]]) -> None:
    complaints = Complaints()
    text = "".join(word + space for word, space in words)
    with Watch():
        compile([Source("own.rules", text)], complaints, lint=True, adviser=advise)
    assert_sound(complaints)
