"""`rulewright migrate`: old files of ten commits, and the table it works by."""

from __future__ import annotations

import json
import lzma
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from front.kit import Shell
from rulewright.base.library import find_library
from rulewright.testing.migration import RefusedLine, migrate_texts, migration_rows, rewritten_lines
from tiers import sample

HERE = Path(__file__).parent / "old_forms"
ROOT = Path(__file__).parents[2]


OLD = {
    "1e6c2464": (39, 2),
    "8cbeb50d": (10, 0),
    "1b423b95": (7, 0),
    "62d443a9": (5, 0),
    "174695ba": (9, 0),
    "b2044d43": (8, 0),
    "31eb8203": (8, 0),
    "844ebf04": (8, 0),
    "d66bc628": (8, 0),
    "30fb34a5": (8, 0),
}
"""Commits of this repository, and how many lines of their files are rewritten and left; see `pack.py`."""


def old_files(commit: str) -> dict[str, str]:
    """Return the texts of the rule files, editions and scenarios of a commit, by path."""
    text = lzma.decompress((HERE / "old_files.txt.xz").read_bytes()).decode()
    _, *parts = re.split(r"(?m)^=== (\S+)\n", text)
    every = dict(zip(parts[::2], parts[1::2], strict=True))
    own = f"{commit}/"
    return {path.removeprefix(own): each for path, each in every.items() if path.startswith(own)}


@pytest.mark.parametrize("commit", sample(list(OLD), 5))
@pytest.mark.rotating
def test_whole_files_of_ten_commits_check_and_pass_once_migrated(
    shell: Shell, tmp_path: Path, commit: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    old, (rewritten, left) = old_files(commit), OLD[commit]
    for path, text in old.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)

    result = shell.run("migrate", ".", "--json", exit_code=int(left > 0))
    data = json.loads(result.stdout.splitlines()[-1])

    assert (len(data["changes"]), len(data["left"])) == (rewritten, left), result.output
    assert all(each["help"] for each in data["left"])
    assert not re.search(r"checked: .*(?:error|warning)", shell.run("check", ".").output)
    assert shell.run("test", ".", exit_code=int(left > 0)).output.count("FAILED ") == left
    new = {path: (tmp_path / path).read_text(encoding="utf-8") for path in old}
    assert new == {path: _with_changes(path, text, data["changes"]) for path, text in old.items()}
    again = shell.run("migrate", ".", exit_code=int(left > 0)).output
    assert ": 0 lines rewritten," in again
    assert new == {path: (tmp_path / path).read_text(encoding="utf-8") for path in old}


def _with_changes(path: str, text: str, changes: Sequence[Mapping[str, Any]]) -> str:
    """Return a text with the reported changes, which stand at the lines of the old text."""
    lines: list[str | None] = [*text.split("\n")]
    for change in changes:
        if change["file"] == path:
            assert lines[change["line"] - 1] == change["old"]
            lines[change["line"] - 1] = change["new"]
    return "\n".join(line for line in lines if line is not None)


OWN = """\
edition: our-table
extends: french
name: Ours
"""
SCENARIO = """\
# Ours.
scenario "Gold first"
    in our-table, 4 players
    when
        play turn for A as Architect  # the turn
        A chooses gold   # the action
    then
        A's gold is 2
"""


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """An edition of one's own whose scenario has two old forms."""
    (tmp_path / "our-table.yaml").write_text(OWN, encoding="utf-8")
    (tmp_path / "our.scenarios.rules").write_text(SCENARIO, encoding="utf-8")
    return tmp_path


@pytest.mark.rotating
def test_own_edition_and_action_are_rewritten_and_all_else_stays(shell: Shell, own: Path) -> None:
    file = own / "our.scenarios.rules"
    for option in ("--check", "--diff"):
        printed = shell.run("migrate", option, own, exit_code=None).stdout
        assert 'in "our-table.yaml", 4 players' in printed
        assert file.read_text(encoding="utf-8") == SCENARIO
    shell.run("migrate", "--check", own, exit_code=1)
    data = shell.json("migrate", own, "--json")
    assert [(each["line"], each["new"].strip()) for each in data["changes"]] == [
        (3, 'in "our-table.yaml", 4 players'),
        (6, "A chooses gather gold   # the action"),
    ]
    new = SCENARIO.replace("in our-table", 'in "our-table.yaml"').replace(
        "chooses gold", "chooses gather gold"
    )
    assert file.read_text(encoding="utf-8") == new
    assert (own / "our-table.yaml").read_text(encoding="utf-8") == OWN


