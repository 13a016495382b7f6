"""Complaints as machines read them."""

import json
from pathlib import Path

from rulewright.language.text import (
    Complaint,
    Source,
    Span,
    SpanNote,
    to_data,
    to_github,
    to_json,
    to_sarif,
)

SOURCE = Source("house rules/été.rules", "one two\nthree\n")
TWO = Span(SOURCE, 4, 7)
WRONG = Complaint("E0102", "no 'two': 100%\nat all", TWO, help="say one, not two")
ODD = Complaint(
    "W0200", "odd", Span(SOURCE, 0, 13), (SpanNote(TWO, "see here"),), severity="warning"
)
NOWHERE = Complaint("N0300", "by the way", None, severity="note")
ALL = (WRONG, ODD, NOWHERE)
PLACE_OF_TWO = {
    "file": "house rules/été.rules",
    "line": 1,
    "column": 5,
    "end_line": 1,
    "end_column": 8,
}


def test_data_tell_everything_about_a_complaint() -> None:
    assert to_data([WRONG]) == [
        {
            "code": "E0102",
            "severity": "error",
            "message": "no 'two': 100%\nat all",
            "help": "say one, not two",
            "perhaps": [],
            **PLACE_OF_TWO,
            "notes": [],
        }
    ]


def test_data_tell_further_places() -> None:
    assert to_data([ODD])[0]["notes"] == [{"message": "see here", **PLACE_OF_TWO}]


def test_data_without_a_place_have_the_same_keys() -> None:
    (data,) = to_data([NOWHERE])

    assert data.keys() == to_data([WRONG])[0].keys()
    assert data["file"] is data["line"] is data["end_column"] is None


def test_json_is_the_data() -> None:
    assert json.loads(to_json(ALL)) == to_data(ALL)
    assert to_json([]) == "[]"


def test_github_commands_are_one_line_each_and_escaped() -> None:
    assert to_github(ALL).splitlines() == [
        "::error file=house rules/été.rules,line=1,endLine=1,col=5,endColumn=8,title=E0102"
        "::no 'two': 100%25%0Aat all%0Ahelp: say one, not two",
        "::warning file=house rules/été.rules,line=1,endLine=2,title=W0200"
        "::odd%0Ahouse rules/été.rules:1:5: see here",
        "::notice title=N0300::by the way",
    ]
    assert to_github([]) == ""


def test_github_properties_escape_their_separators() -> None:
    source = Source("a,b:c%.rules", "x")

    told = to_github([Complaint("E1", "a,b:c", Span(source, 0, 1))])

    assert told.startswith("::error file=a%2Cb%3Ac%25.rules,line=1,")
    assert told.endswith("::a,b:c")


def test_sarif_names_the_tool_and_the_codes_present() -> None:
    log = to_sarif([*ALL, WRONG], version="0.1.0")

    assert log["version"] == "2.1.0"
    (run,) = log["runs"]
    assert run["tool"]["driver"] == {
        "name": "rulewright",
        "version": "0.1.0",
        "rules": [{"id": "E0102"}, {"id": "N0300"}, {"id": "W0200"}],
    }
    assert [(r["ruleId"], r["ruleIndex"], r["level"]) for r in run["results"]] == [
        ("E0102", 0, "error"),
        ("W0200", 2, "warning"),
        ("N0300", 1, "note"),
        ("E0102", 0, "error"),
    ]


def test_sarif_places_are_encoded_and_counted_from_one() -> None:
    wrong, odd, nowhere = to_sarif(ALL)["runs"][0]["results"]

    place = {
        "physicalLocation": {
            "artifactLocation": {"uri": "house%20rules/%C3%A9t%C3%A9.rules"},
            "region": {"startLine": 1, "startColumn": 5, "endLine": 1, "endColumn": 8},
        }
    }
    assert wrong["locations"] == [place]
    assert odd["relatedLocations"] == [{**place, "message": {"text": "see here"}}]
    assert nowhere["locations"] == []


def test_sarif_paths_are_relative_to_the_root(tmp_path: Path) -> None:
    inside = Complaint("E1", "wrong", Span(Source(str(tmp_path / "a b.rules"), "x"), 0, 1))

    def uri(root: Path | None) -> str:
        (result,) = to_sarif([inside], root=root)["runs"][0]["results"]
        found = result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
        assert isinstance(found, str)
        return found

    assert uri(tmp_path) == "a%20b.rules"
    assert uri(None) == uri(tmp_path / "other") == (tmp_path / "a b.rules").as_uri()


def test_sarif_is_plain_data() -> None:
    assert json.loads(json.dumps(to_sarif(ALL))) == to_sarif(ALL)


def test_sarif_says_what_a_code_is_about() -> None:
    (run,) = to_sarif([WRONG], about={WRONG.code: "Something wrong."})["runs"]

    (rule,) = run["tool"]["driver"]["rules"]
    assert rule == {"id": WRONG.code, "shortDescription": {"text": "Something wrong."}}
