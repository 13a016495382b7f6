"""`rulewright rename`: another name in every file, or none of them is touched."""

from __future__ import annotations

from pathlib import Path

import pytest

from front.kit import Shell

pytestmark = pytest.mark.portable

BARD = """\
each player has songs, a number, seen by everyone

character Bard
    rank 6
    reading "Our own."
    power sing at main
        set my songs to my songs + 1
"""
SCENARIO = """\
scenario "A song"
    in "our-table.yaml", 4 players
    given
        move Bard to A's secret
    when
        A answers Bard
        A chooses sing
    then
        A's songs is 1
"""
EDITION = """\
edition: {id}
extends: classic
name: Ours
rules: [bard.rules]
cast: {{character: {{remove: [Merchant], add: [Bard]}}}}
names: {{Bard: {{en: Minstrel}}}}
"""


@pytest.fixture(autouse=True)
def files(shell: Shell, tmp_path: Path) -> dict[Path, bytes]:
    texts = {
        "bard.rules": BARD.replace("\n", "\r\n"),
        "bard.scenarios.rules": SCENARIO,
        "our-table.yaml": EDITION.format(id="our-table"),
        "other-table.yaml": EDITION.format(id="other-table"),
    }
    for name, text in texts.items():
        (tmp_path / name).write_bytes(text.encode())
    return {tmp_path / name: text.encode() for name, text in texts.items()}


@pytest.mark.long
def test_a_number_in_every_form_with_the_line_ends_of_its_file(
    shell: Shell, tmp_path: Path
) -> None:
    told = shell.run("rename", "songs", "ballads").stdout.splitlines()

    assert "bard.rules:1:17: songs -> ballads" in told
    assert (tmp_path / "bard.rules").read_bytes().decode() == BARD.replace(
        "songs", "ballads"
    ).replace("\n", "\r\n")
    assert "passed" in shell.run("test", ".").output


@pytest.mark.rotating
def test_a_card_in_all_editions_and_its_file_with_it(shell: Shell, tmp_path: Path) -> None:
    made = shell.json("rename", "Bard", "Court Piper", "--json")

    assert made["files"] == {
        "bard.rules": "court-piper.rules",
        "bard.scenarios.rules": "court-piper.scenarios.rules",
    }
    assert made["places"] == {
        "bard.rules": 1,
        "bard.scenarios.rules": 2,
        "other-table.yaml": 3,
        "our-table.yaml": 3,
    }
    assert not (tmp_path / "bard.rules").exists()
    assert "names: {Court Piper: {en: Minstrel}}" in (tmp_path / "other-table.yaml").read_text(
        "utf-8"
    )
    assert (
        "passed" in shell.run("test", ".").output
    )  # the editions name the file as it is called now


@pytest.mark.rotating
def test_where_a_name_is_said_besides_it_is_left_and_told(shell: Shell, tmp_path: Path) -> None:
    rules, edition = tmp_path / "bard.rules", tmp_path / "our-table.yaml"
    rules.write_text(f"# Bards sing.\n{BARD}", encoding="utf-8")
    edition.write_text(f"# The Bard, not a Bardolph\n{EDITION.format(id='our-table')}", "utf-8")
    (tmp_path / "bard.fr.yaml").write_text("cards: {Bard: Barde}  # Bard too\n", encoding="utf-8")

    made = shell.json("rename", "Bard", "Court Piper", "--json", "--dry-run")
    told = shell.run("rename", "Bard", "Court Piper").stdout.split("not changed:\n")[1]

    assert made["left"] == [
        "bard.fr.yaml:1:32: cards: {Court Piper: Barde}  # Bard too",
        "court-piper.rules:1:3: # Bards sing.",
        "our-table.yaml:1:7: # The Bard, not a Bardolph",
    ]
    assert told.splitlines() == made["left"]


@pytest.mark.rotating
def test_nothing_is_written_in_a_dry_run(shell: Shell, files: dict[Path, bytes]) -> None:
    told = shell.run("rename", "sing", "hum", "--dry-run").stdout

    assert "bard.rules:6:11: sing -> hum" in told
    assert {path: path.read_bytes() for path in files} == files


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("songz", "hymns"), "nothing called songz is declared here; did you mean `songs`?"),
        (("songs", "if"), "`if` is a keyword of the language"),
        (("Bard", "bard"), "write it with capital letters"),
        (("gold", "coins"), "nothing called gold is declared here"),
        (("songs", "hymns", "nowhere"), "there is no file nowhere"),
        (("bard.rules:2", "hymns"), "nothing called bard.rules:2 is declared here"),
    ],
)
def test_what_cannot_be_is_told_and_nothing_written(
    shell: Shell, files: dict[Path, bytes], words: tuple[str, ...], said: str
) -> None:
    assert said in shell.run("rename", *words, exit_code=2).stderr
    assert {path: path.read_bytes() for path in files} == files


@pytest.mark.long
def test_where_several_are_called_so_one_is_named_by_its_line(shell: Shell, tmp_path: Path) -> None:
    text, shown = BARD.replace("power sing", "power songs"), SCENARIO.replace("sing\n", "songs\n")
    (tmp_path / "bard.rules").write_text(text, encoding="utf-8")
    (tmp_path / "bard.scenarios.rules").write_text(shown, encoding="utf-8")
    told = shell.run("rename", "songs", "hymns", exit_code=2).stderr

    assert "several things are called songs" in told
    assert "bard.rules:6:11" in told
    shell.run("rename", "bard.rules:6", "hum")
    assert "power hum at main" in (tmp_path / "bard.rules").read_text("utf-8")
    assert "set my songs" in (tmp_path / "bard.rules").read_text("utf-8")
    assert "A chooses hum" in (tmp_path / "bard.scenarios.rules").read_text("utf-8")


@pytest.mark.rotating
def test_all_is_taken_back_where_one_file_cannot_be_written(
    shell: Shell, files: dict[Path, bytes], tmp_path: Path
) -> None:
    (tmp_path / "court-piper.rules").write_text("", encoding="utf-8")
    assert "exists already" in shell.run("rename", "Bard", "Court Piper", exit_code=2).stderr
    (tmp_path / "court-piper.rules").unlink()
    last = max(files)
    last.chmod(0o444)
    try:
        shell.run("rename", "Bard", "Court Piper", exit_code=1 if _is_refused(last) else 0)
        after = {path: path.read_bytes() for path in files if path.exists()}
        assert after == files or not _is_refused(last)
    finally:
        last.chmod(0o644)


def _is_refused(path: Path) -> bool:
    import os

    return not os.access(path, os.W_OK)
