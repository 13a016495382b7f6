"""Which edition is meant when nobody names one."""

from pathlib import Path

import pytest

from rulewright.cli.common.configuration import choose_edition, configured_edition
from rulewright.cli.common.exits import NotPossible


def write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


@pytest.fixture
def deep(tmp_path: Path) -> Path:
    folder = tmp_path / "outer" / "inner"
    folder.mkdir(parents=True)
    return folder


def test_without_any_configuration_it_is_classic(deep: Path) -> None:
    chosen = configured_edition(deep, {})

    assert (chosen.name, chosen.named) == ("classic", "by default")


def test_the_nearest_project_file_is_asked(tmp_path: Path, deep: Path) -> None:
    write(tmp_path / "pyproject.toml", '[tool.rulewright]\nedition = "far"\n')
    near = write(deep.parent / "pyproject.toml", '[tool.rulewright]\nedition = "near"\n')

    chosen = configured_edition(deep, {})

    assert (chosen.name, chosen.named) == ("near", f"in {near}")


def test_a_project_file_of_other_tools_is_passed_over(tmp_path: Path, deep: Path) -> None:
    write(tmp_path / "pyproject.toml", '[tool.rulewright]\nedition = "far"\n')
    write(deep / "pyproject.toml", "[tool.ruff]\nline-length = 100\n")

    assert configured_edition(deep, {}).name == "far"


def test_our_own_file_is_asked_too(deep: Path) -> None:
    write(deep / "rulewright.yaml", "# ours\nedition: modern # the new one\n")

    assert configured_edition(deep, {}).name == "modern"


def test_in_one_folder_the_project_file_goes_first(deep: Path) -> None:
    write(deep / "rulewright.yaml", "edition: second\n")
    write(deep / "pyproject.toml", '[tool.rulewright]\nedition = "first"\n')

    assert configured_edition(deep, {}).name == "first"


def test_the_environment_goes_before_all_files(deep: Path) -> None:
    write(deep / "rulewright.yaml", "edition: second\n")

    chosen = configured_edition(deep, {"RULEWRIGHT_EDITION": "third"})

    assert chosen.name == "third"
    assert "RULEWRIGHT_EDITION" in chosen.named


def test_an_empty_variable_is_none(deep: Path) -> None:
    assert configured_edition(deep, {"RULEWRIGHT_EDITION": ""}).name == "classic"


def test_a_path_is_told_from_where_its_file_lies(tmp_path: Path, deep: Path) -> None:
    write(tmp_path / "outer" / "rulewright.yaml", "edition: boxes/mine.yaml\n")

    assert configured_edition(deep, {}).name == str(tmp_path / "outer" / "boxes" / "mine.yaml")


@pytest.mark.parametrize("text", ["", "\n", "# nothing here\n"])
def test_an_empty_file_names_nothing(deep: Path, text: str) -> None:
    write(deep / "rulewright.yaml", text)

    assert configured_edition(deep, {}).name == "classic"


@pytest.mark.parametrize(
    ("name", "text", "told"),
    [
        ("pyproject.toml", "[tool.rulewright\n", "cannot read"),
        ("pyproject.toml", "[tool.rulewright]\nedition = 3\n", "not 3"),
        ("pyproject.toml", "[tool.rulewright]\nedition = ''\n", "not ''"),
        ("pyproject.toml", "[tool.rulewright]\neditoin = 'modern'\n", "no key `editoin`"),
        ("pyproject.toml", "[tool]\nrulewright = 'modern'\n", "must be a table"),
        ("rulewright.yaml", "edition: [a, b]\n", "`edition`"),
        ("rulewright.yaml", "editoin: modern\n", "editoin"),
        ("rulewright.yaml", "- edition\n", "rulewright.yaml"),
        ("rulewright.yaml", "edition: {\n", "rulewright.yaml"),
        ("rulewright.yaml", "edition:\n", "`edition`"),
    ],
)
def test_a_wrong_file_is_never_passed_over_in_silence(
    deep: Path, name: str, text: str, told: str
) -> None:
    file = write(deep / name, text)

    with pytest.raises(NotPossible, match=name) as caught:
        configured_edition(deep, {})

    assert told in caught.value.message
    assert str(file) in caught.value.message
    assert caught.value.exit_code == 2


@pytest.mark.parametrize("name", ["pyproject.toml", "rulewright.yaml"])
def test_a_file_that_is_no_text_is_told(deep: Path, name: str) -> None:
    (deep / name).write_bytes(b"\xff\xfe\x00edition")

    with pytest.raises(NotPossible, match=name):
        configured_edition(deep, {})


@pytest.mark.parametrize(("argument", "option"), [("a", None), (None, "a"), ("a", "a")])
def test_what_is_named_on_the_command_line_goes_before_everything(
    deep: Path, monkeypatch: pytest.MonkeyPatch, argument: str | None, option: str | None
) -> None:
    write(deep / "pyproject.toml", "[broken\n")
    monkeypatch.chdir(deep)
    monkeypatch.setenv("RULEWRIGHT_EDITION", "b")

    chosen = choose_edition(argument, option)

    assert (chosen.name, chosen.named) == ("a", "")


def test_two_names_on_the_command_line_are_refused() -> None:
    with pytest.raises(NotPossible, match="two editions are named: a and, with --edition, b"):
        choose_edition("a", "b")
