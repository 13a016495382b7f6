"""Reading files: what editors and accidents put into them."""

import pickle
from pathlib import Path

import pytest

from rulewright.language.text import RulesError, Source, Unreadable, read_source


def written(folder: Path, data: bytes) -> Path:
    path = folder / "some.rules"
    path.write_bytes(data)
    return path


def test_a_source_is_named_as_its_path_is_written(tmp_path: Path) -> None:
    path = written(tmp_path, b"one\n")

    assert read_source(path) == Source(str(path), "one\n")


def test_a_source_can_be_shown_under_another_name(tmp_path: Path) -> None:
    assert read_source(written(tmp_path, b""), "some.rules").name == "some.rules"


@pytest.mark.parametrize(
    "data", [b"a\r\nb\r\n", b"a\rb\r", b"a\nb\n", b"\xef\xbb\xbfa\r\nb\n"], ids=repr
)
def test_line_ends_and_byte_order_marks_make_no_difference(tmp_path: Path, data: bytes) -> None:
    assert read_source(written(tmp_path, data)).text == "a\nb\n"


def test_a_missing_file_is_a_complaint(tmp_path: Path) -> None:
    with pytest.raises(Unreadable) as caught:
        read_source(tmp_path / "none.rules", "none.rules")

    (complaint,) = caught.value.complaints
    assert complaint.code == "E0001"
    assert complaint.message == "cannot read none.rules: No such file or directory"
    assert complaint.span is None


def test_a_folder_is_a_complaint(tmp_path: Path) -> None:
    with pytest.raises(Unreadable, match="cannot read"):
        read_source(tmp_path)


def test_a_path_that_cannot_be_is_a_complaint() -> None:
    with pytest.raises(Unreadable, match="cannot read"):
        read_source(Path("a\0b"))


@pytest.mark.parametrize("data", [b"one\r\ntwo \xff!\n", b"\xef\xbb\xbfone\r\ntwo \xff!\n"])
def test_bytes_that_are_no_text_are_shown_where_they_stand(tmp_path: Path, data: bytes) -> None:
    with pytest.raises(Unreadable) as caught:
        read_source(written(tmp_path, data), "some.rules")

    (complaint,) = caught.value.complaints
    assert complaint.code == "E0002"
    assert "0xff" in complaint.message
    assert str(complaint.span) == "some.rules:2:5"


@pytest.mark.parametrize("data", [b"one \xe2\x82", b"\xff", b"\xff\xfea\0b\0"])
def test_any_bytes_are_read_or_complained_about(tmp_path: Path, data: bytes) -> None:
    with pytest.raises(Unreadable):
        read_source(written(tmp_path, data))


def test_unreadable_is_a_rules_error_and_can_be_pickled(tmp_path: Path) -> None:
    with pytest.raises(RulesError) as caught:
        read_source(tmp_path / "none.rules", "none.rules")

    copy = pickle.loads(pickle.dumps(caught.value))

    assert isinstance(copy, Unreadable)
    assert copy.complaints == caught.value.complaints