@pytest.mark.rotating
def test_a_rewritten_line_whose_scenario_still_fails_is_marked(shell: Shell, own: Path) -> None:
    file = own / "our.scenarios.rules"
    file.write_text(SCENARIO.replace("gold is 2", "gold is 9"), encoding="utf-8")
    printed = shell.run("migrate", own, exit_code=1).output
    assert printed.count("(unproved: its scenario fails in line 8)") == 2
    assert "our.scenarios.rules:8: A's gold is 9" in printed
    file.write_text(SCENARIO.replace("gold is 2", "gold is 9"), encoding="utf-8")
    data = json.loads(shell.run("migrate", own, "--json", exit_code=1).stdout.splitlines()[-1])
    assert [each["fails"] for each in data["changes"]] == [8, 8]
    assert data["left"][0]["help"].startswith("the game plays otherwise here")


ABSENT = """\
scenario "No Witch"
    in lost-cities, 4 players, with Abbot  # ours
    given
        move Witch to A's secret
    when
        play turn for B as Abbot
    then
        Witch is in A's secret
"""


@pytest.mark.rotating
def test_a_missing_card_is_added_only_if_that_mends_the_line(shell: Shell, tmp_path: Path) -> None:
    file = tmp_path / "a.scenarios.rules"
    file.write_text(ABSENT, encoding="utf-8")
    shell.run("migrate", file)
    assert file.read_text(encoding="utf-8") == ABSENT.replace("Abbot  #", "Abbot, with Witch  #")
    refused = ABSENT.replace("move Witch to A's secret", "set A's gold to 2").replace(
        "Witch is in A's secret", "A may not choose Witch"
    )
    path = Path("a.rules")
    message = "Witch is not in this game; end the line `in …` with `, with Witch`"

    def find(texts: Mapping[Path, str]) -> list[RefusedLine]:
        said = "something else" if "with Witch" in texts[path] else message
        return [RefusedLine(path, 8, said, scenario=1)]

    assert migrate_texts({path: refused}, find).texts == {}


@pytest.mark.rotating
def test_line_ends_of_windows_stay(shell: Shell, own: Path) -> None:
    file = own / "our.scenarios.rules"
    file.write_bytes(SCENARIO.replace("\n", "\r\n").encode())
    shell.run("migrate", own)
    assert file.read_bytes().count(b"\r\n") == SCENARIO.count("\n")
    assert b"gather gold" in file.read_bytes()


@pytest.mark.rotating
def test_byte_order_mark_and_mixed_line_ends_stay(shell: Shell, own: Path) -> None:
    file = own / "our.scenarios.rules"
    lines = [f"{line}{end}" for line, end in zip(SCENARIO.splitlines(), ["\r\n", "\n", "\r"] * 3)]  # noqa: B905
    old = "".join(lines).encode("utf-8-sig")
    file.write_bytes(old)
    shell.run("migrate", own)
    new = old.replace(b"in our-table", b'in "our-table.yaml"')
    assert file.read_bytes() == new.replace(b"chooses gold", b"chooses gather gold")


@pytest.mark.rotating
def test_a_second_run_changes_nothing_whatever_files_hide_of_each_other(
    shell: Shell, own: Path
) -> None:
    """That an edition is missing is told once, in the first file; a line with a tab hides other mistakes."""
    other = own / "tabs.scenarios.rules"
    other.write_text(
        SCENARIO.replace("    ", "\t").replace("chooses", "chooses "), encoding="utf-8"
    )
    spaced = SCENARIO.replace("A chooses gold", "A  chooses   gold").replace("Gold", "Spaced")
    (own / "spaced.scenarios.rules").write_text(spaced, encoding="utf-8")
    shell.run("migrate", own, exit_code=1)
    after = {path: path.read_bytes() for path in own.iterdir()}
    assert b"A  chooses   gather gold" in after[own / "spaced.scenarios.rules"]
    assert ": 0 lines rewritten," in shell.run("migrate", own, exit_code=1).output
    assert after == {path: path.read_bytes() for path in own.iterdir()}


def test_lines_without_a_row_are_listed_with_what_to_write(shell: Shell, own: Path) -> None:
    file = own / "our.scenarios.rules"
    file.write_text(SCENARIO.replace("gold is 2", "gold is at least 0"), encoding="utf-8")
    printed = shell.run("migrate", own, exit_code=1).output
    assert "our.scenarios.rules:8: A's gold is at least 0" in printed
    assert "write instead: the expected gold" in printed
    assert "1 line left to you" in printed


