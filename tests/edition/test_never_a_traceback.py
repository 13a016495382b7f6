"""Whatever a file holds, loading it gives an edition or complaints, never another error."""

from pathlib import Path

import pytest
from hypothesis import given, settings, strategies as st

from edition.kit import BASE, LEAST, load_text, make_library
from rulewright.language.edition.loading.merge import changes_for
from rulewright.language.edition.yaml import parse_yaml
from rulewright.language.text import RulesError
from tiers import LONG

SIGNS = ["", "\t", "\n", "- ", ": ", "{", "}", "[", "]", "? ", "'", '"', "#", "%", ",", "\\", "|\n"]
YAML_ONLY = ["&a ", "*a", "<<: ", "!!int ", "---\n", "%YAML 9.9\n", "\x85", "\u2028", "\ufeff"]
WORDS = ["012", "1e999", "9" * 5000, "no", "~", "\0", "\ud7ff", "🏰", "base", "players", "x.yaml"]
SPLICES = st.sampled_from([*SIGNS, *YAML_ONLY, *WORDS, "add", "remove"])


FEW = settings(deadline=None, max_examples=500 if LONG else 25)


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_library(tmp_path_factory.mktemp("made") / "library")


def load_and_use(text: str | bytes, library: Path) -> None:
    """Load `text`; complaints are fine, and each of them must be showable."""
    try:
        edition = load_text(text, library)
        for players in edition.players.value:
            changes_for(edition, players, tuple(edition.options))
    except RulesError as error:
        shown = str(error)
        assert shown


@FEW
@given(st.binary(max_size=200))
@pytest.mark.rotating
def test_bytes(library: Path, data: bytes) -> None:
    load_and_use(data, library)


@FEW
@given(st.text(max_size=200))
def test_text(library: Path, text: str) -> None:
    load_and_use(text.encode("utf-8", "surrogatepass"), library)


@FEW
@given(st.lists(SPLICES, max_size=30))
def test_pieces_of_yaml(library: Path, pieces: list[str]) -> None:
    load_and_use("".join(pieces), library)


@FEW
@given(st.data())
def test_a_good_file_with_a_piece_replaced(library: Path, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(BASE)))
    length = data.draw(st.integers(0, 12))
    piece = data.draw(st.one_of(SPLICES, st.text(max_size=3)))
    text = BASE[:start] + piece + BASE[start + length :]
    load_and_use(text.encode("utf-8", "surrogatepass"), library)


@FEW
@given(st.data())
def test_a_good_file_with_two_lines_exchanged(library: Path, data: st.DataObject) -> None:
    lines = BASE.splitlines(keepends=True)
    first = data.draw(st.integers(0, len(lines) - 1))
    second = data.draw(st.integers(0, len(lines) - 1))
    lines[first], lines[second] = lines[second], lines[first]
    load_and_use("".join(lines), library)


def test_what_befalls_the_reader_is_no_complaint_about_the_text(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A complaint would be kept, and told of the right file ever after."""
    library = make_library(tmp_path / "library")

    def short_of_memory(**_: object) -> None:
        raise MemoryError

    with monkeypatch.context() as patched:
        patched.setattr(parse_yaml, "YAML", short_of_memory)
        with pytest.raises(MemoryError):
            load_text(LEAST, library)
    assert load_text(LEAST, library).id.value == "x"
