"""`rulewright check --fix`: help is put into files where less is wrong then, and nowhere else."""

from __future__ import annotations

from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from front.kit import Shell
from rulewright.cli.checking import fixing
from rulewright.language.text import open_in_editor

TABLE = "edition: ours\nextends: classic\nrules: [bard.rules]\ncast: {charcter: {add: [Bard]}}\nplayers: 4\n"
BARD = """\
character Bard
    rank 3
    reading "Ours."

    power sing at mian
        choose a host from other playrs  # whoever has some
        the host give 1 gold to me
"""


@pytest.fixture
def folder(shell: Shell, tmp_path: Path) -> Path:
    (tmp_path / "ours.yaml").write_text(TABLE, encoding="utf-8")
    (tmp_path / "bard.rules").write_text(BARD, encoding="utf-8")
    return tmp_path


def test_all_that_help_says_is_put_in(shell: Shell, folder: Path) -> None:
    shown = shell.run("check", "--fix", ".")

    assert "4 of 4 complaints fixed" in shown.stderr
    assert (folder / "ours.yaml").read_text("utf-8") == TABLE.replace("charcter", "character")
    rules = BARD.replace("mian", "main").replace("playrs", "players").replace("give 1", "gives 1")
    assert (folder / "bard.rules").read_text("utf-8") == rules


def test_only_what_is_named_is_written(shell: Shell, folder: Path) -> None:
    (folder / "ours.yaml").write_text(TABLE.replace("charcter", "character"), encoding="utf-8")

    shown = shell.run("check", "--fix", "ours.yaml", exit_code=1)

    assert (folder / "bard.rules").read_text("utf-8") == BARD
    assert "not named, so not fixed: bard.rules\n" in shown.stderr


def test_line_ends_stay(shell: Shell, folder: Path) -> None:
    (folder / "bard.rules").write_bytes(BARD.replace("\n", "\r\n").encode())

    shell.run("check", "--fix", ".")

    data = (folder / "bard.rules").read_bytes()
    assert b"at main\r\n" in data
    assert data.count(b"\r\n") == data.count(b"\n")


def test_what_has_no_help_stays_and_is_told(shell: Shell, folder: Path) -> None:
    (folder / "ours.yaml").write_text(TABLE.replace("charcter", "character"), encoding="utf-8")
    odd = BARD.replace("rank 3", "rank zzz").replace("mian", "main")
    (folder / "bard.rules").write_text(odd, encoding="utf-8")

    shown = shell.run("check", "--fix", ".", exit_code=1)

    assert "2 of 3 complaints fixed" in shown.stderr
    assert "bard.rules:2:10" in shown.stdout
    assert "rank zzz" in (folder / "bard.rules").read_text("utf-8")


def test_a_file_that_is_right_is_not_touched(shell: Shell, folder: Path) -> None:
    shell.run("check", "--fix", ".")
    before = (folder / "bard.rules").stat().st_mtime_ns

    shell.run("check", "--fix", ".")

    assert (folder / "bard.rules").stat().st_mtime_ns == before


MEANT = [
    "power sing at main\n        if my gold is 3, I may pay 1 gold\n            draw 2 cards",
    "power sing at main\n        each other player may pay 1 gold\n            draw 1 card",
    "power sing at main\n        if my gold is 3\n            draw 1 card\n"
    "        elif my gold is 4\n            draw 2 cards",
    "power sing at main\n        gain 3 points",
]
"""What can be said in several ways, of which a person has to choose."""


@pytest.mark.parametrize("said", MEANT)
def test_what_may_mean_something_else_is_told_and_left(
    shell: Shell, folder: Path, said: str
) -> None:
    (folder / "ours.yaml").write_text(TABLE.replace("charcter", "character"), encoding="utf-8")
    odd = f'character Bard\n    rank 3\n    reading "Ours."\n\n    {said}\n'
    (folder / "bard.rules").write_text(odd, encoding="utf-8")

    shown = shell.run("check", "--fix", ".", exit_code=1)

    assert (folder / "bard.rules").read_text("utf-8") == odd
    assert "help: " in shown.stdout


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("said", "meant"), [("atleast", "at least"), ("atmost", "at most")])
def test_a_blank_is_put_in(shell: Shell, folder: Path, said: str, meant: str) -> None:
    (folder / "ours.yaml").write_text(TABLE.replace("charcter", "character"), encoding="utf-8")
    odd = BARD.replace("mian", "main, if my gold is atleast 3").replace("playrs", "players")
    odd = odd.replace("atleast", said).replace("give 1", "gives 1")
    (folder / "bard.rules").write_text(odd, encoding="utf-8")

    shell.run("check", "--fix", ".")

    assert (folder / "bard.rules").read_text("utf-8") == odd.replace(said, meant)


SCENARIO = """
scenario "Bard sings"     # ours
    in {edition}, 4 players
    given
        A's gold is 2
"""


def test_an_edition_beside_is_named_by_its_file(shell: Shell, folder: Path) -> None:
    (folder / "ours.yaml").write_text(TABLE.replace("charcter", "character"), encoding="utf-8")
    right = BARD.replace("mian", "main").replace("playrs", "players").replace("give 1", "gives 1")
    (folder / "bard.rules").write_text(right + SCENARIO.format(edition="ours"), encoding="utf-8")

    shown = shell.run("check", "--fix", ".", exit_code=None)

    assert "-    in ours, 4 players\n" in shown.stderr
    fixed = right + SCENARIO.format(edition='"ours.yaml"')
    assert (folder / "bard.rules").read_text("utf-8") == fixed


@pytest.mark.rotating
def test_an_edition_is_extended_by_its_id(shell: Shell, folder: Path) -> None:
    named = "edition: ours\nextends: Cunning Agents  # as printed\n"
    (folder / "ours.yaml").write_text(named, encoding="utf-8")
    (folder / "bard.rules").unlink()

    shell.run("check", "--fix", ".")

    text = (folder / "ours.yaml").read_text("utf-8")
    assert text == named.replace("Cunning Agents", "cunning-agents")


def test_each_change_is_shown_and_a_second_run_has_none(shell: Shell, folder: Path) -> None:
    shown = shell.run("check", "--fix", ".").stderr
    assert "-    power sing at mian\n" in shown
    assert "+    power sing at main\n" in shown
    assert "--- ours.yaml" in shown

    assert "@@" not in shell.run("check", "--fix", ".").stderr


def test_nothing_is_written_while_fixes_are_tried(
    shell: Shell, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A kill leaves each file as it was or as it is to be: files are replaced once, and whole."""
    tried: list[str] = []
    check = open_in_editor

    def trial(texts: dict[Path, str]) -> AbstractContextManager[None]:
        tried.append((folder / "bard.rules").read_text("utf-8"))
        return check(texts)

    monkeypatch.setattr(fixing, "open_in_editor", trial)
    shell.run("check", "--fix", ".")

    assert set(tried) == {BARD}