@pytest.mark.rotating
def test_a_file_that_cannot_be_written_leaves_all_others(
    shell: Shell, own: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from rulewright.cli.commands.authoring import migrate_command
    from rulewright.cli.common.exits import NotUsable
    from rulewright.cli.common.named_files import write_data

    second = own / "second.scenarios.rules"
    second.write_text(SCENARIO.replace("Gold first", "Gold again"), encoding="utf-8")
    full = {second.resolve()}

    def write_or_refuse(path: Path, data: bytes) -> None:
        if path in full:
            raise NotUsable("cannot write: the disk is full")
        write_data(path, data)

    monkeypatch.setattr(migrate_command, "write_data", write_or_refuse)
    shell.run("migrate", own, exit_code=1)
    assert (own / "our.scenarios.rules").read_text(encoding="utf-8") == SCENARIO


def test_wrong_use_is_one_complaint(shell: Shell, own: Path) -> None:
    shell.run("migrate", own / "nothing.rules", exit_code=2)
    shell.run("migrate", exit_code=2)
    (own / "broken.rules").write_bytes(b"\xff\xfe\x00")
    shell.run("migrate", own / "broken.rules", exit_code=1)


def test_a_rewrite_that_mends_nothing_is_taken_back() -> None:
    path = Path("a.rules")
    text = 'scenario "One"\n    when\n        A chooses gold\n'

    def find(texts: object) -> list[RefusedLine]:
        return [RefusedLine(path, 3, "refused whatever it says", scenario=1)]

    migration = migrate_texts({path: text}, find)
    assert migration.texts == {}
    assert [each.line for each in migration.remaining] == [3]


# ------------------------------------------------------------------ the table


def test_changelog_has_the_lines_of_the_table() -> None:
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    rows = [f"| {row.what} | {row.instead} |" for row in migration_rows()]
    tables = re.findall(
        r"(?m)^\| what fails \| write instead \|\n\|---\|---\|\n((?:\|.*\n)+)", text
    )
    assert sorted(rows) == sorted("".join(tables).splitlines())


def test_every_row_rewrites_or_advises() -> None:
    for row in migration_rows():
        assert row.about or row.rewrites, row.what
        re.compile(row.about)


def test_rewrites_of_single_lines() -> None:
    assert rewritten_lines("        A chooses gold", "")[0] == "        A chooses gather gold"
    assert rewritten_lines("    in french, option bell-tower-lasts", "")[0] == "    in french"
    assert rewritten_lines("    A's gold is 2", "anything") == []


def forms_of_today() -> set[str]:
    """Return the words of the grammar, the keys of editions, and the options and places of the shipped games."""
    from rulewright.language.edition.loading.from_yaml import KEYS

    library = find_library()
    grammar = (library.folder("grammar") / "rules.lark").read_text(encoding="utf-8")
    words = re.findall(r'(?<!\w)"([a-z][a-z -]*)"', grammar)
    found = {f"word {word}" for word in words} | {f"key {key}" for key in KEYS}
    for path in library.folder("editions").glob("*.yaml"):
        options = re.search(r"(?ms)^options:\n((?: .*\n)+)", path.read_text(encoding="utf-8"))
        names = re.findall(r"(?m)^  ([\w-]+):", options[1]) if options else []
        found |= {f"option {name}" for name in names}
    for path in library.folder("rules").rglob("*.rules"):
        text = path.read_text(encoding="utf-8")
        for what, pattern in (
            ("place", r"(?m)^(?:there is an? |each player has an? )([\w-]+) of "),
            ("event", r"(?m)^event an? \w+ ([\w-]+)"),
            ("setting", r"(?m)^setting ([\w-]+)"),
        ):
            found |= {f"{what} {name}" for name in re.findall(pattern, text)}
    return found


def test_no_form_is_removed_without_a_row() -> None:
    """`released_forms.txt` only grows: add the forms of each release, and never remove a line."""
    released = (HERE / "released_forms.txt").read_text(encoding="utf-8").splitlines()
    assert len(released) > 200
    old = {rewrite.old for row in migration_rows() for rewrite in row.rewrites}
    named = " ".join(row.what for row in migration_rows())
    gone = {form for form in set(released) - forms_of_today()}
    unknown = {
        form
        for form in gone
        if (name := form.partition(" ")[2]) not in old and f"`{name}`" not in named
    }
    assert not unknown, "add a row to rules/migrations.toml for each of these"
