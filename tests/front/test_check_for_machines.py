"""`rulewright check` in other people's CI: formats, severities, baselines."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree as xml

import pytest
from jsonschema import Draft4Validator

from checks.kit import walks
from front.kit import Shell
from rulewright.language.text import Complaint, Source, Span, SpanNote, to_sarif

SCHEMA = Path(__file__).parents[1] / "text" / "sarif-2.1.0.schema.json"
"""That of OASIS for SARIF 2.1.0, without its descriptions."""
ODD = "setting unasked: number = 3\n"
WALK = """\
scenario "Two walk"
    in "walks.yaml", 2 players
    when
        play day
        A chooses B
        B chooses A
    then
        A and B win
"""
"""Reaches all rules of the little game, as strict checks demand."""


@pytest.fixture
def folder(tmp_path: Path, shell: Shell) -> Path:
    """The working folder, with an edition of which a warning is told."""
    walks(tmp_path, more=", own.rules")
    (tmp_path / "own.rules").write_text(ODD, encoding="utf-8")
    (tmp_path / "walks.scenarios.rules").write_text(WALK, encoding="utf-8")
    return tmp_path


def sarif_faults(data: object) -> list[str]:
    validator = Draft4Validator(json.loads(SCHEMA.read_text(encoding="utf-8")))
    return [error.message for error in validator.iter_errors(data)]


def test_sarif_is_valid(shell: Shell, folder: Path) -> None:
    told = json.loads(shell.run("check", ".", "--format", "sarif").stdout)

    assert len(told["runs"][0]["results"]) == 1
    assert sarif_faults(told) == []


def test_sarif_is_valid_whatever_is_told() -> None:
    source = Source("dir/ä rules.rules", "one\ntwo\n")
    notes = (SpanNote(Span(source, 4, 7), "here"),)
    told = [
        Complaint("E0101", "wrong", Span(source, 0, 3), notes, "do this"),
        Complaint("E0001", "nowhere", None, severity="note"),
        Complaint("E0901", "odd", Span(source, 8, 8), severity="warning"),
    ]

    assert sarif_faults(to_sarif(told, version="1.0")) == []
    assert sarif_faults({"version": "2.1.0"}) != []


def test_junit_has_a_test_for_each_file(shell: Shell, folder: Path) -> None:
    (folder / "own.rules").write_text("setting goal: nmber = 3\n", encoding="utf-8")

    suite = xml.fromstring(shell.run("check", ".", "--format", "junit", exit_code=1).stdout)[0]

    assert suite.attrib["tests"] == "4"  # the edition, its two rule files and the scenarios
    assert suite.attrib["failures"] == "1"
    (failed,) = [case for case in suite if case.find("failure") is not None]
    assert failed.attrib["name"] == "own.rules"
    assert "own.rules:1:15" in (failed[0].text or "")


def test_junit_fails_for_warnings_where_these_fail(shell: Shell, folder: Path) -> None:
    mild = xml.fromstring(shell.run("check", ".", "--format", "junit").stdout)
    strict = shell.run("check", ".", "--format", "junit", "--strict", exit_code=1).stdout

    assert mild[0].attrib["failures"] == "0"
    assert "unasked" in (mild.findtext(".//system-out") or "")
    assert xml.fromstring(strict)[0].attrib["failures"] == "1"


# ------------------------------------------------------------------ severities


def code_of(shell: Shell) -> str:
    (told,) = json.loads(shell.run("check", ".", "--format", "json").stdout)
    return str(told["code"])


def test_a_warning_may_be_called_an_error_or_be_left_out(shell: Shell, folder: Path) -> None:
    code = code_of(shell)

    assert "1 error" in shell.run("check", ".", "--severity", f"{code}=error", exit_code=1).stdout
    assert "1 note" in shell.run("check", ".", "--severity", f"{code}=note", "--strict").stdout
    assert "no complaints" in shell.run("check", ".", "--severity", f"{code}=off").stdout


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("rulewright.yaml", "severity: {CODE: error}\n"),
        ("pyproject.toml", '[tool.rulewright.severity]\nCODE = "error"\n'),
    ],
)
@pytest.mark.rotating
def test_the_project_says_how_bad_something_is(
    shell: Shell, folder: Path, file: str, text: str
) -> None:
    code = code_of(shell)
    (folder / file).write_text(text.replace("CODE", code), encoding="utf-8")

    assert "1 error" in shell.run("check", ".", exit_code=1).stdout
    # The command line has the last word.
    assert "no complaints" in shell.run("check", ".", "--severity", f"{code}=off").stdout


@pytest.mark.parametrize(
    ("option", "told"),
    [
        ("E0201=off", "E0201 is an error"),
        ("E0999=off", "there is no complaint with the code E0999"),
        ("E0926=loud", "loud is not a level; use error, warning, note or off"),
        ("E0926", "takes a code and a level"),
    ],
)
def test_what_is_no_severity_is_refused(shell: Shell, folder: Path, option: str, told: str) -> None:
    assert told in shell.run("check", ".", "--severity", option, exit_code=2).stderr


def test_all_that_is_wrong_with_a_projects_file_is_told_at_once(shell: Shell, folder: Path) -> None:
    text = "sevrity: {}\nseverity: {E7777: off, E0201: note, E0926: of}\n"
    (folder / "rulewright.yaml").write_text(text, encoding="utf-8")

    told = shell.run("check", ".", exit_code=2).stderr

    assert "rulewright.yaml:1:1" in told
    assert "no key `sevrity`" in told
    assert "rulewright.yaml:2:19" in told
    assert "there is no complaint with the code E7777" in told
    assert "E0201 is an error" in told
    assert "of is not a level" in told


def test_a_configuration_that_is_no_table_is_refused(shell: Shell, folder: Path) -> None:
    (folder / "pyproject.toml").write_text('[tool.rulewright]\nseverity = "loud"\n', "utf-8")

    assert "must be a table" in shell.run("check", ".", exit_code=2).stderr


# ------------------------------------------------------------------ baselines


def test_what_was_there_before_is_not_told_again(shell: Shell, folder: Path) -> None:
    shell.run("check", ".", "--strict", exit_code=1)
    written = shell.run("check", ".", "--write-baseline", "known.json")
    (folder / "own.rules").write_text(f"# Lines have moved.\n\n{ODD}", encoding="utf-8")

    known = shell.run("check", ".", "--strict", "--baseline", "known.json")
    (folder / "own.rules").write_text(f"{ODD}setting another: number = 3\n", encoding="utf-8")
    more = shell.run("check", ".", "--strict", "--baseline", "known.json", exit_code=1)

    assert written.stderr == "1 warning written to known.json\n"
    assert known.stderr == "1 complaint in the baseline\n"
    assert "another" in more.stdout
    assert "unasked" not in more.stdout


def test_a_baseline_knows_rules_that_no_scenario_reaches(shell: Shell, folder: Path) -> None:
    """It is written for the strict checks that follow."""
    (folder / "walks.scenarios.rules").unlink()
    shell.run("check", ".", "--write-baseline", "known.json")

    shell.run("check", ".", "--strict", "--baseline", "known.json")


def test_what_is_no_longer_found_is_told(shell: Shell, folder: Path) -> None:
    shell.run("check", ".", "--write-baseline", "known.json")
    (folder / "own.rules").write_text("# Nothing.\n", encoding="utf-8")

    told = shell.run("check", ".", "--baseline", "known.json").stderr

    assert "1 complaint of the baseline no longer found" in told


@pytest.mark.parametrize(
    ("text", "exit_code", "told"),
    [(None, 2, "cannot read"), ("[]", 1, "is not a baseline"), ("{", 1, "is not a baseline")],
)
def test_what_is_no_baseline_is_refused(
    shell: Shell, folder: Path, text: str | None, exit_code: int, told: str
) -> None:
    if text is not None:
        (folder / "known.json").write_text(text, encoding="utf-8")

    shown = shell.run("check", ".", "--baseline", "known.json", exit_code=exit_code).stderr

    assert told in shown


def test_a_baseline_hides_no_error(shell: Shell, folder: Path) -> None:
    (folder / "wrong.rules").write_text("character Ox\n    rank tree\n", encoding="utf-8")

    written = shell.run("check", ".", "--write-baseline", "known.json", exit_code=1)
    checked = shell.run("check", ".", "--baseline", "known.json", exit_code=1)

    assert "1 warning written to known.json; a baseline hides no errors\n" in written.stderr
    assert "error[E" in written.stdout
    assert "warning[" not in written.stdout
    assert checked.stdout == written.stdout


def test_a_baseline_that_cannot_be_written_is_told(shell: Shell, folder: Path) -> None:
    shown = shell.run("check", ".", "--write-baseline", "none/known.json", exit_code=2).stderr

    assert "cannot write" in shown
