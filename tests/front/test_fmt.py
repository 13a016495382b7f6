"""`rulewright fmt`: files are formatted in place, printed or compared; none is left half written."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from front.kit import Shell
from rulewright.cli.commands.authoring import fmt_command

pytestmark = pytest.mark.portable

UNTIDY = "setting  x: number=3\nphase day\n  win # now\n"
TIDY = "setting x: number = 3\n\nphase day\n    win  # now\n"
WRONG = "phase day\n  win win win (\n"
EDITION = "edition: mine\nabout:\n    en: Mine.  \n"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def rules(folder: Path) -> Path:
    path = folder / "mine.rules"
    path.write_text(UNTIDY, encoding="utf-8")
    return path


def test_a_file_is_put_in_order(shell: Shell, rules: Path) -> None:
    first, second = shell.run("fmt", "mine.rules"), shell.run("fmt", "mine.rules")

    assert rules.read_text(encoding="utf-8") == TIDY
    assert first.stderr == "mine.rules\n1 file: 1 formatted\n"
    assert second.stderr == "1 file: 1 unchanged\n"
    assert first.stdout == second.stdout == ""


def test_check_and_diff_write_nothing(shell: Shell, rules: Path) -> None:
    assert shell.run("fmt", "--check", rules, exit_code=1).stdout == ""
    printed = shell.run("fmt", "--diff", rules).stdout
    shell.run("fmt", "--diff", "--check", rules, exit_code=1)

    assert rules.read_text(encoding="utf-8") == UNTIDY
    assert "-setting  x: number=3\n+setting x: number = 3\n+\n phase day\n" in printed
    rules.write_text(TIDY, encoding="utf-8")
    assert shell.run("fmt", "--check", "--diff", rules).stdout == ""


def test_a_patch_tells_where_no_line_end_is(shell: Shell, rules: Path) -> None:
    rules.write_text("moment noon", encoding="utf-8")

    assert shell.run("fmt", "--diff", rules).stdout.endswith(
        "-moment noon\n\\ No newline at end of file\n+moment noon\n"
    )


def test_standard_input_is_printed(shell: Shell, folder: Path) -> None:
    assert shell.run("fmt", "-", typed=UNTIDY).stdout == TIDY
    assert shell.run("fmt", "-", typed=UNTIDY).stderr == ""
    assert shell.run("fmt", "-", "--name", "x.yaml", typed="a: 1  ").stdout == "a: 1\n"
    assert shell.run("fmt", "-", "--check", typed=UNTIDY, exit_code=1).stdout == ""
    shell.run("fmt", "-", "--check", typed=TIDY)
    assert "+    win" in shell.run("fmt", "-", "--diff", typed=UNTIDY).stdout
    wrong = shell.run("fmt", "-", typed=WRONG, exit_code=1)
    assert (wrong.stdout, "standard input.rules:2" in wrong.stderr) == ("", True)
    assert list(folder.iterdir()) == []


def test_a_file_with_mistakes_is_left_alone_and_the_others_are_not(
    shell: Shell, folder: Path, rules: Path
) -> None:
    wrong = folder / "a.rules"
    wrong.write_text(WRONG, encoding="utf-8")
    (folder / "b.rules").write_bytes(b"\xff")
    told = shell.run("fmt", ".", exit_code=1).stderr

    assert wrong.read_text(encoding="utf-8") == WRONG
    assert rules.read_text(encoding="utf-8") == TIDY
    assert "a.rules:2" in told
    assert "E0002" in told
    assert "3 files: 2 with mistakes, 1 formatted" in told


def test_of_a_folder_rules_editions_and_words_are_meant(shell: Shell, folder: Path) -> None:
    other = "x:\n     - y  \n"
    texts = {
        "deep/r.rules": UNTIDY, "e.yaml": EDITION, "w.fr.yaml": "names:\n    a: b\n",
        "other.yaml": other, "other.fr.yaml": other, ".hidden/h.rules": UNTIDY, "t.txt": UNTIDY,
    }  # fmt: skip
    for name, text in texts.items():
        path = folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    shell.run("fmt", ".")

    changed = {name for name, text in texts.items() if (folder / name).read_text() != text}
    assert changed == {"deep/r.rules", "e.yaml", "w.fr.yaml"}
    assert (folder / "e.yaml").read_text() == "edition: mine\nabout:\n  en: Mine.\n"
    assert shell.run("fmt", "other.yaml").stderr == "other.yaml\n1 file: 1 formatted\n"


def test_line_ends_stay_as_in_the_first_line(shell: Shell, rules: Path) -> None:
    rules.write_bytes(UNTIDY.replace("\n", "\r\n", 1).encode("utf-8-sig"))
    shell.run("fmt", rules)

    assert rules.read_bytes() == TIDY.replace("\n", "\r\n").encode()


@pytest.mark.skipif(os.name == "nt", reason="no such rights there")
def test_who_may_do_what_stays_and_so_does_a_link(shell: Shell, folder: Path, rules: Path) -> None:
    rules.chmod(0o640)
    (folder / "link.rules").symlink_to("mine.rules")
    shell.run("fmt", "link.rules", "mine.rules")

    assert (folder / "link.rules").is_symlink()
    assert rules.read_text(encoding="utf-8") == TIDY
    assert stat.S_IMODE(rules.stat().st_mode) == 0o640


def test_a_link_out_of_the_folder_is_not_followed(shell: Shell, folder: Path, rules: Path) -> None:
    work = folder / "work"
    work.mkdir()
    (work / "link.rules").symlink_to(rules)
    os.chdir(work)

    assert "E0003" in shell.run("fmt", "link.rules", exit_code=1).stderr
    assert rules.read_text(encoding="utf-8") == UNTIDY


def test_what_cannot_be_written_stays_whole(
    shell: Shell, folder: Path, rules: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    told = shell.run("fmt", rules, exit_code=1).stderr

    assert "mine.rules: No space left on device" in told
    assert rules.read_text(encoding="utf-8") == UNTIDY
    assert list(folder.iterdir()) == [rules]


def test_a_file_that_may_not_be_written_is_not_replaced(
    shell: Shell, rules: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "access", lambda path, mode: mode != os.W_OK)

    assert "Permission denied" in shell.run("fmt", rules, exit_code=1).stderr
    assert rules.read_text(encoding="utf-8") == UNTIDY


def test_nothing_is_written_that_says_something_else(
    shell: Shell, rules: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "rulewright.language.syntax.formatting.format_tokens", lambda *_: "phase night\n"
    )
    shell.run("fmt", rules, exit_code=3)

    assert rules.read_text(encoding="utf-8") == UNTIDY


@pytest.mark.parametrize(
    ("names", "told"),
    [
        (["nowhere.rules"], "there is no file nowhere.rules"),
        (["mine.txt"], "mine.txt is neither a rule file"),
        (["empty"], "there is no rule file and no edition file in empty"),
        (["-", "mine.rules"], "standard input (-) cannot be combined with files"),
        (["/"], "is the whole disk"),
        ([], "Missing argument"),
    ],
)
def test_what_cannot_be_meant(shell: Shell, folder: Path, names: list[str], told: str) -> None:
    (folder / "empty").mkdir()
    (folder / "mine.txt").touch()

    assert told in shell.run("fmt", *names, exit_code=2).output


def test_standard_input_has_an_end(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fmt_command, "LARGEST", 10)

    assert "more than 10 bytes" in shell.run("fmt", "-", typed=UNTIDY, exit_code=2).output
